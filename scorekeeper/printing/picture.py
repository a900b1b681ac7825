"""The picture of a sheet that is over: its evening at a glance, for whoever gets its link."""

from dataclasses import dataclass

from scorekeeper.printing.page_values import PaperChart, StandingLine
from scorekeeper.printing.sheet_paper import chart_on_paper
from scorekeeper.printing.sheet_texts import SheetTexts
from scorekeeper.summary.turning_points import TurningPoint, turning_points

STANDING_WIDTH = 21.0  # em, of the words of the standing


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturePage:
    """Everything on the picture: the *winner* with their *total*, "" in a draw, and all others."""

    texts: SheetTexts
    winner: str
    total: str
    places: tuple[StandingLine, ...]
    chart: PaperChart | None
    turning_points: tuple[TurningPoint, ...]


def picture_page(texts: SheetTexts) -> PicturePage:
    """The picture of a sheet that is over."""
    places = texts.places(STANDING_WIDTH)
    first = [place for place in places if place.wins]
    has_winner = len(first) == 1
    return PicturePage(
        texts=texts,
        winner=texts.side_names[texts.ledger.leaders[0]] if has_winner else "",
        total=first[0].total if has_winner else "",
        places=tuple(place for place in places if not (has_winner and place.wins)),
        chart=chart_on_paper(texts),
        turning_points=turning_points(texts.sheet, texts.messages),
    )
