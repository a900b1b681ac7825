"""What whoever hosts the groups does, and asks."""
