"""`dealerkit config` and the file of settings: an option goes before the environment, the environment before the file."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from dealerkit.cli.main import main
from dealerkit.cli.settings import VARIABLES
from dealerkit.cli.settings_file import SAYS, changed, read
from dealerkit.cli.shift import GAME
from dealerkit.cli.variables import RULES
from dealerkit.errors import RuleFileError
from dealerkit.files.folders import JOURNAL, config_path

NAMES = ("RULES", "GAME", "HOUSE", "JOURNAL", "CONFIG")


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    """A machine on which nobody has settled anything; returns where the file of settings would lie."""
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    for name in NAMES:
        monkeypatch.delenv(f"DEALERKIT_{name}", raising=False)
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home" / "config.yaml"


def run(*args: str, code: int = 0) -> Result:
    """Run a command that leaves with that code."""
    result = CliRunner().invoke(main, args)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def written(path: Path, text: str | bytes) -> Path:
    """Write a file of settings."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_setting_goes_without_saying(here):
    """What the file says is in force for every command, and for nobody after it."""
    run("config", "set", "rules", "tda")
    assert json.loads(run("rule", "boxed_card", "-f", "boxed_count=1", "--json").output)["rulings"][0]["rules_set"] == "tda"
    assert "DEALERKIT_RULES" not in os.environ


def test_the_environment_goes_before_the_file_and_an_option_before_both(here, monkeypatch):
    """A flag wins over the environment, the environment over the file."""
    run("config", "set", "rules", "tda")

    def ruled(*more: str) -> str:
        return json.loads(run("rule", "boxed_card", "-f", "boxed_count=1", "--json", *more).output)["rulings"][0]["rules_set"]

    assert ruled() == "tda"
    monkeypatch.setenv("DEALERKIT_RULES", "rrop")
    assert ruled() == "rrop"
    assert ruled("--rules", "wsop-live") == "wsop-live"
    assert os.environ["DEALERKIT_RULES"] == "rrop"


def test_the_list_says_who_says_so(here, monkeypatch):
    """Each setting with its value, and the variable or the line of the file that it comes from."""
    run("config", "set", "game", "nap")
    run("config", "set", "color", "never")
    monkeypatch.setenv("DEALERKIT_GAME", "holdem")
    monkeypatch.setenv("NO_PAGER", "1")
    listed = {row["setting"]: row for row in json.loads(run("config", "list", "--json").output)["settings"]}
    assert set(listed) == set(SAYS)
    assert listed["game"] == {"setting": "game", "value": "holdem", "by": "DEALERKIT_GAME"}
    assert (listed["color"]["value"], listed["pager"]["by"], listed["rules"]["value"]) == ("never", "NO_PAGER", None)
    line = int(listed["color"]["by"].rpartition(":")[2])
    assert here.read_text().splitlines()[line - 1] == "color: never"
    assert "color    never" in run("config", "list").output


def test_what_nobody_set_is_told_by_the_code(here):
    """`get` prints the value alone, for a script; 1 if there is none."""
    assert run("config", "get", "rules", code=1).stdout == ""
    assert run("config", "get", "color").stdout == "auto\n"
    run("config", "set", "rules", "us")
    assert run("config", "get", "rules").stdout == "us\n"
    run("config", "unset", "rules")
    run("config", "get", "rules", code=1)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("rules", "riversid"), "unknown rule set: 'riversid'"),
        (("game", "napp"), "did you mean nap?"),
        (("color", "pink"), "known: auto, always, never"),
        (("pager", "less"), "known: auto, never"),
        (("rules", "mine.yaml"), "there is no such file"),
        (("house", "no/house.yaml"), "there is no such file"),
        (("colour", "never"), "did you mean color?"),
        (("game", ""), "expected the game: a name"),
        (("journal", "a\x1b]0;b"), "the value has control characters"),
    ],
)
def test_what_cannot_be_is_not_set(here, typed, says):
    """A setting that would stand in the way of every command never gets into the file."""
    assert says in run("config", "set", *typed, code=2).stderr
    assert not here.exists()


def test_a_path_is_taken_from_where_one_stands_and_kept_whole(here, tmp_path):
    """Another folder is no other house."""
    (tmp_path / "mine.yaml").write_text("set: mine\ntitle: Mine\nextends: us\n")
    run("config", "set", "rules", "mine.yaml")
    assert run("config", "get", "rules").stdout.strip() == str(tmp_path / "mine.yaml")
    written(here, "rules: ../mine.yaml\n")
    assert run("config", "get", "rules").stdout.strip() == str(tmp_path / "mine.yaml")


KEPT = "# our desk\r\n\r\nrules:   us   # since May\r\ngame: nap\r\n"


def test_setting_keeps_every_other_line(here):
    """Comments, order, ends of lines and the file's rights stay; a setting that is there is changed in its place."""
    written(here, KEPT).chmod(0o640)
    run("config", "set", "rules", "france")
    assert here.read_bytes().decode() == KEPT.replace("rules:   us", "rules: france")
    assert stat.S_IMODE(here.stat().st_mode) == 0o640
    run("config", "set", "color", "never")
    run("config", "unset", "game")
    assert here.read_bytes().decode() == "# our desk\r\n\r\nrules: france   # since May\r\ncolor: never\r\n"
    assert [one.name for one in here.parent.iterdir()] == ["config.yaml"]


def test_a_link_stays_a_link(here, tmp_path):
    """Whoever keeps the file elsewhere and links to it finds it changed there."""
    real = written(tmp_path / "kept" / "dealerkit.yaml", "rules: us\n")
    here.parent.mkdir()
    here.symlink_to(real)
    run("config", "set", "rules", "france")
    assert here.is_symlink()
    assert real.read_text() == "rules: france\n"


BROKEN = {
    "unknown": ("rules: us\ncolour: never\n", 2, 1, "did you mean color?"),
    "no-word": ("color: pink\n", 1, 8, "known: auto, always, never"),
    "a-list": ("rules: [us, tda]\n", 1, 8, "expected text"),
    "a-number": ("game: 21\n", 1, 7, "expected text"),
    "twice": ("rules: us\nrules: tda\n", 2, 1, "appears twice"),
    "an-open-quote": ('rules: "us\ngame: nap\n', 3, 1, "a quote is not closed"),
    "a-tab": ("rules: us\n\tgame: nap\n", 2, 1, "indented with a tab"),
    "an-alias": ("rules: *here\n", 1, 8, "YAML aliases can't be used here"),
    "a-tag": ("rules: !!python/object/apply:os.system [id]\n", 1, 8, "YAML tags can't be used here"),
    "a-list-of-all": ("- rules\n", 1, 1, "the file does not begin with a key"),
    "escapes": ('journal: "a\\e]0;b"\n', 1, 10, "control characters"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_told_with_its_place_and_config_works_on_it(here, kind):
    """Other commands refuse with 2, file, line and column; `config` shows what is wrong, and no caller gets a traceback."""
    text, line, column, says = BROKEN[kind]
    written(here, text)
    refused = run("games", code=2)
    assert f"home/config.yaml:{line}:{column}: " in refused.stderr.replace(str(here), "home/config.yaml")
    assert says in refused.stderr
    assert refused.stdout == ""
    listed = run("config", "list", code=2)
    assert "in force" in listed.stdout
    assert says in listed.stderr
    assert run("config", "path").stdout.strip() == str(here)
    run("--help")
    run("--version")


@pytest.mark.parametrize(
    "raw",
    [b"rules: \xff\n", b"\x00\x00", b"\xff\xferules", b"x" * 100_000, b"[" * 5_000, b"a: {" * 900],
    ids=["bytes", "nul", "utf-16", "large", "deep", "deeper"],
)
def test_a_file_that_is_no_text_is_refused(here, raw):
    """Whatever lies there, the answer is one message."""
    written(here, raw)
    run("games", code=2)
    run("config", "list", code=2)
    run("config", "set", "rules", "us", code=2)
    assert here.read_bytes() == raw


def test_a_folder_or_a_loop_in_its_place_is_refused(here):
    """What is no file is told."""
    here.mkdir(parents=True)
    assert "this is a folder" in run("games", code=2).stderr
    here.rmdir()
    here.symlink_to(here)
    run("games", code=2)


def test_config_mends_a_broken_file(here):
    """Each setting that is wrong can be set anew or taken out, one after the other."""
    written(here, "color: pink\ncolour: never\ngame: 21\n")
    run("config", "set", "color", "never")
    run("config", "unset", "colour")
    run("config", "set", "game", "nap")
    assert here.read_text() == "color: never\ngame: nap\n"
    run("games")
    written(here, 'rules: "us\n')
    run("config", "set", "rules", "us")
    assert here.read_text() == "rules: us\n"
    written(here, "rules: us\nrules: tda\n")
    run("config", "set", "rules", "france")
    assert here.read_text() == "rules: france\n"


@pytest.mark.parametrize("text", ["rules: >\n  us\n  more\n", "{rules: us}\n", "? rules\n: us\n", "game: nap\n- x\n"])
def test_what_is_not_one_line_is_left_for_a_hand(here, text):
    """Nothing is guessed: the file stays as it is, and where to look is told."""
    written(here, text)
    assert "nothing was changed" in run("config", "set", "rules", "tda", code=2).stderr
    assert here.read_text() == text


def test_a_name_that_stands_in_the_file_is_told_as_such(here):
    """Whoever typed nothing wrong is told where the wrong name stands."""
    written(here, "# ours\nrules: riversid\n")
    assert f"riversid comes from your settings, {here}:2, rules" in run("games", "nap", code=2).stderr
    assert "comes from" not in run("games", "nap", "--rules", "riversid", code=2).stderr


def test_a_rule_set_for_other_games_is_told_as_such(here, monkeypatch):
    """A room's rule set for poker does not fit baccarat: whoever typed none is told who said it, the file or the environment."""
    written(here, "rules: tda\n")
    said = run("coup", "4d", "5c", "6s", code=2).stderr
    assert "this rule set is for games of the family 'poker'" in said
    assert f"tda comes from your settings, {here}:1, rules" in said
    assert "comes from" not in run("coup", "4d", "--rules", "tda", code=2).stderr
    monkeypatch.setenv("DEALERKIT_RULES", "rrop")
    assert "rrop comes from the environment variable DEALERKIT_RULES" in run("coup", "4d", code=2).stderr


def test_what_is_set_again_stands_where_it_stood(here):
    """Under the comment that says what it is."""
    run("config", "set", "rules", "us")
    before = here.read_text()
    run("config", "unset", "rules")
    assert "rules: us" not in here.read_text()
    run("config", "set", "rules", "us")
    assert here.read_text() == before


@pytest.mark.parametrize("device", [name for name in ("/dev/zero", "/dev/full", "/dev/null") if Path(name).exists()])
def test_nothing_is_kept_in_a_device(monkeypatch, device):
    """Nor is one read to its end, which it may not have."""
    monkeypatch.setenv("DEALERKIT_CONFIG", device)
    for words in (("set", "rules", "us"), ("unset", "rules")):
        assert f"{device}: settings cannot be saved here" in run("config", *words, code=2).stderr


def test_the_null_device_sets_nothing(monkeypatch):
    """Whoever wants no settings for once says so with `DEALERKIT_CONFIG=/dev/null`."""
    monkeypatch.setenv("DEALERKIT_CONFIG", os.devnull)
    assert "Nap" in run("games", "nap").stdout


def test_settings_that_are_no_text_are_told_with_their_file(here):
    """And are left as they are."""
    here.parent.mkdir(parents=True, exist_ok=True)
    here.write_bytes(b"rules: us\n# caf\xe9\n")
    assert f"{here.name}:2:" in run("config", "set", "rules", "tda", code=2).stderr
    assert here.read_bytes() == b"rules: us\n# caf\xe9\n"


def test_an_empty_file_sets_nothing(here):
    """Nor does one with comments alone."""
    for text in ("", "\n", "# rules: us\n"):
        written(here, text)
        run("config", "get", "rules", code=1)
        run("games")


def test_the_place_of_the_file(monkeypatch, tmp_path):
    """The platform's place for settings, or where the environment says."""
    for name in ("HOME", "CONFIG"):
        monkeypatch.delenv(f"DEALERKIT_{name}", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert config_path() == tmp_path / "dealerkit" / "config.yaml"
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert config_path() == tmp_path / ".config" / "dealerkit" / "config.yaml"
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "data"))
    assert config_path() == tmp_path / "data" / "config.yaml"
    monkeypatch.setenv("DEALERKIT_CONFIG", str(tmp_path / "mine.yaml"))
    assert config_path() == tmp_path / "mine.yaml"


@given(
    st.text(st.characters(exclude_categories=("Cc", "Cs", "Cf", "Zl", "Zp", "Co", "Cn")), min_size=1).map(str.strip).filter(bool),
    st.sampled_from(["", "# x\n", "rules: us\n", "journal: /a/b.db # x\nrules: us\n", "journal:\nrules: us"]),
)
@settings(max_examples=150, deadline=None)
def test_whatever_is_set_is_read_back(tmp_path_factory, value, before):
    """A name with any sign of any script comes back as it is, and what stood beside it stays."""
    path = tmp_path_factory.mktemp("any") / "config.yaml"
    path.write_text(before, encoding="utf-8")
    try:
        text = changed(path, "journal", f"/{value}")
    except RuleFileError:
        assert read(path).broken
        return
    found = read(path, text)
    assert found.problems == ()
    assert found.values["journal"] == os.path.abspath(f"/{value}")  # noqa: PTH100 - links are left as they are
    assert ("rules: us" in before) == (found.values.get("rules") == "us")


def test_the_environment_is_asked_by_the_same_names():
    """What the settings put in force is what the commands ask for."""
    assert (VARIABLES["journal"], VARIABLES["game"], VARIABLES["rules"]) == (JOURNAL, GAME, RULES)


def test_the_house_goes_without_saying(here, tmp_path):
    """What is printed is the house's; other rules, another game or the list of editions stand by themselves."""
    run("sheet", "--new-house", "riverside.yaml")
    run("config", "set", "house", "riverside.yaml")
    assert run("sheet", "holdem", "--format", "md").stdout.startswith("Riverside\n")
    assert run("sheet", "--doc", "player", code=2).stdout == ""  # of several games, which?
    for typed in (("holdem", "--rules", "tda"), ("holdem", "--set", "deal_to=all_seats"), ("nap",)):
        assert "Riverside" not in run("sheet", *typed, "--format", "md").stdout
    assert "nap is printed without the house" in run("sheet", "nap", "--format", "md").stderr
    assert run("sheet").stdout.startswith("For the player\n")
