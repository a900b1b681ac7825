"""How templates are found and run: their environment, and the words that every one of them says."""

from collections.abc import MutableMapping
from typing import Any

from flask import Flask, g
from flask.templating import Environment
from werkzeug.local import LocalProxy

from scorekeeper.web.request.addresses import address_sent_to, page_address
from scorekeeper.web.request.language import current_messages


class SharedEnvironment(Environment):
    """An environment whose templates have no globals of their own, but all see the same ones.

    Jinja otherwise chains two dictionaries for each template and copies the chain key by key for
    every part that is included or imported, some sixty times a page.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What a template knows beside what it is given."""
        return {**self.globals, **d} if d else self.globals


def install(app: Flask) -> None:
    """Give templates their environment, the words of a request (`t`, `messages`) and its address.

    These are globals as well, so that a file of macros is imported without context: then it is run
    once, and not for every page. A form that is shown again where it was sent names that address:
    its own would have the fragment of a link that was followed, and nothing else gets the focus.
    """
    app.jinja_environment = SharedEnvironment

    @app.context_processor
    def words() -> dict[str, Any]:
        g.words = current_messages()
        return {"t": g.words.text, "messages": g.words}

    app.jinja_env.globals["t"] = lambda key, /, **values: g.words.text(key, **values)
    app.jinja_env.globals["messages"] = LocalProxy(lambda: g.words)
    app.jinja_env.globals["address_sent_to"] = address_sent_to
    app.jinja_env.globals["url_for"] = page_address
