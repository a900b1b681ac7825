"""Printed sheets: page values and HTML, the queue, the process behind it, and its renderer."""
