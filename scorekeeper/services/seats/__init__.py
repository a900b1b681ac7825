"""Who sits where, and from which round on."""
