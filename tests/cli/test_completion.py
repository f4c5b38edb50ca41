"""Tab: what may come next in a line, and that real shells are told so."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import COMMANDS, main
from dealerkit.cli.shell.answer import answer, answer_lines
from dealerkit.cli.shell.candidates import CANDIDATES
from dealerkit.cli.shell.scripts import SHELLS
from dealerkit.cli.shell.tree import FILE, FOLDER, KINDS, tree
from dealerkit.rules.games import games
from dealerkit.rules.rule_set import rule_sets
from dealerkit.rulings.facts import known_facts, known_faults
from tests.needs import need

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module", autouse=True)
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the commands are is kept, as it is wherever somebody completes; to import them all takes longer than any answer."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("DEALERKIT_CACHE", str(tmp_path_factory.getbasetemp().parent / "found out"))
        yield


def offered(line: str) -> list[str]:
    """What may come next in a line, each with what of the last word stands before it."""
    _, lead, found = answer(line.split(" "))
    return [f"{lead}{name}" for name, _ in found]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", list(COMMANDS)),
        ("wa", ["walk"]),
        ("journal ", ["begin", "open"]),
        ("--quiet journal op", ["open"]),
        ("new rules harbour --from td", ["tda"]),
        ("walk hold", ["holdem", "holdem-short-deck"]),
        ("games ", games()),
        ("walk holdem --at fl", ["flop"]),
        ("walk holdem --set deal_to=", ["deal_to=present", "deal_to=all_seats"]),
        ("walk holdem --set=deal_to=a", ["--set=deal_to=all_seats"]),
        ("walk holdem --set tap=", ["tap=yes", "tap=no"]),
        ("walk mini-baccarat --set decks=1", ["decks=1", "decks=10", "decks=11", "decks=12"]),
        ("check --select bur", ["burn", "burn/missed-before-street"]),
        ("check --ignore coup/paid-bef", ["coup/paid-before-losers-taken"]),
        ("walk --set deal", []),  # of which game?
        ("sheet mini-baccarat --set deck", ["decks="]),
        ("rule boxed", ["boxed_card"]),
        ("rule boxed_card -f later", ["later_card_drawn="]),
        ("rule boxed_card -f later_card_drawn=", ["later_card_drawn=yes", "later_card_drawn=no"]),
        ("rule boxed_card --fact=later_card_drawn=y", ["--fact=later_card_drawn=yes"]),
        ("rule --rules rr", ["rrop"]),
        ("rule --rules=rr", ["--rules=rrop"]),
        ("rule --rules rrop,td", ["rrop,tda"]),
        ("rules diff rrop td", ["tda"]),
        ("rules diff rrop tda boxed", ["boxed_card"]),
        ("explain BA-3", ["BA-30"]),
        ("explain coup/paid", ["coup/paid-before-losers-taken"]),
        ("plant --game holdem --fault burn/mi", ["burn/missed-before-street"]),
        ("drill third", ["third-card-flash"]),
        ("drill baccarat/th", ["baccarat/third-card-flash"]),
        ("observe mini", ["mini-baccarat"]),
        ("progress --dr", ["--drill"]),
        ("progress sho", ["show"]),
        ("walk --help-mode gu", ["guided"]),
        ("config set color ", ["auto", "always", "never"]),
        ("config set rules fr", ["france"]),
        ("completion install ", ["bash", "zsh", "fish"]),
        ("search --kind ", ["rule"]),
        ("exam new bacc", ["baccarat-table-test"]),
        ("jackpot open bad", ["bad-beat"]),
        ("deck verify --pack pi", ["piquet"]),
        ("sheet holdem --doc pl", ["player"]),
        ("lint --no", ["--notes", "--no-pager"]),
        ("walk holdem -- --", []),
        ("no-such-command ", []),
        ("journal no-such ", []),
    ],
)
def test_what_may_come_next(line, expected):
    """Names that are there, in the place in which they mean something."""
    found = offered(line)
    assert found[: len(expected)] == expected if expected else found == []


def test_every_game_rule_set_fault_and_fact_is_known():
    """Not a chosen few."""
    assert set(offered("walk ")) == set(games())
    assert set(offered("rule --rules ")) == set(rule_sets())
    assert set(offered("rule ")) == set(known_faults())
    assert {name.removesuffix("=") for name in offered("rule no_such -f ")} == set(known_facts())
    for fault, one in known_faults().items():
        assert [name.removesuffix("=") for name in offered(f"rule {fault} -f ")] == list(one.facts)


def test_every_kind_has_its_names_and_its_places():
    """No kind without a place in the command line, none that is not looked up, and no place that is not there."""
    assert set(KINDS) == set(CANDIDATES)
    asked = {one["kind"] for command in tree().values() for one in (*command["options"], *command["arguments"])}
    assert asked == {*KINDS, FILE, FOLDER, ""}
    places = {f"{path} {name}" for path, command in tree().items() for one in command["options"] for name in one["names"]}
    places |= {f"{path} {one['name']}" for path, command in tree().items() for one in command["arguments"]}
    alone = {place.rpartition(" ")[2] for place in places}
    for place in (one for named in KINDS.values() for one in named):
        assert place in places or place.removeprefix("* ") in alone, place


def test_whoever_asks_for_a_game_or_a_rule_set_is_completed():
    """A new command's GAME, --rules, --set and --fact are no words that nobody knows."""
    for path, command in tree().items():
        for one in command["options"]:
            wanted = {"--game": "game", "--rules": "rule set", "--set": "option", "--fact": "fact", "--journal": FILE}
            for name in set(one["names"]) & set(wanted):
                assert one["kind"] == wanted[name] or name == "--game", (path, name)


@pytest.mark.parametrize(
    "word", ["\x1b[31m", "'", '"a', "\\", "--set=", "-", "--", "é", "庄", "$(id)", "*", "a" * 5000, "\udcff"]
)
def test_any_word_is_answered(word):
    """Whatever somebody types, no command and no file, there is an answer without a sign that a screen obeys."""
    for line in ([word], ["rule", word], ["walk", word, "--set", word], ["rule", "--rules", word, "-f", word, word]):
        how, _, found = answer(line)
        assert how in {"names", "files", "folders"}
        assert all(name.isprintable() for name, _ in found)
    assert answer_lines("bash", [], {"COMP_LINE": f"dealerkit rule {word}"})


def test_a_house_file_with_hostile_names_offers_no_sign_that_a_screen_obeys(tmp_path):
    """What a file says is data."""
    file = tmp_path / "mine.yaml"
    file.write_text('game: mine\nextends: nap\noptions: {"a\\e[2Jb": {values: [x], default: x, title: "t\\e]0;x"}}\n')
    for row in answer_lines("zsh", ["walk", str(file), "--set", ""], {}):
        assert "\x1b" not in row


def run(shell: str, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Ask as a shell asks: the program itself, in a process of its own."""
    code = "import sys; from dealerkit.cli.start import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False,
        env={**os.environ, "_DEALERKIT_COMPLETE": shell, **env},
    )  # fmt: skip


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "no-such-shell"])
def test_the_program_answers_and_says_nothing_else(shell):
    """Nothing on standard error, and no traceback, whatever is wrong on this machine."""
    done = run(shell, "rule", "boxed", COMP_LINE="dealerkit rule boxed")
    assert (done.returncode, done.stderr) == (0, "")
    assert "boxed_card" in done.stdout


def test_what_is_broken_on_this_machine_is_no_answer(tmp_path):
    """A configuration, a rule file and a folder to keep things in that are none: nothing is said in the middle of a line."""
    (tmp_path / "config.yaml").write_text("rules: [")
    (tmp_path / "bad.yaml").write_text("game: [")
    broken = run(
        "bash", "walk", str(tmp_path / "bad.yaml"), "--set", "", COMP_LINE=f"dealerkit walk {tmp_path}/bad.yaml --set ",
        DEALERKIT_HOME=str(tmp_path), DEALERKIT_CACHE=str(tmp_path / "config.yaml"),
    )  # fmt: skip
    assert (broken.returncode, broken.stderr) == (0, "")


def test_completion_imports_neither_click_nor_a_command():
    """It is quick because it reads what is kept: no command is imported, once they have been."""
    code = """if True:
        import sys
        from dealerkit.cli.shell.answer import answer
        from dealerkit.cli.shell.tree import tree
        tree()
        for name in [name for name in sys.modules if name.split(".")[0] in ("click", "dealerkit")]:
            del sys.modules[name]
        from dealerkit.cli.shell.answer import answer
        assert answer(["rule", "boxed"])[2]
        print([name for name in sys.modules if name in ("click", "yaml", "jinja2") or name.startswith("dealerkit.cli.rule")])
    """
    env = {**os.environ, "DEALERKIT_CACHE": os.environ["DEALERKIT_CACHE"]}
    subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stdout == "[]\n"


# -- files --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", SHELLS)
def test_it_is_written_where_the_shell_looks_for_it(shell, tmp_path, monkeypatch):
    """In the user's own folder; somebody else's file stays; ours is written anew."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    places = {
        "bash": "data/bash-completion/completions/dealerkit",
        "zsh": "data/zsh/site-functions/_dealerkit",
        "fish": "config/fish/completions/dealerkit.fish",
    }
    file = tmp_path / places[shell]

    def install(*more: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, ["completion", "install", shell, *more])
        return result.exit_code, result.output

    code, output = install()
    assert code == 0
    assert f"Wrote {file}.\n" in output
    assert CliRunner().invoke(main, ["completion", "show", shell]).output == file.read_text()
    assert install()[0] == 0
    file.write_text("# mine\n")
    code, output = install()
    assert (code, file.read_text()) == (2, "# mine\n")
    assert "add --force to replace it" in output
    assert install("--force")[0] == 0
    assert file.read_text() != "# mine\n"


# -- real shells --------------------------------------------------------------------------------------------------------------


def home(folder: Path) -> dict[str, str]:
    """Return the environment of somebody who lives in a folder, with `dealerkit` among the programs."""
    program = folder / "bin" / "dealerkit"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from dealerkit.cli.start import main; main()" "$@"\n')
    program.chmod(0o755)
    env = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": str(folder), "TERM": "dumb"}
    return {**env, "ZDOTDIR": str(folder), "PYTHONPATH": str(Path(__file__).parents[2])}


def typed(shell: str, lines: list[str], tmp_path: Path) -> list[list[str]]:
    """What a real shell offers for each line, from the very script that is installed."""
    env = home(tmp_path)
    script = tmp_path / f"script.{shell}"
    script.write_text(SHELLS[shell].script())
    ask = {"bash": _BASH, "fish": "source {script}\ncomplete -C'{line}' | string replace -r '\\t.*' ''"}[shell]
    found = []
    for line in lines:
        done = subprocess.run(
            [shell, "-c", ask.format(script=script, line=line)],
            capture_output=True,
            text=True,
            check=False,
            env=env,
            cwd=tmp_path,
        )
        assert done.stderr == ""
        found.append(done.stdout.splitlines())
    return found


LINES = ["dealerkit wal", "dealerkit rule --rules=rr", "dealerkit walk holdem --set deal_to=a", "dealerkit walk holdem --at fl"]

_BASH = """
source {script}
compopt() {{ :; }}
COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}
_dealerkit dealerkit
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def test_bash_completes(tmp_path):
    """Words that bash cuts at `=` and `:` come without what stands before the sign."""
    need("bash", shutil.which("bash"))
    assert [one[:1] for one in typed("bash", LINES, tmp_path)] == [["walk"], ["rrop"], ["all_seats"], ["flop"]]


def test_fish_completes(tmp_path):
    """By the whole word."""
    need("fish", shutil.which("fish"))
    firsts = [one[:1] for one in typed("fish", LINES, tmp_path)]
    assert firsts == [["walk"], ["--rules=rrop"], ["deal_to=all_seats"], ["flop"]]


_ZSHRC = """
fpath=({folder} $fpath); autoload -Uz compinit && compinit -u -D
told() {{ print -r -- "$BUFFER" >> {folder}/told; BUFFER="" }}
zle -N told; bindkey '^G' told
"""


def test_zsh_completes(tmp_path):
    """It writes out what it completes, as somebody sees it who types at a terminal and presses Tab."""
    pty = pytest.importorskip("pty", reason="no terminals of this kind")
    need("zsh", shutil.which("zsh"))
    env = home(tmp_path)
    (tmp_path / "_dealerkit").write_text(SHELLS["zsh"].script())
    (tmp_path / ".zshrc").write_text(_ZSHRC.format(folder=tmp_path))
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "wb", buffering=0) as keys:
        shell = subprocess.Popen(
            ["zsh", "-i"], stdin=theirs, stdout=theirs, stderr=theirs, env=env, cwd=tmp_path, start_new_session=True
        )
        os.close(theirs)
        seen = threading.Thread(target=_drain, args=(ours,), daemon=True)  # or it would wait for somebody to look
        seen.start()
        try:
            keys.write("".join(f"{line}\t\a" for line in LINES).encode() + b"exit\n")
            shell.wait(timeout=300)
        finally:
            shell.kill()
        seen.join(timeout=60)
    found = (tmp_path / "told").read_text().splitlines()
    assert [line.split()[-1] for line in found] == ["walk", "--rules=rrop", "deal_to=all_seats", "flop"]


def _drain(terminal: int) -> None:
    with contextlib.suppress(OSError):
        while os.read(terminal, 4096):
            pass
