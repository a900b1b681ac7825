"""Where things lie: beside the package in a checkout, inside it in an installed wheel."""

from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent if (PACKAGE.parent / "pyproject.toml").is_file() else None
TRANSLATIONS = PACKAGE / "i18n" / "translations"
FONTS = PACKAGE / "printing" / "fonts"
MIGRATIONS = PACKAGE / "store" / "migrations"
SAMPLES = CHECKOUT / "docs" / "samples" if CHECKOUT else PACKAGE / "samples"
PAGES_VERSION = PACKAGE / "pages_version.txt"  # in a wheel alone


def folder(name: str) -> Path:
    """The folder of templates or static files."""
    return (CHECKOUT or PACKAGE) / name


def data_folder() -> Path:
    """Where the embedded database lies unless somebody says otherwise; made if missing.

    Nobody but its owner looks into one that was made here.
    """
    kept = CHECKOUT / "instance" if CHECKOUT else user_data_path("scorekeeper", appauthor=False)
    kept.mkdir(mode=0o700, parents=True, exist_ok=True)
    return kept
