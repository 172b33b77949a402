"""Tools for the server admin: starting the bot, checking the installation, the log."""
