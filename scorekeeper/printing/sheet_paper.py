"""The page value of a printed sheet, put together of its texts and their layout."""

from scorekeeper.games.paper import PaperTable
from scorekeeper.printing.masthead import masthead_height, name_lengths, numbering
from scorekeeper.printing.page_values import PaperCode, SheetPaper
from scorekeeper.printing.paper_format import PaperFormat, Size
from scorekeeper.printing.sheet_end import end_height, sheet_end
from scorekeeper.printing.sheet_layout import Contents, laid_out
from scorekeeper.printing.sheet_texts import SheetTexts

UPRIGHT_AT_MOST = 4  # sides that fit beside each other on the smaller sheet held upright


def sheet_paper(
    texts: SheetTexts, table: PaperTable, size: Size, code: PaperCode | None = None
) -> SheetPaper:
    """The page of a sheet as it stands, or of a blank one.

    Many columns on small paper lie, unless upright they need fewer pages.
    """
    upright = PaperFormat(size, lying=False)
    if size is Size.A4 or len(texts.ledger.totals) <= UPRIGHT_AT_MOST:
        return _paper(texts, table, upright, code)
    lying = _paper(texts, table, PaperFormat(size, lying=True), code)
    if lying.layout.pages == 1:
        return lying
    other = _paper(texts, table, upright, code)
    return other if other.layout.pages < lying.layout.pages else lying


def _paper(
    texts: SheetTexts, table: PaperTable, form: PaperFormat, code: PaperCode | None
) -> SheetPaper:
    end = sheet_end(texts, form, has_code=code is not None)
    size, beside = name_lengths(form, texts.game, has_code=texts.is_blank and code is not None)
    layout = laid_out(
        Contents(
            form=form,
            table=table,
            texts=texts,
            columns=texts.columns(table.own),
            masthead=masthead_height(texts, form),
            end=end_height(texts, form, table, end),
        )
    )
    return SheetPaper(
        form=form,
        game=texts.game,
        game_size=size,
        beside_game=beside,
        title=texts.title,
        day=texts.day,
        notes=texts.notes,
        sides=texts.sides,
        signing=texts.signing,
        rounds=texts.rounds,
        empty=texts.empty_rounds(layout.empty),
        unit=texts.unit,
        table=table,
        end=end,
        layout=layout,
        numbering=numbering(texts.messages),
        code=code,
    )
