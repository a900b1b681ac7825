"""What an operator watches: figures for Prometheus, and a log with a line for every request."""
