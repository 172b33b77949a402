"""Matches: who plays what, whose turn it is, how it ends. Imports the games only; knows neither Discord nor SQL."""
