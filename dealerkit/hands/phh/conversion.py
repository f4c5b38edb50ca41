"""Conversion of hands in PHH into dealerkit's records, and back.

PHH has no action for a shuffle, a burn, a sweep or a push of the pot: they are added where the game has them, and left out on the
way back. PHH numbers players from the left of the button, so the last one has the button; heads-up, the second has it and posts
the small blind.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from dealerkit.errors import OWN_ERROR_HINT, RecordError, own_error
from dealerkit.files.screen_text import heading, line
from dealerkit.hands.phh.from_record import hands_of
from dealerkit.hands.phh.hand import PhhHand, dumps, dumps_all
from dealerkit.hands.phh.sources import read_source
from dealerkit.hands.phh.to_record import dealt_again, record_of
from dealerkit.hands.readers import ConvertedHand
from dealerkit.table.record import Record


@attrs.frozen
class Converted:
    """A hand after conversion.

    Attributes:
        name: The hand's own id, or its number in the file.
        text: Its text; empty if it could not be converted.
        trouble: Reason why it has no text, or why the text ends early; None if all is well.
        left_out: Parts of the source that PHH has no place for, in words, each with the number of times.
    """

    name: str
    text: str
    trouble: RecordError | None = None
    left_out: Mapping[str, int] = attrs.field(factory=dict)


@attrs.frozen
class Conversion:
    """A file after conversion.

    Attributes:
        source: The file that was read.
        target: The file that was written.
        hands: Number of hands written.
        trouble: The errors of hands that could not be converted, or only in part.
        left_out: Parts of the source that PHH has no place for, in words, each with the number of times.
    """

    source: str
    target: str
    hands: int
    trouble: tuple[RecordError, ...] = ()
    left_out: Mapping[str, int] = attrs.field(factory=dict)

    def as_json(self) -> dict[str, object]:
        """Return a map with the files, the number of hands, the problems, and the parts left out."""
        problems = [
            {"file": problem.file, "hand": problem.hand, "line": problem.line, "what": problem.message, "hint": problem.hint}
            for problem in self.trouble
        ]
        return {"in": self.source, "out": self.target, "hands": self.hands, "trouble": problems, "left_out": dict(self.left_out)}

    def lines(self) -> Iterator[str]:
        """Yield the conversion as lines for a screen: the number of hands written, and the problems with others."""
        yield heading(f"{self.target}: {'1 hand' if self.hands == 1 else f'{self.hands} hands'}")
        for what, count in self.left_out.items():
            yield line(f"left out: {count} {what}")
        for problem in self.trouble:
            name = f"hand {problem.hand}, " if problem.hand else ""
            yield line(f"{name}line {problem.line}: {problem.message}" + (f"; {problem.hint}" if problem.hint else ""), 2, "! ")


def converted(path: Path, *, phh: bool = False) -> Iterator[Converted]:
    """Convert a file's hands, one in memory at a time: PHH into records, records into PHH.

    The texts, written one after the other, make one file.

    Args:
        path: The file.
        phh: Whether another program's hands become PHH instead of records.
    """
    source = read_source(path)
    for number, part in enumerate(source, 1):
        if phh and isinstance(part, ConvertedHand):
            yield Converted(part.name, f"[{number}]\n{part.text}\n", None, part.left_out)
            continue
        if isinstance(part, Record):
            yield from _as_phh(itertools.chain((part,), source))
            return
        yield _as_record(part)


def _as_record(hand: PhhHand | RecordError) -> Converted:
    if isinstance(hand, RecordError):
        return Converted(hand.hand, "", hand)
    try:
        redeal = dealt_again(hand)
        record = record_of(redeal)
    except RecordError as error:
        return Converted(hand.name, "", error)
    except Exception as error:  # noqa: BLE001 - an internal error costs this hand, not the ones after it
        return Converted(hand.name, "", RecordError(hand.file, hand.line, own_error(error), OWN_ERROR_HINT, hand=hand.name))
    trouble = None
    if redeal.finding is not None or redeal.foul:
        at = min(redeal.found_at or 0, len(hand.actions) - 1)
        due = "a card that is in the stub" if redeal.finding is None else redeal.finding.expected or "nothing"
        what = f"the record ends with '{redeal.table.log[-1]}', where {due} was due"
        hint = "`dealerkit check` shows what is wrong"
        trouble = RecordError(hand.file, hand.line_of("actions", at), what, hint, hand=hand.name)
    return Converted(hand.name, record.text(), trouble, hand.left_out if isinstance(hand, ConvertedHand) else {})


def _as_phh(sources: Iterable[Record | PhhHand | RecordError]) -> Iterator[Converted]:
    """Yield the hands of a file as PHH: a single hand as a file without sections, several with a section for each. The first is
    held back until a second is found.
    """
    first: dict[str, object] | None = None
    number = 0
    for fields in _hands_in(sources):
        if isinstance(fields, RecordError):
            yield Converted(fields.hand, "", fields)
            continue
        number += 1
        if number == 1:
            first = fields
            continue
        if first is not None:
            yield Converted(str(first["hand"]), dumps_all({"1": first}))
            first = None
        yield Converted(str(fields["hand"]), "\n" + dumps_all({str(number): fields}))
    if first is not None:
        yield Converted(str(first["hand"]), dumps(first))


def _hands_in(sources: Iterable[Record | PhhHand | RecordError]) -> Iterator[dict[str, object] | RecordError]:
    for record in sources:
        if not isinstance(record, Record):
            if isinstance(record, RecordError):
                yield record
            continue
        try:
            yield from hands_of(record)
            if record.broken is not None:
                yield record.broken
        except RecordError as error:
            yield error
        except Exception as error:  # noqa: BLE001 - as above
            header = record.header
            yield RecordError(header.file, header.line, own_error(error), OWN_ERROR_HINT, hand=header.name)
