"""Run inside Pyodide: the tests that need neither a web nor a database.

/checkout is the checkout, /packages what is installed for its tests and /native what of that has
another file for Pyodide. /asked/tests.txt names the tests. Raises AssertionError where one fails.
"""

import os
import sys
from pathlib import Path

CHECKOUT = "/checkout"
SETTINGS = Path("/pytest.ini")  # of the checkout's own some are for plugins that cannot run here
OPTIONS = (
    *("-q", "-c", str(SETTINGS), "--rootdir", CHECKOUT, "--noconftest", "-m", "not soak"),
    *("-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "no:xdist"),
    *("-p", "no:rerunfailures", "-p", "no:playwright"),
)


def main() -> None:
    """Run them."""
    sys.path[:0] = [CHECKOUT, "/native"]
    sys.path.append("/packages")
    os.chdir(CHECKOUT)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = "/hypothesis"
    SETTINGS.write_text("[pytest]\nmarkers = soak\n")
    import pytest  # noqa: PLC0415 - it is found only now

    asked = Path("/asked/tests.txt").read_text().split()
    if pytest.main([*OPTIONS, *asked]):
        raise AssertionError("a test fails under Pyodide")


main()
