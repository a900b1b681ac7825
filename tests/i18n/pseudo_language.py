"""A language that shows what never passed a catalogue: every sentence of it stands in marks.

It is called English, so that dates and amounts are written as there: "⟦Save round~~~⟧".
"""

import re
from collections.abc import Callable
from html.parser import HTMLParser

from babel.messages.catalog import Catalog

from scorekeeper.i18n.catalogue import catalogue

OPENING, CLOSING, LONGER = "⟦", "⟧", "~"
ENGLISH = "en"
NOT_SHOWN = ("language.region",)
READ = frozenset({"aria-label", "aria-roledescription", "title", "placeholder", "alt"})
UNREAD = frozenset({"script", "style", "template"})
BLOCKS = frozenset(("p", "li", "h1", "h2", "h3", "td", "th", "dd", "label", "button", "text"))
MAY_BE_CUT_OFF = frozenset({"title", "text"})  # of a tab and of a line in a chart
GAP = re.compile(r"\{\w+\}")
LETTER = re.compile(r"[^\W\d_]")


def marked(text: str) -> str:
    """The sentence in marks, and longer by a third."""
    return f"{OPENING}{text}{LONGER * (len(text) // 3)}{CLOSING}"


def only_gaps(text: str) -> str:
    """Nothing but the gaps of a sentence."""
    return f"{OPENING}{' '.join(GAP.findall(text))}{CLOSING}"


def pseudo_catalogue(sentence: Callable[[str], str] = marked) -> Catalog:
    """All English sentences in marks, or made into others by *sentence*."""
    made = Catalog(ENGLISH)
    for message in catalogue(ENGLISH):
        said = message.string
        if message.id and said and message.id not in NOT_SHOWN:
            said = sentence(said) if isinstance(said, str) else tuple(map(sentence, said))
        if message.id:
            made.add(message.id, said)
    return made


def outside(text: str, depth: int = 0) -> tuple[str, int]:
    """What of a text stands outside all marks, and how many are open at its end."""
    found = ""
    for letter in text:
        depth += letter == OPENING
        found += " " if depth else letter
        depth -= letter == CLOSING
    return " ".join(found.split()), depth


def unsaid(text: str) -> list[str]:
    """The lines of a text with words outside all marks: these words."""
    found = [outside(line)[0] for line in text.splitlines()]
    return [line for line in found if LETTER.search(line)]


class Reader(HTMLParser):
    """Reads a page as people see and hear it; `words` are those that stand outside all marks."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words = list[str]()
        self._depth = self._unread = 0
        self.feed(html)
        self.close()
        assert self._depth == 0, "a sentence is cut off"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in UNREAD
        for value in (value for name, value in attrs if name in READ and value):
            self.words += unsaid(value)

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD
        if tag in MAY_BE_CUT_OFF:
            self._depth = 0
        assert self._depth == 0 or tag not in BLOCKS, f"a sentence is cut off: {self.getpos()}"

    def handle_data(self, data: str) -> None:
        if not self._unread:
            words, self._depth = outside(data, self._depth)
            self.words += [words] if LETTER.search(words) else []
