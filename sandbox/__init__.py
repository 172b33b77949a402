"""A stand-in for Discord on loopback that any discord.py bot can log in to.

`python -m sandbox` starts it; `sandbox.client.Sandbox` starts it from a test and acts as its members.
"""
