"""What a group has written about itself, and what cannot be."""
