"""The judgement of a chunk, the same in any process on any machine."""

from __future__ import annotations

import hashlib
import io
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import BinaryIO

import attrs

from dealerkit.errors import RecordError
from dealerkit.hands.check import checked, empty_file
from dealerkit.hands.checked_hand import CheckedHand
from dealerkit.hands.compression import BROKEN, NoZstandard, blocks, is_compressed, opened
from dealerkit.hands.phh.hand import PhhHand, read_stream
from dealerkit.hands.phh.sections import KnownSections
from dealerkit.hands.phh.sources import broken_file, foreign, is_phh, name_of, read_source
from dealerkit.hands.phh.text import texts
from dealerkit.hands.readers import converted_hands, reader_called
from dealerkit.hands.remote import is_address
from dealerkit.jobs.archive.cutting import cut
from dealerkit.jobs.archive.values import Chunk, ChunkJudged, HandJudged, Judging, NotJudged, Piece
from dealerkit.table.record import Record, read_record_stream

Found = Record | PhhHand | RecordError
_SKIP = 1 << 20


def judge(chunk: Chunk, how: Judging, spared: Collection[int] = (), before: Callable[[int], None] | None = None) -> ChunkJudged:
    """Judge a chunk.

    Args:
        chunk: The chunk.
        how: Settings of the judgement.
        spared: The places in the chunk, from 0, of hands to skip because they crashed the process that judged them.
        before: Called with the place of each hand before it is judged; None for no call.
    """
    hands = list[HandJudged]()
    judged = ChunkJudged()
    for chunk_judged in judge_in_turn(chunk, how, spared, before):
        hands += chunk_judged.hands
        judged = together(judged, chunk_judged)
    return attrs.evolve(judged, hands=tuple(hands))


def together(chunk_judged: ChunkJudged, other: ChunkJudged) -> ChunkJudged:
    """Return the counts of two judged chunks added up; the hands themselves are left out."""
    return ChunkJudged(
        (),
        chunk_judged.records + other.records,
        chunk_judged.played + other.played,
        chunk_judged.changed + other.changed,
        chunk_judged.files + other.files,
        chunk_judged.size + other.size,
        tuple((Counter(dict(chunk_judged.not_judged)) + Counter(dict(other.not_judged))).items()),
        chunk_judged.passing or other.passing,
    )


def judge_in_turn(
    chunk: Chunk, how: Judging, spared: Collection[int] = (), before: Callable[[int], None] | None = None
) -> Iterator[ChunkJudged]:
    """Judge a chunk, and yield a partial result as soon as a hand is to be reported; the arguments are those of `judge`.

    The counts of all partial results add up to those of the chunk.
    """
    records = played = changed = files = size = 0
    left = Counter[NotJudged]()
    passing = False
    place = 0
    try:
        for begins, large, found_in in _parts(chunk):
            files += begins
            size += large
            for hand_found in found_in:
                if place in spared:
                    hand_found = _spared(hand_found)
                elif before is not None:
                    before(place)
                place += 1
                passing = passing or (isinstance(hand_found, RecordError) and hand_found.passing)
                hand = checked(hand_found, how.rules, how.usual)
                if hand.not_judged:
                    left[NotJudged(hand.game, hand.rules, hand.not_judged)] += 1
                    continue
                if hand.name:
                    records += 1
                    played += hand.hands
                    changed += hand.changed
                if hand.findings or how.every:
                    yield ChunkJudged((told_of(hand_found, hand),), records, played, changed, files, size, passing=passing)
                    records = played = changed = files = size = 0
    except KeyboardInterrupt:
        yield ChunkJudged((), records, played, changed, files, size, tuple(left.items()))
        raise
    yield ChunkJudged((), records, played, changed, files, size, tuple(left.items()))


def _spared(hand: Found) -> RecordError:
    """Return the error reported for a hand that ended the process which judged it."""
    file, line, name = _place(hand)
    what = "the system stopped the check of this hand every time"
    return RecordError(file, line, what, "the hand was not judged; try again with more memory", hand=name, passing=True)


def _place(hand: Found) -> tuple[str, int, str]:
    """Return file, line and name of a record."""
    if isinstance(hand, RecordError):
        return hand.file, hand.line, hand.hand
    if isinstance(hand, PhhHand):
        return hand.file, hand.line, hand.name
    return hand.header.file, hand.header.line, hand.header.name


def _parts(chunk: Chunk) -> Iterator[tuple[int, int, Iterator[Found]]]:
    """Yield the parts of a chunk: number of files that begin, bytes, and the hands."""
    if isinstance(chunk, Piece):
        yield chunk.first, chunk.stop - chunk.start, _of_piece(chunk)
        return
    for path, (size, _) in zip(chunk.paths, chunk.stamps, strict=True):
        yield 1, size, _of_file(path)


def _of_file(path: str) -> Iterator[Found]:
    """Yield the hands in a small file."""
    if is_address(path) or (is_compressed(path) and foreign(Path(path)) is None):
        yield from _streamed(path)
        return
    count = 0
    for source in read_source(Path(path)):
        count += 1
        yield source
    if not count:
        yield empty_file(name_of(Path(path)), phh=is_phh(path))


def _streamed(path: str) -> Iterator[Found]:
    try:
        reader = foreign(path)
        with opened(path) as stream:
            if reader is not None:
                yield from converted_hands(reader, stream, path)
                return
            for piece in cut(blocks(stream), path, phh=is_phh(path)):
                yield from _of_piece(piece)
    except (OSError, NoZstandard) as error:
        yield broken_file(path, error)


def _of_piece(piece: Piece) -> Iterator[Found]:
    """Yield the hands in a piece of a file."""
    try:
        data = piece.data if piece.data is not None else _read(piece)
    except (*BROKEN, NoZstandard) as error:
        yield broken_file(piece.file, error, piece.line + 1)
        return
    if len(data) != piece.stop - piece.start:
        what = "the file was changed while it was read"
        yield RecordError(piece.file, piece.line + 1, what, "check the file again", passing=True)
        return
    stream: BinaryIO = io.BytesIO(data)
    count = 0
    if piece.reader:
        found_in: Iterator[Found] = _of_format(piece, stream, data.count(b"\n"))
    elif piece.phh:
        found_in = read_stream(stream, piece.file, piece.line, KnownSections(piece.twice))
    else:
        found_in = read_record_stream(stream, piece.file, piece.line, piece.number)
    for hand in found_in:
        count += 1
        yield hand
    if piece.trouble is not None:
        line, what, hint = piece.trouble
        yield RecordError(piece.file, line, what, hint, passing=piece.passing)
    elif piece.whole and not count:
        yield empty_file(piece.file, phh=piece.phh)


def _of_format(piece: Piece, stream: BinaryIO, lines: int) -> Iterator[Found]:
    """Yield the hands of a piece of a file in another format."""
    reader = reader_called(piece.reader)
    if reader is None:
        yield RecordError(
            piece.file, piece.line + 1, f"the reader '{piece.reader}' is not installed", "install the package with this reader"
        )
        return
    yield from converted_hands(reader, stream, piece.file, piece.line, 0 if piece.whole else piece.line + lines)


def _read(piece: Piece) -> bytes:
    """Read a piece from its file.

    Raises:
        OSError, EOFError, zlib.error: If it cannot be read.
    """
    if not is_compressed(piece.file) and not is_address(piece.file):
        with opened(piece.file) as stream:
            stream.seek(piece.start)
            return stream.read(piece.stop - piece.start)
    return _FAR.read(piece)


class _OpenStream:
    """The last file read that is slow to open: compressed or remote. Its pieces come in order."""

    def __init__(self) -> None:
        self._stream: BinaryIO | None = None
        self._of: tuple[str, object] | None = None
        self._at = 0

    def read(self, piece: Piece) -> bytes:
        """Read a piece of it, or of another that becomes the last."""
        if self._of != (piece.file, piece.stamp) or self._at > piece.start or self._stream is None:
            if self._stream is not None:
                self._stream.close()
            self._stream, self._of, self._at = opened(piece.file), (piece.file, piece.stamp), 0
        try:
            self._go_to(piece.start, self._stream)
            text = self._stream.read(piece.stop - piece.start)
        except BaseException:
            self._of = None
            raise
        self._at += len(text)
        return text

    def _go_to(self, place: int, stream: BinaryIO) -> None:
        if self._at < place and not is_compressed(str(self._of and self._of[0])):
            stream.seek(place)
            self._at = place
        while self._at < place and (passed := stream.read(min(place - self._at, _SKIP))):
            self._at += len(passed)


_FAR = _OpenStream()


def told_of(hand_found: Found, hand: CheckedHand) -> HandJudged:
    """Return a judged hand together with the header of its record: line, table, dealer, time, zone, players, and a digest.

    Args:
        hand_found: The hand as read.
        hand: The judged hand.
    """
    _, line, _ = _place(hand_found)
    table = dealer = time = zone = ""
    players: tuple[str, ...] = ()
    if isinstance(hand_found, Record):
        notes = hand_found.header.notes
        table, dealer, time = (notes.get(key, "") for key in ("table", "dealer", "date"))
    elif isinstance(hand_found, PhhHand):
        raw = hand_found.raw
        table, time = bare(raw.get("table", "")), _time(raw)
        zone = bare(raw.get("time_zone_abbreviation") or raw.get("time_zone") or "")
        players = tuple(texts(raw["players"]) or ()) if "players" in raw else ()
    known = attrs.asdict(hand, recurse=False)
    digest = digest_of(hand_found)
    return HandJudged(**known, line=line, table=table, dealer=dealer, time=time, zone=zone, players=players, digest=digest)


def digest_of(hand: Found) -> str:
    """Return a hash of a hand's content in sixteen hexadecimal digits, independent of its file and place.

    Args:
        hand: The hand as read; if it is unreadable, the file name, the hand's name and the error message are hashed instead.
    """
    if isinstance(hand, Record):
        header = attrs.evolve(hand.header, file="", line=0, number=0)
        text = "\n".join([repr(header), *(line.act.text for line in hand.lines), hand.torn])
    elif isinstance(hand, PhhHand):
        text = repr(sorted(hand.raw.items()))
    else:
        text = f"{Path(hand.file).name}\n{hand.hand}\n{hand.message}"
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _time(raw: dict[str, str]) -> str:
    """Return day and time of a hand in PHH, as far as they are given."""
    year, month, day, time = (raw.get(key, "") for key in ("year", "month", "day", "time"))
    date = ""
    if year.isdecimal():
        date = year.zfill(4)
        if month.isdecimal():
            date += f"-{month.zfill(2)}"
            if day.isdecimal():
                date += f"-{day.zfill(2)}"
    return "T".join(part for part in (date, time) if part)


def bare(text: str) -> str:
    """Return a TOML string without its quotes; any other TOML value stays as it is.

    >>> bare("'WOSTER AVE'"), bare("7")
    ('WOSTER AVE', '7')
    """
    return text[1:-1] if text[:1] in {"'", '"'} else text
