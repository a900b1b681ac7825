"""Page values of forms that came too late, came twice, or say what cannot be."""

from dataclasses import dataclass

from scorekeeper.web.presenters.page_values import News


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


@dataclass(frozen=True, slots=True)
class ImpossiblePage:
    """Why a form that has no place of its own for problems was refused."""

    problems: tuple[str, ...]
