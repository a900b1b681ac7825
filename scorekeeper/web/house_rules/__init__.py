"""House rules and stakes of sheets and groups, and the rules of a game in words."""
