"""Groups, players, sheets and entries: the only place that talks to the database."""
