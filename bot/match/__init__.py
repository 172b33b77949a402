"""Matches: who plays what, whose turn it is, how a match ends. Imports only `games`, no Discord and no SQL."""
