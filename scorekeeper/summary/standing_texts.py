"""A standing in words: for a page, a paper on the wall, a spreadsheet and a chat."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from scorekeeper.core.seasons import EVERYTHING, Cut, Evening, Season, Standing, unit_of
from scorekeeper.i18n.messages import Messages
from scorekeeper.i18n.season_messages import place_text, season_rules, value_text

Person = TypeVar("Person", bound=Hashable)


@dataclass(frozen=True, slots=True)
class StandingLine(Generic[Person]):
    """A row: the *place*, "–" for who is not ranked, and numbers in words.

    *values* are those of all evenings, "" where there is none, each with whether it is counted.
    """

    place: str
    person: Person
    name: str
    evenings: int
    won: int
    total: str
    average: str
    values: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingTexts(Generic[Person]):
    """A standing of a *game*, or of a season with that *name*; *about* says what counts.

    *days* are those of the evenings, *short_days* without their year; *unit* is what values are
    counted in where they do not say it.
    """

    game: str
    name: str
    about: tuple[str, ...]
    days: tuple[str, ...]
    short_days: tuple[str, ...]
    unit: str
    lines: tuple[StandingLine[Person], ...]

    @property
    def title(self) -> str:
        """What it is called."""
        return self.name or self.game


def standing_texts(
    game: str,
    standing: Standing[Person],
    names: Mapping[Person, str],
    messages: Messages,
    season: Season | None = None,
    cut: Cut = Cut(),  # noqa: B008 - frozen
) -> StandingTexts[Person]:
    """The standing of a game in words, by the rules of a season if there is one."""
    unit = unit_of(season or EVERYTHING, standing.evenings)
    return StandingTexts(
        game=messages.text(f"{game}.name"),
        name=season.name if season else "",
        about=tuple(_about(season, cut, standing.evenings, messages)),
        days=tuple(_day(evening, messages) for evening in standing.evenings),
        short_days=tuple(_short_day(evening, messages) for evening in standing.evenings),
        unit="" if unit == "cents" else messages.text(f"standing.unit.{unit}"),
        lines=tuple(_lines(standing, names, unit, messages)),
    )


def _about(
    season: Season | None, cut: Cut, evenings: Sequence[Evening[Person]], messages: Messages
) -> list[str]:
    told = season_rules(season, messages) if season else []
    if cut.first_day is not None:
        told.append(messages.text("standing.from_day", day=messages.day(cut.first_day)))
    if cut.last_day is not None:
        told.append(messages.text("standing.to_day", day=messages.day(cut.last_day)))
    return [*told, messages.text("standing.evenings", count=len(evenings))]


def _day(evening: Evening[Person], messages: Messages) -> str:
    return messages.day(evening.day) if evening.day else messages.text("standing.undated")


def _short_day(evening: Evening[Person], messages: Messages) -> str:
    return messages.short_day(evening.day) if evening.day else "–"


def _lines(
    standing: Standing[Person], names: Mapping[Person, str], unit: str, messages: Messages
) -> list[StandingLine[Person]]:
    def told(value: Fraction) -> str:
        return value_text(value, unit, messages)

    lines = []
    for row in standing.rows:
        values = [("", False)] * len(standing.evenings)
        for each in row.values:
            values[each.place] = told(each.value), each.counted
        lines.append(
            StandingLine(
                place=place_text(row.place),
                person=row.person,
                name=names[row.person],
                evenings=row.evenings,
                won=row.won,
                total=told(row.total),
                average=told(row.average),
                values=tuple(values),
            )
        )
    return lines


def standing_text(texts: StandingTexts[Person], messages: Messages) -> str:
    """The standing for a chat: what it is, then a line for everybody."""
    heading = [texts.title, messages.joined("text.semicolon", texts.about)]
    return "\n".join([*heading, *(_chat_line(line, messages) for line in texts.lines)])


def _chat_line(line: StandingLine[Person], messages: Messages) -> str:
    evenings = messages.text("standing.evenings", count=line.evenings)
    told = messages.text("text.with_note", text=line.total, note=evenings)
    name = messages.text("text.pair", name=line.name, value=told)
    return f"{line.place} {name}"
