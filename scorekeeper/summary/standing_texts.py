"""A standing in words: for a page, a paper on the wall, a spreadsheet and a chat."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import NamedTuple

from scorekeeper.core.standings import (
    EVERYTHING,
    UNCUT,
    Cut,
    Evening,
    Season,
    Standing,
    known_unit,
    unit_of,
)
from scorekeeper.i18n.messages import Messages
from scorekeeper.i18n.season_messages import place_text, season_rules, value_text


class StandingLine(NamedTuple):
    """A row: the *place*, "–" for who is not ranked, and numbers in words.

    *values* are those of all evenings, "" where there is none, each with whether it is counted.
    """

    place: str
    person: int
    name: str
    evenings: int
    won: int
    total: str
    average: str
    values: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingTexts:
    """A standing of a *game*, or of a season with that *name*; *about* says what counts.

    *short_days* are those of the evenings without their year; *unit* is what values are counted in
    where they do not say it.
    """

    game: str
    name: str
    about: tuple[str, ...]
    short_days: tuple[str, ...]
    unit: str
    lines: tuple[StandingLine, ...]

    @property
    def title(self) -> str:
        """What it is called."""
        return self.name or self.game


def standing_texts(
    game: str,
    standing: Standing[int],
    names: Mapping[int, str],
    messages: Messages,
    season: Season | None = None,
    cut: Cut = UNCUT,
    left_out: int = 0,
) -> StandingTexts:
    """The standing of a game in words, by the rules of a season if there is one.

    So many sheets are *left out* because of their unit.
    """
    unit = unit_of(season or EVERYTHING, standing.evenings)
    return StandingTexts(
        game=messages.text(f"{game}.name"),
        name=season.name if season else "",
        about=tuple(_about(season, cut, standing.evenings, left_out, messages)),
        short_days=tuple(
            messages.short_day(evening.day) if evening.day else "–" for evening in standing.evenings
        ),
        unit="" if unit == "cents" else messages.text(f"standing.unit.{unit}"),
        lines=tuple(_lines(standing, names, unit, messages)),
    )


def _about(
    season: Season | None,
    cut: Cut,
    evenings: Sequence[Evening[int]],
    left_out: int,
    messages: Messages,
) -> list[str]:
    told = [*season_rules(season, messages, known_unit(season, evenings))] if season else []
    if cut.first_day is not None:
        told.append(messages.text("standing.from_day", day=messages.day(cut.first_day)))
    if cut.last_day is not None:
        told.append(messages.text("standing.to_day", day=messages.day(cut.last_day)))
    told.append(messages.text("standing.evenings", count=len(evenings)))
    return [*told, messages.text("standing.left_out", count=left_out)] if left_out else told


def day_text(day: date | None, messages: Messages) -> str:
    """The day of an evening, which may have none."""
    return messages.day(day) if day else messages.text("standing.undated")


def _lines(
    standing: Standing[int], names: Mapping[int, str], unit: str, messages: Messages
) -> Iterator[StandingLine]:
    told = partial(value_text, unit=unit, messages=messages)
    for row in standing.rows:
        values = [("", False)] * len(standing.evenings)
        for value in row.values:
            values[value.place] = told(value.value), value.counted
        yield StandingLine(
            place=place_text(row.place),
            person=row.person,
            name=names[row.person],
            evenings=row.evenings,
            won=row.won,
            total=told(row.total),
            average=told(row.average),
            values=tuple(values),
        )


def standing_text(texts: StandingTexts, messages: Messages) -> str:
    """The standing for a chat: what it is, then a line for everybody."""
    told = [texts.title, messages.joined("text.semicolon", texts.about)]
    for line in texts.lines:
        evenings = messages.text("standing.evenings", count=line.evenings)
        total = messages.text("text.with_note", text=line.total, note=evenings)
        told.append(f"{line.place} {messages.text('text.pair', name=line.name, value=total)}")
    return "\n".join(told)
