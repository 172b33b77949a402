"""What people see in Discord: messages, controls, pictures. Imports matches and games, not the database."""
