"""Recorded hands, one in memory at a time.

for hand in read_hands(Path("session.phhs")):
    if isinstance(hand, Hand):
        print(hand.name, hand.variant.title, hand.actions)
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, Final

from dealerkit.errors import OWN_ERROR_HINT, RecordError, own_error
from dealerkit.hands.phh.acts import MOST_DECIMALS, scaled
from dealerkit.hands.phh.sections import SectionNames, Sections
from dealerkit.hands.phh.text import key_of, line_of, parsed, quick, slow, texts, written
from dealerkit.hands.phh.variants import Variant, settings, variants

LONGEST: Final = 1 << 20
"""Most bytes of a line, and of a hand."""

ENDLESS: Final = 1 << 24
"""Bytes without an end of a hand after which reading stops."""

_READ: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_SMALL: Final = 1 << 16
HEADER: Final = re.compile(rb"""\[[ \t]*(?:([A-Za-z0-9_-]+)|"([^"\\\n]*)"|'([^'\n]*)')[ \t]*\][ \t]*(?:#[^\n]*)?\r?\n?""")
"""Pattern of the line that begins a section."""
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|inf)")
_DECIMALS: Final = re.compile(r"[0-9]\.([0-9]+)")
_MONEY: Final = (
    "antes",
    "blinds_or_straddles",
    "bring_in",
    "small_bet",
    "big_bet",
    "min_bet",
    "starting_stacks",
    "finishing_stacks",
    "winnings",
)
_LEFT_OUT: Final = "the hand is left out"


class PhhHand:
    """A recorded hand.

    Attributes:
        file: Its file.
        line: The line on which it begins, from 1.
        section: Its section in the file; empty if the file has none.
        text: Its text.
        raw: Values of its fields by name, as unparsed TOML, in their order.
        actions: Its actions, as texts.
        variant: Its variant.
        decimals: Decimal places of its amounts.
    """

    def __init__(self, file: str, line: int, section: str, text: str, raw: dict[str, str], actions: list[str]) -> None:
        """Parse the variant and amounts of a hand.

        Args:
            file: The name of the file, for messages.
            line: The line of the file on which the hand begins, from 1.
            section: The name of the hand's section; empty if it has none.
            text: The hand's original text.
            raw: The hand's fields, each as text.
            actions: The texts of its actions.

        Raises:
            RecordError: If it is not a hand.
        """
        self.file, self.line, self.section, self.text, self.raw, self.actions = file, line, section, text, raw, actions
        variant = _VARIANTS.get(raw.get("variant", ""))
        if variant is None:
            self.variant = self._variant()
        else:
            self.variant = variant
        self.decimals = 0
        if "." in text:
            rows = [raw["actions"], *(raw[key] for key in _MONEY if key in raw)]
            self.decimals = max((len(part) for row in rows for part in _DECIMALS.findall(row)), default=0)
            if self.decimals > MOST_DECIMALS:
                self.wrong("actions", f"amounts with {self.decimals} decimals", f"write at most {MOST_DECIMALS} decimals")

    def _variant(self) -> Variant:
        known = variants()
        _VARIANTS.update({written(code): variant for code, variant in known.items()})
        code = self.fields.get("variant")
        if "variant" not in self.raw:
            self.wrong("variant", "`variant` is missing", "add a line such as variant = 'NT'")
        if not isinstance(code, str) or code not in known:
            self.wrong("variant", f"unknown variant: {written(code)}", "known: " + ", ".join(known))
        return known[str(code)]

    def wrong(self, key: str, what: str, hint: str = _LEFT_OUT) -> None:
        """Raise an error about one of the hand's fields.

        Args:
            key: Name of the field.
            what: The problem, in words.
            hint: The consequence, or advice for the user.

        Raises:
            RecordError: Always.
        """
        raise RecordError(self.file, self.line_of(key), what, hint, hand=self.name)

    @property
    def name(self) -> str:
        """The hand's own id, or its section, or `1`."""
        own = self.raw.get("hand")
        return own.strip("'\"") if own else self.section or "1"

    @cached_property
    def fields(self) -> Mapping[str, object]:
        """The parsed fields; a number with decimals is a `Number`, which keeps its digits."""
        return {key: parsed(value) for key, value in self.raw.items()}

    def line_of(self, key: str, item: int = -1) -> int:
        """Return the line of the file, from 1, on which a field begins, or one of the actions.

        Args:
            key: Name of the field.
            item: Number of the action, from 0; -1 for the whole field.
        """
        return self.line + line_of(self.text, key, item)

    def money(self, key: str) -> list[int]:
        """Return the amounts in a field that is a row of amounts, in smallest units; empty if the field is missing.

        Args:
            key: Name of the field.

        Raises:
            RecordError: If it is not a row of amounts.
        """
        raw = self.raw.get(key)
        if raw is None:
            return []
        if not self.decimals:
            known = _ROWS.get(raw)
            if known is not None:
                return list(known)
        if raw[0] == "[":
            rows = raw[1:-1].split(",") if len(raw) > 2 else []
            if any(len(row) > _LONGEST_AMOUNT for row in rows):
                self._too_much(key, raw)
            try:
                if self.decimals:
                    return [scaled(row.strip(), self.decimals) for row in rows]
                numbers = list(map(int, rows))
                if len(_ROWS) < _REMEMBERED:
                    _ROWS[raw] = tuple(numbers)
                return numbers
            except ValueError:
                pass
            rows = [row.strip() for row in rows]
            if all(map(_NUMBER.fullmatch, rows)):
                return [scaled(row, self.decimals) for row in rows]
        self.wrong(key, f"{key} is not a list of amounts: {raw[:40]}", "write it as [50, 100, 0]")
        return []

    def amount(self, key: str) -> int:
        """Return the amount in a field, in smallest units.

        Args:
            key: Name of the field.

        Raises:
            RecordError: If it is missing, or is not an amount.
        """
        raw = self.raw.get(key)
        if raw is None:
            self.wrong("variant", f"{key} is missing", f"add it; {self.variant.title} needs `{key}`")
        elif not _NUMBER.fullmatch(raw):
            self.wrong(key, f"{key} is not an amount: {raw[:40]}", "write a number")
        elif len(raw) > _LONGEST_AMOUNT:
            self._too_much(key, raw)
        else:
            return scaled(raw, self.decimals)
        return 0

    def _too_much(self, key: str, raw: str) -> None:
        self.wrong(key, f"{key} is too large: {raw[:40]}", f"write at most {_LONGEST_AMOUNT} digits")


_VARIANTS: dict[str, Variant] = {}
_ROWS: dict[str, tuple[int, ...]] = {}
_REMEMBERED: Final = 20_000
_LONGEST_AMOUNT: Final = 18
"""Most characters of an amount, as in acts and options."""


def parse_hand(text: str, file: str = "<text>", line: int = 1, section: str = "") -> PhhHand:
    """Return a hand, read from its text.

    Args:
        text: The hand.
        file: The name of its file, for messages.
        line: The line of the file on which it begins, from 1.
        section: The name of its section; empty if it has none.

    Raises:
        RecordError: If it is not a hand; with the line, and the column if known.
    """
    return _hand_of(quick(text), text, file, line, section)


def _hand_of(read: tuple[dict[str, str], list[str] | None] | None, text: str, file: str, line: int, section: str) -> PhhHand:
    """Return a hand parsed quickly, or parsed in full where the quick parser gave up.

    Args:
        read: Result of the quick parser: the fields and the actions; None if it gave up.
        text: The hand.
        file: The name of its file, for messages.
        line: The line of the file on which it begins, from 1.
        section: The name of its section; empty if it has none.
    """
    if read is not None:
        raw, actions = read
        if actions is not None:
            return PhhHand(file, line, section, text, raw, actions)
    else:
        raw = {key: written(value) for key, value in slow(text, file, line, section).items()}
    if "actions" not in raw:
        head = line - 1 if section and not text.strip() else line  # for an empty section, the line of its header
        raise RecordError(
            file, head, "the hand has no actions", f"add a line such as actions = ['p1 f']; {_LEFT_OUT}", hand=section
        )
    actions = texts(raw["actions"])
    if actions is None:
        raise RecordError(file, line + line_of(text, "actions"), "the actions are not a list of texts", _LEFT_OUT, hand=section)
    return PhhHand(file, line, section, text, raw, actions)


def pieces(stream: BinaryIO, line: int = 0) -> Iterator[tuple[str, int, bytes | None]]:
    """Split a file at its section headers.

    Args:
        stream: The file, or a part of it that begins with a header.
        line: Number of lines of the file before the stream.

    Yields:
        Name of the section, first line (from 1), and the bytes, which are None for a piece too long to be a hand.
    """
    section, began, size = "", line + 1, 0
    whole = True  # the row before has ended
    rows: list[bytes] = []
    readline, match = stream.readline, HEADER.fullmatch
    while row := readline(LONGEST):
        if whole:
            line += 1
            if line == 1:
                row = row.removeprefix(b"\xef\xbb\xbf")
            if row[:1] == b"[" and (match_ := match(row)):
                if section or not _blank(rows):
                    yield section, began, b"".join(rows) if size <= LONGEST else None
                section = section_name(match_)
                began, size, rows = line + 1, 0, []
                continue
        whole = row[-1:] == b"\n"
        size += len(row)
        if size > ENDLESS:
            break
        if size <= LONGEST:
            rows.append(row)
    if section or not _blank(rows):
        yield section, began, b"".join(rows) if size <= LONGEST else None


def section_name(match: re.Match[bytes]) -> str:
    """Return the name of a section.

    Args:
        match: Match of the pattern `HEADER` with its header line.
    """
    return (match[1] or match[2] or match[3] or b"").decode(errors="replace") or "?"


def _blank(rows: list[bytes]) -> bool:
    return all(not row.strip() or row.lstrip().startswith(b"#") for row in rows)


def read_hands(path: Path) -> Iterator[PhhHand | RecordError]:
    """Yield the hands of a `.phh` or `.phhs` file, one by one. An unreadable hand comes as an error value, and the next one is
    read.
    """
    file = str(path)
    try:
        handle = os.open(file, _READ)  # with many small files, opening them takes most of the time
    except OSError as error:
        yield RecordError(file, 0, f"the file cannot be read: {error.strerror or error}", passing=True)
        return
    try:
        start = os.read(handle, _SMALL)
        small = 0 < len(start) < _SMALL and start[:1] != b"[" and not start.isspace()
        hand = _lone_hand(start, file) if small else None
        if hand is None:
            os.lseek(handle, 0, os.SEEK_SET)
            with os.fdopen(handle, "rb", closefd=False) as stream:
                yield from read_stream(stream, file)
    finally:
        os.close(handle)
    if hand is not None:
        yield hand


def _lone_hand(content: bytes, file: str) -> PhhHand | RecordError | None:
    """Read a small file as one hand, or return the error for it; None if it has sections.

    A file of simple lines only, as nearly all are, has no sections and is not searched for them.
    """
    try:
        text = _decoded(content.removeprefix(b"\xef\xbb\xbf"), file, 1, "")
        read = quick(text)
        return None if read is None and "\n[" in text else _hand_of(read, text, file, 1, "")
    except RecordError as error:
        return None if b"\n[" in content else error
    except Exception as error:  # noqa: BLE001 - an internal error costs this hand, not the files after it
        return RecordError(file, 1, own_error(error), OWN_ERROR_HINT)


def read_stream(
    stream: BinaryIO, file: str = "<text>", line: int = 0, sections: Sections | None = None
) -> Iterator[PhhHand | RecordError]:
    """Yield the hands of a stream of bytes one by one, or an error value for an unreadable hand, as `read_hands` does.

    Args:
        stream: The file, or a part of it that begins with a section.
        file: The name of the file, for messages.
        line: Number of lines in the file before the stream.
        sections: Object that tells whether the name of a section came before; None for a new one.

    Raises:
        RecordError: If no section begins within `LONGEST` bytes, or if two sections have one name.
    """
    sections = SectionNames() if sections is None else sections
    for section, began, content in pieces(stream, line):
        again = bool(section) and sections.again(section)
        try:
            if content is None:
                what = f"more than {LONGEST:,} bytes without a new section"
                raise RecordError(file, began, what, "this is not a hand", hand=section)
            if again:
                raise RecordError(file, began - 1, f"the section [{section}] appears twice", _LEFT_OUT, hand=section)
            yield parse_hand(_decoded(content, file, began, section), file, began, section)
        except RecordError as error:
            yield error
        except Exception as error:  # noqa: BLE001 - an internal error costs this hand, not the ones after it
            yield RecordError(file, began, own_error(error), OWN_ERROR_HINT, hand=section)


def _decoded(content: bytes, file: str, line: int, section: str) -> str:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        at = content[: error.start]
        column = error.start - at.rfind(b"\n")
        raise RecordError(file, line + at.count(b"\n"), "this is not text in UTF-8", _LEFT_OUT, column, section) from error
    return text.replace("\r\n", "\n") if "\r" in text else text


def dumps(fields: Mapping[str, object]) -> str:
    """Return a hand's fields as TOML, those of the format first and in its order; others follow as they come.

    Args:
        fields: Values of the fields, by name.

    Raises:
        TypeError: If TOML has no form for a value.
    """
    order: list[str] = settings()["order"]
    keys = [key for key in order if key in fields] + [key for key in fields if key not in order]
    return "".join(f"{key_of(key)} = {written(fields[key])}\n" for key in keys)


def dumps_all(hands: Mapping[str, Mapping[str, object]]) -> str:
    """Return several hands as TOML, each in its section.

    Args:
        hands: The fields of each hand, by the name of its section.

    Raises:
        TypeError: If TOML has no form for a value.
    """
    return "\n".join(f"[{key_of(name)}]\n{dumps(fields)}" for name, fields in hands.items())
