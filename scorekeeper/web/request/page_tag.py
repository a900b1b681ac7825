"""Pages that a phone follows: it asks again whether what it has seen is still the same."""

from collections.abc import Callable, Collection, Hashable
from typing import Any

from flask import Flask, Response, g, request, url_for

from scorekeeper.assets.files import pages_version
from scorekeeper.web.request.addresses import root
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.page_cache import PARTIAL, cached_page


def install(app: Flask) -> None:
    """Give the templates of such pages `followed`: their `address` and their `tag`."""

    @app.context_processor
    def followed() -> dict[str, Any]:
        tag = g.get("page_tag")
        if tag is None:
            return {}
        address = url_for(str(request.endpoint), **(request.view_args or {}))
        return {"followed": {"address": address, "tag": tag}}


def unless_unchanged(
    version: str,
    draw: Callable[[], str],
    more: str = "",
    shown: Callable[[], Hashable] = tuple,
    kept_queries: Collection[str] = (),
) -> Response:
    """The page, or 304 for a phone that has seen it with the same tag.

    The tag is another one for another *version* of what the page shows, for another language, for
    another version of the program and for another root of it; *more* is put behind it. While the
    page is drawn it is `g.page_tag`. One that is not whole has none: the next look shows more.
    What the page has *shown* beside what its tag says is asked for where it is not 304: an open
    page does not move for it, but nobody gets one anew that was drawn before. The *kept queries*
    are those of `cached_page`.
    """
    place = root().strip("/").encode().hex()  # neither slashes nor dots in a tag
    tag = f"{pages_version()}{place}-{version}-{current_messages().language}{more}"
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = Response(cached_page(tag, draw, shown(), kept_queries), mimetype="text/html")
    if PARTIAL not in g:
        response.set_etag(tag, weak=True)
    return response
