"""Where the rule sets and templates lie: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).resolve().parent.parent


def data_dir(kind: Literal["procedures", "rulings", "templates", "schema"]) -> Path:
    """Return the folder of one kind of data, whether or not it exists.

    >>> data_dir("rulings").name
    'rulings'
    """
    packed = PACKAGE / "_data" / kind
    return packed if packed.is_dir() else PACKAGE.parent / kind
