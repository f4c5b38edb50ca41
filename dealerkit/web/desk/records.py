"""Records for a dispute: hands of the files opened on this server."""

from __future__ import annotations

import attrs

from dealerkit.web.records.record_files import record_in
from dealerkit.web.visit import Visit


def text_of(visit: Visit, name: str, hand: int) -> tuple[str, str]:
    """Return text and title of a record.

    Args:
        visit: The visit.
        name: The id of the file.
        hand: The number of its hand, from 1.

    Raises:
        Refused: If the visitor has no such file, or it has no such hand.
        RecordError: If the hand cannot be read.
    """
    file = visit.site.files.find(name, visit.person)
    record = record_in(file, hand)
    return attrs.evolve(record, torn="", broken=None).text(), f"{file.name}, hand {hand}"
