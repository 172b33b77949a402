"""Tournaments: who plays whom next, who stands where, and what people can do with them."""
