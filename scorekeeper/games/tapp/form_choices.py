"""What the form of a round offers to choose from, and what is asked of each kind."""

from dataclasses import fields

from scorekeeper.games.choices import FormChoice, Sentence, Text, UnitAmount
from scorekeeper.games.tapp.game import TAPP
from scorekeeper.games.tapp.rules import FACTORS, WITH_SUIT, Bid, HouseRules

NOBODY = FormChoice("nobody", Sentence("tapp.field.nobody"))  # plays: it is a Ramsch
WON = FormChoice("won", Sentence("tapp.field.is_won"))
LOST = FormChoice("lost", Sentence("tapp.field.is_lost"))
NBSP = "\N{NO-BREAK SPACE}"
AUGEN = "augen"  # the group of the declarer's Augen in the page


def keys_of(kind: str) -> set[str]:
    """The keys that a kind of round knows; none for a word that is no kind."""
    made = TAPP.kinds.get(kind)
    return set() if made is None else {each.name for each in fields(made)}


WITH_AUGEN = tuple(kind for kind in FACTORS if "points" in keys_of(kind))


def bid_choice(bid: Bid, house: HouseRules) -> FormChoice:
    """A game to be bid: below it rank and worth, both again for hearts where these are more.

    A worth that does not fit behind its rank begins a line, and so is never broken.
    """
    note: tuple[Text, ...] = (f"{bid.rank}{NBSP}· ", UnitAmount(bid.worth, house.unit))
    if bid.hearts:
        note += (f"\n{bid.hearts_rank}{NBSP}·{NBSP}♥ ", UnitAmount(bid.hearts, house.unit))
    counted_at_once = bid.kind in WITH_AUGEN and bid.kind not in WITH_SUIT
    label = Sentence(f"tapp.form.game.{bid.kind}")
    return FormChoice(bid.kind, label, note, AUGEN if counted_at_once else "")
