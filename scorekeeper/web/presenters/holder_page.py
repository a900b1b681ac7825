"""The page on which a phone says whose it is."""

from dataclasses import dataclass

from scorekeeper.services.sheet_state import SheetState


@dataclass(frozen=True, slots=True)
class PersonButton:
    """Somebody at the table, who is *chosen* if the phone is said to be theirs."""

    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class HolderPage:
    """The people at the table, and the name of *somebody_else* whose phone it is; "" for none."""

    people: tuple[PersonButton, ...]
    somebody_else: str
    is_named: bool


def holder_page(state: SheetState, holder: str) -> HolderPage:
    """The page where *holder* is the name that this phone has so far, "" for none."""
    names = tuple(dict.fromkeys(state.seated[-1]))
    people = tuple(PersonButton(name, name == holder) for name in names)
    return HolderPage(people, "" if holder in names else holder, bool(holder))
