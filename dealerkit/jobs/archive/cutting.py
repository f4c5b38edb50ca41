"""Files of any size, cut between hands into pieces of some hundred hands. Only one piece at a time is in memory.

Where a file is cut depends on the file alone, so the result is the same whichever processes judge the pieces, and however many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from dealerkit.errors import RecordError
from dealerkit.hands.compression import BROKEN
from dealerkit.hands.phh.hand import ENDLESS, HEADER, section_name
from dealerkit.hands.phh.sections import SectionNames
from dealerkit.hands.phh.sources import broken_file
from dealerkit.hands.readers import LONGEST_LINE, DividedFormat, HandReader, went_wrong
from dealerkit.jobs.archive.values import LARGE, Piece
from dealerkit.table.record import FIRST

_FIRST: Final = FIRST.encode()
_MARK: Final = b"\xef\xbb\xbf"
_LONG: Final = 1 << 12
"""Most bytes of the line that begins a hand; the end of a longer one may be missed, and the file is cut at another hand."""


def cut(
    blocks: Iterable[bytes], file: str, *, phh: bool, live: bool = False, begins: bytes = b"", reader: HandReader | None = None
) -> Iterator[Piece]:
    """Cut a file between its hands.

    Args:
        blocks: The file's content, block by block.
        file: Its name, for messages.
        phh: Whether it holds hands in the Poker Hand History format (PHH); dealerkit's own records otherwise.
        live: Whether to yield each block as it arrives, as from a pipe, rather than wait for a large piece.
        begins: The beginning of the file, if it was read already.
        reader: The reader of its format, which knows where it may be cut; None for PHH and dealerkit's own records.

    Yields:
        Its pieces with their text; at least one.
    """
    cutter = _Cutter(file, phh=phh, reader="" if reader is None else reader.title)
    rest, looked = bytearray(begins), 0
    trouble: RecordError | None = None
    try:
        for block in blocks:
            rest += block
            if len(rest) < LARGE and not live:
                continue
            at = _last_start(rest, looked, cutter, reader)
            if at:
                yield cutter.piece(bytes(rest[:at]))
                del rest[:at]
                looked = 0
            elif len(rest) > ENDLESS:
                what = (
                    f"more than {ENDLESS >> 20} MB without a new {'section' if phh else 'record' if reader is None else 'hand'}"
                )
                trouble = RecordError(file, cutter.line + 1, what, "the rest of the file was not read")
                rest.clear()
                break
            else:
                looked = max(0, len(rest) - _LONG)
    except BROKEN as error:
        trouble = broken_file(file, error, cutter.line + rest.count(b"\n") + 1)
        del rest[_last_start(rest, 0, cutter, reader) :]  # the hand in which it breaks off
    except RecordError as error:
        trouble = error
        rest.clear()
    yield cutter.piece(bytes(rest), trouble, last=True)


@attrs.define
class _Cutter:
    """Counter of the parts cut off a file.

    Attributes:
        file: The file.
        phh: Whether it holds hands in PHH.
        at: The number of bytes cut off.
        line: The number of lines cut off.
        number: The number of records cut off.
        names: The names of its sections.
        reader: The title of its format, where that is neither PHH nor our own.
    """

    file: str
    phh: bool
    at: int = 0
    line: int = 0
    number: int = 0
    names: SectionNames = attrs.Factory(SectionNames)
    reader: str = ""

    def piece(self, text: bytes, trouble: RecordError | None = None, *, last: bool = False) -> Piece:
        """Return the next piece."""
        stop = self.at + len(text)
        piece = Piece(
            self.file,
            phh=self.phh,
            start=self.at,
            stop=stop,
            line=self.line,
            number=self.number,
            twice=self._twice(text) if self.phh else (),
            whole=last and not self.at,
            first=not self.at,
            trouble=None if trouble is None else (trouble.line, trouble.message, trouble.hint),
            data=text,
            reader=self.reader,
            passing=trouble is not None and trouble.passing,
        )
        self.at = stop
        self.line += text.count(b"\n")
        if not self.phh and not self.reader:
            self.number += sum(1 for _ in _starts(text, _FIRST))
        return piece

    def _twice(self, text: bytes) -> tuple[int, ...]:
        """Return the indexes, from 0, of a piece's sections that repeat the name of an earlier one."""
        twice, names = list[int](), self.names
        for count, at in enumerate(_starts(text, b"[")):
            match = HEADER.fullmatch(text, at, text.find(b"\n", at) + 1 or len(text))
            if match is not None and names.again(section_name(match)):
                twice.append(count)
        return tuple(twice)


def _starts(text: bytes | bytearray, sign: bytes) -> Iterator[int]:
    """Yield the offsets of the lines that begin a hand.

    Args:
        text: The text, from the beginning of a line.
        sign: The beginning of such a line.
    """
    at = len(_MARK) if text.startswith(_MARK) else 0
    if text.startswith(sign, at) and _is_start(text, at):
        yield at
    line = b"\n" + sign
    at = text.find(line)
    while at >= 0:
        if _is_start(text, at + 1):
            yield at + 1
        at = text.find(line, at + 1)


def _is_start(text: bytes | bytearray, at: int) -> bool:
    """Return whether the line at a place is one by which a hand begins."""
    end = text.find(b"\n", at) + 1 or len(text)
    return HEADER.fullmatch(text, at, end) is not None if text[at] == _SECTION else text[at:end].rstrip(b"\r\n") == _FIRST


_SECTION: Final = ord("[")


def _last_start(text: bytearray, looked: int, cutter: _Cutter, reader: HandReader | None) -> int:
    """Return the offset of the last hand; 0 if there is only the first.

    Args:
        text: The text.
        looked: So far nothing is to be found.
        cutter: Says what it holds.
        reader: The reader of its format; None for PHH and our own.

    Raises:
        RecordError: If the reader goes wrong.
    """
    if reader is not None:
        return _last_of_format(text, looked, cutter, reader)
    line = b"\n[" if cutter.phh else b"\n" + _FIRST
    at = text.rfind(line, looked)
    while at >= 0:
        if text.find(b"\n", at + 1) > 0 and _is_start(text, at + 1):
            return at + 1
        at = text.rfind(line, looked, at)
    return 0


def _last_of_format(text: bytearray, looked: int, cutter: _Cutter, reader: HandReader) -> int:
    """Return the offset of another format's last hand whose first line is complete; the arguments are those of `_last_start`."""
    if not isinstance(reader, DividedFormat):
        return 0
    end = text.rfind(b"\n", looked)
    at = text.rfind(b"\n", looked, max(end, 0))
    try:
        while at >= 0:
            if reader.begins_hand(bytes(text[at + 1 : min(end, at + 1 + LONGEST_LINE)])):
                return at + 1
            end, at = at, text.rfind(b"\n", looked, at)
    except Exception as error:  # a package that we have not written must not silence an archive
        what = went_wrong(reader, error)
        raise RecordError(cutter.file, cutter.line + 1, what, "the rest of the file was not read") from error
    return 0
