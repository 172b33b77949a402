"""Tournaments: pairings, standings, and what people can do with them."""
