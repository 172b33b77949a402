"""Languages: catalogues, and the translation of messages when they are shown."""
