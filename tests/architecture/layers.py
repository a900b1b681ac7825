"""The layers of the program, and for each the ones that its modules may import: the law."""

from collections.abc import Mapping
from pathlib import PurePosixPath

# A layer is a path below scorekeeper/: a folder with all that lies in it, or one module. The
# longest path that a module's own begins with is its layer. Besides the layers named here a module
# may import its own. Lower layers stand first, so no arrow points upwards.
LAYERS: Mapping[str, tuple[str, ...]] = {
    "__init__": (),
    "settings": (),
    "paths": (),
    "addresses": (),
    "core": (),
    "i18n/currencies": (),
    "i18n": ("core", "paths", "i18n/currencies"),
    "assets": ("__init__", "paths", "i18n"),
    "games": ("core",),
    "games/registry": ("core", "games"),
    "files": ("core", "paths", "games/registry", "i18n", "i18n/currencies"),
    "summary": ("core", "files", "i18n"),
    "store/rows": ("core",),
    "store/errors": (),
    "store": ("core", "paths", "store/rows", "store/errors"),
    "services": (
        "core",
        "games",
        "games/registry",
        "files",
        "i18n/currencies",
        "summary",
        "store",
        "store/rows",
        "store/errors",
    ),
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
        "services",
        "store/rows",
        "store/errors",
    ),
    "web/forms": ("core", "files", "i18n", "i18n/currencies"),
    "web/presenters": (
        "core",
        "games",
        "games/registry",
        "files",
        "summary",
        "i18n",
        "i18n/currencies",
        "services",
        "printing",
        "store/rows",
        "web/forms",
        "web/request",
    ),
    "web/routes": (
        "addresses",
        "assets",
        "core",
        "games",
        "games/registry",
        "files",
        "i18n",
        "services",
        "printing",
        "store/rows",
        "store/errors",
        "web/forms",
        "web/presenters",
        "web/request",
    ),
    "web/__init__": ("services", "web/request", "web/routes"),
    "app": ("settings", "paths", "addresses", "store", "web/__init__"),
    "server": (),
    "monitoring": ("__init__", "addresses", "store", "services", "printing"),
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
        "services",
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
