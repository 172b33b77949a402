"""The process of a running bot: start, parts, its share of Discord, end."""
