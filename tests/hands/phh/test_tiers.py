"""The fast check and the table say the same of every hand: of recorded ones, broken ones, and random ones of another engine.

Where they cannot, `tiers.json` says why.
"""

from __future__ import annotations

import json
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dealerkit.hands.check import check_phh
from dealerkit.hands.phh.acts import UNLIMITED
from dealerkit.hands.phh.checker import check_hand
from dealerkit.hands.phh.hand import PhhHand, parse_hand, read_hands
from dealerkit.hands.phh.to_record import dealt_again, record_of
from dealerkit.hands.phh.variants import variants
from dealerkit.table.playback import replay
from tests.hands.phh.hands import HANDS, unbroken
from tests.hands.phh.test_checker import CLEAN, CODES, FAULTY, LABELS, hand
from tests.sampling import LONG, daily

TIERS = json.loads((Path(__file__).parent / "tiers.json").read_text())


def stacks(drive):
    """The stacks at the table, in smallest chips."""
    return drive.table.felt.rows["stack"][1:]


@pytest.mark.campaign
def test_recorded_hands_end_alike_in_both_tiers():
    """195 hands at a table, one of seven every day: no finding, nothing left over, the same stacks, the same felt again."""
    differ, tried = set(), dict(unbroken(1 if LONG else 7))
    assert len(tried) > 20
    for key, one in tried.items():
        drive = dealt_again(one)
        assert (drive.found_at, drive.at) == (None, len(drive.deeds)), key
        if stacks(drive) != drive.outcome.stacks and max(drive.outcome.stacks) < UNLIMITED // 2:
            differ.add(key)
        again = replay(record_of(drive).text())
        assert again.ok, key
        assert again.felt.same_as(drive.table.felt), key
    assert differ == tried.keys() & TIERS["stacks"]


@pytest.mark.sample(4)
@pytest.mark.parametrize("section", LABELS)
def test_broken_hands_are_found_at_the_same_action(section):
    """A finding, or an act that cannot be, where the fast check has its fault."""
    one = next(found for found in read_hands(HANDS / "mutants.phhs") if isinstance(found, PhhHand) and found.section == section)
    drive, fault = dealt_again(one), check_hand(one)
    assert fault is not None
    assert fault.code == CODES[LABELS[section]["mutation"]]
    assert (drive.found_at == fault.at) is (section not in TIERS["broken"]), (drive.found_at, drive.finding, drive.trouble)


@pytest.mark.parametrize("name", CLEAN)
def test_what_a_file_leaves_open_is_no_finding_at_a_table(name):
    """Posts, straddles, short blinds, shown hands in any order: the table takes them as they came, but where it has one
    reading of a rule and sites have two.
    """
    variant, acts, more = CLEAN[name]
    drive = dealt_again(hand(variant, acts, **more))
    assert (drive.found_at is None) is (name not in TIERS["open"]), (drive.finding, drive.trouble)
    if drive.outcome.won.known and max(drive.outcome.stacks) < UNLIMITED // 2:
        assert stacks(drive) == drive.outcome.stacks


@pytest.mark.parametrize("name", FAULTY)
def test_slips_are_found_at_the_same_action(name):
    """Each kind of slip that the fast check knows."""
    variant, acts, more, _, at, _ = FAULTY[name]
    drive = dealt_again(hand(variant, acts, **more))
    assert (drive.found_at == at) is (name not in TIERS["one tier"]), (drive.finding, drive.trouble)


@pytest.mark.campaign
@pytest.mark.sample(3)
@pytest.mark.parametrize("code", daily(variants(), 4))
def test_hands_of_another_engine_end_alike_in_both_tiers(code):
    """Random hands with short stacks, antes, straddles and posts."""
    pytest.importorskip("pokerkit")
    from tests.hands.phh.test_oracle import played

    seen: Counter[Any] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        texts = [played(code, seed) for seed in range(30 if LONG else 10)]
    for text in texts:
        drive = dealt_again(parse_hand(text))
        if drive.finding is not None:
            assert drive.finding.code in TIERS["other engine"], (drive.finding, text)
            seen[drive.finding.code] += 1
        else:
            assert drive.trouble is None, text
            assert (drive.at, stacks(drive)) == (len(drive.deeds), drive.outcome.stacks), text
    assert sum(seen.values()) < 4
    assert not seen or code in ("FO/8", "F7S", "F7S/8", "FR")


def test_what_the_table_finds_explains_the_fault():
    """The rule of the game that is broken, and why it is there; line, act and amounts stay those of the file."""
    faulty = hand("NT", "deal; p3 cc; p1 cc; p2 cc; d db 2c3c5s8d")
    (flaw,) = check_phh(faulty).findings
    assert (flaw.code, flaw.act, flaw.got) == ("record/wrong-card-count", 7, "d db 2c3c5s8d")
    assert flaw.title == "The flop has four cards"
    assert "FTR-05" in flaw.cite
