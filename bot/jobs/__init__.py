"""Keyed jobs: what is done beside requests, one at a time for each match, tournament or old board."""
