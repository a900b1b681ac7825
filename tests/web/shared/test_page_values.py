"""What the pages are made of while they are rendered: frozen values, all the way down."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from types import MappingProxyType
from typing import Any

import pytest
from flask import Flask, before_render_template
from flask.testing import FlaskClient
from wtforms.form import BaseForm

from scorekeeper.games.registry import PLUGINS
from scorekeeper.web.request.page_cache import CacheKey
from tests.web.table import form_at, open_sheet, play

FORMS = "entry"  # of a sheet's page: the form for the next round, no plain value
BELOW_A_SHEET = ("", "board", "house", "seats", "title", "share", "paper", "history", "rules")
BESIDE_IT = ("", "import", "new/klaverjassen?again=1", "people", "people/1", "history")
ANYWHERE = ("/", "/import", "/nowhere", "/blank/tapp", *(f"/rules/{slug}" for slug in PLUGINS))


@contextmanager
def rendered(app: Flask) -> Iterator[dict[str, Any]]:
    """The page values that templates are given meanwhile, by the name of the template."""
    seen: dict[str, Any] = {}

    def note(_: Flask, template: Any, context: dict[str, Any], **__: Any) -> None:
        if "page" in context:
            seen[template.name] = context["page"]

    with before_render_template.connected_to(note, app):
        yield seen


def names_of(value: Any) -> list[str]:
    """The fields of a named tuple, or of a frozen dataclass, but for one of forms."""
    named = list(getattr(value, "_fields", ()))
    if is_dataclass(value) and vars(type(value))["__dataclass_params__"].frozen:
        named = [each.name for each in fields(value)]
    return [name for name in named if name != FORMS]


def changeable(value: Any, at: str) -> list[str]:
    """Where in a value something could be changed."""
    if isinstance(value, str | int | Decimal | date | Enum | None):
        return []
    # What was typed, of which templates only read, and under what a part is kept, which none reads.
    if isinstance(value, BaseForm | CacheKey):
        return []
    names = names_of(value)
    if names:
        return [
            found for name in names for found in changeable(getattr(value, name), f"{at}.{name}")
        ]
    if isinstance(value, tuple | frozenset):
        return [found for each in value for found in changeable(each, f"{at}[]")]
    if isinstance(value, MappingProxyType):
        return changeable((*value.keys(), *value.values()), at)
    return [f"{at}: {type(value).__name__}"]


def test_nothing_on_a_page_can_be_changed(app: Flask, client: FlaskClient) -> None:
    sheet = open_sheet(client)
    group = sheet.removesuffix("1/")
    play(client, sheet)
    pages = [*(sheet + each for each in BELOW_A_SHEET), *(group + each for each in BESIDE_IT)]
    with rendered(app) as seen:
        for page in (*pages, *ANYWHERE):
            client.get(page)
        seats = form_at(client, f"{sheet}seats") | {"name_0": "Bert", "name_1": "Anna"}
        assert client.post(f"{sheet}seats", data=seats).status_code == 200
        house = form_at(client, f"{sheet}house") | {"house_tie": "keep"}
        assert client.post(f"{sheet}house", data=house).status_code == 200
    some = {"house_rules/copy.html", "seats/confirm.html", "error.html", "start/new.html"}
    assert some <= set(seen)
    assert len(seen) > 15
    for template, page in seen.items():
        assert names_of(page), template
        assert changeable(page, template) == []


@pytest.mark.parametrize("value", [[], {}, {"a"}, ([],), object()])
def test_what_can_be_changed_is_seen(value: Any) -> None:
    assert changeable(value, "page")
    assert changeable((1, "a", None, ("b",)), "page") == []
