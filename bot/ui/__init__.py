"""What people see in Discord: messages, controls, pictures. Knows matches and games, not the database."""
