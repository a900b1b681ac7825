"""The page of a form that came too late or twice: what happened meanwhile, and the ways out."""

from dataclasses import dataclass

from scorekeeper.web.history.pages import News


@dataclass(frozen=True, slots=True)
class WayOut:
    """A button that sends what was typed again, and where to."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class ConflictPage:
    """What has happened meanwhile, and what can be done with the form that was sent.

    *sentences* is the key of its heading and text; *answered* is the key of that form, *key* a
    fresh one for the forms on this page, which carry all that was *typed*.
    """

    sentences: str
    ways_out: tuple[WayOut, ...]
    typed: tuple[tuple[str, str], ...]
    answered: str
    key: str
    based_on: int
    news: News | None
