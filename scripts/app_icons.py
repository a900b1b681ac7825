"""Draw the icons of phones' home screens anew from static/icon.svg: `python -m scripts.app_icons`.

They are the pictures that static/site.webmanifest and templates/base.html name. Chromium draws
them, the one that the tests use. Home screens cut the corners themselves, so the ground reaches to
the edges; of the maskable one they may cut everything outside a circle of 80 %.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.serving import FLAGS, chromium_path

STATIC = Path(__file__).resolve().parents[1] / "static"
MANIFEST = json.loads((STATIC / "site.webmanifest").read_text(encoding="utf-8"))
APPLE_TOUCH = ("icon-180.png", 180, 1.0)
SAFE = 0.86  # of the width, so that the pad on it stays within the circle


def wanted() -> Iterator[tuple[str, int, float]]:
    """Name, width in pixels and size of the drawing of every picture."""
    yield APPLE_TOUCH
    for icon in MANIFEST["icons"]:
        if icon["type"] == "image/png":
            size = SAFE if icon.get("purpose") == "maskable" else 1.0
            yield icon["src"], int(icon["sizes"].split("x")[0]), size


def draw(page: Page, name: str, width: int, size: float) -> None:
    """Write one picture."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    page.set_viewport_size({"width": width, "height": width})
    page.set_content(
        f'<body style="margin:0;height:100vh;display:grid;place-items:center;'
        f'background:{MANIFEST["theme_color"]}"><div style="width:{size:.0%}">{drawing}</div>'
    )
    page.screenshot(path=STATIC / name)


def main() -> None:
    """Write all of them, and say their names."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        page = browser.new_page()
        for name, width, size in wanted():
            draw(page, name, width, size)
            print(f"static/{name}")
        browser.close()


if __name__ == "__main__":
    main()
