"""The answer of a drill by another method: misdeal, cure or play on; early and irregular streets."""

from __future__ import annotations

from typing import Any

from dealerkit.training.generators import Setting
from tests.training.oracles import find_slip


def proof(setting: Setting, given: Any) -> str | None:
    """Review a record; rule on facts by the decision list alone."""
    if setting.told("record"):
        return find_slip.proof(setting, given)
    return None
