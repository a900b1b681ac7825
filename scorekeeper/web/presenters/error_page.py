"""The pages that say in words why there is no answer."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.i18n.messages import Messages


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What happened, what to do, and a *command* that helps where there is one."""

    title: str
    text: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class UnavailablePage:
    """The database cannot be used just now; what was *typed* can be sent again to *action*."""

    typed: tuple[tuple[str, str], ...]
    action: str


def error_page(key: str, messages: Messages, command: str = "") -> ErrorPage:
    """The page for an error by the key of its words, as `error.404`."""
    return ErrorPage(messages.text(f"{key}.title"), messages.text(f"{key}.text"), command)


def unavailable_page(typed: Iterable[tuple[str, str]], action: str) -> UnavailablePage:
    """The page with everything that was typed."""
    return UnavailablePage(tuple(typed), action)
