"""The state of this Discord in memory: users, servers, channels, messages, and permissions."""
