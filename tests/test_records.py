"""Records that a person has read: what each act should give stands behind it as `# ! code`, and nothing else is found."""

from __future__ import annotations

from pathlib import Path

import pytest

import dealerkit as dk
from dealerkit.hands.check import check_file
from dealerkit.rules.data import data_dir
from dealerkit.rules.games import game, games
from dealerkit.rules.loader import read_yaml
from dealerkit.table.record import read_record

RECORDS = sorted((Path(__file__).parent / "records").glob("*.rec"))
RIGHTED = " (put right)"


def expected(path: Path) -> list[tuple[int, str, bool]]:
    """Line, code and whether it was put right at once, of every finding that the record's notes tell of."""
    return [
        (line.line, code.removesuffix(RIGHTED), code.endswith(RIGHTED))
        for line in read_record(path).lines
        if line.note.startswith("!")  # other notes are for the reader
        for code in (word.strip().removeprefix("! ") for word in line.note.split(","))
        if code
    ]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_gives_the_findings_that_stand_in_it(path):
    """Line by line."""
    (hand,) = check_file(path)
    assert [(flaw.line, flaw.code, flaw.self_corrected) for flaw in hand.findings] == expected(path)
    assert hand.unreadable is None


def test_there_is_a_record_for_every_slip_at_baccarat():
    """The 23 of the catalogue's first part and bets left unsettled, each in the record that bears its name."""
    findings = read_yaml(data_dir("rulings") / "findings.yaml").data["findings"]
    codes = [code for code in findings if code.partition("/")[0] in ("shoe", "coup", "commission")]
    assert len(codes) == 24
    named = {path.stem: {code for _, code, _ in expected(path)} for path in RECORDS}
    for code in codes:
        assert code in named[code.replace("/", "-")]


def test_there_is_a_clean_record():
    """A shoe opened and six coups without a slip."""
    (hand,) = check_file(Path(__file__).parent / "records" / "clean-opening-and-six-coups.rec")
    assert hand.findings == ()
    assert hand.acts > 100


def test_a_table_without_a_button_is_played_back_without_one():
    """Where a game begins with a button and this table did not, the record says so: the draw for it goes round from seat 1."""
    table = dk.Table("holdem", seats=4, seed=5, options={"first_dealer": "jack"}, button=0)
    table.advance("first_dealer.dealer")
    again = dk.replay(table.record())
    assert "\nbutton: 0\n" in table.record()
    assert again.ok
    assert again.next_act() == table.next_act()
    assert "button" not in dk.Table("nap", seats=4, seed=5).record()


POKER = [name for name in games() if game(name).family == "poker"]


@pytest.mark.parametrize("name", POKER)
def test_there_is_a_clean_hand_of_every_form_of_poker(name):
    """A whole hand to a showdown, from the shuffle to the next button, with the cards that lay open by name."""
    path = Path(__file__).parent / "records" / f"{name}-hand.rec"
    (hand,) = check_file(path)
    assert hand.findings == ()
    verbs = [act.verb for act in read_record(path).acts]
    assert verbs[0] == "wash"
    assert verbs[-1] == "button"
    assert {"show", "award", "fold", "gather"} <= set(verbs)


def test_the_hands_of_poker_have_everything_in_them():
    """A side pot, a bring-in, draws, a pat hand, a raise, a hand thrown in, and pots that are split, spread over them."""
    texts = {name: (Path(__file__).parent / "records" / f"{name}-hand.rec").read_text(encoding="utf-8") for name in POKER}
    together = "\n".join(texts.values())
    for words in ("d build side-1", " award s3 side-1 ", " bringin ", " draw ", " pat\n", " raise ", " muck\n", " check burns"):
        assert words in together
    for name in ("omaha-hilo", "stud7-hilo", "high-low-draw"):
        assert len({line.split()[2] for line in texts[name].splitlines() if line.startswith("d award ")}) == 2


ROUNDS = {
    # a natural, a split, a double, insurance, a hand over 21 and a push
    "blackjack": (
        ("d pay s2 main 15", "answer split", "bet double-second", "bet insurance", "d look dealer", "d pick s2"),
        [55000, 50500, 53000],
    ),
    # a tie given up, a war that is won, a bet on a tie
    "war": (("answer surrender", "s2 bet war 50", "d pay s2 tie 100", "d take s1 main 12.50"), [51250, 65000, 50000]),
    # two folds, a pair that is paid, a pair that pushes
    "mississippi-stud": (
        ("answer fold", "s1 bet fourth 30", "d pay s1 fifth 30", "d turn board 3 4h", "d pick s3"),
        [58000, 48000, 47000],
    ),
    # a fold, a raise paid by the table, a beaten hand, a dealer who does not qualify
    "casino-stud": (
        ("d turn dealer 5", "s2 answer fold", "d pay s1 raise 100", "d call not qualifies", "d pay s1 ante 50\nd clear"),
        [66000, 48000, 47000],
    ),
    # a straight before the flop on blind and trips, a fold, trips with a blind that pushes, a dealer who does not qualify
    "dealer-holdem": (
        ("s2 answer fold", "d pay s3 trips 15", "d call not qualifies", "d pay s2 play 20\nd take s1 play 10"),
        [56000, 48000, 44500],
    ),
    # a fold, a bonus, a pairs bet of a beaten hand, a dealer who does not qualify
    "three-card-poker": (
        ("d take s2 pairs 10", "d pay s1 ante 10\nd pay s1 ante 10", "d pay s3 pairs 10", "d pay s1 ante 50\nd clear"),
        [58000, 47000, 49000],
    ),
}
"""By game against the house, words of the acts that its record has to hold, and the stacks at its end."""


@pytest.mark.parametrize("name", ROUNDS)
def test_the_rounds_against_the_house_have_everything_in_them(name):
    """Nothing in them is a slip, and chips come out right."""
    words, stacks = ROUNDS[name]
    text = (Path(__file__).parent / "records" / f"{name}.rec").read_text(encoding="utf-8")
    assert [each for each in words if each not in text] == []
    table = dk.replay(text)
    assert table.ok
    assert table.felt.rows["stack"][1:] == stacks
