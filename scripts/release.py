"""Makes a release of what is committed: packages, the static edition, checksums and notes.

Everything is built twice, in two clones, and has to be the same bytes. The tests that play evenings
play them with what was made: the wheel in an empty environment outside of any checkout, the folder
on a host of static files.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper import __version__
from scorekeeper.paths import CHECKOUT, PACKAGE
from scripts.browser_edition.build import check_replaceable, write_anew

ROOT = CHECKOUT or PACKAGE
DIST = ROOT / "dist" / "release"
STATIC = f"scorekeeper-{__version__}-static.zip"
CHECKSUMS, NOTES = "SHA256SUMS", "NOTES.md"
UNRELEASED = "Unreleased"
EVENINGS = (
    "tests/installation/test_wheel.py",
    "tests/browser/browser_edition/test_evenings.py",
)
DESCRIPTION = """\
Makes a release of the last commit: wheel, sdist, the edition without a server as a zip, their
checksums and the notes out of CHANGELOG.md. All is built twice, and evenings are played with it."""


class ReleaseError(Exception):
    """Why there is no release."""


def main(argv: Sequence[str] | None = None) -> int:
    """Make the folder anew; returns the exit status."""
    parser = argparse.ArgumentParser("scripts.release", description=DESCRIPTION)
    parser.add_argument(
        "--to", type=Path, default=DIST, metavar="FOLDER", help="instead of dist/release"
    )
    parser.add_argument(
        "--committed", action="store_true", help="leave out what is not committed, and say nothing"
    )
    parser.add_argument(
        "--packages-only", action="store_true", help="no edition without a server, no evenings"
    )
    arguments = parser.parse_args(argv)
    try:
        if not arguments.committed:
            _refuse_changes()
        release(arguments.to, with_edition=not arguments.packages_only)
    except (ReleaseError, FileExistsError) as error:
        print(error, file=sys.stderr)
        return 1
    for path in sorted(arguments.to.iterdir()):
        print(f"{path.stat().st_size / 1e6:6.2f} MB  {path}")
    return 0


def release(folder: Path, *, with_edition: bool = True) -> None:
    """Write everything into a folder; raises ReleaseError where something is not as it must be.

    Raises FileExistsError where the folder holds something else.
    """
    check_replaceable(folder, CHECKSUMS, NOTES)
    notes = notes_in((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    revision = _run("git", "rev-parse", "HEAD", cwd=ROOT).strip()
    with TemporaryDirectory() as one, TemporaryDirectory() as two:
        made, again = (
            built(Path(each), revision, with_edition=with_edition) for each in (one, two)
        )
        names = sorted(made.keys() | again.keys())
        differing = [name for name in names if made.get(name) != again.get(name)]
        if differing:
            raise ReleaseError(f"not the same bytes twice: {', '.join(differing)}")
    write_anew(folder, {**made, CHECKSUMS: checksums(made).encode(), NOTES: notes.encode()})
    if with_edition:
        _play(folder)


def built(place: Path, revision: str, *, with_edition: bool) -> Mapping[str, bytes]:
    """What is made of a clone of a commit in this place, by the names of the files."""
    clone, made = place / "checkout", place / "made"
    _run("git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone), cwd=place)
    _run("git", "checkout", "--quiet", revision, cwd=clone)
    committed = int(_run("git", "log", "-1", "--format=%ct", cwd=clone))
    env = {"SOURCE_DATE_EPOCH": str(committed), "PYTHONPATH": str(clone)}
    hatchling = (sys.executable, "-m", "hatchling", "build", "-d", str(made))
    _run(*hatchling, "-t", "sdist", "-t", "wheel", cwd=clone, **env)
    if with_edition:
        (clone / ".venv").symlink_to(ROOT / ".venv")  # Pyodide is there
        folder = str(place / "static")
        _run(sys.executable, "-m", "scripts.browser_edition", "--to", folder, cwd=clone, **env)
        _zip(place / "static", made / STATIC, datetime.fromtimestamp(committed, UTC))
    return {path.name: path.read_bytes() for path in sorted(made.iterdir())}


def _zip(folder: Path, archive: Path, moment: datetime) -> None:
    """Put a folder into an archive, all files of one moment: the same bytes every time."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), moment.timetuple()[:6])
                info.external_attr = 0o644 << 16
                packed.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED)


def checksums(files: Mapping[str, bytes]) -> str:
    """What `sha256sum --check` reads."""
    lines = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items())
    return "".join(lines)


def notes_in(changelog: str) -> str:
    """What has changed since the last release; raises ReleaseError where nothing is told."""
    parts = re.split(r"^## +(.+)$", changelog, flags=re.MULTILINE)
    told = dict(zip((each.split()[0] for each in parts[1::2]), parts[2::2], strict=True))
    text = (told.get(__version__) or told.get(UNRELEASED) or "").strip()
    if not text:
        raise ReleaseError(f"CHANGELOG.md tells nothing of {__version__}")
    return f"# Scorekeeper {__version__}\n\n{text}\n"


def _play(folder: Path) -> None:
    """Play evenings with what was made; raises ReleaseError where one fails."""
    (wheel,) = folder.glob("*.whl")
    with TemporaryDirectory() as place:
        with zipfile.ZipFile(folder / STATIC) as packed:
            packed.extractall(place)
        pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
        ran = _run(*pytest, *EVENINGS, "--wheel", str(wheel), "--edition", place, cwd=ROOT)
        print(f"evenings: {ran.splitlines()[-1]}")


def _refuse_changes() -> None:
    changed = _run("git", "status", "--porcelain", cwd=ROOT).splitlines()
    if changed:
        raise ReleaseError("\n".join(["not committed, and so in no release:", *changed]))


def _run(*command: str, cwd: Path, **env: str) -> str:
    """What a command prints; raises ReleaseError with what it says where it fails."""
    ran = subprocess.run(
        command, cwd=cwd, env=os.environ | env, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise ReleaseError(f"{' '.join(command)}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


if __name__ == "__main__":
    raise SystemExit(main())
