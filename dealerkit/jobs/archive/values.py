"""A chunk of an archive and its judgement: plain frozen values that travel between processes and machines."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Self

import attrs

from dealerkit.hands.checked_hand import CheckedHand, Flaw, Unreadable

LARGE = 1 << 18
"""Bytes of a chunk, about: some hundred hands. A file that has more is cut."""


@attrs.frozen
class HandJudged(CheckedHand):
    """A judged record, or the error in a record's place, with the record's header.

    Attributes:
        line: The line of the file on which it begins, from 1; 0 if the whole file is meant.
        table: The name of its table; empty if it names none.
        dealer: Its dealer; empty if it names none.
        time: Day and time as far as the record has them, such as `2009-07-03T01:28:41`; in dealerkit's own records the `date` as
            it is written.
        zone: The time zone as the record writes it; empty if there is none.
        players: The players' names as they are written, the first seat first.
        digest: A digest of its content in sixteen letters, the same wherever it is; empty if not asked for.
    """

    line: int = 0
    table: str = ""
    dealer: str = ""
    time: str = ""
    zone: str = ""
    players: tuple[str, ...] = ()
    digest: str = ""


class NotJudged(NamedTuple):
    """Records of one game left out for the same reason, reported together.

    Attributes:
        game: The title of their game.
        rules: The rule set that was asked for, as it was named.
        why: Why it cannot be used for this game, and what to do.
    """

    game: str
    rules: str
    why: str

    def told(self, records: int) -> str:
        """Return a sentence about how many records were left out, without the reason.

        >>> NotJudged("Hold'em", "macau", "").told(2)
        "Hold'em: 2 records were not judged under macau"
        """
        return f"{self.game}: {records} {'record was' if records == 1 else 'records were'} not judged under {self.rules}"


@attrs.frozen
class ChunkJudged:
    """The judgement of one chunk of the sources.

    Attributes:
        hands: The hands with findings, in order; every hand if every hand was asked for.
        records: The number of records judged, whether reported or not.
        played: The number of hands and coups in these records.
        changed: The number of records made under rules that have changed since.
        files: The number of files that begin in it.
        size: Bytes of the sources that it covers.
        not_judged: The number of records not judged, because the chosen rule set cannot be used for their game.
        passing: Whether something could not be read or judged for a reason that may go away, so that a second try makes sense.
    """

    hands: tuple[HandJudged, ...] = ()
    records: int = 0
    played: int = 0
    changed: int = 0
    files: int = 0
    size: int = 0
    not_judged: tuple[tuple[NotJudged, int], ...] = ()
    passing: bool = False

    def packed(self) -> bytes:
        """Return the judged chunk as JSON, for storing or sending."""
        rows = [_row(hand) for hand in self.hands]
        return json.dumps([rows, *_counts(self)], ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")

    @staticmethod
    def lasts(packed: bytes) -> bool:
        """Return whether a packed result is final, so that it may be saved: judging the chunk again would not change it."""
        return not packed.endswith(b"true]")

    @classmethod
    def unpacked(cls, packed: bytes) -> Self:
        """Return the judged chunk from the bytes that `packed` returned.

        Raises:
            ValueError, TypeError: If the bytes are not from `packed`.
        """
        rows, *counts = json.loads(packed.decode("utf-8", "surrogatepass"))
        counts[_LEFT] = tuple((NotJudged(*what), records) for what, records in counts[_LEFT])
        return cls(tuple(map(_hand, rows)), *counts)


@attrs.frozen
class Judging:
    """Settings of a judgement.

    Attributes:
        rules: The rule set to judge by, whatever the records say; None for each record's own.
        usual: The rule set for records that name none; None for the default of their game.
        every: Whether to report every hand, rather than only those with findings.
    """

    rules: str | Path | None = None
    usual: str | Path | None = None
    every: bool = False


@attrs.frozen
class Piece:
    """A part of a large file that is judged at once: whole hands, from the start of one to the start of another.

    Attributes:
        file: The file, as its findings name it.
        phh: Whether it holds hands in the Poker Hand History format (PHH); else it holds dealerkit's records or another format.
        start: Its first byte in the text.
        stop: The byte after its last.
        line: The number of lines before it.
        number: The number of records before it.
        twice: The indexes, from 0, of its PHH sections whose names appear earlier in the file.
        whole: Whether it is all of the file.
        first: Whether the file begins with it.
        trouble: The error that stopped reading after this piece, as line, message and consequence; None if there is none.
        data: Its text; None where it is to be read from the file.
        stamp: Size in bytes and modification time of the file; None for a stream.
        reader: The title of the format; empty for PHH and dealerkit's own records.
        passing: Whether the error may go away, so that a second try makes sense.
    """

    file: str
    phh: bool
    start: int
    stop: int
    line: int = 0
    number: int = 0
    twice: tuple[int, ...] = ()
    whole: bool = False
    first: bool = False
    trouble: tuple[int, str, str] | None = None
    data: bytes | None = None
    stamp: tuple[int, int] | None = None
    reader: str = ""
    passing: bool = False


@attrs.frozen
class Files:
    """Small files that are judged at once.

    Attributes:
        paths: The files.
        stamps: Size in bytes and modification time of each.
    """

    paths: tuple[str, ...]
    stamps: tuple[tuple[int, int], ...]


Chunk = Piece | Files


def _names(of: type[attrs.AttrsInstance], *but: str) -> list[str]:
    return [field.name for field in attrs.fields(of) if field.name not in but]


def _getter(of: type[attrs.AttrsInstance], *but: str) -> Callable[[Any], tuple[Any, ...]]:
    getter: Callable[[Any], tuple[Any, ...]] = operator.attrgetter(*_names(of, *but))
    return getter


_HAND = _names(HandJudged, "findings", "unreadable")
_of_hand, _of_flaw, _of_lost = _getter(HandJudged, "findings", "unreadable"), _getter(Flaw), _getter(Unreadable)
_counts = _getter(ChunkJudged, "hands")
_CITE = _names(Flaw).index("cite")
_LEFT = _names(ChunkJudged, "hands").index("not_judged")


def _row(hand: HandJudged) -> list[object]:
    lost = None if hand.unreadable is None else _of_lost(hand.unreadable)
    return [_of_hand(hand), [_of_flaw(flaw) for flaw in hand.findings], lost]


def _hand(row: list[Any]) -> HandJudged:
    values, flaws, lost = row
    fields = dict(zip(_HAND, values, strict=True))
    fields["players"] = tuple(fields["players"])
    findings = tuple(map(_flaw, flaws))
    return HandJudged(**fields, findings=findings, unreadable=None if lost is None else Unreadable(*lost))


def _flaw(row: list[Any]) -> Flaw:
    row[_CITE] = tuple(row[_CITE])
    return Flaw(*row)
