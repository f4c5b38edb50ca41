"""The size of the screen, as `shutil` tells it."""

from __future__ import annotations

import shutil
import sys

import pytest

from dealerkit.files import screen_size


@pytest.mark.parametrize("said", [None, "", "72", " 72 ", "0", "-5", "wide"])
@pytest.mark.parametrize("stream", ["no terminal", None])
def test_it_is_what_shutil_tells(monkeypatch, tmp_path, said, stream):
    """By `COLUMNS`; what says nothing there, and a stream that is no terminal, leave it to whoever asks."""
    monkeypatch.delenv("COLUMNS", raising=False)
    if said is not None:
        monkeypatch.setenv("COLUMNS", said)
    with (tmp_path / "out").open("w") as file:
        monkeypatch.setattr(sys, "__stdout__", file if stream else None)
        assert screen_size.columns(91) == shutil.get_terminal_size((91, 24)).columns == (72 if said and "72" in said else 91)
