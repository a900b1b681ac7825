"""How many groups an address may open in a time: only those that were really opened count."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Flask, current_app, g
from werkzeug.exceptions import TooManyRequests

from scorekeeper.services.archives import opened_before
from scorekeeper.web.request.rates import client, rate_of_site, seconds_until, site

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import FixedWindowRateLimiter

EXTENSION = "group_rate"


class TooManyGroupsError(TooManyRequests):
    """The address of this request has opened as many groups as it may for now."""


@dataclass(frozen=True, slots=True)
class _Counter:
    """The rates of an address and of the network around it, and what counts by them."""

    rate: "RateLimitItem"
    rate_of_site: "RateLimitItem"
    counted: "FixedWindowRateLimiter"

    def asking(self) -> "list[tuple[RateLimitItem, str]]":
        """What is counted of this request, each with whom it is counted for."""
        who = [(self.rate, client()), (self.rate_of_site, site())]
        return [(rate, name) for rate, name in who if name]


def install(app: Flask) -> None:
    """Limit it where the host has a limit."""
    rate = app.config["LIMITS"].get("groups")
    if rate is None:
        return
    from limits import parse  # noqa: PLC0415 - most hosts limit nothing
    from limits.strategies import FixedWindowRateLimiter  # noqa: PLC0415

    from scorekeeper.web.request.rate_counts import RequestCounts  # noqa: PLC0415

    counted = FixedWindowRateLimiter(RequestCounts())
    app.extensions[EXTENSION] = _Counter(parse(rate), parse(rate_of_site(rate)), counted)


@contextmanager
def counted_group(key: str) -> Iterator[None]:
    """Count the group that is opened inside, unless the request has one, or it is not opened.

    A form that has opened a group by its *key* opens no other. Raises TooManyGroupsError.
    """
    counter: _Counter | None = current_app.extensions.get(EXTENSION)
    if counter is None or "group" in g or opened_before(key) is not None:
        yield
        return
    asking = counter.asking()
    for rate, name in asking:
        if not counter.counted.test(rate, name):
            window = counter.counted.get_window_stats(rate, name)
            raise TooManyGroupsError(retry_after=seconds_until(window.reset_time))
    yield
    for rate, name in asking:
        counter.counted.hit(rate, name)
