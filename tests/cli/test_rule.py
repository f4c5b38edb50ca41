"""`dealerkit rule` at a desk: what it says, what it asks, and what it answers to nonsense."""

from __future__ import annotations

import json
import re
import shlex

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from tests.cli.pseudo_terminal import PseudoTerminal

STOOD = ["-f", "side=player", "-f", "player_stood=yes", "-f", "banker_must_draw=yes"]


@pytest.fixture(autouse=True)
def _no_house(monkeypatch):
    """No rule set from the environment."""
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)


def run(*args, code=0, **more):
    """Run the command and return what it printed; 1 is for what cannot be ruled yet."""
    result = CliRunner().invoke(main, ["rule", *args], **more)
    assert result.exit_code == code, result.output
    return result.stderr if code == 2 else result.stdout


def test_first_what_to_say_and_what_to_do_then_what_stands_behind_it():
    """Two lines; what to freeze, outcome in words, numbered steps, the citation and that the text was not seen."""
    lines = run("surplus_card", *STOOD).splitlines()
    assert lines[0] == 'Say: "The player stands. This card is the banker\'s third card."'
    assert lines[1].startswith("Do: The mistake is corrected on the spot. Slide the surplus card")
    assert lines[3] == "Meanwhile: Don't draw a card or move a chip until there is a ruling."
    assert "The mistake is corrected on the spot  [us]" in lines
    assert any(line.startswith("  1. Slide the surplus card") for line in lines)
    text = " ".join(" ".join(lines).split())
    assert "rule: BI-01; Pennsylvania Code title 58 (Recreation), 627a.13" in text
    assert "627a.13 (the text was not seen)" in text
    assert "The banker still has to draw: no (banker_must_draw): The card does not play" in text
    assert "assumed:" in text


def test_what_was_read_carries_no_warning():
    """Macau's article on a card face up was read."""
    lines = " ".join(run("boxed_card", "--rules", "macau").split())
    assert "art. 4" in lines
    assert "art. 4 (" not in lines


def test_a_missing_fact_is_asked_for_with_its_answers():
    """The first fact that matters is asked in words, with what to type."""
    text = run("surplus_card", "-f", "side=banker", code=1)
    assert "Not decided yet: a fact is missing  [us]" in text
    assert "? Has anybody, dealer or bettor, seen the face of the card?" in text
    assert "-f face_seen=no " in text
    assert "possible rulings: The card does not play" in text
    said, asked, *_ = text.splitlines()
    assert said == 'Say: "One moment, please. No card is drawn and no bet is touched until this is settled."'
    assert asked == "Ask: Has anybody, dealer or bettor, seen the face of the card?"


def test_rule_sets_stand_side_by_side():
    """A line for each rule set, then each ruling."""
    text = run("boxed_card", "--rules", "us", "--rules", "macau")
    assert re.search(r"^ +us +macau$", text, re.MULTILINE)
    assert re.search(r"^  ruling  The card is replaced by another +The card plays$", text, re.MULTILINE)
    assert text.index("  ruling  ") < text.index("[us]") < text.index("[macau]")


def test_json_has_the_published_keys():
    """One document; its keys are those that programs rely on."""
    document = json.loads(run("surplus_card", *STOOD, "--rules", "us", "--rules", "france", "--json", code=1))
    us, france = document["rulings"]
    assert list(us) == [
        "rules_set", "outcome", "rules", "remedies", "steps", "amounts", "say", "because", "cite", "verified", "detail",
        "needs", "would_change",
    ]  # fmt: skip
    assert (us["outcome"], us["rules"], us["remedies"], us["needs"]) == ("corrected", ["BI-01"], ["RB-01"], [])
    assert (france["outcome"], france["needs"]) == ("undecided", ["restorable"])
    assert france["detail"]["questions"][0]["answers"]["yes"] == "yes"


def test_amounts_are_decimal_text():
    """What goes back is said in money."""
    args = ["late_bet", "-f", "change=placed", "-f", "late_amount=25.50"]
    assert json.loads(run(*args, "--json"))["rulings"][0]["amounts"] == {"give_back": "25.50"}
    assert "$ give back: 25.50" in run(*args)


@pytest.mark.parametrize("named", ["late_bet", "late-bet", "Late Bet", "past posting", "A bet was changed after the first card"])
def test_a_fault_is_named_as_people_name_it(named):
    """By its id however written, its title, or a word of the trade, of the game that is dealt: others have such words too."""
    named = [named, "-f", "change=placed", "--json"]
    assert json.loads(run(*named, "--game", "mini-baccarat"))["rulings"][0]["rules"] == ["BI-12"]


def test_facts_may_come_from_a_file(tmp_path):
    """YAML or JSON; what is typed wins."""
    yaml = tmp_path / "facts.yaml"
    yaml.write_text("fault: stuck_cards\norder_certain: true\n", encoding="utf-8")
    assert json.loads(run("--facts", str(yaml), "--json"))["rulings"][0]["outcome"] == "corrected"
    assert json.loads(run("--facts", str(yaml), "-f", "order_certain=no", "--json"))["rulings"][0]["outcome"] == "void_hand"
    plain = tmp_path / "facts.json"
    plain.write_text(json.dumps({"fault": "stuck_cards", "order_certain": False}), encoding="utf-8")
    assert json.loads(run("--facts", str(plain), "--json"))["rulings"][0]["outcome"] == "void_hand"


def test_the_house_of_the_environment_rules():
    """DEALERKIT_RULES stands for --rules; without either, the set at the root of the fault's family."""
    assert "[macau]" in run("boxed_card", env={"DEALERKIT_RULES": "macau"})
    assert "[social]" in run("deal_error", "-f", "decided=yes")


def test_without_a_fault_they_are_listed():
    """Every fault with what happened."""
    assert "boxed_card" in run()
    assert {"fault", "kind", "title", "family", "facts"} == set(json.loads(run("--json"))["faults"][0])


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["surplus_crad"], "did you mean surplus_card"),
        (["boxed_card", "--rules", "us", "-f", "foo=1"], "unknown fact of boxed_card: 'foo'; known: later_card_drawn"),
        (["surplus_card", "-f", "side=dealer"], "unknown value of side: 'dealer'"),
        (["surplus_card", "-f", "side"], "'side' is not FACT=VALUE"),
        (["surplus_card", "-f", "side=player", "-f", "side=banker"], "side is given twice"),
        (["-f", "side=player"], "name the fault"),
        (["boxed_card", "--rules", "mars"], "unknown rule set: 'mars'"),
        (["deal_error", "--rules", "us"], "'us' has no rule on deal_error; social and written do"),
        (["boxed_card", "--facts", "nowhere.yaml"], "there is no such file"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(args, said):
    """Exit 2, the nearest name, no traceback."""
    text = run(*args, code=2)
    assert said in text
    assert "Traceback" not in text


def test_facts_that_are_no_facts_are_told_with_their_place(tmp_path):
    """A map where a value should stand; a torn file."""
    wrong = tmp_path / "facts.yaml"
    wrong.write_text("fault: stuck_cards\norder_certain: {yes: no}\n", encoding="utf-8")
    assert "facts.yaml:2" in run("--facts", str(wrong), code=2)
    wrong.write_text("fault: [", encoding="utf-8")
    assert "facts.yaml:" in run("--facts", str(wrong), code=2)


def test_the_fault_may_be_said_in_several_words():
    """At the desk nobody puts quotes around what happened."""
    dealt = ("--game", "mini-baccarat")
    assert run("late", "bet", *dealt, code=1) == run("late bet", *dealt, code=1) == run("late_bet", *dealt, code=1)
    assert "\nThe card plays  [macau]\n" in run("boxed", "card", "--rules", "macau")


def told(*args, **more):
    """What is answered to a story in a pipe, where nobody can be asked: it leaves with 1, and standard error is empty."""
    result = CliRunner().invoke(main, ["rule", *args], **more)
    assert (result.exit_code, result.stderr) == (1, "")
    return result.stdout


def test_what_no_rule_is_known_for_is_said_plainly():
    """No name is near, so the search is named."""
    assert "There is no rule for anything like that" in told("zorgblat")


def test_a_story_in_a_pipe_is_answered_with_what_may_be_meant():
    """Numbered plain sentences, how to tell them apart, and under each the command that rules on it, with all that was typed."""
    out = told("--game", "holdem", "he", "threw in a 500 chip", "-f", "cost=2")
    assert "Error" not in out
    lines = out.splitlines()
    assert lines[0].startswith("It's not clear what happened, so there is no ruling.")
    assert "  1. A single oversized chip was put in" in lines
    typed = [line.removeprefix("     > ") for line in lines if line.startswith("     > ")]
    assert typed[0] == "dealerkit rule --game holdem oversized_chip -f cost=2"
    assert 2 <= len(typed) <= 4
    assert "differs from 2: " in out


@pytest.mark.parametrize("words", [["he threw in a 500 chip"], ["he", "threw", "in", "a", "500", "chip"]])
def test_the_command_that_is_offered_goes_on_with_it(words):
    """Whether the story was in quotes or not."""
    typed = next(line for line in told("--game", "holdem", *words).splitlines() if "> dealerkit rule" in line)
    again = shlex.split(typed)[3:]
    assert again == ["--game", "holdem", "oversized_chip"]
    assert "[rrop]" in told(*again)


def test_a_name_of_two_things_is_answered_with_both():
    """Each says of which games it is, and no story is taken for two in a row."""
    out = told("misdeal")
    assert "(Poker)" in out
    assert "dealerkit rule deal_error" in out
    assert "one after the other" not in out


def test_a_story_is_answered_in_json_too():
    """The words, what may be meant, and the command for each."""
    document = json.loads(told("dealer burned twice", "--game", "holdem", "--json"))
    assert (document["said"], document["two"]) == ("dealer burned twice", False)
    assert document["meant"][0]["fault"] == "burn_error"
    assert document["meant"][0]["command"] == "dealerkit rule burn_error --game holdem --json"
    assert {"fault", "title", "family", "unlike", "command"} == set(document["meant"][0])
    assert (document["gap"], document["game"]) == ("", "")


def test_a_game_that_the_story_names_need_not_be_asked_for():
    """It is said, and what follows is ruled on under it; a game or a rule set that was named goes before it."""
    out = told("at red dog he turned two cards")
    assert out.splitlines()[0] == "The game is Red Dog (the pot game), as you said; --game names another."
    assert "> dealerkit rule surplus_turned --game red-dog" in out
    assert "as you said" not in told("--game", "holdem", "at red dog he turned two cards")
    assert "as you said" not in told("--rules", "tda", "at red dog he turned two cards")
    document = json.loads(told("in hold'em the flop has four cards", "--json"))
    assert document["game"] == "Hold'em"
    assert document["meant"][0]["command"] == "dealerkit rule flop_count --json --game holdem"
    assert {one["family"] for one in document["meant"]} <= {"", "poker"}


def test_a_family_that_the_story_names_is_all_that_is_offered():
    """Who speaks of poker wants nothing of baccarat."""
    assert "(Baccarat)" in told("a card too many was given")
    assert "(Baccarat)" not in told("at a poker table a card too many was given")


@pytest.mark.parametrize(
    ("game", "story", "gap"),
    [
        ("holdem", "the roulette ball jumped out", "This is about roulette; no rule at"),
        ("mini-baccarat", "he checked and then raised on the flop", "This is about poker; no rule at"),
        ("nap", "my pawn was taken en passant", "This is about board and tile games; no rule at"),
        ("holdem", "the zebra photographed a lighthouse", "No rule at"),
        ("holdem", "somebody dented my car in the garage", "This is about food parking and lost things; no rule at"),
        ("mini-baccarat", "how likely is a tie", "This is about what the odds are; no rule at"),
    ],
)
def test_what_no_rule_is_about_is_said_plainly(game, story, gap):
    """Another game, or something that no rule speaks of: that is said first, and what comes nearest is called so."""
    document = json.loads(told("--game", game, story, "--json"))
    assert document["gap"].startswith(gap)
    first = " ".join(told("--game", game, story).split())
    assert first.startswith(document["gap"])
    assert "Closest matches" in first or not document["meant"]
    assert "Is it one of these" not in first


@pytest.mark.parametrize(
    ("game", "story"),
    [
        ("holdem", "he went back to his stack for more chips after the call"),
        ("mini-baccarat", "a card was face up in the shoe"),
        ("holdem", "a heart fell off the table, the ten of hearts"),
        ("holdem", "does he keep the exposed card"),
    ],
)
def test_what_a_rule_is_about_is_not_doubted(game, story):
    """Suits are no other games, and a question may be about what went wrong."""
    assert json.loads(told("--game", game, story, "--json"))["gap"] == ""


def test_a_game_that_goes_without_saying_gives_way_to_a_set_for_others():
    """Of the environment or the shift; a game that is typed does not."""
    assert "[us]" in run("boxed_card", "--rules", "us", env={"DEALERKIT_GAME": "holdem"})
    assert "this rule set is for games of the family 'baccarat'" in run("boxed_card", "--rules", "us", "--game", "holdem", code=2)


def test_words_are_first_those_of_the_rule_set_in_force():
    """`misdeal` is a deal among friends too; under a rule set of the card room it is not."""
    assert "A misdeal can be called only until two players have acted in turn." in " ".join(
        run("misdeal", "--rules", "rrop", code=1).split()
    )


@pytest.mark.parametrize(("facts", "said"), [
    # MD-13 and TDA 36: two folds are action, and no substantial action
    (["card_exposed", "deck_position=2", "acts=fold fold"],
     "rrop relies on 'Two players have acted in turn' (yes); tda relies on 'There has been substantial action' (no)"),
    # a fact that the sets fix otherwise
    (["raise_over_cap", "structure=limit", "heads_up_since=before_cap", "raises_made=3"],
     "tda relies on 'No cap if the round becomes heads-up before the cap is reached' (no)"),
    # a fact that only one of them asks for
    (["undercall", "missed_raise=no", "heads_up=no", "opening_bet=no"],
     "tda relies on 'Only two players are in the hand' (no) and 'The bet is the first of the round' (no)"),
    # nothing but the rule
    (["board_predealt", "card_shown=yes"], "different remedies: rrop RM-26, tda RM-16. On the same facts rrop applies"),
    (["boxed_card"], "rrop and tda give the same ruling, by IR-08, MD-05"),
    (["undercall", "missed_raise=no"], "rrop can rule on these facts; tda asks for more: Only two players are in the hand"),
])  # fmt: skip
def test_side_by_side_each_difference_names_its_fact_or_rule(facts, said):
    """In words and for programs."""
    fault, *given = facts
    args = [fault, "--rules", "rrop", "--rules", "tda", *(part for one in given for part in ("-f", one))]
    code = int("needs" in said or "asks for more" in said)
    assert said in " ".join(run(*args, code=code).split())
    (difference,) = json.loads(run(*args, "--json", code=code))["differences"]
    assert said in difference["say"]
    assert difference["rules_sets"] == ["rrop", "tda"]
    assert bool(difference["differ_in"]) is ("same ruling" not in said)


def test_two_houses_of_one_name_side_by_side_keep_the_rules_that_only_one_applies(tmp_path):
    """Each has its own file; what the first applies besides is not lost for the name of the other."""
    houses = []
    for folder, faults in (("a", "faults: {boxed_card: {cases: {otherwise: {rules: [BA-37]}}}}"), ("b", "")):
        (tmp_path / folder).mkdir()
        houses.append(tmp_path / folder / "house.yaml")
        houses[-1].write_text(f"set: house\nextends: us\n{faults}\n", encoding="utf-8")
    typed = ["rule", "boxed_card", "-f", "later_card_drawn=no", "--rules", str(houses[0]), "--rules", str(houses[1]), "--json"]
    (difference,) = json.loads(CliRunner().invoke(main, typed).stdout)["differences"]
    assert difference["rules"] == {"house": ["BA-37"]}


def test_rule_sets_that_do_the_same_are_not_told_twice():
    """The steps stand there once; what differs is the citation."""
    text = run("boxed_card", "--rules", "rrop", "--rules", "old-mill", "--rules", "us")
    assert text.count("1. Take the card out of play") == 1
    assert "the same ruling as rrop; by IR-08, MD-05; Poker TDA Rules" in " ".join(text.split())
    assert "Meanwhile: Hold the action. Cards, chips and stub stay as they are." in text.splitlines()


def test_of_twelve_streets_only_those_are_offered_that_matter():
    """FTR-24: for a burn under Robert's Rules it matters whether it was the flop's."""
    text = run("burn_error", "--rules", "rrop", code=1)
    assert "-f street=flop  the flop" in text
    assert "-f street=turn  any other" in text
    assert "street=river" not in text


def test_what_changes_nothing_is_said():
    """A fact of another fault is not taken for weighty in silence."""
    result = CliRunner().invoke(main, ["rule", "flop_one_by_one", "--rules", "rrop", "-f", "boxed_count=2"])
    assert "(makes no difference here: boxed_count)" in result.stderr


def test_json_says_what_changed_nothing_and_what_was_taken_for_granted():
    """That a later card was drawn is nothing in poker; with one boxed card it is no misdeal whoever has acted."""
    args = ["boxed_card", "--rules", "rrop", "-f", "acts=none", "-f", "later_card_drawn=yes", "-f", "boxed_count=1"]
    (ruling,) = json.loads(run(*args, "--json"))["rulings"]
    assert ruling["detail"]["changed_nothing"] == ["acts", "later_card_drawn"]
    assert ruling["detail"]["assumed"] == {"in_play": True}
    (late,) = json.loads(run("boxed_card", "--rules", "rrop", "-f", "acts=call call", "-f", "count=2", "--json"))["rulings"]
    assert late["detail"]["changed_nothing"] == ["count"]  # too late for a misdeal: one or two, each is replaced


@pytest.mark.parametrize("said", ["acts=", "acts=none", "acts=nobody"])
def test_nothing_among_the_acts_means_that_nobody_has_acted(said):
    """MD-02: with nothing after the sign nobody has acted; a question mark means that nobody knows."""
    assert "Misdeal: the deal is void" in run("boxed_card", "--rules", "rrop", "-f", said, "-f", "count=2")
    assert "Not decided yet" in run("boxed_card", "--rules", "rrop", "-f", "acts=?", "-f", "count=2", code=1)


def test_a_refusal_lists_the_facts_that_explain_lists():
    """All of them, in the same order, also where one is much like the name that was said."""
    told = json.loads(CliRunner().invoke(main, ["explain", "wrong_count", "--json"]).stdout)["more"]["facts"]
    for name in ("zorgblat", "card_identifed"):
        assert f"nown: {', '.join(told)}" in " ".join(run("wrong_count", "-f", f"{name}=1", code=2).split())


def test_what_is_not_ruled_yet_leaves_with_one():
    """So that a program need not read the words; what the floor decides is ruled."""
    run("mucked", "--rules", "tda", code=1)
    run("mucked", "--rules", "tda", "--json", code=1)
    run("mucked", "--rules", "rrop", "-f", "identifiable=yes")
    run("boxed_card", "--rules", "us", "--rules", "rrop", "--rules", "macau")
    run("undercall", "--rules", "rrop", "--rules", "tda", "-f", "missed_raise=no", code=1)


def test_brief_is_two_lines():
    """What to say aloud, and what to do; side by side two for each set; of what is not known yet, what to ask."""
    rows = run("late_bet", "-f", "change=placed", "--brief").splitlines()
    assert [row.partition(":")[0] for row in rows] == ["Say", "Do"]
    both = run("boxed_card", "--rules", "us", "--rules", "macau", "--brief").splitlines()
    assert [row.partition(":")[0] for row in both] == ["Say [us]", "Do [us]", "Say [macau]", "Do [macau]"]
    said, asked = run("card_exposed", "--rules", "rrop", "--brief", code=1).splitlines()
    assert said.startswith("Say: ")
    assert asked.startswith("Ask: ")
    assert asked.endswith("?")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        pytest.param(["several_chips", "--bets", "A 300, B puts 200+300"], ["total wager: 600", "300 + 300 = 600"], id="BR-34"),
        pytest.param(["undercall", "-f", "missed_raise=no", "--bets", "A 100, B call 60"], ["total wager: 100"], id="BR-36"),
        pytest.param(
            ["raise_not_open", "-f", "structure=no_limit", "--bets", "A 100, B all-in 140, C call, A raise 400"],
            ["A raise is not allowed", "B's 140 is 40 more than the bet to match"],
            id="BR-38",
        ),
        pytest.param(
            ["raise_not_open", "-f", "structure=no_limit", "--bets", "A 100, B raise 200, C all-in 250, A raise 400"],
            ["A raise is allowed"],
            id="BR-38-against",
        ),
        pytest.param(
            ["wager_too_large", "--bets", "pot-limit, pot 100, A 50, B raise 400"],
            ["total wager: 250", "50 + 200 = 250"],
            id="BR-41",
        ),
        pytest.param(
            ["oversized_chip", "--bets", "blinds 50/100, A chip 500"], ["The action is a call", "total wager: 100"], id="BR-32"
        ),
    ],
)
def test_amounts_are_reckoned_from_the_bets_and_not_asked(args, said):
    """No share, no least wager, no price is asked for; the answer says how it was reckoned."""
    out = run(*args, "--rules", "rrop")
    assert all(one in " ".join(out.split()) for one in said), out
    assert "per cent?" not in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["several_chips", "--bets", "A 300, B rase 500"], "column 10: 'rase' is not an action or an amount"),
        (["several_chips", "--bets", "A 300, B 500", "-f", "bet_to_match=200"], "going by the bets, the answer is: 300"),
        (["several_chips", "--bets", "A 300, B 500", "-f", "bets=A 200"], "given twice"),
        (["wager_too_large", "--bets", "limit, A all-in 15"], "type it as limit 20"),
    ],
)
def test_bets_that_cannot_be_are_refused(args, said):
    """With 2, the column and what to do."""
    result = CliRunner().invoke(main, ["rule", *args, "--rules", "rrop"])
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_brief_and_full_are_opposites():
    """Both at once are refused."""
    assert "--brief and --full" in run("boxed_card", "--brief", "--full", code=2)


def test_rule_sets_may_stand_behind_one_another_with_commas():
    """As often as the option, or once."""
    several = run("boxed_card", "--rules", "rrop,tda", "--rules", "us")
    assert several == run("boxed_card", "--rules", "rrop", "--rules", "tda", "--rules", "us")
    assert "unknown rule set: 'mars'" in run("boxed_card", "--rules", "us,mars", code=2)


def test_it_would_be_otherwise_names_the_other_ruling():
    """BR-15, BR-16, BR-36, BR-37: fact, value and the ruling then; where it has the same name, what would be said; where it
    hangs on more, on what.
    """
    text = " ".join(run("undercall", "--rules", "tda", "-f", "heads_up=yes").split())
    _, _, otherwise = text.partition("The ruling would change if ")
    says = "All-in. The player plays for the amount they have matched."
    let_stand = f'last chips: yes (last_chips): The action is a call too, but: "{says}" (BR-15)'
    assert let_stand in otherwise
    assert "Short calls in a row: 2 (short_calls): The mistake is corrected on the spot (BR-36)" in otherwise
    said = ("words", "--rules", "rrop", "-f", "said=fingers", "-f", "amount_said=200", "-f", "bet_to_match=50")
    text = " ".join(run(*said).split())
    assert (
        "check (said): A raise is not allowed, or: The action is binding; the ruling depends on: The player faced a bet" in text
    )
    (ruling,) = json.loads(run(*said, "--json"))["rulings"]
    assert any(change["needs"] == ["facing_bet"] for change in ruling["would_change"])
    for change in ruling["would_change"]:
        assert change["possible"]
        assert change["outcome"] in change["possible"] or change["needs"]


def test_a_narrow_screen_has_the_rule_sets_one_under_the_other(monkeypatch):
    """Three sets need more than 60 columns."""
    monkeypatch.setenv("COLUMNS", "60")
    rows = run("boxed_card", "--rules", "us,macau,france").splitlines()
    assert rows[0] == "us"
    assert "macau" in rows
    assert all(len(row) <= 60 for row in rows)


@pytest.mark.thorough
def test_at_a_terminal_the_rest_waits_for_a_key(tmp_path):
    """Two lines; any key shows what stands behind them; `q` is done; --full shows all at once; no fact's id is seen."""
    late = ("rule", "late_bet", "--rules", "us")
    with PseudoTerminal(*late, "-f", "change=placed", cwd=tmp_path) as screen:
        first = screen.read("any key")
        assert first.startswith('Say: "')
        assert "\nDo: " in first
        assert "why:" not in first
        screen.keys(b"\r")
        text = screen.read("never")
        assert "any key" not in text
        assert "why:" in text
        assert "_" not in text
    with PseudoTerminal(*late, "-f", "change=placed", cwd=tmp_path) as screen:
        screen.read("any key")
        screen.keys(b"q")
        assert "why:" not in screen.read("never")
    with PseudoTerminal(*late, "-f", "change=placed", "--full", cwd=tmp_path) as screen:
        assert "why:" in screen.read("never")


def test_the_blinds_that_were_told_go_before_those_a_game_is_usually_dealt_with():
    """BR-32, QU-01: a table of 5/10, while the game's own file has 1/2, which says nothing of this table."""
    result = CliRunner().invoke(main, ["rule", "smallest_raise", "--game", "holdem", "--bets", "blinds 5/10, A raise 30"])
    assert result.exit_code == 0, result.output
    assert "The minimum raise is to 50" in result.output
    result = CliRunner().invoke(main, ["rule", "smallest_bet", "--game", "holdem"])
    assert "How much is the big blind" in result.output


SHORT = ["a boxed card", "burn in the muck", "card off the table", "a joker", "a check-raise", "missed the blind", "he called",
         "call out of turn", "bet out of turn", "he folded out of turn", "wrong deal order", "improper bet"]  # fmt: skip


@pytest.mark.parametrize("game", [(), ("--game", "holdem"), ("--rules", "rrop")], ids=" ".join)
@pytest.mark.parametrize("said", SHORT)
def test_short_words_near_a_name_are_choices_and_no_error(said, game):
    """The best match gets no worse answer than a long story: numbered, each with its command, and nothing is ruled; or, where it
    is a name in this game, what it comes to: the words tell which act it was.
    """
    named = bool(game) and said == "bet out of turn"
    text = run(said, *game, code=0 if named else 1)
    assert ("The action is backed up" if named else "so there is no ruling") in text
    assert named or "  1. " in text
    assert "??" not in text


@pytest.mark.parametrize("game", [(), ("--game", "holdem")], ids=" ".join)
@pytest.mark.parametrize(("said", "fault"), [("he called", "undercall"), ("he raised", "wager_too_small")])
def test_two_words_are_answered_with_what_is_in_dispute_about_such_an_act(said, fault, game):
    """BR-30, BR-36: who says that somebody called or raised speaks of the act, of what was said, or of whose turn it was; nobody
    speaks of the clock.
    """
    offered = [one["fault"] for one in json.loads(run(said, *game, "--json", code=1))["meant"]]
    assert offered[:3] == [fault, "words", "out_of_turn"]
    assert "clock_called" not in offered


def test_what_the_words_tell_is_not_asked():
    """BR-30: "bet" was said. It is told on a line of its own, the command that is offered has it; what is typed goes before."""
    result = CliRunner().invoke(main, ["rule", "bet out of turn", "--game", "holdem"])
    assert "Understood: What was done out of turn: bet." in result.stderr
    assert "dealerkit rule out_of_turn -f early_act=raise" in told("seat 4 raised to 900 out of turn")
    assert "The hand is dead" in run("bet out of turn", "--game", "holdem", "-f", "early_act=fold")


def test_words_of_a_game_at_home_are_not_ruled_on_by_its_rule():
    """Where nobody says what is dealt a card room's fault comes first (BR-30), and is ruled on once the game is known."""
    firsts = {"bet out of turn": "out_of_turn", "bet too small": "wager_too_small", "improper bet": "wager_too_small"}
    for said, first in firsts.items():
        offered = json.loads(run(said, "--json", code=1))["meant"]
        assert first in {one["fault"] for one in offered[:2]}
        assert offered[0]["family"] == "poker"
    assert "BR-30" in run("--game", "holdem", "bet out of turn")
    assert "RD-06" in run("--game", "red-dog", "bet out of turn")


@pytest.mark.parametrize("fault", ["boxed_card", "card_off_table", "boxed card"])
def test_what_games_rule_otherwise_on_waits_for_the_game(fault):
    """In a pipe too, and for a program: nobody is ruled on by the rules of baccarat because he named no game."""
    text = " ".join(run(fault, code=1).split())
    assert "Which game is being dealt?" in text
    assert "[us]" not in text
    told = json.loads(run(fault, "--json", code=1))
    assert told["ask"] == "game"
    assert [one["family"] for one in told["families"]] == ["baccarat", "poker", "pit"]
    for one, rules in zip(told["families"], ("us", "rrop", "us-pit"), strict=True):
        words = shlex.split(one["command"])
        assert words[-2:] == ["--rules", rules]
        (ruling,) = json.loads(CliRunner().invoke(main, words[1:]).stdout)["rulings"]
        assert ruling["rules_set"] == rules
    assert "[rrop]" in CliRunner().invoke(main, ["rule", fault, "--game", "holdem"]).stdout


def test_a_story_that_names_the_family_names_the_rules_of_what_is_of_all_games():
    """The command that is offered asks nothing that was told."""
    offered = json.loads(run("a boxed card at a poker table", "--json", code=1))["meant"]
    assert offered[0]["fault"] == "boxed_card"
    assert offered[0]["command"].endswith("boxed_card --json --rules rrop")


def test_an_id_with_a_slip_in_it_is_refused_with_one_question_mark():
    """A program has to put it right itself; a title that asks brings its own mark."""
    text = run("check_rase", code=2)
    assert "did you mean check_raise: Is a check-raise allowed?" in text
    assert "??" not in text


def test_a_fact_among_the_words_is_told_where_the_letter_was_forgotten():
    """`-f` is named with the fact as it was typed; a word with a sign that names no fact is a word."""
    assert "setting=cash: did you mean -f setting=cash?" in run("string_bet", "setting=cash", code=2)
    assert "did you mean -f" not in run("string_bet", "he", "wrote", "a=b", code=1)
