"""The connection to Discord: the gateway, the command list, and fatal errors."""
