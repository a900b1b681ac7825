"""How often somebody may ask: counted by Flask-Limiter, in the memory of each process.

A rate is written as Flask-Limiter reads it: 600/minute. Its time begins with the first request
that counts, and ends for all of them at once.
"""

import logging
import math
import re
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from time import time
from typing import TYPE_CHECKING

from flask import Flask, request
from werkzeug.exceptions import TooManyRequests

from scorekeeper.addresses.hosts import address_in

if TYPE_CHECKING:
    from flask_limiter import RequestLimit

FIXED_WINDOW = "fixed-window"
WITH_PORT = re.compile(r"(?P<address>[0-9.]+):[0-9]+|\[(?P<address6>[0-9A-Fa-f:.]+)\](:[0-9]+)?")
HOUSEHOLD_BITS = 64  # of an IPv6 address: one household or phone has all that begin so
SITE_BITS, ADDRESSES_OF_SITE = 56, 4  # 256 of these networks together: as much as so many may
UNCOUNTED = ("static", "words", "service_worker")
UNCOUNTED_BLUEPRINT = "health"
STREAMS = ("events.of_sheet", "events.of_group")


def limit_rate(app: Flask, rate: str, name: str, key: Callable[[], str]) -> None:
    """Refuse, with TooManyRequests, whoever asks more often than *rate*; *key* says who asks.

    Requests for which it says "" are not counted, nor those for files and for the health of the
    server; streams are counted by themselves. *name* tells this limit from others.
    """
    # Most hosts limit nothing, and need not load these.
    from flask_limiter import ApplicationLimit, Limiter  # noqa: PLC0415

    from scorekeeper.web.request.rate_counts import RequestCounts  # noqa: PLC0415

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
        storage_uri=f"{RequestCounts.STORAGE_SCHEME[0]}://",
        strategy=FIXED_WINDOW,
        request_identifier=lambda: request.endpoint or "unknown",
    )
    limiter.request_filter(_is_uncounted)


def client() -> str:
    """Whom the address of this request belongs to: the address, or the network of an IPv6 one."""
    return _network(HOUSEHOLD_BITS)


def site() -> str:
    """The larger network that an IPv6 address of this request lies in; "" for any other address.

    Many providers give a customer one of these, so one can ask from many networks in turn.
    """
    network = _network(SITE_BITS)
    return network if "/" in network else ""


def rate_of_site(rate: str) -> str:
    """How often such a network may do what one address may do at this *rate*."""
    count, _, seconds = rate.partition("/")
    return f"{int(count) * ADDRESSES_OF_SITE}/{seconds}"


def _network(bits: int) -> str:
    """The address of this request, or the network of so many bits of an IPv6 one.

    Where a proxy tells something that is no address, the one that has connected counts.
    """
    address = _address_said(request.remote_addr)
    if address is None:
        before = request.environ.get("werkzeug.proxy_fix.orig", {})
        address = _address_said(before.get("REMOTE_ADDR"))
    if not isinstance(address, IPv6Address):
        return str(address or "unknown")
    return str(IPv6Network((int(address), bits), strict=False))


def _address_said(text: str | None) -> IPv4Address | IPv6Address | None:
    found = WITH_PORT.fullmatch(text or "")  # as some gateways write it
    return address_in(found["address"] or found["address6"] if found else text or "")


def seconds_until(moment: float) -> int:
    """Whole seconds, at least one, until a moment by the system's clock has passed."""
    return max(1, math.ceil(moment - time()))


def _is_uncounted() -> bool:
    return request.endpoint in UNCOUNTED or request.blueprint == UNCOUNTED_BLUEPRINT


def _refuse(limit: "RequestLimit") -> None:
    raise TooManyRequests(retry_after=seconds_until(limit.window.reset_time))
