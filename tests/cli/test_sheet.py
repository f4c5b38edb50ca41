"""`dealerkit sheet`: which sheet, in which format, to where."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main
from dealerkit.rules.games import game
from tests.sampling import LONG


def run(*args: str, code: int = 0, **env: str) -> Result:
    """Run the command."""
    result = CliRunner().invoke(main, ["sheet", *args], env={"DEALERKIT_RULES": "", **env})
    assert result.exit_code == code, result.output
    return result


def test_markdown_goes_to_standard_output():
    """Without --out nothing is written and nothing else is said."""
    result = run("mini-baccarat", "--doc", "book")
    assert result.stdout.startswith("# The rules of the house\n")
    assert result.stdout.endswith("\n")
    assert result.stderr == ""


@pytest.mark.parametrize(("old", "new"), [("rules", "book"), ("faults", "floor"), ("tableau", "wall"), ("roads", "score")])
def test_the_sheets_that_there_were_are_editions_now(old, new):
    """By their old names too, and the new one is told."""
    result = run("mini-baccarat", "--doc", old)
    assert result.stdout == run("mini-baccarat", "--doc", new).stdout
    assert f"`{old}` is now called `{new}`" in result.stderr


def test_whoever_names_no_edition_gets_the_players():
    """Most who ask for the rules of a game want to play it."""
    assert run("mini-baccarat").stdout.startswith("# Mini baccarat for players\n")
    assert run("canasta").stdout.startswith("# Canasta for players\n")


def test_the_name_of_the_file_chooses_the_format(tmp_path):
    """Unless --format does."""
    page, text, other = (tmp_path / name for name in ("a.html", "a.txt", "b.html"))
    rules = ("mini-baccarat", "--doc", "book")
    assert run(*rules, "--out", str(page)).stdout == ""
    run(*rules, "--out", str(text))
    run(*rules, "--out", str(other), "--format", "md")
    assert page.read_text(encoding="utf-8").lstrip().startswith("<!DOCTYPE html>")
    assert text.read_text(encoding="utf-8").startswith("# The rules of the house")
    assert other.read_text(encoding="utf-8") == text.read_text(encoding="utf-8")


def test_options_rules_and_language_are_honoured():
    """Each changes what is printed."""
    rules = ("mini-baccarat", "--doc", "book")
    assert "| Packs in the shoe | 6 |" in run(*rules, "--set", "decks=6").stdout
    france = game("mini-baccarat", "france")
    assert france.sha256[:16] in run(*rules, "--rules", "france").stdout
    assert game("mini-baccarat", "macau").sha256[:16] in run(*rules, DEALERKIT_RULES="macau").stdout
    assert "迷你百家乐" in run(*rules, "--lang", "zh-Hans").stdout


def test_json_is_the_edition_as_data(tmp_path):
    """With --out the file is written as well."""
    path = tmp_path / "rules.html"
    made = json.loads(run("mini-baccarat", "--doc", "book", "--json", "--out", str(path), "--rules", "france").stdout)
    assert (made["game"], made["edition"], made["format"]) == ("mini-baccarat", "book", "html")
    assert [one["file"] for one in made["files"]] == [str(path)]
    assert path.is_file()
    assert json.loads(run("nap", "--doc", "book", "--json").stdout)["files"] == []


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["no-such-game"], "unknown game:"),
        (["mini-baccarat", "--doc", "fault"], "unknown edition of mini-baccarat: 'fault'"),
        (["nap", "--doc", "tableau"], "unknown edition of nap: 'wall'; known: book, "),
        (["bad-beat", "--doc", "promotion", "--out", "x.docx"], "a paper is one of md, html, pdf, png"),
        (
            ["holdem", "--doc", "dealing"],
            "did you mean dealer? Known: player, wall, ",
        ),
        (["mini-baccarat", "--format", "docx"], "'md', 'html', 'pdf', 'png'"),
        (["mini-baccarat", "--paper", "foolscap"], "'a4'"),
        (["mini-baccarat", "--lang", "fr"], "'en', 'zh-Hans', 'zh-Hant'"),
        (["mini-baccarat", "--set", "decks=13"], "value of decks"),
        (["mini-baccarat", "--rules", "nowhere.yaml"], "no such file"),
        (["--doc", "book"], "Missing argument 'GAME'"),
    ],
)
def test_what_cannot_be_is_refused(args, said):
    """With exit code 2 and what there is."""
    result = run(*args, code=2)
    assert said in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_a_file_that_cannot_be_written(tmp_path):
    """A folder, a folder that is not there, a file in the place of a folder: exit code 2, the name, and no remains."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for name, said in ((".", "this is a folder"), ("none/rules.md", "no such file or folder"), ("file/rules.md", "is a file")):
        result = run("mini-baccarat", "--out", str(tmp_path / name), code=2)
        assert said in result.stderr
        assert "Traceback" not in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_device_is_written_to_and_stays_one():
    """Nothing takes its place."""
    run("mini-baccarat", "--out", os.devnull)
    assert Path(os.devnull).exists()
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(("number", "said"), [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "read-only")])
def test_a_disk_that_takes_nothing(tmp_path, monkeypatch, number, said):
    """Full or read-only: said as such, and nothing half written is left behind."""

    def failing(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", failing)
    result = run("mini-baccarat", "--out", str(tmp_path / "rules.md"), code=2)
    assert f"{tmp_path / 'rules.md'}: " in result.stderr
    assert said in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_permission(tmp_path, monkeypatch):
    """Whoever runs it, a refusal of the system is an answer and not a fault."""

    def refused(self: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    run("mini-baccarat", "--doc", "book")  # so that all that it is made of is read, whichever tests ran before
    monkeypatch.setattr(Path, "open", refused)
    result = CliRunner().invoke(main, ["sheet", "mini-baccarat", "--doc", "book", "--out", str(tmp_path / "rules.md")])
    assert result.exit_code == 2
    assert f"{tmp_path / 'rules.md'}: permission denied" in result.stderr


def test_a_kind_of_file_that_a_sheet_is_not_is_refused(tmp_path):
    """Nobody finds Markdown in a file called PDF; whoever asks for a format by name gets it under any name."""
    assert "write --out rules.html" in " ".join(
        run("nap", "--doc", "book", "--out", str(tmp_path / "rules.docx"), code=2).stderr.split()
    )
    assert not list(tmp_path.iterdir())
    run("nap", "--doc", "book", "--out", str(tmp_path / "rules.docx"), "--format", "md")


@pytest.mark.campaign
def test_every_command_of_the_list_works():
    """What the list says gives the edition, one of six every day: hold'em has no score sheet, and news are since something."""
    from dealerkit.cli.sheet.editions import listed

    for one in list(listed())[:: 1 if LONG else 6]:
        words = one["command"].split()
        assert words[:2] == ["dealerkit", "sheet"]
        assert words[-1] == one["edition"] or f"--doc {one['edition']} " in one["command"]
        assert run(*words[2:]).stdout.startswith("# ")
