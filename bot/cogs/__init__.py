"""Commands and clicks: thin translations from Discord's interactions to wishes of the match service."""
