"""The engine protocol, the session behind it, and perft."""
