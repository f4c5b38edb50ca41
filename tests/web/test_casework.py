"""A case of the journal on its page: noted on, asked about, appealed, decided again, corrected, signed, closed."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import dealerkit as dk
from dealerkit.jobs.journal import docket
from dealerkit.jobs.journal.cases import cases
from dealerkit.jobs.journal.places import journal_place
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from dealerkit.web.desk.casework import CASE_ACTS, FILLED_IN
from tests.gathered import holds_for_each
from tests.web.test_desk import HOSTILE, RULED, decision, kept, links, text

pytestmark = pytest.mark.thorough


@pytest.fixture
def journal(client):
    """A house whose journal has one case, decided and signed by Ann Lee, whose PIN is 1234."""
    assert client.fill("/desk/begin", house="Riverside", zone="UTC").status_code == 200
    assert client.fill("/desk/decide", **decision(client, table="M3")).status_code == 200
    return journal_place()


def page_of(client, number="1"):
    """The page of a case."""
    return client.get(f"/desk/case/{number}")


def form(page, act, **fields):
    """A form of a case as its page has it, filled in and signed by Ann Lee."""
    found = re.search(rf'action="/desk/case/[\d-]+/{act}".*?</form>', page.text, re.DOTALL)
    assert found, f"nothing can be done by {act}: {text(page)}"
    hidden = dict(re.findall(r'name="(j\.\w+)" value="([^"]*)"', found[0]))
    given = {"j.key": hidden["j.key"], "j.seen": hidden["j.seen"], "j.by": "Ann Lee", "j.pin": "1234", "j.how": "so"}
    return given | {f"j.{name}": value for name, value in fields.items()}


def do(client, act, **fields):
    """Do something on the first case, as its page lets."""
    return client.fill(
        f"/desk/case/2026-0001/{act}" if act == "" else f"/desk/case/1/{act}", **form(page_of(client), act, **fields)
    )


def test_a_case_is_led_to_its_end(client, journal):
    """Noted on, asked about, closed, appealed, decided by a manager, corrected, signed, closed: each an entry of its own."""
    do(client, "note", text="the dealer says the chip was under a smaller one", who="Bo Chan", role="dealer")
    do(client, "surveillance", text="camera 12, 14:02: was anything said?")
    page = do(client, "close", text="paid")
    assert "closed" in text(page)
    assert "/1/decide" not in page.text
    page = do(client, "appeal", text="I said raise", who="Carl Roe", role="patron")
    assert "Decide the appeal" in text(page)
    page = do(client, "decide", how="otherwise", outcome="raise", reason="camera 12 has it", text="the raise stands")
    assert "Decided, against the rules" in text(page)
    do(client, "correct", text="it was table M4", table="M4", seats="3, 5")
    do(client, "sign", role="manager")
    do(client, "close")
    (case,) = kept(journal)
    assert case.state == "closed"
    assert (case.outcome, case.departs, case.said["table"], case.said["seats"]) == ("raise", True, "M4", [3, 5])
    kinds = [one.kind for one in case.entries]
    assert kinds[-10:] == [
        "signed", "noted", "surveillance", "closed", "appealed", "decided", "signed", "corrected", "signed", "closed",
    ]  # fmt: skip
    with Journal.open(journal) as opened:
        said = [opened.named(one.said) for one in opened.entries(case.number)]
    who = [[(one["who"], one["role"]) for one in entry.get("people", ())] for entry in said]
    assert [("Bo Chan", "dealer"), ("Ann Lee", "floor")] in who
    assert [("Carl Roe", "patron"), ("Ann Lee", "floor")] in who
    assert [("Ann Lee", "manager")] in who
    assert said[kinds.index("appealed") + 1]["on_appeal"]


def test_what_the_page_writes_the_command_shows(client, journal):
    """`journal show` reads it, and `journal verify` goes through the chain."""
    do(client, "note", text="the dealer had looked away")
    for command, said in ((("journal", "show", "1"), "the dealer had looked away"), (("journal", "verify"), "")):
        told = subprocess.run(
            [sys.executable, "-m", "dealerkit", *command], capture_output=True, text=True, check=True, timeout=60
        )  # fmt: skip
        assert said in told.stdout


def test_a_fact_that_is_corrected_is_ruled_anew(client, journal):
    """Under the rules that the case was opened with; a fact that cannot be that is told at its field."""
    page = do(client, "correct", text="nobody had bet", fact="facing_bet", value="perhaps")
    assert page.status_code == 422
    assert 'id="correct-wrong-value"' in page.text
    assert "nobody had bet" in page.text
    do(client, "correct", text="nobody had bet", fact="facing_bet", value="no")
    (case,) = kept(journal)
    assert case.facts["facing_bet"] in (False, "no")
    assert case.proposed == "bet"


def test_a_record_is_attached(client, journal):
    """With its findings, and who attached it; one that cannot be read is told at its field."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("deal")
    table.push("d deal banker")
    given = form(page_of(client), "attach") | {"token": client.token()}
    page = client.post("/desk/case/1/attach", data=given, files={"file": ("../x.txt", b"no record\n")})
    assert page.status_code == 422
    assert 'id="attach-wrong-file"' in page.text
    page = client.post("/desk/case/1/attach", data=given, files={"file": ("../coup.txt", table.record().encode())})
    assert "a record was attached" in text(page)
    with Journal.open(journal) as opened:
        (entry,) = opened.entries(kinds=("attached",))
    assert entry.said["file"].startswith("coup.txt")
    assert entry.said["findings"]
    assert "finding: act" in text(page)


def test_sent_twice_it_stands_there_once(client, journal):
    """A second tap, and the back button and send once more."""
    given = form(page_of(client), "note", text="once")
    for _ in range(3):
        assert client.fill("/desk/case/1/note", **given).status_code == 200
    assert [one.said["text"] for one in kept(journal)[0].entries if one.kind == "noted" and one.said["text"] == "once"] == [
        "once"
    ]


def test_nobody_writes_on_what_they_have_not_seen(client, journal):
    """Somebody else has appealed meanwhile: it is told, with what was filled in, and then it can be sent."""
    given = form(page_of(client), "close", text="all is done")
    with Journal.open(journal, write=True) as opened:
        docket.note(opened, "1", "not so", by="Carl Roe", role="patron", kind="appealed")
    page = client.fill("/desk/case/1/close", **given)
    assert page.status_code == 409
    assert "someone has written on case" in text(page).casefold()
    assert kept(journal)[0].state == "appealed"
    given = form(page_of(client), "note", text="mine")
    with Journal.open(journal, write=True) as opened:
        docket.note(opened, "1", "theirs")
    page = client.fill("/desk/case/1/note", **given)
    assert (page.status_code, ">mine</textarea>" in page.text) == (409, True)
    assert client.fill("/desk/case/1/note", **form(page, "note", text="mine")).status_code == 200


REFUSED = [
    ("note", {}, "Enter the text of the note."),
    ("note", {"text": "x", "who": "7"}, "That is not a name"),
    ("note", {"text": "x", "role": "king"}, "Choose one of the roles."),
    ("note", {"text": "x", "by": "7"}, "Enter your name"),
    ("note", {"text": "x", "pin": "9999"}, "not the PIN of Ann Lee"),
    ("decide", {"how": "otherwise"}, "Enter the ruling."),
    ("decide", {"how": "otherwise", "outcome": "raise"}, "Say why: the rules propose"),
    ("correct", {"text": "x", "entry": "1"}, "The case has no entry 1."),
    ("correct", {"text": "x", "entry": "two"}, "A number, such as 3."),
    ("correct", {"text": "x", "seats": "front"}, "A number, such as 3; or several, such as 3, 5."),
    ("correct", {"text": "x", "value": "no"}, "Choose the fact."),
    ("correct", {"text": "x", "fact": "facing_bet"}, "Enter the correct value."),
    ("sign", {"role": "king"}, "Choose one of the roles."),
    ("attach", {}, "Choose a record first."),
]
"""An act, what is filled in, and what is said to it."""


def test_what_is_wrong_is_told_at_its_field(client, journal):
    """And nothing is written."""
    before = len(kept(journal)[0].entries)

    def is_told(wrong):
        act, fields, said = wrong
        page = do(client, act, **fields)
        assert page.status_code == 422
        assert said in text(page)
        assert f'id="do-{act}" open' in page.text
        assert len(kept(journal)[0].entries) == before

    holds_for_each(is_told, REFUSED)


def test_a_dispute_nobody_has_decided_is_not_closed(client, journal):
    """Neither offered nor done; a form that somebody made up, or an old one, is refused."""
    with Journal.open(journal, write=True) as opened:
        docket.open_case(opened, docket.Opening(kind="dispute", summary="undecided"))
    assert "/2026-0002/close" not in page_of(client, "2").text
    given = form(page_of(client, "2"), "note", text="x")
    page = client.fill("/desk/case/2/close", **given)
    assert (page.status_code, "the dispute has not been decided yet" in text(page)) == (422, True)
    assert client.fill("/desk/case/2/burn", **given).status_code == 404
    assert client.fill("/desk/case/2/note", **given | {"j.key": "x"}).status_code == 422
    assert client.fill("/desk/case/2/note", **given | {"j.seen": "\u00b2"}).status_code == 422
    assert client.fill("/desk/case/77/note", **given).status_code == 404


def test_a_case_is_judged_again(client, journal):
    """As it was, and under other rules; one that there is not is refused."""
    assert "the same result as before" in text(client.get("/desk/case/1?again=yes"))
    assert "now" in text(client.get("/desk/case/1?again=tda"))
    assert client.get("/desk/case/1?again=../x").status_code == 422


def test_precedents_stand_beside_a_case(client, journal):
    """How the same was ruled in other cases than this."""
    assert "Ruled once here" not in text(page_of(client))
    client.fill("/desk/decide", **decision(client))
    assert "Ruled once here, the same way" in text(page_of(client))


def test_cases_are_listed(client, journal):
    """Those that are open first, by state and table; a state that there is not is refused."""
    for number in range(2, 54):
        with Journal.open(journal, write=True) as opened:
            docket.open_case(opened, docket.Opening("incident", f"spill {number}", "M9" if number == 7 else ""))
    page = client.get("/desk/cases")
    assert "Page 1 of 2" in text(page)
    assert "spill 53" in text(page)
    assert "spill 3 " not in text(page)
    assert "spill 3 " in text(client.get("/desk/cases?page=2"))
    assert "spill 7 " in text(client.get("/desk/cases?table=m9"))
    assert "spill 8 " not in text(client.get("/desk/cases?table=m9"))
    assert "No cases in this list" in text(client.get("/desk/cases?state=closed"))
    assert client.get("/desk/cases?state=lost").status_code == 404
    assert client.get("/desk/cases?page=%C2%B2").status_code == 200
    assert "/desk/cases" in client.get("/desk").text


def test_the_list_before_there_is_a_journal(client):
    """It says how one is begun."""
    assert "the first decision starts it" in text(client.get("/desk/cases"))
    assert "/desk/cases" not in client.get("/desk").text


def test_the_report_is_a_paper(client, journal):
    """To be printed and signed."""
    answer = client.get("/desk/case/1/report.pdf")
    assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")


def test_who_may_not_see_the_journal_does_not(strangers):
    """Neither list nor case nor report, and nothing is written."""
    for path in ("/desk/cases", "/desk/case/1", "/desk/case/1/report.pdf"):
        assert strangers.get(path).status_code == 401
    assert strangers.fill("/desk/case/1/note", **{"j.text": "x"}).status_code == 401


def test_hostile_text_in_every_field_of_every_form(client, journal):
    """It is text: refused or kept, shown and nothing else."""
    for act in CASE_ACTS:
        if f'/{act.name}"' not in page_of(client).text:
            continue
        fields = dict.fromkeys(FILLED_IN, HOSTILE)
        page = client.fill(f"/desk/case/1/{act.name}", **form(page_of(client), act.name, **fields))
        assert page.status_code in (200, 422), act
        assert "<script>alert" not in page.text
        assert "<img" not in page.text
    page = do(client, "note", text=HOSTILE, who="Bo <b>Chan", role="dealer")
    assert (page.status_code, "<script>alert" in page.text, "<b>" in page.text) == (200, False, False)
    with Journal.open(journal) as opened:
        assert not verify(opened).flaws
        assert len(cases(opened)) == 1


def test_links_of_the_desk_lead_to_the_case(client, journal):
    """The last disputes do, once one is decided."""
    client.get(RULED)
    assert links(client.get("/desk"), "row-link")
