"""A sheet as a table for spreadsheets: one row a round, in the way of the reader's country."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from scorekeeper.core.amount_parsing import typed_cents
from scorekeeper.core.game import Unit
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages

MARK = "\ufeff"  # tells a spreadsheet that this is UTF-8
FORMULA = (*"=+-@\t\r", *"\uff1d\uff0b\uff0d\uff20")  # how cells begin that would be worked out


def table(sheet: Sheet, messages: Messages) -> str:
    """The sheet as CSV: number, dealer and reason, then points and running totals of every side.

    Where people write 1,5 the columns are parted by semicolons, as their spreadsheets expect it.
    Numbers are plain (a minus of the keyboard, money in whole currency with its cents), so that
    they can be added up; text that looks like a formula is marked as text.
    """
    return csv_text(_rows(sheet, messages), messages)


def csv_text(rows: Iterable[tuple[Iterable[str], Iterable[str]]], messages: Messages) -> str:
    """Rows of texts, which are marked where they look like a formula, and the numbers behind them.

    The columns are parted as spreadsheets of the reader's country expect it.
    """
    made, delimiter = StringIO(), ";" if messages.decimal_sign == "," else ","
    writer = csv.writer(made, delimiter=delimiter, lineterminator="\r\n")
    for texts, numbers in rows:
        safe = (f"'{text}" if text.startswith(FORMULA) else text for text in texts)
        writer.writerow([*safe, *numbers])
    return MARK + made.getvalue()


def _rows(sheet: Sheet, messages: Messages) -> Iterator[tuple[Iterable[str], Iterable[str]]]:
    form, in_cents = messages.amount_format, sheet.unit is Unit.CENTS
    yield _heads(sheet, messages), ()
    for played, names in sheet.named_rounds:
        dealer = "" if played.dealer is None else names.players[played.dealer]
        reason = messages.reason(sheet.game, played.round.observation, played.table, names)
        points = (*played.score.points, *played.totals)
        amounts = (typed_cents(amount, form) if in_cents else str(amount) for amount in points)
        yield (played.label, dealer, reason), amounts


def _heads(sheet: Sheet, messages: Messages) -> Iterator[str]:
    text, sides = messages.text, sheet.game.side_names(sheet.names_now)
    unit = f" ({messages.currency})" if sheet.unit is Unit.CENTS else ""
    yield from (text("table.number"), text("table.dealer"), text("table.reason"))
    yield from (side + unit for side in sides)
    yield from (text("table.total", side=side) + unit for side in sides)
