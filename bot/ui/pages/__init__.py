"""The contents of messages and pages."""
