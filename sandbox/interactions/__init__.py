"""Commands, clicks and modals: what a member does, and what the bot answers."""
