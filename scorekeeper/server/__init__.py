"""The HTTP server: connections by waitress, each with its deadlines; processes by gunicorn."""
