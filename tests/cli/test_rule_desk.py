"""`dealerkit rule` as a conversation, and from a record."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main

SHOWN = """# dealerkit record 1
game: holdem
rules: tda
seats: 4
button: 1
---
d wash
d riffle
d riffle
d strip 4
d riffle
d cut 20
s2 post 1
s3 post 2
d deal s2
d deal s3
d deal s4 up Ah
d deal s1
d deal s2
d deal s3
d deal s4
d deal s1
s4 call
"""


@pytest.fixture
def run():
    """Run dealerkit."""
    return lambda *args, **more: CliRunner().invoke(main, args, **more)


@pytest.fixture
def record(tmp_path):
    """A hand in which the third card was shown."""
    file = tmp_path / "hand.rec"
    file.write_text(SHOWN, encoding="utf-8")
    return str(file)


def test_the_desk_asks_until_it_can_rule(run):
    """Words, numbers, going back: two questions, and the ruling ends with what to say aloud."""
    out = run("rule", "--ask", "--rules", "rrop", input="shown card\n2\nback\n2\n2\n").stdout
    assert "Which card off the deck" in out
    assert "Misdeal" in out
    assert 'Say: "Misdeal. All cards and bets are returned and the hand is redealt."' in out.splitlines()


def test_a_game_that_is_told_is_not_asked_for(run):
    """Whoever has said it is asked what happened, not what is dealt."""
    out = run("rule", "--ask", "in hold'em the flop came with four cards", input="1\n").stdout
    assert out.startswith("The game is Hold'em, as you said; --game names another.")
    assert "Which game" not in out
    assert "Which game" in run("rule", "--ask", "the flop came with four cards", input="1\n").stdout


def test_what_games_rule_otherwise_on_asks_the_game_once(run):
    """A family's number or a game's name; with Enter it would be anybody's rule. Going back begins with something else."""
    out = run("rule", "--ask", "boxed_card", input="\ncanasta\n2\nno\nno\n").stdout
    assert out.count("Which game is being dealt?") == 1
    assert "if it does not matter" not in out
    assert "Canasta has no rule on it" in out
    assert "[us]" not in out
    assert "Red Dog" not in out
    named = run("rule", "--ask", "boxed_card", input="holdem\n").stdout
    assert "What happened?" not in named
    assert "Which game is being dealt?" in run("rule", "--ask", "a boxed card", input="\n1\n").stdout.partition("1  ")[2]


def test_what_is_not_understood_is_asked_again(run):
    """With the answers there are."""
    out = run("rule", "card_exposed", "--ask", "--rules", "rrop", input="perhaps\nno\n2\n").stdout
    assert "'perhaps' is not one of the answers" in out
    assert "Misdeal" in out


def test_back_beyond_the_first_question_something_else_happened(run):
    """And what was said at first is asked again."""
    out = run("rule", "--ask", "--rules", "tda", input="string bet\nback\nodd chip\n").stdout
    assert out.count("What happened?") == 2
    assert 'Say: "The odd chip goes to the first seat left of the button."' in out.splitlines()


def test_the_desk_asks_for_no_fact_that_the_story_tells_and_takes_none_for_granted_that_it_touches(run):
    """BR-30: "raised" is understood; that somebody acted then is told, so whether he did is asked. Both can be taken back."""
    story = "seat 4 raised to 900 out of turn, then seat 3 made it 1200"
    out = run("rule", "--ask", "--game", "holdem", story, input="1\n4\n").stdout
    assert "Understood: What was done out of turn: raise." in out
    assert "What did the player do out of turn?" not in out
    assert "What did the skipped players do" in out
    assert "The action is not binding" in out
    again = run("rule", "--ask", "--game", "holdem", story, input="1\nback\nbet\n2\n").stdout
    assert "What did the player do out of turn?" in again
    assert "The action is binding" in again
    assert (
        "What did the skipped players do"
        not in run("rule", "--ask", "--game", "holdem", "seat 4 raised to 900 out of turn", input="1\n").stdout
    )


def test_what_nobody_knows_stays_open(run):
    """The ruling says what it hangs on."""
    out = run("rule", "string", "bet", "--ask", "--rules", "tda", input="1\nno idea\n").stdout
    assert "can't be established: What the first motion came to" in out
    assert "possible rulings: The action is a call; or The mistake is corrected on the spot" in " ".join(out.split())


def test_words_are_looked_for_until_somebody_picks(run):
    """A search box: words, other words, a number beyond the list, a number."""
    out = run("rule", "--ask", "--rules", "tda", input="zorgblat\nburned\n0\ntwo burn cards\n99\n1\nquit\n").stdout
    assert "There is no rule for anything like that" in out
    assert "A street had no burn, or more than one" in out
    assert "No ruling" in out


def test_nobody_answers(run):
    """The questions end with the input, and nothing is ruled."""
    result = run("rule", "--ask", input="card off the table\n")
    assert result.exit_code == 1
    assert "No ruling" in result.stdout


def test_a_record_tells_the_facts(run, record):
    """IR-15 MD-16: what happened and what is known come from the hand; nothing is asked."""
    out = " ".join(run("rule", "--record", record, "--at", "11").stdout.split())
    assert "The card is replaced by another [tda]" in out
    assert "can still be called" in out
    assert "Found: act 11, d deal s4 up Ah: A downcard was exposed in the deal (step/pitch-wrong-face)" in out
    assert "Position of the card in the deal: 3 (deck_position)" in out
    (ruling,) = json.loads(run("rule", "--record", record, "--at", "11", "--json").stdout)["rulings"]
    assert (ruling["outcome"], ruling["needs"]) == ("card_replaced", [])
    assert ruling["detail"]["facts"]["deck_position"] == 3


def test_a_fact_given_wins_over_the_record(run, record):
    """MD-04: somebody saw a second card."""
    (ruling,) = json.loads(run("rule", "--record", record, "--at", "11", "-f", "exposed_count=2", "--json").stdout)["rulings"]
    assert ruling["outcome"] == "misdeal"


def test_a_record_is_judged_under_other_sets_too(run, record):
    """The same hand, side by side."""
    made = json.loads(run("rule", "--record", record, "--at", "11", "--rules", "rrop", "--rules", "tda", "--json").stdout)
    assert [one["rules_set"] for one in made["rulings"]] == ["rrop", "tda"]


@pytest.mark.parametrize(("more", "words"), [
    (["--at", "9"], "no slip up to act 9 needs a ruling: this hand has no slip"),
    (["--at", "9999"], "there is no act 9999"),
    (["--hand", "7"], "unknown record"),
])  # fmt: skip
def test_a_record_that_tells_nothing_says_so(run, record, more, words):
    """With what to do, and leaving with 2."""
    result = run("rule", "--record", record, *more)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Usage" not in result.stderr


def test_the_slip_of_another_hand_is_not_ruled_on(run, tmp_path):
    """SD-16: it is over with the next hand. The desk says where it was."""
    file = tmp_path / "hands.rec"
    run("play", "holdem", "--seed", "3", "--hands", "2", "--rules", "tda", "--record", str(file))
    lines = file.read_text(encoding="utf-8").splitlines()
    burns = [at for at, line in enumerate(lines) if line == "d burn"]
    del lines[burns[0]]  # the first flop has no burn
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    flop = burns[0] - lines.index("---")
    assert "a street was dealt without a burn" in run("rule", "--record", str(file), "--at", str(flop)).stdout.casefold()
    result = run("rule", "--record", str(file))
    assert result.exit_code == 2
    assert f"--at {flop}" in result.stderr


def test_a_slip_that_needs_no_ruling_is_told(run, record, tmp_path):
    """What was found, what to do about it, and how to name something else."""
    file = tmp_path / "swept.rec"
    file.write_text(SHOWN.replace("d deal s4 up Ah", "d deal s4") + "d sweep\n", encoding="utf-8")
    result = run("rule", "--record", str(file))
    assert result.exit_code == 2
    assert "act 18 was a slip that needs no ruling: Bets were pulled in" in result.stderr
    assert "Usage" not in result.stderr


def test_at_belongs_to_a_record(run):
    """Alone it means nothing."""
    result = run("rule", "card_exposed", "--at", "3")
    assert result.exit_code == 2
    assert "--record" in result.stderr


def test_what_is_dealt_is_asked_first_and_nothing_else_is_offered(run):
    """A number, a game's name, Enter; a game named beforehand is not asked for."""
    story = "somebody bet after no more bets\n"
    asked = run("rule", "--ask", input=f"1\n{story}quit\n").stdout
    assert asked.startswith("Which game is being dealt?")
    assert "A bet was changed after the first card" in asked
    poker = run("rule", "--ask", input=f"razz\n{story}quit\n").stdout
    assert "A bet was changed after the first card" not in poker
    named = run("rule", "--ask", "--game", "mini-baccarat", input=f"{story}quit\n").stdout
    assert "Which game" not in named
    assert run("rule", "--ask", input=f"{story}quit\n", env={"DEALERKIT_GAME": "mini-baccarat"}).stdout == named
    assert "unknown game:" in run("rule", "--ask", input="tiddlywinks\n2\nquit\n").stdout.casefold()


def test_what_is_not_clear_is_never_ruled_on(run):
    """Every fault that may be meant is confirmed; none of these is an answer, and no id or notation is on the screen."""
    out = run("rule", "--ask", "--game", "holdem", input="two hands collided\n0\nhe went back for more chips\n").stdout
    assert "none of these" in out
    assert "If there is no rule for it, the floor decides" in out
    assert "Say: " not in out
    assert "_" not in out
    assert "-f " not in out


def test_two_things_in_one_story_are_both_named(run):
    """The one that happened first stands first."""
    story = "the dealer burned two cards, and then he went back to his stack for more chips after putting the call in"
    out = run("rule", "--ask", "--game", "holdem", input=f"{story}\nquit\n").stdout
    assert "two disputes" in out
    assert out.index("no burn") < out.index("more than one motion")


def test_a_question_is_answered_from_the_bets_of_a_record(run, record):
    """QU-01, QU-03: the round is told by the record, and by what is typed where that says otherwise."""
    out = run("rule", "smallest_raise", "--record", record).stdout
    assert "The minimum raise is to 4." in out
    typed = run("rule", "smallest_raise", "--record", record, "--bets", "A 100, B all-in 140").stdout
    assert "The minimum raise is to 240." in typed
