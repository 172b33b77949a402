"""The rules of a match: who plays, whose turn it is, how it ends. Imports the games and jobs; no Discord, no SQL."""
