"""Coroutines in tests."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run(coroutine):
    """Run *coroutine* and return its result, in a thread of its own.

    ``asyncio.run`` would fail in a process that has run browser tests: Playwright leaves a loop running in the main
    thread.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()  # noqa: TID251 - the one place that may call it
