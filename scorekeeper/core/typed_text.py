"""Reading text as people type it, or paste it from somewhere else.

The model is the PRECIS framework (RFC 8264, and RFC 8266 for nicknames): Unicode normal form C, one
space where there is any white space, and nothing that nobody sees, except where the letters or the
emoji around it look otherwise with it (the rules for joiners of RFC 5892, appendices A.1 and A.2).
"""

import re
import unicodedata

# Embeddings, overrides and isolates, with what ends them. A list of contacts puts them around a
# name; nobody sees them, and they turn the words around it.
DIRECTION_CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_NONE_OF_THEM = dict.fromkeys(map(ord, DIRECTION_CONTROLS))

NOTHING_LEFT = "\N{REPLACEMENT CHARACTER}"  # where old files and databases have only unseen text
JOINERS = "\u200c\u200d"
VARIATIONS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"

# Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt, the format characters (Cf)
# beside it that have no shape, and what is blank: of Braille, Khitan, music and Egypt.
_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U00013430-\U0001343f\U00013441\U00013442\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_SPACE = " \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"  # without control characters

# Canonical_Combining_Class=Virama in living scripts: what makes conjuncts, and half forms with a
# joiner.
_VIRAMA = (
    "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84"
    "\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c"
    "\ua8c4\ua953\ua9c0\uaaf6\uabed\U00010a3f\U00011046\U00011070\U0001107f\U000110b9"
    "\U00011133\U00011134\U000111c0\U00011235\U000112ea\U0001134d"
)
_ARABIC = "\u0620-\u074f\u0750-\u077f\u0860-\u08ff"  # and Syriac: letters that join
_IDEOGRAPH = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_FLAGS = "".join(
    "|" + "".join(chr(0xE0000 + ord(letter)) for letter in region)
    for region in ("gbeng", "gbsct", "gbwls")
)

_NEEDED = (
    f"(?<=[{_VIRAMA}])[{JOINERS}]",
    f"[{JOINERS}](?=[{_VIRAMA}])",  # Bengali writes Rachel with one before it
    f"(?<=[{_ARABIC}])\u200c(?=[{_ARABIC}])",
    f"(?:(?<=[{_EMOJI}])|(?<=[{_EMOJI}]\ufe0f))\u200d(?=[{_EMOJI}])",
    f"(?<=[{_EMOJI}])[\ufe0e\ufe0f]",
    "(?<=[0-9#*])\ufe0f(?=\u20e3)",
    f"(?<=[{_IDEOGRAPH}])[\ufe00-\ufe02\U000e0100-\U000e01ef]",
    f"(?<=\U0001f3f4)(?:{_FLAGS[1:]})\U000e007f",
)
_FOUND = re.compile(f"({'|'.join(_NEEDED)})|[{_UNSEEN}]")
_ANY_UNSEEN = re.compile(f"[{_UNSEEN}]")
_SPACES = re.compile(f"[{_SPACE}]+")
PASSES = 4  # what is left out may bring others together; more than two is an attack


def typed_text(text: str) -> str:
    """The text in normal form C without what nobody sees, each white space one blank, trimmed.

    Reading what was read before changes nothing. Control characters are none of its business.
    """
    if text.isascii():
        text = text.strip()
        return _SPACES.sub(" ", text) if "  " in text else text
    if not _ANY_UNSEEN.search(text):
        return _composed(text)
    for _ in range(PASSES):
        before, text = text, _composed(_FOUND.sub(r"\1", text))
        if text == before:
            return text
    return _composed(_ANY_UNSEEN.sub("", text))


def trimmed_text(text: str) -> str:
    """The text as it was read in versions that only dropped direction controls, trimmed.

    It says which texts were different ones there, and of what old digests were made.
    """
    return unicodedata.normalize("NFC", text.translate(_NONE_OF_THEM).strip())


def _composed(text: str) -> str:
    return _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip()
