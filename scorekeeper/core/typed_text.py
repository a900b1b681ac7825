"""Reading text as people type it, or paste it from somewhere else."""

import unicodedata

# Embeddings, overrides and isolates, with what ends them. A list of contacts puts them around a
# name; nobody sees them, and they turn the words around it.
DIRECTION_CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_NONE_OF_THEM = dict.fromkeys(map(ord, DIRECTION_CONTROLS))


def typed_text(text: str) -> str:
    """The text without direction controls, then trimmed, in Unicode normal form C."""
    return unicodedata.normalize("NFC", text.translate(_NONE_OF_THEM).strip())
