"""PHH read and written: every hand, odd ones, broken ones, and long files."""

from __future__ import annotations

import io
import tomllib
import tracemalloc

import pytest

from dealerkit.errors import RecordError
from dealerkit.hands.phh.acts import amount_text, scaled
from dealerkit.hands.phh.hand import PhhHand, dumps, dumps_all, parse_hand, read_hands, read_stream
from dealerkit.hands.phh.text import Number, quick
from tests.hands.phh.hands import HANDS, unbroken

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AhAd', 'd dh p2 ????', 'p2 f']
"""


def read(content: str | bytes) -> list[PhhHand | RecordError]:
    """Read a file."""
    return list(read_stream(io.BytesIO(content.encode() if isinstance(content, str) else content), "some.phhs"))


def test_every_hand_reads_as_the_reference_reads_it():
    """The fields of all 195 hands are what `tomllib` makes of them."""
    count = 0
    for key, hand in unbroken():
        count += 1
        assert hand.fields == tomllib.loads(hand.text, parse_float=Number), key
    assert count == 195


def test_every_hand_is_written_back_with_all_its_fields():
    """Fields that the format does not know are kept."""
    for key, hand in unbroken():
        again = parse_hand(dumps(hand.fields))
        assert again.fields == hand.fields, key
    two = dumps_all({"1": {**hand.fields}, "a b": {"_x": {"y z": [1, Number("2.50")]}, **hand.fields}})
    assert [one.section for one in read(two) if isinstance(one, PhhHand)] == ["1", "a b"]


ODD = {
    "arrays over several lines": HAND.replace("['d dh p1", "[\n  # first\n  'd dh p1").replace("'p2 f']", "'p2 f', # last\n]"),
    "remarks": "# one\n" + HAND.replace("min_bet = 2", "min_bet = 2 # two"),
    "double quotes": HAND.replace("'NT'", '"NT"').replace("'p2 f'", '"p2 f"'),
    "escapes": HAND + 'author = "A\\u00e9\\n\\"B\\""\n',
    "long texts": HAND + "author = '''one\ntwo'''\n",
    "a quote in an action": HAND.replace("'p2 f'", '"p2 f # he\'s out"'),
    "a bracket in an action": HAND.replace("'p2 f'", "'p2 f # [1] it ends'"),
    "no spaces": HAND.replace(" = ", "="),
    "many spaces": HAND.replace(" = ", "  =   ").replace(", ", " ,  "),
    "underscores": HAND.replace("[100, 100]", "[1_000, 1_00]"),
    "decimals": HAND.replace("[100, 100]", "[100.50, 99.25]"),
    "exponents": HAND + "_x = 1e3\n",
    "no end": HAND.replace("[100, 100]", "[inf, 100]"),
    "not a number": HAND + "_x = nan\n",
    "dates": HAND + "_a = 2009-07-01\n_b = 01:28:41\n_c = 2009-07-01T01:28:41Z\n_d = 01:28:41.5\n",
    "tables": HAND + "_x = {a = 1, 'b c' = [true, false]}\n",
    "dotted keys": HAND + "_x.y = 1\n",
    "quoted keys": HAND + "'a b' = 1\n",
    "an empty row": HAND.replace("['d dh p1 AhAd', 'd dh p2 ????', 'p2 f']", "[]"),
    "nothing in a text": HAND + "author = ''\n",
    "Windows line ends": HAND.replace("\n", "\r\n"),
    "no last line end": HAND.rstrip(),
    "other letters": HAND + "author = '陳大文 ♠'\n",
    "a key twice": HAND + "min_bet = 3\n",
    "a text without quotes": HAND + "author = Kim\n",
    "leading zeros": HAND + "day = 07\n",
    "an hour that is none": HAND + "time = 25:00:00\n",
    "a row without end": HAND.replace("'p2 f']", "'p2 f'"),
    "a text without end": HAND.replace("'p2 f']", "'p2 f]"),
    "two values": HAND + "day = 1 2\n",
    "no value": HAND + "day =\n",
    "a control character": HAND + "author = 'a\x07b'\n",
    "a bare line end of old": HAND + "author = 'a'\rday = 1\n",
    "numbers with a point and no digit": HAND + "_x = 1.\n",
}  # fmt: skip


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_odd_files_read_as_the_reference_reads_them(text):
    """Ours and `tomllib` agree: the same fields, or both refuse the hand."""
    try:
        wanted = tomllib.loads(text.replace("\r\n", "\n"), parse_float=Number)
    except tomllib.TOMLDecodeError:
        with pytest.raises(RecordError, match="TOML"):
            parse_hand(text.replace("\r\n", "\n"))
        return
    assert parse_hand(text.replace("\r\n", "\n")).fields == wanted
    plain = quick(text.replace("\r\n", "\n"))
    if plain is not None:  # what is read line by line is read right
        assert {key: tomllib.loads(f"x = {value}", parse_float=Number)["x"] for key, value in plain[0].items()} == wanted


BROKEN = {
    # what is wrong: a hand, the line, what is said
    "no TOML": (HAND.replace("min_bet = 2", "min_bet = = 2"), 6, "TOML"),
    "unknown variant": (HAND.replace("'NT'", "'NLH'"), 3, "unknown variant: 'NLH'"),
    "no variant": (HAND.replace("variant = 'NT'\n", ""), 3, "`variant` is missing"),
    "no actions": (HAND.split("actions", maxsplit=1)[0], 3, "no actions"),
    "an empty section": ("", 2, "no actions"),
    "actions are not texts": (HAND.replace("'p2 f'", "5"), 8, "not a list of texts"),
}


@pytest.mark.parametrize(("text", "line", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_hand_is_told_and_the_next_is_read(text, line, said):
    """File, hand and line; the hands around it come through."""
    bad, last = read(f"\n[2]\n{text}\n[3]\n{HAND}")
    assert isinstance(bad, RecordError)
    assert (bad.file, bad.hand, bad.line) == ("some.phhs", "2", line)
    assert said in str(bad)
    assert isinstance(last, PhhHand)
    assert (last.section, last.actions[-1]) == ("3", "p2 f")


def test_columns_are_told_where_they_are_known():
    """As an editor counts them."""
    (error,) = read(HAND.replace("min_bet = 2", "min_bet = = 2"))
    assert isinstance(error, RecordError)
    assert (error.line, error.column) == (4, 11)
    _, error = read(b"[1]\n" + HAND.encode() + b"[2]\n" + HAND.encode().replace(b"'NT'", b"'\xff'"))
    assert isinstance(error, RecordError)
    assert (error.line, error.column, error.hand) == (9, 12, "2")
    assert "UTF-8" in str(error)


def test_a_torn_file_gives_all_hands_but_the_last():
    """What was written before the end is read."""
    whole = f"[1]\n{HAND}\n[2]\n{HAND}"
    first, last = read(whole[:-20])
    assert isinstance(first, PhhHand)
    assert isinstance(last, RecordError)


@pytest.mark.parametrize("content", [b"", b"\n\n# nothing\n"])
def test_an_empty_file_has_no_hand(content):
    """Neither nothing nor remarks."""
    assert read(content) == []


def test_bytes_that_are_no_text_are_told():
    """A picture, a zip file, a disk's worth of zeros."""
    for content in (b"\x89PNG\r\n\x1a\n\x00\x00" * 50, bytes(5000), b"[" * 3000):
        (error,) = read(content)
        assert isinstance(error, RecordError)
    (error,) = read(b"x" * 3_000_000)
    assert "bytes without a new section" in str(error)


def test_sections_are_named_in_many_ways():
    """Bare, quoted, with spaces and remarks, after a byte order mark."""
    heads = ["[1]", "[ 2 ] # two", '["a b"]', "['7']"]
    hands = read(b"\xef\xbb\xbf" + "".join(f"{head}\r\n{HAND}\n" for head in heads).encode())
    assert [hand.section for hand in hands if isinstance(hand, PhhHand)] == ["1", "2", "a b", "7"]


def test_a_section_that_stands_twice_is_told():
    """Both forms of counting see it."""
    hands = read("".join(f"[{name}]\n{HAND}" for name in ("1", "2", "2", "x", "x")))
    assert [isinstance(hand, PhhHand) for hand in hands] == [True, True, False, True, False]
    assert "[2] appears twice" in str(hands[2])


def test_lines_of_actions_are_found():
    """In one row, and in a row over several lines."""
    (hand,) = read("\n\n" + ODD["arrays over several lines"])
    assert isinstance(hand, PhhHand)
    rows = ("\n\n" + ODD["arrays over several lines"]).split("\n")
    for at, action in enumerate(hand.actions):
        assert action in rows[hand.line_of("actions", at) - 1]


def test_a_long_file_needs_no_more_memory_than_a_short_one(tmp_path):
    """Hands are read as they are asked for."""
    one = "".join(f"{row}\n" for row in HAND.splitlines()) + "_filler = '" + "x" * 400 + "'\n"

    def peak(count: int) -> int:
        path = tmp_path / f"{count}.phhs"
        path.write_text("".join(f"[{n}]\n{one}\n" for n in range(1, count + 1)))
        tracemalloc.start()
        seen = sum(isinstance(hand, PhhHand) for hand in read_hands(path))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert seen == count
        return most

    peak(10)
    assert peak(6000) < peak(200) + 200_000


@pytest.mark.parametrize(
    ("text", "decimals", "units"), [("7", 0, 7), ("0.25", 2, 25), ("-0.25", 2, -25), ("10162.5", 2, 1016250)]
)
def test_amounts_are_whole_numbers(text, decimals, units):
    """In units of so many decimals, and back."""
    assert scaled(text, decimals) == units
    assert scaled(amount_text(units, decimals), decimals) == units


def test_a_small_file_that_begins_with_a_remark_has_its_sections(tmp_path):
    """Each is read by itself, whatever stands in the others: bytes that are no text, a hand of simple lines, one of others."""
    one = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 9]\n"
    one += "actions = ['p2 f']\n"
    path = tmp_path / "a.phhs"
    path.write_bytes(f"# night\n[1]\n{one}[2]\nauthor = '".encode() + b"\xff'\n[3]\n" + one.replace("'p2", "\n'p2").encode())
    found = list(read_hands(path))
    assert [one.section if isinstance(one, PhhHand) else one.message for one in found] == ["1", "this is not text in UTF-8", "3"]
    path.write_bytes(b"\xef\xbb\xbf# night\r\n" + one.replace("\n", "\r\n").encode())
    (hand,) = read_hands(path)
    assert isinstance(hand, PhhHand)
    assert hand.actions == ["p2 f"]
    path.write_bytes(b"# night\nauthor = '\xff'\n" + one.encode())
    (error,) = read_hands(path)
    assert isinstance(error, RecordError)
    assert (error.line, error.column, error.message) == (2, 11, "this is not text in UTF-8")
    path.write_bytes(b" \n\n")
    assert list(read_hands(path)) == []


def test_a_file_that_is_not_there_is_told(tmp_path):
    """As an error, not an exception."""
    (error,) = read_hands(tmp_path / "none.phh")
    assert "cannot be read" in str(error)


def test_all_files_of_the_tests_are_read():
    """The broken ones too: what is broken in them is not their text."""
    assert sum(1 for path in HANDS.rglob("*.phh*") for _ in read_hands(path)) == 255
