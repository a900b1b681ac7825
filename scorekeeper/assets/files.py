"""What static files and the words of script hold as browsers get them, and in which version.

Where the parts of a bundle are, as in a checkout, it is made of them when it is first asked for. In
an installed program it lies finished, and compressed besides. So does the script with the sentences
that script shows in a language: what only script may have to say stands on no page. Script finds
it as `words.<name>`, whose key in the catalogue is `script.<name>`.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from scorekeeper import __version__, paths
from scorekeeper.assets.bundles import BUNDLES, made, sources
from scorekeeper.i18n.catalogue import catalogue, has_source
from scorekeeper.paths import TRANSLATIONS

ENCODINGS = {"br": ".br", "gzip": ".gz"}  # of texts, the smaller one first
TEXTS = (".css", ".js")
SHOWN_BY_SCRIPT = "script."  # how the keys of sentences begin that script shows


@dataclass(frozen=True)
class Asset:
    """A file as browsers get it, in no encoding; at its *path* an installed program has it."""

    path: Path
    content: bytes

    @cached_property
    def version(self) -> str:
        """A short text that is another one for any other content."""
        return hashlib.sha256(self.content).hexdigest()[:6]


@cache
def static_file(static: Path, filename: str) -> Asset:
    """A file below the folder of static files; raises FileNotFoundError."""
    path = static / filename
    if filename in BUNDLES and sources(filename, static)[0].is_file():
        return Asset(path, made(filename, static))
    return Asset(path, path.read_bytes())


@cache
def compressed(asset: Asset, encoding: str) -> bytes | None:
    """A file in one of the encodings; None of what is no text."""
    kept = asset.path.with_name(asset.path.name + ENCODINGS[encoding])
    if kept.is_file():
        return kept.read_bytes()
    return encoded(asset.content, encoding) if asset.path.suffix in TEXTS else None


def encoded(content: bytes, encoding: str) -> bytes:
    """Content in one of the encodings, as small as that goes: it takes some hundredths of a second.

    What compresses is loaded here: an installed program has every text in every encoding.
    """
    if encoding == "br":
        import brotli  # type: ignore[import-not-found, import-untyped, unused-ignore] # noqa: PLC0415

        return bytes(brotli.compress(content))
    from zopfli.gzip import compress  # type: ignore[import-untyped] # noqa: PLC0415

    return bytes(compress(content))


@cache
def pages_version() -> str:
    """Another one whenever a template, a static file or a sentence is: part of a page's tag."""
    if paths.CHECKOUT is None:
        return paths.PAGES_VERSION.read_text(encoding="ascii")
    content_of_all = hashlib.sha256(__version__.encode())
    for folder in (paths.folder("templates"), paths.folder("static"), paths.TRANSLATIONS):
        for path in sorted(filter(Path.is_file, folder.rglob("*"))):
            content_of_all.update(path.read_bytes())
    return content_of_all.hexdigest()[:8]


@cache
def words(language: str) -> Asset:
    """A script that sets `words` to the sentences of a language by their names."""
    path = TRANSLATIONS / language / "words.js"
    if not has_source(language):
        return Asset(path, path.read_bytes())
    said = {
        str(message.id).removeprefix(SHOWN_BY_SCRIPT): message.string
        for message in catalogue(language)
        if str(message.id).startswith(SHOWN_BY_SCRIPT)
    }
    return Asset(path, f"self.words = {json.dumps(said, ensure_ascii=False)};\n".encode())
