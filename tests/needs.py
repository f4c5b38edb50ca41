"""Requirements of some tests other than Python and pip: a browser, a database server, a shell, fonts, a compiler.

Without them the tests are skipped, and the last lines of the run have the number, and the way to install them. With
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
"""Beginning of the reason of a skipped test."""

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
"""Commands to install the requirements on Debian."""


def need(what: str, found: object) -> None:
    """Skip a test without its requirement; fail if everything must be installed.

    Args:
        what: A name of `HOW`.
        found: The requirement; a false value if it is missing.
    """
    if found:
        return
    said = f"{SAYS}{what} ({HOW[what]})"
    if ALL:
        pytest.fail(said)
    pytest.skip(said)


def wish(what: str, found: object) -> None:
    """Skip a test without a requirement that `.ci/run` does not install either.

    Args:
        what: A name of `HOW`.
        found: The requirement; a false value if it is missing.
    """
    if not found:
        pytest.skip(f"{SAYS}{what} ({HOW[what]})")


def left_out(reasons: Iterable[str]) -> list[str]:
    """Return a line for each missing requirement: the number of skipped tests, and the way to install it."""
    found = [reason.partition(SAYS)[2] for reason in reasons if SAYS in reason]
    return [f"{found.count(one)} tests were not run: {one}" for one in dict.fromkeys(found)]
