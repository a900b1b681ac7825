"""What a scorekeeper does with sheets, between the games and the store; one transaction each."""
