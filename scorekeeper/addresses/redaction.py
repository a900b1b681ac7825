"""Secret links, taken out of whatever is logged."""

import logging
import re

LINK = re.compile(r"((?:/[gs])+)/[^/\s]+")  # below whatever prefix


def redacted(text: str) -> str:
    """A text without the secret links that stand in it."""
    return LINK.sub(r"\1/…", text)


class Redaction(logging.Filter):
    """Takes the secret links out of what is logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true: the record is kept, without its links."""
        record.msg, record.args = redacted(record.getMessage()), ()
        return True
