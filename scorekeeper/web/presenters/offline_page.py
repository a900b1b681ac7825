"""The page for a phone without a network, which keeps it for whatever language it speaks then."""

from dataclasses import dataclass

from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in


@dataclass(frozen=True, slots=True)
class OfflineSentences:
    """What the page says in the language *code*; *seen* is the heading of what can be opened."""

    code: str
    title: str
    text: str
    again: str
    seen: str


@dataclass(frozen=True, slots=True)
class OfflinePage:
    """The same in every language."""

    languages: tuple[OfflineSentences, ...]


def offline_page() -> OfflinePage:
    """The page in every language that is shipped."""
    return OfflinePage(tuple(map(_sentences, languages())))


def _sentences(code: str) -> OfflineSentences:
    text = messages_in(code).text
    return OfflineSentences(
        code,
        title=text("offline.title"),
        text=text("offline.text"),
        again=text("offline.again"),
        seen=text("offline.seen"),
    )
