"""The values of a form that was sent: as long as anything that people type, and no longer.

A refused form is shown again with everything in it, so nothing in it may be a megabyte.
"""

from collections.abc import Callable, Iterator
from typing import Any

from flask import Flask, current_app
from flask import Request as PlainRequest
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from scorekeeper.core.typed_text import typed_text
from scorekeeper.web.request.access import SAFE_METHODS, View

VALUE_AT_MOST = 1000  # characters: several times the longest text that any field takes
NAME_AT_MOST = 100
FIELDS_AT_MOST = 500
CUT = "…"  # stands for the rest, so that what was cut is taken for nothing else
LONG_FIELDS = "long_fields"  # of a view: their names, and how many bytes its request may have


class ShortValuesParser(FormDataParser):
    """Reads a form and cuts what is longer than anything that is typed, but for *whole* fields."""

    whole: frozenset[str] = frozenset()

    def parse(self, *arguments: Any, **more: Any) -> Any:
        """The stream, the fields and the files."""
        stream, form, files = super().parse(*arguments, **more)
        return stream, self.cls(self._short(form.items(multi=True))), files

    def _short(self, pairs: Any) -> Iterator[tuple[str, str]]:
        for number, (name, value) in enumerate(pairs):
            if number == FIELDS_AT_MOST:
                raise RequestEntityTooLarge
            if name and len(name) <= NAME_AT_MOST:  # a part of a body need not have one
                is_short = len(value) <= VALUE_AT_MOST or name in self.whole
                yield name, value if is_short else cut(value)


class Request(PlainRequest):
    """A request whose form holds short values, but for the long ones that its view takes.

    It is empty where the method does not write, whatever is sent along.
    """

    form_data_parser_class = ShortValuesParser

    @property
    def want_form_data_parsed(self) -> bool:
        """Whether there is a form to be read."""
        return self.method not in SAFE_METHODS and super().want_form_data_parsed

    def make_form_data_parser(self) -> FormDataParser:
        """The parser that knows which fields may be long, and how long the whole request."""
        view = current_app.view_functions.get(self.endpoint or "")
        whole, size = getattr(view, LONG_FIELDS, (frozenset(), None))
        if size is not None:
            self.max_content_length = self.max_form_memory_size = size
        parser = super().make_form_data_parser()
        if isinstance(parser, ShortValuesParser):
            parser.whole = whole
        return parser


def cut(value: str) -> str:
    """The value itself, or its beginning where nobody types that much.

    What is left out wherever text is read goes first: the beginning stays as long as it is.
    """
    if len(value) <= VALUE_AT_MOST:
        return value
    text = typed_text(value)
    return text if len(text) <= VALUE_AT_MOST else text[:VALUE_AT_MOST] + CUT


def takes_long(*names: str, size: int | None = None) -> Callable[[View], View]:
    """Let the fields of these names, in forms sent to this view, be as long as the request.

    *size* is how many bytes the request may have, where that is more than usual.
    """

    def mark(view: View) -> View:
        setattr(view, LONG_FIELDS, (frozenset(names), size))
        return view

    return mark


def install(app: Flask) -> None:
    """Have every request read so."""
    app.request_class = Request
