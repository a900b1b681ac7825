"""The form for a season."""

from collections.abc import Sequence
from typing import Any

from wtforms import BooleanField, StringField

from scorekeeper.core.codec import Listing, Maybe
from scorekeeper.core.phrases import Problem
from scorekeeper.core.season import (
    EVENINGS_AT_MOST,
    LOWEST,
    NAME_LENGTH,
    PLACES_AT_MOST,
    POINTS_AT_MOST,
    USUAL_PLACES,
    Counts,
    Season,
    Tiebreak,
    Ties,
    Total,
    rule_problems,
)
from scorekeeper.core.shapes import Day, Text, Whole
from scorekeeper.games.registry import GAMES
from scorekeeper.web.shared.forms import NumberField, PageForm, ShapedField, TextField, refused

COUNT = Maybe(Whole(1, EVENINGS_AT_MOST))  # how many evenings
POINTS = Whole(-POINTS_AT_MOST, POINTS_AT_MOST)
NOTHING, NUMBER = "nothing", "number"
ABSENCES = (NOTHING, NUMBER, LOWEST)
TIEBREAKS = ("tiebreak_1", "tiebreak_2", "tiebreak_3")


class PlacesField(ShapedField):
    """The points of places, parted by blanks."""

    def process_data(self, value: tuple[int, ...] | None) -> None:
        """Let points stand in the field."""
        self.data = " ".join(map(str, USUAL_PLACES if value is None else value))

    @property
    def typed(self) -> Sequence[int]:
        """The points; raises StopValidation where one of them is no number."""
        words = (self.data or "").replace(",", " ").replace("−", "-").split()
        try:
            return [int(word) for word in words]
        except ValueError:
            raise refused(Problem("season_places", field=self.short_name)) from None


class SeasonForm(PageForm):
    """A season of a *game*; a `Season` can stand in it."""

    name = TextField(Text(NAME_LENGTH))
    game = StringField(default="")
    from_ = TextField(Day())
    to = TextField(Day(), optional=True)
    counts = StringField(default=Counts.POINTS.value)
    places = PlacesField(Listing((POINTS,), True, PLACES_AT_MOST), default=None)
    rest = BooleanField()
    ties = StringField(default=Ties.BEST.value)
    total = StringField(default=Total.SUM.value)
    drop = NumberField(COUNT)
    best = NumberField(COUNT)
    minimum = NumberField(COUNT)
    absence_kind = StringField(default=NOTHING)
    absence = NumberField(default="")
    last_double = BooleanField()
    tiebreak_1 = StringField(default="")
    tiebreak_2 = StringField(default="")
    tiebreak_3 = StringField(default="")

    def __init__(self, formdata: Any = None, season: Season | None = None, **shown: Any) -> None:
        more = shown if season is None else shown | _shown(season)
        super().__init__(formdata, obj=season, **more)

    result: Season

    def validate_absence(self, field: NumberField) -> None:
        """A number is needed where an absence counts one."""
        if self.absence_kind.data == NUMBER:
            field.value = field.read_by(POINTS)
        elif self.absence_kind.data == LOWEST:
            field.value = LOWEST

    def read_together(self, problems: list[Problem]) -> None:
        """The season, if every field is right."""
        if self.errors:
            return
        tiebreaks = dict.fromkeys(self[name].data for name in TIEBREAKS)
        is_places = _choice(Counts, self.counts.data) is Counts.PLACES
        self.result = Season(
            **self.values if is_places else self.values | {"places": None},
            game=self.game.data if self.game.data in GAMES else next(iter(GAMES)),
            counts=_choice(Counts, self.counts.data),
            rest=bool(self.rest.data) and is_places,
            ties=_choice(Ties, self.ties.data) if is_places else Ties.BEST,
            total=_choice(Total, self.total.data),
            last_double=bool(self.last_double.data),
            tiebreak=tuple(Tiebreak(text) for text in tiebreaks if text in list(Tiebreak)),
        )
        problems += rule_problems(self.result)


def _choice(members: Any, text: str | None) -> Any:
    """The member that was chosen; the first one where nobody can have chosen that."""
    return members(text) if text in list(members) else next(iter(members))


def _shown(season: Season) -> dict[str, Any]:
    """What stands in the fields that are not called as what they say of a season."""
    shown = dict(zip(TIEBREAKS, season.tiebreak, strict=False))
    match season.absence:
        case int() as number:
            return shown | {"absence_kind": NUMBER, "absence": str(number)}
        case absence:  # the lowest value, or nothing
            return shown | {"absence_kind": absence or NOTHING, "absence": ""}
