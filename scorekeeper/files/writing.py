"""Writing a sheet file, the public format documented in docs/sheet-file.md."""

from typing import Any

from scorekeeper.core.codec import json_text, record_of
from scorekeeper.core.days import is_possible
from scorekeeper.core.game import Game, Round, Unreadable
from scorekeeper.files.sheet import FORMAT, Head, Sheet


def round_data(dealt: Round[Any], game: Game[Any, Any]) -> dict[str, Any]:
    """The plain data of a round."""
    if isinstance(dealt.observation, Unreadable):
        return dict(dealt.observation.data)
    kind = type(dealt.observation)
    dealer = {} if dealt.dealer is None else {"dealer": dealt.dealer}
    return {"kind": game.kind_words[kind]} | dealer | record_of(kind).write(dealt.observation)


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """The plain data of a sheet: whatever equals its default is left out."""
    head = record_of(Head).write(sheet.head)
    if sheet.head.date is not None and not is_possible(sheet.head.date):
        head.pop("date")  # written when any day could be; no file may have it
    if sheet.setup.first_dealer == len(sheet.players) - 1:
        head.pop("first_dealer", None)
    house = record_of(type(sheet.house)).write(sheet.house)
    return (
        {"format": FORMAT, "game": sheet.game.slug, "players": list(sheet.players)}
        | ({"house": house} if house else {})
        | head
        | {"rounds": [round_data(dealt, sheet.game) for dealt in sheet.rounds]}
    )


def sheet_text(sheet: Sheet) -> str:
    """The sheet as the text of a file, one round a line."""
    data = sheet_data(sheet)
    rounds = [json_text(dealt, ensure_ascii=False) for dealt in data.pop("rounds")]
    frame = json_text(data | {"rounds": []}, ensure_ascii=False, indent=2)
    if not rounds:
        return frame + "\n"
    return frame.removesuffix("[]\n}") + "[\n    " + ",\n    ".join(rounds) + "\n  ]\n}\n"
