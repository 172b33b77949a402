"""Searches that play any game by its rules and an evaluation."""
