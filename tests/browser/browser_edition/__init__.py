"""The edition without a server, in a real Chromium, from a host that knows nothing of us."""
