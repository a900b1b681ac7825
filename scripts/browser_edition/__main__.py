"""The command: `python -m scripts.browser_edition`, or `make static`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from scorekeeper.paths import CHECKOUT, PACKAGE
from scripts.browser_edition.build import build

DIST = (CHECKOUT or PACKAGE) / "dist" / "static"
DESCRIPTION = """\
Makes the edition without a server: a folder that any host of static files serves below any path. A
browser that has opened it once runs the whole program by itself, without a network."""


def main(argv: Sequence[str] | None = None) -> int:
    """Make the folder anew."""
    parser = argparse.ArgumentParser("scripts.browser_edition", description=DESCRIPTION)
    parser.add_argument(
        "--to", type=Path, default=DIST, metavar="FOLDER", help="instead of dist/static"
    )
    folder: Path = parser.parse_args(argv).to
    try:
        files = build(folder)
    except FileExistsError as error:
        parser.error(str(error))
    print(f"{folder}: {sum(map(len, files.values())) / 1e6:.1f} MB in {len(files)} files")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
