"""What `check` makes of a folder: each file is judged, told as one that cannot be read, or counted as no record."""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main
from dealerkit.hands import listing
from dealerkit.hands.listing import OtherFiles, files_in

RECORD = b"# dealerkit record 1\nid: one\ngame: mini-baccarat\nseats: 1\n---\nd check rack\n"
SLIP = RECORD.replace(b"rack", b"decks")
DAMAGED = {
    "a letter": RECORD.replace(b"record", b"recrd", 1),
    "a letter of the mark": b"!" + RECORD[1:],
    "no first line": RECORD.split(b"\n", 1)[1],
    "a byte before": b"x" + RECORD,
    "a blank line before, and a letter": b"\n" + RECORD.replace(b"dealer", b"daeler"),
    "nothing": b"",
    "blank lines": b"\n\n",
    "zeros": bytes(len(RECORD)),
}


def check(*args: object, code: int) -> Result:
    """Run the command."""
    result = CliRunner().invoke(main, ["check", *map(str, args)], env={"COLUMNS": "200", "DEALERKIT_RULES": None})
    assert result.exit_code == code, result.output
    return result


def put(folder: Path, **files: bytes) -> Path:
    """Write files into a folder; `_` stands for the point of a name."""
    folder.mkdir(exist_ok=True)
    for name, body in files.items():
        (folder / name.replace("_", ".")).write_bytes(body)
    return folder


@pytest.mark.parametrize("name", ["tuesday.txt", "tuesday.TXT", "tuesday.rec", "tuesday.txt.gz", "tuesday.night", "tuesday", "a"])
@pytest.mark.parametrize("damage", DAMAGED)
def test_a_record_that_cannot_be_read_is_told(tmp_path, name, damage):
    """Whatever befell it: a folder is as strict as a file that is named, and where its neighbours are records so should it be."""
    body = DAMAGED[damage]
    folder = put(tmp_path / "june", monday_txt=RECORD, monday_night=RECORD, monday=RECORD)
    (folder / name).write_bytes(gzip.compress(body) if name.endswith(".gz") else body)
    told = json.loads(check(folder, "--json", code=1).stdout)
    assert [(one["file"], one["code"]) for one in told["findings"]] == [(str(folder / name), "record/unreadable")]
    assert [one["file"] for one in told["unreadable"]] == [str(folder / name)]
    assert (told["files"], told["hands"], told["no_records"]) == (4, 3, {"files": 0, "kinds": {}})
    alone = json.loads(check(folder / name, "--json", code=1).stdout)
    assert alone["findings"] == told["findings"]


@pytest.mark.parametrize("name", ["tuesday.gz", "tuesday.txt.gz", "tuesday.phhs.gz", "tuesday.csv.gz"])
def test_a_compressed_file_of_no_bytes_is_told(tmp_path, name):
    """Of nothing, too, something is packed: what is left of a full disk is no file of another kind."""
    folder = put(tmp_path / "june", monday_txt=RECORD)
    (folder / name).touch()
    assert "the file is empty" in check(folder, code=1).stdout


def test_files_of_other_kinds_are_counted(tmp_path):
    """In the sum and in JSON; they are no findings. What we are still writing is no file of the archive."""
    folder = put(tmp_path / "june", monday_txt=RECORD, felt_png=b"\x89PNG", a_PNG=b"", notes_md=b"notes\n", README=b"of ours\n")
    put(folder, _hidden_txt=b"hidden\n", _june_html_0a1b2c3d_part=b"")
    put(folder / "deep", lease_pdf=b"%PDF")
    out = check(folder, code=0).stdout
    assert out == (
        "1 hand in 1 file, nothing to report.\n  6 files are not records: 2 .png, 1 .txt, 1 without an extension, 1 .md, 1 .pdf\n"
    )
    told = json.loads(check(folder, "--json", code=0).stdout)
    assert (told["files"], told["hands"], told["unreadable"], told["findings"]) == (1, 1, [], [])
    assert told["no_records"] == {"files": 6, "kinds": {".png": 2, ".txt": 1, "": 1, ".md": 1, ".pdf": 1}}


def test_a_folder_of_other_kinds_alone_is_no_clean_bill(tmp_path):
    """It is said to have no record."""
    assert "this folder has no record" in check(put(tmp_path / "june", a_png=b"x"), code=2).stderr


@pytest.mark.parametrize("how", [[], ["--jobs", "2"], ["--resume", "kept"], ["--resume", "kept", "--jobs", "2"]], ids=" ".join)
def test_whoever_judges_accounts_for_every_file(tmp_path, monkeypatch, how):
    """One process, two, and what is gone on with."""
    monkeypatch.chdir(tmp_path)
    put(Path("june"), a_txt=SLIP, b_txt=b"", c_mon=b"", d_mon=RECORD, e_png=b"x")
    due = json.loads(check("june", "--json", code=1).stdout)
    assert [one["file"] for one in due["unreadable"]] == ["june/b.txt", "june/c.mon"]
    assert due["no_records"]["files"] == 1
    for _ in range(2):
        assert json.loads(check("june", "--json", *how, code=1).stdout) == due


def test_every_output_accounts_for_what_cannot_be_read(tmp_path, monkeypatch):
    """Screen, counts, SARIF, JSON lines, CSV, Parquet and page; what is no record where there is room for a sentence."""
    monkeypatch.chdir(tmp_path)
    put(Path("june"), a_txt=RECORD, b_txt=b"", c_txt=b"x" + RECORD, e_png=b"x")
    outs = [part for ending in ("sarif", "jsonl", "csv", "parquet", "html") for part in ("--out", f"out.{ending}")]
    for screen in (check("june", *outs, code=1), check("june", "--statistics", code=1)):
        assert "2  record/unreadable  major\n  1 file is not a record: 1 .png\n" in screen.stdout
    lost = ["june/b.txt", "june/c.txt"]
    with Path("out.csv").open(newline="") as stream:
        assert [row["file"] for row in csv.DictReader(stream)] == lost
    assert [json.loads(line)["file"] for line in Path("out.jsonl").read_text().splitlines()] == lost
    assert [row["file"] for row in pq.read_table("out.parquet").to_pylist()] == lost
    assert [row["file"] for row in pq.read_table("out-hands.parquet").to_pylist()] == ["june/a.txt"]
    (run,) = json.loads(Path("out.sarif").read_text())["runs"]
    assert [one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in run["results"]] == lost
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"] == "1 file is not a record: 1 .png"
    page = " ".join(re.sub("<[^>]+>", " ", Path("out.html").read_text()).split())
    assert "2 files or records that cannot be read" in page
    assert "1 file is not a record: 1 .png" in page
    assert "Nothing to report" not in page
    assert all(file in page for file in lost)


def test_what_is_left_out_stands_in_json(tmp_path):
    """A link that leads nowhere is noted, and accounted for where another program reads."""
    folder = put(tmp_path / "june", a_txt=RECORD)
    (folder / "b.txt").symlink_to("nowhere")
    told = json.loads(check(folder, "--json", code=0).stdout)
    assert told["left_out"] == [{"file": str(folder / "b.txt"), "why": "it is a link that leads nowhere"}]


def test_many_files_are_sorted_in_a_memory_that_does_not_grow(tmp_path, monkeypatch):
    """Those that turn out to be like records come after the others of their folder; endings are counted up to a number."""
    monkeypatch.setattr(listing, "AT_ONCE", 4)
    folder = put(tmp_path / "june", z_mon=RECORD, **{f"x{number}_mon": b"" for number in range(9)})
    for number in range(150):
        (folder / f"{number}.e{number}x").touch()
    passed = OtherFiles()
    found = [Path(one.path).name for one in files_in([folder], passed=passed)]
    assert found == ["z.mon", *(f"x{number}.mon" for number in range(9))]
    assert passed.files == 150
    assert len(passed.kinds) == 101


# -- whoever reads what is printed leaves


OUTPUTS = (
    ["--out", "o.html"],
    ["--out", "o.sarif"],
    ["--out", "o.parquet", "--out", "o.csv"],
    ["--statistics", "--out", "o.jsonl"],
)
TOO: tuple[list[str], ...] = ([], ["--json"])
EVERY_DAY = (("--out", "o.html"), ("--statistics", "--out", "o.jsonl", "--json"))
"""Two of the eight, with four processes; the others take twelve more."""


@pytest.mark.parametrize(
    ("args", "json_too"),
    [
        pytest.param(args, too, id=" ".join([*args, *too]), marks=() if (*args, *too) in EVERY_DAY else pytest.mark.thorough)
        for args in OUTPUTS
        for too in TOO
    ],
)
@pytest.mark.sample(2, rest="thorough")
def test_a_reader_who_has_left_costs_no_report(tmp_path, args, json_too):
    """The files are those that stand there when all is read, and the code is that of the findings."""
    put(tmp_path / "june", **{f"{number}_txt": SLIP for number in range(40)})
    outs = [name for name in args if name.startswith("o.")]

    def made(*, heard: bool) -> tuple[int | None, str, list[bytes]]:
        reads, writes = os.pipe()
        if not heard:
            os.close(reads)
        call = [sys.executable, "-m", "dealerkit", "check", "june", *args, *json_too]
        with subprocess.Popen(call, cwd=tmp_path, stdout=writes, stderr=subprocess.PIPE, text=True) as process:
            os.close(writes)
            if heard:
                with os.fdopen(reads) as stream:
                    stream.read()
            said = process.communicate()[1]
        bodies = [(tmp_path / name).read_bytes() for name in outs]
        for name in outs:
            (tmp_path / name).unlink()
        return process.returncode, said, bodies

    assert made(heard=False) == made(heard=True)
    assert not list(tmp_path.glob(".*"))
