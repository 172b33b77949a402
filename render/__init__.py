"""Pictures of tables, drawn with Pillow."""
