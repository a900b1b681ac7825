"""The same deals under other house rules, beside what they were; nothing of it is ever stored."""

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.ledger import LedgerRound
from scorekeeper.files.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Comparison:
    """A sheet under its *own* rules and under *other* ones: the same deals, which fit both.

    Those that fit only one of both are *left out*, in the order of the sheet: the number of each on
    it, and why it does not fit the other one.
    """

    own: Sheet
    other: Sheet
    left_out: tuple[tuple[int, LedgerRound], ...]


def compared(sheet: Sheet, house: Any) -> Comparison:
    """A sheet beside itself under other house rules."""
    spelled_out = sheet.under_other_rules(sheet.house, sheet.head.stake)
    numbers, left_out = list(range(1, len(sheet.rounds) + 1)), list[tuple[int, LedgerRound]]()
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
        tuple(sorted(left_out, key=lambda each: each[0])),
    )


def _without(
    numbers: list[int], gone: tuple[LedgerRound, ...], left_out: list[tuple[int, LedgerRound]]
) -> list[int]:
    """The numbers of the rounds that stay; those that are gone are added to *left_out*."""
    places = {played.number for played in gone}
    left_out += ((numbers[played.number - 1], played) for played in gone)
    return [number for place, number in enumerate(numbers, 1) if place not in places]
