"""Drawings on pages that tell something: suits and the figures of totals.

Each is a path of a file in templates/drawings, drawn where a page says `<use href="#its-id">`. The
page itself carries, once and at its end, the paths of those that it uses, so that no number hangs
on a second answer. Icons, which stand beside words, come from static/icons.svg, figures of cards
from static/playing_cards.svg.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from flask import Flask
from markupsafe import Markup, escape

from scorekeeper import paths
from scorekeeper.core.cards import SYMBOLS
from scorekeeper.web.request.assets import static_address
from scorekeeper.web.request.language import current_messages

SUITS, FIGURES = "suits", "figures"  # files in templates/drawings
FIGURE_NAMES = {
    **{digit: digit for digit in "0123456789"},
    "−": "minus",
    "+": "plus",
    ",": "comma",
    ".": "point",
    "€": "euro",
    " ": "space",
}
NO_BREAK_SPACE = "\u00a0"
_SPACES = str.maketrans("\u00a0\u202f", "  ")  # the narrow one parts thousands in French
PAIR = 2
CARDS, CARD_STYLE = "playing_cards.svg", "playing_cards.css"  # below static/
HAND = '<span class="hand"'
FIGURE_CARDS = ("excuse", "ski")  # the drawings in it
NAMED_RANKS, TRUMP = ("A", "K", "Q", "C", "J"), "T"
MAKERS = "●"  # in the sentence of a round, beside the points of the side that made trumps
_SEEN_MAKERS = f'<span aria-hidden="true">{MAKERS}</span>'
_PATH = re.compile(r'<path id="([\w-]+)"(?: data-advance="([0-9]+)")? d="([^"]*)"/>')
_USE = re.compile(r'<use href="#([\w-]+)"')
_SUIT_WORDS = {symbol: suit.value for suit, symbol in SYMBOLS.items()}
_COLUMNS = re.compile(r"[\d.,−\u00a0\u202f€]+(?: : [\d.,−\u00a0\u202f€]+)+")
_ANY_SUIT = re.compile(f"([{''.join(_SUIT_WORDS)}])[\ufe0e\ufe0f]?")  # a picture or a letter


class Drawing(NamedTuple):
    """A path, and how far behind it the next figure begins (0 for all that are no figures)."""

    path: str
    advance: int


class FigureRow(NamedTuple):
    """A text in figures; a capital is 100 high, in the same units as the width.

    Of every figure the id of its drawing, and where it begins.
    """

    width: int
    figures: tuple[tuple[str, int], ...]


@cache
def drawings(file: str) -> dict[str, Drawing]:
    """The drawings of one of the files, by their ids."""
    text = (paths.folder("templates") / "drawings" / f"{file}.svg").read_text(encoding="utf-8")
    return {path[1]: Drawing(path[3], int(path[2] or 0)) for path in _PATH.finditer(text)}


@cache
def _paths() -> dict[str, Markup]:
    """The elements of all drawings that draw anything, by their ids."""
    return {
        id_: Markup('<path id="{}" d="{}"/>').format(id_, drawing.path)
        for file in (SUITS, FIGURES)
        for id_, drawing in drawings(file).items()
        if drawing.path
    }


def with_drawings(html: str, live: Iterable[str] = ()) -> Markup:
    """The body of a page, and behind it the drawings that it uses; before it the style of cards.

    That stands outside of all that is fetched anew, so that nothing moves when a part is. *live*
    are the files of which script may add drawings that are not there yet.
    """
    page = Markup(html)  # noqa: S704 - a filter block: the template has escaped it
    if HAND in html:
        style = Markup('<link rel="stylesheet" href="{}">\n')
        page = style.format(static_address(CARD_STYLE)) + page
    wanted = {*_USE.findall(html), *(id_ for file in live for id_ in drawings(file))}
    if drawn := Markup("").join(path for id_, path in _paths().items() if id_ in wanted):
        page += Markup('<svg id="drawings" data-live hidden><defs>{}</defs></svg>\n').format(drawn)
    return page


def figures(text: str) -> FigureRow | None:
    """A total in figures; None for a text in which anything has none."""
    plain, known = text.translate(_SPACES), drawings(FIGURES)
    if not plain or not FIGURE_NAMES.keys() >= set(plain):
        return None
    placed, x = [], 0
    for character in plain:
        id_ = f"figure-{FIGURE_NAMES[character]}"
        if known[id_].path:
            placed.append((id_, x))
        x += known[id_].advance
    return FigureRow(x, tuple(placed))


def pips(text: Any) -> Markup:
    """Text with its suits drawn in the colours of cards; their words are read aloud and copied.

    The dot beside one of two sides is seen alone: whoever made trumps stands before it by name.
    Points with a colon between them stay in one line; where there are more than two, a line may
    end behind the colon.
    """
    kept = _COLUMNS.sub(_unbroken, str(escape(text))).replace(MAKERS, _SEEN_MAKERS)
    return Markup(_ANY_SUIT.sub(_pip, kept))  # noqa: S704 - escaped


def _unbroken(match: re.Match[str]) -> str:
    points = match[0].split(" : ")
    behind = NO_BREAK_SPACE if len(points) == PAIR else " "
    return f"{NO_BREAK_SPACE}:{behind}".join(points)


def _pip(match: re.Match[str]) -> str:
    word = _SUIT_WORDS[match[1]]
    return _drawn_pip(word, current_messages().text(f"suit.{word}"))


@cache
def _drawn_pip(word: str, said: str) -> str:
    """A suit by its *word* in the code, and what is *said* of it in a language."""
    return str(
        Markup(
            '<span class="pip {0}"><svg class="suit" viewBox="0 0 24 24" width="1em" height="1em"'
            ' aria-hidden="true"><use href="#suit-{0}"/></svg><span class="sr">{1}</span></span>'
        ).format(word, said)
    )


def hand(cards: str) -> Markup:
    """Playing cards beside each other, seen alone: what they are is said in words beside them.

    *cards* are parted by blanks, each a rank as the rules write it behind its suit, if it has one:
    "♥K ♠10 7". A tarot trump has a T before its number; "excuse" and "ski" are these two.
    """
    text = current_messages().text
    letters = tuple(text(f"card.index.{rank}") for rank in NAMED_RANKS)
    return _drawn_hand(cards, letters, static_address(CARDS))


@cache
def _drawn_hand(cards: str, letters: tuple[str, ...], file: str) -> Markup:
    """Cards with these *letters* on the NAMED_RANKS; *file* is the address of FIGURE_CARDS."""
    index = dict(zip(NAMED_RANKS, letters, strict=True))
    drawn = Markup("").join(_card(card, index, file) for card in cards.split())
    return Markup('<span class="hand" aria-hidden="true">{}</span>').format(drawn)


def _card(card: str, index: Mapping[str, str], file: str) -> Markup:
    suit = _SUIT_WORDS.get(card[0], "")
    rank = card[1:] if suit else card
    if rank in FIGURE_CARDS:
        picture = Markup('<svg class="figure" viewBox="0 0 24 24"><use href="{}#card-{}"/></svg>')
        return Markup("<b>{}</b>").format(picture.format(file, rank))
    if rank.startswith(TRUMP):
        return Markup('<b class="trump" data-index="{0}">{0}</b>').format(rank.removeprefix(TRUMP))
    if not suit:
        return Markup("<b>{}</b>").format(index.get(rank, rank))
    pip = Markup('<svg viewBox="0 0 24 24"><use href="#suit-{}"/></svg>').format(suit)
    return Markup('<b class="{}">{}{}</b>').format(suit, index.get(rank, rank), pip)


def install(app: Flask) -> None:
    """Give templates the filters `pips`, `hand`, `figures` and `with_drawings`."""
    app.jinja_env.filters.update(pips=pips, hand=hand, figures=figures, with_drawings=with_drawings)
