"""A house's own reader, named as an entry point: it is used, and where it goes wrong it costs its own files alone."""

from __future__ import annotations

import importlib.metadata
import json
import traceback

import pytest

from dealerkit.errors import RecordError
from dealerkit.hands.phh.sources import read_source
from dealerkit.hands.readers import ConvertedHand, ReadHand, UnreadText, reader_of, readers
from tests.hands.test_stars_text import CASH, check


class Ours:
    """A reader as a house would write it: a hand a line."""

    title = "one line"

    def begins(self, start: bytes) -> bool:
        """Its files begin so."""
        return start.startswith(b"one line\n")

    def hands(self, stream):
        """A hand, one that cannot be told, two that are no hand at all, and then it goes wrong."""
        fields = {
            "variant": "NT", "antes": [0, 0], "blinds_or_straddles": [1, 2], "min_bet": 2, "starting_stacks": [9, 9],
            "actions": ["d dh p1 ????", "d dh p2 ????", "p2 f"],
        }  # fmt: skip
        yield ReadHand(fields, 2, [2, 2, 2])
        yield UnreadText("8", 3, "it is crossed out")
        yield ReadHand({**fields, "actions": ["p2 f"]}, 4, [])
        yield ReadHand({**fields, "actions": [2]}, 4, [4])
        msg = "somebody else's fault"
        raise RuntimeError(msg)


class Entry:
    """What a package names."""

    name = "ours"

    def load(self) -> Ours:
        """Return the reader."""
        return Ours()


def test_a_house_s_own_reader(tmp_path, monkeypatch):
    """Named as an entry point it is used; where it goes wrong, that is told, and what came before stands."""
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [Entry()] if group == "dealerkit.readers" else [])
    readers.cache_clear()
    try:
        assert reader_of(b"one line\nx") is not None
        (tmp_path / "a.log").write_text("one line\nx\ny\nz\n")
        found = list(read_source(tmp_path / "a.log"))
        assert isinstance(found[0], ConvertedHand)
        said = [(one.line, one.message) for one in found[1:] if isinstance(one, RecordError)]
        assert said[:3] == [(3, "it is crossed out"), *[(4, "the reader returned something that is not a hand")] * 2]
        assert "the reader of one line went wrong" in said[3][1]
        assert "4 findings in 2 hands in 1 file" in check("check", str(tmp_path), code=1).stdout
    finally:
        readers.cache_clear()


class NotLoaded(Entry):
    """What a package names that cannot be loaded."""

    def load(self) -> Ours:
        """Fail."""
        msg = "it needs what is not here"
        raise ImportError(msg)


class NoReader(Entry):
    """What a package names that is no reader."""

    def load(self) -> None:
        """Return nothing."""


class Stumbling(Ours):
    """A reader that cannot even say whether a file is of its format."""

    def begins(self, start: bytes) -> bool:
        """Fail at what is no text."""
        return start.decode().startswith("one line")


class Leaving(Ours):
    """A reader that ends the program."""

    def hands(self, stream):
        """End it."""
        raise SystemExit(4)


class Of(Entry):
    """What a package names, one of the readers above."""

    def __init__(self, reader: Ours) -> None:
        self.reader = reader

    def load(self) -> Ours:
        """Return it."""
        return self.reader


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (NotLoaded(), "the reader of ours went wrong (ImportError: it needs what is not here)"),
        (NoReader(), "the reader of ours went wrong (AttributeError: "),
        (Of(Stumbling()), "the reader of one line went wrong (UnicodeDecodeError: "),
        (Of(Leaving()), "the reader of one line went wrong (SystemExit: 4)"),
    ],
)
def test_a_reader_that_goes_wrong_costs_its_own_files_alone(tmp_path, monkeypatch, entry, why):
    """One that cannot be loaded, is none, stumbles over a file's beginning, ends the program: told of each file."""
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [entry] if group == "dealerkit.readers" else [])
    readers.cache_clear()
    try:
        (tmp_path / "a.log").write_bytes(b"one line\n\xff")
        (tmp_path / "b.txt").write_text(CASH, encoding="utf-8")
        out = json.loads(check("check", str(tmp_path), "--json", code=1).stdout)
        (lost,) = out["unreadable"]
        assert lost["file"].endswith("a.log")
        assert lost["what"].startswith(why)
        assert out["hands"] == 1
    finally:
        readers.cache_clear()


def test_a_reader_that_cannot_be_loaded_keeps_nothing_of_the_files_it_was_asked_of(monkeypatch):
    """However many there are, its error is as long as the first time."""
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [NotLoaded()] if group == "dealerkit.readers" else [])
    readers.cache_clear()
    try:
        (_, lost) = readers()
        lengths = set()
        for _ in range(3):
            with pytest.raises(ImportError) as told:
                lost.begins(b"one line\n")
            lengths.add(len(list(traceback.walk_tb(told.value.__traceback__))))
        assert len(lengths) == 1
    finally:
        readers.cache_clear()
