"""The files that a wheel holds in place of the sources that a checkout makes them of."""

from collections.abc import Iterator
from pathlib import Path

from scorekeeper import paths
from scorekeeper.assets.bundles import BUNDLES, made
from scorekeeper.assets.files import ENCODINGS, encoded, pages_version, words
from scorekeeper.i18n.catalogue import compiled, compiled_file, languages


def finished_files() -> Iterator[tuple[Path, bytes]]:
    """Every file by its path below the package, with its content; only a checkout can say it."""
    yield _below_package(paths.PAGES_VERSION), pages_version().encode("ascii")
    for language in languages():
        yield _below_package(compiled_file(language)), compiled(language)
        script = words(language)
        yield from _in_every_encoding(_below_package(script.path), script.content)
    static = paths.folder("static")
    for path in sorted(filter(Path.is_file, static.iterdir())):
        yield Path("static") / path.name, path.read_bytes()
    for filename in BUNDLES:
        yield from _in_every_encoding(Path("static") / filename, made(filename, static))


def _in_every_encoding(path: Path, content: bytes) -> Iterator[tuple[Path, bytes]]:
    yield path, content
    for encoding, suffix in ENCODINGS.items():
        yield path.with_name(path.name + suffix), encoded(content, encoding)


def _below_package(path: Path) -> Path:
    return path.relative_to(paths.PACKAGE)
