"""The page of a sheet: how it stands, what was saved last, the form for the next round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.core.fewest_payments import Transfer
from scorekeeper.core.game import Progress
from scorekeeper.games.plugin import Section
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.journal.entries import undoing
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.change_set import preview_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.rows import EntryRow, SheetRow
from scorekeeper.summary.chart import ROUNDS_AT_LEAST, Chart, chart_of
from scorekeeper.summary.chat_texts import result_text
from scorekeeper.summary.result import Standing, result, standing, transfers
from scorekeeper.web.house_rules.fields import NamesAndValues, house_in_words
from scorekeeper.web.round.entry_page import EntryPage
from scorekeeper.web.shared.paging import ListPage, list_page
from scorekeeper.web.shared.rounds import (
    LATEST,
    ROUNDS_AT_MOST,
    DrawnRow,
    RoundRow,
    SideTotal,
    names_in,
    newcomers,
    round_rows,
    side_totals,
)

PEGS_AT_MOST = 40  # beside each other on a small phone
# Letters of a total in large figures, by the number of sides; 7 where nothing is said.
LETTERS_OF_TOTALS = {2: 4, 4: 8}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRequest:
    """What the request for the page of a sheet knows.

    *title* is what the sheet is called. The rounds are *wanted* from the one of that place on, or
    so many *latest* ones; places are counted from 1, and those struck out keep theirs. *saved* is
    the revision under which somebody at this phone has just saved something, *address* the one for
    looking at the sheet alone, if phones can open it, *look_code* its QR code on the page of a
    table; *is_board*: other phones follow by this page. *token* is the one of which all forms have
    theirs, *rounds_at* that of the addresses of rounds; *writing* says who else is writing.
    """

    title: str
    wanted: int | None = None
    latest: int = LATEST
    saved: int | None = None
    address: str | None = None
    look_code: str | None = None
    is_board: bool = False
    token: FormToken
    rounds_at: str
    writing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """Everything on the page of a sheet, which stands in the database as this *row*.

    *pegs* show how far an evening is that has an end; *pages* say which rounds are shown; *entry*
    is the form for the next one, if there is one; the sheet has *finished* by itself, or the table
    *stopped*; *payments* say who pays whom, None where nobody plays for money or the sheet is not
    over, and *settled* that this was taken into a settlement, "" as long as it was not; the *stamp*
    stands around the winner's crown; *places* are empty as long as it is played; the *curve* stands
    there instead of the form; *result_text* is for a chat, empty as long as it is played;
    *latest* is the id of the last round; *newcomers* tell who takes over from whom with the next
    one; *saved* says what was just saved, *announced* what is read aloud of the latest change, on
    the board alone.
    """

    row: SheetRow
    request: SheetRequest
    game: str
    progress: str
    pegs: Progress | None
    sides: tuple[SideTotal, ...]
    players: tuple[str, ...]
    dealer: str
    rounds: tuple[RoundRow | DrawnRow, ...]
    newcomers: tuple[str, ...]
    pages: ListPage
    entry: EntryPage | None
    finished: bool
    stopped: bool
    result: str
    places: tuple[Standing, ...]
    stamp: str
    payments: tuple[Transfer[str], ...] | None
    settled: str
    sections: Sequence[Section]
    house: NamesAndValues
    first_form: str
    latest: int | None
    has_curve: bool
    curve: Chart | None
    saved: str
    announced: tuple[str, ...]
    result_text: str

    @property
    def has_long_totals(self) -> bool:
        """Whether the totals are too wide for the largest figures."""
        widest = max(len(side.total) for side in self.sides)
        return widest > LETTERS_OF_TOTALS.get(len(self.sides), 7)

    @property
    def last_round(self) -> RoundRow | None:
        """The last of the shown rounds that stands; None where none is, or only earlier ones."""
        shown = (row for row in self.rounds if isinstance(row, RoundRow))
        return next((row for row in shown if row.latest and row.number), None)


def sheet_page(
    state: SheetState,
    messages: Messages,
    request: SheetRequest,
    entry: EntryPage | None = None,
    settled: date | None = None,
) -> SheetPage:
    """The page that was asked for; *settled* is the day on which the sheet was, if it was."""
    sheet, ledger = state.sheet, state.ledger
    pages = list_page(len(state.order), request.wanted, ROUNDS_AT_MOST, request.latest)
    upcoming = () if pages.count_later else newcomers(state, len(state.round_ids) + 1, messages)
    return SheetPage(
        row=state.row,
        request=request,
        game=messages.text(f"{sheet.game.slug}.name"),
        progress=_progress(state, messages),
        pegs=_pegs(state),
        sides=side_totals(state, messages),
        players=state.seated[-1],
        dealer="" if state.is_over else state.seated[-1][ledger.table.dealer],
        rounds=round_rows(state, messages, pages, request.rounds_at),
        newcomers=upcoming,
        pages=pages,
        entry=entry,
        finished=ledger.finished,
        stopped=sheet.head.closed,
        result=result(sheet, messages) if state.is_over else "",
        places=standing(ledger) if state.is_over else (),
        stamp=messages.text("result.stamp", day=messages.day(state.day)) if state.is_over else "",
        payments=transfers(sheet) if state.is_over else None,
        settled=messages.text("money.settled", day=messages.day(settled)) if settled else "",
        sections=state.plugin.sections(ledger),
        house=house_in_words(sheet, messages),
        first_form=state.plugin.forms[0].slug,
        latest=state.round_ids[-1] if state.round_ids else None,
        has_curve=len(ledger.rounds) >= ROUNDS_AT_LEAST,
        curve=curve_of(state, messages) if state.is_over else None,
        saved=_saved_notice(state, request.saved, messages),
        announced=_announcement(state, messages) if request.is_board else (),
        result_text=result_text(sheet, state.day, messages, request.address, settled)
        if state.is_over
        else "",
    )


def curve_of(state: SheetState, messages: Messages) -> Chart | None:
    """The totals of every side over the evening so far; None before there are any."""
    return chart_of(state.ledger, state.side_names, state.sheet.unit, messages)


def _progress(state: SheetState, messages: Messages) -> str:
    """Which round comes next; how many there were once the sheet is over."""
    if state.is_over:
        return messages.text("group.deals", count=state.ledger.deals)
    progress = state.sheet.game.progress(state.ledger.table)
    if progress.of is None:
        return messages.text("sheet.deal", deal=progress.deal)
    return messages.text("sheet.deal_of", deal=progress.deal, of=progress.of)


def _pegs(state: SheetState) -> Progress | None:
    """None for an evening without an end, for a sheet that is over, and for too many deals."""
    progress = state.sheet.game.progress(state.ledger.table)
    if progress.of is None or progress.of > PEGS_AT_MOST or state.is_over:
        return None
    return progress


# ---- The latest change: what was just saved, with the way back, and read aloud -------------------


def _saved_notice(state: SheetState, revision: int | None, messages: Messages) -> str:
    """What was saved under a revision; "" where it was no round, or not the latest change."""
    saved = state.rounds_saved_at(revision) if revision == state.row.revision else ()
    return _changed_round(state, saved, messages) if saved else ""


def _announcement(state: SheetState, messages: Messages) -> tuple[str, ...]:
    """The latest change as phones that follow the sheet read it aloud; empty where it was no round.

    What happened to which round, how the totals stand now, and who has won if that was the end,
    with names beside all points.
    """
    saved = state.rounds_saved_at(state.row.revision)
    if not saved:
        return ()
    is_struck = state.number_of(saved[0].subject) is None  # what its number was is long to find
    totals = _with_names(state.side_names, state.ledger.totals, state, messages)
    told = (
        messages.text("told.struck")
        if is_struck
        else _changed_round(state, saved, messages, is_aloud=True),
        messages.text("told.totals", totals=totals),
    )
    return (*told, result(state.sheet, messages)) if state.is_over else told


def _with_names(
    sides: Sequence[str], points: Iterable[int], state: SheetState, messages: Messages
) -> str:
    """Every side with its points, one after the other."""
    told = (
        messages.text("told.side", side=side, points=messages.points(number, state.sheet.unit))
        for side, number in zip(sides, points, strict=True)
    )
    return messages.joined("text.comma", told)


def _changed_round(
    state: SheetState, saved: Sequence[EntryRow], messages: Messages, *, is_aloud: bool = False
) -> str:
    """What happened to the first of the rounds: its number, and its points where it stands.

    *is_aloud*: with names beside the points.
    """
    round_id = saved[0].subject
    number = state.number_of(round_id)
    if number is None:
        undone = preview_of(state, undoing(state, saved)).after
        return messages.text("saved.struck", number=undone.label_of(round_id))
    played = state.ledger.rounds[number - 1]
    points = played.score.points
    told = {
        "number": played.label,
        "points": _with_names(names_in(state, number).sides, points, state, messages)
        if is_aloud
        else messages.columns(points, state.sheet.unit),
    }
    replaced = state.edition_before(saved[0])
    if replaced is None:
        is_last = round_id == state.last_round_id
        return messages.text("saved.new" if is_last else "saved.inserted", **told)
    was_struck = replaced.data is None
    return messages.text("saved.restored" if was_struck else "saved.corrected", **told)
