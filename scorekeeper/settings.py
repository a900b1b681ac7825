"""How to run: what the command line says, or else the environment, or else the default."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from scorekeeper.core.phrases import CodedError

# No library reads the environment here: environs and pydantic say in English alone what is wrong.
PREFIX = "SCOREKEEPER_"
HOST = "0.0.0.0"  # noqa: S104 - the phones in the house are to reach it
PORT, PORT_AT_MOST = 8000, 65535  # port 0: whichever is free
WORKERS, WORKERS_AT_MOST = 1, 64
THREADS, THREADS_AT_MOST = 64, 4000
PROXIES_AT_MOST = 9
DIGITS_AT_MOST = 9  # of any number
THREADS_FOR_PAGES = 16  # of those of a process; all others may be kept by open streams
HOST_NAME = re.compile(r"[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")
METRICS_HOST = "127.0.0.1"  # what is told there is for nobody else, unless somebody says so
METRICS = re.compile(
    r"((?P<name>[\w.-]+)|\[(?P<address>[0-9A-Fa-f:.]+)\]):(?P<port>[0-9]{1,5})", re.ASCII
)
FOLDER_ADDRESS = re.compile(r"https?://[^\s/?#@]+(/[^\s?#]*)?")
LOGS = ("json", "json,addresses")
SYNCHRONOUS = ("NORMAL", "FULL", "EXTRA", "OFF")
Read = Callable[[str], Any]  # makes a value of a text, or raises UnusableSettingError
# How often somebody may ask, open groups, and how many sheets a group may have; off unless chosen.
LIMIT = re.compile(
    r"(?P<name>address|link|groups)=(?P<rate>[1-9][0-9]{0,6}/(?:second|minute|hour|day))"
    r"|sheets=(?P<sheets>[2-9]|[1-9][0-9]{1,6})"
)
PUBLIC_LIMITS = {  # how they were worked out: docs/operating.md
    "address": "3000/minute",
    "link": "6000/minute",
    "groups": "100/day",
    "sheets": "1000",
}


class UnusableSettingError(CodedError):
    """A setting that says something impossible: a code for what it may say, with values."""


def whole_number(code: str, low: int, high: int) -> Read:
    """What reads a number within these limits; *code* says of any other text what is wrong.

    Of a number that is too low it is the one with `_too_few` behind it.
    """

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() and len(text) <= DIGITS_AT_MOST else high + 1
        if low <= number <= high:
            return number
        refusal = f"{code}_too_few" if number < low else code
        raise UnusableSettingError(refusal, low=low, high=high, value=repr(text))

    return read


def one_of(offered: Sequence[str]) -> Read:
    """What reads a text that is one of those offered, in capitals or not."""

    def read(text: str) -> str:
        for choice in offered:
            if choice.casefold() == text.casefold():
                return choice
        raise UnusableSettingError("choice", choices=", ".join(offered), value=repr(text))

    return read


def hosts_in(text: str) -> tuple[str, ...]:
    """The names that a text lists; raises UnusableSettingError."""
    names = tuple(text.replace(",", " ").split())
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise UnusableSettingError("hosts", value=repr(name))
    return names


def metrics_address(text: str) -> tuple[str, int]:
    """The host and port that [HOST:]PORT stands for; raises UnusableSettingError."""
    parts = METRICS.fullmatch(text if ":" in text else f"{METRICS_HOST}:{text}")
    if parts is None or int(parts["port"]) > PORT_AT_MOST:
        raise UnusableSettingError("metrics_option", value=repr(text))
    return parts["name"] or parts["address"], int(parts["port"])


def address_in(text: str) -> str:
    """The address of a folder on the web, with a slash at its end; raises UnusableSettingError."""
    if not FOLDER_ADDRESS.fullmatch(text):
        raise UnusableSettingError("copy_address", value=repr(text))
    return f"{text.rstrip('/')}/"


def limits_in(text: str) -> Mapping[str, str]:
    """The limits that a text lists, by their names; of two with one name the later one holds.

    Raises UnusableSettingError.
    """
    limits: dict[str, str] = {}
    for word in text.replace(",", " ").split():
        limit = LIMIT.fullmatch(word)
        if word == "public":
            limits |= PUBLIC_LIMITS
        elif limit is None:
            raise UnusableSettingError("limits_option", value=repr(word))
        else:
            limits[limit["name"] or "sheets"] = limit["rate"] or limit["sheets"]
    return limits


def setting(default: Any, read: Read = str, refusal: str = "number") -> Any:
    """A field of Settings, and how the text of its variable in the environment is read.

    *refusal* is the code of what is said of one that makes no sense.
    """
    return field(default_factory=lambda: default, metadata={"read": read, "refusal": refusal})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to run: each is a variable of the environment, and configures the application, too.

    Both are called like the field, in capitals, and help lists them in this order.
    """

    host: str = setting(HOST)  # what the server listens at
    port: int = setting(PORT, whole_number("port", 0, PORT_AT_MOST))
    database: str | None = setting(None)  # None: the one that lies where this program's do
    proxies: int = setting(0, whole_number("proxies", 0, PROXIES_AT_MOST))
    workers: int = setting(WORKERS, whole_number("workers", 1, WORKERS_AT_MOST))
    # host and port at which they can be asked for
    metrics: tuple[str, int] | None = setting(None, metrics_address, "metrics")
    log: str | None = setting(None, one_of(LOGS), "choice")  # None: troubles only, as text
    limits: Mapping[str, str] = setting({}, limits_in, "limits")
    # below which a proxy serves us, unless it says so itself; not looked at here
    prefix_path: str = setting("")
    threads: int = setting(THREADS, whole_number("threads", 1, THREADS_AT_MOST))
    hosts: tuple[str, ...] = setting((), hosts_in, "hosts")  # that are answered; none: all
    # whether printed sheets lead to the sheet unless somebody chooses otherwise
    printed_link: int = setting(0, whole_number("printed_link", 0, 1))
    # whether the link that looks at a sheet that is over tells chats which picture to show of it
    previews: int = setting(1, whole_number("previews", 0, 1))
    # of a copy without a server, where links with a sheet inside open; None: this program's own
    copy_address: str | None = setting(None, address_in, "copy_address")
    synchronous: str | None = setting(None, one_of(SYNCHRONOUS), "choice")  # None: the safe one

    @property
    def streams_at_most(self) -> int:
        """How many phones a process tells at once; all others have to ask."""
        return max(0, self.threads - THREADS_FOR_PAGES)


def reader(name: str) -> Read:
    """What reads the text of a setting."""
    read: Read = next(option.metadata["read"] for option in fields(Settings) if option.name == name)
    return read


def settings(typed: Mapping[str, Any]) -> Settings:
    """What is typed on the command line, filled up; raises UnusableSettingError.

    *typed* has the values of options by the names of the fields, None or nothing for what was not
    said.
    """
    chosen = {}
    for option in fields(Settings):
        value = typed.get(option.name)
        if value is None or (value == "" and option.name != "prefix_path"):  # "": the whole host
            value = _of_environment(option.name, **option.metadata)
        if value is not None:
            chosen[option.name] = value
    return Settings(**chosen)


def _of_environment(setting: str, read: Read, refusal: str) -> Any:
    """What the environment says of a setting, None for nothing; raises UnusableSettingError."""
    name = PREFIX + setting.upper()
    text = os.environ.get(name, "").strip()
    try:
        return read(text) if text else None
    except UnusableSettingError as error:
        raise UnusableSettingError(refusal, name=name, **error.values) from None
