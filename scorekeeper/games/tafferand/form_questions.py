"""What the form asks for each of the six games, as frozen values that its template draws."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.seats import partners
from scorekeeper.games.choices import FormChoice, Sentence, seat_choices
from scorekeeper.games.fields import ChoiceField, NumberField
from scorekeeper.games.tafferand.rules import (
    HEARTS,
    KINDS,
    PLAYERS,
    QUEENS,
    SIDES,
    TOTAL,
    TRICKS,
)

COUNTS_OF = {  # what each game counts
    "stiche": (TRICKS,),
    "herz": (HEARTS,),
    "damen": (QUEENS,),
    "general": tuple(TOTAL),
}
SEATS_OF = {  # which players each game asks for, before it counts
    "tafferand": ("king",),
    "general": ("king",),
    "elferraus": ("first", "second"),
}
ASKED_OF = {kind: (*SEATS_OF.get(kind, ()), *COUNTS_OF.get(kind, ())) for kind in KINDS}
SHARED = "shared"  # begins the answer that two partners have everything between them


@dataclass(frozen=True, slots=True)
class GamesLeft:
    """The games that the player at *seat* can still declare.

    They are shown while the question who declares (in turn: who deals) has one of these *answers*.
    Without script all would be there; then only those of whose *turn* it is are shown.
    """

    seat: int
    turn: bool
    answers: tuple[str, ...]
    choices: tuple[FormChoice, ...]


@dataclass(frozen=True, slots=True)
class SideCount:
    """What a side has by the field called *name*: typed there, or left by the other side."""

    name: str
    data: Any


@dataclass(frozen=True, slots=True)
class Holders:
    """Who can have taken all that *side* has, asked once its *count* says it has it all."""

    side: int
    count: SideCount
    choices: tuple[FormChoice, ...]


@dataclass(frozen=True, slots=True)
class CountGroup:
    """The question for the tricks, hearts or queens of both sides, *total* in all.

    It belongs to these *games*. The field *durchmarsch* is for whoever took all of them; it has
    *holders* to choose from by side, and none where the table does not ask.
    """

    name: str
    total: int
    games: tuple[str, ...]
    counts: tuple[NumberField, ...]
    durchmarsch: ChoiceField
    holders: tuple[Holders, ...]


def game_value(kind: str, seat: int) -> str:
    """A game and its Spielmacher in one value, as the form sends them: herz_2."""
    return f"{kind}_{seat}"


def game_choice(kind: str, seat: int) -> FormChoice:
    """A game of a Spielmacher; the keyboard moves to what it counts, unless it asks more before."""
    counts = () if kind in SEATS_OF else COUNTS_OF[kind]
    label = Sentence(f"tafferand.form.game.{kind}")
    return FormChoice(game_value(kind, seat), label, focus_next=counts[0] if counts else "")


def games_asking(key: str) -> tuple[str, ...]:
    """The values of all games, whoever declares, that ask for this key of the sheet file."""
    kinds = [kind for kind, asked in ASKED_OF.items() if key in asked]
    return tuple(game_value(kind, seat) for kind in kinds for seat in range(PLAYERS))


def holder_choices(side: int) -> tuple[FormChoice, ...]:
    """Who can have taken everything that a side has: either partner, or both."""
    both = FormChoice(f"{SHARED}_{side}", Sentence("tafferand.field.shared"))
    return (*seat_choices(partners(side)), both)


GAME_CHOICES = tuple(game_choice(kind, seat) for seat in range(PLAYERS) for kind in KINDS)
HOLDER_CHOICES = tuple(choice for side in range(SIDES) for choice in holder_choices(side))
