"""The journal of a sheet or of a group: entries are only ever added, under one key once."""
