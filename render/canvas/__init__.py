"""The canvas: the only place that knows Pillow."""
