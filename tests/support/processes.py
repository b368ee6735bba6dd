"""How tests start processes that they interrupt."""

import signal
import sys


def _take_interrupts():
    signal.signal(signal.SIGINT, signal.SIG_DFL)


INTERRUPTIBLE = (
    {}
    if sys.platform == "win32"
    # A shell makes its background jobs ignore SIGINT, and every child process inherits that.
    else {"start_new_session": True, "preexec_fn": _take_interrupts}
)
"""Arguments of ``subprocess.Popen`` for a process that SIGINT ends, even if the tests run in the background. It gets
its own session, so that a signal to its process group reaches nothing else.
"""
