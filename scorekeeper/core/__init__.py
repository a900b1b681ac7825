"""Plain values and pure functions; this layer imports the standard library and nothing else."""
