"""The tests' own lists and rows in YAML, read by libyaml, which is ten times as fast as its copy in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""PyYAML can be built without libyaml; all is read alike then."""


def data_of(path: Path) -> Any:
    """Return the data of a file."""
    return yaml.load(path.read_text(encoding="utf-8"), LOADER)
