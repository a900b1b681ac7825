"""`make dev`: serve the pages to whoever changes them, with automatic reload and sample evenings.

Flask's own development server does the serving and starts itself again when a file changes. The
database is instance/dev.sqlite, never the one of `make run`.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from flask import Flask

from scorekeeper import paths
from scorekeeper.addresses.urls import LOOPBACK, group_url, phones_url
from scorekeeper.cli.sentences import CommandError
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.settings import Settings
from scorekeeper.store.db import file_url
from scripts.samples import CHECKOUT, open_samples

PORT = 8001  # beside `make run`, whose drafts browsers keep by address and port
THIS_MACHINE = (LOOPBACK, "::1", "localhost")  # to listen at: nobody else can reach it
FACTORY = "scripts.dev:application"
SEPARATOR = os.pathsep  # as `flask run` expects it between paths


def main(argv: Sequence[str] | None = None) -> int:
    """Open the sample evenings, say where they are, and become the server."""
    arguments = _parser().parse_args(argv)
    database = arguments.database.resolve()
    try:
        link = open_samples(application(str(database)))
    except CommandError as error:
        print(error, file=sys.stderr)
        return error.status
    address = phones_url(Settings(host=arguments.host, port=arguments.port))
    print(f"\n  The start page:    {address}\n  Sample evenings:   {group_url(address, link)}")
    print(f"  The database:      {database}\n", flush=True)
    server = server_command(arguments.host, arguments.port, str(database))
    os.execv(server[0], server)


def application(database: str, host: str = LOOPBACK) -> Flask:
    """The application on this SQLite file, brought up to date; the debugger shows its faults.

    *host* is what the server listens at. Raises CommandError where the database cannot be used.
    """
    app = create_ready_app(file_url(Path(database)))
    app.config["HOST"] = host

    @app.errorhandler(Exception)
    def pass_on(error: Exception) -> NoReturn:
        raise error

    return app


def server_command(host: str, port: int, database: str) -> list[str]:
    """The command of Flask's server: it reloads; its debugger is for this machine alone.

    Pages and their parts are kept in memory and tagged with a version that is worked out once, so
    every file that goes into a page starts the server again. Tests do not.
    """
    debugger = "--debugger" if host in THIS_MACHINE else "--no-debugger"
    return [
        *(sys.executable, "-m", "flask", "--app", f"{FACTORY}({database!r}, {host!r})"),
        *("--debug", "run"),
        *("--host", host, "--port", str(port), debugger),
        *("--extra-files", SEPARATOR.join(str(path) for path in files_of_pages())),
        *("--exclude-patterns", str(CHECKOUT / "tests" / "*")),
    ]


def files_of_pages() -> list[Path]:
    """Every template, static file and catalogue; Python modules are watched anyway."""
    folders = (paths.folder("templates"), paths.folder("static"), paths.TRANSLATIONS)
    return sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make dev", description=__doc__)
    parser.add_argument("--host", default=LOOPBACK, help=f"the address to serve at ({LOOPBACK})")
    parser.add_argument("--port", type=int, default=PORT, help=f"the port to serve at ({PORT})")
    parser.add_argument(
        "--database",
        type=Path,
        default=paths.data_folder() / "dev.sqlite",
        help="the SQLite file (instance/dev.sqlite)",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
