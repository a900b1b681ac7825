"""A sheet in a link: all of it stands behind the `#`, which no browser sends to a server.

The format is public, and documented in docs/sheet-file.md; it never changes, but for new numbers.
"""

import base64
import binascii
import re
import zlib
from datetime import date
from pathlib import Path

from scorekeeper.core.codec import json_text
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.files.sheet import Sheet, sheet_data

NUMBER = "1"  # of the format
CHARACTERS_AT_MOST = 4000  # behind the #: chats cut longer messages
ROUNDS_AT_MOST = 1000
SIZE_AT_MOST = 300_000  # bytes of what a link is unpacked to: twice the longest that is made
# What stands in most sheets, so that a link need not: it belongs to the number of the format.
DICTIONARY = Path(__file__).with_name("link_dictionary.txt").read_bytes()
CHECKSUM = 4  # bytes in front: CRC-32, big-endian
RAW = -15  # deflate without a header, for zlib
LINK = re.compile(rb"#(1\.[A-Za-z0-9_-]*|[0-9]{1,9}\.[A-Za-z0-9_-]+)")  # not "game #2."
NOT_LINKS = (b"{", b"\xef\xbb\xbf", b"%PDF-")  # how files begin


def fragment_of(sheet: Sheet, day: date) -> str | None:
    """What stands behind the # of a link to a sheet of that day; None where that is too long."""
    if len(sheet.rounds) > ROUNDS_AT_MOST:
        return None
    dated = sheet.dated(sheet.head.date or day)
    text = json_text(sheet_data(dated), ensure_ascii=False, separators=(",", ":")).encode()
    if len(text) > SIZE_AT_MOST:
        return None
    packing = zlib.compressobj(9, zlib.DEFLATED, RAW, 9, zdict=DICTIONARY)
    packed = zlib.crc32(text).to_bytes(CHECKSUM) + packing.compress(text) + packing.flush()
    fragment = f"{NUMBER}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    return fragment if len(fragment) <= CHARACTERS_AT_MOST else None


def is_link(text: bytes) -> bool:
    """Whether a text is no file, and has a link to a sheet in it."""
    return not text.lstrip().startswith(NOT_LINKS) and LINK.search(text) is not None


def linked_text(text: bytes) -> bytes:
    """The text of the sheet file in the last link of a text; raises MalformedError."""
    number, _, packed = _last_fragment(text).partition(b".")
    if number.decode() != NUMBER:
        raise MalformedError(Problem("link_foreign"))
    if len(packed) > CHARACTERS_AT_MOST:
        raise MalformedError(Problem("link_too_long"))
    try:
        content = base64.b64decode(packed + b"=" * (-len(packed) % 4), b"-_", validate=True)
        unpacking = zlib.decompressobj(RAW, zdict=DICTIONARY)
        inside = unpacking.decompress(content[CHECKSUM:], SIZE_AT_MOST)
    except (binascii.Error, zlib.error):
        raise MalformedError(Problem("link_damaged")) from None
    is_whole = unpacking.eof and not unpacking.unused_data
    if not is_whole or zlib.crc32(inside).to_bytes(CHECKSUM) != content[:CHECKSUM]:
        raise MalformedError(Problem("link_damaged"))
    return inside


def fragment_in(text: str) -> str | None:
    """What stands behind the # of the last link in a text.

    None where there is none, in a file, and where it is no link that is made.
    """
    fragment = _last_fragment(text.encode()).decode() if is_link(text.encode()) else ""
    return fragment if len("1.") < len(fragment) <= CHARACTERS_AT_MOST else None


def _last_fragment(text: bytes) -> bytes:
    fragments: list[bytes] = LINK.findall(text)
    return fragments[-1] if fragments else b""
