"""One thing changed in what is right: in a form that was filled in, or in a file."""

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from tests.web.shown_forms import Pairs

TEXTS = (
    "", " ", "0", "1", "-1", "4", "99999999999999999999", "1e999999", "NaN", "-0.0", "٣", "１", "²",
    "½", "0:²", "40,5", "true", "null", "\x00", "a\x00b", "1" * 5000, "0:" + "1" * 5000,
    "20 " * 400, "http://[abc", "🂡", "x" * 5000, "<script>alert(1)</script>", "{{ 7*7 }}",
    "%s%s%n", "{0}", "{name}", "../../etc/passwd", "0:20", "0:999999999999999999999", "7:1", ":",
    "0:-1", "hearts", "20 50 20", "2026-13-45", "0001-01-01", "9999-12-31", "İ" * 40, "ŉ" * 40,
    "ß" * 40, "\u202eanna\u202c", "a\u200bb", "\ufeff", "\ud7ff\ue000", "mend:1", "strike:1",
    "pin:9", "drop:1", "save", "sum", "[]", "[{}]", '{"round": 1}', "[" * 3000, "2147483648",
    "9223372036854775808", "e\u0301" * 60,
)  # fmt: skip

RAW = "@raw@"
TOKENS = (
    "1e999999999", "-0.0", "1" * 5000, "NaN", "Infinity", '"\\ud800"', '"\\u0000"', "[" * 3000,
    '{"a": 1, "a": 2}', "1E400", "0.1", "4.0", "true", "null", "[]", "{}", '""', '"x"',
    "9223372036854775808", "-1", '"0001-01-01"', '"9999-12-31"', "[[[[]]]]", '{"\\ud800": 1}',
    f'"{"x" * 300}"', '"\\u202e"', '"ß"', "10001", "10002",
)  # fmt: skip


def changed(pairs: Pairs, chance: Random, odd: Sequence[str], others: Sequence[str]) -> Pairs:
    """A form with one field odd, missing, doubled, or holding what another one holds.

    *others* are values that belong to other forms.
    """
    if not pairs:
        return [(chance.choice(["do", "key", "title"]), chance.choice(odd))]
    place = chance.randrange(len(pairs))
    name, value = pairs[place]
    before, behind = pairs[:place], pairs[place + 1 :]
    how = chance.randrange(7)
    if how == 0:
        return [*before, *behind]
    if how == 1:
        return [*before, (name, value), (name, chance.choice(odd)), *behind]
    if how == 2:
        return [*before, (name, chance.choice(pairs)[1]), *behind]
    if how == 3 and others:
        return [*before, (name, chance.choice(others)), *behind]
    return [*before, (name, chance.choice(odd)), *behind]


def changed_json(data: Any, chance: Random) -> str:
    """JSON text with one place changed: another value, a key more, fewer or renamed."""
    data = copy.deepcopy(data)
    places = list(_places(data))
    holder, key = chance.choice(places)
    how: Sequence[Callable[[], None]] = (
        lambda: holder.__setitem__(key, RAW),
        lambda: holder.__setitem__(key, RAW),
        lambda: holder.__setitem__(key, [holder[key]]),
        lambda: holder.__delitem__(key),
        lambda: _rename(holder, key),
        lambda: _repeat(holder, key),
    )
    chance.choice(how)()
    return json.dumps(data).replace(json.dumps(RAW), chance.choice(TOKENS))


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a value in plain data: what holds it, and its key or index there."""
    keys = data if isinstance(data, dict) else range(len(data))
    for key in list(keys):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from _places(data[key])


def _rename(holder: Any, key: Any) -> None:
    if isinstance(holder, dict):
        holder[f"{key}\u0000x"] = holder.pop(key)
    else:
        holder[key] = RAW


def _repeat(holder: Any, key: Any) -> None:
    if isinstance(holder, list):
        holder.insert(key, holder[key])
    else:
        holder["colour"] = RAW
