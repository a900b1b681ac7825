"""The layers of the program, and for each the ones that its modules may import: the law."""

from collections.abc import Mapping
from pathlib import PurePosixPath

# ---- Rooms: the folders of `services` and `web`, one for each subject ----------------------------

SERVICES = (
    "core",
    "games",
    "games/registry",
    "files",
    "i18n/currencies",
    "summary",
    "store",
    "store/rows",
    "store/errors",
)
# For each room of the services, the others that it leans on: those stand before it.
SERVICE_ROOMS: Mapping[str, tuple[str, ...]] = {
    "journal": (),
    "sheet": ("journal",),
    "group": ("journal", "sheet"),
    "samples": ("sheet",),
    "links": ("journal", "group"),
    "account": ("journal", "sheet", "group"),
    "standing": ("journal", "sheet", "group", "account"),
    "files": ("journal", "sheet", "group", "account"),
    "hosting": ("journal", "sheet", "group", "account"),
    "live": (),
}
ALL_SERVICES = tuple(f"services/{room}" for room in SERVICE_ROOMS)
WEB = (
    "addresses",
    "core",
    "games",
    "games/registry",
    "files",
    "summary",
    "i18n",
    "i18n/currencies",
    *ALL_SERVICES,
    "printing",
    "store/rows",
    "store/errors",
    "web/request",
)
# For each room of the web, the others that it leans on.
WEB_ROOMS: Mapping[str, tuple[str, ...]] = {
    "shared": (),
    "history": ("shared",),
    "links": ("shared", "history"),
    "live": ("shared",),
    "files": ("shared",),
    "printing": ("shared",),
    "health": (),
    "round": ("shared", "history"),
    "seats": ("shared", "round"),
    "house_rules": ("shared", "round"),
    "start": ("shared", "seats", "house_rules"),
    "samples": ("shared",),
    "account": ("shared", "history", "files", "printing"),
    "sheet": ("shared", "history", "live", "round", "house_rules", "start", "printing"),
    "group": ("shared", "history", "account", "sheet"),
    "standing": ("shared", "history", "files", "printing", "round", "house_rules"),
    "people": ("shared", "history", "group", "standing"),
}

ALL_WEB = tuple(f"web/{room}" for room in WEB_ROOMS)


def _rooms(
    folder: str, below: tuple[str, ...], rooms: Mapping[str, tuple[str, ...]]
) -> Mapping[str, tuple[str, ...]]:
    """The layers of a folder of rooms: what every room may import, and the rooms it leans on."""
    return {
        f"{folder}/{room}": (*below, *(f"{folder}/{other}" for other in others))
        for room, others in rooms.items()
    }


# A layer is a path below scorekeeper/: a folder with all that lies in it, or one module. The
# longest path that a module's own begins with is its layer. Besides the layers named here a module
# may import its own. Lower layers stand first, so no arrow points upwards.
LAYERS: Mapping[str, tuple[str, ...]] = {
    "__init__": (),
    "core": (),
    "settings": ("core",),
    "paths": (),
    "addresses": ("settings",),
    "i18n/currencies": (),
    "i18n": ("core", "paths", "i18n/currencies"),
    "assets": ("__init__", "paths", "i18n"),
    "games": ("core",),
    "games/registry": ("core", "games"),
    "files": ("core", "paths", "games/registry", "i18n", "i18n/currencies"),
    "summary": ("core", "files", "i18n"),
    "store/rows": ("core",),
    "store/errors": ("core",),
    "store": ("core", "paths", "store/rows", "store/errors"),
    "services/__init__": (),
    **_rooms("services", SERVICES, SERVICE_ROOMS),
    "printing": (
        "__init__",
        "paths",
        "core",
        "games",
        "files",
        "summary",
        "i18n",
        "i18n/currencies",
    ),
    "web/request": (
        "paths",
        "addresses",
        "assets",
        "core",
        "files",
        "i18n",
        *ALL_SERVICES,
        "store/rows",
        "store/errors",
    ),
    **_rooms("web", WEB, WEB_ROOMS),
    "web/__init__": (*ALL_SERVICES, "web/request", *ALL_WEB),
    "app": ("settings", "paths", "addresses", "store", "web/__init__"),
    "browser_edition": ("app", "store"),
    "server": (),
    "monitoring": ("__init__", "addresses", "store", "services/live", "printing"),
    "cli": (
        "settings",
        "addresses",
        "core",
        "games/registry",
        "files",
        "summary",
        "i18n",
        "store",
        "store/rows",
        "store/errors",
        *ALL_SERVICES,
        "printing",
        "app",
        "server",
        "monitoring",
    ),
    "__main__": ("cli",),
}


def layer_of(module: str) -> str | None:
    """The layer of a module by its path below scorekeeper/ without suffix; None if it has none."""
    parts = PurePosixPath(module).parts
    for length in range(len(parts), 0, -1):
        layer = "/".join(parts[:length])
        if layer in LAYERS:
            return layer
    return None


def allowed(layer: str) -> frozenset[str]:
    """The layers that a module of this layer may import, its own among them."""
    return frozenset((layer, *LAYERS[layer]))
