"""How many groups an address may open in a time: only those that were really opened count."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Flask, current_app, g
from werkzeug.exceptions import TooManyRequests

from scorekeeper.services.archives import opened_before
from scorekeeper.web.request.rates import MEMORY, client, seconds_until

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import FixedWindowRateLimiter

EXTENSION = "group_rate"


class TooManyGroupsError(TooManyRequests):
    """The address of this request has opened as many groups as it may for now."""


@dataclass(frozen=True, slots=True)
class _Counter:
    """The rate, and what counts by it."""

    rate: "RateLimitItem"
    counted: "FixedWindowRateLimiter"


def install(app: Flask) -> None:
    """Limit it where the host has a limit."""
    rate = app.config["LIMITS"].get("groups")
    if rate is None:
        return
    from limits import parse  # noqa: PLC0415 - most hosts limit nothing
    from limits.storage import storage_from_string  # noqa: PLC0415
    from limits.strategies import FixedWindowRateLimiter  # noqa: PLC0415

    counted = FixedWindowRateLimiter(storage_from_string(MEMORY))
    app.extensions[EXTENSION] = _Counter(parse(rate), counted)


@contextmanager
def counted_group(key: str) -> Iterator[None]:
    """Count the group that is opened inside, unless the request has one, or it is not opened.

    A form that has opened a group by its *key* opens no other. Raises TooManyGroupsError.
    """
    counter: _Counter | None = current_app.extensions.get(EXTENSION)
    if counter is None or "group" in g or opened_before(key) is not None:
        yield
        return
    if not counter.counted.test(counter.rate, client()):
        window = counter.counted.get_window_stats(counter.rate, client())
        raise TooManyGroupsError(retry_after=seconds_until(window.reset_time))
    yield
    counter.counted.hit(counter.rate, client())
