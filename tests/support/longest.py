"""A pytest plugin that says at the end of a run which files took longest."""

from collections import Counter

_SHOWN = 20


class _Longest:
    def __init__(self):
        self.seconds = Counter()

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_terminal_summary(self, terminalreporter):
        terminalreporter.section("longest files")
        for file, seconds in self.seconds.most_common(_SHOWN):
            terminalreporter.line(f"{seconds:7.1f} s  {file}")
        whole = sum(self.seconds.values())
        terminalreporter.line(f"{whole:7.1f} s  all {len(self.seconds)} files, on all workers together")


def pytest_configure(config):
    """Register the plugin where the reports arrive: not in a worker."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Longest(), "longest files")
