"""The Quintet bot: matches, the database, and Discord."""
