"""Rulings carried out at tables as they were carried out before, act by act; see `rulings_dealt.py`."""

from __future__ import annotations

from tests.gathered import holds_for_each
from tests.obedience.snapshots import by_name
from tests.table.rulings_dealt import dealt, paragraphs


def test_a_ruling_is_carried_out_as_it_was() -> None:
    """Which cards and chips go where, in which order, who gets what back, and who goes on."""
    hands = by_name(paragraph.partition(", ")[0] for paragraph in paragraphs())

    def is_dealt_again(paragraph: str) -> None:
        assert dealt(paragraph, hands).splitlines() == paragraph.splitlines()

    holds_for_each(is_dealt_again, paragraphs(), lambda paragraph: paragraph.partition("\n")[0])
