"""The page of a round's form, the same for every game and use."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from scorekeeper.core.agreed_points import AGREED
from scorekeeper.core.game import Unit
from scorekeeper.core.phrases import Problem
from scorekeeper.games.round_form import RoundForm
from scorekeeper.i18n.messages import Messages, Names
from scorekeeper.web.request.page_cache import CacheKey, cached_fragment
from scorekeeper.web.round.change_preview import ChangePage, change_page
from scorekeeper.web.round.entries import UNJUDGED, DealerQuestion, Judgement, Meanwhile, RoundEntry
from scorekeeper.web.shared import rounds
from scorekeeper.web.shared.field_values import FoldLink, Refusal, Texts, grouped, placed_text

DEALER = "dealer"
REFUSED_OFTEN = 2  # times, before points by agreement are offered
NAME_PARTS = re.compile(r"[\s-]+")  # between them a name may go on in the next line
# Letters of a name in a key at 360 px: in the usual size, and smaller. By the number of sides; two
# sides have keys as wide as half the page.
LETTERS_AT_MOST = {2: (14, 18), 4: (6, 8), 5: (5, 7)}


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryNotes:
    """What is said around a form for a round.

    *notice* is said above it, *meanwhile* is what others were faster with, and *opened* names a
    fold that somebody asked for. It was *refused* so many times, and with other *dealers*, who are
    asked for first, it might not have been. *settled* says that the evening was settled.
    """

    notice: str = ""
    meanwhile: Meanwhile | None = None
    opened: str = ""
    refused: int = 0
    dealers: DealerQuestion | None = None
    settled: str = ""


NO_NOTES = EntryNotes()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """A form for a round, where it goes and what it says beside the fields.

    *at* holds the problems by the keys whose fields show them, *refusals* all of them for the head
    of the form. *hints* are what can be said of a round that is not whole yet, *reason* what the
    list of rounds will say of it, "" as long as it cannot be saved; *totals* have what it would add
    to them. It is *late* where deals may stand behind it already. *agreed* is where points by
    agreement are entered instead, "" where they are already, or in a repair. The questions of a
    form that nobody has filled in are kept as this *fragment*, *drawn* where they were before.
    """

    form: RoundForm
    template: str
    others: tuple[tuple[str, str], ...]
    action: str
    heading: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    unit: Unit
    side_of: tuple[int, ...]
    dealer: int
    save: str
    carried: tuple[tuple[str, str], ...]
    at: Mapping[str, Texts]
    refusals: tuple[Refusal, ...]
    totals: tuple[rounds.SideTotal, ...]
    reason: str
    sum: rounds.Sum | None
    changes: ChangePage | None
    hints: tuple[str, ...]
    late: bool
    agreed: str
    notes: EntryNotes
    fragment: CacheKey | None = None
    drawn: Markup | None = None

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
    def has_long_totals(self) -> bool:
        """Whether the totals are too wide for the largest figures."""
        return rounds.has_long_totals(self.totals)

    @property
    def said(self) -> str:
        """The one line about the round that stands beside the button that saves it."""
        return self.reason or "".join(() if self.refusals else self.hints[-1:])

    @property
    def hints_below(self) -> tuple[str, ...]:
        """The hints that unfold below that line."""
        return self.hints if self.reason or self.refusals else self.hints[:-1]

    @property
    def has_two_sides(self) -> bool:
        """Whether partners play against partners, or one against one."""
        return len(self.sides) == rounds.BESIDE_EACH_OTHER

    @property
    def offers_agreed(self) -> bool:
        """Whether points by agreement are offered: the form was refused for the second time."""
        return bool(self.agreed) and self.notes.refused >= REFUSED_OFTEN

    @property
    def open_folds(self) -> frozenset[str]:
        """The folds that are to be open: one that was asked for, and those of problems."""
        folds = (refusal.fold.fold for refusal in self.refusals if refusal.fold)
        return frozenset((self.notes.opened, *folds))


def entry_page(
    entry: RoundEntry,
    form: RoundForm,
    messages: Messages,
    judged: Judgement = UNJUDGED,
    notes: EntryNotes = NO_NOTES,
) -> EntryPage:
    """The form with every problem at its field or on top, and what it would give so far."""
    slug, table, names = entry.state.sheet.game.slug, entry.table, entry.names()
    is_agreed = form.slug == AGREED  # which is not called a deal, and not saved like one
    shown = form.problem_keys | {DEALER}
    previewed = judged.preview if entry.is_previewed else None
    texts = [
        placed_text(
            problem, slug, messages, names, shown, f"{slug}.field.{problem.field}"
        )._replace(fold=_fold_link(problem, form, slug, messages))
        for problem in judged.problems
    ]
    return EntryPage(
        form=form,
        template=form.template or f"games/{slug}/{form.slug}.html",
        others=_other_forms(entry, form, messages),
        action=entry.address(form.slug),
        heading=messages.text("agreed.heading") if is_agreed else entry.heading(messages),
        players=tuple(names.players),
        sides=tuple(names.sides),
        unit=names.unit,
        side_of=_sides_by_seat(entry),
        dealer=table.dealer,
        save=messages.text("save") if is_agreed and not entry.carried else entry.save(messages),
        carried=entry.carried,
        at={key: at for key, at in grouped(texts).items() if key in shown},
        refusals=tuple(texts),
        totals=rounds.side_totals(entry.state, messages, _worth(judged)),
        reason=_reason(entry, judged, messages, names),
        sum=None if judged.score is None else rounds.sum_page(judged.score, slug, names, messages),
        changes=None if previewed is None else change_page(previewed, messages),
        hints=tuple(messages.phrase(slug, "hint", hint, names) for hint in form.hints()),
        late=entry.is_late,
        agreed="" if is_agreed or entry.carried else entry.address(AGREED),
        notes=notes,
    )


def blank_entry_page(
    entry: RoundEntry, form: RoundForm, messages: Messages, notes: EntryNotes, sent_to: str
) -> EntryPage:
    """The page of a form that nobody has filled in, for the next round.

    Its questions are drawn once for all phones, and for further deals as long as they show the same
    of the table. Addresses of the sheet begin with *sent_to*.
    """
    page = entry_page(entry, form, messages, notes=notes)
    row = entry.state.row
    fragment = CacheKey(
        (row.key, page.template, messages.language, sent_to),
        (
            form.shown_of_table(),
            entry.table.house,
            (page.players, page.sides, page.side_of),
            row.currency,
            notes.opened,
        ),
    )
    return replace(page, fragment=fragment, drawn=cached_fragment(fragment))


def _other_forms(
    entry: RoundEntry, form: RoundForm, messages: Messages
) -> tuple[tuple[str, str], ...]:
    """The other forms of the game: what they are called, and where."""
    slug, offered = entry.state.sheet.game.slug, entry.state.plugin.forms
    return tuple(
        (messages.text(f"{slug}.form.{other.slug}"), entry.address(other.slug))
        for other in offered
        if other is not type(form)
    )


def _worth(judged: Judgement) -> Sequence[int] | None:
    """What every total would become more by; None as long as nobody knows."""
    if judged.score is None:
        return None
    if judged.preview is None:
        return judged.score.points
    before, after = judged.preview.before.ledger.totals, judged.preview.after.ledger.totals
    return [then - now for now, then in zip(before, after, strict=True)]


def _reason(entry: RoundEntry, judged: Judgement, messages: Messages, names: Names) -> str:
    """What the list of rounds will say of a round that could have happened; "" of any other."""
    if judged.dealt is None or judged.score is None:
        return ""
    table = entry.table.with_dealer(judged.dealt.dealer)
    return messages.reason(entry.state.sheet.game, judged.dealt.observation, table, names)


def _sides_by_seat(entry: RoundEntry) -> tuple[int, ...]:
    """The side of every seat."""
    sides = entry.state.sheet.game.sides(entry.table.seats)
    by_seat = {seat: side for side, seats in enumerate(sides) for seat in seats}
    return tuple(by_seat[seat] for seat in range(entry.table.seats))


def _fold_link(problem: Problem, form: RoundForm, slug: str, messages: Messages) -> FoldLink | None:
    """The button that leads to the part of the form in which more can be told about a problem."""
    fold = form.problem_folds.get(problem.code)
    return None if fold is None else FoldLink(fold, messages.text(f"{slug}.problem_fold.{fold}"))
