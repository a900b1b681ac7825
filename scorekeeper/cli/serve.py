"""`serve`: start the server and answer phones until somebody stops it."""

import argparse

from scorekeeper.cli.server import serve
from scorekeeper.settings import settings


def run(arguments: argparse.Namespace) -> int:
    """Serve as the command line and the environment say; returns the exit status."""
    return serve(
        settings(
            arguments.host,
            arguments.port,
            arguments.database,
            arguments.proxies,
            arguments.limits,
            workers=arguments.workers,
            metrics=arguments.metrics,
            log=arguments.log,
            prefix=arguments.prefix,
        )
    )
