"""Searches that play any game, given its rules and an evaluation."""
