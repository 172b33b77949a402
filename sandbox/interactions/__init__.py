"""Commands, clicks and modals: what a member does, and how the bot answers."""
