"""The mark on the pages of a sample evening, and the pages on which it is thrown away."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ThrowAwayPage:
    """Before it is: the address of the group, to which nothing has happened yet."""

    back: str


@dataclass(frozen=True, slots=True)
class ThrownAwayPage:
    """Afterwards: the address that the group had, for the list of a phone."""

    gone: str


@dataclass(frozen=True, slots=True)
class SampleMark:
    """What every page of a sample says; None for a phone that only looks: it throws none away."""

    text: str
    throw_away_at: str | None
