"""What phones hear at once: streams, who is writing, whose phone it is."""
