"""Large files cut into pieces: whoever judges the pieces tells what whoever reads the whole file tells."""

from __future__ import annotations

import gzip
import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import attrs
import pytest
import zstandard

from dealerkit.hands import compression, listing
from dealerkit.hands.check import checked
from dealerkit.hands.compression import BROKEN, blocks, opened
from dealerkit.hands.listing import files_in
from dealerkit.hands.phh.hand import read_stream
from dealerkit.hands.readers import HandReader, ReadHand, UnreadText, converted_hands
from dealerkit.hands.readers.stars import READER
from dealerkit.jobs.archive import ChunkJudged, HandJudged, Judging, judged, judging
from dealerkit.jobs.archive import chunks as chunks_module
from dealerkit.jobs.archive import cutting as cutting_module
from dealerkit.jobs.archive.cutting import cut
from dealerkit.jobs.archive.judging import judge
from dealerkit.table.record import read_record_stream
from tests.hands import test_stars_text
from tests.hands.test_stars_text import CANNOT
from tests.sampling import LONG

DATA = Path(__file__).parents[2] / "data" / "phh"
RECORDS = Path(__file__).parents[2] / "records"
MUTANTS = (DATA / "mutants.phhs").read_bytes().split(b"\n\n")
HANDS = [*(DATA / "handhq.phhs").read_bytes().split(b"\n\n"), *MUTANTS[:2]]
HEADERS = [b"[%d]", b"['%d']", b" [%d]", b'[ "%d" ] # a remark', b"[%d", b"[%d, 1]", b"x = '''\n[%d]\n'''", b"[7]"]


def in_pieces(text: bytes, *, phh: bool, size: int) -> tuple[ChunkJudged, list[HandJudged]]:
    """Everything told of a text that comes in blocks of a size, each piece judged by itself."""
    given = (text[at : at + size] for at in range(0, len(text), size))
    judgements = [judge(piece, Judging(every=True)) for piece in cut(given, "some", phh=phh)]
    return judgements[0], [hand for judgement in judgements for hand in judgement.hands]


def whole(text: bytes, *, phh: bool) -> list[tuple[object, ...]]:
    """Everything told of a text that is read at once."""
    found = read_stream(io.BytesIO(text), "some") if phh else read_record_stream(io.BytesIO(text), "some")
    return [attrs.astuple(checked(one), recurse=False) for one in found]


def same(text: bytes, *, phh: bool, size: int) -> None:
    """What the pieces tell is what the whole text tells."""
    told = [attrs.astuple(hand, recurse=False)[:9] for hand in in_pieces(text, phh=phh, size=size)[1]]
    due = whole(text, phh=phh)
    assert told == due or (not due and [hand[5][0].got[:17] for hand in told] == ["the file is empty"])


@pytest.mark.campaign
def test_hands_cut_anywhere(monkeypatch):
    """Sections in every way, in any order and twice, blank lines, other line ends, a mark at the beginning: as if read whole."""
    for seed in range(40 * LONG):
        some = random.Random(seed)
        parts = [b"\xef\xbb\xbf"] if some.random() < 0.2 else []
        for number in range(some.randrange(12)):
            name = some.choice([number + 1, number + 1, some.randrange(9)])
            header = some.choice(HEADERS) if some.random() < 0.3 else HEADERS[0]
            body = some.choice(HANDS).split(b"\n", 1)[-1] if some.random() < 0.8 else some.choice([b"", b"#", b"x = 1"])
            parts += [header % name if b"%d" in header else header, b"\n", body, b"\n" * some.randrange(1, 3)]
        text = b"".join(parts)
        if some.random() < 0.2:
            text = text.replace(b"\n", b"\r\n")
        monkeypatch.setattr(cutting_module, "LARGE", some.randrange(1, 4000))
        same(text, phh=True, size=some.randrange(1, 3000))


@pytest.mark.campaign
def test_records_cut_anywhere(monkeypatch):
    """Records of ours, with or without an id, torn, and what is none."""
    some_records = [path.read_bytes() for path in sorted(RECORDS.glob("*.rec"))[:6]]
    for seed in range(12 * LONG):
        some = random.Random(seed)
        text = b"".join(
            some.choice([*some_records, b"# dealerkit record 1\n---\n", b"prose\n", b"# dealerkit record 12\n", b"\n"])
            for _ in range(some.randrange(8))
        )
        text = text[: some.choice([len(text), len(text) - 7])].replace(b"id:", some.choice([b"id:", b"#"]))
        monkeypatch.setattr(cutting_module, "LARGE", some.randrange(1, 4000))
        same(text, phh=False, size=some.randrange(1, 3000))


def of_format(text: bytes, reader: HandReader, size: int) -> list[tuple[object, ...]]:
    """Everything told of a text in another format, in pieces; its blocks are of a size."""
    given = (text[at : at + size] for at in range(0, len(text), size))
    pieces = list(cut(given, "some", phh=False, reader=reader))
    assert b"".join(piece.data or b"" for piece in pieces) == text
    return [attrs.astuple(hand, recurse=False)[:9] for piece in pieces for hand in judge(piece, Judging(every=True)).hands]


@pytest.mark.campaign
def test_hands_of_another_program_cut_anywhere(monkeypatch):
    """With talk between them, lines without end, numbers between hands, hands that cannot be told: as if read whole."""
    sample = [test_stars_text.CASH.encode(), test_stars_text.LIMIT.encode(), *(one[0].encode() for one in CANNOT.values())]
    between = [
        b"",
        b"\n\n",
        b"*********** # 2 **************\n",
        b'Ann said, "PokerStars Hand #1:"\n',
        b"x" * 9000 + b"\n",
        b"\xff\r\n",
    ]
    for seed in range(15 * LONG):
        some = random.Random(seed)
        parts = [part for _ in range(some.randrange(1, 9)) for part in (some.choice(sample), b"\n", some.choice(between))]
        text = b"\xef\xbb\xbf" * some.randrange(2) + b"".join(parts)[: some.choice([None, None, -70])]
        monkeypatch.setattr(cutting_module, "LARGE", some.randrange(1, 6000))
        due = [attrs.astuple(checked(one), recurse=False) for one in converted_hands(READER, io.BytesIO(text), "some")]
        assert of_format(text, READER, some.randrange(1, 5000)) == due


class Crossed:
    """A reader that goes wrong at some lines, in what it reads and in what it cuts."""

    title = "crossed"

    def __init__(self, at: bytes) -> None:
        self.at = at

    def begins(self, start: bytes) -> bool:
        """Never asked."""
        return False

    def hands(self, stream: BinaryIO) -> Iterator[ReadHand | UnreadText]:
        """Each line is a hand that cannot be told."""
        for number, line in enumerate(stream, 1):
            if line.strip() == self.at:
                raise KeyError(self.at)
            yield UnreadText(line.decode().strip(), number, "crossed out")


class CrossedAndCut(Crossed):
    """One that says where its files may be cut."""

    def begins_hand(self, line: bytes) -> bool:
        """Every line is one."""
        if not self.at and line > b"hand20":
            raise ZeroDivisionError
        return True


def test_somebody_else_s_reader_goes_wrong(monkeypatch):
    """What goes wrong in a hand costs what is left of a piece, told by its lines; in cutting, what is left of the file."""
    monkeypatch.setattr(cutting_module, "LARGE", 40)
    text = b"".join(b"hand%02d\n" % number for number in range(40))

    def lost(text: bytes, reader: HandReader) -> list[tuple[str, str]]:
        monkeypatch.setattr(judging, "reader_called", lambda title: reader)
        pieces = cut((text[at : at + 40] for at in range(0, len(text), 40)), "some", phh=False, reader=reader)
        hands = [hand for piece in pieces for hand in judge(piece, Judging(every=True)).hands]
        return [(hand.name, hand.unreadable.what) for hand in hands if hand.unreadable is not None]

    first = lost(text, CrossedAndCut(b"hand07"))
    (what,) = (what for name, what in first if not name)
    assert "the reader of crossed went wrong (KeyError: " in what
    last = int(what.partition("the rest up to line ")[2].split()[0])
    assert 8 <= last < 20
    assert [name for name, _ in first if name] == [f"hand{number:02}" for number in range(40) if not 7 <= number < last]
    *_, (name, what) = lost(text, CrossedAndCut(b""))
    assert (name, "ZeroDivisionError" in what, "the rest of the file was not read" in what) == ("", True, True)


def test_a_reader_that_does_not_say_where_is_given_whole_files():
    """Nothing of them is cut."""
    (one,) = cut([b"hand\n" * 9] * 9, "some", phh=False, reader=Crossed(b""))
    assert one.whole


def test_a_large_file_of_another_program_goes_to_many(tmp_path, monkeypatch):
    """In pieces, plain and compressed: what is told is what is told of it whole."""
    monkeypatch.setattr(chunks_module, "_SMALL", 0)
    text = b"".join((test_stars_text.CASH if number % 3 else test_stars_text.LIMIT).encode() + b"\n\n" for number in range(20))
    for name, body in {"a.txt": text, "a.txt.gz": pack(text, ".gz")}.items():
        path = tmp_path / name
        path.write_bytes(body)
        monkeypatch.setattr(cutting_module, "LARGE", 1 << 18)
        due = [hand for chunk in judged([path], Judging(every=True)) for hand in chunk.hands]
        monkeypatch.setattr(cutting_module, "LARGE", 4000)
        monkeypatch.setattr(compression, "_READ", 1000)
        found = list(chunks_module.chunks([path]))
        assert len(found) > 3
        assert len(due) == 20
        assert [hand for chunk in judged([path], Judging(every=True), jobs=2) for hand in chunk.hands] == due


def test_what_travels_comes_back():
    """A chunk's judgement is packed and unpacked without a loss, letters of half a character included."""
    judgement, hands = in_pieces(b"\n\n".join(HANDS[-3:]), phh=True, size=1 << 20)
    odd = attrs.evolve(hands[0], file="\udcff", players=("百家", "'"))
    there = attrs.evolve(judgement, hands=(odd, *hands))
    assert ChunkJudged.unpacked(there.packed()) == there


def test_a_hand_says_where_and_when_it_was_played():
    """Table, time, zone, players and line, as an online room wants them."""
    hands = [hand for chunk in judged([DATA / "handhq.phhs"], Judging(every=True)) for hand in chunk.hands]
    assert (hands[1].name, hands[1].line, hands[1].table) == ("3024354540", 23, "STANDISH ST")
    assert (hands[1].time, hands[1].zone) == ("2009-07-03T01:29:11", "ET")
    (file,) = DATA.glob("pluribus/42/26.phh")
    (hand,) = (hand for chunk in judged([file], Judging(every=True)) for hand in chunk.hands)
    assert hand.players[:2] == ("MrBlue", "Bill")


# -- compressed


def pack(text: bytes, kind: str) -> bytes:
    """A text in two parts, each packed by itself, as tools that add to an archive do."""
    half = len(text) // 2
    packed = gzip.compress if kind == ".gz" else zstandard.ZstdCompressor(write_checksum=True).compress
    return packed(text[:half]) + packed(text[half:])


def told(path: Path) -> list[HandJudged]:
    """Every hand with its findings, named as if its file were not compressed."""
    return [hand for chunk in judged([path]) for hand in chunk.hands]


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", [".gz", ".zst"])
@pytest.mark.parametrize("times", [1, 20])  # of a size to go with others, and one to be cut
def test_a_compressed_file_is_read_as_what_it_holds(tmp_path, kind, times):
    """The same findings at the same lines."""
    text = b"\n\n".join(MUTANTS[:2] + HANDS * times)
    plain, packed = tmp_path / "some.phhs", tmp_path / f"some.phhs{kind}"
    plain.write_bytes(text)
    packed.write_bytes(pack(text, kind))
    assert [(hand.name, hand.line, hand.findings[0].code) for hand in told(packed)] == [
        (hand.name, hand.line, hand.findings[0].code) for hand in told(plain)
    ]


@pytest.mark.parametrize("kind", [".gz", ".zst"])
@pytest.mark.parametrize("times", [1, 80])
@pytest.mark.parametrize("how", ["short", "wrong"])
def test_a_broken_compressed_file(tmp_path, kind, times, how):
    """What comes before the break is judged, where it breaks off is told with its line, and a hand that is cut off is no slip."""
    text = b"\n".join(
        b"[%d]\n%s" % (n + 1, hand.split(b"\n", 1)[1]) for n, hand in enumerate([*MUTANTS[:2], *HANDS[:-2] * times])
    )
    body = bytearray(pack(text, kind))
    if how == "short":
        del body[len(body) * 2 // 3 :]
    else:
        body[len(body) * 2 // 3] ^= 255
    path = tmp_path / f"some.phhs{kind}"
    path.write_bytes(body)
    *before, last = told(path)
    assert last.unreadable is not None
    assert "the compressed file is broken" in last.unreadable.what
    assert last.unreadable.line > 1
    assert [hand.name for hand in before][:2] == ["1", "2"]
    assert len(before) == 2 or how == "wrong"  # of a wrong byte nothing is known before the sum at the end


def test_what_is_left_of_a_broken_file_comes_first(tmp_path):
    """All that can be unpacked is."""
    path = tmp_path / "x.zst"
    path.write_bytes(zstandard.compress(b"whole") + zstandard.compress(b"torn")[:-2])
    got = list[bytes]()
    with pytest.raises(BROKEN), opened(str(path)) as stream:
        got.extend(blocks(stream))
    assert got[0].startswith(b"whole")


# -- folders


def test_a_folder_of_many_files_is_in_order(tmp_path, monkeypatch):
    """However many names are laid aside."""
    names = [f"{number * 7919 % 1000:03}.phh" for number in range(250)]
    for name in names:
        (tmp_path / name).touch()
    (tmp_path / "a.phh").mkdir()
    (tmp_path / "a.phh" / "x.phh").touch()
    monkeypatch.setattr(listing, "AT_ONCE", 16)
    found = [Path(one.path).relative_to(tmp_path).as_posix() for one in files_in([tmp_path])]
    assert found == [*sorted(names), "a.phh/x.phh"]
