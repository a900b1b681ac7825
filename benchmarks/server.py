"""One server process with two applications in it: ours, and beside it a bare Flask page."""

import multiprocessing
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path

from flask import Flask, Response
from sqlalchemy import make_url
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from benchmarks.bare_saving import add_saving
from scorekeeper.cli.serve import Server, listening_socket
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.settings import PREFIX, THREADS, WORKERS
from scorekeeper.store.db import SYNCHRONOUS

HOST = "127.0.0.1"
MOUNT = "/hello"
BARE_PAGE = f"{MOUNT}/"
BARE_SAVE = f"{MOUNT}/save"
SECONDS_TO_START, SECONDS_TO_STOP = 60, 10
MOMENTS, SECONDS_BETWEEN = 10, 0.1  # of a stream


def bare_app() -> Flask:
    """The least that Flask can answer with."""
    app = Flask("bare")

    @app.get("/")
    def hello() -> str:
        return "Hello"

    @app.get("/process")
    def process() -> str:
        return str(os.getpid())

    @app.get("/stream")
    def stream() -> Response:
        return Response(_moments(), mimetype="text/event-stream")

    return app


def _moments() -> Iterator[str]:
    """The monotonic clock of this machine, a few times; as events of a stream."""
    for _ in range(MOMENTS):
        time.sleep(SECONDS_BETWEEN)
        yield f"data: {time.monotonic()}\n\n"


@contextmanager
def serving(
    database: str,
    *,
    worker: str | None = None,
    synchronous: str = SYNCHRONOUS,
    threads: int = THREADS,
    behind_proxy: bool = False,
    seconds_to_start: float = SECONDS_TO_START,
) -> Iterator[int]:
    """Both applications behind the server of `scorekeeper serve`, at the port that is given.

    *worker* is another class of gunicorn's workers than ours, by its name there. *behind_proxy*
    says that all clients may come from one address.
    """
    configured = {"SYNCHRONOUS": synchronous, "PROXIES": str(int(behind_proxy))}
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["benchmarks.__main__"])  # loaded once, copied for each
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(database, worker, threads, configured, sender))
    process.start()
    sender.close()
    try:
        if not receiver.poll(seconds_to_start):
            raise TimeoutError("the server did not start")
        port = receiver.recv()
        _wait_for_an_answer(port)
        yield port
    finally:
        process.terminate()
        process.join(SECONDS_TO_STOP)
        if process.is_alive():
            process.kill()
            process.join(SECONDS_TO_STOP)


def _wait_for_an_answer(port: int) -> None:
    """On a connection of its own: one from before the server ran lacks the server's options."""
    with closing(HTTPConnection(HOST, port, timeout=SECONDS_TO_START)) as connection:
        connection.request("GET", BARE_PAGE)
        connection.getresponse().read()


def _serve(
    database: str,
    worker: str | None,
    threads: int,
    configured: Mapping[str, str],
    sender: Connection,
) -> None:
    os.environ.update({f"{PREFIX}{name}": value for name, value in configured.items()})
    app, bare = create_ready_app(database, {"workers": WORKERS, "threads": threads}), bare_app()
    file = make_url(database).database
    if database.startswith("sqlite") and file is not None:
        add_saving(bare, Path(file).with_suffix(".bare"), configured["SYNCHRONOUS"])
    app.wsgi_app = DispatcherMiddleware(app.wsgi_app, {MOUNT: bare})  # type: ignore[method-assign]
    listener = listening_socket(HOST, 0)
    sender.send(listener.getsockname()[1])
    sender.close()
    server = Server(app, listener)
    if worker is not None:
        server.cfg.set("worker_class", worker)
    server.run()
