"""What holds for every test."""

from __future__ import annotations

import os
import signal

import pytest

os.environ["DEALERKIT_CACHE"] = "off"  # a test reads what lies there now, and leaves nothing in anybody's home

# A shell without job control starts what runs in its background deaf to Ctrl-C, and children inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what the attacks of `tests/attack` came to: inputs a kind, and failures."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, ())]
    told = [value for report in reports for name, value in getattr(report, "user_properties", ()) if name == "attack"]
    if told:
        terminalreporter.section("attacks")
    for kind, inputs, failures in sorted(told):
        terminalreporter.write_line(f"{kind}: {inputs:,} inputs, {failures} failures")
