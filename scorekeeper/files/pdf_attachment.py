"""The sheet file that lies inside a printed sheet."""

import logging
from io import BytesIO

from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError

NAME = "sheet.json"
PDF = b"%PDF-"

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # we say ourselves what is wrong


def sheet_in(pdf: bytes) -> bytes:
    """The text of the sheet file in a PDF; raises MalformedError where there is none to read."""
    from pypdf import PdfReader  # noqa: PLC0415 - most sheets come without a PDF around them

    try:
        reader = PdfReader(BytesIO(pdf))
        if reader.is_encrypted:
            raise MalformedError(Problem("pdf_encrypted"))
        found = reader.attachments.get(NAME)
    except MalformedError:
        raise
    except Exception:  # whatever a broken file can lead to
        raise MalformedError(Problem("pdf_broken")) from None
    if not found:
        raise MalformedError(Problem("pdf_without_sheet"))
    return found[0]
