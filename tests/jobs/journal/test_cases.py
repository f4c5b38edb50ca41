"""Cases: opened, noted, decided, appealed, corrected, signed and closed, each at its time."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from freezegun import freeze_time

from dealerkit.errors import JournalError, RecordError, UnknownName
from dealerkit.jobs.journal import docket
from dealerkit.jobs.journal.cases import cases, chosen, find_case
from dealerkit.jobs.journal.clock import Shifts, Span, moment, now, zone_here, zone_of
from dealerkit.jobs.journal.disputes import Proposal, from_facts, from_record
from dealerkit.jobs.journal.docket import Decision, Opening, Person
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from dealerkit.rules.sets import rule_set

RECORDS = Path(__file__).parents[2] / "records"


def boxed(**facts: object) -> Proposal:
    """A boxed card, under `us`."""
    return from_facts(["boxed_card"], facts, rule_set("us"))


# Time


def test_times_are_aware_and_of_the_house(journal, clock):
    """Each entry has the time of the house's zone, with its offset, and the zone's name."""
    docket.open_case(journal, Opening("incident", "a drink"))
    clock.tick(timedelta(hours=13, minutes=5, microseconds=7))
    entry = docket.note(journal, "1", "it was dry again")
    assert entry.at.isoformat() == "2026-03-02T01:05:00+08:00"
    assert entry.at.utcoffset() == timedelta(hours=8)
    assert [one.at.isoformat() for one in journal.entries()] == [
        "2026-03-01T12:00:00+08:00", "2026-03-01T12:00:00+08:00", "2026-03-02T01:05:00+08:00",
    ]  # fmt: skip
    assert {one.zone for one in journal.entries()} == {"Asia/Macau"}


def test_the_zone_follows_the_house_and_not_the_machine(path, monkeypatch):
    """A journal keeps its zone wherever it is opened, through a change of the clocks."""
    with freeze_time("2026-03-28 23:30:00") as frozen, Journal.begin(path, zone="Europe/Paris") as journal:
        monkeypatch.setenv("TZ", "America/New_York")
        docket.open_case(journal, Opening("incident", "before the clocks change"))
        frozen.tick(timedelta(hours=2))
        docket.note(journal, "1", "after it")
        assert [one.at.isoformat()[11:] for one in journal.entries()] == ["00:30:00+01:00", "00:30:00+01:00", "03:30:00+02:00"]


def test_the_year_of_a_case_is_the_house_s(path):
    """At New Year in Macau it is still the old year in UTC."""
    with freeze_time("2026-12-31 15:59:59") as frozen, Journal.begin(path, zone="Asia/Macau") as journal:
        assert docket.open_case(journal, Opening("incident")).number == "2026-0001"
        frozen.tick()
        assert docket.open_case(journal, Opening("incident")).number == "2027-0001"


def test_this_machine_s_zone(monkeypatch):
    """It has a name or an offset; what the journal begins with can always be read again."""
    for said in ("Asia/Tokyo", ":Asia/Tokyo", "", "nonsense", "UTC"):
        monkeypatch.setenv("TZ", said)
        zone_of(zone_here())
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert zone_here() == "Asia/Tokyo"
    for said in ("Asia/Makau", "+25:00", "", "../etc/passwd"):
        with pytest.raises(UnknownName, match="time zone"):
            zone_of(said)


@pytest.mark.parametrize(
    ("said", "end", "is_"),
    [
        ("2026-03-01", False, "2026-03-01T00:00:00+08:00"),
        ("2026-03-01", True, "2026-03-01T23:59:59+08:00"),
        ("2026-03-01 14:30", True, "2026-03-01T14:30:00+08:00"),
        ("2026-03-01T14:30:00+00:00", True, "2026-03-01T14:30:00+00:00"),
    ],
)
def test_days_and_times(said, end, is_):
    """A day is the house's, its end the last second."""
    assert moment(said, "Asia/Macau", end=end).isoformat() == is_


def test_days_that_are_none():
    """What is no day is refused."""
    for said in ("2026-02-30", "tomorrow", "", "01.03.2026"):
        with pytest.raises(UnknownName, match="day or time"):
            moment(said, "UTC")


def test_spans_over_the_calendar():
    """Months and years are the calendar's, a leap day its month's last."""
    with freeze_time("2028-02-29 12:00:00"):
        at = now("UTC")
    assert [Span.read(one).before(at).date().isoformat() for one in ("1y", "12m", "1m", "29d", "4 years")] == [
        "2027-02-28", "2027-02-28", "2028-01-29", "2028-01-31", "2024-02-29",
    ]  # fmt: skip


def test_shifts():
    """A time belongs to the shift that began last; before the first of the day that is the last one of the day before."""
    shifts = Shifts.read("night=22:00 day=06:00 swing=14:00")
    with freeze_time("2026-03-01") as frozen:
        found = []
        for hours in (0, 6, 7, 1, 8):
            frozen.tick(timedelta(hours=hours))
            found.append(shifts.of(now("UTC")))
    assert found == ["night", "day", "day", "swing", "night"]
    for said in ("day", "day=25:00", "=06:00"):
        with pytest.raises(UnknownName, match="shift"):
            Shifts.read(said)


# A dispute


def test_a_dispute_from_facts(journal):
    """What is kept: case number, table, game, dealer, seats, time, facts in order, gate, ruling, rule set and version."""
    proposal = from_facts(["first_card_wrong_seat"], {"acts": "fold fold"}, rule_set("tda"))
    people = (Person("Bo Chan", "dealer"), Person("Carl Roe", "patron", 4))
    opening = Opening(
        "dispute", "dealt to the wrong seat", "P7", "holdem", people, (2,), ("seat 2 had no card", "two have folded")
    )
    case = docket.open_case(journal, opening, proposal)
    assert case.number == "2026-0001"
    assert (case.said["table"], case.said["game"], case.said["seats"]) == ("P7", "holdem", [2, 4])
    assert case.said["gate"] == {
        "action_reached": True, "substantial_action_reached": False, "live_action_reached": False, "betting_started": True,
    }  # fmt: skip
    assert case.proposed == "misdeal"
    assert case.ruling["rules"] == ["MD-10"]
    assert case.said["rules_in_force"]["set"] == "tda"
    assert case.said["rules_in_force"]["sha256"] == rule_set("tda").sha256
    assert [entry.said["text"] for entry in case.entries if entry.kind == "noted"] == ["seat 2 had no card", "two have folded"]


def test_a_dispute_from_a_record(journal):
    """The record's text is attached whole; the ruling and the findings are those at the act."""
    file = RECORDS / "coup-wrong-payout.rec"
    whole = from_record(file)
    first = whole.findings[0]["act"]
    assert isinstance(first, int)
    case = docket.open_case(journal, Opening(), from_record(file, first))
    attached = next(entry for entry in case.entries if entry.kind == "attached")
    assert attached.said["at"] == first
    assert attached.said["findings"][0]["code"] == whole.findings[0]["code"]
    assert from_record(file).record == attached.said["text"]
    assert case.said["game"] == "mini-baccarat"
    with pytest.raises(RecordError, match="the record ends at act"):
        from_record(file, 10**6)
    with pytest.raises(UnknownName, match="unknown record in this file"):
        from_record(file, hand="nobody's")


def test_a_missing_fact_is_asked_for_and_given_later(journal):
    """A case may be opened before the facts are known; a correction gives them, and the ruling is proposed anew."""
    case = docket.open_case(journal, Opening(), from_facts(["late_bet"], {}, rule_set("us")))
    assert case.proposed == "undecided"
    with pytest.raises(JournalError, match="propose no outcome"):
        docket.decide(journal, "1", by="Ann Lee")
    docket.correct(journal, "1", "it was a new bet", facts={"change": "placed"}, by="Ann Lee")
    case = find_case(journal, "1")
    assert case.proposed not in {"", "undecided"}
    assert case.facts == {"change": "placed"}
    assert docket.decide(journal, "1", by="Ann Lee").said["outcome"] == case.proposed
    assert len([entry for entry in journal.entries() if entry.kind == "adopted"]) == 1  # the rules of the day, not once more


def test_a_departure_needs_a_reason(journal):
    """Fairness may come before the letter, and whoever departs from the rules says why."""
    docket.open_case(journal, Opening(), boxed())
    before = journal.anchor()
    for reason in ("", "  "):
        with pytest.raises(JournalError, match=r"the rules propose .*, give a reason"):
            docket.decide(journal, "1", "play_on", by="Ann Lee", reason=reason)
    assert journal.anchor() == before
    entry = docket.decide(journal, "1", "Play on", by="Ann Lee", reason="nobody could see it")
    assert (entry.said["departs"], entry.said["proposed"], entry.said["basis"]) == (True, "card_replaced", "")
    assert find_case(journal, "1").departs
    assert not docket.decide(journal, "1", "card_replaced", by="Ann Lee").said["departs"]
    with pytest.raises(UnknownName, match="outcome"):
        docket.decide(journal, "1", "undecided", by="Ann Lee")


def test_a_departure_in_poker_cites_rule_1(journal):
    """The poker rules themselves let the floor put fairness first; the entry cites them."""
    docket.open_case(journal, Opening(), from_facts(["first_card_wrong_seat"], {"acts": "none"}, rule_set("rrop")))
    assert find_case(journal, "1").proposed == "misdeal"
    entry = docket.decide(journal, "1", "play_on", by="Ann Lee", reason="both asked for it")
    assert "Decision-making 1" in entry.said["basis"]
    assert "TDA 1" in entry.said["basis"]


def test_what_the_rules_leave_to_the_floor_is_no_departure(journal):
    """Where no outcome is proposed there is nothing to depart from."""
    docket.open_case(journal, Opening("incident", "a drink"))
    assert not docket.decide(journal, "1", "play_on", by="Ann Lee").said["departs"]


def test_the_way_of_a_case(journal):
    """Open, decided, appealed, decided on appeal, signed, closed; and what cannot come yet is refused."""
    docket.open_case(journal, Opening(), boxed())
    states = [find_case(journal, "1").state]
    with pytest.raises(JournalError, match="the dispute has not been decided yet"):
        docket.close(journal, "1")
    docket.decide(journal, "1", by="Ann Lee")
    docket.note(journal, "1", "the card should play", by="Carl Roe", role="patron", kind="appealed")
    states.append(find_case(journal, "1").state)
    with pytest.raises(JournalError, match="the appeal is not decided"):
        docket.close(journal, "1")
    docket.note(journal, "1", "camera 12, 14:02 to 14:06", by="Ann Lee", kind="surveillance")
    upheld = docket.decide(journal, "1", by="Dee Fox")
    assert upheld.said["on_appeal"]
    signed = docket.sign(journal, "1", "Dee Fox", "manager")
    assert (signed.said["entry"], signed.said["sha256"]) == (upheld.seq, upheld.hash)
    docket.close(journal, "1", by="Dee Fox")
    states.append(find_case(journal, "1").state)
    with pytest.raises(JournalError, match="closed already"):
        docket.close(journal, "1")
    with pytest.raises(JournalError, match=r"case .* is closed; an appeal reopens it"):
        docket.decide(journal, "1", by="Ann Lee")
    docket.note(journal, "1", "once more", kind="appealed")
    states.append(find_case(journal, "1").state)
    assert states == ["open", "appealed", "closed", "appealed"]
    assert verify(journal).flaws == ()


def test_corrections_are_new_entries(journal):
    """What was written stays; what is right stands in an entry of its own, which names the wrong one."""
    case = docket.open_case(journal, Opening(table="M3", story=("it was the second card",)), boxed())
    noted = case.entries[-1]
    docket.correct(journal, "1", "it was table M4", now={"table": "M4"}, by="Ann Lee")
    docket.correct(journal, "1", "it was the third card", entry=noted.seq)
    case = find_case(journal, "1")
    assert case.said["table"] == "M4"
    assert case.opened.said["table"] == "M3"
    assert case.corrected == {case.opened.seq: "it was table M4", noted.seq: "it was the third card"}
    assert case.entries[-2].said["was"] == {"table": "M3"}
    with pytest.raises(UnknownName, match="entry of case"):
        docket.correct(journal, "1", "no", entry=1)


def test_facts_of_a_case_without_rules(journal):
    """Facts are what rules ask for; a case without any says so."""
    docket.open_case(journal, Opening("incident"))
    with pytest.raises(JournalError, match="no facts to correct"):
        docket.correct(journal, "1", "seen", facts={"face_seen": "yes"})


def test_cases_by_number(journal, clock):
    """The year may be left out while there is one such number."""
    docket.open_case(journal, Opening("incident", table="M1"))
    docket.open_case(journal, Opening(table="m2"), boxed())
    for said in ("2", "0002", "2026-0002"):
        assert find_case(journal, said).number == "2026-0002"
    for said in ("3", "2025-0001", "x", ""):
        with pytest.raises(UnknownName, match="unknown case of this journal"):
            find_case(journal, said)
    clock.move_to("2027-03-01")
    docket.open_case(journal, Opening("incident"))
    with pytest.raises(UnknownName, match="case of this journal"):
        find_case(journal, "1")
    assert [case.number for case in chosen(cases(journal), table="M2")] == ["2026-0002"]
    assert [case.number for case in chosen(cases(journal), kind="incident", state="open")] == ["2026-0001", "2027-0001"]
    assert [case.number for case in chosen(cases(journal), fault="boxed_card")] == ["2026-0002"]


def test_roles_and_signs(journal):
    """Who is named has a role that there is; signs that steer a terminal, and broken ones, do no harm."""
    with pytest.raises(UnknownName, match="role"):
        docket.open_case(journal, Opening("incident", people=(Person("Ann Lee", "boss"),)))
    case = docket.open_case(journal, Opening("incident", "a \x1b[2Jdrink\x07 \udcff", story=("两杯酒 🍹",)))
    assert case.said["summary"] == "a [2Jdrink ?"
    assert case.entries[-1].said["text"] == "两杯酒 🍹"
    assert verify(journal).flaws == ()


def test_a_case_is_opened_decided_and_signed_in_one(journal):
    """All three stand, or nothing; sent twice by one key it is written once."""
    proposal = boxed(face_seen="no")
    opening = Opening(table="M3", story=("a king lay face up",))
    case = docket.settle(journal, opening, proposal, Decision(None, "Ann Lee"), "one")
    assert [one.kind for one in case.entries] == ["opened", "noted", "decided", "signed"]
    assert case.entries[-1].said["sha256"] == case.entries[-2].hash
    before = journal.anchor()
    assert docket.settle(journal, opening, proposal, Decision("misdeal", "Bo Chan", "fair"), "one").outcome == case.outcome
    assert journal.anchor() == before
    with pytest.raises(JournalError, match="give a reason"):
        docket.settle(journal, opening, proposal, Decision("misdeal", "Ann Lee"), "two")
    assert journal.anchor() == before
    assert docket.settle(journal, opening, proposal, Decision(None, "Ann Lee"), "two").number != case.number
