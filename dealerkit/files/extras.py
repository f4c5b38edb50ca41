"""Extras: packages that only some commands need, and the command that installs them with the tool that installed dealerkit."""

from __future__ import annotations

import itertools
import shlex
import sys
from pathlib import Path
from typing import Final

_CHECKOUT: Final = Path(__file__).parent.parent.parent
_TOOLS: Final = {("pipx", "venvs"): "pipx install --force", ("uv", "tools"): "uv tool install --force"}
"""Programs that give each command its own environment: two folders in that environment's path, and the command that reinstalls
it.
"""


def install(extra: str) -> str:
    """Return the command that adds an extra to dealerkit, for pip, pipx or uv, whichever installed it.

    Args:
        extra: Name of the extra, such as `web`.
    """
    is_checkout = (_CHECKOUT / "pyproject.toml").is_file()
    name = shlex.quote(f"{_CHECKOUT if is_checkout else 'dealerkit'}[{extra}]")
    what = f"--editable {name}" if is_checkout else name
    parts = Path(sys.prefix).parts
    for folders, order in _TOOLS.items():
        if folders in itertools.pairwise(parts):
            return f"{order} {what}"
    return f"{sys.executable or 'python'} -m pip install {what}"
