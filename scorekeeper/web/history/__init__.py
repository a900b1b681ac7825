"""What was written on a sheet or about a group, when, and the way back."""
