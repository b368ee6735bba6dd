"""Servers that hold a client for ten seconds."""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path

HOLDS = 10
STEP = 0.1
_REDIRECT = b"HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 1000\r\n\r\n"
_LATER = b"HTTP/1.1 503 Later\r\nRetry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
# What is sent at once, and then again and again.
WAYS = {
    "head": (b"HTTP/1.1 200 OK\r\nX-Long: ", b"a"),
    "hints": (b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
    "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "redirect": (_REDIRECT, b"a"),
    "silence": (b"", b""),
    "retry": (_LATER, b""),
    "connected": (b"HTTP/1.1 200 Connected\r\n\r\n", b""),
    "record": (b"HTTP/1.1 200 Connected\r\n\r\n", b"\0"),
}


@contextlib.contextmanager
def serving(way: str, context: ssl.SSLContext | None = None, holds: float = HOLDS) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the port of a server that holds each connection in one of the `WAYS`, and the first lines that it got.

    With "handshake", it says nothing, not even in TLS; with "upload", it reads slowly. *context* is for TLS.
    """
    server = socket.create_server(("127.0.0.1", 0))
    asked: list[bytes] = []
    over = threading.Event()

    def hold(connection: socket.socket) -> None:
        ends = time.monotonic() + holds
        with contextlib.suppress(OSError), contextlib.ExitStack() as open_ones:
            open_ones.enter_context(connection)
            if way == "handshake":
                over.wait(holds)
                return
            if context is not None:
                connection = open_ones.enter_context(context.wrap_socket(connection, server_side=True))
            asked.append(connection.recv(65_536).partition(b"\r\n")[0])
            first, again = WAYS.get(way, (b"", b""))
            connection.sendall(first)
            if way == "record":
                connection.recv(65_536)  # the first message of TLS, which a long record answers
                connection.sendall(b"\x16\x03\x03\x40\x00")
            while time.monotonic() < ends and not over.wait(STEP):
                if way == "upload":
                    connection.recv(16_384)
                connection.sendall(again)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = server.accept()
                threading.Thread(target=hold, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield server.getsockname()[1], asked
    finally:
        over.set()
        with contextlib.suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)
        server.close()


def certified(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return the context of a server for shop.example and 127.0.0.1, and one that trusts it, with its `file`."""
    import trustme

    authority = trustme.CA()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("shop.example", "127.0.0.1").configure_cert(server)
    file = folder / "authority.pem"
    authority.cert_pem.write_to_path(file)

    class Context(ssl.SSLContext):
        """With the file."""

        file: str

    trusting = Context(ssl.PROTOCOL_TLS_CLIENT)
    trusting.load_verify_locations(file)
    trusting.file = str(file)
    return server, trusting
