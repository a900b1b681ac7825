"""Script and style sheets: which parts every file that browsers get is put together from."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rcssmin import cssmin  # type: ignore[import-untyped]
from rjsmin import jsmin  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True)
class Bundle:
    """A file that browsers get, made of parts: those of its folder, in this order, minified."""

    folder: str
    parts: tuple[str, ...]
    minify: Callable[[str], str]

    def sources(self, static: Path) -> list[Path]:
        """Where the parts lie, below the folder of static files."""
        return [static / self.folder / f"{part}.{self.folder}" for part in self.parts]

    def made(self, static: Path) -> bytes:
        """The file, made of the parts below the folder of static files."""
        texts = [path.read_text(encoding="utf-8") for path in self.sources(static)]
        return self.minify("\n".join(texts)).encode()


# Every file of static/css and static/js stands here, and the order counts: of two rules of the same
# weight the later one holds, and what the script does at once needs everything before it.
STYLE = Bundle(
    "css",
    (
        "tokens",
        "page",
        "icons",
        "figures",
        "notices",
        "totals",
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
    cssmin,
)
# What the page of a sheet, the one that is opened all evening, does without until its end.
MORE_STYLE = Bundle(
    "css",
    (
        "headings",
        "refusals",
        "changes",
        "setup",
        "cards",
        "start",
        "standing",
        "chart",
        "result",
    ),
    cssmin,
)
# What script adds behind the first view: marks of the connection, of others, of what waits.
LIVE_STYLE = Bundle("css", ("connection", "news", "waiting", "writing"), cssmin)
# The table view.
TABLE_STYLE = Bundle("css", ("table", "look_code"), cssmin)
# Balances, costs, payments and settlements.
ACCOUNT_STYLE = Bundle("css", ("costs", "statement", "account"), cssmin)
# The rules of a game, on the screen and on paper.
RULES_STYLE = Bundle("css", ("rules", "rules_print"), cssmin)
SCRIPT = Bundle(
    "js",
    (
        "root",
        "page",
        "sheet",
        "storage",
        "connection",
        "spoken",
        "numbers",
        "tally",
        "fragments",
        "forms",
        "drafts",
        "start",
    ),
    jsmin,
)
# What the first view of a page does without: it runs behind app.js and uses what that defines.
LIVE_SCRIPT = Bundle(
    "js",
    (
        "posting",
        "unsent",
        "outbox",
        "outbox_list",
        "connection_mark",
        "news_button",
        "following",
        "streaming",
        "wake_lock",
        "menu",
        "presence",
        "holder",
        "sharing",
        "groups",
        "visited_group",
        "emptied_list",
        "registration",
        "start_live",
    ),
    jsmin,
)
# All that the start page needs: it runs before the games are drawn, so that nothing moves.
START_SCRIPT = Bundle(
    "js",
    (
        "root",
        "page",
        "storage",
        "unsent",
        "groups",
        "group_list",
        "emptied_list",
        "known_groups",
        "registration",
    ),
    jsmin,
)
# The page that sends the groups a phone knows to another one, or takes over those of another one.
TRANSFER_SCRIPT = Bundle(
    "js",
    ("root", "page", "storage", "groups", "visited_group", "group_list", "group_transfer"),
    jsmin,
)
# What runs beside the pages, and the page that it shows where it has kept none.
SERVICE_WORKER = Bundle("js", ("root", "kept_pages", "service_worker"), jsmin)
OFFLINE_SCRIPT = Bundle("js", ("root", "kept_pages", "seen_pages"), jsmin)
BUNDLES = {  # by the name in the address
    "app.css": STYLE,
    "more.css": MORE_STYLE,
    "live.css": LIVE_STYLE,
    "table.css": TABLE_STYLE,
    "account.css": ACCOUNT_STYLE,
    "rules.css": RULES_STYLE,
    "app.js": SCRIPT,
    "live.js": LIVE_SCRIPT,
    "start.js": START_SCRIPT,
    "transfer.js": TRANSFER_SCRIPT,
    "offline.js": OFFLINE_SCRIPT,
    "service-worker.js": SERVICE_WORKER,
}
