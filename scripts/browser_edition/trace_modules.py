"""Run inside Pyodide: use the program as a table does, and note what it has loaded by then.

/site has the program and its libraries, and /made the empty database; it gets `modules.json`, the
files of all modules that were loaded, and in every language the start page (`start-de.html` …) and
how the program is installed (`de.webmanifest` …).
"""

import json
import re
import sys
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlencode

from scorekeeper.browser_edition import BrowserProgram
from scorekeeper.i18n.catalogue import languages

MADE = Path("/made")
ROOT = "https://example.org/scorekeeper/"
FOLDER = Path("/kept")
LINKS = re.compile(r'href="/scorekeeper(/[^"#?]*)')
SAMPLES = re.compile(r'action="/scorekeeper(/samples/\w+)"')
NUMBER = re.compile(r"\d+")  # of a round, a seat: what follows it is the same program
PAGES_AT_LEAST, PAGES_AT_MOST = 60, 400


class Visitor:
    """Somebody who opens every page, and every sample evening, in all languages."""

    def __init__(self, program: BrowserProgram) -> None:
        self._program = program

    def ask(self, path: str, form: dict[str, str] | None = None, language: str = "de") -> str:
        """The text of the answer; redirects are followed."""
        headers = [("Accept-Language", language), ("Sec-Fetch-Site", "same-origin")]
        body = b""
        if form is not None:
            headers.append(("Content-Type", "application/x-www-form-urlencoded"))
            body = urlencode(form).encode()
        method = "GET" if form is None else "POST"
        status, said, content = self._program.answer(method, path, "", headers, body)
        if status == HTTPStatus.SEE_OTHER:
            there = dict(said)["Location"].split("?")[0]
            return self.ask("/" + there.split("/scorekeeper/", 1)[1], None, language)
        if status != HTTPStatus.OK:
            raise AssertionError(f"{method} {path}: {status}")
        return content.decode("utf-8", "replace")

    def go(self) -> None:
        """Everywhere that links lead, from the start page on."""
        seen, ahead = set[str](), ["/"]
        for sample in SAMPLES.findall(self.ask("/")):
            ahead += LINKS.findall(self.ask(sample, {}))
        while ahead and len(seen) < PAGES_AT_MOST:
            path = ahead.pop()
            kind = NUMBER.sub("0", path)
            if kind in seen or path.startswith(("/static/", "/words/")):
                continue
            seen.add(kind)
            ahead += LINKS.findall(self.ask(path))
        for language in languages():
            (MADE / f"start-{language}.html").write_text(self.ask("/", None, language))
            manifest = f"{language}.webmanifest"
            (MADE / manifest).write_text(self.ask(f"/words/{manifest}"))
        print(len(seen), "pages")
        if len(seen) < PAGES_AT_LEAST:
            raise AssertionError(f"only {len(seen)} pages were found")


def main() -> None:
    """Write the files."""
    FOLDER.mkdir()
    file = FOLDER / "used.sqlite"
    Visitor(BrowserProgram(str(file), ROOT, (MADE / "empty.sqlite").read_bytes())).go()
    files = {getattr(module, "__file__", None) for module in sys.modules.values()}
    (MADE / "modules.json").write_text(json.dumps(sorted(filter(None, files))))


main()
