"""SQLite, the embedded database: one file that this process and others on the machine share."""
