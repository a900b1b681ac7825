"""What the rules of a season are called, and the values of a standing."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from scorekeeper.core.number_parsing import exact
from scorekeeper.core.season import LOWEST, USUAL_PLACES, Counts, Season, Ties
from scorekeeper.core.standings import hundredths
from scorekeeper.i18n.messages import Messages


def value_text(value: Fraction, unit: str, messages: Messages) -> str:
    """A total, an average or what an evening was worth; *unit* as `core.standings.unit_of` says it.

    Of cents, whole ones; of anything else two digits at most.
    """
    if unit == "cents":
        return messages.money(hundredths(value / 100))
    return messages.number(rounded(value))


def rounded(value: Fraction) -> int | Decimal:
    """A value with two digits at most."""
    return exact(Decimal(hundredths(value)) / 100)


def place_text(place: int | None) -> str:
    """A place at the head of a row: "3.", or "–" for who is not ranked."""
    return "–" if place is None else f"{place}."


def place_number(place: int | None) -> str:
    """A place within a sentence: "3", or "–" for who is not ranked."""
    return "–" if place is None else str(place)


def season_text(season: Season, messages: Messages, unit: str = "") -> str:
    """The rules of a season in one line, as `season_rules` says them."""
    return messages.joined("text.semicolon", season_rules(season, messages, unit))


def season_rules(season: Season, messages: Messages, unit: str = "") -> Iterator[str]:
    """The rules of a season, each in a few words; *unit* as in `value_text`.

    Where it is not known ("") points may be money, and their number is told as it was typed.
    """
    yield messages.text(f"{season.game}.name")
    text, first = messages.text, messages.day(season.from_)
    if season.to is None:
        yield text("season.since", day=first)
    else:
        yield text("season.period", first=first, last=messages.day(season.to))
    yield text(f"season.counts.{season.counts}")
    if season.counts is Counts.PLACES:
        yield from _place_rules(season, messages)
    yield text(f"season.total.{season.total}")
    if season.drop:
        yield text("season.drops", count=season.drop)
    if season.best is not None:
        yield text("season.best_of", count=season.best)
    if season.last_double:
        yield text("season.last_double")
    if season.minimum:
        yield text("season.minimum_of", count=season.minimum)
    if season.absence is not None:
        known = {Counts.MONEY: "cents", Counts.POINTS: unit}.get(season.counts, "points")
        yield _absence(season.absence, known, messages)
    for tiebreak in season.tiebreak:
        yield text(f"season.tiebreak.{tiebreak}")


def _place_rules(season: Season, messages: Messages) -> Iterator[str]:
    table = USUAL_PLACES if season.places is None else season.places
    yield messages.text("season.place_points", points="–".join(map(messages.number, table)))
    if season.rest and table:
        yield messages.text("season.rest_points", points=messages.number(table[-1]))
    if season.ties is Ties.MEAN:
        yield messages.text("season.ties_mean")


def _absence(absence: int | str, unit: str, messages: Messages) -> str:
    if absence == LOWEST:
        return messages.text("season.absence_lowest")
    points = value_text(Fraction(absence), unit, messages)
    return messages.text("season.absence_of" if unit else "season.absence_number", points=points)
