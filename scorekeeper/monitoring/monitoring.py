"""The log and the metrics of a server with workers, begun before these are started.

The log is one JSON object a line: every request, and whatever the program has to complain of. No
secret link is in it, and no address of a client unless that was asked for.
"""

import logging
import socket
import sys
from typing import Any

from flask import Flask, has_request_context, request
from pythonjsonlogger.json import JsonFormatter

from scorekeeper.addresses.redaction import Redaction, redacted
from scorekeeper.monitoring import metrics
from scorekeeper.monitoring.answers import ANSWER, Answer, Observer, observe
from scorekeeper.monitoring.exporter import Exporter

FIELDS = ("levelname", "name", "message", "process")
NAMES = {"levelname": "level", "name": "logger", "process": "worker"}
TIME = "time"
REQUESTS = "scorekeeper.requests"


def watch(app: Flask, log: str | None, metrics_socket: socket.socket | None) -> Exporter | None:
    """Log and count what the application does from now on; returns what tells the metrics.

    *log* is `json` or `json,addresses`, None for the usual one; *metrics_socket* listens for those
    who ask for metrics, None for nobody. To be called once, by the process that starts the workers.
    """
    exporter = None
    observers: list[Observer] = []
    if log is not None:
        observers.append(RequestLog(addresses="addresses" in log))
    if metrics_socket is not None:
        exporter = Exporter(metrics_socket)  # before any metric is made
        observers.append(metrics.watch(app))
    observe(app, observers)
    return exporter


class Formatter(JsonFormatter):
    """A record as JSON; links are taken out of tracebacks, too."""

    def __init__(self) -> None:
        super().__init__(FIELDS, rename_fields=NAMES, timestamp=TIME, json_ensure_ascii=False)

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """The fields in their order: the time, in UTC, comes first."""
        return {TIME: log_data.pop(TIME), **log_data}

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


class RequestLog(Observer):
    """Writes a line for every answer that is over; with *addresses*, those of the clients too."""

    def __init__(self, *, addresses: bool) -> None:
        self._log = logging.getLogger(REQUESTS)
        self._addresses = addresses

    def ends(self, answer: Answer) -> None:
        """Log the answer."""
        line: dict[str, Any] = {
            "request": answer.request_id,
            "method": answer.method,
            "route": answer.route,
            "path": answer.path,
            "status": answer.status,
            "milliseconds": round(answer.seconds * 1000, 1),
            "bytes": answer.size,
        }
        if self._addresses:
            line["address"] = answer.address
        self._log.info("request", extra=line)
