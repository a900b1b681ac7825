"""The style sheet of all papers, and the fonts that it names: for the renderer and for browsers."""

from scorekeeper.paths import FONTS, folder

PACKAGED = "packaged:"  # how the style sheet names our own fonts


def style() -> str:
    """The style sheet as the renderer reads it."""
    return (folder("templates") / "papers" / "paper.css").read_text(encoding="utf-8")


def style_for_browsers() -> str:
    """The same for a browser: without the style of browsers, and with fonts that lie beside it."""
    own = (folder("templates") / "papers" / "browser.css").read_text(encoding="utf-8")
    return (style() + own).replace(PACKAGED, "")


def font(name: str) -> bytes | None:
    """One of our fonts by the name of its file; None for anything else."""
    known = {path.name: path for path in FONTS.glob("*.ttf")}
    return known[name].read_bytes() if name in known else None
