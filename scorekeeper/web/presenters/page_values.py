"""Frozen values of rounds that several pages show: sums, forms for rounds, changes, history."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.core.names import NAME
from scorekeeper.games.round_form import RoundForm
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.presenters.refusals import PlacedText, Refusal

REFUSED_OFTEN = 2  # times, before points by agreement are offered
NAME_PARTS = re.compile(r"[\s-]+")  # between them a name may go on in the next line
# Letters of a name in a key at 360 px: in the usual size, and smaller. By the number of sides; two
# sides have keys as wide as half the page.
LETTERS_AT_MOST = {2: (14, 18), 4: (6, 8), 5: (5, 7)}


@dataclass(frozen=True, slots=True)
class SideTotal:
    """A column of the sheet."""

    name: str
    total: str
    leads: bool


@dataclass(frozen=True, slots=True)
class LineText:
    """A line of a score, in words; *side* is the number of its column."""

    side: int
    points: str
    text: str


@dataclass(frozen=True, slots=True)
class Sum:
    """What a round is worth: the points of every side, and the lines that explain them."""

    sides: tuple[str, ...]
    points: tuple[str, ...]
    lines: tuple[LineText, ...]


@dataclass(frozen=True, slots=True)
class TagText:
    """A word beside the points of a round, *strong* if it turned the round."""

    text: str
    strong: bool


@dataclass(frozen=True, slots=True)
class MarkText:
    """What stands beside the points of a side: who made the round, the suit, and tags.

    *role* is "maker" or "partner", "" where nobody is named.
    """

    name: str
    role: str
    suit: str
    tags: tuple[TagText, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """A round on the sheet page, standing or struck out (then without a number).

    *totals* are those of every side after it; *marks* stand beside its points, one or None for
    every side, or are empty; *newcomers* tell who took over from whom with this round.
    """

    id: int
    number: str | None
    dealer: str
    reason: str
    sum: Sum | None
    totals: tuple[str, ...] = ()
    marks: tuple[MarkText | None, ...] = ()
    problems: tuple[str, ...] = ()
    edited: bool = False
    latest: bool = False
    before: int = 0
    newcomers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealerQuestion:
    """The seat that is taken for the dealer, and those with which the round could have happened."""

    taken: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """A form for a round, where it goes and what it says beside the fields.

    *at* holds the problems by the keys whose fields show them, *refusals* all of them for the head
    of the form. *hints* are what can be said of a round that is not whole yet; it is *late* where
    others may stand behind it already; *opened* names a fold that somebody asked for. *agreed* is
    where points by agreement are entered instead; they are offered where the form was *refused* for
    the second time. *dealers* are asked for first: with one of them the round could have happened.
    *meanwhile* is what others were faster with. *reason* is what the list of rounds will say of the
    round, empty as long as it cannot be saved; *settled* says that the evening was settled.
    """

    form: RoundForm
    template: str
    others: tuple[tuple[str, str], ...]
    action: str
    heading: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    side_of: tuple[int, ...]
    dealer: int
    save: str
    carried: tuple[tuple[str, str], ...]
    at: Mapping[str, tuple[PlacedText, ...]]
    refusals: tuple[Refusal, ...] = ()
    sum: Sum | None = None
    notice: str | None = None
    meanwhile: "Meanwhile | None" = None
    changes: "ChangePage | None" = None
    hints: tuple[str, ...] = ()
    late: bool = False
    opened: str = ""
    agreed: str = ""
    refused: int = 0
    dealers: "DealerQuestion | None" = None
    reason: str = ""
    settled: str = ""

    @property
    def names_class(self) -> str:
        """How keys with names are laid out: by the longest word among the names.

        Empty where all fit beside each other on a small phone, "small-names" where they do in
        smaller letters, and "wide-names" as well where fewer stand in a row.
        """
        longest = max(len(word) for name in self.players for word in NAME_PARTS.split(name))
        small, wide = LETTERS_AT_MOST.get(len(self.sides), (9, 12))
        if longest <= small:
            return ""
        return "small-names" if longest <= wide else "small-names wide-names"

    @property
    def offers_agreed(self) -> bool:
        """Whether points by agreement are offered as the way out."""
        return bool(self.agreed) and self.refused >= REFUSED_OFTEN

    @property
    def open_folds(self) -> frozenset[str]:
        """The folds that are to be open: one that was asked for, and those of problems."""
        return frozenset((self.opened, *(each.fold.fold for each in self.refusals if each.fold)))


@dataclass(frozen=True, slots=True)
class MovedRound:
    """A round that a change would touch: its dealer and points before and after."""

    reason: str
    was: str
    becomes: str


@dataclass(frozen=True, slots=True)
class Misfit:
    """A round that a change would leave impossible."""

    id: int
    number: str
    reason: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """The head and total of a side before and after a change."""

    name: str
    name_after: str
    total: str
    total_after: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A round that is changed on purpose, before and after; a repair can be taken back."""

    id: int
    number: str
    was: str
    becomes: str
    repair: bool


@dataclass(frozen=True, slots=True)
class Pin:
    """A later round that the rotation would give to somebody else: *dealer* dealt it."""

    id: int
    number: str
    dealer: str


@dataclass(frozen=True, slots=True)
class ChangePage:
    """What a change would do, to be looked at before it is saved.

    So many *more_moved* rounds and *more_misfits* are not shown. *kept* is the first round that
    the change set leaves with its dealer, *pin* the first that would get another one.
    """

    sides: tuple[Column, ...]
    itself: tuple[Changed, ...]
    moved: tuple[MovedRound, ...]
    more_moved: int
    misfits: tuple[Misfit, ...]
    more_misfits: int
    pin: Pin | None
    kept: Pin | None


@dataclass(frozen=True, slots=True)
class UndoButton:
    """A button that undoes what was written about a group under *revision*, and its form token."""

    text: str
    revision: int
    key: str
    based_on: int


@dataclass(frozen=True, slots=True)
class PageAddress:
    """Where a line leads to: the *endpoint* of a page, and the *values* in its address."""

    endpoint: str
    values: Mapping[str, int]


def author_of(entry: EntryRow | EntryRow) -> str | None:
    """Who says to have written an entry, as a name is read today."""
    return entry.author and NAME.read_text(entry.author)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """Something that was written: when, about what, from what to what, and the page of that."""

    moment: str
    what: str
    old: str | None
    new: str | None
    author: str | None
    round_id: int | None = None
    edition: int = 1
    replaced: bool = False
    undo: UndoButton | None = None
    leads_to: PageAddress | None = None


@dataclass(frozen=True, slots=True)
class News:
    """What was written behind a revision, latest first, and how much of it is not shown."""

    lines: tuple[HistoryLine, ...]
    not_shown: int


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What others have written since a form for a round was made, and what can be done with it.

    *is_same* says that they have written that very round. Saved from here it is based on the
    revision *seen*; None where the form itself is based on it already.
    """

    news: News | None
    is_same: bool
    seen: int | None
