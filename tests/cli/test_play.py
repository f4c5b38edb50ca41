"""`dealerkit play` and `dealerkit replay`: hands dealt unattended, records gone through again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealerkit import replay
from dealerkit.cli.main import main
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from tests.sampling import daily, daily_games

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Every test in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.setenv("COLUMNS", "100")


def run(*args: str, code: int = 0) -> Result:
    """Run the program."""
    result = CliRunner().invoke(main, list(args))
    assert result.exit_code == code, result.output
    return result


# -- play ---------------------------------------------------------------------------------------------------------


CROWDED = [
    ("omaha", "8", "hole_cards=6"),
    ("omaha", "9", "hole_cards=5"),
    ("omaha-hilo", "10", "hole_cards=6"),
    ("courchevel", "8", "hole_cards=6"),
    ("red-dog", "9", "hand_size=5"),
]


@pytest.mark.parametrize(("game", "seats", "setting"), CROWDED)
@pytest.mark.parametrize("command", ["play", "walk", "simulate"])
def test_more_seats_than_the_pack_serves_are_refused_before_the_deal(command, game, seats, setting):
    """DE-01, RD-A8: a perfect dealer would be accused of hands that no card is left for."""
    wrong = run(command, game, "--seats", seats, "--set", setting, code=2)
    assert f"the pack has cards for {'8' if setting.endswith('5') else '7'} players of " in wrong.output
    assert f"not for {seats}" in wrong.output


@pytest.mark.parametrize("rules", ["cedar-room", "tda", "wsop-live"])
def test_as_many_as_the_pack_serves_are_dealt_without_a_slip(rules):
    """DE-01: one seat fewer."""
    run("play", "omaha", "--seats", "7", "--set", "hole_cards=6", "--seed", "5", "--hands", "2", "--rules", rules)


@pytest.mark.sample(4, most=3)
@pytest.mark.parametrize("game", daily_games(4))
@pytest.mark.parametrize("bots", ["sensible", "random"])
def test_a_perfect_dealer_makes_no_slip(game, bots):
    """Each game is dealt; what the seats win, the house and the other seats lose, the pot counted."""
    seats = str(min(4, int(load(game).data["players"]["max"])))
    made = json.loads(run("play", game, "--seed", "5", "--seats", seats, "--hands", "6", "--bots", bots, "--json").stdout)
    assert made["game"] == game
    assert made["hands"]
    lay = 0.0  # a pot may stand from hand to hand
    for hand in made["hands"]:
        assert hand["findings"] == []
        assert sum(map(float, hand["net"].values())) + float(hand["pot"]) == lay
        lay = float(hand["pot"])


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("game", "setting"),
    [
        ("holdem", "announce_bets=yes"),
        ("lowball-27", "announce_bets=yes"),
        ("holdem", "all_in_buttons=yes"),
        ("stud7", "announce_boards=yes"),
    ],
)
def test_a_perfect_dealer_says_what_the_house_wants_said(game, setting):
    """A bet, an all-in button, the boards at stud: each before the next player acts, as the house asks for it (DP-12)."""
    text = run("play", game, "--seed", "3", "--hands", "10", "--set", setting).output
    assert "  ! " not in text


def test_the_same_seed_deals_the_same():
    """Word for word; another seed deals other cards."""
    args = ("play", "mini-baccarat", "--hands", "3", "--seed")
    assert run(*args, "7").output == run(*args, "7").output != run(*args, "8").output


def test_each_hand_tells_cards_outcome_and_what_was_won():
    """One paragraph a coup, the settlement at the end."""
    text = run("play", "mini-baccarat", "--seed", "7", "--hands", "2").output
    assert text.startswith("Mini baccarat: 6 seats, rules us, seed 7, players sensible\n")
    assert "coup 1: player " in text
    assert " wins" in text
    assert "Settlement" in text


def test_slips_are_planted_and_found():
    """As many as asked for; each with what was due and what was found, in text and in JSON."""
    args = ("play", "mini-baccarat", "--seed", "7", "--hands", "8", "--slips", "5")
    made = json.loads(run(*args, "--json", code=1).stdout)
    slips = [slip for hand in made["hands"] for slip in hand["slips"]]
    assert len(slips) == 5
    assert all(slip["found"] and slip["made"] != slip["due"] for slip in slips)
    text = run(*args, code=1).output
    assert text.count("planted: ") == 5
    assert text.count("      ! ") >= 5


def test_slips_that_find_no_place_are_told():
    """More slips than acts."""
    result = run("play", "mini-baccarat", "--seed", "7", "--hands", "1", "--slips", "500", code=1)
    assert "did not fit into these hands" in result.stderr


def test_the_record_replays(tmp_path):
    """It is a record like any other, and is never written over another file."""
    run("play", "nap", "--seed", "7", "--seats", "4", "--hands", "2", "--record", "kept.txt")
    table = replay(Path("kept.txt"))
    assert table.game.id == "nap"
    assert table.ok
    again = run("play", "nap", "--seed", "7", "--seats", "4", "--hands", "2", "--record", "kept.txt", code=2)
    assert "a file with this name already exists" in again.stderr


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (("nop",), "unknown game: 'nop'"),
        (("nap", "--seats", "2"), "3 to 7"),
        (("nap", "--hands", "0"), "hands"),
        (("nap", "--seed", "x"), "seed"),
    ],
)
def test_play_says_what_cannot_be_used(args, what):
    """One message, and 2."""
    assert what in run("play", *args, code=2).stderr


def test_a_seed_is_drawn_and_shown():
    """Without one, the one drawn is shown, so that it can be dealt again."""
    text = run("play", "mini-baccarat", "--hands", "1").output
    seed = text.split("seed ")[1].split(",")[0]
    assert run("play", "mini-baccarat", "--hands", "1", "--seed", seed).output == text


# -- replay -------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept() -> str:
    """A record with slips in it."""
    run("play", "mini-baccarat", "--seed", "7", "--seats", "3", "--hands", "3", "--slips", "2", "--record", "kept.txt", code=1)
    return "kept.txt"


def test_the_felt_at_any_act(kept):
    """The last acts, the felt, what is due with its rule."""
    text = run("replay", kept, "--at", "12").output
    assert "after action 12 of" in text
    assert "  12  d burn" in text
    assert "shoe 4" in text
    assert "due: d burn" in text
    assert "rule: BA-21" in text
    assert "ok  no slips so far" in text


def test_before_the_first_act(kept):
    """Act 0 is the empty table."""
    assert "due: d check rack" in run("replay", kept, "--at", "0").output


def test_findings_so_far(kept):
    """At the end all of them, with act and line; it leaves with 1."""
    made = json.loads(run("replay", kept, "--json", code=1).stdout)
    assert made["acts"] == made["of"]
    assert made["findings"]
    lines = Path(kept).read_text(encoding="utf-8").splitlines()
    for one in made["findings"]:
        assert one["got"].startswith(("d ", "s"))
        assert one["got"] in lines[one["line"] - 1]
    assert "Slips so far" in run("replay", kept, code=1).output


@pytest.mark.parametrize("seed", ["2", "5", "7"])
def test_a_finding_reads_the_same_in_play_replay_and_check(seed):
    """One hand, three commands: every part of every finding is the same, its words and its rules too."""
    dealt = (
        "play",
        "mini-baccarat",
        "--seed",
        seed,
        "--seats",
        "3",
        "--hands",
        "5",
        "--slips",
        "4",
        "--record",
        "same.txt",
        "--json",
    )
    played = [one for hand in json.loads(run(*dealt, code=1).stdout)["hands"] for one in hand["findings"]]
    replayed = json.loads(run("replay", "same.txt", "--json", code=1).stdout)["findings"]
    checked = json.loads(run("check", "same.txt", "--json", code=1).stdout)["findings"]
    assert played
    assert all(one["why"] and one["cite"] and one["expected"] for one in checked)
    assert any(one["remedy"] for one in checked)
    assert len({one["severity"] for one in checked}) > 1
    alone = ("file", "hand", "title", "round", "rules", "said", "due")  # what only an archive needs
    assert replayed == [{key: value for key, value in one.items() if key not in alone} for one in checked]
    assert played == [{key: value for key, value in one.items() if key != "line"} for one in replayed]


def test_what_was_put_right_reads_the_same_in_replay_and_check():
    """It is said in both, with the milder severity."""
    record = str(RECORDS / "coup-cards-racked-early.rec")
    [replayed] = json.loads(run("replay", record, "--json", code=1).stdout)["findings"]
    [checked] = json.loads(run("check", record, "--json", code=1).stdout)["findings"]
    assert replayed["self_corrected"]
    assert {key: checked[key] for key in replayed} == replayed


def test_the_json_at_a_point(kept):
    """Felt, expected, findings: the same as the table itself says."""
    made = json.loads(run("replay", kept, "--at", "14", "--json").stdout)
    table = replay(Path(kept), 14)
    assert made["expected"]["dealer"] == str(table.next_act())
    assert made["felt"]["counts"]["shoe"] == len(table.felt.cards("shoe"))
    assert made["rules"] == "us"


def test_what_one_seat_sees():
    """Other hands are hidden, in text and in JSON."""
    run("play", "nap", "--seed", "7", "--seats", "3", "--hands", "1", "--record", "nap.txt")
    made = json.loads(run("replay", "nap.txt", "--at", "20", "--seat", "2", "--json").stdout)
    hands = made["felt"]["places"]
    assert all(card == "??" for card in [*hands["s1"], *hands["s3"]])
    assert "??" not in hands["s2"]
    text = run("replay", "nap.txt", "--at", "20", "--seat", "2").output
    assert "s1     ?? ??" in text
    assert "as seen by seat 2" in text
    assert "there is no seat 9" in run("replay", "nap.txt", "--seat", "9", code=2).stderr


def test_one_record_of_several(kept):
    """By id or by number; what is not there is named with what is."""
    other = Path(kept).read_text(encoding="utf-8").replace("game: ", "id: A7\ngame: ", 1)
    Path("both.txt").write_text(Path(kept).read_text(encoding="utf-8") + other, encoding="utf-8")
    assert json.loads(run("replay", "both.txt", "--hand", "A7", "--at", "3", "--json").stdout)["hand"] == "A7"
    assert json.loads(run("replay", "both.txt", "--hand", "1", "--at", "3", "--json").stdout)["hand"] == "1"
    assert "A7" in run("replay", "both.txt", "--hand", "B9", code=2).stderr


def test_under_another_rule_set(kept):
    """The same acts, judged by others' rules."""
    made = json.loads(run("replay", kept, "--at", "5", "--rules", "macau", "--json").stdout)
    assert made["rules"] == "macau"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "the file is empty"),
        (b"\x00\x01\x02\xff" * 50, "not"),
        (b"hello\n", "this is not a record"),
        (b"# dealerkit record 1\ngame: nap\n---\nd dela s1\n", "dela"),
        (b"# dealerkit record 1\ngame: mini-baccarat\nseats: 2\nseed: 1\n---\nd deal player Qx\n", "qx"),
        (b"# dealerkit record 1\ngame: nop\n---\n", "nop"),
    ],
)
def test_what_is_no_record_is_said(content, what):
    """File and line, what is wrong, and 2."""
    Path("bad.txt").write_bytes(content)
    result = run("replay", "bad.txt", code=2)
    assert "bad.txt" in result.stderr
    assert what in result.stderr


def test_what_stands_before_a_broken_line_can_be_seen(kept):
    """An act before it is shown, with a note; the end is not."""
    lines = Path(kept).read_text(encoding="utf-8").splitlines()
    Path(kept).write_text("\n".join([*lines[:15], "d dela player", *lines[15:], ""]), encoding="utf-8")
    assert "can't be read to the end" in run("replay", kept, "--at", "3").stderr
    assert ":16:3: unknown verb for the dealer: 'dela'" in run("replay", kept, code=2).stderr


def test_beyond_the_end_and_missing_files(kept):
    """Both are said."""
    assert "there is no act 9999" in run("replay", kept, "--at", "9999", code=2).stderr
    assert "missing.txt" in run("replay", "missing.txt", code=2).stderr


def test_a_torn_line_is_told(kept):
    """It is left out."""
    Path(kept).write_text(Path(kept).read_text(encoding="utf-8") + "d cle", encoding="utf-8")
    assert "torn and is left out: 'd cle'" in run("replay", kept, "--at", "3").stderr


def test_a_game_that_is_over_says_so():
    """Hold'em goes on until one player has all the chips; asked for more hands, it tells why there are no more."""
    result = CliRunner().invoke(main, ["play", "holdem", "--seed", "1", "--seats", "3", "--bots", "random", "--hands", "400"])
    assert "The game is over: seat " in result.stdout
    assert "only seat " in result.stderr
    made = json.loads(run("play", "holdem", "--seed", "1", "--seats", "3", "--bots", "random", "--hands", "400", "--json").stdout)
    stacks = {seat for seat, amount in made["stacks"].items() if amount != "0"}
    assert stacks == {made["over"]}
    more = CliRunner().invoke(main, ["play", "nap", "--seed", "7", "--hands", "2"])
    assert "over" not in more.output


POKER = [name for name in games() if load(name).family == "poker"]


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", daily(POKER, 4))
def test_how_a_hand_of_poker_ended(name):
    """Each form: whoever shows is told with his cards and what they make; every chip of the pots is told, and it adds up."""
    made = json.loads(run("play", name, "--seed", "11", "--seats", "5", "--hands", "8", "--json").stdout)
    shown = [one for hand in made["hands"] for one in hand.get("shown", ())]
    assert shown
    assert all(one["high"] or one["low"] for one in shown if one["whole"])
    for hand in made["hands"]:
        won = dict.fromkeys(made["stacks"], 0)
        for one in hand.get("won", ()):
            won[one["seat"]] += int(one["amount"])
        assert all(int(hand["net"][seat]) <= won[seat] for seat in won)
    text = run("play", name, "--seed", "11", "--seats", "5", "--hands", "8").output
    assert "pot: seat " in text
    assert text.count(" shows ") == len(shown)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", daily(POKER, 4, first=1))
def test_slips_at_poker_are_planted_and_found(name):
    """Each of them is found where it was made, whatever the form."""
    made = json.loads(run("play", name, "--seed", "12", "--seats", "5", "--hands", "6", "--slips", "6", "--json", code=1).stdout)
    slips = [slip for hand in made["hands"] for slip in hand["slips"]]
    assert len(slips) >= 5
    assert all(slip["found"] for slip in slips)


def test_side_pots_and_the_rake_are_told():
    """All-in players contest the main pot only; the house's part stands in the settlement."""
    args = ("play", "holdem", "--seed", "3", "--hands", "4", "--set", "rake_percent=5", "--set", "drop=1")
    text = run(*args).output
    assert "side pot 1: seat " in text
    assert "main pot: seat " in text
    assert "rake " in text
    made = json.loads(run(*args, "--json").stdout)
    taken = sum(int(amount) for hand in made["hands"] for amount in hand["taken"].values())
    assert made["net"]["house"] == str(taken)


def test_a_game_with_an_end_is_played_to_it():
    """So many hands are the end of the game; who has most has won it (SG-10), and the settlement says so."""
    made = json.loads(run("play", "nap", "--seed", "3", "--seats", "4", "--set", "hands=3", "--json").stdout)
    assert len(made["hands"]) == 3
    most = max(made["stacks"].values(), key=float)
    assert made["winners"] == [seat for seat, has in made["stacks"].items() if has == most]
    text = run("play", "nap", "--seed", "3", "--seats", "4", "--set", "hands=3").output
    assert f"The game is over: seat {made['winners'][0][1:]} has won." in text
    going_on = json.loads(run("play", "nap", "--seed", "3", "--seats", "4", "--hands", "2", "--json").stdout)
    assert (len(going_on["hands"]), going_on["winners"]) == (2, None)


def test_what_was_marked_in_a_hand_is_told_with_it():
    """Where lives are lost and no chip moves, a hand says who lost one; the hands add up to the score."""
    made = json.loads(run("play", "thirty-one", "--seed", "7", "--seats", "4", "--json").stdout)
    for seat, lost in made["score"]["losses"].items():
        assert int(lost) == sum(int(hand.get("scored", {}).get("losses", {}).get(seat, 0)) for hand in made["hands"])
    text = run("play", "thirty-one", "--seed", "7", "--seats", "4", "--hands", "1").output
    (scored,) = made["hands"][0]["scored"].values()
    assert f"hand 1: losses {', '.join(f'{seat} {n}' for seat, n in scored.items())}" in text
    assert "nothing won or lost" not in text


def test_a_game_that_cannot_be_dealt_with_these_options_is_told():
    """An ante that no chip makes up stops the dealing with the reason, and the exit code says that it was not usable."""
    result = run("play", "red-dog", "--seed", "3", "--set", "ante=0.5", code=2)
    assert "the smallest chip is 1" in result.output
