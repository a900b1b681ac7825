"""Pages and parts of pages as they were drawn, kept by the process so that each is drawn once.

Nothing in here is stored. A page is kept under all that it depends on: where that changes, it is
drawn anew, and what nobody asks for any more makes room. The keys of forms are never kept: where
one belongs stands a placeholder, and every answer has keys of its own there. Script, which can make
up keys itself, asks for a page without any (`?keys=own`): that is the same for every phone, so its
compression is kept as well. A phone that follows a page asks again whether what it has seen is
still the same.
"""

import hashlib
import re
import secrets
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from cachetools import LRUCache
from flask import Flask, Response, current_app, g, request
from markupsafe import Markup

from scorekeeper.assets.files import pages_version
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.web.request.addresses import KEYS, address_here, host_for_phones, root
from scorekeeper.web.request.language import current_language

CACHE = "page_cache"
BYTES_AT_MOST = 64_000_000  # of all that one process keeps
BYTES_BESIDE = 500  # about, of a place in the cache: its key, and what else its text depends on
LOCKS = 256
OWN = "own"
SHARED = "shared_answer"  # on `g`: the body of an answer that every phone gets alike
COUNT = "placeholders"  # on `g`, while a page is drawn that is kept: how many keys it has so far
PARTIAL = "is_partial"  # on `g`: the page is not whole yet
PLACE_DIGITS = 6  # of a digest, in every page
CHOSEN = ("COPY_ADDRESS", "PRINTED_LINK", "PREVIEWS", "DATABASE_COPY")  # pages depend on these
PLACEHOLDER = secrets.token_hex(15)  # for a key; the digits behind it tell those of a page apart
_PLACEHOLDERS = re.compile(f"{PLACEHOLDER}[0-9]+".encode())
COMPRESSED = ("text/html", "text/css", "text/javascript", "application/json", "image/svg+xml")


def install(app: Flask) -> None:
    """Give the application a cache of its own, and compress its answers where a network is.

    Give the templates of pages that are followed `followed`: their `address` and their `tag`.
    """
    app.extensions[CACHE] = PageCache()
    app.jinja_env.filters["cache_fragment"] = _cache_fragment
    app.jinja_env.globals["cached_part"] = _cached_part
    app.context_processor(_followed)
    if not app.config["COMPRESSES"]:
        return
    from flask_compress import Compress  # noqa: PLC0415 - what compresses is no Python

    app.config.from_mapping(
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,
        COMPRESS_LEVEL=9,  # of gzip: a phone on plain http
        COMPRESS_MIMETYPES=list(COMPRESSED),
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
        COMPRESS_CACHE_BACKEND=_CompressedAnswers,
        COMPRESS_CACHE_KEY=lambda _: "",  # the request itself says nothing of what is shared
    )
    Compress(app)


class CacheKey(NamedTuple):
    """What a page, or a part of it, is kept under: a *key*, and what else it *depends on*."""

    key: Hashable
    depends_on: Any = None


class PageCache:
    """What was drawn, under keys; that asked for last, up to so many bytes in all."""

    def __init__(self, bytes_at_most: int = BYTES_AT_MOST) -> None:
        # For each key what is kept, and what it depends on beside the key.
        self._kept: LRUCache[Hashable, tuple[Any, Any]] = LRUCache(
            bytes_at_most, getsizeof=lambda kept: sys.getsizeof(kept[0]) + BYTES_BESIDE
        )
        self._lock = threading.Lock()
        self._drawing = [threading.Lock() for _ in range(LOCKS)]

    @property
    def size(self) -> int:
        """About how many bytes are kept."""
        return int(self._kept.currsize)

    def get(self, name: CacheKey) -> Any:
        """What is kept under a key, if what it depends on is still the same; None otherwise."""
        with self._lock:
            value, depends_on = self._kept.get(name.key, (None, None))
        return value if depends_on == name.depends_on else None

    def put(self, name: CacheKey, value: Any) -> None:
        """Keep a page or a part of one, unless there is no room for it at all."""
        with self._lock, suppress(ValueError):
            self._kept[name.key] = value, name.depends_on

    def drawn(self, name: CacheKey, draw: Callable[[], tuple[bytes, bool]]) -> bytes:
        """The page under a key; of many who ask for it at once, one draws it.

        *draw* says with it whether it may be kept.
        """
        with self._drawing[hash(name.key) % LOCKS]:
            kept: bytes | None = self.get(name)
            if kept is not None:
                return kept
            page, may_be_kept = draw()
            if may_be_kept:
                self.put(name, page)
        return page


class _CompressedAnswers:
    """Where flask_compress finds answers that every phone gets alike, by encoding and body.

    It keeps what it has found once more, which nobody needs.
    """

    def get(self, encoding: str) -> Any:
        content = page_cache().get(CacheKey((encoding, g.get(SHARED)))) if SHARED in g else None
        if content is not None:
            g.pop(SHARED)
        return content

    def set(self, encoding: str, content: bytes) -> None:
        if SHARED in g:
            page_cache().put(CacheKey((encoding, g.pop(SHARED))), content)


def page_cache() -> PageCache:
    """The cache of this application."""
    cache: PageCache = current_app.extensions[CACHE]
    return cache


def cached_fragment(name: CacheKey) -> Markup | None:
    """A part of a page as it was drawn before; None where it was not."""
    html: Markup | None = page_cache().get(name)
    return html


def _cache_fragment(html: Markup, name: CacheKey | None) -> Markup:
    """Keep a part that a template has drawn; None: it is of this moment."""
    if name is not None:
        page_cache().put(name, html)
    return html


def _cached_part(*depends_on: Hashable, caller: Callable[[], Markup]) -> Markup:
    """A call block, drawn once for all that it *depends on*; the first says which part it is."""
    name = CacheKey(depends_on)
    html = cached_fragment(name)
    return _cache_fragment(caller(), name) if html is None else html


def form_key() -> str:
    """A key that nobody has used, for a form; on a page that is kept a placeholder for one."""
    if COUNT not in g:
        return new_key()
    g.placeholders += 1
    return f"{PLACEHOLDER}{g.placeholders}"


def mark_partial() -> None:
    """The page that is being drawn is not whole: the next look at it shows more."""
    g.is_partial = True


def _followed() -> dict[str, Any]:
    if "page_tag" not in g:
        return {}
    return {"followed": {"address": address_here(), "tag": g.page_tag}}


def unless_unchanged(
    version: str,
    draw: Callable[[], str],
    more: str = "",
    shown: Callable[[], Hashable] = tuple,
    kept_queries: Collection[str] = (),
) -> Response:
    """The page, or 304 for a phone that has seen it with the same tag.

    The tag is another one for another *version* of what the page shows, for another language, for
    another version of the program, for other addresses that its pages say, and for a database in
    whose place a backup was put; *more* is put behind it. While the page is drawn it is
    `g.page_tag`. One that is not whole has none: the next look shows more.
    What the page has *shown* beside what its tag says is asked for where it is not 304: an open
    page does not move for it, but nobody gets one anew that was drawn before. The *kept queries*
    are those of `_cached_page`.
    """
    place = _digest(root(), host_for_phones(), *map(current_app.config.get, CHOSEN))
    tag = f"{pages_version()}{place}-{version}-{current_language()}{more}"
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = Response(_cached_page(tag, draw, shown(), kept_queries), mimetype="text/html")
    if PARTIAL not in g:
        response.set_etag(tag, weak=True)
    return response


@lru_cache(maxsize=1000)
def _digest(*said: Hashable) -> str:
    """As good as surely another one for whatever else is *said*."""
    return hashlib.sha256(repr(said).encode()).hexdigest()[:PLACE_DIGITS]


def _cached_page(
    tag: str, draw: Callable[[], str], more: Hashable, kept_queries: Collection[str]
) -> bytes:
    """The page of this request with keys in its forms.

    It is drawn unless one was before for the same *tag*, the same row of its sheet or group, and
    the same of what it shows *more*. One with a query is drawn for whoever asks, as there are too
    many of them, but for the *kept queries*, each of which can say only a few things.
    """
    query = request.args
    has_own_keys = query.get(KEYS) == OWN
    shown = tuple(sorted((k, v) for k, v in query.items() if k != KEYS))
    name = CacheKey(
        (host_for_phones(), address_here(), has_own_keys, tag, shown),
        (g.get("sheet"), g.get("group"), more),
    )

    def drawn() -> tuple[bytes, bool]:
        html = draw().encode()
        return _PLACEHOLDERS.sub(b"", html) if has_own_keys else html, PARTIAL not in g

    g.placeholders, g.page_tag = 0, tag
    try:
        is_plain = set(query) <= {KEYS, *kept_queries}
        html = page_cache().drawn(name, drawn) if is_plain else drawn()[0]
    finally:  # the page of an error is followed by nobody
        g.pop(COUNT)
        g.pop("page_tag")
    if not has_own_keys:
        keys = defaultdict[bytes, bytes](lambda: new_key().encode())
        return _PLACEHOLDERS.sub(lambda placeholder: keys[placeholder[0]], html)
    if is_plain and PARTIAL not in g:
        g.shared_answer = html
    return html
