"""What comes out of `check`: the same findings in every format, fingerprints that stay, no names, nothing that runs or breaks."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result
from sarif_pydantic import Sarif

from dealerkit.cli import main as root
from dealerkit.errors import RecordError
from dealerkit.jobs.archive.outputs.baseline import read_baseline
from dealerkit.jobs.archive.outputs.page import replay_line
from dealerkit.jobs.archive.outputs.rows import FINDING_COLUMNS, CheckedRow, FindingRow, hidden
from dealerkit.jobs.archive.outputs.tallies import OTHERS, WORST, Tallies
from tests.hands.test_stars_text import CASH

EVIL = '=cmd|"/c calc"!A1<script>alert(1)</script>\x1b[2J'

RESULT_NAMES = {"ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints", "properties", "baselineState"}
"""What SARIF 2.1.0 (section 3.27) calls the properties of a result that we use; a reader may refuse others."""


@pytest.fixture(scope="module")
def records(tmp_path_factory) -> dict[str, str]:
    """Records with slips, two of them with the same name of dealer and table, and one that is torn."""
    folder = tmp_path_factory.mktemp("records")
    made = {}
    for game, seed, slips in (("mini-baccarat", 1, 4), ("mini-baccarat", 2, 3), ("holdem", 3, 2), ("holdem", 4, 0)):
        path = folder / f"{game}-{seed}.txt"
        args = ["play", game, "--seed", str(seed), "--hands", "4", "--slips", str(slips), "--record", str(path)]
        CliRunner().invoke(root.main, args)
        made[path.name] = path.read_text()
    return made


@pytest.fixture
def archive(records, tmp_path, monkeypatch) -> Path:
    """The records in a folder of their own, in which we stand."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "june"
    folder.mkdir()
    for number, (name, text) in enumerate(records.items()):
        first, rest = text.split("\n", 1)
        notes = (
            f"dealer: {EVIL if number == 1 else 'Kim'}\ntable: {number % 2 + 1}\ndate: 2026-06-0{number + 1}T1{number}:30:00\n"
        )
        (folder / name).write_text(f"{first}\n{notes}{rest}")
    (folder / "torn.txt").write_text("# dealerkit record 1\ngame: no-such-game\n")
    return folder


def check(*args: str, code: int = 1) -> Result:
    """Run `check`."""
    result = CliRunner().invoke(root.main, ["check", *args], env={"COLUMNS": "110"})
    assert result.exit_code == code, result.output
    return result


def told(path: str) -> list[dict[str, Any]]:
    """The findings of a file of JSON lines."""
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def test_every_format_tells_the_same(archive):
    """SARIF, JSON lines, CSV, Parquet, page and screen: the same findings, in the same order."""
    whole = json.loads(check("june", "--json").stdout)
    outs = [f"found.{ending}" for ending in ("sarif", "jsonl", "csv", "parquet", "html")]
    screen = check("june", *(part for out in outs for part in ("--out", out))).stdout
    codes = [row["code"] for row in whole["findings"]]
    rows = told("found.jsonl")
    assert [row["code"] for row in rows] == codes
    sarif = json.loads(Path("found.sarif").read_text())
    Sarif.model_validate(sarif)
    results = sarif["runs"][0]["results"]
    assert [row["ruleId"] for row in results] == codes
    assert all(set(row) <= RESULT_NAMES for row in results)
    named = sarif["runs"][0]["tool"]["driver"]["rules"]
    assert [named[row["ruleIndex"]]["id"] for row in results] == codes
    with Path("found.csv").open(newline="") as stream:
        lines = list(csv.DictReader(stream))
    assert [line["code"] for line in lines] == codes
    parquet = pq.read_table("found.parquet").to_pylist()
    assert [row["code"] for row in parquet] == codes
    fingerprints = [row["fingerprint"] for row in rows]
    assert fingerprints == [next(iter(row["partialFingerprints"].values())) for row in results]
    assert fingerprints == [line["fingerprint"] for line in lines] == [row["fingerprint"] for row in parquet]
    assert len(set(fingerprints)) == len(fingerprints)
    page = Path("found.html").read_text()
    assert all(code in page and code in screen for code in set(codes))
    hands = pq.read_table("found-hands.parquet").to_pylist()
    assert sum(row["findings"] for row in hands) == len([row for row in rows if row["hand"]])
    assert sum(row["rounds"] for row in hands) == whole["hands"]


def rows_of(query: str) -> list[list[Any]]:
    """What DuckDB answers. It is asked in a process of its own: where it ends it tells at length what it has not cleared away."""
    code = "import duckdb, json, sys; print(json.dumps(duckdb.sql(sys.argv[1]).fetchall()))"
    asked = subprocess.run([sys.executable, "-c", code, query], capture_output=True, check=True)
    found: list[list[Any]] = json.loads(asked.stdout)
    return found


def test_duckdb_reads_it(archive):
    """Findings and hands come together by file and hand."""
    check("june", "--out", "found.parquet")
    query = """select h.dealer, count(f.code) from 'found-hands.parquet' h left join 'found.parquet' f using (file, hand)
               where h.dealer = 'Kim' group by 1"""
    rows = rows_of(query)
    check("june", "--out", "found.jsonl")
    assert rows == [["Kim", sum(row["dealer"] == "Kim" for row in told("found.jsonl"))]]


def test_the_queries_of_the_documentation(archive):
    """What the page on `check` asks of Parquet can be asked."""
    page = (Path(root.__file__).parents[2] / "docs/commands/checking.md").read_text(encoding="utf-8")
    queries = page.split("```sql\n")[1].split("```")[0].split(";")
    check("june", "--out", "june.parquet")
    first, second = (rows_of(query.replace(">= 100", ">= 1")) for query in queries[:2])
    assert {row[0] for row in first} >= {"Kim", EVIL}
    assert {row[1] for row in second} <= {"major", "critical"}
    assert second


def test_a_fingerprint_stays(archive, records):
    """Between runs, when hands come before it, when the file has another name: none moves; another hand has others."""
    check("june", "--out", "before.jsonl")
    first = next(iter(records))
    text = (archive / first).read_text()
    other = next(text for name, text in records.items() if name.startswith("holdem-3"))
    (archive / first).unlink()
    (archive / "a new name.txt").write_text(other + "\n" + text)
    check("june", "--out", "after.jsonl")
    before, after = (Counter(row["fingerprint"] for row in told(name)) for name in ("before.jsonl", "after.jsonl"))
    assert before - after == Counter()
    assert after - before


@pytest.mark.parametrize("ending", ["sarif", "jsonl", "csv"])
def test_a_baseline_tells_what_is_new(archive, records, ending):
    """Against its own output nothing is new; a hand that came since is told alone, and SARIF says that it is new."""
    before = check("june", "--out", f"may.{ending}")
    assert "told before" not in before.stderr
    assert "left out (baseline)" in check("june", "--baseline", f"may.{ending}", code=0).stderr
    bad = next(text for name, text in records.items() if name.startswith("holdem-3"))
    (archive / "new.txt").write_text(bad.replace("seed: 3", "seed: 3\ntable: 9"))
    check("june", "--baseline", f"may.{ending}", "--out", "new.sarif", "--out", "new.jsonl")
    assert {row["file"] for row in told("new.jsonl")} == {"june/new.txt"}
    results = json.loads(Path("new.sarif").read_text())["runs"][0]["results"]
    assert {row["baselineState"] for row in results} == {"new"}


def test_a_baseline_that_another_tool_has_written_again(archive):
    """With other white space and order the fingerprints are read all the same, across the borders of blocks, too."""
    check("june", "--out", "may.sarif")
    known = read_baseline(Path("may.sarif"))
    document = json.loads(Path("may.sarif").read_text())
    Path("may.sarif").write_text(json.dumps(document, indent=7, sort_keys=True) + " " * (1 << 20))
    assert read_baseline(Path("may.sarif")) == known
    filler = {"x": "y" * ((1 << 20) - 3000)}
    Path("may.sarif").write_text(json.dumps({"a": filler, "runs": document["runs"]}))
    assert read_baseline(Path("may.sarif")) == known
    assert known


@pytest.mark.parametrize("text", ["what is this\n", '{"findings": []}', "\x00\x01"])
def test_a_baseline_that_is_none_is_told(archive, text):
    """Whoever names the wrong file is not told that everything is new."""
    Path("other.json").write_text(text)
    assert "it has no fingerprints" in check("june", "--baseline", "other.json", code=2).stderr


@pytest.mark.parametrize(
    "outs", [("a-hands.parquet", "a.parquet"), ("a.csv", "b.csv", "./a.csv"), ("base.sarif",)], ids=lambda outs: outs[-1]
)
def test_files_that_would_overwrite_one_another(archive, outs):
    """They are refused before anything is read; so is the baseline, which would lose all that it knows."""
    Path("base.sarif").write_text('{"runs": []}', encoding="utf-8")
    named = [part for out in outs for part in ("--out", out)]
    result = check(str(archive), *named, "--baseline", "base.sarif", code=2)
    assert "name another file" in result.output
    assert Path("base.sarif").read_text(encoding="utf-8") == '{"runs": []}'


SARIF = '{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "dealerkit"}}, "results": [%s]}]}'
RESULT = '{"partialFingerprints": {"dealerkitHand/v1": "%s"}}'
PRINT = "0123456789abcdef"
LINE = '{"fingerprint": "0123456789abcdef", "file": "a"}\n'


@pytest.mark.parametrize(
    ("name", "text", "where", "why"),
    [
        ("empty.jsonl", "", "", "the file is empty"),
        ("empty.sarif", "\n\n", "", "the file is empty"),
        ("half.jsonl", LINE + LINE[:30], ":2", "not a complete finding"),
        ("half.jsonl", LINE[:20], ":1", "not a complete finding"),
        ("none.jsonl", LINE + "null\n" + LINE, ":2", "not a complete finding"),
        ("other.jsonl", LINE + '{"fingerprint": 7}\n', ":2", "not a complete finding"),
        ("half.csv", f"fingerprint,file,line\n{PRINT},a,1\n{PRINT},a\n", ":3", "not a complete finding"),
        ("half.csv", f'fingerprint,file,line\n{PRINT},"a', ":2", "not a complete finding"),
        ("half.csv", f"fingerprint;file;line\n{PRINT[:9]}", ":2", "not a complete finding"),
        ("version.sarif", SARIF.replace("2.1.0", "9") % RESULT % PRINT, "", "SARIF version '9'"),
        ("null.sarif", SARIF % f"{RESULT % PRINT}, null", "", "result 2 of run 1 has no fingerprint"),
        ("bare.sarif", SARIF % '{"ruleId": "burn/doubled"}', "", "result 1 of run 1 has no fingerprint"),
        ("odd.sarif", SARIF % RESULT % "g" * 1, "", "result 1 of run 1 has no fingerprint"),
        ("no-results.sarif", (SARIF % "").replace("[]", "null"), "", "run 1 has no list of results"),
        ("half.sarif", (SARIF % RESULT % PRINT).replace(", ", ",\n")[:-40], ":3:38", "not complete JSON"),
    ],
)
def test_a_baseline_that_is_not_whole_is_refused(archive, name, text, where, why):
    """With file and place: of a torn one the rest of the findings would be told as new."""
    Path(name).write_text(text, encoding="utf-8")
    said = check("june", "--baseline", name, code=2).stderr
    assert said.startswith(f"Error: {name}{where}: ")
    assert why in said


def test_a_baseline_that_was_cut(archive):
    """At any byte: it is refused, unless a line ends there, which nobody can tell from the end."""
    check("june", *(part for ending in ("sarif", "jsonl", "csv") for part in ("--out", f"may.{ending}")))
    for name in ("may.sarif", "may.jsonl", "may.csv"):
        whole, known = Path(name).read_bytes(), read_baseline(Path(name))
        for size in range(0, len(whole) - 1, 97):  # without its last newline a file is whole
            Path("cut").write_bytes(whole[:size])
            if name != "may.sarif" and whole[:size].endswith((b"\r", b"\n")):
                assert read_baseline(Path("cut")) < known
            else:
                with pytest.raises(RecordError, match=r"^cut"):
                    read_baseline(Path("cut"))


def test_a_device_is_no_baseline(archive):
    """It has no end."""
    assert "this device never ends, so it can't be read" in check("june", "--baseline", "/dev/zero", code=2).stderr


def test_results_of_another_tool_are_no_matter(archive):
    """A file into which others have written has ours in it, all the same."""
    other = '{"tool": {"driver": {"name": "other"}}, "results": [{"ruleId": "x"}]}'
    Path("both.sarif").write_text((SARIF % RESULT % PRINT).replace('"runs": [', f'"runs": [{other}, '), encoding="utf-8")
    assert read_baseline(Path("both.sarif")) == {int(PRINT, 16)}
    Path("sheet.csv").write_bytes(b'\xef\xbb\xbf"fingerprint";"file"\r\n' + f'"{PRINT}";"a"\r\n'.encode())
    Path("sorted.jsonl").write_text(f'{{"file": "a", "fingerprint": "{PRINT}"}}\n', encoding="utf-8")
    assert read_baseline(Path("sheet.csv")) == read_baseline(Path("sorted.jsonl")) == {int(PRINT, 16)}


def test_selection(archive):
    """By code, by family, by severity; what is left out does not count for the exit either."""
    every = json.loads(check("june", "--json").stdout)["findings"]
    family = every[0]["code"].partition("/")[0]
    for args, wanted in (
        (["--select", family], [row for row in every if row["code"].startswith(f"{family}/")]),
        (["--ignore", f"{family}/*"], [row for row in every if not row["code"].startswith(f"{family}/")]),
        (["--severity", "major"], [row for row in every if row["severity"] != "minor"]),
    ):
        assert json.loads(check("june", "--json", *args).stdout)["findings"] == wanted
    check("june", "--select", "rake", code=0)
    check("june", "--fail-on", "never", code=0)
    check("june", "--select", every[0]["code"], "--fail-on", "critical", code=int(every[0]["severity"] == "critical"))
    assert "no finding has that code" in check("june", "--select", "brun", code=2).stderr


def test_statistics(archive):
    """Counts by code and nothing else."""
    out = check("june", "--statistics").stdout
    counts = Counter(row["code"] for row in json.loads(check("june", "--json").stdout)["findings"])
    assert all(f"{count}  {code}" in out for code, count in counts.items())
    assert "why:" not in out


def test_hostile_text(archive):
    """A dealer's name with markup, a formula and signs that a screen obeys is text on the page and in a spreadsheet."""
    check("june", "--out", "found.html", "--out", "found.csv")
    page, table = Path("found.html").read_text(), Path("found.csv").read_text()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "\x1b" not in page
    with Path("found.csv").open(newline="") as stream:
        dealers = {row["dealer"] for row in csv.DictReader(stream)}
    assert any(name.startswith("'=cmd") for name in dealers)
    assert table.startswith("fingerprint,file,line,hand,")


def test_the_page_is_a_document(archive):
    """Printed as papers are: it is known as ours, counts what is found, names each worst hand; a folder may have any name."""
    folder = os.fsdecode(b"ju\xffne")
    shutil.copytree("june", folder)
    found = json.loads(check(folder, "--json").stdout)["findings"]
    check(folder, "--out", "found.html")
    page = Path("found.html").read_text("utf-8")
    assert ";doc=findings;" in page
    assert "<title>ju\\xffne: findings</title>" in page
    rows = re.findall(r"<td class=\"right\">([\d\u202f]+)</td>\s*<td[^>]*>([a-z]+/[\w-]+)</td>", page)
    assert {code: int(count.replace("\u202f", "")) for count, code in rows} == Counter(row["code"] for row in found)
    assert page.count("dealerkit replay ") > 1


PHH = """[1]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AcAd', 'd dh p2 KcKd', 'p1 cbr 1']
players = ['Ann Secret', 'Bo Hidden']
table = 'T9'
year = 2026
month = 6
day = 3
time = 21:05:00
"""


def test_players_are_not_named(tmp_path, monkeypatch):
    """Without a key players are left out; with it they have the same pseudonyms in every run, and no name is anywhere."""
    monkeypatch.chdir(tmp_path)
    Path("a.phhs").write_text(PHH)
    outs = [part for ending in ("sarif", "jsonl", "csv", "parquet", "html") for part in ("--out", f"f.{ending}")]
    check("a.phhs", *outs)
    assert told("f.jsonl")[0]["players"] == []
    assert "is a new key" in check("a.phhs", *outs, "--key", "house.key").stderr
    first = told("f.jsonl")[0]
    assert len(set(first["players"])) == 2
    assert (first["table"], first["time"]) == ("T9", "2026-06-03T21:05:00")
    assert Path("house.key").stat().st_mode & 0o077 == 0
    Path("b.phhs").write_text(PHH.replace("['Ann Secret', 'Bo Hidden']", "['Bo Hidden', 'Ann Secret']"))
    check("b.phhs", *outs, "--key", "house.key")
    assert told("f.jsonl")[0]["players"] == first["players"][::-1]
    for path in tmp_path.glob("f*"):
        assert b"Secret" not in path.read_bytes()
        assert b"Hidden" not in path.read_bytes()
    Path("house.key").write_text("short")
    assert "this key has only 5 characters" in check("a.phhs", *outs, "--key", "house.key", code=2).stderr


def test_a_name_in_what_is_said_gives_way():
    """Longer names first, so that no half of one is left; and no other word, nor what stands for a name, is taken for one."""
    assert hidden("Ann Lee raised over Ann", ("Ann", "Ann Lee"), None) == "player 2 raised over player 1"
    assert hidden("a calls, player d bets", ("a", "d", "player"), None) == "player 1 calls, player 3 player 2 bets"
    assert hidden("'(Bo)' and 'Bo)'", ("(Bo)", ""), None) == "'player 1' and 'Bo)'"
    assert hidden("Ann is there twice", ("Ann", "Ann"), None) == "player 1 is there twice"


@pytest.mark.parametrize("ending", ["sarif", "jsonl", "csv", "parquet", "html"])
def test_nothing_half_written_is_left(archive, ending, monkeypatch):
    """Somebody else's file stays; what breaks off leaves the one of before; a folder or a name without a format is refused."""
    out = f"found.{ending}"
    Path(out).write_text("mine")
    assert "did not write" in check("june", "--out", out, code=2).stderr
    assert Path(out).read_text() == "mine"
    check("june", "--out", out, "--force")
    whole = Path(out).read_bytes()
    check("june", "--out", out)  # ours is replaced
    monkeypatch.setattr("dealerkit.cli.check.Output.take", _interrupted)
    check("june", "--out", out, code=130)
    assert Path(out).read_bytes() == whole
    assert not list(Path().glob(".*part"))
    assert check("june", "--out", "found.txt", code=2).stderr.count(".parquet")


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def finding(number: int, severity: str = "minor") -> tuple[CheckedRow, list[FindingRow]]:
    """A hand with one finding."""
    values: dict[str, Any] = dict.fromkeys(FINDING_COLUMNS, "")
    values |= {"line": 3, "round": 1, "act": 2, "players": (), "cite": (), "self_corrected": False, "hand": str(number)}
    row = FindingRow(**{**values, "file": "a b.txt", "code": "burn/doubled", "severity": severity})
    dealer = f"d{number}"
    hand = CheckedRow("a b.txt", 1, str(number), "G", "", "t", dealer, "2026-06-03T21:05", "", (), 9, 2, 1, severity)
    return hand, [row]


def test_tallies_keep_no_more_than_a_page_can_show():
    """However many dealers and hands there are; the worst are the worst, and the first of those that are as bad."""
    tallies, rng = Tallies(), random.Random(1)
    grave = set(rng.sample(range(20_000), 30))
    for number in range(20_000):
        tallies.hand(*finding(number, "critical" if number in grave else "minor"))
    assert len(tallies.dealers) <= 5001
    assert tallies.dealers[OTHERS].records + sum(s.records for n, s in tallies.dealers.items() if n != OTHERS) == 20_000
    worst = [int(one.hand.hand) for one in tallies.worst]
    assert len(worst) == WORST
    assert worst[:30] == sorted(grave)
    assert worst[30:] == [number for number in range(60) if number not in grave][: WORST - 30]
    assert (tallies.whole.hands, tallies.hours[21].found) == (40_000, 20_000)


@pytest.mark.thorough
def test_the_command_that_replays_a_hand_in_phh(tmp_path):
    """It shows each faulty hand as far as it goes, also one of another program's."""
    mutants = Path(__file__).parents[2] / "data" / "phh" / "mutants.phhs"
    stars = tmp_path / "stars.txt"
    stars.write_text(CASH.replace("Di: folds\n", "Ann: folds\n", 1), encoding="utf-8")
    shown = 0
    for file in (mutants, stars):
        for flaw in json.loads(check(str(file), "--json").stdout)["findings"]:
            args = ["replay", str(file), "--hand", flaw["hand"], "--at", str(flaw["act"])]
            result = CliRunner().invoke(root.main, args, env={"COLUMNS": "110"})
            assert result.exit_code in (0, 1), result.output
            shown += "after act" in result.output
    assert shown == 61
    assert CliRunner().invoke(root.main, ["replay", str(mutants), "--hand", "none"]).exit_code == 2


def test_a_hand_in_phh_that_cannot_be_shown(tmp_path):
    """No hand at all, one that is not there, an action beyond its end: told as of a record."""
    (tmp_path / "empty.phhs").write_text("", encoding="utf-8")
    (tmp_path / "a.txt").write_text(CASH, encoding="utf-8")
    for words, why in (
        (["empty.phhs"], "the file has no hand"),
        (["a.txt", "--hand", "9"], "unknown hand in this file: '9'; known: 1\n"),
        (["a.txt", "--at", "999"], "actions; action 999 is past the end"),
    ):
        result = CliRunner().invoke(root.main, ["replay", str(tmp_path / words[0]), *words[1:]], env={"COLUMNS": "200"})
        assert result.exit_code == 2
        assert why in result.output


def test_the_command_that_replays_it():
    """What is shown can be typed, whatever the file is called."""
    (row,) = finding(7)[1]
    assert replay_line(row) == "dealerkit replay 'a b.txt' --hand 7 --at 2"
