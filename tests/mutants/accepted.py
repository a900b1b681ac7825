"""The mutants that may survive because they change nothing: equivalent.toml, and its upkeep."""

import json
import tomllib
from collections.abc import Collection, Iterable
from dataclasses import asdict
from pathlib import Path

from tests.mutants.planting import Place

LIST = Path(__file__).with_name("equivalent.toml")


def accepted(path: Path = LIST) -> dict[Place, str]:
    """Where a fault changes nothing, and why; raises ValueError for an entry that says not all."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    found: dict[Place, str] = {}
    for entry in entries:
        reason = entry.pop("reason", "").strip()
        place = Place(**entry)
        if not reason or place in found:
            raise ValueError(f"{path.name}: no reason, or there already: {place}")
        found[place] = reason
    return found


def entry_for(place: Place) -> str:
    """An entry to be copied into the list, with the reason left to be written."""
    pairs = {**asdict(place), "reason": ""}.items()
    quoted = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in pairs]
    return "\n".join(["[[equivalent]]", *quoted])


def outdated(
    listed: Iterable[Place], survived: Iterable[Place], modules: Collection[str]
) -> list[Place]:
    """Those listed in some *modules* whose fault is noticed now, or gone."""
    still = set(survived)
    return [place for place in listed if place.module in modules and place not in still]
