"""Run inside Pyodide: make the database that a first visit begins with.

/site has the program and its libraries; /made gets `empty.sqlite`, which is up to date and empty.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from scorekeeper.browser_edition import BrowserProgram

FILE = Path("/kept/empty.sqlite")


def main() -> None:
    """Apply all migrations, and put what they have made into one file."""
    FILE.parent.mkdir()
    BrowserProgram(str(FILE), "https://example.org/", None).close()
    with closing(sqlite3.connect(FILE)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    Path("/made", FILE.name).write_bytes(FILE.read_bytes())


main()
