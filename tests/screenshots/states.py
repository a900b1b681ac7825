"""The states that pictures are taken of: those of the browser tests, each with its section."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.games.registry import GAMES
from tests.browser.every_page import WAYS, Way

# A section of the index, and the words by which the name of a state belongs to it: the first that
# fits decides. The last section has all the others.
SECTIONS: dict[str, str] = {
    "start": r"^start\b",
    "group": r"\bgroup\b",
    "new sheet": r"^new\b",
    "empty sheet": r"\bempty$|, three\b",
    "one round": r"\bone round$",
    "a long evening": r"\blong$|^sheet, earlier deals$",
    "finished": r"\bfinished\b|^sheet, (stopped|a draw|put away)$",
    "correction": r"\bcorrect(ed)?$|^insert$|^strike\b|\bstruck out$",
    "consequence": r"^confirm|\bno longer fits?$|^copy$",
    "conflict": r"^ask,|another phone was faster$|already on the sheet$|not sent yet$",
    "refusal": r"\brefused$",
    "history": r"^history\b",
    "rules": r"\brules\b",
    "house rules": r"^house\b",
    "seats": r"^(seats|substitutes?)\b",
    "share": r"^share$",
    "print": r"^keep\b|^blank sheets$",
    "errors": r"^error (?!404|503)",
    "404": r"^error 404$",
    "unavailable": r"^error 503$",
    "files": r"^import\b",
    "entering rounds": "",
}
PRINT = "print"  # the section that has the papers, too
ANY_GAME = "any"  # of a page that is the same for every game
FOR_ANY_GAME = frozenset({"start", "group", "404", "unavailable", "errors"})
USUAL_GAME = next(iter(GAMES))  # of a sheet whose name says no other


@dataclass(frozen=True, slots=True)
class State:
    """A page in one state: its name in the browser tests, and the way to it."""

    name: str
    go: Way
    section: str
    game: str

    @property
    def slug(self) -> str:
        """What the names of its pictures begin with."""
        words = re.sub(rf"^{_name_in_states(self.game)}, |, {self.game}$", "", self.name)
        return f"{self.game}-{slug_of(words)}"


def states() -> list[State]:
    """Every state, by section."""
    found = [State(name, go, *_section_and_game(name)) for name, go in WAYS.items()]
    order = list(SECTIONS)
    return sorted(found, key=lambda each: order.index(each.section))


def is_chosen(title: str, terms: Iterable[str]) -> bool:
    """Whether one of the words that were asked for occurs in a title, or none was asked for."""
    asked = [slug_of(term) for term in terms]
    return not asked or any(term in slug_of(title) for term in asked)


def slug_of(words: str) -> str:
    """Small letters, digits and hyphens alone."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def _section_and_game(name: str) -> tuple[str, str]:
    section = next(each for each, words in SECTIONS.items() if re.search(words, name))
    for game in GAMES:
        if name.startswith(f"{_name_in_states(game)}, ") or name.endswith(f", {game}"):
            return section, game
    return section, ANY_GAME if section in FOR_ANY_GAME else USUAL_GAME


def _name_in_states(game: str) -> str:
    return game.replace("_", " ")
