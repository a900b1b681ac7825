"""How fast the program is, measured against a bare page on the same server in the same run."""
