"""Values of dealerkit's classes made from plain data that may be damaged or edited, each field by its type in the class.

exam = structured(Exam, data["exam"], ("exam",))
data = {"exam": as_plain(exam)}

Every file of exams and calibrations is read and written in this way; `dealerkit.files.plain_data` is the way back. A misfit
is reported with its place, such as `exam.items.3.key.answers`; each class itself refuses values that it cannot have.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any, ClassVar, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from dealerkit.files.plain_data import KIND
from dealerkit.files.screen_text import count_of

T = TypeVar("T")
Place = tuple[str | int, ...]
Reader = Callable[[object, Place], Any]

LARGEST: Final = 2**53
"""Largest number allowed in our files."""
_LONGEST_FIGURE: Final = 40
_SHOWN: Final = 40
_WORDS: Final[Mapping[type, str]] = {
    str: "text", int: "a whole number", bool: "true or false", float: "a number", dict: "a map", list: "a list",
}  # fmt: skip


class Misfit(ValueError):
    """Raised if plain data does not fit a class.

    Args:
        place: The keys that lead to the misfit, from the top of the document.
        message: The error.
    """

    def __init__(self, place: Place, message: str) -> None:
        self.place, self.message = place, message
        super().__init__(f"{'.'.join(map(str, place))}: {message}" if place else message)


def structured(kind: type[T], data: object, place: Place = ()) -> T:
    """Return a value of an attrs class made from plain data.

    If the subclasses of the class have a `kind` each, the data's `kind` selects the subclass.

    Args:
        kind: The class.
        data: The data, as read from JSON.
        place: The keys that lead to the data in the document.

    Raises:
        Misfit: If the data do not fit the class.
    """
    value: T = _reader(kind)(data, place)
    return value


def check_types(value: Any) -> None:
    """Check that every field of a value has the type that its class declares, as strictly as `structured` does.

    Raises:
        Misfit: If a field has another type.
    """
    kind: Any = type(value)
    for name, read in _readers(kind).items():
        read(getattr(value, name), (name,))


def _reader(kind: Any) -> Reader:
    """Return the reader of a type; it is made once."""
    return _new_reader(kind)


@functools.cache
def _new_reader(kind: Any) -> Reader:
    origin, of = get_origin(kind), get_args(kind)
    if origin in (types.UnionType, Union):
        (inner,) = (part for part in of if part is not types.NoneType)
        return _or_nothing(_reader(inner))
    if origin is tuple:
        return _row(_reader(of[0])) if of[-1] is Ellipsis else _parts([_reader(part) for part in of])
    if origin is Mapping:
        return _map(_reader(of[1]))
    if attrs.has(kind):
        return _kinds(kind) if any(KIND in vars(below) for below in kind.__subclasses__()) else _value(kind)
    return functools.partial(_plain, kind)


def _plain(kind: type, data: object, place: Place) -> object:
    """Read a text, a number or a boolean."""
    if kind is float and type(data) is int:
        data = float(data)
    if type(data) is not kind:
        raise Misfit(place, f"expected {_WORDS[kind]}, found {_shown(data)}")
    if isinstance(data, int) and abs(data) > LARGEST:
        raise Misfit(place, "the number is too large")
    if isinstance(data, str) and not data.isascii():
        try:
            data.encode()
        except UnicodeEncodeError:
            raise Misfit(place, "the text contains an incomplete character") from None
    return data


def _shown(data: object) -> str:
    """Return unexpected data as text for a message."""
    if isinstance(data, dict | list):
        return _WORDS[type(data)]
    word = {None: "nothing", True: "true", False: "false"}.get(data, "") if data is None or isinstance(data, bool) else ""
    text = word or ascii(data)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _or_nothing(read: Reader) -> Reader:
    return lambda data, place: None if data is None else read(data, place)


def _list(data: object, place: Place) -> list[Any]:
    if not isinstance(data, list | tuple):
        raise Misfit(place, f"expected a list, found {_shown(data)}")
    return list(data)


def _row(read: Reader) -> Reader:
    return lambda data, place: tuple(read(item, (*place, at)) for at, item in enumerate(_list(data, place)))


def _parts(reads: list[Reader]) -> Reader:
    def read(data: object, place: Place) -> tuple[Any, ...]:
        given = _list(data, place)
        if len(given) != len(reads):
            raise Misfit(place, f"expected {count_of(len(reads), 'value')}, found {len(given)}")
        return tuple(read_(value, (*place, at)) for at, (read_, value) in enumerate(zip(reads, given, strict=True)))

    return read


def _map(read: Reader) -> Reader:
    def build(data: object, place: Place) -> dict[str, Any]:
        return {str(_plain(str, name, place)): read(value, (*place, name)) for name, value in _branch(data, place).items()}

    return build


def _branch(data: object, place: Place) -> Mapping[Any, Any]:
    if not isinstance(data, Mapping):
        raise Misfit(place, f"expected a map, found {_shown(data)}")
    return data


@functools.cache
def _readers(kind: Any) -> Mapping[str, Reader]:
    """Return the reader of each field of an attrs class."""
    hints = get_type_hints(kind)
    return {field.name: _reader(hints[field.name]) for field in attrs.fields(kind)}


def _value(kind: type) -> Reader:
    """Return the reader of an attrs class."""
    reads = _readers(kind)
    needed = [field.name for field in attrs.fields(kind) if field.default is attrs.NOTHING]
    is_kind = get_origin(get_type_hints(kind).get(KIND)) is ClassVar

    def read(data: object, place: Place) -> object:
        given = dict(_branch(data, place))
        if is_kind:
            given.pop(KIND, None)
        for name in needed:
            if name not in given:
                raise Misfit((*place, name), "the value is missing")
        for name in given:
            if name not in reads:
                raise Misfit((*place, name), "unknown key")
        values = {name: reads[name](value, (*place, name)) for name, value in given.items()}
        try:
            return kind(**values)
        except ValueError as error:
            raise Misfit(place, str(error)) from None

    return read


def _kinds(kind: Any) -> Reader:
    """Return the reader of several classes, among which the data chooses by its `kind`."""
    known = {str(vars(below)[KIND]): below for below in kind.__subclasses__()}

    def read(data: object, place: Place) -> object:
        named = _branch(data, place).get(KIND)
        if not isinstance(named, str) or named not in known:
            raise Misfit((*place, KIND), f"expected one of {', '.join(sorted(known))}, found {_shown(named)}")
        return _reader(known[named])(data, place)

    return read


# -- validators of fields --


def fraction(_: object, field: attrs.Attribute[Any], value: str) -> None:
    """Refuse a text that is not a fraction; a validator for attrs.

    Raises:
        ValueError: If it is not a fraction.
    """
    try:
        fits = len(value) <= _LONGEST_FIGURE and "e" not in value.lower() and Fraction(value) >= 0
    except (ValueError, ZeroDivisionError):
        fits = False
    if not fits:
        msg = f"{field.name}: expected a number such as 80 or 1/2, found {_shown(value)}"
        raise ValueError(msg)


def instant(_: object, field: attrs.Attribute[Any], value: str) -> None:
    """Refuse a text that is not a time with its zone in ISO 8601; a validator for attrs.

    Raises:
        ValueError: If it is not such a time.
    """
    try:
        fits = datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        fits = False
    if not fits:
        msg = f"{field.name}: expected a time such as 2026-03-02T18:00:00+00:00, found {_shown(value)}"
        raise ValueError(msg)


def between(least: int, most: int) -> Callable[[object, attrs.Attribute[Any], int], None]:
    """Return a validator for attrs that refuses numbers outside a range.

    Args:
        least: Least number allowed.
        most: Largest number allowed.
    """

    def check(_: object, field: attrs.Attribute[Any], value: int) -> None:
        if not least <= value <= most:
            msg = f"{field.name}: expected a number from {least} to {most}, found {value}"
            raise ValueError(msg)

    return check
