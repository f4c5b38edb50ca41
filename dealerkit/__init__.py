"""The dealer's toolkit: procedures, rulings, sheets and records from one source."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from dealerkit.felt import Act
    from dealerkit.judge import Finding
    from dealerkit.rulings import rule
    from dealerkit.table.playback import replay
    from dealerkit.table.table import Table

_WHERE = {
    "Act": "dealerkit.felt",
    "Finding": "dealerkit.judge",
    "Table": "dealerkit.table.table",
    "replay": "dealerkit.table.playback",
    "rule": "dealerkit.rulings",
}

__all__ = ["Act", "Finding", "Table", "__version__", "replay", "rule"]


def __getattr__(name: str) -> object:
    """Load the public names when they are first used; `dealerkit --help` needs none of them."""
    if name in _WHERE:
        return getattr(importlib.import_module(_WHERE[name]), name)
    msg = f"module 'dealerkit' has no attribute '{name}'"
    raise AttributeError(msg)
