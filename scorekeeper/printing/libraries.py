"""The system libraries that lay out pages; run as a module, it looks for them.

Exit status 0 where all are there, 1 where one is missing.
"""

import ctypes
import shutil
import sys

LIBRARIES = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0")
PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
PACKAGE_MANAGERS = {  # what brings the libraries with each
    "apt-get": f"sudo apt-get update && sudo apt-get install -y --no-install-recommends {PACKAGES}",
    "dnf": "sudo dnf install pango",
    "apk": f"sudo apk add {' '.join(f'so:{library}' for library in LIBRARIES)}",
    "pacman": "sudo pacman -S pango",
    "brew": "brew install pango",
}


def install_command() -> str:
    """What to type so that they are there; where nobody knows, their names alone."""
    known = (PACKAGE_MANAGERS[name] for name in PACKAGE_MANAGERS if shutil.which(name))
    return next(known, " ".join(LIBRARIES))


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
