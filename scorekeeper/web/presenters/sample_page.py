"""The pages on which a sample evening is thrown away."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ThrowAwayPage:
    """Before it is: the address of the group, to which nothing has happened yet."""

    back: str


@dataclass(frozen=True, slots=True)
class ThrownAwayPage:
    """Afterwards: the address that the group had, for the list of a phone."""

    gone: str
