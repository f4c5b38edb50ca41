"""The text of a hand: TOML, parsed line by line where it is simple, as nearly always, and by `tomllib` otherwise.

No number becomes a float: one with a decimal point keeps its digits.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Final

from dealerkit.errors import RecordError

_TEXT = r"""'[^'\n]*'|"[^"\\\n]*\""""
_NUMBER = r"[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|inf)"
_TIME = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
_ONE = rf"(?:{_TEXT}|{_TIME}|{_NUMBER}|true|false)"
_MANY = rf"\[(?:{_ONE}(?:, ?{_ONE})*)?\]"
_LINE: Final = re.compile(rf"([A-Za-z0-9_-]+) = ({_ONE}|{_MANY})|(?:#.*)?")
_ACTIONS: Final = "actions = ['"
_REMEMBERED: Final = 20_000
_LONG: Final = 200
_DEEPEST: Final = 30
_UNUSUAL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_PLACE: Final = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)")


class Number(str):
    """A number with a decimal point, or infinity, as its text."""

    __slots__ = ()


_LINES: dict[str, tuple[str, str]] = {}
_NOTHING: Final = ("", "")


def _line(row: str) -> tuple[str, str] | None:
    """Return key and value of a simple line; `_NOTHING` for an empty line or a comment; None for a line that is not simple."""
    if _UNUSUAL.search(row):
        return None
    match = _LINE.fullmatch(row)
    if match is None:
        return None
    pair = (match[1], match[2]) if match[1] is not None else _NOTHING
    if len(row) < _LONG and len(_LINES) < _REMEMBERED:
        _LINES[row] = pair
    return pair


def quick(text: str) -> tuple[dict[str, str], list[str] | None] | None:
    """Parse a hand quickly, if every line has one simple value.

    Returns:
        The unparsed values by key; and the actions, or None if they are not a plain row of texts. None instead of both if the
        hand is not that simple.
    """
    fields: dict[str, str] = {}
    empty = 0
    actions: list[str] | None = None
    rows, known = text.split("\n"), _LINES.get
    for row in rows:
        pair = known(row)
        if pair is None:
            if row[:12] == _ACTIONS and row[-2:] == "']" and row.isprintable():
                parts = row[12:-2].split("', '")
                if 2 * len(parts) == row.count("'"):
                    actions = parts
                    fields["actions"] = row[10:]
                    continue
            pair = _line(row)
            if pair is None:
                return None
        if pair is _NOTHING:
            empty += 1
        else:
            fields[pair[0]] = pair[1]
    return (fields, actions) if len(fields) + empty == len(rows) else None  # no key appears twice


def slow(text: str, file: str, line: int, hand: str = "") -> dict[str, object]:
    """Parse a hand with the whole of TOML.

    Args:
        text: The hand.
        file: The name of its file, for messages.
        line: The line of the file on which it begins, from 1.
        hand: The name of the hand, for messages; empty if it has none.

    Raises:
        RecordError: If it is not TOML; the error names the line and the column.
    """
    try:
        read = tomllib.loads(text, parse_float=Number)
        if _depth(read) <= _DEEPEST:
            return read
        raise RecordError(file, line, f"tables or arrays nested more than {_DEEPEST} deep", "the hand is left out", hand=hand)
    except tomllib.TOMLDecodeError as error:
        sentence = str(error)
        place = _PLACE.search(sentence)
        rows = text.rstrip("\n").count("\n")
        row, column = (int(place[1]) - 1, int(place[2])) if place and place[1] else (rows, 0)
        message = _PLACE.sub("", sentence).strip()
        what = f"this is not TOML: {message[:1].lower()}{message[1:]}"
        raise RecordError(file, line + row, what, "the hand is left out", column, hand) from error
    except RecursionError as error:
        raise RecordError(file, line, "arrays are nested too deep", "the hand is left out", hand=hand) from error
    except ValueError as error:  # valid TOML, but a number that Python does not read
        raise RecordError(file, line, "a number has too many digits", "the hand is left out", hand=hand) from error


def _depth(value: object) -> int:
    """Return the depth of nested tables and arrays; counting stops just beyond the allowed depth."""
    depth, level = 0, [value]
    while level and depth <= _DEEPEST:
        level = [inner for char in level for inner in _parts(char)]
        depth += 1
    return depth


def _parts(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else []


def texts(value: str) -> list[str] | None:
    """Return the texts in an array of TOML; None if it is not an array of texts."""
    if value[:2] == "['" and value[-2:] == "']":
        parts = value[2:-2].split("', '")
        if 2 * len(parts) == value.count("'"):
            return parts
    read = parsed(value)
    return (
        read
        if isinstance(read, list) and all(isinstance(value, str) and not isinstance(value, Number) for value in read)
        else None
    )


def parsed(text: str) -> object:
    """Return the value that a piece of TOML stands for."""
    return tomllib.loads(f"x = {text}", parse_float=Number)["x"]


_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def written(value: object) -> str:
    """Return a value as TOML.

    Raises:
        TypeError: If TOML has no notation for a value of that type.

    >>> written(["d db Ah??", True, 5])
    "['d db Ah??', true, 5]"
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Number | int):
        return str(value)
    if isinstance(value, str):
        if "'" not in value and not _UNUSUAL.search(value) and "\n" not in value:
            return f"'{value}'"
        return '"' + "".join(_ESCAPES.get(c, c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}") for c in value) + '"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key_of(key)} = {written(value)}" for key, value in value.items()) + "}"
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    msg = f"a {type(value).__name__} can't be written in a hand"
    raise TypeError(msg)


def key_of(key: str) -> str:
    """Return a key as TOML writes it, in quotes if it needs them."""
    return key if _PLAIN_KEY.fullmatch(key) else written(key) if "\n" not in key else '"' + key.replace("\n", "\\n") + '"'


def line_of(text: str, key: str, item: int = -1) -> int:
    """Return the line on which a key of a hand begins, or one of the texts in its array.

    Args:
        text: The hand's text.
        key: The key to look for.
        item: Number of the text in the key's array, from 0; -1 for the key itself.

    Returns:
        The line, from 0; 0 if the key is not there.
    """
    key_match = re.search(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", text, re.MULTILINE)
    if not key_match:
        return 0
    at = key_match.end()
    if item >= 0:
        for match in re.finditer(r"""#[^\n]*|'''|\"""|'([^'\n]*)'|"((?:[^"\\\n]|\\.)*)\"""", text[at:]):
            if match[0].startswith("#"):
                continue
            if not item:
                at += match.start()
                break
            item -= 1
    return text.count("\n", 0, at)
