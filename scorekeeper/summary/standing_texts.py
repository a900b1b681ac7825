"""A standing in words: for a page, a paper on the wall, a spreadsheet and a chat."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import NamedTuple

from scorekeeper.core.standings import UNCUT, Cut, Standing, known_unit
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
    """A standing: its *title* is the name of the season or the game, *about* says what counts.

    *short_days* are those of the evenings without their year; *unit* is what values are counted in
    where they do not say it.
    """

    title: str
    about: tuple[str, ...]
    short_days: tuple[str, ...]
    unit: str
    lines: tuple[StandingLine, ...]


def standing_texts(
    standing: Standing[int],
    names: Mapping[int, str],
    messages: Messages,
    cut: Cut = UNCUT,
    left_out: int = 0,
) -> StandingTexts:
    """The standing in words; so many sheets are *left out* because of their unit."""
    unit = standing.unit
    return StandingTexts(
        title=standing.season.name or messages.text(f"{standing.season.game}.name"),
        about=tuple(_about(standing, cut, left_out, messages)),
        short_days=tuple(
            messages.short_day(evening.day) if evening.day else "–" for evening in standing.evenings
        ),
        unit="" if unit == "cents" else messages.text(f"standing.unit.{unit}"),
        lines=tuple(_lines(standing, names, messages)),
    )


def _about(standing: Standing[int], cut: Cut, left_out: int, messages: Messages) -> list[str]:
    season, evenings = standing.season, standing.evenings
    unit = known_unit(season, evenings)
    told = [*season_rules(season, messages, unit)] if season.name else []
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
    standing: Standing[int], names: Mapping[int, str], messages: Messages
) -> Iterator[StandingLine]:
    told = partial(value_text, unit=standing.unit, messages=messages)
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
