"""What a message may consist of: components, embeds, files, emoji."""
