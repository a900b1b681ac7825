"""What the server is built of without a promise: parts of waitress and gunicorn that may change.

All of them are named here. A release without one of them is told in words, before any phone
notices.
"""

import ast
import inspect
import re
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]
from gunicorn.workers.base import Worker  # type: ignore[import-untyped]
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.receiver import ChunkedReceiver
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from scorekeeper.cli.serve import Manager, ServerLog
from scorekeeper.server.connection import Connection
from scorekeeper.server.listener import Listener, LongAnswers, ThreadPool
from scorekeeper.server.request import ChunkedBody, RequestParser, ResponseTask
from scorekeeper.server.worker import WaitressWorker

CHECKOUT = Path(__file__).resolve().parents[2]
WAITRESS = "3.0.2"  # in which the parts of waitress were read
PARTS: dict[type, str] = {
    HTTPChannel: "_flush_some addr connected handle_close handle_expt handle_write parser_class"
    " readable received request requests server service socket task_class"
    " total_outbufs_len will_close writable",
    HTTPRequestParser: "body_bytes_received body_rcv chunked completed connection_close"
    " content_length error expect_continue headers parse_header proxy_netloc received version",
    ChunkedReceiver: "buf completed error received",
    WSGITask: "channel finish get_environment has_body request set_close_on_finish start version"
    " wrote_header",
    TcpWSGIServer: "active_channels channel_class close handle_accept pull_trigger task_dispatcher",
    ThreadedTaskDispatcher: "active_count add_task lock queue set_thread_count shutdown"
    " start_new_thread threads",
    wasyncore.dispatcher: "close connected handle_read set_socket writable",
    Worker: "alive app cfg handle_exit handle_quit init_signals notify ppid run sockets wsgi",
    Arbiter: "WORKERS app handle_hup handle_term init_signals manage_workers",
    Logger: "error_log setup",
}
BUILT_ON = {
    Connection: HTTPChannel,
    RequestParser: HTTPRequestParser,
    ChunkedBody: ChunkedReceiver,
    ResponseTask: WSGITask,
    Listener: TcpWSGIServer,
    LongAnswers: wasyncore.dispatcher,
    ThreadPool: ThreadedTaskDispatcher,
    WaitressWorker: Worker,
    Manager: Arbiter,
    ServerLog: Logger,
}
OF_OTHERS = {"addr", "family", "getsockname", "send", "signal", "socket"}  # of what we import


def has(owner: type, name: str) -> bool:
    """Whether a class has such a method or attribute, or gives it to what is made of it."""
    return hasattr(owner, name) or bool(re.search(rf"\bself\.{name}(,| =)", source(owner)))


@cache
def source(owner: type) -> str:
    """What stands in a class and in those that it is made of."""
    return "\n".join(inspect.getsource(each) for each in owner.__mro__ if each is not object)


def names_in(own: type) -> set[str]:
    """What a class of ours defines, and the attributes of anything that it speaks of."""
    (tree,) = ast.parse(inspect.getsource(own)).body
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    stated = [node for node in getattr(tree, "body", ()) if not isinstance(node, ast.FunctionDef)]
    names |= {
        node.id
        for statement in stated
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return {name for name in names if not name.startswith("__")}


def test_waitress_is_the_one_whose_parts_are_used() -> None:
    words = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert f"waitress=={WAITRESS}" in words
    assert version("waitress") == WAITRESS, (
        "another waitress: read what has changed in the parts named in this module, run"
        " tests/server and `make soak-server`, then name its version here and in pyproject.toml"
    )


def test_every_part_that_the_server_uses_is_still_there() -> None:
    for owner, names in PARTS.items():
        package = owner.__module__.partition(".")[0]
        gone = [name for name in names.split() if not has(owner, name)]
        assert gone == [], (
            f"{owner.__name__} of {package} {version(package)} has these no more, which our server"
            " uses: pin the version before in pyproject.toml, or find another way in"
            " scorekeeper/server"
        )


@pytest.mark.parametrize("own", BUILT_ON, ids=lambda own: own.__name__)
def test_every_part_that_the_server_uses_is_named_here(own: type) -> None:
    owner = BUILT_ON[own]
    used = {name for name in names_in(own) - OF_OTHERS if has(owner, name)}
    assert used
    assert used - set(PARTS[owner].split()) == set()


def test_a_part_that_is_gone_would_be_noticed() -> None:
    assert not has(HTTPChannel, "flush_everything")
    assert has(HTTPChannel, "requests")  # made by its constructor
