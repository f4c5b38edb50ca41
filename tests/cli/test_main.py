"""The root of the command line: help, exit codes, and what stops a command."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from dealerkit import errors
from dealerkit.cli import main as root
from dealerkit.cli.common import echo_lines, json_option, note, report, rules_option, rules_options, set_option
from dealerkit.sheets.document import Remark
from dealerkit.sheets.formats.screen import screen
from dealerkit.sheets.report import DocumentReport, told_finding

main = root.main

# A program of the tests' own: the root group with one more command, `probe`, which does what BODY says.
PROGRAM = """
import sys, types, click
from dealerkit.cli import main as root

@click.command()
def probe():
    "Probe."
    {body}

module = types.ModuleType("dealerkit.cli.probe")
module.probe = probe
sys.modules["dealerkit.cli.probe"] = module
root.COMMANDS["probe"] = "Probe."
root.main(prog_name="dealerkit")
"""


def started(body: str, *args: str, **options: Any) -> subprocess.Popen[str]:
    """Start the program, and talk to it through pipes."""
    settings = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "stdin": subprocess.DEVNULL,
        "text": True,
        "encoding": "utf-8",
    }
    return subprocess.Popen([sys.executable, "-c", PROGRAM.format(body=body), *args], **{**settings, **options})


@pytest.fixture
def probe(monkeypatch):
    """Run the root group with a command `probe` made of a function, in this process."""

    def run(function, *args: str, decorate=lambda command: command, env=None) -> Result:
        command = click.command(name="probe")(decorate(function))
        monkeypatch.setitem(root.COMMANDS, "probe", "Probe.")
        monkeypatch.setattr(root.Root, "get_command", lambda self, ctx, name: command)
        return CliRunner().invoke(main, ["probe", *args], env=env)

    return run


def raiser(error: BaseException):
    """Return a command body that raises."""

    def body() -> None:
        raise error

    return body


@pytest.mark.parametrize("name", list(root.COMMANDS))
def test_the_table_says_what_the_command_says(name):
    """The first line of each command's own help is the line that the root prints without importing it."""
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.get_short_help_str(limit=500) == root.COMMANDS[name]


@pytest.mark.parametrize("name", list(root.COMMANDS))
def test_each_command_helps(name):
    """Every command prints its help, and that help is complete sentences."""
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"Usage: main {name}")


def test_every_module_of_a_command_is_in_the_table():
    """A command that was written can be called."""
    helpers = {"__init__", "common", "failure", "main"}
    folder = Path(root.__file__).parent
    files = {path.stem: path for path in folder.glob("*.py")}
    files |= {
        path.name: (path / "command.py" if (path / "command.py").exists() else path / "__init__.py") for path in folder.iterdir()
    }
    modules = {name for name, path in files.items() if path.exists() and f"def {name}(" in path.read_text(encoding="utf-8")}
    assert modules - helpers == set(root.COMMANDS)


def test_help_imports_no_command_and_no_library():
    """`--help` costs what click costs."""
    code = """if True:
        import sys
        from dealerkit.cli.main import main

        main(["--help"], standalone_mode=False)
        ours = [f"dealerkit.cli.{name}" for name in ("main", "failure", "display", "settings", "variables")]
        print([m for m in ("attr", "yaml", "rich", "jinja2", "msgspec", "cattrs", "json", "difflib") if m in sys.modules])
        print([m for m in sys.modules if m.startswith("dealerkit.cli.") and m not in ours])
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["[]", "[]"]


@pytest.mark.parametrize("flag", ["-V", "--version"])
def test_version(flag):
    """The version is the package's."""
    from dealerkit import __version__

    result = CliRunner().invoke(main, [flag])
    assert (result.exit_code, result.output) == (0, f"dealerkit {__version__}\n")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        pytest.param("gamse", "did you mean games?", id="a-slip-of-the-fingers"),
        pytest.param("GAMES", "did you mean games?", id="capitals"),
        pytest.param("xyzzy", "--help lists them", id="nothing-like-it"),
    ],
)
def test_an_unknown_command_suggests_the_nearest(typed, says):
    """A command that does not exist is answered with one that does."""
    result = CliRunner().invoke(main, [typed])
    assert result.exit_code == 2
    assert f"There is no command '{typed}'" in result.stderr
    assert says in result.stderr
    assert result.stdout == ""


def test_the_help_ends_with_a_first_command():
    """Below the long list, where it is still on the screen."""
    assert "A first command to try:\n  dealerkit demo\n" in CliRunner().invoke(main, ["--help"]).output


def test_who_types_no_command_is_shown_six_and_where_the_rest_is():
    """A screen that nobody has to scroll; every command it names is there."""
    shown = CliRunner().invoke(main, [])
    assert shown.exit_code == 0
    assert re.findall(r"^  dealerkit (\S+)", shown.stdout, re.MULTILINE) == ["demo", "walk", "drill", "rule", "sheet", "check"]
    assert "dealerkit serve" in shown.stdout
    assert "dealerkit --help" in shown.stdout
    assert len(shown.stdout.splitlines()) < 24


def test_every_command_has_its_job():
    """The help lists each command once, under the job it is for."""
    listed = [name for names in root.JOBS.values() for name in names]
    assert sorted(listed) == sorted(root.COMMANDS)


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_the_help_lists_every_command_by_its_job(columns):
    """However wide the screen is: each job's heading, below it its commands, their names one below the other."""
    shown = CliRunner().invoke(main, ["--help"], env={"COLUMNS": columns}).output
    assert {"40": 34, "80": 70, "200": 90}[columns] < max(map(len, shown.splitlines())) <= min(int(columns), 100)
    for job, names in root.JOBS.items():
        part = shown.partition(f"\n{job}:\n")[2].partition("\n\n")[0]
        assert [row.split()[0] for row in part.splitlines() if row[:3].strip()] == list(names)


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        pytest.param(errors.Impossible("the shoe is empty"), 2, "Error: the shoe is empty\n", id="impossible"),
        pytest.param(
            errors.UnknownName(kind="game", name="napp", known=["nap"]),
            2,
            "unknown game: 'napp'; did you mean nap?",
            id="unknown-name",
        ),
        pytest.param(errors.RecordError("a.dk", 7, "no such verb"), 2, "Error: a.dk:7: no such verb", id="record"),
        pytest.param(FileNotFoundError(errno.ENOENT, "x", "a.yaml"), 2, "a.yaml: there is no such file or folder", id="no-file"),
        pytest.param(PermissionError(errno.EACCES, "x", "a.yaml"), 2, "a.yaml: permission denied", id="permission"),
        pytest.param(OSError(errno.EROFS, "x", "out/a"), 2, "out/a: this disk is read-only", id="read-only"),
        pytest.param(OSError(errno.ENOSPC, "x"), 2, "the disk is full", id="disk-full"),
        pytest.param(OSError(errno.ENAMETOOLONG, "File name too long", "a" * 9), 2, "a" * 9 + ": File name too long", id="other"),
        pytest.param(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), 2, "byte 0xff at position 0", id="not-text"),
        pytest.param(EOFError(), 2, "the input ended", id="end-of-input"),
        pytest.param(click.ClickException("a plain refusal"), 2, "Error: a plain refusal", id="click"),
        pytest.param(click.FileError("a.yaml", "gone"), 2, "gone", id="click-file"),
        pytest.param(click.UsageError("too many"), 2, "Error: too many", id="click-usage"),
        pytest.param(KeyboardInterrupt(), 130, "Stopped.", id="ctrl-c"),
        pytest.param(click.Abort(), 130, "Stopped.", id="ctrl-c-at-a-question"),
        pytest.param(click.exceptions.Exit(1), 1, "", id="findings"),
        pytest.param(KeyError("shoe"), 70, "something went wrong in dealerkit (KeyError: 'shoe')", id="fault-of-ours"),
        pytest.param(AssertionError(), 70, "something went wrong in dealerkit (AssertionError)", id="fault-without-words"),
    ],
)
def test_whatever_stops_a_command_is_told(probe, monkeypatch, error, code, says):
    """Each kind of trouble has its message on standard error and its exit code; none has a traceback."""
    monkeypatch.delenv("DEALERKIT_DEBUG", raising=False)
    result = probe(raiser(error))
    assert result.exit_code == code
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_a_fault_of_ours_says_how_to_report_it(probe):
    """The message names the variable, and with it set the traceback comes."""
    quiet = probe(raiser(KeyError("shoe")), env={"DEALERKIT_DEBUG": ""})
    assert "hint: set DEALERKIT_DEBUG=1" in quiet.stderr
    loud = probe(raiser(KeyError("shoe")), env={"DEALERKIT_DEBUG": "1"})
    assert "Traceback" in loud.stderr
    assert loud.exit_code == 70


def test_every_problem_of_a_rule_file_is_shown_with_its_line(probe, tmp_path):
    """All problems at once, each with the line it stands on and a caret under the place."""
    file = tmp_path / "house.yaml"
    file.write_text("set: riverside\ntitle: 庄家\tcard room\n  blackjack_pays: 3:2\n", encoding="utf-8")
    problems = [
        errors.Problem(str(file), 3, 19, "blackjack_pays", "`3:2` was read as a number", "put odds in quotes"),
        errors.Problem(str(file), 2, 10, "title", "a tab"),
        errors.Problem(str(tmp_path / "gone.yaml"), 0, 0, "", "cannot be read"),
    ]
    result = probe(raiser(errors.RuleFileError(problems)))
    assert result.exit_code == 2
    assert result.stderr.replace(str(tmp_path), "DIR").replace(os.sep, "/") == (
        "Error: 3 problems in 2 files\n\n"
        "DIR/gone.yaml: cannot be read\n\n"
        "DIR/house.yaml:2:10: title: a tab\n"
        "  2 | title: 庄家 card room\n"
        "    |            ^\n\n"
        "DIR/house.yaml:3:19: blackjack_pays: `3:2` was read as a number\n"
        "  3 |   blackjack_pays: 3:2\n"
        "    |                   ^\n"
        "  hint: put odds in quotes\n"
    )


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"x" * 400], ids=["binary", "empty", "one-long-line"])
def test_a_strange_file_does_not_stop_the_message(probe, tmp_path, content):
    """The excerpt is a help; where there is none to show, the problem is still told."""
    file = tmp_path / "strange.yaml"
    file.write_bytes(content)
    result = probe(raiser(errors.RuleFileError([errors.Problem(str(file), 1, 300, "", "unreadable")])))
    assert result.exit_code == 2
    assert "strange.yaml:1:300: unreadable" in result.stderr
    assert max(map(len, result.stderr.splitlines())) < 130 + len(str(file))


def test_a_closed_pipe_ends_quietly():
    """`dealerkit ... | head -1`: the reader leaves, we leave, and nobody says a word."""
    process = started("for i in range(200_000): click.echo(f'line {i}')", "probe")
    assert process.stdout is not None
    assert process.stdout.readline() == "line 0\n"
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(120) == 0


@pytest.mark.sample(3)
@pytest.mark.parametrize("args", [["--help"], ["games"], ["games", "--json"]], ids=" ".join)
def test_a_pipe_that_was_never_read_ends_quietly(args):
    """The reader is gone before the first line: what click prints itself and what is flushed at the end included."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        process = subprocess.run([sys.executable, "-m", "dealerkit", *args], stdout=pipe, stderr=subprocess.PIPE, check=False)
    assert process.stderr == b""
    assert process.returncode == 0


@pytest.mark.parametrize("device", [path for path in ["/dev/full"] if Path(path).exists()])
@pytest.mark.thorough
def test_a_full_disk_is_told(device):
    """Output that cannot be written is an error and not a success."""
    with open(device, "w") as full:  # noqa: PTH123 - a device, not a file
        process = subprocess.run([sys.executable, "-m", "dealerkit", "games"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert b"the disk is full" in process.stderr
    assert b"Traceback" not in process.stderr
    assert b"Exception ignored" not in process.stderr
    assert process.returncode == 2


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
@pytest.mark.thorough
def test_a_stream_that_is_closed_leads_nowhere(closed):
    """Whoever starts us without a standard output, as a service may, is not told of a fault of ours."""
    line = f'"$0" -m dealerkit games {closed}'
    process = subprocess.run(["sh", "-c", line, sys.executable], stderr=subprocess.PIPE, check=False)
    assert process.stderr == b""
    assert process.returncode == 0


def test_nothing_is_looked_through_for_garbage_at_the_end():
    """That would take a tenth of a short command's time: whatever is left goes with the process."""
    code = """if True:
        import atexit, gc, sys
        from dealerkit.cli.start import main

        atexit.register(lambda: print(gc.get_freeze_count() > 1000))
        sys.argv = ["dealerkit", "--version"]
        main()
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "True"


def test_ctrl_c():
    """Ctrl-C stops a command with a short note and 130."""
    process = started("click.echo('ready'); import time; time.sleep(600)", "probe")
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err.strip()) == (130, "", "Stopped.")


def test_without_standard_output():
    """A program whose output is closed altogether does its work and says nothing."""
    code = "import sys; sys.stdout = None; from dealerkit.cli.main import main; main(['--version'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("ascii", "Ah Ks ? -> 'x' ?"), ("latin-1", "Ah Ks ? -> 'x' ?"), ("utf-8", "A♥ K♠ 庄 → ‘x’ ?")],
)
def test_a_screen_without_the_sign_shows_letters(encoding, shown):
    """Suits become letters and quotation marks plain where the encoding has no sign; nothing fails."""
    process = started(
        "click.echo('A\\u2665 K\\u2660 \\u5e84 \\u2192 \\u2018x\\u2019 \\udcff')",
        "probe",
        env={**os.environ, "PYTHONIOENCODING": encoding},
        encoding=encoding,
    )
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (0, shown + "\n", "")


def test_in_the_c_locale_every_listing_prints():
    """The oldest terminal of all can list the games."""
    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run([sys.executable, "-m", "dealerkit", "games"], capture_output=True, env=env, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"mini-baccarat" in done.stdout


@pytest.mark.parametrize(
    ("env", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)], ids=["plain", "NO_COLOR", "dumb"]
)
def test_colour(monkeypatch, env, coloured):
    """Colour is for terminals, and for those who want it."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    command = click.command()(lambda: echo_lines(screen("", told_finding("burn/missed", "no burn", "major"))))
    monkeypatch.setitem(root.COMMANDS, "probe", "Probe.")
    monkeypatch.setattr(root.Root, "get_command", lambda self, ctx, name: command)
    on_a_terminal = CliRunner().invoke(main, ["probe"], color=True)
    in_a_pipe = CliRunner().invoke(main, ["probe"])
    assert ("\x1b[" in on_a_terminal.output) is coloured
    assert in_a_pipe.output == "  ! burn/missed   no burn (major)\n"


def test_the_rules_option(probe):
    """One selector: from the option, else from the environment, else none."""

    def body(rules: str | None) -> None:
        click.echo(repr(rules))

    assert probe(body, decorate=rules_option).output == "None\n"
    assert probe(body, decorate=rules_option, env={"DEALERKIT_RULES": "my house.yaml"}).output == "'my house.yaml'\n"
    assert probe(body, "--rules", "us", decorate=rules_option, env={"DEALERKIT_RULES": "france"}).output == "'us'\n"
    assert probe(body, decorate=rules_option, env={"DEALERKIT_RULES": " "}).output == "None\n"


def test_the_rules_option_repeated(probe):
    """Several selectors where rule sets are compared; the environment still names one."""

    def body(rules: tuple[str, ...]) -> None:
        click.echo(repr(rules))

    assert probe(body, decorate=rules_options).output == "()\n"
    assert probe(body, decorate=rules_options, env={"DEALERKIT_RULES": "my house.yaml"}).output == "('my house.yaml',)\n"
    two = probe(body, "--rules", "us", "--rules", "france", decorate=rules_options, env={"DEALERKIT_RULES": "spain"})
    assert two.output == "('us', 'france')\n"


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        pytest.param(["--set", "decks=6", "--set", " tie_pays = 9 "], 0, "{'decks': '6', 'tie_pays': '9'}", id="two"),
        pytest.param(["--set", "pays=3=2"], 0, "{'pays': '3=2'}", id="a-sign-in-the-value"),
        pytest.param(["--set", "decks"], 2, "'decks' is not NAME=VALUE", id="no-sign"),
        pytest.param(["--set", "=6"], 2, "'=6' is not NAME=VALUE", id="no-name"),
        pytest.param(["--set", "decks="], 2, "'decks=' is not NAME=VALUE", id="no-value"),
        pytest.param(["--set", "decks=6", "--set", "decks=8"], 2, "decks is set twice, to 6 and to 8", id="twice"),
    ],
)
def test_the_set_option(probe, args, code, says):
    """Options come as NAME=VALUE; whether such an option exists is the game's to say."""

    def body(settings: dict[str, str]) -> None:
        click.echo(repr(settings))

    result = probe(body, *args, decorate=set_option)
    assert result.exit_code == code
    assert says in result.output


def test_json_and_text_come_from_one_answer(probe):
    """`--json` prints one document on standard output; notes go beside it."""
    from decimal import Decimal
    from fractions import Fraction

    answer = {
        "edge": Fraction(1, 3),
        "amount": Decimal("0.50"),
        "codes": {"b", "a"},
        "problem": errors.Problem("f", 1, 2, "", "和"),
    }

    class EdgeReport(DocumentReport[dict[str, object]]):
        def told(self):
            yield Remark(f"edge {self.data['edge']}", inset=0)
            yield Remark("end", inset=0)

    def body(as_json: bool) -> None:
        note("worked it out")
        report(EdgeReport(answer), as_json)

    text = probe(body, decorate=json_option)
    assert (text.stdout, text.stderr) == ("edge 1/3\nend\n", "worked it out\n")
    import json

    document = json.loads(probe(body, "--json", decorate=json_option).stdout)
    assert document == {
        "edge": "1/3",
        "amount": "0.50",
        "codes": ["a", "b"],
        "problem": {"file": "f", "line": 1, "column": 2, "path": "", "message": "和", "hint": ""},
    }
