"""What a static file holds as browsers get it, and which version of it that is.

Where the parts of a bundle are, as in a checkout, it is made of them when it is first asked for. In
an installed program it lies finished, and compressed besides.
"""

import hashlib
from functools import cache
from pathlib import Path

from scorekeeper import __version__, paths
from scorekeeper.assets.bundles import BUNDLES

ENCODINGS = ("br", "gzip")  # that finished files are kept in, the smaller one first
SUFFIXES = dict(zip(ENCODINGS, (".br", ".gz"), strict=True))


@cache
def content(static: Path, filename: str) -> bytes:
    """A static file as it is served, in no encoding; raises FileNotFoundError."""
    bundle = BUNDLES.get(filename)
    if bundle is not None and (static / bundle.folder).is_dir():
        return bundle.made(static)
    return (static / filename).read_bytes()


@cache
def version(static: Path, filename: str) -> str | None:
    """Another one whenever the content is; None where there is no such file."""
    if filename not in BUNDLES and not (static / filename).is_file():
        return None
    return digest(content(static, filename))


@cache
def compressed(path: Path, encoding: str) -> bytes | None:
    """A finished file in one of the ENCODINGS; None where it is not kept in that."""
    kept = path.with_name(path.name + SUFFIXES[encoding])
    return kept.read_bytes() if kept.is_file() else None


@cache
def pages_version() -> str:
    """Another one whenever a template, a static file or a sentence is: part of a page's tag."""
    if paths.CHECKOUT is None:
        return paths.PAGES_VERSION.read_text(encoding="ascii")
    found = hashlib.sha256(__version__.encode())
    for folder in (paths.folder("templates"), paths.folder("static"), paths.TRANSLATIONS):
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            found.update(path.read_bytes())
    return found.hexdigest()[:10]


def digest(content: bytes) -> str:
    """A short text that is another one for any other content."""
    return hashlib.sha256(content).hexdigest()[:10]
