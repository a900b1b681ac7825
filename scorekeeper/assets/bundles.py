"""Script and style sheet: which parts every file that browsers get is put together from."""

from collections.abc import Mapping
from pathlib import Path

# Every file of static/css and static/js stands here, and the order counts: of two rules of the same
# weight the later one holds, and what the script does at once needs everything before it.
BUNDLES: Mapping[str, tuple[str, ...]] = {  # by the name in the address
    "app.css": (
        "tokens",
        "page",
        "icons",
        "figures",
        "notices",
        "totals",
        "totals_line",
        "forms",
        "choices",
        "numbers",
        "buttons",
        "details",
        "help",
        "tables",
        "rounds",
        "lists",
        "menu",
        "large_text",
    ),
    # What the page of a sheet, the one that is opened all evening, does without until its end.
    "more.css": (
        "headings",
        "refusals",
        "changes",
        "setup",
        "boxes",
        "start",
        "standing",
        "chart",
        "result",
    ),
    # What script adds behind the first view: marks of the connection, of others, of what waits.
    "live.css": ("connection", "news", "waiting", "writing", "explained", "saved"),
    # Playing cards, on the pages that show any.
    "playing_cards.css": ("playing_cards",),
    # The table view.
    "table.css": ("table", "qr_code"),
    # Balances, costs, payments and settlements.
    "account.css": ("costs", "statement", "account"),
    # The rules of a game, on the screen and on paper.
    "rules.css": ("rules", "rules_print"),
    "app.js": (
        "root",
        "page",
        "sheet",
        "storage",
        "connection",
        "live_region",
        "numbers",
        "tally",
        "fragments",
        "forms",
        "drafts",
        "start",
    ),
    # What the first view of a page does without: it runs behind app.js and uses what that defines.
    "live.js": (
        "posting",
        "element",
        "unsent",
        "outbox",
        "outbox_list",
        "connection_mark",
        "news_button",
        "page_refresh",
        "event_stream",
        "wake_lock",
        "menu",
        "explanations",
        "presence",
        "holder",
        "sharing",
        "space_key",
        "known_groups",
        "visited_group",
        "emptied_list",
        "registration",
        "start_live",
    ),
    # All that the start page needs: it runs before the games are drawn, so that nothing moves.
    "start.js": (
        "root",
        "page",
        "storage",
        "element",
        "unsent",
        "known_groups",
        "group_list",
        "emptied_list",
        "start_groups",
        "registration",
    ),
    # The page that sends the groups a phone knows to another one, or takes over those of another.
    "transfer.js": (
        "root",
        "page",
        "storage",
        "known_groups",
        "visited_group",
        "group_list",
        "group_transfer",
    ),
    # Where a file is opened, or a sheet that stands in its own address.
    "opened.js": ("launched_file", "linked_sheet", "brought_groups"),
    # Names of people that are touched instead of typed.
    "names.js": ("names",),
    # A paper that the browser lays out.
    "print.js": ("root", "print"),
    # The page that is shown where the service worker has kept none.
    "offline.js": ("root", "kept_pages", "offline_page"),
    # What runs beside the pages.
    "service-worker.js": ("root", "kept_pages", "service_worker"),
}


def sources(filename: str, static: Path) -> list[Path]:
    """The parts of a bundle in their order, below the folder of static files."""
    suffix = Path(filename).suffix
    return [static / suffix[1:] / f"{part}{suffix}" for part in BUNDLES[filename]]


def made(filename: str, static: Path) -> bytes:
    """A bundle as browsers get it: its parts put together, and minified."""
    parts = (path.read_text(encoding="utf-8") for path in sources(filename, static))
    return minified("\n".join(parts), Path(filename).suffix).encode()


def minified(text: str, suffix: str) -> str:
    """A style sheet or script without what only people read.

    What minifies is loaded here: an installed program has every bundle finished.
    """
    if suffix == ".css":
        from rcssmin import cssmin  # type: ignore[import-untyped] # noqa: PLC0415

        return str(cssmin(text))
    from rjsmin import jsmin  # type: ignore[import-untyped] # noqa: PLC0415

    return str(jsmin(text))
