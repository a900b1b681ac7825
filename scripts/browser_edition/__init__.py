"""The edition without a server: the program as a folder of static files, for a browser to run."""
