"""The interface of a reader of another program's hands, and the values it returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import BinaryIO, Protocol, runtime_checkable

import attrs

from dealerkit.errors import RecordError
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.text import written


@attrs.frozen
class Discrepancy:
    """Something that the text of a hand states and that does not add up.

    Attributes:
        line: The line, counted from the first of the hand, from 0.
        code: The finding.
        due: What it should come to.
        got: What stands there.
    """

    line: int
    code: str
    due: str
    got: str


@attrs.frozen
class ReadHand:
    """A hand as a reader understood it.

    Attributes:
        fields: The fields of PHH and their values: `variant`, `antes`, `actions` and so on. Amounts are whole numbers, or
            `dealerkit.hands.phh.text.Number`; no float.
        line: The line of the file on which the hand begins, from 1.
        lines: For each action, the line of the file that says it, from 1.
        left_out: What stood there and has no place in PHH, in words, and how often.
        discrepancies: What the text states and does not add up, by lines counted from `line`.
    """

    fields: Mapping[str, object]
    line: int
    lines: Sequence[int]
    left_out: Mapping[str, int] = attrs.field(factory=dict)
    discrepancies: Sequence[Discrepancy] = ()


@attrs.frozen
class UnreadText:
    """A hand that cannot be written in PHH, or not be understood.

    Attributes:
        name: Its own id; empty if it has none.
        line: The line of the file at which it became so, from 1.
        what: What is wrong.
        hint: What comes of it, or what to do.
    """

    name: str
    line: int
    what: str
    hint: str = "the hand is left out"


class HandReader(Protocol):
    """Reads one format.

    An object of this shape, named in a package's metadata, is used by `check`, `convert` and the browser alike:

        [project.entry-points."dealerkit.readers"]
        ours = "our_package.reader:READER"

    Attributes:
        title: What the format is called, for messages.
    """

    title: str

    def begins(self, start: bytes) -> bool:
        """Return whether a file of this format begins so.

        Args:
            start: Its first bytes, a few hundred at most; a mark of UTF-8 has been taken off.
        """

    def hands(self, stream: BinaryIO) -> Iterator[ReadHand | UnreadText]:
        """Yield a file's hands one by one, and never more than one in memory.

        Args:
            stream: The file, from its beginning.
        """


@runtime_checkable
class DividedFormat(Protocol):
    """The format of a reader whose files may be cut between hands.

    A reader that has this method, too, lets large files go to many processes in pieces: `hands` is then called for each piece,
    from the beginning of one hand to the beginning of another, and counts lines from the piece's first. Only a format may have it
    in which a hand needs nothing of what stands before it in the file. Files of a reader without it are read whole, each by one
    process.
    """

    def begins_hand(self, line: bytes) -> bool:
        """Return whether a hand begins with a line, as `hands` sees it.

        Args:
            line: The line without its end; of one longer than `LONGEST_LINE` bytes, so many of it.
        """


LONGEST_LINE = 4000
"""Bytes of a line by which a hand is told to begin."""


_MOST_SAID = 300


class ConvertedHand(PhhHand):
    """A hand that was read in another format; its findings name the lines of the file it stands in.

    Attributes:
        lines: For each action, the line that says it.
        left_out: What stood there and has no place in PHH, and how often.
        discrepancies: What the text states and does not add up, by lines counted from the hand's first.
    """

    lines: Sequence[int] = ()
    discrepancies: Sequence[Discrepancy] = ()
    left_out: Mapping[str, int] = MappingProxyType({})

    def line_of(self, key: str, item: int = -1) -> int:
        """Return the line of the file on which a field stands, or one of the actions."""
        return self.lines[item] if key == "actions" and 0 <= item < len(self.lines) else self.line


def as_phh(answer: ReadHand | UnreadText, file: str, before: int = 0) -> ConvertedHand | RecordError:
    """Return a reader's answer as a hand that can be checked, or as the error in its place.

    Args:
        answer: What it yielded.
        file: The file, for messages.
        before: How many lines of the file come before the part that was read.
    """
    line = before + answer.line
    if isinstance(answer, UnreadText):
        return RecordError(file, line, answer.what, answer.hint, hand=answer.name)
    raw = {key: written(value) for key, value in answer.fields.items()}
    text = "".join(f"{key} = {value}\n" for key, value in raw.items())
    actions = answer.fields.get("actions")
    if (
        not isinstance(actions, list)
        or len(actions) != len(answer.lines)
        or not all(isinstance(action, str) for action in actions)
    ):
        name = str(answer.fields.get("hand", ""))
        return RecordError(
            file, line, "the reader returned something that is not a hand", "tell the author of the reader", hand=name
        )
    try:
        converted_hand = ConvertedHand(file, line, "", text, raw, actions)
    except RecordError as error:
        return error
    converted_hand.lines, converted_hand.left_out = [before + line for line in answer.lines], answer.left_out
    converted_hand.discrepancies = answer.discrepancies
    return converted_hand


def went_wrong(reader: HandReader, error: BaseException) -> str:
    """Return the message for an error in a reader that is not ours.

    Args:
        reader: The reader.
        error: What it raised.
    """
    text = " ".join(str(error).split())[:_MOST_SAID]
    return f"the reader of {reader.title} went wrong ({type(error).__name__}{f': {text}' if text else ''})"


def converted_hands(
    reader: HandReader, stream: BinaryIO, file: str, before: int = 0, until: int = 0
) -> Iterator[ConvertedHand | RecordError]:
    """Yield the hands of a file in PHH's form; where another author's reader fails, report it and end the file.

    Args:
        reader: Who reads it.
        stream: The file, from its beginning, or a part of it from the beginning of a hand.
        file: Its name, for messages.
        before: How many lines of the file come before that part.
        until: The last line of that part; 0 if it goes to the end of the file.
    """
    try:
        for hand in reader.hands(stream):
            yield as_phh(hand, file, before)
    except OSError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a package that we have not written must not silence an archive
        what = went_wrong(reader, error)
        rest = f"the rest up to line {until} is not read" if until else "the rest of the file is not read"
        yield RecordError(file, before and before + 1, what, rest)
