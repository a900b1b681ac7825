"""The scorekeeper command: one module a command, and how the server is started."""
