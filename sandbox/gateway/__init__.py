"""The gateway: sessions, intents, compression."""
