"""The server of the project's pages, on 127.0.0.1: folders by path, and functions that answer."""

import functools
import gzip
import json
import mimetypes
import sys
import threading
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self
from urllib.parse import quote, unquote

import build_wheel
from setup import npm, project
from setup.project import ROOT, SetUpError

_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}
_MAX_BODY = 64_000_000
_NO_DOCUMENTS = b"""This page of the documentation is not here.

If you have not built the documentation yet, run "python3 build_scripts/site.py", then reload.
"""
# The default port, which browsers leave out of the Host header.
_HTTP = 80


def folders(compiled: Path = build_wheel.PYODIDE, *, install: bool = True) -> dict[str, list[Path]]:
    """Return the served folders by path prefix. Prefixes end in ``/``; the folders of a prefix are searched in order.

    *compiled* is a folder of compiled wheels with their lock file. Folders that do not exist are allowed, because
    nobody has to have built everything.
    """
    node_modules = npm.packages(install=install)
    return {
        "/dist/": [compiled, build_wheel.WHEEL],
        "/wheels/": [project.CACHE / "wheels"],
        "/pyodide/": [compiled, node_modules / "pyodide"],
        "/pyodide-npm/": [node_modules / "pyodide"],
        "/pyscript/": [ROOT / "web" / "pyscript", node_modules / "@pyscript" / "core" / "dist"],
        "/playground/wheels/": [build_wheel.PLAYGROUND],
        "/report/": [ROOT / "report"],
        "/docs/": [build_wheel.DIST / "site" / "docs"],
        # The npm package has the decoder there.
        "/lib/": [ROOT / "web" / "lib", compiled],
        "/playground/python/crosscheck/": [project.SCRIPTS / "crosscheck"],
        "/": [ROOT / "web"],
    }


class Server:
    """A server that runs inside a ``with`` statement.

    *folders* is what `folders` returns. *gets* are paths with functions: the answer to a GET is the function's result
    as JSON. For the paths in *posts*, a POST calls the function with the JSON that was sent. A *port* of 0 means any
    free port. *headers* are added to all answers. Files whose names end in one of *gzipped* are sent compressed.
    *sent* is called with the path of each answer and its length.

    The server listens on 127.0.0.1. Raises SetUpError if the port cannot be used.
    """

    def __init__(  # noqa: PLR0913 - most are for one script each
        self,
        folders: Mapping[str, list[Path]],
        gets: Mapping[str, Callable[[], Any]] | None = None,
        posts: Mapping[str, Callable[[Any], None]] | None = None,
        port: int = 0,
        headers: Mapping[str, str] | None = None,
        *,
        gzipped: tuple[str, ...] = (),
        sent: Callable[[str, int], None] = lambda path, length: None,
    ) -> None:
        class Handler(_Handler):
            """The handler for this server's folders and paths."""

        Handler.folders, Handler.gets, Handler.posts, Handler.headers_of_all = (
            folders,
            gets or {},
            posts or {},
            headers or {},
        )
        try:
            self._server = _Server(("127.0.0.1", port), Handler)
        except (OSError, OverflowError) as error:
            raise SetUpError(f"port {port} on 127.0.0.1 cannot be used: {error}") from None
        port = self._server.server_port
        Handler.gzipped, Handler.sent = gzipped, staticmethod(sent)
        hosts = {"127.0.0.1", "localhost"}
        Handler.names = frozenset({f"{name}:{port}" for name in hosts} | (hosts if port == _HTTP else set()))
        self.origin = f"http://127.0.0.1:{port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


@functools.lru_cache
def _gzipped(content: bytes) -> bytes:
    return gzip.compress(content)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore browsers that close the connection early; report all other errors."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # passed on unchanged


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout: ClassVar[float] = 60  # seconds without a byte
    folders: Mapping[str, list[Path]]
    gets: Mapping[str, Callable[[], Any]]
    posts: Mapping[str, Callable[[Any], None]]
    headers_of_all: Mapping[str, str]
    # A request that cannot be read has none.
    path = ""
    gzipped: tuple[str, ...]
    sent: Callable[[str, int], None]
    names: frozenset[str]

    def do_GET(self) -> None:
        if not self._is_for_this_server():
            return
        path = unquote(self.path.partition("?")[0])
        if path in self.gets:
            self._answer(HTTPStatus.OK, "application/json", json.dumps(self.gets[path]()).encode())
            return
        file = self._file(path)
        name = path.rpartition("/")[2]
        is_page = file is not None and file.name == "index.html"
        if f"{path}/" in self.folders or (is_page and name not in ("", "index.html")):
            self._add_slash(name)
            return
        if file is None:
            body = _NO_DOCUMENTS if path.startswith("/docs/") else b"not found\n"
            self._answer(HTTPStatus.NOT_FOUND, "text/plain", body)
            return
        kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        content = file.read_bytes()
        is_gzipped = file.name.endswith(self.gzipped) if self.gzipped else False
        self._answer(HTTPStatus.OK, kind, _gzipped(content) if is_gzipped else content, is_gzipped=is_gzipped)

    do_HEAD = do_GET  # noqa: N815 - the name that the base class looks for

    def do_POST(self) -> None:
        if not self._is_for_this_server():
            return
        function = self.posts.get(self.path)
        body = self._json_body()
        if function is None or body is None:
            self.close_connection = True
            self._answer(HTTPStatus.BAD_REQUEST, "text/plain", b"bad request\n")
        else:
            function(body)
            self._answer(HTTPStatus.NO_CONTENT, None, b"")

    def _is_for_this_server(self) -> bool:
        """Whether the request has this server's address in its Host header. Otherwise it comes from another origin (DNS
        rebinding).
        """
        if self.headers.get("Host") in self.names:
            return True
        self.close_connection = True
        self._answer(HTTPStatus.BAD_REQUEST, "text/plain", b"bad request\n")
        return False

    def _json_body(self) -> object:
        """The JSON that was sent; None if it is too long, is not JSON, or comes from another site's page."""
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit() or len(length) > len(str(_MAX_BODY)) or int(length) > _MAX_BODY:
            return None
        # Two lengths for one body can make a proxy and this server see different requests.
        if "Transfer-Encoding" in self.headers:
            return None
        if self.headers.get_content_type() != "application/json":
            return None
        if self.headers.get("Origin") not in (None, f"http://{self.headers.get('Host')}"):
            return None
        try:
            body: object = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            return None
        return body

    def _add_slash(self, name: str) -> None:
        """Redirect to the folder's address with "/": without it, the relative addresses of its page lead elsewhere.

        *name* is the last one of the path. It alone cannot lead to another server.
        """
        _, mark, query = self.path.partition("?")
        location = f"{quote(name, safe='')}/{mark}{query}"
        self._answer(HTTPStatus.MOVED_PERMANENTLY, "text/plain", b"moved\n", location=location)

    def _file(self, path: str) -> Path | None:
        prefix = next((prefix for prefix in self.folders if path.startswith(prefix)), None)
        if prefix is None:
            return None
        for folder in map(Path.resolve, self.folders[prefix]):
            try:
                file = (folder / path.removeprefix(prefix)).resolve()
                if file.is_dir():
                    file /= "index.html"
                if file.is_relative_to(folder) and file.is_file():
                    return file
            except (OSError, ValueError):  # a name that is not valid for a file
                return None
        return None

    def _answer(
        self,
        status: HTTPStatus,
        kind: str | None,
        body: bytes,
        *,
        location: str | None = None,
        is_gzipped: bool = False,
    ) -> None:
        self.sent(self.path, len(body) if self.command != "HEAD" else 0)
        self.send_response(status)
        if is_gzipped:
            self.send_header("Content-Encoding", "gzip")
        if location is not None:
            self.send_header("Location", location)
        if kind is not None:
            self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
            self.send_header("Content-Length", str(len(body)))
        if "Cache-Control" not in self.headers_of_all:
            self.send_header("Cache-Control", "no-store")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("X-Content-Type-Options", "nosniff")
        for name, value in self.headers_of_all.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what the base class refuses, such as other methods, and tell nothing about this server."""
        self.close_connection = True
        self._answer(HTTPStatus.BAD_REQUEST, "text/plain", b"bad request\n")

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing: a line for each request would hide the scripts' own messages."""
