"""The mark on every page of a sample evening: what it is, and the way to throw it away."""

from dataclasses import dataclass
from typing import Any

from flask import Flask, g, url_for

from scorekeeper.core.days import local_day
from scorekeeper.web.request.access import is_writing
from scorekeeper.web.request.language import current_messages


@dataclass(frozen=True, slots=True)
class SampleMark:
    """What is said, and where it is thrown away; None for a phone that only looks."""

    text: str
    throw_away_at: str | None


def install(app: Flask) -> None:
    """Give templates `sample`: None on the pages of all other groups."""
    app.context_processor(mark_of_request)


def mark_of_request() -> dict[str, Any]:
    """The mark of the group of this request."""
    until = g.group.sample_until if "group" in g else None
    if until is None:
        return {"sample": None}
    messages = current_messages()
    text = messages.text("sample.text", day=messages.day(local_day(until)))
    address = url_for("samples.throw_away") if is_writing() else None
    return {"sample": SampleMark(text, address)}
