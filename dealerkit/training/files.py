"""Reading dealerkit's own JSON files, and telling them from other files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from dealerkit.errors import TrainingError
from dealerkit.training.structure import Misfit, Place, structured

T = TypeVar("T")

RESTORE = "restore the file from a copy"
"""Hint for a damaged file."""


def read_json(path: Path, kinds: Sequence[str], no: str, hint: str) -> dict[str, object]:
    """Read a JSON file of dealerkit's own, whose key `what` names the kind of file.

    Args:
        path: The file.
        kinds: The allowed kinds.
        no: The message if it is any other file.
        hint: The hint that goes with that message.

    Raises:
        TrainingError: If it cannot be read, or is another kind of file.
    """
    try:
        data = parsed(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TrainingError(str(path), f"the file can't be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise TrainingError(str(path), f"{no}: line {error.lineno}, column {error.colno}: {error.msg}", hint) from None
    except NoNumber as error:
        raise TrainingError(str(path), f"{no}: {error}", hint) from None
    except (ValueError, RecursionError) as error:
        raise TrainingError(str(path), f"{no}: {type(error).__name__}", hint) from None
    if not isinstance(data, dict) or data.get("what") not in kinds:
        raise TrainingError(str(path), no, hint)
    return data


class NoNumber(ValueError):
    """Raised if a number in a JSON file is NaN or infinity."""


def parsed(text: str) -> object:
    """Return the value of a JSON text; unlike Python, refuse NaN and infinity.

    Raises:
        NoNumber: If a number is NaN or infinity.
        ValueError, RecursionError: If it is not JSON, or nested too deep.
    """
    return json.loads(text, parse_constant=_no_number)


def _no_number(text: str) -> object:
    msg = f"{text} is not a number"
    raise NoNumber(msg)


def read_as(kind: type[T], data: object, path: Path, what: str, place: Place = ()) -> T:
    """Return a value of a class made from a file's data.

    Args:
        kind: The class.
        data: The plain data.
        path: The file, for messages.
        what: The noun for the content in messages: `the paper`.
        place: The keys that lead to the data in the file.

    Raises:
        TrainingError: If the data do not fit the class; the error names the place.
    """
    try:
        return structured(kind, data, place)
    except Misfit as error:
        raise TrainingError(str(path), f"part of {what} is missing or damaged: {error}") from None
