"""The page of a group, its name, its standing."""
