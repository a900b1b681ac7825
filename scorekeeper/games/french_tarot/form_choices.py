"""What the form of a deal offers to choose from, with the numbers of the rules beside it."""

from scorekeeper.games.choices import FormChoice, Sentence
from scorekeeper.games.french_tarot.poignees import trumps_by_size
from scorekeeper.games.french_tarot.rules import FACTORS, NEEDED, Camp, HouseRules

NOBODY = FormChoice("nobody", Sentence("french_tarot.field.nobody"))  # takes: all passed
ALONE = FormChoice("alone", Sentence("french_tarot.field.alone"))  # though a king was called
ATTACK = Sentence("french_tarot.field.attack")
DEFENCE = Sentence("french_tarot.field.defence")
CAMPS = (FormChoice(Camp.ATTACK, ATTACK), FormChoice(Camp.DEFENCE, DEFENCE))
NO_CHELEM = FormChoice("nobody", Sentence("french_tarot.field.no_chelem"))
CHELEM_MAKERS = (*CAMPS, NO_CHELEM)
CONTRACTS = tuple(
    FormChoice(contract, Sentence(f"french_tarot.form.contract.{contract}"), f"\u2002× {factor}")
    for contract, factor in FACTORS.items()
)
BOUTS_AND_POINTS = tuple(
    FormChoice(str(bouts), str(bouts), f"\u2002· {points}") for bouts, points in enumerate(NEEDED)
)


def poignee_choices(playing: int, house: HouseRules) -> tuple[FormChoice, ...]:
    """The poignées where so many play by these house rules, each with its trumps."""
    return tuple(
        FormChoice(size, Sentence(f"french_tarot.form.size.{size}", {"trumps": trumps}))
        for size, trumps in trumps_by_size(playing, house).items()
    )
