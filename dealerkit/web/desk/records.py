"""The records that a dispute can stand on: hands of the files that somebody has opened on this server."""

from __future__ import annotations

import attrs

from dealerkit.web.records.record_files import record_in
from dealerkit.web.visit import Visit


def text_of(visit: Visit, name: str, hand: int) -> tuple[str, str]:
    """Return a record's text and what it is called.

    Args:
        visit: Who asks.
        name: The id of the file.
        hand: Which hand of it, from 1.

    Raises:
        Refused: If there is no such file of theirs, or no such hand in it.
        RecordError: If the hand cannot be read.
    """
    file = visit.site.files.find(name, visit.person)
    record = record_in(file, hand)
    return attrs.evolve(record, torn="", broken=None).text(), f"{file.name}, hand {hand}"
