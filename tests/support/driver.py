"""A stand-in for a driver of browsers: it speaks WebDriver, as Safari's does, and opens addresses in another browser.

Tests write it to a folder on PATH, under the name ``safaridriver``. Safari itself runs on macOS only.
"""

import shlex
import sys

SOURCE = r"""
import json, subprocess, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

BROWSER, REFUSES = json.loads(sys.argv[1]), sys.argv[2] == "refuses"
opened = []

class Handler(BaseHTTPRequestHandler):
    def answer(self, value, status=200):
        body = json.dumps({"value": value}).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer({"ready": True})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/session" and REFUSES:
            self.answer({"error": "session not created", "message": "allow remote automation first"}, 500)
        elif self.path == "/session":
            assert asked == {"capabilities": {"alwaysMatch": {"browserName": "safari"}}}, asked
            self.answer({"sessionId": "7", "capabilities": {"browserName": "Safari", "browserVersion": "26.1"}})
        elif self.path == "/session/7/url":
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            opened.append(subprocess.Popen([*BROWSER, asked["url"]], **quiet))
            self.answer(None)

    def do_DELETE(self):
        for process in opened:
            process.kill()
            process.wait()
        self.answer(None)

    def log_message(self, *_):
        pass

assert sys.argv[3] == "-p"
HTTPServer(("127.0.0.1", int(sys.argv[4])), Handler).serve_forever()
"""


def write(folder, browser, *, refuses=False):
    """Write the stand-in, which opens addresses with the command *browser*; return its path."""
    import json

    (folder / "driver.py").write_text(SOURCE)
    file = folder / "safaridriver"
    words = [sys.executable, str(folder / "driver.py"), json.dumps(browser), "refuses" if refuses else "opens"]
    file.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
    file.chmod(0o755)
    return file
