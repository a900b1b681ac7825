"""How to run: what the command line says, or else the environment, or else the default."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

PREFIX = "SCOREKEEPER_"
HOST = "0.0.0.0"  # noqa: S104 - the phones in the house are to reach it
PORT, PORT_AT_MOST = 8000, 65535  # port 0: whichever is free
WORKERS, WORKERS_AT_MOST = 1, 64
THREADS, THREADS_AT_MOST = 64, 1000
PROXIES_AT_MOST = 9
HOST_NAME = re.compile(r"[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")
SYNCHRONOUS = ("NORMAL", "FULL", "EXTRA", "OFF")


class UnusableSettingError(ValueError):
    """An environment variable that says something impossible; the message says what it may say."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to serve, and from which database (None: the one that lies where this program's do)."""

    host: str
    port: int
    database: str | None
    workers: int
    threads: int


def settings(host: str | None, port: int | None, database: str | None) -> Settings:
    """What the command line says, filled up; raises UnusableSettingError."""
    whole_number("PROXIES", 0, 0, PROXIES_AT_MOST)
    check_choice("SYNCHRONOUS", SYNCHRONOUS)
    host_names()
    return Settings(
        host or environment_value("HOST") or HOST,
        whole_number("PORT", PORT, 0, PORT_AT_MOST) if port is None else port,
        database or environment_value("DATABASE"),
        whole_number("WORKERS", WORKERS, 1, WORKERS_AT_MOST),
        whole_number("THREADS", THREADS, 1, THREADS_AT_MOST),
    )


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
            f"{PREFIX}{name} must be a whole number from {low} to {high}, not {text!r}"
        )
    return int(text)


def check_choice(name: str, offered: Sequence[str]) -> None:
    """Raise UnusableSettingError if the environment asks for something that is not offered."""
    text = environment_value(name)
    if text is not None and text.upper() not in offered:
        raise UnusableSettingError(
            f"{PREFIX}{name} must be one of {', '.join(offered)}, not {text!r}"
        )


def host_names() -> tuple[str, ...]:
    """The names that the program answers to, as the environment lists them; none: to every name.

    Raises UnusableSettingError.
    """
    names = tuple((environment_value("HOSTS") or "").replace(",", " ").split())
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise UnusableSettingError(
                f"{PREFIX}HOSTS must be names or addresses of this host without scheme and port, "
                f"not {name!r}"
            )
    return names
