"""The page of a sheet: how it stands, what was saved last, the form for the next round."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.core.account import Transfer
from scorekeeper.core.game import Progress, Unit
from scorekeeper.core.standings import Standing, StandingRow
from scorekeeper.games.plugin import Section
from scorekeeper.i18n.messages import Messages
from scorekeeper.i18n.season_messages import value_text
from scorekeeper.services.account.sheet_results import sheet_result
from scorekeeper.services.account.state import Account
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.change_set import preview_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.standing.state import season_changes
from scorekeeper.store.rows import EntryRow, SheetRow
from scorekeeper.summary.chart import ROUNDS_AT_LEAST, Chart, chart_of
from scorekeeper.summary.chat_texts import result_text
from scorekeeper.summary.result import Settled, SidePlace, Ticked, result, side_places, transfers
from scorekeeper.summary.turning_points import TurningPoint, turning_points
from scorekeeper.web.house_rules.pages import NamesAndValues, house_in_words
from scorekeeper.web.round.entry_page import EntryPage
from scorekeeper.web.shared.paging import ListPage, list_page
from scorekeeper.web.shared.rounds import (
    RoundRow,
    RoundTexts,
    SideTotal,
    has_long_totals,
    names_in,
    side_totals,
)

OTHERS_AT_LEAST = 2  # sides that got the same, to be said in one word
SEASON_LINES = 6  # of people whose place in a season has changed
LATEST = 12  # rounds shown at once, those struck out among them; earlier ones on request
ROUNDS_AT_MOST = 100  # of such a request
MISFITS_SHOWN = 5
PEGS_AT_MOST = 40  # beside each other on a small phone


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRequest:
    """What the request for the page of a sheet knows.

    *title* is what the sheet is called. The rounds are *wanted* from the one of that place on, or
    so many *latest* ones; places are counted from 1, and those struck out keep theirs. *saved* is
    the revision under which somebody at this phone has just saved something, *address* the one for
    looking at the sheet alone, if phones can open it, *look_code* its QR code on the page of a
    table, *picture* that of the picture that chats are to show of it; *is_board*: other phones
    follow by this page; *is_table*: everybody reads it from afar. *token* is the one of which all
    forms have theirs, *rounds_at* that of the addresses of rounds; *writing* says who else is
    writing. *entry* is the form for the next round, if there is one. *paid_so_far* says how the
    sheet was settled, or what is due and paid; *lines* are those that can be ticked off, of a
    settlement, too, each behind the name that *pay_at* knows it by; *seasons* say what was changed
    in them by what was just saved.
    """

    title: str
    wanted: int | None = None
    latest: int = LATEST
    saved: int | None = None
    address: str | None = None
    look_code: str | None = None
    picture: str = ""
    is_board: bool = False
    is_table: bool = False
    token: FormToken
    rounds_at: str
    writing: str = ""
    entry: EntryPage | None = None
    paid_so_far: Settled | Ticked | None = None
    lines: Mapping[str, Transfer[str]] = field(default_factory=lambda: MappingProxyType({}))
    pay_at: str = ""
    seasons: tuple[str, ...] = ()


class RoundLink(NamedTuple):
    """A round by its *label*, its *id*, and the place with which the page that shows it begins.

    None where that is the page of the sheet as it opens.
    """

    label: str
    id: int
    page_from: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """Everything on the page of a sheet, which stands in the database as this *row*.

    *pegs* show how far an evening is that has an end; *pages* say which rounds are shown; the table
    *stopped*, or the sheet has finished by itself; *payments* say who pays whom, None where nobody
    plays for money or the sheet is not over; *was_paid* is what was paid, where nothing can be
    ticked off; *settled* says that this was taken into a settlement, "" as long as it was not; the
    *stamp* stands around the winner's crown; *places* are empty as long as it is played; the
    *curve* and the *turning points* stand there instead of the form; *result_text* is for a chat,
    empty as long as it is played; *last_deal* is the id of that round; *newcomers* tell who takes
    over from whom with the next one; *saved* says what was just saved, *announced* what is read
    aloud of the latest change, on the board alone. A page for a table has no *rounds*, but the
    *last round* that stands, if there is one. *misfits* are the first of so many that count
    nothing, as the rules refuse them. *seated* are those at the table in every round, by
    seat, *players* those there now.
    """

    row: SheetRow
    request: SheetRequest
    game: str
    progress: str
    pegs: Progress | None
    sides: tuple[SideTotal, ...]
    players: tuple[str, ...]
    seated: tuple[tuple[str, ...], ...]
    dealer: str
    rounds: tuple[RoundRow | Markup, ...]
    last_round: RoundRow | None
    newcomers: tuple[str, ...]
    pages: ListPage
    stopped: bool
    result: str
    places: tuple[SidePlace, ...]
    stamp: str
    payments: tuple[Transfer[str], ...] | None
    was_paid: tuple[str, ...]
    settled: str
    sections: Sequence[Section]
    noted: NamesAndValues
    house: NamesAndValues
    first_form: str
    misfits: tuple[RoundLink, ...]
    misfit_count: int
    last_deal: int | None
    has_curve: bool
    curve: Chart | None
    turning_points: tuple[tuple[TurningPoint, RoundLink], ...]
    saved: str
    announced: tuple[str, ...]
    result_text: str

    @property
    def more_misfits(self) -> int:
        """How many misfits have no link."""
        return self.misfit_count - len(self.misfits)

    @property
    def has_long_totals(self) -> bool:
        """Whether the totals are too wide for the largest figures."""
        return has_long_totals(self.sides)

    def times(self, seats: Sequence[int | None]) -> tuple[tuple[str, int], ...]:
        """How often *seats*, one of every round or None, mean each of those at the table now."""
        pairs = zip(self.seated, seats, strict=False)
        meant = [players[seat] for players, seat in pairs if seat is not None]
        return tuple((name, meant.count(name)) for name in self.players)

    @property
    def winners(self) -> tuple[str, ...]:
        """The sides that have won; none in a draw."""
        first = tuple(self.sides[place.side].name for place in self.places if place.number == 1)
        return first if len(first) < len(self.sides) else ()

    @property
    def pegs_standing(self) -> int:
        """How many pegs are in: one a deal, but for the one that drops in just now."""
        return 0 if self.pegs is None else self.pegs.deal - 1 - self.has_new_deal

    @property
    def has_new_deal(self) -> bool:
        """Whether the last deal was saved just now."""
        return any(side.before for side in self.sides)


def sheet_page(state: SheetState, messages: Messages, request: SheetRequest) -> SheetPage:
    """The page that was asked for."""
    sheet, ledger, so_far = state.sheet, state.ledger, request.paid_so_far
    ticked, last = so_far if isinstance(so_far, Ticked) else None, ledger.last_deal
    pages = list_page(len(state.order), request.wanted, ROUNDS_AT_MOST, request.latest)
    misfits = ledger.misfits
    saved = _just_saved(state, request.saved)
    texts = RoundTexts(state, messages)
    return SheetPage(
        row=state.row,
        request=request,
        game=messages.text(f"{sheet.game.slug}.name"),
        progress=_progress(state, messages),
        pegs=_pegs(state),
        sides=_rolling_totals(state, saved, messages),
        players=sheet.names_now,
        seated=sheet.seated,
        dealer="" if state.is_over else state.seated[-1][ledger.table.dealer],
        rounds=() if request.is_table else texts.rows(pages, request.rounds_at),
        last_round=texts.last_row() if request.is_table else None,
        newcomers=() if pages.count_later else texts.newcomers(len(state.round_ids) + 1),
        pages=pages,
        stopped=sheet.head.closed,
        result=result(sheet, messages) if state.is_over else "",
        places=side_places(ledger) if state.is_over else (),
        stamp=messages.text("result.stamp", day=messages.day(state.day)) if state.is_over else "",
        payments=transfers(sheet, so_far) if state.is_over else None,
        was_paid=ticked.told(messages) if ticked and not request.lines else (),
        settled=so_far.told(messages) if isinstance(so_far, Settled) else "",
        sections=state.plugin.sections(ledger),
        noted=sheet.head.noted(messages),
        house=house_in_words(sheet, messages),
        first_form=state.plugin.forms[0].slug,
        misfits=tuple(
            round_link(state, played.number, messages) for played in misfits[:MISFITS_SHOWN]
        ),
        misfit_count=len(misfits),
        last_deal=state.round_ids[last.number - 1] if last else None,
        has_curve=len(ledger.rounds) >= ROUNDS_AT_LEAST,
        curve=curve_of(state, messages) if state.is_over else None,
        turning_points=tuple(
            (point, round_link(state, point.number, messages))
            for point in (turning_points(sheet, messages) if state.is_over else ())
        ),
        saved=_changed_round(state, saved, messages) if saved else "",
        announced=_announcement(state, messages) if request.is_board else (),
        result_text=result_text(sheet, state.day, messages, request.address, so_far)
        if state.is_over
        else "",
    )


def round_link(state: SheetState, number: int, messages: Messages) -> RoundLink:
    """The round of this number."""
    label = messages.text("history.round", number=state.ledger.label_at(number))
    round_id = state.round_ids[number - 1]
    place = state.order.index(round_id) + 1
    is_latest = place > len(state.order) - LATEST
    return RoundLink(label, round_id, None if is_latest else place)


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
    is_short = progress.of is not None and progress.of <= PEGS_AT_MOST
    return progress if is_short and not state.is_over else None


def season_texts(
    state: SheetState, account: Callable[[], Account], saved: int | None, messages: Messages
) -> tuple[str, ...]:
    """What the rounds saved under a revision have changed in the seasons of the group.

    Its *account* is asked for only where the sheet was over before.
    """
    written = _just_saved(state, saved)
    before = preview_of(state, state.undoing(written)).after if written else None
    if before is None or not before.is_over:
        return ()  # it did not count yet: nobody stood there
    now = account()
    changes = season_changes(now, sheet_result(before))
    told = (_season_text(*change, now.state.people, messages) for change in changes)
    return tuple(filter(None, told))


def _season_text(
    before: Standing[int],
    after: Standing[int],
    people: Mapping[int, str],
    messages: Messages,
) -> str:
    """Who stands elsewhere in a season than before; "" where nobody does."""
    stood, unit = {row.person: row for row in before.rows}, after.unit
    told = list[str]()
    for row in after.rows:
        was = stood.get(row.person)
        if was is not None and (was.total, was.place) != (row.total, row.place):
            places = {"before": _stood(was, unit, messages), "after": _stood(row, unit, messages)}
            told.append(messages.text("saved.in_season", name=people[row.person], **places))
    if not told:
        return ""
    value = messages.joined("text.semicolon", messages.first_of("bill.others", told, SEASON_LINES))
    return messages.text("text.pair", name=after.season.name, value=value)


def _stood(row: StandingRow[int], unit: str, messages: Messages) -> str:
    total = value_text(row.total, unit, messages)
    if row.place is None:
        return total
    return messages.text("saved.at_place", place=row.place, total=total)


# ---- The latest change: what was just saved, with the way back, and read aloud -------------------


def _just_saved(state: SheetState, revision: int | None) -> Sequence[EntryRow]:
    """The rounds saved under a revision; none where that is not the latest change."""
    return state.rounds_saved_at(revision) if revision == state.row.revision else ()


def _rolling_totals(
    state: SheetState, saved: Sequence[EntryRow], messages: Messages
) -> tuple[SideTotal, ...]:
    """The totals, with what they were before a round that was saved just now as the last one."""
    sides = side_totals(state, messages)
    if not saved or saved[0].subject != state.last_round_id or state.edition_before(saved[0]):
        return sides
    gained = state.ledger.rounds[-1].score.points
    return tuple(
        side._replace(before=messages.in_column(total - points, state.sheet.unit) if points else "")
        for side, total, points in zip(sides, state.ledger.totals, gained, strict=True)
    )


def _announcement(state: SheetState, messages: Messages) -> tuple[str, ...]:
    """The latest change as phones that follow the sheet read it aloud; empty where it was no round.

    What happened to which round, how the totals stand now, and who has won if that was the end,
    with names beside all points.
    """
    saved = state.rounds_saved_at(state.row.revision)
    if not saved:
        return ()
    unit = state.sheet.unit
    written = [messages.points(total, unit) for total in state.ledger.totals]
    totals = _by_name(state.side_names, written, messages)
    what = messages.text("told.struck")
    if state.number_of(saved[0].subject) is not None:  # else what its number was is long to find
        what = _changed_round(state, saved, messages, is_aloud=True)
    told = what, messages.text("told.totals", totals=totals)
    return (*told, result(state.sheet, messages)) if state.is_over else told


def _by_name(sides: Iterable[str], points: Iterable[str], messages: Messages, *more: str) -> str:
    """Every side with its points, one after the other, and what else there is to say."""
    told = (
        messages.text("told.side", side=side, points=text)
        for side, text in zip(sides, points, strict=True)
    )
    return messages.joined("text.comma", (*told, *more))


def _gained(sides: Sequence[str], points: Sequence[int], unit: Unit, messages: Messages) -> str:
    """What a round gave to whom, by name: "Heike −0.90, the others +0.30"."""
    written = messages.change if min(points) < 0 else messages.in_column
    texts = [written(gain, unit) for gain in points]
    most, count = Counter(texts).most_common(1)[0]
    if count < OTHERS_AT_LEAST or count != len(texts) - 1:
        return _by_name(sides, texts, messages)
    alone = next(place for place, text in enumerate(texts) if text != most)
    others = messages.text("saved.others", points=most)
    return _by_name([sides[alone]], [texts[alone]], messages, others)


def _changed_round(
    state: SheetState, saved: Sequence[EntryRow], messages: Messages, *, is_aloud: bool = False
) -> str:
    """What happened to the first of the rounds: its number, and who got what where it stands.

    *is_aloud*: with every name, and no other sign than is spoken.
    """
    round_id = saved[0].subject
    number = state.number_of(round_id)
    if number is None:
        label = preview_of(state, state.undoing(saved)).after.label_of(round_id)
        if label is None:  # it was struck out before already
            return messages.text("told.struck")
        return messages.text("saved.struck", number=label)
    played = state.ledger.rounds[number - 1]
    points, unit, sides = played.score.points, state.sheet.unit, names_in(state, number).sides
    if is_aloud:
        got = _by_name(sides, [messages.points(gain, unit) for gain in points], messages)
    else:
        got = _gained(sides, points, unit, messages)
    told = {"number": played.label, "points": got}
    replaced = state.edition_before(saved[0])
    if replaced is None:
        is_last = round_id == state.last_round_id
        return messages.text("saved.new" if is_last else "saved.inserted", **told)
    return messages.text("saved.restored" if replaced.data is None else "saved.corrected", **told)
