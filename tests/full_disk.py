"""A disk without room, for this process and those that it starts."""

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import pytest


@contextmanager
def files_at_most(size: int) -> Iterator[None]:
    """No file may become larger than so many bytes; byte code is kept in a folder of its own.

    Python 3.11 keeps the beginning of it for which there was room, and cannot read that again.
    """
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as here:
        here.setattr(sys, "pycache_prefix", folder)
        here.setenv("PYTHONPYCACHEPREFIX", folder)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
