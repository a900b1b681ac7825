"""How to run: what the command line says, or else the environment, or else the default."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# No library reads the environment here: environs and pydantic say in English alone what is wrong.
PREFIX = "SCOREKEEPER_"
HOST = "0.0.0.0"  # noqa: S104 - the phones in the house are to reach it
PORT, PORT_AT_MOST = 8000, 65535  # port 0: whichever is free
WORKERS, WORKERS_AT_MOST = 1, 64
THREADS, THREADS_AT_MOST = 64, 4000
THREADS_FOR_PAGES = 16  # of those of a process; all others may be kept by open streams
PROXIES_AT_MOST = 9
HOST_NAME = re.compile(r"[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")
METRICS_HOST = "127.0.0.1"  # what is told there is for nobody else, unless somebody says so
METRICS = re.compile(
    r"((?P<name>[\w.-]+)|\[(?P<address>[0-9A-Fa-f:.]+)\]):(?P<port>[0-9]{1,5})", re.ASCII
)
LOGS = ("json", "json,addresses")
SYNCHRONOUS = ("NORMAL", "FULL", "EXTRA", "OFF")
# How often somebody may ask, open groups, and how many sheets a group may have; off unless chosen.
LIMIT = re.compile(
    r"(?P<name>address|link|groups)=(?P<rate>[1-9][0-9]{0,6}/(?:second|minute|hour|day))"
    r"|sheets=(?P<sheets>[2-9]|[1-9][0-9]{1,6})"
)
PUBLIC = "public"
PUBLIC_LIMITS = {  # how they were worked out: docs/operating.md
    "address": "3000/minute",
    "link": "6000/minute",
    "groups": "100/day",
    "sheets": "1000",
}


class UnusableSettingError(ValueError):
    """A setting that says something impossible: a code for what it may say, with values."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(f"{code}: " + ", ".join(map(str, values.values())))
        self.code, self.values = code, values


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to serve, and from which database (None: the one that lies where this program's do)."""

    host: str
    port: int
    database: str | None
    workers: int
    threads: int
    proxies: int = 0
    limits: Mapping[str, str] = field(default_factory=dict)
    metrics: tuple[str, int] | None = None  # host and port at which they can be asked for
    log: str | None = None  # one of LOGS; None: troubles only, as text
    prefix: str = ""


def settings(typed: Mapping[str, Any]) -> Settings:
    """What is typed on the command line, filled up; raises UnusableSettingError.

    *typed* has the values of options by the names of the fields, None or nothing for what was not
    said.
    """
    check_choice("SYNCHRONOUS", SYNCHRONOUS)
    check_choice("LOG", LOGS)
    host_names()
    is_link_printed()

    def value(name: str, otherwise: Callable[[], Any]) -> Any:
        return otherwise() if typed.get(name) is None else typed[name]

    return Settings(
        host=typed.get("host") or environment_value("HOST") or HOST,
        port=value("port", lambda: whole_number("PORT", PORT, 0, PORT_AT_MOST)),
        database=typed.get("database") or environment_value("DATABASE"),
        workers=value("workers", lambda: whole_number("WORKERS", WORKERS, 1, WORKERS_AT_MOST)),
        threads=whole_number("THREADS", THREADS, 1, THREADS_AT_MOST),
        proxies=value("proxies", proxy_count),
        limits=value("limits", usage_limits),
        metrics=typed.get("metrics") or _metrics_of_environment(),
        log=typed.get("log") or (environment_value("LOG") or "").lower() or None,
        prefix=value("prefix", prefix_path).rstrip("/"),
    )


def metrics_address(text: str) -> tuple[str, int]:
    """The host and port that [HOST:]PORT stands for; raises UnusableSettingError."""
    parts = METRICS.fullmatch(text if ":" in text else f"{METRICS_HOST}:{text}")
    if parts is None or int(parts["port"]) > PORT_AT_MOST:
        raise UnusableSettingError("metrics_option", value=repr(text))
    return parts["name"] or parts["address"], int(parts["port"])


def _metrics_of_environment() -> tuple[str, int] | None:
    text = environment_value("METRICS")
    try:
        return metrics_address(text) if text else None
    except UnusableSettingError:
        raise UnusableSettingError("metrics", name=f"{PREFIX}METRICS", value=repr(text)) from None


def streams_at_most(threads: int) -> int:
    """How many phones a process with so many threads tells at once; all others have to ask."""
    return max(0, threads - THREADS_FOR_PAGES)


def environment_value(name: str) -> str | None:
    """What the environment says about one thing, if anything."""
    return os.environ.get(PREFIX + name, "").strip() or None


def whole_number(name: str, default: int, low: int, high: int) -> int:
    """A whole number from the environment; or the default; raises UnusableSettingError."""
    text = environment_value(name)
    if text is None:
        return default
    if not text.isdecimal() or not low <= int(text) <= high:
        raise UnusableSettingError(
            "number", name=PREFIX + name, low=low, high=high, value=repr(text)
        )
    return int(text)


def proxy_count() -> int:
    """How many proxies stand in front of the server, as the environment says.

    Raises UnusableSettingError.
    """
    return whole_number("PROXIES", 0, 0, PROXIES_AT_MOST)


def prefix_path() -> str:
    """The path below which a proxy serves the program, as the environment says; "" for none.

    Whether it is one is not looked at here.
    """
    return environment_value("PREFIX_PATH") or ""


def is_link_printed() -> bool:
    """Whether printed sheets lead to the sheet unless somebody chooses otherwise.

    Raises UnusableSettingError.
    """
    return whole_number("PRINTED_LINK", 0, 0, 1) == 1


def check_choice(name: str, offered: Sequence[str]) -> None:
    """Raise UnusableSettingError if the environment asks for something that is not offered."""
    text = environment_value(name)
    if text is not None and text.casefold() not in map(str.casefold, offered):
        raise UnusableSettingError(
            "choice", name=PREFIX + name, choices=", ".join(offered), value=repr(text)
        )


def host_names() -> tuple[str, ...]:
    """The names that the program answers to, as the environment lists them; none: to every name.

    Raises UnusableSettingError.
    """
    names = tuple((environment_value("HOSTS") or "").replace(",", " ").split())
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise UnusableSettingError("hosts", name=f"{PREFIX}HOSTS", value=repr(name))
    return names


def usage_limits() -> Mapping[str, str]:
    """The limits that the environment sets, by their names; raises UnusableSettingError."""
    try:
        return limits_in(environment_value("LIMITS") or "")
    except UnusableSettingError as error:
        raise UnusableSettingError("limits", name=f"{PREFIX}LIMITS", **error.values) from error


def limits_in(text: str) -> Mapping[str, str]:
    """The limits that a text lists, by their names; of two with one name the later one holds.

    Raises UnusableSettingError.
    """
    limits: dict[str, str] = {}
    for word in text.replace(",", " ").split():
        limit = LIMIT.fullmatch(word)
        if word == PUBLIC:
            limits |= PUBLIC_LIMITS
        elif limit is None:
            raise UnusableSettingError("limits_option", value=repr(word))
        else:
            limits[limit["name"] or "sheets"] = limit["rate"] or limit["sheets"]
    return limits
