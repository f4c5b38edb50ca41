"""Reader of records, one at a time; unreadable lines are reported with line and column."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from dealerkit.cards import Face, read_cards
from dealerkit.errors import OWN_ERROR_HINT, ActError, RecordError, check_name, own_error
from dealerkit.felt import Act, read_number
from dealerkit.files.late_modules import late_imports
from dealerkit.table.record.model import FIRST, RULE, Header, Record, RecordLine

with late_imports():  # loads half of the engine, and only a few records begin in the middle
    from dealerkit.procedure import mid_game

_NOTES = ("id", "table", "dealer", "date", "level")
_KEYS = ("game", "rules", "hash", "seats", "stacks", "button", *_NOTES, "unit", "seed", "deck", "given")
_LONGEST = 4000
_ENDLESS = 1 << 26
"""Most bytes of a line; reading stops at a longer line."""


def parse_line(text: str, number: int, file: str) -> RecordLine:
    """Return the act on one line of a record.

    Args:
        text: The line.
        number: Its number in the file, from 1.
        file: Name of the file, for messages.

    Raises:
        RecordError: If it is not an act; the error names file, line and column.
    """
    clock = note = ""
    rest = text
    if "#" in rest:
        rest, _, note = rest.partition("#")
    rest = rest.strip()
    if rest.startswith("["):
        clock, _, rest = rest[1:].partition("]")
        clock = clock.strip()
    try:
        act = Act.parse(rest.strip())
    except ActError as error:
        quoted = re.search(r"'([^']+)'", str(error))
        word = quoted[1] if quoted and len(quoted[1]) < len(rest) else text.strip()
        raise RecordError(file, number, str(error), column=max(text.find(word) + 1, 1)) from error
    return RecordLine(act, number, clock, note.strip())


def one_record(file: Path, hand: str | None = None, act: int | None = None) -> Record:
    """Return one record of a file, or of standard input for `-`: the last record, or the one with a given id or number.

    A broken record is returned too if the wanted act lies before the break.

    Args:
        file: The file.
        hand: The record's id, or its number in the file, from 1; None for the last.
        act: Number of the wanted act, from 1; None for the whole record.

    Raises:
        RecordError: If the file or that record cannot be read.
        UnknownName: If the file has no such record.
    """
    records = list(read_record_stream(sys.stdin.buffer, "<stdin>") if str(file) == "-" else read_records(file))
    if not records:
        raise RecordError(str(file), 0, "the file is empty", "`dealerkit walk` and `dealerkit play --record` write records")
    if hand is None:
        chosen = records[-1]
    else:
        numbered = {str(number): record for number, record in enumerate(records, 1)}
        known = numbered | {record.header.name: record for record in records if isinstance(record, Record)}
        check_name("record in this file", hand, known)
        chosen = known[hand]
    if isinstance(chosen, RecordError):
        raise chosen
    if chosen.broken is not None and (act is None or act > len(chosen.lines)):
        raise chosen.broken
    if act is not None and act > len(chosen.lines):
        raise RecordError(str(file), 0, f"the record ends at act {len(chosen.lines)}; there is no act {act}", "")
    return chosen


def read_records(source: Path | str, name: str = "") -> Iterator[Record | RecordError]:
    """Yield the records of a file, with only one in memory at a time.

    A broken record with a usable header is yielded up to the break (`Record.broken` has the reason); if the header is unusable,
    its error is yielded instead. Then the next record follows.

    Args:
        source: A path, or the text itself.
        name: Name to use for the text in messages.
    """
    if isinstance(source, Path):
        try:
            with source.open("rb") as stream:
                yield from read_record_stream(stream, str(source))
        except OSError as error:
            yield RecordError(str(source), 0, f"the file cannot be read: {error.strerror or error}", passing=True)
        return
    yield from read_record_stream(io.BytesIO(source.encode("utf-8", "surrogateescape")), name or "<text>")


def read_record(source: Path | str, name: str = "") -> Record:
    """Return the record of a file, or the last if there are several.

    Args:
        source: A path, or the text itself.
        name: Name to use for the text in messages.

    Raises:
        RecordError: If it cannot be read.
    """
    last: Record | None = None
    for record in read_records(source, name):
        if isinstance(record, RecordError):
            raise record
        if record.broken is not None:
            raise record.broken
        last = record
    if last is None:
        where = str(source) if isinstance(source, Path) else name or "<text>"
        raise RecordError(where, 0, "the file is empty", f"a record begins with '{FIRST}'")
    return last


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file; an overlong line is cut after the largest allowed length and one byte."""
    while raw := stream.readline(_LONGEST + 1):
        if len(raw) > _LONGEST and not raw.endswith(b"\n"):
            skipped = 0
            while (more := stream.readline(1 << 16)) and not more.endswith(b"\n"):
                skipped += len(more)
                if skipped > _ENDLESS:
                    yield raw
                    return
        yield raw


def _text(raw: bytes, number: int, file: str) -> str:
    """Return the text of a line. The last line may end in the middle of a character, since it is torn anyway.

    Raises:
        RecordError: If the bytes are not UTF-8.
    """
    if len(raw) > _LONGEST or b"\0" in raw:
        what = "this line is too long for a record" if len(raw) > _LONGEST else "this is not text"
        raise RecordError(file, number, what, "a record is plain text, with one act on each line")
    try:
        return raw.decode("utf-8", "strict" if raw.endswith(b"\n") else "replace")
    except UnicodeDecodeError as error:
        raise RecordError(
            file, number, "this line is not UTF-8 text", "save the file as UTF-8", column=error.start + 1
        ) from error


def read_record_stream(stream: BinaryIO, file: str, line: int = 0, count: int = 0) -> Iterator[Record | RecordError]:
    """Yield records from a stream of bytes as they come, as `read_records` does.

    Args:
        stream: The bytes: a file, or a part of it that begins with a record.
        file: Name of the file, for messages.
        line: Number of lines in the file before the stream.
        count: Number of records in the file before the stream.
    """
    reader: _Reader | None = None
    lost = False  # after a line outside any record, which was reported; the lines up to the next record are skipped
    for number, raw in enumerate(_lines(stream), line + 1):
        if number == 1 and raw.startswith(b"\xef\xbb\xbf"):
            raw = raw[3:]
        try:
            text = _text(raw, number, file)
            if reader is None and text.strip() and text.rstrip("\r\n") != FIRST:
                raise RecordError(file, number, "this is not a record", f"the first line of a record is '{FIRST}'")
        except RecordError as error:
            if reader is not None:
                reader.fail(error)
            elif not lost:
                lost = True
                yield error
            continue
        if text.rstrip("\r\n") == FIRST:
            if reader is not None:
                yield reader.done()
            count += 1
            reader = _Reader(file, number, count)
        elif reader is not None:
            reader.take(text, number)
    if reader is not None:
        yield reader.done()


class _Reader:
    """Parser of one record, line by line; keeps the first error."""

    def __init__(self, file: str, line: int, number: int) -> None:
        self.file, self.first, self.number = file, line, number
        self.fields: dict[str, tuple[str, int]] = {}
        self.options: dict[str, str] = {}
        self.lines: list[RecordLine] = []
        self.in_acts = False
        self.error: RecordError | None = None
        self.torn = ""

    @property
    def name(self) -> str:
        """The record's own id, or its number in the file."""
        return self.fields["id"][0] if "id" in self.fields else str(self.number)

    def fail(self, error: RecordError) -> None:
        """Note the error on an unreadable line; the rest of the record is skipped."""
        if self.error is None:
            self.error = error
            self.error.hand = self.name

    def take(self, text: str, number: int) -> None:
        """Add one more line to the record."""
        if self.error is not None:
            return
        try:
            if not text.endswith("\n"):
                self.torn = text
            elif self.in_acts:
                bare = text.rstrip("\r\n")
                if bare.split("#", 1)[0].strip():
                    self.lines.append(parse_line(bare, number, self.file))
            elif text.strip() == RULE:
                self.in_acts = True
            elif text.strip() and not text.lstrip().startswith("#"):
                self._field(text.strip(), number)
        except RecordError as error:
            self.fail(error)
        except Exception as error:  # noqa: BLE001 - an error of ours costs this record, not the rest of the file
            self.fail(RecordError(self.file, number, own_error(error), OWN_ERROR_HINT))

    def _field(self, text: str, number: int) -> None:
        key, sign, value = text.partition(":")
        key, value = key.strip().lower(), value.strip()
        if key.startswith("set ") and sign:
            self.options[key[4:].strip()] = value
            return
        if not sign or key not in _KEYS:
            hint = f"the header has {', '.join(_KEYS)} and 'set OPTION', and ends with '{RULE}'"
            raise RecordError(self.file, number, f"unknown header of a record: '{key}'", hint, 1)
        if key in self.fields:
            raise RecordError(self.file, number, f"'{key}' appears twice, first in line {self.fields[key][1]}", column=1)
        self.fields[key] = (value, number)

    def _number(self, key: str) -> int | None:
        if key not in self.fields:
            return None
        value, line = self.fields[key]
        try:
            return int(value)
        except ValueError as error:
            raise RecordError(self.file, line, f"'{value}' is not a whole number", column=len(key) + 3) from error

    def _amounts(self) -> tuple[str, ...]:
        value, line = self.fields.get("stacks", ("", 0))
        for amount in value.split():
            try:
                read_number(amount)
            except ActError as error:
                raise RecordError(self.file, line, str(error), "write amounts such as 5000 or 12.50", 9) from error
        return tuple(value.split())

    def _deck(self) -> tuple[Face, ...]:
        value, line = self.fields.get("deck", ("", 0))
        try:
            cards = read_cards(value)
        except ActError as error:
            raise RecordError(self.file, line, str(error), column=7) from error
        if None in cards:
            raise RecordError(self.file, line, "the order of the deck can't have unknown cards", column=7)
        return tuple(card for card in cards if card is not None)

    def _given(self) -> mid_game.MidGame | None:
        value, line = self.fields.get("given", ("", 0))
        if not value:
            return None
        try:
            data = json.loads(value)
        except ValueError as error:
            raise RecordError(
                self.file, line, f"this is not JSON: {error}", 'write {"at": "tricks", "places": {...}}', 8
            ) from error
        if not isinstance(data, dict):
            raise RecordError(self.file, line, "expected a map", 'write {"at": "tricks", "places": {...}}', 8)
        try:
            return mid_game.MidGame.read(data)
        except mid_game.BadMidGame as error:
            raise RecordError(self.file, line, f"{'.'.join(('given', *error.place))}: {error}", column=8) from error

    def done(self) -> Record | RecordError:
        """Return the record up to its break, or the error in its header."""
        if self.error is not None and not self.in_acts:
            return self.error
        if not self.in_acts:
            what = f"the header is not finished: the line '{RULE}' is missing"
            return RecordError(self.file, self.first, what, "add the line; every line after it is an act", hand=self.name)
        if "game" not in self.fields:
            hint = "add a line such as 'game: mini-baccarat'"
            return RecordError(self.file, self.first, "the header does not name the game", hint, hand=self.name)
        try:
            header = Header(
                game=self.fields["game"][0],
                rules=self.fields["rules"][0] if "rules" in self.fields else None,
                seats=self._number("seats"),
                stacks=self._amounts(),
                button=self._number("button"),
                unit=self.fields["unit"][0] if "unit" in self.fields else None,
                seed=self._number("seed"),
                deck=self._deck(),
                given=self._given(),
                options=self.options,
                hash=self.fields.get("hash", ("", 0))[0],
                notes={key: self.fields[key][0] for key in _NOTES if key in self.fields},
                file=self.file,
                line=self.first,
                number=self.number,
            )
        except RecordError as error:
            error.hand = self.name
            return error
        except Exception as error:  # noqa: BLE001 - as in `take`
            return RecordError(self.file, self.first, own_error(error), OWN_ERROR_HINT, hand=self.name)
        return Record(header, tuple(self.lines), self.torn.rstrip(), self.error)
