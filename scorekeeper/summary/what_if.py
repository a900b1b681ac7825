"""The same deals under other house rules, beside what they were; nothing of it is ever stored."""

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.ledger import LedgerRound
from scorekeeper.files.sheet import Sheet


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A deal that fits only one of both rules: its *number* on the sheet, and why not the other."""

    number: int
    played: LedgerRound


@dataclass(frozen=True, slots=True)
class Comparison:
    """A sheet under its *own* rules and under *other* ones: the same deals, which fit both.

    Those that do not are *left out*, in the order of the sheet.
    """

    own: Sheet
    other: Sheet
    left_out: tuple[LeftOut, ...]


def compared(sheet: Sheet, house: Any) -> Comparison:
    """A sheet beside itself under other house rules."""
    spelled_out = sheet.under_other_rules(sheet.house, sheet.head.stake)
    numbers, left_out = list(range(1, len(sheet.rounds) + 1)), list[LeftOut]()
    own = spelled_out
    while True:
        other, gone = replace(own, house=house).without_misfits()
        numbers = _without(numbers, gone, left_out)
        own, gone = replace(other, house=sheet.house).without_misfits()
        if not gone:
            break
        numbers = _without(numbers, gone, left_out)
    closed = replace(sheet.head, seating=own.head.seating)
    return Comparison(
        replace(own, head=closed),
        replace(other, head=closed),
        tuple(sorted(left_out, key=lambda each: each.number)),
    )


def _without(
    numbers: list[int], gone: tuple[LedgerRound, ...], left_out: list[LeftOut]
) -> list[int]:
    """The numbers of the rounds that stay; those that are gone are added to *left_out*."""
    places = {played.number for played in gone}
    left_out += (LeftOut(numbers[played.number - 1], played) for played in gone)
    return [number for place, number in enumerate(numbers, 1) if place not in places]
