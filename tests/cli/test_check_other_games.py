"""`dealerkit check --rules` over an archive of several games: records of games that the rule set is not for are not judged. Each
game is told once, and it is no fault of the records.
"""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main
from dealerkit.jobs.archive import Judging, judged

POKER = "# dealerkit record 1\ngame: holdem\nseats: 2\nseed: 1\n---\nd wash\n"
OMAHA = POKER.replace("holdem", "omaha")
BACCARAT = "# dealerkit record 1\ngame: mini-baccarat\nseats: 1\nseed: 1\n---\nd check rack\n"
WHY = (
    "this rule set is for games of the family 'baccarat', but the game is of the family 'poker'; "
    "choose another with --rules, or leave out --rules"
)


@pytest.fixture(autouse=True)
def _no_house(monkeypatch):
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)


@pytest.fixture
def archive(tmp_path):
    """A folder of records of three games."""
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / "mixed.rec").write_text(POKER + BACCARAT + POKER, encoding="utf-8")
    (folder / "omaha.rec").write_text(OMAHA, encoding="utf-8")
    return folder


def check(*args: object) -> Result:
    """Run the command."""
    result = CliRunner().invoke(main, ["check", *map(str, args)], env={"COLUMNS": "200"})
    assert "Traceback" not in result.output
    return result


def test_each_game_is_told_once(archive):
    """What is wrong, with which set and game, what to do; the record is not to be repaired."""
    said = check(archive, "--rules", "macau")
    assert said.exit_code == 1
    assert " ".join(said.stdout.split()).count(WHY) == 1
    assert "! Hold'em: 2 records were not judged under macau\n" in said.stdout
    assert "! Omaha: 1 record was not judged under macau\n" in said.stdout
    assert "1 hand in 2 files, nothing to report." in said.stdout
    assert "unreadable" not in said.stdout
    assert "Repair" not in said.stdout


def test_replay_says_it_in_the_same_words(archive):
    """The message and what to do."""
    shown = CliRunner().invoke(main, ["replay", str(archive / "omaha.rec"), "--rules", "macau"])
    message, _, hint = WHY.partition("; ")
    assert message in shown.stderr
    assert f"hint: {hint}" in shown.stderr


def test_json_has_it_apart_from_what_cannot_be_read(archive):
    """A game, the rule set, why, how many records."""
    said = check(archive, "--rules", "macau", "--json")
    document = json.loads(said.stdout)
    assert (said.exit_code, document["unreadable"], document["findings"], document["hands"]) == (1, [], [], 1)
    told = [(one["game"], one["rules"], one["records"]) for one in document["not_judged"]]
    assert told == [("Hold'em", "macau", 2), ("Omaha", "macau", 1)]
    assert all(one["why"].startswith(WHY) for one in document["not_judged"])
    assert "not_judged" not in json.loads(check(archive, "--json").stdout)


@pytest.mark.parametrize(("least", "code"), [("minor", 1), ("major", 1), ("critical", 0), ("never", 0)])
def test_it_leaves_as_with_a_record_that_cannot_be_read(archive, least, code):
    """By `--fail-on`."""
    assert check(archive, "--rules", "macau", "--fail-on", least).exit_code == code
    (archive / "torn.rec").write_text("no record\n", encoding="utf-8")
    assert check(archive / "torn.rec", "--fail-on", least).exit_code == code


def test_nothing_is_no_clean_bill(archive):
    """Where no record was judged at all."""
    said = check(archive / "omaha.rec", "--rules", "macau", "--select", "coup")
    assert said.exit_code == 1
    assert "no hand was judged" in said.stdout
    assert "nothing to report" not in said.stdout


def test_a_house_set_for_records_that_name_none(archive, monkeypatch):
    """`DEALERKIT_RULES` may be for one of the games alone."""
    monkeypatch.setenv("DEALERKIT_RULES", "tda")
    said = check(archive)
    assert said.exit_code == 1
    assert "Mini baccarat: 1 record was not judged under tda" in said.stdout
    assert "3 hands in 2 files" in said.stdout


def test_a_record_that_names_such_a_set_itself_cannot_be_read(archive):
    """It is the record that has to be put right."""
    file = archive / "own.rec"
    file.write_text(POKER.replace("seats", "rules: macau\nseats"), encoding="utf-8")
    said = check(file, "--json")
    document = json.loads(said.stdout)
    assert [one["code"] for one in document["findings"]] == ["record/unreadable"]
    assert "not_judged" not in document


def test_a_house_file_that_a_game_cannot_use(tmp_path, archive):
    """It is for poker, and sets a number that hold'em does not take: the file and its line are told once."""
    house = tmp_path / "house.yaml"
    wrong = "procedures: {holdem: {options: {minimum_cut: {default: 99}}}}"
    house.write_text(f"set: mine\nextends: tda\n{wrong}\n", encoding="utf-8")
    said = check(archive, "--rules", house)
    assert said.exit_code == 1
    assert said.stdout.count("house.yaml:3:") == 1
    assert "Hold'em: 2 records were not judged under" in said.stdout
    assert "Repair" not in said.stdout


def test_any_number_of_processes_tells_the_same(archive, tmp_path):
    """And a run that is gone on with."""
    how = Judging("macau")
    left = [chunk.not_judged for chunk in judged([archive], how)]
    kept = tmp_path / "audit.kept"
    assert [chunk.not_judged for chunk in judged([archive], how, jobs=2)] == left
    assert [chunk.not_judged for chunk in judged([archive], how, resume=kept)] == left
    assert [chunk.not_judged for chunk in judged([archive], how, resume=kept)] == left
    assert sum(records for chunk in left for _, records in chunk) == 3


def test_page_and_sarif_tell_it_too(archive, tmp_path):
    """Hands that were not judged are none of the hands that were counted."""
    page, sarif, lines = (tmp_path / f"june.{ending}" for ending in ("html", "sarif", "jsonl"))
    said = check(archive, "--rules", "macau", "--out", page, "--out", sarif, "--out", lines)
    assert said.exit_code == 1
    text = " ".join(re.sub("<[^>]+>", " ", page.read_text(encoding="utf-8")).split())
    assert "1 hands in 1 records 0 records with findings" in text
    assert "Omaha: 1 record was not judged under macau" in text
    (run,) = json.loads(sarif.read_text(encoding="utf-8"))["runs"]
    told = [one["message"]["text"] for one in run["invocations"][0]["toolExecutionNotifications"]]
    assert [text.partition(": this")[0] for text in told] == [
        "Hold'em: 2 records were not judged under macau",
        "Omaha: 1 record was not judged under macau",
    ]
    assert run["results"] == []
    assert lines.read_text(encoding="utf-8") == ""
