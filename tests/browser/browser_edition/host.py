"""A host of static files: it sends what lies in a folder, and 404.html for all else."""

import mimetypes
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread

BELOW = "/scorekeeper/"


@dataclass
class Host:
    """A host with one *folder* on it, at an *address* without the last slash.

    *asked* are the paths that were asked for, *cookies* what came along as such. What files with a
    name that begins so have *instead* of their content lets a test take something from a browser.
    It sends so many *bytes_per_second* to all together (0: as many as it can), of what *brotli*
    makes of a content where there is one.
    """

    folder: Path
    address: str = ""
    asked: list[str] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)
    instead: dict[str, bytes] = field(default_factory=dict)
    bytes_per_second: float = 0
    brotli: Callable[[bytes], bytes] | None = None

    @property
    def root(self) -> str:
        """The address of the folder."""
        return self.address + BELOW


@contextmanager
def hosting(folder: Path) -> Iterator[Host]:
    """The host of a folder, as long as it is up."""
    host, line = Host(folder), Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            host.asked.append(path)
            host.cookies += self.headers.get_all("Cookie", [])
            folder = host.folder
            file = folder / path.removeprefix(BELOW) if path.startswith(BELOW) else folder / "-"
            file = file / "index.html" if file.is_dir() else file
            is_there = file.is_file()
            content = (file if is_there else folder / "404.html").read_bytes()
            for beginning, other in host.instead.items():
                content = other if file.name.startswith(beginning) else content
            kind = mimetypes.guess_type(file.name)[0] if is_there else "text/html"
            if file.suffix in (".mjs", ".wasm"):
                kind = None  # as with a usual nginx
            self.send_response(200 if is_there else 404)
            self.send_header("Content-Type", kind or "application/octet-stream")
            if host.brotli is not None and "br" in self.headers.get("Accept-Encoding", ""):
                content = host.brotli(content)
                self.send_header("Content-Encoding", "br")
            if host.bytes_per_second:
                with line:
                    time.sleep(len(content) / host.bytes_per_second)
            self.send_header("Content-Length", str(len(content)))
            with suppress(ConnectionError):  # the browser was closed meanwhile
                self.end_headers()
                self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    host.address = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        server.shutdown()
        server.server_close()
