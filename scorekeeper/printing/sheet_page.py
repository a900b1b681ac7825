"""The page value of a printed sheet, put together of its texts and their layout."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.paper import OwnTable, PaperTable, RoundTable
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.i18n.messages import Messages
from scorekeeper.printing import paper_format as em
from scorekeeper.printing import sheet_texts
from scorekeeper.printing.block_heights import (
    beside_game,
    blank_masthead_height,
    chart_height,
    code_height,
    end_columns,
    game_size,
    house_height,
    masthead_height,
    payments_height,
    signatures_height,
    standing_height,
)
from scorekeeper.printing.column_widths import ColumnTexts
from scorekeeper.printing.labelled_chart import labelled_chart
from scorekeeper.printing.page_values import (
    Blank,
    EndColumns,
    PaperChart,
    PaperCode,
    PaperPage,
    PaperRound,
    PaperSide,
    Place,
)
from scorekeeper.printing.paper_format import PaperFormat, Size
from scorekeeper.printing.sheet_layout import Contents, laid_out
from scorekeeper.printing.text_width import Face, names_on_one_line
from scorekeeper.summary.chart import chart_of
from scorekeeper.summary.result import payments as payments_of

NAME_OF_SIDE = 9.0  # em
CHART_AT_LEAST = 32.0  # millimetres: a smaller one cannot be read
UPRIGHT_AT_MOST = 4  # sides that fit beside each other on the smaller sheet held upright
PENCIL, BLANK_PENCIL = "0000", "00000"  # as wide as what somebody writes


@dataclass(frozen=True, slots=True)
class End:
    """What stands below the table, and its height in millimetres."""

    places: tuple[Place, ...]
    payments: tuple[str, ...] | None
    chart: PaperChart | None
    house: str
    widths: EndColumns
    parts_height: str
    height: float


def sheet_page(
    sheet: Sheet,
    plugin: GamePlugin,
    size: Size,
    messages: Messages,
    day: str,
    blank: Blank | None = None,
    look: PaperCode | None = None,
    settled: str = "",
) -> PaperPage:
    """The page of a sheet as it stands, or of a *blank* one, which has neither names nor rounds.

    *look* is the code that leads to the sheet, if one is printed; *settled* says that it was, in
    place of who pays whom. Many columns on small paper lie,
    unless upright they need fewer pages.
    """
    upright = PaperFormat(size, lying=False)
    if size is Size.A4 or len(sheet.ledger.totals) <= UPRIGHT_AT_MOST:
        return _page(sheet, plugin, upright, messages, day, blank, look, settled)
    lying = _page(sheet, plugin, PaperFormat(size, lying=True), messages, day, blank, look, settled)
    if lying.layout.pages == 1:
        return lying
    other = _page(sheet, plugin, upright, messages, day, blank, look, settled)
    return other if other.layout.pages < lying.layout.pages else lying


def _page(
    sheet: Sheet,
    plugin: GamePlugin,
    form: PaperFormat,
    messages: Messages,
    day: str,
    blank: Blank | None,
    look: PaperCode | None,
    settled: str,
) -> PaperPage:
    ledger, players = sheet.ledger, sheet.seated[-1]
    names = ("",) * len(ledger.totals) if blank else sheet.game.side_names(players)
    table = plugin.paper(ledger)
    notes = () if blank else tuple(sheet_texts.notes(sheet, messages))
    rounds = tuple(sheet_texts.rounds(sheet, ledger, messages))
    over = sheet.head.closed or ledger.finished
    signing = (messages.text("print.signature"),) * len(players) if blank else players
    is_blank = blank is not None
    end = _end(sheet, form, table, names, signing, messages, look, settled, is_blank=is_blank)
    name, title = messages.text(f"{sheet.game.slug}.name"), sheet.head.title or ""
    size = game_size(form, name, has_code=blank is not None and bool(blank.qr))
    laid = laid_out(
        Contents(
            form=form,
            table=table,
            texts=_column_texts(sheet, table, rounds, messages, is_blank=blank is not None),
            names=players if isinstance(table, OwnTable) and table.heads_players else names,
            masthead=blank_masthead_height(form)
            if blank
            else masthead_height(form, title, day, notes),
            end=end.height,
            rounds=rounds,
            to_come=_deals_to_come(sheet, ledger),
            seats=len(players),
            first_empty=ledger.table.number,
            closed=over,
            is_blank=blank is not None,
        )
    )
    return PaperPage(
        form=form,
        game=name,
        game_size=f"{size:.2f}",
        beside_game=f"{beside_game(form, name, size):.2f}",
        title=title,
        day=day,
        notes=notes,
        house=end.house,
        sides=tuple(
            PaperSide(side, "" if blank else messages.in_column(total, sheet.unit))
            for side, total in zip(
                names_on_one_line(tuple(names), Face.WORDS, NAME_OF_SIDE),
                ledger.totals,
                strict=True,
            )
        ),
        signing=signing,
        heads=laid.names,
        rounds=rounds,
        empty=tuple(sheet_texts.empty_rounds(ledger, laid.empty)),
        unit=sheet_texts.unit(sheet.unit, messages),
        status="" if blank else sheet_texts.status(sheet, ledger, messages, over=over),
        places=end.places,
        payments=end.payments,
        settled=settled,
        chart=end.chart,
        table=table,
        widths=end.widths,
        parts_height=end.parts_height,
        layout=laid.layout,
        numbering=tuple(messages.text("print.page", page="\0", pages="\0").split("\0")),
        blank=blank,
        look=look,
    )


def _deals_to_come(sheet: Sheet, ledger: Ledger) -> int | None:
    """How many deals the sheet still has; None where no end is agreed."""
    of = sheet.game.progress(ledger.table).of
    return None if of is None else max(0, of - ledger.deals)


def _end(
    sheet: Sheet,
    form: PaperFormat,
    table: PaperTable,
    names: Sequence[str],
    signing: Sequence[str],
    messages: Messages,
    look: PaperCode | None,
    settled: str,
    *,
    is_blank: bool,
) -> End:
    ledger = sheet.ledger
    over = sheet.head.closed or ledger.finished
    owed = payments_of(sheet, ledger, messages) if over else None
    payments = None if owed is None else tuple(each.sentence for each in owed if not settled)
    drawn = None if is_blank else chart_of(ledger, names, sheet.unit, messages)
    beside = {"payments": payments is not None, "code": look is not None}
    widths = end_columns(form, chart=drawn is not None, **beside)
    if drawn is not None and widths.chart < CHART_AT_LEAST:
        drawn, widths = None, end_columns(form, chart=False, **beside)
    places = sheet_texts.places(names, sheet, ledger, messages, widths.standing / form.em)
    house = sheet_texts.house_rules(sheet, messages)
    has_legend = isinstance(table, OwnTable) and table.has_legend
    height, parts = signatures_height(form, signing) + em.LEGEND * form.em * has_legend, 0.0
    if not is_blank:
        status = sheet_texts.status(sheet, ledger, messages, over=over)
        told = [standing_height(form, status, len(places), widths.standing), chart_height(drawn)]
        if payments is not None:
            told.append(payments_height(form, payments, widths.payments))
        if look is not None:
            told.append(code_height(form, messages.text("look.code")))
        parts = max(told) * form.em
        height += em.ABOVE_END * form.em + parts + house_height(form, house)
    chart = labelled_chart(drawn) if drawn else None
    return End(places, payments, chart, house, widths, f"{parts:.2f}", height)


def _column_texts(
    sheet: Sheet,
    table: PaperTable,
    rounds: Sequence[PaperRound],
    messages: Messages,
    *,
    is_blank: bool,
) -> ColumnTexts:
    """What stands in the columns; where an evening may go on, with room for what will."""
    pencil = BLANK_PENCIL if is_blank else PENCIL
    own = table.own if isinstance(table, RoundTable) else ()
    points = [each for played in rounds for each in played.points]
    totals = [each for played in rounds for each in played.totals]
    unit = sheet_texts.unit(sheet.unit, messages)
    return ColumnTexts(
        (messages.text("print.number"), [*(played.number for played in rounds), "00"]),
        [played.told() for played in rounds],
        [(messages.text(each.head.key), [*each.texts, *[pencil] * is_blank]) for each in own],
        [(unit, [*points, pencil]), (messages.text("print.total"), [*totals, pencil])],
        len(sheet.ledger.totals),
    )
