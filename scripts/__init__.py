"""What developers run: shell scripts for `make`, and the development server in Python."""
