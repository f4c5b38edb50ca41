"""Files of ours in JSON: read, and told apart from those of others."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dealerkit.errors import TrainingError


def read_json(path: Path, kinds: Sequence[str], no: str, hint: str) -> dict[str, object]:
    """Read a file that says under `what` which it is.

    Args:
        path: The file.
        kinds: What it may say.
        no: What is told of any other file.
        hint: What to do then.

    Raises:
        TrainingError: If it cannot be read, or is another.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TrainingError(str(path), f"it cannot be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise TrainingError(str(path), f"{no}: line {error.lineno}, column {error.colno}: {error.msg}", hint) from None
    except (ValueError, RecursionError) as error:
        raise TrainingError(str(path), f"{no}: {type(error).__name__}", hint) from None
    if not isinstance(data, dict) or data.get("what") not in kinds:
        raise TrainingError(str(path), no, hint)
    return data


def json_value(value: Any) -> Any:
    """Return plain data as JSON gives it back: maps as dictionaries, rows of any kind as lists.

    >>> json_value({"codes": ("burn/doubled",), "level": 1})
    {'codes': ['burn/doubled'], 'level': 1}
    """
    if isinstance(value, Mapping):
        return {key: json_value(one) for key, one in value.items()}
    return [json_value(one) for one in value] if isinstance(value, tuple | list) else value
