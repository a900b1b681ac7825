"""The log of a server with workers, begun before these are started.

It is one JSON object a line: every request, and whatever the program has to complain of. No
secret link is in it, and no address of a client unless that was asked for.
"""

import logging
import sys
from functools import partial
from typing import Any

from flask import has_request_context, request
from pythonjsonlogger.json import JsonFormatter

from scorekeeper.addresses.redaction import Redaction, redacted
from scorekeeper.monitoring.request_measurement import ANSWER, Answer, answer_over

TIME = "time"  # in UTC
FIELDS = (TIME, "levelname", "name", "message", "process")
NAMES = {"levelname": "level", "name": "logger", "process": "worker"}
REQUESTS = "scorekeeper.requests"


def watch(*, addresses: bool) -> None:
    """Write a line for every answer from now on, with *addresses* also of where it went."""
    answer_over.connect(partial(log_answer, addresses=addresses), weak=False)


class Formatter(JsonFormatter):
    """A record as JSON; links are taken out of tracebacks, too."""

    def __init__(self) -> None:
        super().__init__(FIELDS, rename_fields=NAMES, timestamp=TIME, json_ensure_ascii=False)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - named by logging
        """The traceback, without links."""
        return redacted(str(super().formatException(ei)))


def configure_log() -> None:
    """Have everything that this process and those it starts log written to standard error as JSON.

    Of requests every one is logged, otherwise troubles only.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Formatter())
    handler.addFilter(Redaction())
    handler.addFilter(add_request_id)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger(REQUESTS).setLevel(logging.INFO)


def add_request_id(record: logging.LogRecord) -> bool:
    """Say in which request something was logged; always true."""
    if has_request_context() and ANSWER in request.environ:
        record.request = request.environ[ANSWER].request_id
    return True


def log_answer(answer: Answer, *, addresses: bool) -> None:
    """Write a line for an answer that is over; with *addresses*, that of its client too."""
    line = {
        "request": answer.request_id,
        "method": answer.method,
        "route": answer.route,
        "path": answer.path,
        "status": answer.status,
        "milliseconds": round(answer.seconds * 1000, 1),
        "bytes": answer.size,
    }
    client = {"address": answer.address} if addresses else {}
    logging.getLogger(REQUESTS).info("request", extra=line | client)
