"""What is written to a path, and what is never replaced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import dealerkit
from dealerkit.cli.main import main
from dealerkit.errors import OutputError, RecordError
from dealerkit.felt import Act
from dealerkit.files.output import begun, is_ours, write_new, write_output
from dealerkit.table.record import Header, RecordLine, Writer, read_record

pytestmark = pytest.mark.thorough

ROOT = Path(dealerkit.__file__).parents[1]


def run(*args: object, code: int = 0, **more):
    """Run a command in this process."""
    result = CliRunner().invoke(main, list(map(str, args)), **more)
    assert result.exit_code == code, result.output
    return result


def _broken() -> str:
    msg = "the disk"
    raise OSError(5, msg, "elsewhere")


def dk(*args: object, cwd: Path, limit: int | None = None, typed: str = "") -> subprocess.CompletedProcess[Any]:
    """Run a command as a process of its own, with a limit in bytes on the files that it writes: a full disk."""
    code = "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
    code += f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}));" if limit is not None else ""
    code += "from dealerkit.cli.main import main; main()"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    call = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.run(call, cwd=cwd, env=env, input=typed, capture_output=True, text=True, check=False)


# -- files of others

WRITERS = [
    pytest.param(["sheet", "mini-baccarat", "--out"], id="sheet"),
    pytest.param(["sheet", "mini-baccarat", "--lang", "zh-Hans", "--out"], id="sheet in Chinese"),
    pytest.param(["sheet", "mini-baccarat", "--format", "html", "--out"], id="sheet as a page"),
    pytest.param(["sheet", "bad-beat", "--doc", "promotion", "--out"], id="promotion"),
    pytest.param(["journal", "report", "1", "--out"], id="report"),
    pytest.param(["journal", "report", "1", "--format", "html", "--out"], id="report as a page"),
    pytest.param(["journal", "export", "--out"], id="csv"),
    pytest.param(["journal", "export", "--format", "json", "--out"], id="json"),
    pytest.param(["jackpot", "status", "--wall"], id="wall"),
]


@pytest.mark.sample(3)
@pytest.mark.parametrize("args", WRITERS)
def test_what_we_did_not_write_is_not_replaced(args, tmp_path, monkeypatch):
    """Refused, and nothing is asked; --force replaces it; what we wrote ourselves is replaced without."""
    monkeypatch.setenv("DEALERKIT_JOURNAL", str(tmp_path / "j.db"))
    run("journal", "open", "--incident", "--summary", "a drink")
    path = tmp_path / "thesis"
    path.write_text("my thesis\n")
    result = run(*args, path, code=2, input="y\n")
    assert "there is already a file here that dealerkit did not write" in result.stderr
    assert "--force" in result.stderr
    assert path.read_text() == "my thesis\n"
    run(*args, path, "--force")
    assert is_ours(path)
    run(*args, path)
    assert sorted(one.name for one in tmp_path.iterdir() if not one.name.startswith("j.db")) == ["thesis"]


@pytest.mark.parametrize("args", WRITERS[:1])
def test_a_link_out_of_the_folder_is_not_followed(args, tmp_path):
    """Whoever put it there may not choose which file is written; force or not."""
    (tmp_path / "here").mkdir()
    there = tmp_path / "there.md"
    link = tmp_path / "here" / "rules.md"
    link.symlink_to(there)
    for more in ([], ["--force"]):
        assert "this link leads out of its folder" in run(*args, link, *more, code=2).stderr
    assert not there.exists()
    inside = tmp_path / "here" / "mine.md"
    link.unlink()
    link.symlink_to(inside.name)
    run(*args, link)
    assert inside.exists()


@pytest.mark.parametrize("args", WRITERS[:1])
def test_a_linked_folder_is_not_followed_out_of_its_folder(args, tmp_path, monkeypatch):
    """However deep the link lies on the way, and from wherever the way begins; a link that stays inside is followed."""
    here, there = tmp_path / "here", tmp_path / "there"
    (here / "real").mkdir(parents=True)
    (there / "deep").mkdir(parents=True)
    (here / "out").symlink_to(there, target_is_directory=True)
    (here / "in").symlink_to("real", target_is_directory=True)
    monkeypatch.chdir(here)
    for path in ("out/x.md", "out/deep/x.md", here / "out" / "x.md", "./in/../out/x.md"):
        for more in ([], ["--force"]):
            result = run(*args, path, *more, code=2)
            assert "this link leads out of its folder" in result.stderr
            assert "name that folder itself" in result.stderr
    for words in (
        ["rules", "new", "mine", "--from", "us", "--out", "out/x.yaml"],
        ["walk", "mini-baccarat", "--record", "out/x.txt"],
    ):
        result = CliRunner().invoke(main, words, input="quit\n")
        assert (result.exit_code, "this link leads out of its folder" in result.output) == (2, True), result.output
    assert [path for path in there.rglob("*") if path.is_file()] == []
    run(*args, "in/x.md")
    assert (here / "real" / "x.md").exists()


def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path):
    """It is refused at once; a process of its own, for one that waits would never end."""
    os.mkfifo(tmp_path / "pipe")
    result = dk("sheet", "mini-baccarat", "--out", "pipe", cwd=tmp_path)
    assert result.returncode == 2
    assert "this is a pipe" in result.stderr
    (tmp_path / "link.md").symlink_to("pipe")
    assert dk("sheet", "mini-baccarat", "--out", "link.md", cwd=tmp_path).returncode == 2


def test_an_empty_file_is_nobodys_and_a_device_is_written_to(tmp_path):
    """As `mktemp` leaves one; `/dev/null` is not replaced."""
    (tmp_path / "empty").touch()
    write_output(tmp_path / "empty", "x")
    write_output(Path(os.devnull), "x")
    assert Path(os.devnull).is_char_device()


def test_ctrl_c_while_a_file_is_written_leaves_nothing(tmp_path, monkeypatch):
    """Neither half of it in its place, nor anything beside it."""

    def stopped(_handle):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_output(tmp_path / "a.md", "half of it")
    assert list(tmp_path.iterdir()) == []


def test_what_is_begun_and_fails_is_not_left(tmp_path):
    """No half of a file stands in the way of the next try."""
    with pytest.raises(OSError, match="the disk"), begun(tmp_path / "a") as stream:
        print("half", file=stream, end=_broken())
    with begun(tmp_path / "a") as stream:
        stream.write("whole")
    with pytest.raises(OutputError, match="a file with this name already exists"), begun(tmp_path / "a"):
        pass
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "a", "again")
    assert (tmp_path / "a").read_text() == "whole"


# -- a full disk


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "args",
    [
        ["walk", "mini-baccarat", "--seed", "7", "--record", "x.rec"],
        ["play", "mini-baccarat", "--seed", "7", "--hands", "1", "--record", "x.rec"],
        ["convert", "in.rec", "x.rec"],
        ["rules", "new", "x", "--from", "us", "--out", "x.rec"],
        ["sheet", "mini-baccarat", "--format", "md", "--out", "x.rec"],
    ],
)
def test_a_full_disk_leaves_nothing_in_the_way(args, tmp_path):
    """The message names the file; the file is not there."""
    (tmp_path / "in.rec").write_text("")
    if args[0] == "convert":
        assert dk("play", "holdem", "--seed", 3, "--hands", 2, "--record", "full.rec", cwd=tmp_path).returncode == 0
        (tmp_path / "in.rec").write_bytes((tmp_path / "full.rec").read_bytes())
    done = dk(*args, cwd=tmp_path, limit=0)
    assert done.returncode == 2, done.stderr
    assert "x.rec" in done.stderr
    assert "went wrong in dealerkit" not in done.stderr
    assert not (tmp_path / "x.rec").exists()


@pytest.mark.slow
def test_a_disk_that_fills_while_we_write_keeps_what_was_told_as_done(tmp_path):
    """Every act that was shown stands in the record, whole; the one that could not be written does not, and it can go on."""
    typed = "count the rack\ncheck the decks\ncheck the cut cards\nshuffle\n"
    dk("walk", "mini-baccarat", "--seed", 7, "--record", "empty.rec", cwd=tmp_path)
    limit = (tmp_path / "empty.rec").stat().st_size + 20
    done = dk("walk", "mini-baccarat", "--seed", 7, "--record", "x.rec", cwd=tmp_path, limit=limit, typed=typed)
    assert done.returncode == 2
    assert "x.rec: the action could not be saved" in done.stderr
    record = read_record(tmp_path / "x.rec")
    assert not record.torn
    assert 0 < len(record.lines) < 4
    assert done.stdout.count("dealer> ") == len(record.lines) + 1
    assert dk("walk", "--resume", "x.rec", cwd=tmp_path, typed=typed).returncode in (0, 1)


def test_a_copy_on_a_full_disk(tmp_path):
    """`save FILE` says which file, and leaves none."""
    typed = "save copy.rec\nquit\n"
    done = dk("walk", "mini-baccarat", "--seed", 7, "--no-record", cwd=tmp_path, limit=0, typed=typed)
    assert "copy.rec: can't be saved" in done.stdout
    assert not (tmp_path / "copy.rec").exists()


# -- two hands on one record


def test_a_record_that_another_session_has_open_is_refused(tmp_path):
    """By the process that has it; and nothing that the first is told as done is lost."""
    path = tmp_path / "x.rec"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    call = [sys.executable, "-m", "dealerkit", "walk", "mini-baccarat", "--seed", "7", "--record", str(path)]
    first = subprocess.Popen(call, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert first.stdin is not None
    assert first.stdout is not None
    first.stdin.write("count the rack\n")
    first.stdin.flush()
    while "dealer> count the rack" not in first.stdout.readline():
        pass
    result = run("walk", "--resume", path, code=2, input="check the decks\n")
    assert f"this record is open in another session: process {first.pid} (" in result.stderr
    assert f"dealerkit replay {path}" in result.stderr
    run("replay", path)
    first.communicate("check the decks\nquit\n")
    assert [str(line.act) for line in read_record(path).lines] == ["d check rack", "d check decks"]
    run("walk", "--resume", path, input="quit\n")


def test_a_record_is_free_again_when_its_writer_is_closed(tmp_path):
    """In one process too; and what was written in between is read."""
    path = tmp_path / "x.rec"
    with Writer.create(path, Header("mini-baccarat", seats=1)) as writer:
        writer.write(RecordLine(Act.parse("d check rack"), 0))
        with pytest.raises(RecordError, match="open in another session"):
            Writer.resume(path)
    again, record = Writer.resume(path)
    assert len(record.lines) == 1
    again.close()
