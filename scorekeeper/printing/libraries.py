"""The system libraries that lay out pages; run as a module, it looks for them.

Exit status 0 where all are there, 1 where one is missing.
"""

import ctypes
import sys

LIBRARIES = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0")
PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
INSTALL = f"sudo apt-get update && sudo apt-get install -y --no-install-recommends {PACKAGES}"
if sys.platform == "darwin":
    INSTALL = "brew install pango"


def missing_libraries() -> list[str]:
    """The names of the libraries that are missing; known only on Linux, empty elsewhere."""
    return [name for name in LIBRARIES if sys.platform == "linux" and not _is_there(name)]


def _is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(1 if missing_libraries() else 0)
