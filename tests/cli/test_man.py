"""`dealerkit man`: a page for every command, that `man` reads without a word of complaint."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.cli.roff import page, pages
from dealerkit.cli.shell.tree import tree
from tests.needs import need

PAGES = dict(pages(main))


def test_every_command_has_its_page():
    """Groups and their commands, too; each page names itself, and every page it leads to is there."""
    assert set(PAGES) == {"-".join(["dealerkit", *path.split()]) + ".1" for path in tree()}
    for name, text in PAGES.items():
        assert f"\n.SH NAME\n{name.removesuffix('.1')} ".replace("-", "\\-") in text.replace("\\- ", "\\- ")
        for other in re.findall(r"\\fB(dealerkit\S*)\\fR\(1\)", text):
            assert f"{other}.1".replace("\\-", "-") in PAGES


def test_a_page_says_what_help_says():
    """Each option and argument with its words."""
    text = PAGES["dealerkit-rule.1"].replace("\\-", "-")
    for option in tree()["rule"]["options"]:
        assert max(option["names"], key=len) in text or option["names"][0] in ("--color", "-q", "--no-pager"), option
    assert ".SH EXIT STATUS" in PAGES["dealerkit.1"]
    assert "NO_PAGER" in PAGES["dealerkit.1"]


def test_no_text_is_taken_for_an_order_to_roff():
    """A line that begins with a point, a backslash, a quote: text, as it stands."""
    import click

    @click.command(help=".so /etc/passwd\n\n'oddly \\n[x] \\fBbold\n\n\b\n.TH x\n\\\\$1", short_help=".x")
    @click.option("--a", help=".ig")
    def odd(a: str) -> None:
        pass

    made = page(click.Context(odd, info_name="odd"), ("odd",))
    orders = {row.split()[0] for row in made.splitlines() if row.startswith((".", "'"))}
    assert orders <= {".TH", ".SH", ".TP", ".PP", ".nf", ".fi"}
    assert made.count(".TH") == 2  # the head, and the one that is text
    assert re.sub(r"\\(e|-|&|fB|fR|\(aq|\(ga|\(ha|\(ti|\(dq)", "", made).count("\\") == 0


@pytest.mark.slow
def test_groff_has_nothing_against_them():
    """Every page is set, at 40 and at 200 columns, without a warning but that a long word fits no narrow line."""
    need("groff", shutil.which("groff"))
    for text in PAGES.values():
        for columns in (40, 200):
            order = ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-Wbreak", f"-rLL={columns}n"]
            done = subprocess.run(order, input=text, capture_output=True, text=True, check=True)
            assert done.stderr == "", (text.partition("\n")[0], columns)
            assert "dealerkit" in done.stdout


def test_they_are_written_and_printed(tmp_path, monkeypatch):
    """All into a folder, or one on the screen; somebody else's file stays."""
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["man", "--out", "man1"]).exit_code == 0
    assert {path.name: path.read_text() for path in (tmp_path / "man1").iterdir()} == PAGES
    assert CliRunner().invoke(main, ["man", "journal", "open"]).stdout == PAGES["dealerkit-journal-open.1"]
    (tmp_path / "man1" / "dealerkit-walk.1").write_text("mine")
    assert CliRunner().invoke(main, ["man", "--out", "man1"]).exit_code == 2
    assert (tmp_path / "man1" / "dealerkit-walk.1").read_text() == "mine"
    wrong = CliRunner().invoke(main, ["man", "journal", "opne"])
    assert (wrong.exit_code, "did you mean open" in wrong.stderr) == (2, True)
    assert CliRunner().invoke(main, ["man", "walk", "--out", "x"]).exit_code == 2
