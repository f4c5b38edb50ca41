"""Records read line by line: what stands in the header and the acts, and the place of whatever cannot be read."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from dealerkit.cards import read_cards
from dealerkit.errors import RecordError, UnknownName
from dealerkit.table.record import FIRST, RULE, Record, RecordLine, read_record, read_records
from dealerkit.table.record.reader import _ENDLESS, _LONGEST, one_record, parse_line, read_record_stream

HEAD = f"{FIRST}\ngame: holdem\n"
CLEAN = f"{HEAD}{RULE}\nd riffle\n"


def result(text: str | bytes) -> list[str]:
    """What is read, a line a record: its name, its acts, what is torn; or the place of the error and its first words."""
    raw = text if isinstance(text, bytes) else text.encode()
    found = []
    for record in read_record_stream(io.BytesIO(raw), "f"):
        error = record if isinstance(record, RecordError) else record.broken
        said = [] if error is None else [f"{error.line}:{error.column} {error.hand or '-'} {error.message.partition('; ')[0]}"]
        if isinstance(record, Record):
            torn = [f"torn {record.torn}"] if record.torn else []
            said = [f"{record.header.name}: {'; '.join(map(str, record.lines))}", *torn, *said]
        found.append(" | ".join(said))
    return found


def test_everything_in_a_header_is_read_and_written_again():
    """Each line of it, the options, and what stands behind and around an act."""
    text = (
        f"{FIRST}\nid: 7\ngame: holdem\nrules: tda\nhash: ab12\ntable: 3\ndealer: Ann\ndate: 2024-02-29\nlevel: floor\nseats: 4\n"
        "stacks: 100 12.50 7 8\nbutton: 2\nunit: 0.50\nseed: 12\ndeck: Ah Kd\n"
        f'given: {{"at": "flop", "button": "s2"}}\nset straddle: 2\nset rabbit: yes\n{RULE}\n'
        "[00:07] d riffle\nd burn  # with a note\n"
    )
    record = read_record(text)
    header = record.header
    assert (header.game, header.rules, header.hash, header.seats, header.button) == ("holdem", "tda", "ab12", 4, 2)
    assert (header.stacks, header.unit, header.seed) == (("100", "12.50", "7", "8"), "0.50", 12)
    assert list(header.deck) == read_cards("Ah Kd")
    assert header.given is not None
    assert (header.given.at, header.given.button) == ("flop", 2)
    assert header.options == {"straddle": "2", "rabbit": "yes"}
    assert header.notes == {"id": "7", "table": "3", "dealer": "Ann", "date": "2024-02-29", "level": "floor"}
    assert (header.file, header.line, header.number, header.name) == ("<text>", 1, 1, "7")
    assert [(str(line.act), line.line, line.clock, line.note) for line in record.lines] == [
        ("d riffle", 20, "00:07", ""),
        ("d burn", 21, "", "with a note"),
    ]
    assert record.text() == text
    assert (record.torn, record.torn_words, record.broken) == ("", "", None)


def test_a_header_without_more_than_its_game_has_nothing_else():
    """Nothing is made up."""
    header = read_record(CLEAN).header
    assert (header.rules, header.hash, header.seats, header.stacks, header.button) == (None, "", None, (), None)
    assert (header.unit, header.seed, header.deck, header.given, header.options, header.notes) == (None, None, (), None, {}, {})
    assert header.name == "1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CLEAN, ["1: d riffle"]),
        (CLEAN + CLEAN, ["1: d riffle", "2: d riffle"]),
        ("\ufeff" + CLEAN, ["1: d riffle"]),
        (CLEAN.replace("\n", "\r\n"), ["1: d riffle"]),
        ("\n \n" + CLEAN, ["1: d riffle"]),
        (HEAD + f"# a comment\n  # another\n\n{RULE} \n\n# d burn\nd riffle\n", ["1: d riffle"]),
        (CLEAN + "d bu", ["1: d riffle | torn d bu"]),
        (CLEAN + "d bu" + "\n", ["1: d riffle | 5:3 1 unknown verb for the dealer: 'bu'"]),
        (CLEAN + "d bu\nd burn\nd fly\n", ["1: d riffle | 5:3 1 unknown verb for the dealer: 'bu'"]),
        ("", []),
        ("d burn\nd burn\n" + CLEAN, ["1:0 - this is not a record", "1: d riffle"]),
        (HEAD, ["1:0 1 the header is not finished: the line '---' is missing"]),
        (f"{FIRST}\nid: x\n{RULE}\n", ["1:0 x the header does not name the game"]),
        (f"{FIRST}\ngame: holdem\ngame: omaha\n{RULE}\n", ["3:1 1 'game' appears twice, first in line 2"]),
        (f"{FIRST}\ncolour: red\n{RULE}\n", ["2:1 1 unknown header of a record: 'colour'"]),
        (f"{FIRST}\ngame\n{RULE}\n", ["2:1 1 unknown header of a record: 'game'"]),
        (HEAD + f"set rabbit\n{RULE}\n", ["3:1 1 unknown header of a record: 'set rabbit'"]),
        (HEAD + f"seats: x\n{RULE}\n", ["3:8 1 'x' is not a whole number"]),
        (HEAD + f"seed: x\n{RULE}\n", ["3:7 1 'x' is not a whole number"]),
        (HEAD + f"stacks: 5 much\n{RULE}\n", ["3:9 1 'much' is not a number"]),
        (HEAD + f"deck: Ah Zz\n{RULE}\n", ["3:7 1 'Zz' is not a card"]),
        (HEAD + f"deck: Ah ??\n{RULE}\n", ["3:7 1 the order of the deck can't have unknown cards"]),
        (HEAD + f"given: [1]\n{RULE}\n", ["3:8 1 expected a map"]),
        (
            HEAD + f'given: {{"x": 1}}\n{RULE}\n',
            ["3:8 1 given.x: unknown part of a table set-up: 'x'"],
        ),
        (
            CLEAN.encode() + b"d burn \xff\nd burn\n" + CLEAN.encode(),
            ["1: d riffle | 5:8 1 this line is not UTF-8 text", "2: d riffle"],
        ),
        (CLEAN.encode() + b"d burn \xff", ["1: d riffle | torn d burn \ufffd"]),
        (CLEAN.encode() + b"d burn\0\n", ["1: d riffle | 5:0 1 this is not text"]),
        (CLEAN + "d burn #" + "x" * (_LONGEST - 9) + "\n", ["1: d riffle; d burn  # " + "x" * (_LONGEST - 9)]),
        (CLEAN + "d burn #" + "x" * (_LONGEST - 8) + "\n", ["1: d riffle | 5:0 1 this line is too long for a record"]),
        (CLEAN + "y" * (1 << 17) + "\n" + CLEAN, ["1: d riffle | 5:0 1 this line is too long for a record", "2: d riffle"]),
    ],
)
def test_a_record_is_read_up_to_its_break(text, told):
    """Line, column and the record's name stand with each error; the next record follows."""
    assert result(text) == told


def test_a_line_without_end_is_given_up():
    """After 64 megabytes nothing more is read of it."""

    class Endless(io.RawIOBase):
        read_so_far = 0

        def readline(self, size: int | None = -1) -> bytes:
            assert size is not None
            self.read_so_far += size
            return b"x" * size

    stream = Endless()
    (error,) = read_record_stream(stream, "f")  # type: ignore[arg-type]
    assert isinstance(error, RecordError)
    assert error.message == "this line is too long for a record"
    assert _ENDLESS < stream.read_so_far < _ENDLESS + (1 << 18)


def test_a_part_of_a_file_counts_from_where_it_begins():
    """Lines and records before it are counted, and a byte order mark is one of the file's first line alone."""
    (record,) = read_record_stream(io.BytesIO(CLEAN.encode()), "f", line=10, count=2)
    assert isinstance(record, Record)
    assert (record.header.line, record.header.number, record.lines[0].line) == (11, 3, 14)
    first, _ = read_record_stream(io.BytesIO(b"\xef\xbb\xbf" + CLEAN.encode() + CLEAN.encode()), "f", line=1)
    assert isinstance(first, RecordError)


@pytest.mark.parametrize(
    ("text", "column"),
    [("d fly", 3), ("  d fly", 5), ("[0:01] d fly  # why", 10), ("d", 1), ("s9x fold", 1), ("# only a note", 1)],
)
def test_a_line_that_is_no_act_names_its_column(text, column):
    """The word that is wrong, or the whole line."""
    with pytest.raises(RecordError) as wrong:
        parse_line(text, 3, "f")
    assert (wrong.value.file, wrong.value.line, wrong.value.column) == ("f", 3, column)


def test_a_line_has_its_clock_and_its_note():
    """Both are optional, and stand around the act."""
    line = parse_line("  [ 01:02 ] d burn 2   # first # second ", 9, "f")
    assert (str(line.act), line.line, line.clock, line.note) == ("d burn 2", 9, "01:02", "first # second")
    assert [str(RecordLine(line.act, 1)), str(line)] == ["d burn 2", "[01:02] d burn 2  # first # second"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of three records: two with two acts each, a third that breaks off after one."""
    text = f"{HEAD}{RULE}\nd riffle\nd riffle\n"
    named = text.replace(FIRST, f"{FIRST}\nid: late", 1)
    path = tmp_path / "three.rec"
    path.write_text(text + named + CLEAN + "d fly\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("hand", "act", "number"), [("1", None, 1), ("2", None, 2), ("late", None, 2), ("2", 2, 2), ("3", 1, 3), (None, 1, 3)]
)
def test_one_record_of_a_file_is_found(file, hand, act, number):
    """By number, by its own id, or the last; a broken one up to its break."""
    assert one_record(file, hand, act).header.number == number


@pytest.mark.parametrize(
    ("hand", "act", "said"),
    [
        (None, None, "unknown verb for the dealer: 'fly'"),
        ("3", 2, "unknown verb for the dealer: 'fly'"),
        ("2", 3, "the record ends at act 2; there is no act 3"),
        ("1", 3, "the record ends at act 2; there is no act 3"),
    ],
)
def test_one_record_that_is_not_there_is_told(file, hand, act, said):
    """Beyond the break its reason; beyond the acts their number."""
    with pytest.raises(RecordError, match=said):
        one_record(file, hand, act)
    with pytest.raises(UnknownName):
        one_record(file, "4")


def test_a_file_without_records_is_told(tmp_path):
    """Empty, missing, or another thing; and a header that is broken is an error in the place of its record."""
    empty = tmp_path / "empty.rec"
    empty.write_text("", encoding="utf-8")
    for read in (one_record, read_record):
        with pytest.raises(RecordError, match="the file is empty"):
            read(empty)
    with pytest.raises(RecordError) as wrong:
        read_record("", "pasted")
    assert wrong.value.file == "pasted"
    (error,) = read_records(tmp_path / "none.rec")
    assert isinstance(error, RecordError)
    assert (error.line, error.passing) == (0, True)
    with pytest.raises(RecordError, match="not finished"):
        read_record(HEAD)
    headless = tmp_path / "headless.rec"
    headless.write_text(HEAD + CLEAN, encoding="utf-8")
    with pytest.raises(RecordError, match="not finished"):
        one_record(headless, "1")
    assert one_record(headless, "2").header.number == 2


def test_the_last_of_several_records_is_read():
    """And none of them if one is broken."""
    assert read_record(CLEAN + CLEAN, "x").header.number == 2
    with pytest.raises(RecordError, match="unknown verb"):
        read_record(CLEAN + "d fly\n" + CLEAN)
