"""The result of a sheet, or how it stands, as a short text for a chat."""

from datetime import date

from scorekeeper.core.ledger import Ledger
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages
from scorekeeper.summary.bill_text import few_lines
from scorekeeper.summary.result import payments
from scorekeeper.summary.standing import standing


def result_text(
    sheet: Sheet,
    ledger: Ledger,
    day: date,
    messages: Messages,
    address: str | None,
    settled_on: date | None = None,
) -> str:
    """Every side with its total, the winner first; who pays whom; where to look at the sheet.

    *day* is that of the evening, and *address* that of the sheet, None where nobody could open it.
    A sheet that is still being played says after which deal this is, and not who pays; nor does one
    that was *settled_on* a day.
    """
    is_over = sheet.head.closed or ledger.finished
    lines = [
        messages.text(
            "text.pair", name=_about(sheet, day, messages), value=_places(sheet, ledger, messages)
        )
    ]
    if not is_over and ledger.rounds:
        lines.append(messages.text("print.as_of", count=ledger.deals))
    owed = payments(sheet, ledger, messages) if is_over else None
    if owed is not None and settled_on is not None:
        lines.append(messages.text("money.settled", day=messages.day(settled_on)))
    elif owed is not None:
        told = [each.sentence for each in owed]
        lines += few_lines(told, messages) or [messages.text("money.quits")]
    if address is not None:
        lines.append(messages.text("result_text.look", address=address))
    return "\n".join(lines)


def _about(sheet: Sheet, day: date, messages: Messages) -> str:
    """The game, the title if people gave one, and the day."""
    name = messages.text(f"{sheet.game.slug}.name")
    about = [each for each in (name, sheet.head.title, messages.day(day)) if each]
    return messages.joined("text.comma", about)


def _places(sheet: Sheet, ledger: Ledger, messages: Messages) -> str:
    names = sheet.game.side_names(sheet.seated[-1])
    return messages.joined(
        "text.comma",
        (
            messages.text(
                "result_text.place",
                name=names[place.side],
                total=messages.points(ledger.totals[place.side], sheet.unit),
            )
            for place in standing(ledger)
        ),
    )
