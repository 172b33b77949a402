"""The catalogues of sentences: `<language>/LC_MESSAGES/quintet.po`, read when the bot starts."""
