"""What a message or a page shows."""
