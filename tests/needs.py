"""What some tests need beside Python and what pip brings: a browser, a database server, a shell, fonts, a compiler.

Where it is not there they are left out, and the last lines of the run say how many, and how to get it. With
`DEALERKIT_TESTS=all`, which `.ci/run` sets after it has installed everything, they fail instead.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
from collections.abc import Iterable
from pathlib import Path

import pytest

ALL = os.environ.get("DEALERKIT_TESTS", "") == "all"
SAYS = "not here: "
"""What the reason begins with of a test that was left out."""

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
POSTGRES = shutil.which("initdb") or next(map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)), None)
C_COMPILER = shutil.which("cc") if Path(sysconfig.get_path("include"), "Python.h").exists() else None

HOW = {
    "Chromium": "apt-get install chromium",
    "PostgreSQL": "apt-get install postgresql",
    "fish": "apt-get install fish",
    "zsh": "apt-get install zsh",
    "bash": "apt-get install bash",
    "a C compiler with Python.h": "apt-get install gcc libc6-dev python3-dev",
    "an S3 server": "pip install s3fs, then 'moto[server]'; .ci/run does without: they pin one package differently",
    "the fonts' sources": "apt-get install fonts-noto-core fonts-noto-cjk",
}
"""What tests need, and how it is got on Debian."""


def need(what: str, found: object) -> None:
    """Leave a test out where something is not there; where everything has to be there, it fails.

    Args:
        what: A name of `HOW`.
        found: What was found; nothing if it is not there.
    """
    if found:
        return
    said = f"{SAYS}{what} ({HOW[what]})"
    if ALL:
        pytest.fail(said)
    pytest.skip(said)


def wish(what: str, found: object) -> None:
    """Leave a test out where something is not there that `.ci/run` does not install either.

    Args:
        what: A name of `HOW`.
        found: What was found; nothing if it is not there.
    """
    if not found:
        pytest.skip(f"{SAYS}{what} ({HOW[what]})")


def left_out(reasons: Iterable[str]) -> list[str]:
    """Return a line for each thing that is not here: how many tests were left out for it, and how to get it."""
    found = [reason.partition(SAYS)[2] for reason in reasons if SAYS in reason]
    return [f"{found.count(one)} tests were not run: {one}" for one in dict.fromkeys(found)]
