"""The page of a sheet: totals, the form for the next round, the rounds so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.games.plugin import Section
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.summary import result
from scorekeeper.summary.chart import ROUNDS_AT_LEAST, SCREEN, Chart, chart_of
from scorekeeper.summary.result import PaymentText, standing
from scorekeeper.web.presenters.announcement import announcement
from scorekeeper.web.presenters.house_rule_fields import HouseRuleText, house_in_words
from scorekeeper.web.presenters.page_values import EntryPage, RoundRow, SideTotal
from scorekeeper.web.presenters.paging import ListPage, list_page
from scorekeeper.web.presenters.result_page import result_text_of
from scorekeeper.web.presenters.rounds import (
    ROUNDS_AT_MOST,
    newcomers,
    round_rows,
    side_totals,
)
from scorekeeper.web.presenters.saved_notice import SavedNotice, saved_notice
from scorekeeper.web.presenters.share_page import qr_code
from scorekeeper.web.presenters.titles import title_of

QUIET_ZONE = 4  # modules around a QR code on a dark page
PEGS_AT_MOST = 40  # beside each other on a small phone


@dataclass(frozen=True, slots=True)
class Pegs:
    """How far an evening is that has an end: so many deals of so many are played."""

    played: int
    of: int


@dataclass(frozen=True, slots=True)
class PlaceText:
    """A side at the end of an evening: its place from 1, its players, its total."""

    number: int
    name: str
    total: str


@dataclass(frozen=True, slots=True)
class CurvePage:
    """The totals of an evening as lines; None before there are any."""

    chart: Chart | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """Everything on the page of a sheet.

    *group_id* is the number of its group in the database, no secret;
    *pages* say which rounds are shown; *entry* is the form for the next one, if there is one; the
    sheet has *finished* by itself, or the table *stopped*; *payments* say who pays whom, None
    where nobody plays for money or the sheet is not over, and *settled* that this was taken into a
    settlement, "" as long as it was not; the *stamp* stands around the winner's
    crown; *places* are empty as long as it is played; the *chart* stands there instead of the form;
    *result_text* is for a chat, empty as long as it is played; *look_code* is the QR code by
    which others look at the sheet, where one is wanted and phones can open it; *key* is the
    beginning of the keys of all forms; *rounds_at* the beginning of the addresses of rounds;
    *latest* the id of the last round; *newcomers* tell who takes over from whom with the next one;
    *tag* changes whenever the page does; *writing* says who else is writing, *saved* what was just
    saved, *announced* what is read aloud of the latest change, on the board alone.
    """

    group_id: int
    number: int
    revision: int
    title: str
    game: str
    slug: str
    progress: str
    pegs: Pegs | None
    sides: tuple[SideTotal, ...]
    players: tuple[str, ...]
    dealer: str
    rounds: tuple[RoundRow, ...]
    newcomers: tuple[str, ...]
    pages: ListPage
    entry: EntryPage | None
    finished: bool
    stopped: bool
    result: str
    places: tuple[PlaceText, ...]
    stamp: str
    payments: tuple[PaymentText, ...] | None
    settled: str
    put_away: bool
    sections: Sequence[Section]
    house: tuple[HouseRuleText, ...]
    key: str
    first_form: str
    rounds_at: str
    latest: int | None
    has_curve: bool
    chart: Chart | None
    tag: str
    writing: str
    saved: SavedNotice | None
    announced: tuple[str, ...]
    result_text: str
    look_code: str | None


def sheet_page(
    state: SheetState,
    messages: Messages,
    *,
    entry: EntryPage | None,
    wanted: int | None,
    latest: int,
    key: str,
    rounds_at: str,
    tag: str,
    writing: str = "",
    saved: int | None = None,
    place_in_day: int = 1,
    address: str | None = None,
    with_code: bool = False,
    is_board: bool = False,
    settled: date | None = None,
) -> SheetPage:
    """The page with the rounds from the one of place *wanted* on, or with so many *latest* ones.

    Places are counted from 1, and those struck out keep theirs. *saved* is the revision under which
    somebody at this phone has just saved something, *place_in_day* that of the sheet among those
    opened on the same day, *address* the one for looking at the sheet alone, if phones can open it,
    *settled* the day on which the sheet was settled, if it was.
    """
    sheet, ledger = state.sheet, state.ledger
    pages = list_page(len(state.order), wanted, ROUNDS_AT_MOST, latest)
    return SheetPage(
        group_id=state.row.group_id,
        number=state.row.number,
        revision=state.row.revision,
        title=title_of(state, messages, place_in_day),
        game=messages.text(f"{sheet.game.slug}.name"),
        slug=sheet.game.slug,
        progress=_progress(state, messages),
        pegs=_pegs(state),
        sides=side_totals(state, messages),
        players=state.seated[-1],
        dealer="" if state.is_over else state.seated[-1][ledger.table.dealer],
        rounds=round_rows(state, messages, pages),
        newcomers=() if pages.count_later else newcomers(state, len(state.round_ids) + 1, messages),
        pages=pages,
        entry=entry,
        finished=ledger.finished,
        stopped=sheet.head.closed,
        result=result_of(state, messages) if state.is_over else "",
        places=_places(state, messages) if state.is_over else (),
        stamp=messages.text("result.stamp", day=messages.day(state.day)) if state.is_over else "",
        payments=result.payments(sheet, messages) if state.is_over else None,
        settled=messages.text("money.settled", day=messages.day(settled)) if settled else "",
        put_away=state.row.put_away,
        sections=state.plugin.sections(ledger),
        house=house_in_words(sheet, messages),
        key=key,
        first_form=state.plugin.forms[0].slug,
        rounds_at=rounds_at,
        latest=state.round_ids[-1] if state.round_ids else None,
        has_curve=len(ledger.rounds) >= ROUNDS_AT_LEAST,
        chart=curve_page(state, messages).chart if state.is_over else None,
        tag=tag,
        writing=writing,
        saved=saved_notice(state, saved, messages),
        announced=announcement(state, messages) if is_board else (),
        look_code=qr_code(address, QUIET_ZONE) if with_code and address else None,
        result_text=result_text_of(state, messages, address, settled) if state.is_over else "",
    )


def curve_page(state: SheetState, messages: Messages) -> CurvePage:
    """The totals of every side over the evening so far."""
    chart = chart_of(state.ledger, state.side_names, state.sheet.unit, messages, SCREEN)
    return CurvePage(chart)


def result_of(state: SheetState, messages: Messages) -> str:
    """Who has won, in words."""
    return result.result(state.sheet, messages)


def _progress(state: SheetState, messages: Messages) -> str:
    """Which round comes next; how many there were once the sheet is over."""
    if state.is_over:
        return messages.text("group.deals", count=state.ledger.deals)
    progress = state.sheet.game.progress(state.ledger.table)
    if progress.of is None:
        return messages.text("sheet.deal", deal=progress.deal)
    return messages.text("sheet.deal_of", deal=progress.deal, of=progress.of)


def _places(state: SheetState, messages: Messages) -> tuple[PlaceText, ...]:
    """Every side, the winner first."""
    totals = state.ledger.totals
    return tuple(
        PlaceText(
            place.number,
            state.side_names[place.side],
            messages.in_column(totals[place.side], state.sheet.unit),
        )
        for place in standing(state.ledger)
    )


def _pegs(state: SheetState) -> Pegs | None:
    """None for an evening without an end, for a sheet that is over, and for too many deals."""
    progress = state.sheet.game.progress(state.ledger.table)
    if progress.of is None or progress.of > PEGS_AT_MOST or state.is_over:
        return None
    return Pegs(progress.deal - 1, progress.of)
