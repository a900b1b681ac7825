"""Who else is writing on a sheet, in a sentence."""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.live.presence import Writer
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.web.shared.field_values import Option

NAMES_AT_MOST = 3


class Writing(NamedTuple):
    """The writers on a sheet as one phone sees them: the *others*, and its *own*."""

    others: tuple[Writer, ...]
    own: Writer | None

    @property
    def tag(self) -> str:
        """Another one whenever the sentence about them is, on the same revision of the sheet."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:8]


def writing_of(writers: Mapping[str, Writer], phone: str | None) -> Writing:
    """The writers, by their phones, as one phone sees them; None: one without an id."""
    others = tuple(writer for of, writer in writers.items() if of != phone)
    return Writing(others, writers.get(phone or ""))


def writing_text(writing: Writing, state: SheetState, messages: Messages) -> str:
    """Who else is writing what; "" where nobody is."""
    count = len(writing.others)
    if not count:
        return ""
    if count == 1:
        return _about_one(writing.others[0], writing.own, state, messages)
    names = tuple(dict.fromkeys(writer.name for writer in writing.others if writer.name))
    shown = names[:NAMES_AT_MOST]
    if not shown:
        return messages.text("presence.several", count=count)
    listed = messages.listed(shown)
    if len(shown) == count:
        return messages.text("presence.several_named", count=count, names=listed)
    return messages.text("presence.several_among", count=count, names=listed)


def _about_one(writer: Writer, own: Writer | None, state: SheetState, messages: Messages) -> str:
    name, number, is_correction = writer.name, _number(writer, state), writer.round_id is not None
    is_same = own is not None and own.is_at_the_same(writer)
    if number is None:
        key = "presence.writes" if name else "presence.nobody_writes"
    elif is_correction and is_same:
        key = "presence.corrects_too" if name else "presence.nobody_corrects_too"
    elif is_correction:
        key = "presence.corrects" if name else "presence.nobody_corrects"
    elif is_same:
        key = "presence.enters_too" if name else "presence.nobody_enters_too"
    else:
        key = "presence.enters" if name else "presence.nobody_enters"
    return messages.text(key, name=name, number=number)


def _number(writer: Writer, state: SheetState) -> int | str | None:
    """The number of the round that somebody writes, as the sheet counts; None if nobody knows.

    Whoever has the form of an earlier revision may be entering a round that is there already.
    """
    if writer.round_id is not None:
        return state.label_of(writer.round_id)
    if writer.based_on != state.row.revision or state.is_over:
        return None
    return state.sheet.game.progress(state.ledger.table).deal


class HolderPage(NamedTuple):
    """The people at the table, one of whom is *chosen* if the phone is said to be theirs.

    *somebody_else* is the name of who has it instead; "" for nobody.
    """

    people: tuple[Option, ...]
    somebody_else: str
    is_named: bool


def holder_page(state: SheetState, holder: str) -> HolderPage:
    """The page where *holder* is the name that this phone has so far, "" for none."""
    names = tuple(dict.fromkeys(state.seated[-1]))
    people = tuple(Option(name, name, name == holder) for name in names)
    return HolderPage(people, "" if holder in names else holder, bool(holder))
