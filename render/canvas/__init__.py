"""The canvas: the only package that imports Pillow."""
