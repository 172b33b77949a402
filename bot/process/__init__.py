"""One running bot process: its start, its parts, its share of Discord, its end."""
