"""A pytest plugin that forbids starting processes and opening connections, for collection, which must do neither."""

import socket
import subprocess


def _refuse(*arguments, **_):
    raise RuntimeError(f"this was started while tests were collected: {arguments[1:]}")


subprocess.Popen.__init__ = _refuse
socket.socket.connect = _refuse
