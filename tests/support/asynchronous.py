"""What fails in the main thread of a process that has run browser tests: Playwright leaves a loop running there."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def in_a_thread(function):
    """Call *function* in a thread of its own, and return its result."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result()


def run(coroutine):
    """Run *coroutine* and return its result."""
    return in_a_thread(lambda: asyncio.run(coroutine))  # noqa: TID251 - the one place that may call it
