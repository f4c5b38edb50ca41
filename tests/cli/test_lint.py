"""`dealerkit lint` as its user sees it: the line with its caret, who asked for a file that is not there, how far it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main
from dealerkit.files.screen_text import cells
from dealerkit.rules.data import data_dir
from dealerkit.rules.source_excerpt import excerpt
from tests.cli.pseudo_terminal import PseudoTerminal


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)


def lint(*args: str, columns: int = 100) -> Result:
    """Run it over files in which something is wrong."""
    result = CliRunner().invoke(main, ["lint", *args], env={"COLUMNS": str(columns)})
    assert result.exit_code == 1, result.output
    assert "Traceback" not in result.output
    return result


def test_the_line_is_shown_with_its_caret():
    """As the other commands show it, word for word: whoever reads it need not count columns."""
    Path("mine.yaml").write_text("set: mine\ntitle: Mine\nextends: uss\noptions: {nosuch: {}}\n")
    said = lint("mine.yaml").output
    assert "mine.yaml:3:10: extends: unknown rule set: 'uss'" in said
    assert "  3 | extends: uss\n    |          ^\n" in said
    refused = CliRunner().invoke(main, ["sheet", "mini-baccarat", "--rules", "mine.yaml"])
    assert refused.stderr.removeprefix("Error: ") == said.removesuffix("\n1 problem\n")
    assert json.loads(lint("mine.yaml", "--json").output)["errors"][0]["column"] == 10


MISSING = {
    "set": ("set: mine\ntitle: M\nextends: sub/../nowhere.yaml\n", 3),
    "folder": ("set: mine\ntitle: M\nextends: ./empty\n", 3),
    "game": ("game: mine\nextends: ./nowhere.yaml\n", 2),
    "drill": ("drill: mine\nextends: ./nowhere.yaml\n", 2),
    "syllabus": ("syllabus: mine\nextends: ./nowhere.yaml\n", 2),
}


@pytest.mark.parametrize("kind", MISSING)
def test_a_missing_base_is_told_where_it_was_asked_for(kind):
    """`extends` names what is not there: the line that names it can be put right, the file that is not there cannot."""
    text, line = MISSING[kind]
    Path("empty").mkdir()
    Path("sub").mkdir()
    Path("mine.yaml").write_text(text)
    Path("top.yaml").write_text(text.partition("\n")[0] + "\ntitle: T\nextends: ./mine.yaml\n")
    for file in ("mine.yaml", "top.yaml"):
        output = lint(file).output
        assert f"mine.yaml:{line}:10: extends: " in output
        assert "^" in output
    assert "nowhere.yaml" in output or "this folder has no rule set" in output


def test_any_command_tells_who_asked_for_a_missing_base():
    """Not lint alone."""
    Path("mine.yaml").write_text("set: mine\ntitle: M\nextends: ./nowhere.yaml\n")
    result = CliRunner().invoke(main, ["rule", "boxed_card", "--rules", "mine.yaml"])
    assert (result.exit_code, "Error: mine.yaml:3:10: extends: there is no such file: nowhere.yaml" in result.stderr) == (2, True)


@pytest.mark.parametrize("room", [20, 40, 80, 200])
@pytest.mark.parametrize("sign", ["x", "庄", "\x1b", "\u202e", "e\u0301"])
def test_a_long_line_is_shown_around_the_place(room, sign):
    """However long the line and whatever its signs: it fits, and the caret stands under the place."""
    line = sign * 500 + "!" + sign * 500
    at = line.index("!")
    shown, caret = excerpt(line, 7, at + 1, room)
    assert cells(shown[: shown.index("!")]) == cells(caret) - 1
    assert cells(shown) <= max(room, 30) or cells(sign) > 1
    assert "\x1b" not in shown
    assert "\u202e" not in shown


@pytest.mark.parametrize("columns", [40, 200])
def test_it_fits_the_screen(columns):
    """No line is longer than the screen."""
    Path("mine.yaml").write_text("set: mine\ntitle: " + "word " * 60 + "\nextends: us\nno_such_key_" + "y" * 60 + ": 1\n")
    output = lint("mine.yaml", columns=columns).output
    excerpts = [row for row in output.splitlines() if "|" in row]
    assert excerpts
    assert max(map(len, excerpts)) <= columns


def test_a_folder_without_rule_files_is_not_praised():
    """Whoever names the wrong folder is told so."""
    Path("sub/deeper").mkdir(parents=True)
    assert "this folder has no rule files" in lint("sub").output
    Path("sub/deeper/mine.yaml").write_text("set: mine\ntitle: Mine\nextends: uss\n")
    assert "no rule file" not in lint("sub").output


def test_a_houses_rule_set_without_its_name_is_asked_for_it():
    """It is no house's file of papers: it extends a rule set."""
    Path("mine.yaml").write_text("house: Ours\nextends: us\n")
    assert "begin the file with `set: mine`" in lint("mine.yaml").output


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["lint", "test"])
def test_without_colours_the_line_of_progress_goes_away_too(tmp_path, command):
    """Else the answer stands before the rest of a longer line."""
    cases = str(data_dir("procedures") / "baccarat" / "cases")
    for more, env in ((("--color", "never"), {}), ((), {"NO_COLOR": "1"})):
        with PseudoTerminal(command, cases, *more, cwd=tmp_path, columns=60, rows=200, **env) as one:
            one.end()
            assert cases[:40].encode() in one.raw or b" cases; " in one.raw
            assert one.text.split("\n")[0].rstrip().endswith(("no problems found", "as expected."))


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["lint", "test"])
def test_on_a_terminal_one_sees_how_far_it_is(tmp_path, command):
    """On standard error, and gone at the end; not with --quiet, not where the terminal cannot wipe a line."""
    cases = str(data_dir("procedures") / "baccarat" / "cases")
    words = {"lint": b"  " + cases[:40].encode(), "test": b" cases; "}[command]
    with PseudoTerminal(command, cases, cwd=tmp_path, columns=60) as one:
        one.end()
        assert words in one.raw
        assert b"\r\x1b[K" in one.raw
        assert words.decode() not in one.text
    asked: list[tuple[tuple[str, ...], dict[str, Any]]] = [(("--quiet",), {}), ((), {"TERM": "dumb"})]
    for more, env in asked:
        with PseudoTerminal(command, "mine.yaml", *more, cwd=tmp_path, **env) as one:
            one.end()
            assert b"\x1b[K" not in one.raw


BET_WITHOUT_LINES = """set: mine
extends: us
family: baccarat
procedures:
  mini-baccarat:
    felt: {spots: {lucky7: {side: true, title: Lucky 7}}}
"""


@pytest.mark.parametrize(
    "command",
    [("play", "mini-baccarat", "--seed", "1"), ("odds", "mini-baccarat"), ("coup", "7h Ks Th 6c"), ("walk", "mini-baccarat")],
    ids=lambda command: command[0],
)
@pytest.mark.sample(4, rest="thorough")
def test_a_bet_that_nothing_pays_stops_no_command_but_in_words(command: tuple[str, ...]):
    """`lint` tells it with its line, and so does whatever would deal, count or pay it."""
    Path("mine.yaml").write_text(BET_WITHOUT_LINES)
    said = "the bet 'lucky7' has no payout under `pays`"
    assert said in lint("mine.yaml").output
    result = CliRunner().invoke(main, [*command, "--rules", "mine.yaml"], input="")
    assert result.exit_code == 2, result.output
    assert f"mine.yaml:6:20: felt.spots.lucky7: {said}" in result.output


def test_a_game_of_ours_is_well_by_whatever_path_it_is_named(monkeypatch):
    """RD-19: a file named from the folder that it lies in was told that its pack has cards for eight players."""
    monkeypatch.chdir(data_dir("procedures").parent)
    assert CliRunner().invoke(main, ["lint", "procedures/pot/red-dog.yaml"]).exit_code == 0


def test_a_promotion_that_says_whose_it_is_stays_a_promotion():
    """As every one of ours does, and one that extends another may."""
    Path("ours.yaml").write_text("promotion: ours\nextends: bad-beat\ntitle: Ours\nhouse: A club\npot: '20'\n")
    result = CliRunner().invoke(main, ["lint", "ours.yaml"])
    assert (result.exit_code, result.output) == (0, "ok  no problems found\n")
