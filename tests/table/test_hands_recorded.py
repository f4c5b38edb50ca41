"""The recorded hands of nap and hold'em: replayed, written again, and looked at where they end."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit.table.playback import replay
from dealerkit.table.record import read_record

RECORDS = Path(__file__).parent.parent / "records"


@pytest.mark.parametrize("name", ["nap", "holdem"])
def test_a_table_writes_the_record_that_it_was_dealt_from(name):
    """Every act comes back as it stood, and replaying what was written comes to the same table."""
    record = read_record(RECORDS / f"{name}.rec")
    table = replay(record)
    assert [act.text for act in table.log] == [line.act.text for line in record.lines]
    again = replay(table.record())
    assert again.felt.same_as(table.felt)
    assert again.findings == table.findings
    assert again.rulings == table.rulings


def test_the_evening_of_nap_ends_with_these_chips():
    """A lost Mis cost its bidder three each, a made Nap brought ten from each."""
    table = replay(RECORDS / "nap.rec")
    assert table.felt.rows["stack"] == [0, 100 + 3 - 10, 100 - 6 + 20, 100 + 3 - 10]
    assert [ruled.ruling.outcome for ruled in table.rulings] == ["misdeal"]
    assert table.felt.button == 2


def test_the_hand_of_holdem_ends_with_one_burn_and_the_flop():
    """The card that was shown is the burn, and everybody who stayed in has matched the blind."""
    table = replay(RECORDS / "holdem.rec")
    assert table.felt.names(table.felt.cards("burns")) == ["Ah"]
    assert table.felt.names(table.felt.cards("board")) == ["Kd", "9s", "4h"]
    assert table.felt.rows["pot"][0] == 6
    assert [table.explain(finding).severity for finding in table.findings] == ["minor", "major", "critical"]
