"""Names of an earlier release: read as the new ones, told with file and line, gone when their release is."""

from __future__ import annotations

import json

import pytest
import yaml
from click.testing import CliRunner

from dealerkit import __version__, rule
from dealerkit.cli.main import main
from dealerkit.errors import RuleFileError
from dealerkit.procedure.planners import DO
from dealerkit.rules import files
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Doc
from dealerkit.rules.files import old_names, read_file
from dealerkit.rules.games import game
from dealerkit.rules.lint.files import look
from dealerkit.rules.old_names import renamings, up_to_date
from dealerkit.rules.sets import rule_set
from dealerkit.rules.step_words import do_word


def run(*typed):
    """Type a command."""
    return CliRunner().invoke(main, [*typed])


TABLE = {
    "words": {"outcomme": {"now": "outcome", "until": "9.9"}, "surplus": {"now": "again", "below": "codes", "until": "9.9"}},
    "options": {"burned": {"now": "burns", "until": "9.9"}},
    "facts": {"looked_at": {"now": "seen", "until": "9.9"}, "ever_stopped": {"now": "stopped", "until": "9.9"}},
    "findings": {"burn/forgotten": {"now": "burn/missed", "until": "9.9"}},
}


@pytest.fixture
def renamed(toys, put, monkeypatch):
    """The toys, with names that have changed."""
    files._changed_names.cache_clear()
    put("data/rulings/renamed.yaml", yaml.safe_dump({"renamed": TABLE}))
    monkeypatch.setattr(files, "_given", {})
    yield
    files._changed_names.cache_clear()


HOUSE = """\
set: house
extends: base
title: House
options:
  toy: {burned: 3}
findings:
  burn/forgotten: {severity: critical, title: "{burned} cards are burned"}
faults:
  surplus:
    cases:
      seen:
        when: {looked_at: true}
        outcomme: kept
procedures:
  toy:
    procedure:
      open: {steps: {burn: {codes: {skipped: burn/forgotten, surplus: burn/forgotten}}}}
      coups: {if: not ever_stopped, steps: {deal: {n: {option: burned}}}}
"""


def test_every_kind_of_old_name_is_read_as_the_new_one(renamed, put):
    """In the places where names of that kind stand; the fault called surplus is no word of a file and stays."""
    house = put("house.yaml", HOUSE)
    rules = rule_set(house)
    assert rules.options["toy"]["burns"] == 3
    assert rules.findings["burn/missed"]["severity"] == "critical"
    assert rules.findings["burn/missed"]["title"] == "{burns} cards are burned"
    case = rules.faults["surplus"]["cases"]["seen"]
    assert (case["when"]["seen"], case["outcome"]) == (True, "kept")
    toy = game("toy", house)
    assert toy.options["burns"] == 3
    burn = toy.data["procedure"]["open"]["steps"]["burn"]
    assert burn["codes"] == {"skipped": "burn/missed", "again": "burn/missed"}
    assert toy.data["procedure"]["coups"]["if"] == "not stopped"
    assert toy.data["procedure"]["coups"]["steps"]["deal"]["n"] == 3


def test_each_is_told_with_its_line_and_what_it_is_called_now(renamed, put):
    """In the order of the file."""
    house = put("house.yaml", HOUSE)
    told = [(one.line, one.message.partition(" is now called")[0], one.hint) for one in old_names(house)]
    assert told == [
        (5, "the option 'burned'", "write 'burns'"),
        (7, "the finding 'burn/forgotten'", "write 'burn/missed'"),
        (7, "the option 'burned'", "write 'burns'"),
        (12, "the fact 'looked_at'", "write 'seen'"),
        (13, "the word 'outcomme'", "write 'outcome'"),
        (17, "the finding 'burn/forgotten'", "write 'burn/missed'"),
        (17, "the word 'surplus'", "write 'again'"),
        (17, "the finding 'burn/forgotten'", "write 'burn/missed'"),
        (18, "the fact 'ever_stopped'", "write 'stopped'"),
        (18, "the option 'burned'", "write 'burns'"),
    ]
    assert all("the old name works until 9.9" in one.message for one in old_names(house))


def test_lint_tells_them_and_they_are_no_error(renamed, put):
    """A house need not change its files on the day of the release."""
    looked = look([put("house.yaml", HOUSE)])
    assert not looked.problems
    assert len(looked.old) == 10


def test_where_something_was_written_is_known_below_an_old_name(renamed, put):
    """Messages and sheets point at the house's own line."""
    rules = rule_set(put("house.yaml", HOUSE))
    assert rules.doc.origin(("options", "toy", "burns")).line == 5
    assert rules.doc.origin(("faults", "surplus", "cases", "seen", "outcome")).line == 13


def test_old_and_new_side_by_side_have_to_agree(renamed, put):
    """Which of the two is meant nobody can know."""
    rule_set(put("agree.yaml", "set: agree\nextends: base\noptions: {toy: {burned: 3, burns: 3}}\n"))
    file = put("differ.yaml", "set: differ\nextends: base\noptions: {toy: {burned: 3, burns: 2}}\n")
    with pytest.raises(RuleFileError, match=r"differ\.yaml:3:28.*'burned' and 'burns' now have the same name, 'burns'"):
        rule_set(file)


def test_an_option_that_is_set_by_its_old_name_is_set(renamed):
    """On the command line, from Python and in the header of a record; what it is called today is noted."""
    assert game("toy", settings={"burned": "4"}).options["burns"] == 4
    assert files.told_of() == ("the option 'burned' is now called 'burns'; the old name works until 9.9",)
    assert not files.told_of()


def test_a_file_without_old_names_is_left_as_it_is():
    """It is the same document, and nothing is told."""
    doc = Doc.of({"set": "plain", "options": {"toy": {"burns": 1}}})
    assert up_to_date(doc, renamings(Doc.of({"renamed": TABLE}))) == (doc, ())


@pytest.fixture
def ours_renamed(tmp_path, monkeypatch):
    """Our own rule sets, with a fact, an option and a finding that had another name once."""
    table = {
        "options": {"smaller_blind": {"now": "small_blind", "until": "9.9"}},
        "facts": {"cards_up": {"now": "count", "until": "9.9"}},
        "findings": {"burn/left-out": {"now": "burn/missed-before-street", "until": "9.9"}},
    }
    made = renamings(Doc.of({"renamed": table}))
    monkeypatch.setattr(files, "_changed_names", lambda _: made)
    monkeypatch.setattr(files, "_given", {})


def test_a_fact_that_is_given_by_its_old_name_is_known(ours_renamed):
    """From Python; the ruling is that of the new name."""
    told = rule({"fault": "boxed_card", "cards_up": 2, "acts": "none"}, rules="rrop")
    assert told.outcome == rule({"fault": "boxed_card", "count": 2, "acts": "none"}, rules="rrop").outcome == "misdeal"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (["explain", "burn/left-out"], "finding 'burn/left-out' is now called 'burn/missed-before-street'"),
        (
            ["rule", "boxed_card", "--rules", "rrop", "-f", "cards_up=2", "-f", "acts=none"],
            "fact 'cards_up' is now called 'count'",
        ),
        (["games", "holdem", "--set", "smaller_blind=2"], "option 'smaller_blind' is now called 'small_blind'"),
    ],
)
def test_a_command_takes_an_old_name_and_says_so(ours_renamed, typed, name):
    """On standard error, beside the answer."""
    ran = run(*typed)
    assert ran.exit_code in {0, 1}, ran.output
    assert f"note: the {name}; the old name works until 9.9" in ran.stderr


@pytest.mark.thorough
def test_lint_prints_old_names_and_leaves_with_0(tmp_path):
    """The words that our own files have given up: `repeated` and `surplus` are `again`."""
    house = tmp_path / "corner.yaml"
    step = "{board: {codes: {repeated: street/four-card-flop, surplus: street/four-card-flop}}}"
    hand = f"{{hand: {{steps: {{flop: {{steps: {step}}}}}}}}}"
    head = "set: corner\nextends: tda\ntitle: Corner\n"
    house.write_text(f"{head}procedures: {{holdem: {{procedure: {hand}}}}}\n", encoding="utf-8")
    ran = run("lint", str(house), "--json")
    assert ran.exit_code == 0
    told = json.loads(ran.stdout)
    lines = run("lint", str(house)).stdout.splitlines()
    assert lines[0].startswith(f"old: {house}:4:{told['old'][0]['column']}: procedures.holdem")
    assert [one["line"] for one in told["old"]] == [4, 4]
    assert told["errors"] == []
    flop = game("holdem", house).data["procedure"]["hand"]["steps"]["flop"]["steps"]
    assert flop["board"]["codes"]["again"] == "street/four-card-flop"


def test_the_table_that_comes_with_dealerkit_is_in_order():
    """Each new name is one that there is, each old one none any more; what should be gone by now is gone."""
    table = read_file(data_dir("rulings") / "renamed.yaml").data["renamed"]
    assert list(table) == ["words", "do", "options", "facts", "findings"]
    this = [int(part) for part in __version__.split(".")]
    motions = {word.partition(", what: ")[0] for word in DO}
    for kind, names in table.items():
        for was, said in names.items():
            if kind == "do":
                assert do_word(said["now"], DO) in DO or (said["now"]["do"] in motions and "what" not in said["now"]), was
                assert was not in DO, was
            else:
                assert said["now"] != was, (kind, was)
                assert said["now"] not in names, (kind, was)
            assert [int(part) for part in said["until"].split(".")] > this, f"{kind} {was}: take the line away"


HOUSE_OF_OLD_STEPS = """\
set: corner
extends: tda
title: Corner
remedies:
  HC-1:
    title: The flop is dealt again
    when: now
    steps:
      call: {do: own_up, optional: true, title: Call}
      back: {do: shuffle_back, boards: true, title: Shuffle}
      early: {do: shuffle_back, title: Shuffle}
      burn: {do: burn_missing, for: street, title: Burn}
      flop: {do: complete, what: flop, title: Deal}
      up: {do: turn_board, face: up, any: true, title: Turn up}
      down: {do: turn_board, face: down, title: Turn down}
      round: {do: deal_missing, title: Deal}
      order: {do: rearrange, title: Move}
      dead: {do: kill_hand, whose: dead, title: Kill}
      today: {do: kill_hand, what: dead, title: Kill}
"""


@pytest.mark.thorough
def test_a_step_with_an_old_word_says_what_it_is_for(tmp_path):
    """One word a motion: what the old word or its parameter told stands at `what` now."""
    house = tmp_path / "corner.yaml"
    house.write_text(HOUSE_OF_OLD_STEPS, encoding="utf-8")
    rules = rule_set(house)
    steps = rules.remedies["HC-1"]["steps"]
    said = {name: {key: value for key, value in step.items() if key not in ("title", "optional")} for name, step in steps.items()}
    assert said == {
        "call": {"do": "call_floor", "what": "own_slip"},
        "back": {"do": "shuffle_again", "what": "boards"},
        "early": {"do": "shuffle_again", "what": "early"},
        "burn": {"do": "burn", "what": "street"},
        "flop": {"do": "deal_missing", "what": "flop"},
        "up": {"do": "turn_board", "what": "all"},
        "down": {"do": "turn_board", "what": "down"},
        "round": {"do": "deal_missing", "what": "round"},
        "order": {"do": "put_back", "what": "order", "order": ["player", "banker", "player", "banker"]},
        "dead": {"do": "kill_hand", "what": "dead"},
        "today": {"do": "kill_hand", "what": "dead"},
    }
    told = old_names(house)
    assert [one.line for one in told] == list(range(9, 19))
    told_of = "the 'do' word 'shuffle_back' is now called 'shuffle_again, what: boards'; the old name works until 0.3"
    assert told[1].message == told_of
    assert rules.doc.origin(("remedies", "HC-1", "steps", "back", "what")).line == 10
    assert run("lint", str(house)).exit_code == 0


def test_our_own_files_have_no_old_names():
    """Nothing that comes with dealerkit has been left behind."""
    told = [one for kind in ("procedures", "rulings") for path in data_dir(kind).rglob("*.yaml") for one in old_names(path)]
    assert not told
