"""Controls and the answers to them: custom ids, the router, the gate, what every answer goes through."""
