"""The program in a language that is made of another one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import write_po

from scorekeeper.assets import files
from scorekeeper.i18n import catalogue as catalogues
from scorekeeper.i18n import messages
from tests.i18n.pseudo_language import ENGLISH, marked, only_gaps, pseudo_catalogue


@pytest.fixture
def pseudo_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of translations that holds nothing but the pseudo-language."""
    with made_language(marked, tmp_path, monkeypatch):
        yield


@pytest.fixture
def speechless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of translations that say nothing but what fills their gaps."""
    with made_language(only_gaps, tmp_path, monkeypatch):
        yield


@contextmanager
def made_language(
    sentence: Callable[[str], str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Have the program speak nothing but what *sentence* makes of the English ones."""
    (folder / ENGLISH).mkdir()
    (folder / ENGLISH / "messages.po").write_bytes(written(sentence))
    with monkeypatch.context() as there:
        for module in (catalogues, files):
            there.setattr(module, "TRANSLATIONS", folder)
        forget()
        yield
    forget()


@cache
def written(sentence: Callable[[str], str]) -> bytes:
    """The file of the catalogue that *sentence* makes of the English one."""
    file = BytesIO()
    write_po(file, pseudo_catalogue(sentence))
    return file.getvalue()


def forget() -> None:
    """Let the catalogues be read anew, whenever they are asked for next."""
    for module in (catalogues, files, messages):
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()
