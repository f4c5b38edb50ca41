"""Reports and exports: what stands in them, what must not, and who can read the files."""

from __future__ import annotations

import csv
import io
import json
import os
import stat
from html.parser import HTMLParser
from pathlib import Path

import pypdf
import pytest

from dealerkit.files.output import write_output
from dealerkit.jobs.journal import docket
from dealerkit.jobs.journal.cases import find_case
from dealerkit.jobs.journal.disputes import from_facts, from_record
from dealerkit.jobs.journal.docket import Opening, Person
from dealerkit.jobs.journal.erasure import erase
from dealerkit.jobs.journal.export import COLUMNS, as_csv, as_json, dumped
from dealerkit.jobs.journal.reports.cases import CaseHistory
from dealerkit.rules.sets import rule_set
from dealerkit.sheets.document import texts
from dealerkit.sheets.formats import render

RECORDS = Path(__file__).parents[2] / "records"
NASTY = "<script>alert(1)</script> & {{ 7*7 }}"


@pytest.fixture
def whole(journal):
    """A journal with a case that has everything."""
    people = (Person("Ann Lee", "floor"), Person("Bo Chan", "dealer"), Person("Carl Roe", "patron", 3))
    opening = Opening("dispute", NASTY, "M3", people=people, story=("it lay face up,\nand boxed", '=HYPERLINK("x")'))
    docket.open_case(journal, opening, from_facts(["boxed_card"], {}, rule_set("us")))
    docket.decide(journal, "1", "play_on", by="Ann Lee", reason="nobody saw it")
    docket.note(journal, "1", "I did", by="Carl Roe", role="patron", kind="appealed")
    docket.decide(journal, "1", by="Dee Fox")
    docket.attach(journal, "1", from_record(RECORDS / "coup-wrong-payout.rec"))
    docket.correct(journal, "1", "it was table M4", now={"table": "M4"})
    docket.sign(journal, "1", "Ann Lee")
    docket.close(journal, "1")
    return journal


class Checked(HTMLParser):
    """Notes what a page is made of, and that every element is closed in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in ("meta", "col", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def paper(journal, *, names=True, records=False):
    """The report of the case for paper."""
    return CaseHistory(find_case(journal, "1"), journal.names if names else {}, journal, records).document()


def page(journal, **how):
    """The report of the case as a page."""
    return render(paper(journal, **how), "html")[0].decode()


def test_a_report_says_it_all(whole):
    """Head, proposed ruling, every entry, the correction, signature lines, the last hash."""
    found = paper(whole, records=True)
    made = "\n".join([found.control.house, *texts(found)])
    last = find_case(whole, "1").entries[-1]
    for words in (
        "Riverside", "Dispute 2026-0001", "2026-03-01 12:00 +08:00", "Asia/Macau", "Ann Lee", "Carl Roe", "seat 3", "M4",
        "before: M3",
        "The card is replaced by another", "BI-03", "nobody saw it", "decided on appeal", "coup/wrong-payout",
        "# dealerkit record 1",
        rule_set("us").sha256[:16], last.hash[:8], "Signatures", "dealer", "floor", "manager",
    ):  # fmt: skip
        assert words in made, words
    assert "{{ 7*7 }}" in made  # a text is no template


def test_a_page_is_well_formed_and_harmless(whole):
    """Text is text: no element comes out of it, every element is closed, every id stands once, nothing is fetched."""
    made = page(whole, records=True)
    parser = Checked()
    parser.feed(made)
    assert parser.open == []
    assert "script" not in parser.seen
    assert {"main", "header", "h1", "h2", "table", "th"} <= set(parser.seen)
    assert "http" not in made.replace("http-equiv", "")


def test_a_report_without_names(whole):
    """Pseudonyms on demand; and for whoever was removed, always."""
    assert "Ann Lee" not in page(whole, names=False)
    erase(whole, "Carl Roe")
    made = page(whole)
    assert "Carl Roe" not in made
    assert "Ann Lee" in made


def test_a_report_is_typeset(whole):
    """A PDF of what stands in it, whatever somebody wrote; a long record goes on over pages."""
    found = paper(whole, records=True)
    words = " ".join(" ".join(one.extract_text() for one in pypdf.PdfReader(io.BytesIO(render(found, "pdf")[0])).pages).split())
    for said in (
        "Dispute 2026-0001",
        "<script>alert(1)</script> & {{ 7*7 }}",
        "nobody saw it",
        "Signatures",
        "# dealerkit record 1",
    ):
        assert said in words


def test_csv(whole):
    """One entry a row, the same columns throughout; no cell that a spreadsheet takes for a formula."""
    rows = list(csv.reader(io.StringIO("\n".join(as_csv(whole)))))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 1 + whole.anchor().seq
    assert {len(row) for row in rows} == {len(COLUMNS)}
    opened = dict(zip(rows[0], rows[3], strict=True))
    assert (opened["what"], opened["case"], opened["faults"], opened["proposed"]) == (
        "opened",
        "2026-0001",
        "boxed_card",
        "card_replaced",
    )
    assert opened["who"] == "Ann Lee; Bo Chan; Carl Roe"
    assert not any(cell[:1] in set("=+-@") for row in rows for cell in row)
    assert '\'=HYPERLINK("x")' in rows[5]
    decided = next(dict(zip(rows[0], row, strict=True)) for row in rows if row[4] == "decided")
    assert (decided["departs"], decided["reason"]) == ("yes", "nobody saw it")


def test_json(whole):
    """Everything, with the anchor; names only where they are wanted."""
    document = json.loads(dumped(as_json(whole)))
    assert document["journal"]["zone"] == "Asia/Macau"
    assert document["anchor"] == {"entry": whole.anchor().seq, "hash": whole.anchor().hash}
    assert [entry["seq"] for entry in document["entries"]] == list(range(1, whole.anchor().seq + 1))
    assert [one["set"] for one in document["rules"]] == ["us"]
    assert document["cases"][0]["outcome"] == "card_replaced"
    assert "Ann Lee" in json.dumps(document)
    assert "Ann Lee" not in dumped(as_json(whole, names=False))


def test_files_are_for_their_owner(tmp_path):
    """0600 from the start whatever the umask, all at once, over an old file too; an error names the file that was asked for."""
    file = tmp_path / "report.txt"
    file.write_text("old\nPrinted by dealerkit 0.1.0.\n")
    file.chmod(0o644)
    before = os.umask(0)
    try:
        write_output(file, "new\n", private=True)
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text() == "new\n"
    with pytest.raises(OSError, match="No such file") as caught:
        write_output(tmp_path / "nowhere" / "report.txt", "new", private=True)
    assert caught.value.filename == str(tmp_path / "nowhere" / "report.txt")
    with pytest.raises(IsADirectoryError):
        write_output(tmp_path, "new", private=True)
    assert [one.name for one in tmp_path.iterdir()] == ["report.txt"]
