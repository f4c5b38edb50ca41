"""The records that a dispute can stand on: those that somebody brought to this server, by their ids."""

from __future__ import annotations

from dealerkit.web.refusals import Refused
from dealerkit.web.visit import Visit


def text_of(_visit: Visit, name: str) -> tuple[str, str]:
    """Return a record's text and what it is called.

    Raises:
        Refused: If there is none.
    """
    raise Refused(404, f"there is no record '{name[:40]}' here; open it among the records first")
