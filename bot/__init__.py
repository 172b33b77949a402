"""Discord, matches and the database."""
