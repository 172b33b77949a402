"""The message catalogues, `<language>/LC_MESSAGES/quintet.po`, read when the bot starts."""
