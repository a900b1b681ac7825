"""The path below which the program lies on its host, as somebody has given it."""

import re

PREFIX = re.compile(r"(?!.*/\.\.?(/|$))(/[A-Za-z0-9._~-]{1,100}){0,10}")


class UnusablePrefixError(ValueError):
    """A prefix that is no path, or would be taken for an address of ours: a code says which."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(f"{code}: " + ", ".join(values.values()))
        self.code, self.values = code, values


def checked_prefix(text: str) -> str:
    """A path as somebody has given it, without a slash at its end; raises UnusablePrefixError."""
    prefix = text.rstrip("/")
    if not PREFIX.fullmatch(prefix):
        raise UnusablePrefixError("prefix_no_path", value=repr(text))
    return prefix
