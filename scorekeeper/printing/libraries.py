"""The system libraries that lay out pages; run as a module, it looks for them.

Exit status 0 where all are there, 1 where one is missing.
"""

import ctypes
import shutil
import sys

LIBRARIES = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0")
FONTS = "Noto Sans"  # has letters of nearly every writing
SO = " ".join(f"so:{library}" for library in LIBRARIES)
PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
APT = "apt-get update && sudo apt-get install -y --no-install-recommends"
PACKAGE_MANAGERS = {  # how each is told, and what brings the libraries and the fonts with it
    "apt-get": (f"sudo {APT}", PACKAGES, "fonts-noto-core fonts-noto-cjk"),
    "dnf": ("sudo dnf install", "pango", "google-noto-fonts-all google-noto-sans-cjk-fonts"),
    "apk": ("sudo apk add", SO, "font-noto-all font-noto-cjk"),
    "pacman": ("sudo pacman -S", "pango", "noto-fonts noto-fonts-cjk"),
    "brew": ("brew install", "pango", "font-noto-sans font-noto-sans-cjk"),
}


def install_command(*, fonts: bool = False) -> str:
    """What to type so that the libraries, or *fonts*, are there; else what they are called."""
    for name, (command, of_libraries, of_fonts) in PACKAGE_MANAGERS.items():
        if shutil.which(name):
            return f"{command} {of_fonts if fonts else of_libraries}"
    return FONTS if fonts else " ".join(LIBRARIES)


def main() -> int:
    """The exit status; elsewhere than on Linux nobody knows what is missing, and it is 0."""
    try:
        for library in LIBRARIES if sys.platform == "linux" else ():
            ctypes.CDLL(library)
    except OSError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
