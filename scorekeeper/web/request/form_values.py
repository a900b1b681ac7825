"""The values of a form that was sent: as long as anything that people type, and no longer.

A refused form is shown again with everything in it, so nothing in it may be a megabyte.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from flask import Flask, current_app, request
from flask import Request as PlainRequest
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from scorekeeper.core.typed_text import typed_text

VALUE_AT_MOST = 1000  # characters: several times the longest text that any field takes
NAME_AT_MOST = 100
FIELDS_AT_MOST = 500
CUT = "…"  # stands for the rest, so that what was cut is taken for nothing else
LONG_FIELDS, BYTES = "long_fields", "bytes_at_most"  # of a view

View = TypeVar("View", bound=Callable[..., Any])


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
                yield name, value if name in self.whole else cut(value)


class Request(PlainRequest):
    """A request whose form holds short values, but for its *whole_fields*."""

    form_data_parser_class = ShortValuesParser
    whole_fields: frozenset[str] = frozenset()

    def make_form_data_parser(self) -> FormDataParser:
        """The parser that knows which fields may be long."""
        parser = super().make_form_data_parser()
        if isinstance(parser, ShortValuesParser):
            parser.whole = self.whole_fields
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
        setattr(view, LONG_FIELDS, frozenset(names))
        setattr(view, BYTES, size)
        return view

    return mark


def allow_long(endpoint: str | None, _: dict[str, Any] | None) -> None:
    """Read the form of this request as its view takes it, whoever looks at it first."""
    view = current_app.view_functions.get(endpoint or "")
    sent: Any = request
    sent.whole_fields = getattr(view, LONG_FIELDS, frozenset())
    size = getattr(view, BYTES, None)
    if size is not None:
        sent.max_content_length = sent.max_form_memory_size = size


def install(app: Flask) -> None:
    """Have every request read so."""
    app.request_class = Request
    app.url_value_preprocessor(allow_long)
