"""Lint of decision lists taken whole, of citations and of options: what it finds, what it leaves in peace."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

from dealerkit.cli.lint import words_of_the_engine
from dealerkit.cli.main import main
from dealerkit.rules.lint.files import lint, look
from dealerkit.rules.sets import rule_set

HEAD = """set: club
family: poker
sources:
  club: {title: Club rules, sections: [Floor, Deal 1-9]}
faults:
"""


def case(when="", outcome="play_on", section="Deal 3", more="") -> str:
    """One case of a list, all but its name."""
    source = f"source: {{work: club, section: {section!r}, verified: read}}"
    return f"{{{f'when: {{{when}}}, ' if when else ''}rule: MD-01, outcome: {outcome}, {more}{source}}}"


def file(tmp_path: Path, cases: dict[str, str], beside: str = "") -> Path:
    """A rule set with one list."""
    path = tmp_path / "club.yaml"
    listed = "".join(f"      {name}: {said}\n" for name, said in cases.items())
    path.write_text(f"{HEAD}  redeal_not_exact:\n    title: A redeal\n    {beside}\n    cases:\n{listed}", encoding="utf-8")
    return path


def problems(path: Path) -> list[str]:
    """What lint says, with the engine's words."""
    return [problem.message for problem in lint([path], words_of_the_engine())]


def notes(path: Path) -> list[str]:
    """What it notes on the order of cases and on gaps."""
    words = attrs.evolve(words_of_the_engine(), class_notes=lambda _: ())
    return [note.message for note in look([path], words).notes]


def test_a_case_that_several_earlier_ones_take_together_is_never_reached(tmp_path):
    """Neither takes all of it alone."""
    path = file(
        tmp_path,
        {
            "seen": case("face_seen: true"),
            "unseen": case("face_seen: false, heads_up: true", "misdeal"),
            "late": case("heads_up: true", "misdeal"),
            "otherwise": case(),
        },
    )
    (said,) = problems(path)
    assert said == "this case never applies: 'seen' and 'unseen' come first and together cover the same facts"


def test_a_case_that_no_acts_bring_about_is_never_reached(tmp_path):
    """There is no substantial action before two players have acted."""
    impossible = case("action_reached: false, substantial_action_reached: true", "misdeal")
    (said,) = problems(file(tmp_path, {"never": impossible, "otherwise": case()}))
    assert said == "this case never applies: its conditions can't all be true together"


def test_ranges_that_meet_leave_nothing_between_them(tmp_path):
    """1 and 2 or more are all there is; 1 and 3 or more are not."""
    for low, count in (("2+", 1), ("3+", 0)):
        cases = {"one": case("extra_count: 1"), "more": case(f"extra_count: {low}", "misdeal")}
        path = file(tmp_path, cases | {"pair": case("extra_count: 1-9, heads_up: true"), "otherwise": case()})
        assert len(problems(path)) == count


def test_order_alone_is_noted_once_and_silenced(tmp_path):
    """Two cases that overlap and differ, neither the special case of the other; in a case or beside the list it can be meant."""
    cases = {"seen": case("face_seen: true", "misdeal"), "pair": case("heads_up: true"), "otherwise": case()}
    path = file(tmp_path, cases)
    assert problems(path) == []
    (said,) = notes(path)
    assert said.startswith(
        "'seen' (misdeal) and 'pair' (play_on) fit the same facts, and only their order decides. Example: The face of the card"
    )
    assert notes(file(tmp_path, cases, beside="order: deliberate")) == []
    assert notes(file(tmp_path, cases | {"seen": case("face_seen: true", "misdeal", more="order: deliberate, ")})) == []


@pytest.mark.parametrize(
    "cases",
    [
        {"special": case("face_seen: true, heads_up: true", "misdeal"), "general": case("heads_up: true", "hand_dead")},
        {"seen": case("face_seen: true"), "pair": case("heads_up: true")},
        {"seen": case("face_seen: true", "misdeal"), "unseen": case("face_seen: false, heads_up: true")},
        {"early": case("action_reached: false", "misdeal"), "live": case("live_action_reached: false", "hand_dead")},
    ],
)
@pytest.mark.sample(2, rest="thorough")
def test_what_order_does_not_decide_is_left_in_peace(tmp_path, cases):
    """A special case first; the same outcome; cases that exclude each other; a gate that contains another."""
    assert notes(file(tmp_path, cases | {"otherwise": case(outcome="misdeal")})) == []


def test_what_no_case_covers_is_noted(tmp_path):
    """Where the floor is told nothing, or nothing is left for the last case."""
    bare = file(tmp_path, {"seen": case("face_seen: true"), "otherwise": case(outcome="floor_discretion")})
    (said,) = notes(bare)
    assert said.startswith("the last case leaves some facts to the floor without `weigh` or `choices`")
    assert "The face of the card was seen: no" in said
    told = case(outcome="floor_discretion", more="choices: [misdeal, play on], ")
    assert notes(file(tmp_path, {"seen": case("face_seen: true"), "otherwise": told})) == []
    idle = {"seen": case("face_seen: true"), "unseen": case("face_seen: false"), "otherwise": case()}
    assert notes(file(tmp_path, idle)) == ["the last case never applies: the cases before it fit all facts"]


@pytest.mark.parametrize(
    ("section", "wrong"),
    [("Deal 9", ""), ("Floor", ""), ("Floor, 3(b)", ""), ("Deal 10", "Deal 10"), ("Deals 1", "Deals 1"), ("Deal 3, 12", "12")],
)
@pytest.mark.sample(2, rest="thorough")
def test_a_citation_names_a_section_that_there_is(tmp_path, section, wrong):
    """Of works that say which sections they have."""
    said = problems(file(tmp_path, {"otherwise": case(section=section)}))
    assert said == ([f"the work 'club' has no section '{wrong}'"] if wrong else [])


@pytest.mark.thorough
def test_options_that_other_sets_on_the_same_base_fix_are_noted(tmp_path):
    """By name of the option; one that is fixed is no note."""
    path = tmp_path / "club.yaml"
    path.write_text("set: club\nextends: rrop\nfamily: poker\n", encoding="utf-8")
    (note,) = look([path], words_of_the_engine()).notes
    assert "gate (tda, wsop-live)" in note.message
    path.write_text("set: club\nextends: rrop\nfamily: poker\noptions:\n  poker: {gate: action}\n", encoding="utf-8")
    (note,) = look([path], words_of_the_engine()).notes
    assert "gate (" not in note.message
    assert "all_in_face_up (tda)" in note.message


TWO_REMEDIES = {
    "seen": case("face_seen: true", "misdeal", more="remedies: [RM-01], "),
    "otherwise": case(outcome="card_replaced", more="remedies: [RM-05], "),
}


def test_two_outcomes_that_nothing_puts_in_order_are_told_at_the_list(tmp_path):
    """`prove` finds it, lint says where; `precedence` in the same file settles it."""
    path = file(tmp_path, TWO_REMEDIES)
    (told,) = [one for one in lint([path], words_of_the_engine()) if "precedence" in one.message]
    assert told.path == "faults.redeal_not_exact.cases.seen.outcome"
    assert (told.file, told.line) == (str(path), 10)
    assert told.hint == "list both under `precedence`, the first to be ruled on first"
    path.write_text(path.read_text(encoding="utf-8") + "precedence: [misdeal]\n", encoding="utf-8")
    assert problems(path) == []


def test_a_list_that_asks_an_option_of_another_dispute_is_told_at_the_option(tmp_path):
    """Whoever chooses that option is not told that it decides this dispute too."""
    path = file(tmp_path, {"few": case("max_draw: 3", "misdeal"), "otherwise": case()})
    found = [one for one in lint([path], words_of_the_engine()) if "does not list this dispute under" in one.message]
    assert [(one.path, one.line) for one in found] == [("faults.redeal_not_exact.cases.few.when.max_draw", 10)]


def test_facts_that_no_case_of_the_house_proves_are_noted_once_a_list(tmp_path):
    """In the desk's words; a case beside the file that proves them takes the note away."""
    path = file(tmp_path, {"seen": case("face_seen: true", "misdeal"), "otherwise": case()})
    (note,) = look([path], words_of_the_engine()).notes
    assert note.path == "faults.redeal_not_exact.cases.seen"
    assert note.message.startswith("no case proves the ruling on 2 classes of facts, as with: ")
    cases = tmp_path / "cases" / "all.yaml"
    cases.parent.mkdir()
    proofs = "".join(
        f"  - {{name: MD-01 {seen}, rules: ../club.yaml, facts: {{fault: redeal_not_exact, face_seen: {seen}}}, "
        f"expect: {{outcome: {outcome}}}}}\n"
        for seen, outcome in (("true", "misdeal"), ("false", "play_on"))
    )
    cases.write_text(f"cases:\n{proofs}", encoding="utf-8")
    assert look([path], words_of_the_engine()).notes == ()


def test_the_file_of_a_house_is_proved_with_the_rule_sets_of_its_own(tmp_path):
    """Whoever looks at the house hears of the list that it deals under, in the file of the list."""
    path = file(tmp_path, TWO_REMEDIES)
    house = tmp_path / "house.yaml"
    house.write_text("house: The Club\ngames: {holdem: ./club.yaml, omaha: rrop}\n", encoding="utf-8")
    told = [one for one in lint([house], words_of_the_engine()) if "precedence" in one.message]
    assert [(one.file, one.line) for one in told] == [(str(path), 10)]


@pytest.mark.thorough
def test_an_option_that_decides_nothing_beside_another_is_said_to_whoever_chose_it(tmp_path):
    """No limit has no cap of raises: a house that sets one for hold'em hears of it, with the reason, and not for draw."""
    house = tmp_path / "house.yaml"
    house.write_text(
        """house: The Club
games:
  holdem: {rules: rrop, options: {raise_cap: "4", tap: false}}
  draw: {rules: rrop, options: {raise_cap: "4"}}
""",
        encoding="utf-8",
    )
    looked = look([house], words_of_the_engine())
    assert looked.problems == ()
    assert [(one.path, one.line) for one in looked.remarks] == [("games.holdem.options.raise_cap", 3)]
    said = "the option 'raise_cap' affects no dispute while 'structure' is no_limit: Only fixed limit counts raises."
    assert looked.remarks[0].message == said
    club = tmp_path / "club.yaml"
    for dealt, noted in (("holdem", [said]), ("poker", [])):  # poker is all games, and draw has a use for it
        club.write_text(f"set: club\nextends: rrop\nfamily: poker\noptions: {{{dealt}: {{raise_cap: '4'}}}}\n", encoding="utf-8")
        notes_on_it = [one.message for one in look([club], words_of_the_engine()).notes if "affects no dispute" in one.message]
        assert notes_on_it == noted


def test_notes_are_shown_when_asked_for_and_stop_nothing(tmp_path):
    """Exit code 0; in JSON beside the errors."""
    cases = {"seen": case("face_seen: true", "misdeal"), "pair": case("heads_up: true"), "otherwise": case()}
    path = str(file(tmp_path, cases))
    plain, noted = (CliRunner().invoke(main, ["lint", *more, path]) for more in ([], ["--notes"]))
    assert (plain.exit_code, noted.exit_code) == (0, 0)
    assert plain.stdout.splitlines() == ["ok  no problems found"]
    assert plain.stderr == "2 notes on the order of cases, gaps and missing cases: --notes shows them\n"
    assert "club.yaml:10:7: faults.redeal_not_exact.cases.seen: 'seen' (misdeal) and " in noted.output
    assert noted.output.startswith("note: ")
    assert noted.output.splitlines()[-2:] == ["2 notes", "ok  no problems found"]
    found = json.loads(CliRunner().invoke(main, ["lint", "--notes", "--json", path]).stdout)
    assert (found["errors"], len(found["notes"])) == ([], 2)


def test_a_mark_for_lint_changes_no_ruling(tmp_path):
    """A set's hash is of what it decides."""
    cases = {"seen": case("face_seen: true", "misdeal"), "pair": case("heads_up: true"), "otherwise": case()}
    plain = rule_set(file(tmp_path, cases)).sha256
    assert rule_set(file(tmp_path, cases, beside="order: deliberate")).sha256 == plain
