"""Who is told of a save, and who is writing."""
