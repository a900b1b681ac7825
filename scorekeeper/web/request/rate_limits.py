"""How often an address or a link may ask, and how many groups an address may open.

The library Limits counts, in the memory of each process. A rate is written as it reads it:
600/minute. Its time begins with the first request that counts, and ends for all of them at once.
"""

import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from threading import RLock
from time import time
from typing import TYPE_CHECKING

from flask import Flask, current_app, g, request
from werkzeug.exceptions import TooManyRequests

from scorekeeper.addresses.hosts import address_in
from scorekeeper.services.files.archives import opened_before

if TYPE_CHECKING:
    from limits.storage import MemoryStorage
    from limits.strategies import FixedWindowRateLimiter

WITH_PORT = re.compile(r"(?P<address>[0-9.]+):[0-9]+|\[(?P<address6>[0-9A-Fa-f:.]+)\](:[0-9]+)?")
HOUSEHOLD_BITS = 64  # of an IPv6 address: one household or phone has all that begin so
SITE_BITS, ADDRESSES_OF_SITE = 56, 4  # 256 of these networks together: as much as so many may
UNCOUNTED = ("static", "words", "manifest", "service_worker", "health.alive", "health.ready")
STREAMS = ("events.of_sheet", "events.of_group")
CLOCK_STEP = 60  # seconds by which a clock is set back without more ado
COUNTER, GROUPS = "request_counter", "group_rate"


class TooManyGroupsError(TooManyRequests):
    """The address of this request has opened as many groups as it may for so many *seconds*."""

    def __init__(self, seconds: int) -> None:
        super().__init__(retry_after=seconds)
        self.seconds = seconds


def limit_addresses(app: Flask) -> None:
    """Limit how often an address may ask, where the host does, before a link is looked up."""
    rate = app.config["LIMITS"].get("address")
    if rate is not None:
        limit_rate(app, rate, "address", client)
        limit_rate(app, rate_of_site(rate), "site", site)


def limit_links(app: Flask) -> None:
    """Limit how often each link may be asked for, by whomever, where the host does.

    Looked at once it is known to be a link, so that nobody can fill the memory with others.
    """
    rate = app.config["LIMITS"].get("link")
    if rate is not None:
        limit_rate(app, rate, "link", _link)


def limit_groups(app: Flask) -> None:
    """Limit how many groups an address may open in a time, where the host does."""
    rate = app.config["LIMITS"].get("groups")
    if rate is not None:
        from limits import parse  # noqa: PLC0415 - most hosts limit nothing

        rates = ((parse(rate), client), (parse(rate_of_site(rate)), site))
        app.extensions[GROUPS] = _counter(app), rates


def limit_rate(app: Flask, rate: str, name: str, key: Callable[[], str]) -> None:
    """Refuse, with TooManyRequests, whoever asks more often than *rate*; *key* says who asks.

    Requests for which it says "" are not counted, nor those for files and for the health of the
    server; streams are counted by themselves. *name* tells this limit from others.
    """
    from limits import parse  # noqa: PLC0415 - most hosts limit nothing

    counter, limit = _counter(app), parse(rate)

    @app.before_request
    def count() -> None:
        counted = g.setdefault("counted", set())  # what has counted it, should it be tried again
        who = "" if request.endpoint in UNCOUNTED or name in counted else key()
        if not who:
            return
        counted.add(name)
        scope = f"{name} streams" if request.endpoint in STREAMS else name
        if not counter.hit(limit, scope, who):
            window = counter.get_window_stats(limit, scope, who)
            raise TooManyRequests(retry_after=seconds_until(window.reset_time))


def _counter(app: Flask) -> "FixedWindowRateLimiter":
    """What counts for all limits of an application."""
    from limits.strategies import FixedWindowRateLimiter  # noqa: PLC0415 - most hosts limit nothing

    if COUNTER not in app.extensions:
        app.extensions[COUNTER] = FixedWindowRateLimiter(counting_storage()())
    counter: FixedWindowRateLimiter = app.extensions[COUNTER]
    return counter


@cache
def counting_storage() -> "type[MemoryStorage]":
    """Where Limits counts: the library's own, but one request at a time.

    It starts a thread that forgets what is over. Of two requests that do so at one moment, one
    fails: "threads can only be started once"; where no thread can be started now, nothing is
    counted. Whatever was counted while the clock was ahead is forgotten.
    """
    from limits.storage import MemoryStorage  # noqa: PLC0415 - most hosts limit nothing

    class RequestCounts(MemoryStorage):
        counting = RLock()  # adding to a count asks for it
        counted_at = 0.0  # the last time, by the clock

        def incr(self, key: str, expiry: float, amount: int = 1) -> int:
            with self.counting, suppress(RuntimeError):
                counted = super().incr(key, expiry, amount)
                self.counted_at = time()
                return counted
            return 0

        def get(self, key: str) -> int:
            with self.counting:
                if self.counted_at > time() + CLOCK_STEP:
                    self.reset()
                return super().get(key)

    return RequestCounts


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
    parts = WITH_PORT.fullmatch(text or "")  # as some gateways write it
    return address_in(parts["address"] or parts["address6"] if parts else text or "")


def seconds_until(moment: float) -> int:
    """Whole seconds, at least one, until a moment by the system's clock has passed."""
    return max(1, math.ceil(moment - time()))


def _link() -> str:
    """The link of this request; "" where there is none."""
    owner = g.get("sheet") or g.get("group")
    return str(owner.link) if owner else ""


@contextmanager
def counted_group(key: str) -> Iterator[None]:
    """Count the group that is opened inside, unless the request has one, or it is not opened.

    A form that has opened a group by its *key* opens no other. Raises TooManyGroupsError.
    """
    if GROUPS not in current_app.extensions or "group" in g or opened_before(key) is not None:
        yield
        return
    counter, rates = current_app.extensions[GROUPS]
    asking = [(rate, name()) for rate, name in rates if name()]
    for rate, name in asking:
        if not counter.test(rate, name):
            window = counter.get_window_stats(rate, name)
            raise TooManyGroupsError(seconds_until(window.reset_time))
    yield
    for rate, name in asking:
        counter.hit(rate, name)
