"""`dealerkit rule --show`: one large page for the player, with nothing of our own on it."""

from __future__ import annotations

import io
import re

import attrs
import pypdf
import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules.data import data_dir
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import rule
from dealerkit.sheets.formats import render
from dealerkit.sheets.player import PlayerPage, document, player_page

LATE = ("late_bet", "--rules", "us", "-f", "change=placed", "-f", "late_amount=25.50")


@pytest.fixture(autouse=True)
def _no_house(monkeypatch, tmp_path):
    """No rule set from the environment, and a folder to write in."""
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.chdir(tmp_path)


def run(*args, code=0):
    """Run the command and return what it printed."""
    result = CliRunner().invoke(main, ["rule", *args])
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def html_page(page: PlayerPage) -> str:
    """The page as it is read in a browser."""
    return render(document(page), "html")[0].decode()


def test_the_page_says_what_a_player_wants_to_know():
    """BI-12: what happened, the ruling, the rule's number, who decides, how to appeal; on a screen in few columns."""
    rows = run(*LATE, "--show").splitlines()
    text = " ".join(" ".join(rows).split())
    assert " ".join(rows[2:4]) == "THE ACTION IS NOT BINDING; ANY CHIPS IT MOVED ARE RETURNED."
    for part in ("WHAT HAPPENED A bet was changed after the first card.",
                 "WHAT FOLLOWS Late money is returned. Give back: 25.50.",
                 "THE RULE BI-12 ", "WHO DECIDES The floor supervisor", "IF YOU DO NOT AGREE Object at once"):  # fmt: skip
        assert part in text
    assert max(map(len, rows)) <= 56


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", ["us", "rrop", "tda", "social"])
def test_nothing_internal_stands_on_any_page(name):
    """No fault's, fact's or remedy's id, no rule set's or file's name, whatever was ruled; and every page says all it has to."""
    rules = rule_set(name)
    made = 0
    for file in sorted((data_dir("rulings") / name / "cases").glob("*.yaml")):
        for case in read_yaml(file).data["cases"]:
            ruling = rule(dict(case["facts"]), rules) if "facts" in case else None
            if ruling is None or not ruling.decided:
                continue
            made += 1
            page = player_page(rules, ruling)
            text = " ".join([page.house, page.ruling, page.said, *(one for _, said in page.parts for one in said)])
            assert not re.search(r"\w_\w|\bR[BM]-\d|\.yaml|\bdealerkit\b", text), text
            assert {"The rule", "Who decides", "If you do not agree"} <= {heading for heading, _ in page.parts}
    assert made > 20


def test_the_page_is_written_as_html(tmp_path):
    """With --out; one of ours is replaced, somebody else's is not."""
    run(*LATE, "--out", "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<h1>The action is not binding" in page
    assert "late_bet" not in page
    run(*LATE, "--out", "page.html")
    (tmp_path / "page.html").write_text("my own", encoding="utf-8")
    run(*LATE, "--out", "page.html", code=2)
    run(*LATE, "--out", "page.html", "--force")


def test_what_a_house_wrote_is_escaped(tmp_path):
    """A house's words are text on the page, and its own way to appeal stands there."""
    house = tmp_path / "mine.yaml"
    house.write_text(
        "set: mine\nextends: us\ntitle: <b>Mine</b>\ndesk: {appeal: 'ask <script>alert(1)</script> & Co'}\n"
        "faults: {late_bet: {cases: {new: {say: 'so <i>it</i> is'}}}}\n".replace(
            "new:", next(iter(rule_set("us").faults["late_bet"]["cases"])) + ":"
        ),
        encoding="utf-8",
    )
    rules = rule_set(str(house))
    page = html_page(player_page(rules, rule({"fault": "late_bet", "change": "placed"}, rules)))
    assert "ask &lt;script&gt;alert(1)&lt;/script&gt; &amp; Co" in page
    assert "&lt;b&gt;Mine&lt;/b&gt;" in page
    assert "<script>" not in page
    assert "<i>" not in page


@pytest.mark.thorough
@pytest.mark.sample(3)
@pytest.mark.parametrize("name", ["us", "rrop", "tda"])
def test_a_page_is_one_sheet(name):
    """The longest that is set in each size, of all cases of a rule set."""
    rules = rule_set(name)
    longest: dict[float, PlayerPage] = {}
    for file in sorted((data_dir("rulings") / name / "cases").glob("*.yaml")):
        for case in read_yaml(file).data["cases"]:
            ruling = rule(dict(case["facts"]), rules) if "facts" in case else None
            if ruling is not None and ruling.decided:
                page = player_page(rules, ruling)
                longest[page.points] = max(longest.get(page.points, page), page, key=lambda one: one.signs)
    assert longest
    for page in longest.values():
        assert len(pypdf.PdfReader(io.BytesIO(render(document(page), "pdf")[0])).pages) == 1


def test_long_pages_are_set_smaller():
    """So that they print on one sheet."""
    rules = rule_set("us")
    page = player_page(rules, rule({"fault": "late_bet", "change": "placed"}, rules))
    assert page.points == 14.5
    longer = page.because + "x" * (900 - page.signs)  # so long a page came out on two sheets
    assert attrs.evolve(page, because=longer).points == 12


def test_a_page_is_one_answer_of_one_rule_set():
    """What it cannot be is refused with 2; while a fact is missing the question is asked, and it leaves with 1."""
    assert "one rule set" in run("boxed_card", "--rules", "us,macau", "--show", code=2)
    assert "leave out --brief" in run(*LATE, "--show", "--json", code=2)
    assert "--out page.html" in run(*LATE, "--out", "page.docx", code=2)
    assert "a fact is missing" in run("late_bet", "--rules", "us", "--show", code=1)
