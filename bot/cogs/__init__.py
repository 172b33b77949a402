"""Commands and clicks: what is asked of the bot, one class for each theme; every method gets a `Request`."""
