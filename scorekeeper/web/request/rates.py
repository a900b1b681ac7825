"""How often somebody may ask: counted by Flask-Limiter, in the memory of each process.

A rate is written as Flask-Limiter reads it: 600/minute. Its time begins with the first request
that counts, and ends for all of them at once.
"""

import logging
import math
import re
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import time
from typing import TYPE_CHECKING

from flask import Flask, request
from werkzeug.exceptions import TooManyRequests

if TYPE_CHECKING:
    from flask_limiter import RequestLimit

MEMORY, FIXED_WINDOW = "memory://", "fixed-window"
WITH_PORT = re.compile(r"(?P<address>[0-9.]+):[0-9]+|\[(?P<address6>[0-9A-Fa-f:.]+)\](:[0-9]+)?")
PREFIX_BITS = 64  # of an IPv6 address: one household or phone has all that begin so
CLIENT_AT_MOST = 45  # characters of an address; a proxy may say anything
UNCOUNTED = ("static", "words", "service_worker")
UNCOUNTED_BLUEPRINT = "health"
STREAMS = ("events.of_sheet", "events.of_group")


def limit_rate(app: Flask, rate: str, name: str, key: Callable[[], str]) -> None:
    """Refuse, with TooManyRequests, whoever asks more often than *rate*; *key* says who asks.

    Requests for which it says "" are not counted, nor those for files and for the health of the
    server; streams are counted by themselves. *name* tells this limit from others.
    """
    from flask_limiter import ApplicationLimit, Limiter  # noqa: PLC0415 - most hosts limit nothing

    logging.getLogger("flask-limiter").setLevel(logging.WARNING)  # the rest names addresses, links
    limit = ApplicationLimit(
        rate,
        key_function=key,
        scope=lambda endpoint: f"{name} streams" if endpoint in STREAMS else name,
        exempt_when=lambda: not key(),
        on_breach=_refuse,
    )
    limiter = Limiter(
        key,
        app=app,
        application_limits=[limit],
        storage_uri=MEMORY,
        strategy=FIXED_WINDOW,
        request_identifier=lambda: request.endpoint or "unknown",
    )
    limiter.request_filter(_is_uncounted)


def client() -> str:
    """Whom the address of this request belongs to: the address, or the network of an IPv6 one."""
    said = request.remote_addr or "unknown"
    if found := WITH_PORT.fullmatch(said):  # as some gateways write it
        said = found["address"] or found["address6"]
    try:
        address = ip_address(said)
    except ValueError:
        return said[:CLIENT_AT_MOST]
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((int(address), PREFIX_BITS), strict=False))


def seconds_until(moment: float) -> int:
    """Whole seconds, at least one, until a moment by the system's clock has passed."""
    return max(1, math.ceil(moment - time()))


def _is_uncounted() -> bool:
    return request.endpoint in UNCOUNTED or request.blueprint == UNCOUNTED_BLUEPRINT


def _refuse(limit: "RequestLimit") -> None:
    raise TooManyRequests(retry_after=seconds_until(limit.window.reset_time))
