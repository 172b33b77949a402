"""The languages of what people read."""
