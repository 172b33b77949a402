"""Keyed jobs: background work, at most one job at a time for each match, tournament or old board."""
