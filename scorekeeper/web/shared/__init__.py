"""What pages of several rooms are made of."""
