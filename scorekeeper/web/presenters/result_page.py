"""The page with the result of a sheet as a text for a chat."""

from dataclasses import dataclass
from datetime import date

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.summary.chat_texts import result_text


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The *text*, of so many *lines*.

    The sheet *is_over*, or else it is how it stands; the text has the address of the sheet if that
    *is_reachable* by phones.
    """

    text: str
    lines: int
    is_over: bool
    is_reachable: bool


def result_page(
    state: SheetState, messages: Messages, address: str | None, settled: date | None
) -> ResultPage:
    """The page of a sheet with this look-only *address*, None where no phone can open it.

    *settled* is the day on which it was, if it was.
    """
    text = result_text_of(state, messages, address, settled)
    return ResultPage(text, text.count("\n") + 1, state.is_over, address is not None)


def result_text_of(
    state: SheetState, messages: Messages, address: str | None, settled: date | None
) -> str:
    """The text alone."""
    return result_text(state.sheet, state.day, messages, address, settled)
