"""The sheet as a value and its public file format; a whole group as a file; CSV tables."""
