"""PostgreSQL, the database of a host with several processes or machines."""
