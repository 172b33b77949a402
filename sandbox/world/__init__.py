"""The state of this Discord in memory: users, servers, channels, messages, and what may be done with them."""
