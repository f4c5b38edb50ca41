"""People: pseudonyms in the chain, names apart; a person removed for good, and the chain still whole."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from dealerkit.errors import JournalError, UnknownName
from dealerkit.files.plain_data import as_plain
from dealerkit.jobs.journal import docket
from dealerkit.jobs.journal.cases import cases, find_case
from dealerkit.jobs.journal.disputes import from_record
from dealerkit.jobs.journal.docket import Opening, Person
from dealerkit.jobs.journal.erasure import erase, expire
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify


def everything(path: Path) -> bytes:
    """Every byte of the journal and of what lies beside it."""
    return b"".join(one.read_bytes() for one in sorted(path.parent.iterdir()) if one.is_file())


def test_the_chain_holds_pseudonyms(told):
    """No name stands in any body; reading puts the names back."""
    bodies = [body for (body,) in told.rows("SELECT body FROM bodies")]
    assert not any(name in body for name in ("Ann Lee", "Bo Chan", "Carl Roe") for body in bodies)
    document = told.named(as_plain(find_case(told, "1")))
    assert document["summary"] == "Carl Roe spilled a drink"
    assert [(one["who"], one["role"]) for one in document["people"]] == [
        ("Ann Lee", "floor"), ("Bo Chan", "dealer"), ("Carl Roe", "patron"),
    ]  # fmt: skip
    people: Any = as_plain(find_case(told, "1"))["people"]
    assert all(re.fullmatch(r"P-[0-9A-Z]{8}", one["who"]) for one in people)


def test_one_person_one_pseudonym(told):
    """However the name is typed, it is the same person; and the pseudonym will do."""
    before = told.names
    pseudonym = next(one for one, name in before.items() if name == "Ann Lee")
    for said in ("ann lee", " Ann  LEE", pseudonym):
        docket.note(told, "1", "a fact", by=said)
    assert told.names == before


def test_erased_names_are_nowhere_in_the_file(told, path):
    """Not in the table, not in a text written before the name was known or in capitals, not in a free page, not beside it."""
    docket.note(told, "1", "Miss Zoe Quick saw it, and so did ZOE  QUICK's friend")  # nobody knew her name as one yet
    docket.note(told, "1", "more", by="Zoe Quick", role="witness")
    anchor = told.anchor()
    assert b"Zoe Quick" in everything(path)
    for name in ("Zoe Quick", "Carl Roe"):
        removed = erase(told, name)
        assert removed.people
    told.close()
    assert not re.search(rb"(?i)zoe\s+quick|carl\s+roe", everything(path))
    with Journal.open(path) as journal:
        found = verify(journal, [anchor])
        assert found.flaws == ()
        assert "redacted" in found.notes[0]
        texts = [entry.said.get("text", "") for entry in journal.entries(kinds=("noted",))]
        assert any(re.fullmatch(r"Miss P-\w{8} saw it, and so did P-\w{8}'s friend", text) for text in texts)
        assert "Ann Lee" in str(journal.named(as_plain(find_case(journal, "1"))))


def test_other_spellings(told, path):
    """What else a person is called goes with the name, or afterwards by the pseudonym; a word of the language stays."""
    docket.note(told, "1", "Will took the chips; the dealer will look, said Mister Grey")
    docket.note(told, "1", "more", by="Will Grey")
    removed = erase(told, "Will Grey", ["Mister Grey"])
    assert {word: len(entries) for word, entries in removed.left.items()} == {"Will": 1}
    again = erase(told, removed.people[0], ["Will"])
    assert again.changed == removed.left["Will"]
    assert erase(told, removed.people[0], ["Will"]) == type(again)()
    text = told.entries(kinds=("noted",))[-2].said["text"]
    assert text == f"{removed.people[0]} took the chips; the dealer will look, said {removed.people[0]}"
    assert verify(told).flaws == ()
    with pytest.raises(UnknownName, match="unknown person in the journal"):
        erase(told, "Will Grey")


def test_a_person_with_the_name_of_a_rule_set(journal):
    """Words of the rules are not people, even where people are called so."""
    from dealerkit.jobs.journal.disputes import from_facts
    from dealerkit.rules.sets import rule_set

    proposal = from_facts(["boxed_card"], {}, rule_set("us"))
    case = docket.open_case(journal, Opening(people=(Person("us"), Person("boxed_card"), Person("dispute"))), proposal)
    erase(journal, "us")
    case = find_case(journal, case.number)
    assert (case.kind, case.faults, case.said["rules_in_force"]["set"]) == ("dispute", ("boxed_card",), "us")
    with pytest.raises(UnknownName, match="two letters"):
        docket.note(journal, "1", "a fact", by="7")


def test_a_name_in_an_attached_record(journal, path, tmp_path):
    """The dealer's name in a record is a pseudonym in the journal, and the record can still be read."""
    text = Path(__file__).parents[2].joinpath("records", "coup-wrong-payout.rec").read_text()
    file = tmp_path / "elsewhere" / "night.rec"
    file.parent.mkdir()
    file.write_text(text.replace("---\n", "dealer: Bo Chan\n---\n", 1))
    proposal = from_record(file)
    docket.open_case(journal, Opening(people=(Person("Bo Chan", "dealer"),)), proposal)
    erase(journal, "Bo Chan")
    journal.close()
    assert b"Bo Chan" not in everything(path)
    from dealerkit.jobs.journal.retrial import as_it_was

    with Journal.open(path) as opened:
        again = as_it_was(opened, find_case(opened, "1"))
        assert again.same
        assert again.same_findings


@pytest.mark.thorough
def test_an_unfinished_sweep_says_so(told, path, monkeypatch):
    """If the file cannot be written anew, the person is removed from the journal, and what is left to do is said."""
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM entries").fetchone()
    monkeypatch.setattr("dealerkit.files.sqlite_file.time.sleep", lambda _: None)
    with pytest.raises(JournalError, match="unused parts of its file") as caught:
        erase(told, "Carl Roe")
    assert "--sweep" in caught.value.hint
    assert "Carl Roe" not in told.names.values()
    reader.close()
    told.swept()
    told.close()
    assert b"Carl Roe" not in everything(path)


def test_a_person_removed_while_another_writes(told, path):
    """Nothing that was written in between is lost."""
    with Journal.open(path, write=True) as other:
        docket.note(other, "1", "from elsewhere, said Carl Roe")
        erase(told, "Carl Roe")
        docket.note(other, "1", "and once more")
    assert verify(told).flaws == ()
    assert told.entries()[-1].said == {"text": "and once more"}


# How long they are kept


def test_names_are_kept_as_long_as_the_house_says(journal, clock, path):
    """Two years after a closed case its people go, unless a younger or an open case names them."""
    docket.change_settings(journal, {"keep_names": "2y"})
    for people in (("Ann Lee", "Carl Roe"), ("Ann Lee", "Dee Fox")):
        case = docket.open_case(journal, Opening("incident", "a drink", people=tuple(Person(one) for one in people)))
        if "Carl Roe" in people:
            docket.close(journal, case.number)
        clock.move_to("2027-09-01 00:00:00")
    assert not expire(journal, _now(journal))
    clock.move_to("2028-03-01 04:00:01")
    removed = expire(journal, _now(journal))
    assert len(removed.people) == 1
    assert sorted(journal.names.values()) == ["Ann Lee", "Dee Fox"]
    assert [case.said["summary"] for case in cases(journal)] == ["a drink", "a drink"]
    assert verify(journal).flaws == ()
    journal.close()
    assert b"Carl Roe" not in everything(path)


def test_cases_are_kept_as_long_as_the_house_says(journal, clock, path):
    """What a case says goes, with its people; that there was one stays, and the chain is whole."""
    docket.change_settings(journal, {"keep_cases": "18m"})
    for summary in ("a red drink", "a blue drink"):
        case = docket.open_case(journal, Opening("incident", summary, people=(Person("Carl Roe"),), story=("it fell",)))
    docket.close(journal, "1")
    clock.move_to("2027-09-02 00:00:00")
    removed = expire(journal, _now(journal))
    assert (removed.cases, removed.people) == (("2026-0001",), ())  # the other case still names him
    assert [(case.number, case.state) for case in cases(journal)] == [("2026-0001", "removed"), ("2026-0002", "open")]
    with pytest.raises(JournalError, match="removed for good"):
        docket.note(journal, "2026-0001", "once more")
    assert docket.open_case(journal, Opening("incident", "third")).number == "2027-0001"
    docket.close(journal, case.number)
    clock.move_to("2030-01-01 00:00:00")
    assert len(expire(journal, _now(journal)).people) == 1
    assert verify(journal).flaws == ()
    assert not expire(journal, _now(journal))
    journal.close()
    assert not re.search(b"Carl Roe|red drink|blue drink|it fell", everything(path))


def test_an_appeal_keeps_a_case(journal, clock):
    """A closed case that an appeal opened again is not removed."""
    docket.change_settings(journal, {"keep_names": "30d", "keep_cases": "30d"})
    docket.open_case(journal, Opening("incident", "a drink", people=(Person("Carl Roe"),)))
    docket.close(journal, "1")
    docket.note(journal, "1", "not so", kind="appealed")
    clock.move_to("2027-03-01 00:00:00")
    assert not expire(journal, _now(journal))


def test_periods_that_are_none(journal):
    """A period is a number of days, months or years."""
    for said in ("0d", "soon", "2", "y", "-1d"):
        with pytest.raises(UnknownName, match="period"):
            docket.change_settings(journal, {"keep_names": said})
    assert "keep_names" not in journal.settings


def _now(journal: Journal):
    from dealerkit.jobs.journal import clock

    return clock.now(journal.settings["zone"])
