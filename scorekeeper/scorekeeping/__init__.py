"""The things a scorekeeper does: each opens one transaction, between the games and the store."""
