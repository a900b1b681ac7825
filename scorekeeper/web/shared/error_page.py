"""The pages that say in words why there is no answer, or why a form was not saved."""

from dataclasses import dataclass

from scorekeeper.i18n.messages import Messages


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What happened, what to do, and a *command* that helps where there is one.

    *status* is the code of the answer, *back* the address of a page to go on from and *back_text*
    what it is called; "" where it is the start page.
    """

    status: int
    title: str
    text: str
    command: str = ""
    back: str = ""
    back_text: str = ""


@dataclass(frozen=True, slots=True)
class KeptFormPage:
    """What cannot be done just now, and why; what was *typed* can be sent again to *action*.

    *method* is that of its form, "get" or "post". *is_file_lost* where a file came with the form,
    or more than a page can hold: then *action* leads to where it is chosen again.
    """

    title: str
    text: str
    method: str
    action: str
    typed: tuple[tuple[str, str], ...]
    is_file_lost: bool = False


@dataclass(frozen=True, slots=True)
class ImpossiblePage:
    """Why a form that has no place of its own for problems was refused."""

    problems: tuple[str, ...]


def error_page(
    key: str, status: int, messages: Messages, command: str = "", back: str = ""
) -> ErrorPage:
    """The page for an error by the key of its words, as `error.404`."""
    title, text = messages.text(f"{key}.title"), messages.text(f"{key}.text")
    back_text = messages.text(f"{key}.back") if back else ""
    return ErrorPage(status, title, text, command, back, back_text)
