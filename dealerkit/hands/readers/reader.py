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
    """A figure in the text of a hand that does not add up.

    Attributes:
        line: Line of the hand, from 0.
        code: Code of the finding.
        due: The correct figure.
        got: The figure in the text.
    """

    line: int
    code: str
    due: str
    got: str


@attrs.frozen
class ReadHand:
    """A hand as a reader understood it.

    Attributes:
        fields: The fields of PHH and their values: `variant`, `antes`, `actions` and so on. Amounts are whole numbers or
            `dealerkit.hands.phh.text.Number`, never floats.
        line: The line of the file on which the hand begins, from 1.
        lines: For each action, the line of the file where it stands, from 1.
        left_out: Parts of the text that PHH has no place for, in words, each with the number of times.
        discrepancies: Figures of the text that do not add up; their lines are counted from `line`.
    """

    fields: Mapping[str, object]
    line: int
    lines: Sequence[int]
    left_out: Mapping[str, int] = attrs.field(factory=dict)
    discrepancies: Sequence[Discrepancy] = ()


@attrs.frozen
class UnreadText:
    """A hand that cannot be understood, or cannot be written in PHH.

    Attributes:
        name: The hand's own id; empty if it has none.
        line: The line of the file with the problem, from 1.
        what: The problem, in words.
        hint: The consequence, or advice for the user.
    """

    name: str
    line: int
    what: str
    hint: str = "the hand is left out"


class HandReader(Protocol):
    """Reader of one format.

    `check`, `convert` and the browser use every object of this shape that a package names in its metadata:

        [project.entry-points."dealerkit.readers"]
        ours = "our_package.reader:READER"

    Attributes:
        title: The format's title, for messages.
    """

    title: str

    def begins(self, start: bytes) -> bool:
        """Return whether a file with this beginning is of the format.

        Args:
            start: Its first bytes, a few hundred at most; without a UTF-8 byte order mark.
        """

    def hands(self, stream: BinaryIO) -> Iterator[ReadHand | UnreadText]:
        """Yield a file's hands one by one, never with more than one in memory.

        Args:
            stream: The file, from its beginning.
        """


@runtime_checkable
class DividedFormat(Protocol):
    """A reader of a format whose files may be cut between hands.

    A reader that also has this method lets large files be split among processes: `hands` is then called for each piece, which
    goes from the beginning of one hand to the beginning of another, and counts lines from the first of the piece. The format must
    be one in which a hand needs nothing that stands before it in the file. Files of a reader without this method are each read
    whole by one process.
    """

    def begins_hand(self, line: bytes) -> bool:
        """Return whether a line begins a hand, as `hands` would see it.

        Args:
            line: The line without its line end, cut to `LONGEST_LINE` bytes.
        """


LONGEST_LINE = 4000
"""Most bytes of a line that `begins_hand` gets."""


_MOST_SAID = 300


class ConvertedHand(PhhHand):
    """A hand that was read in another format; its findings name lines of the original file.

    Attributes:
        lines: For each action, its line in the file, from 1.
        left_out: Parts of the text that PHH has no place for, in words, each with the number of times.
        discrepancies: Figures of the text that do not add up; their lines are counted from the hand's first.
    """

    lines: Sequence[int] = ()
    discrepancies: Sequence[Discrepancy] = ()
    left_out: Mapping[str, int] = MappingProxyType({})

    def line_of(self, key: str, item: int = -1) -> int:
        """Return the line of the file with a field, or with one of the actions.

        Args:
            key: The field.
            item: Number of the action, from 0; -1 for the whole field.
        """
        return self.lines[item] if key == "actions" and 0 <= item < len(self.lines) else self.line


def as_phh(answer: ReadHand | UnreadText, file: str, before: int = 0) -> ConvertedHand | RecordError:
    """Return a reader's result as a hand that can be checked, or as an error.

    Args:
        answer: The result: a hand, or the reason why there is none.
        file: The file, for messages.
        before: Number of lines in the file before the part that was read.
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
            file, line, "the reader returned something that is not a hand", "report this to the reader's author", hand=name
        )
    try:
        converted_hand = ConvertedHand(file, line, "", text, raw, actions)
    except RecordError as error:
        return error
    converted_hand.lines, converted_hand.left_out = [before + line for line in answer.lines], answer.left_out
    converted_hand.discrepancies = answer.discrepancies
    return converted_hand


def went_wrong(reader: HandReader, error: BaseException) -> str:
    """Return the message about an error in a reader that another author wrote.

    Args:
        reader: The reader.
        error: The error it raised.
    """
    text = " ".join(str(error).split())[:_MOST_SAID]
    return f"the reader of {reader.title} went wrong ({type(error).__name__}{f': {text}' if text else ''})"


def converted_hands(
    reader: HandReader, stream: BinaryIO, file: str, before: int = 0, until: int = 0
) -> Iterator[ConvertedHand | RecordError]:
    """Yield the hands of a file in the form of PHH. If a reader of another author fails, yield an error and end the file.

    Args:
        reader: The reader for its format.
        stream: The file, from its beginning, or a part of it from the beginning of a hand.
        file: Its name, for messages.
        before: Number of lines of the file before that part.
        until: The last line of that part; 0 if it goes to the end of the file.
    """
    try:
        for hand in reader.hands(stream):
            yield as_phh(hand, file, before)
    except OSError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - an error in another author's package must not silence an archive
        what = went_wrong(reader, error)
        rest = f"the rest up to line {until} was not read" if until else "the rest of the file was not read"
        yield RecordError(file, before and before + 1, what, rest)
