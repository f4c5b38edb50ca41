"""Records on a disk: act by act, taken back, resumed where they broke off, and open in one session alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dealerkit.errors import RecordError
from dealerkit.felt import Act
from dealerkit.table.record import Header, RecordLine, Writer, read_record
from dealerkit.table.record.locks import held_elsewhere

HEADER = Header("holdem", seats=3)


def line(text: str) -> RecordLine:
    """A line with an act."""
    return RecordLine(Act.parse(text), 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record of two acts."""
    path = tmp_path / "hand.rec"
    with Writer.create(path, HEADER) as writer:
        assert path.read_text(encoding="utf-8") == HEADER.text()
        writer.write(line("d riffle"))
        assert path.read_text(encoding="utf-8") == HEADER.text() + "d riffle\n"
        writer.write(line("d strip 4"))
    assert writer.stream.closed
    return path


def acts(path: Path) -> list[str]:
    """The acts of a record."""
    return [str(act) for act in read_record(path).acts]


def test_acts_are_taken_back_to_the_header_and_no_further(path):
    """The last first; where none is left nothing happens, and the next act stands where they stood."""
    writer, record = Writer.resume(path)
    assert len(record.lines) == 2
    with writer:
        for left in (["d riffle"], [], []):
            writer.take_back()
            assert acts(path) == left
        assert path.read_text(encoding="utf-8") == HEADER.text()
        writer.write(line("d burn"))
        writer.write(line("d burn 2"))
        writer.take_back()
    assert path.read_text(encoding="utf-8") == HEADER.text() + "d burn\n"


def test_a_torn_line_is_cut_off_and_comments_are_no_acts(path):
    """What is taken back then is the last act; what stands behind it goes with it."""
    with path.open("a", encoding="utf-8") as stream:
        stream.write("\n# a note\nd cut  # of seat 2\n  # another\nd bu")
    writer, record = Writer.resume(path)
    with writer:
        assert record.torn == "d bu"
        assert path.read_text(encoding="utf-8").endswith("# another\n")
        writer.take_back()
        assert acts(path) == ["d riffle", "d strip 4"]
        writer.take_back()
        assert acts(path) == ["d riffle"]
        writer.take_back()
        assert path.read_text(encoding="utf-8") == HEADER.text()


def test_a_file_that_is_there_stays_as_it_is(path, tmp_path):
    """Nor is a file begun where none can be."""
    with pytest.raises(RecordError, match="a file with this name already exists"):
        Writer.create(path, HEADER)
    assert acts(path) == ["d riffle", "d strip 4"]
    with pytest.raises(RecordError, match="the record cannot be written"):
        Writer.create(tmp_path / "none" / "hand.rec", HEADER)
    assert [each.name for each in tmp_path.iterdir()] == ["hand.rec"]


def test_a_record_is_open_in_one_session_alone(path):
    """The other is told which process has it; the first goes on."""
    writer, _ = Writer.resume(path)
    with writer:
        with pytest.raises(
            RecordError, match=rf"open in another session(: process {os.getpid()} \(.*\) of .*)?; end that session"
        ):
            Writer.resume(path)
        with path.open("r+b", buffering=0) as stream:
            assert held_elsewhere(stream) is not None
        writer.write(line("d cut"))
    assert acts(path) == ["d riffle", "d strip 4", "d cut"]
    with path.open("r+b", buffering=0) as stream:
        assert held_elsewhere(stream) is None


def test_an_act_that_the_disk_does_not_take_leaves_nothing(path, monkeypatch):
    """Neither a part of it in the file, nor a place for it to be taken back to."""
    writer, _ = Writer.resume(path)
    before = path.read_bytes()

    class Full:
        """A disk that takes four bytes."""

        def __init__(self) -> None:
            self.taken = 0

        def write(self, raw: bytes) -> int:
            if self.taken:
                raise OSError(28, "no room")
            self.taken = writer_stream.write(raw[:4])
            return self.taken

        def __getattr__(self, name: str) -> object:
            return getattr(writer_stream, name)

    writer_stream = writer.stream
    with writer:
        monkeypatch.setattr(writer, "stream", Full())
        with pytest.raises(RecordError, match="no room"):
            writer.write(line("d burn 20"))
        assert path.read_bytes() == before
        monkeypatch.undo()
        writer.write(line("d burn"))
        assert path.read_bytes() == before + b"d burn\n"
        writer.take_back()
        assert path.read_bytes() == before


def test_a_disk_that_takes_little_at_a_time_gets_all(path, monkeypatch):
    """Part after part."""
    writer, _ = Writer.resume(path)
    writer_stream = writer.stream

    class Slow:
        """A disk that takes two bytes at a time."""

        def write(self, raw: bytes) -> int:
            return writer_stream.write(raw[:2])

        def __getattr__(self, name: str) -> object:
            return getattr(writer_stream, name)

    with writer:
        monkeypatch.setattr(writer, "stream", Slow())
        writer.write(line("d burn 20"))
        monkeypatch.undo()
    assert acts(path)[-1] == "d burn 20"


def test_what_is_no_record_is_not_opened(tmp_path):
    """It stays as it is."""
    path = tmp_path / "list.txt"
    path.write_text("milk", encoding="utf-8")
    with pytest.raises(RecordError, match="not a record"):
        Writer.resume(path)
    assert path.read_text(encoding="utf-8") == "milk"
