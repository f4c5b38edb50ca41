"""Who acts first, and who gets the odd chip: the desk's answer is the engine's, at tables and showdowns that were sampled."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from random import Random

import pytest
from click.testing import CliRunner

from dealerkit import Table
from dealerkit.cards import FACES, Face
from dealerkit.cli.main import main
from dealerkit.errors import UnknownName
from dealerkit.facts.first_to_bet import rounds_of
from dealerkit.facts.hands import ACTIONS, live
from dealerkit.facts.seats import blinds_of
from dealerkit.rulings import rule
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.seats import boards, seats, written
from dealerkit.showdown import Pot, showdown, tied
from dealerkit.table.bots import CHOOSERS, Bots
from dealerkit.table.rounds import Rounds
from tests.sampling import daily

GAMES = ["holdem", "omaha", "lowball-27", "draw", "stud7", "stud7-hilo", "razz"]


def facts_of(table: Table) -> dict[str, object]:
    """What a supervisor would see when a betting round is about to begin."""
    felt, now = table.felt, table.now
    alive = live(now)
    shown = {seat: [felt.faces[card] for card in felt.places[f"s{seat}"] if felt.up[card]] for seat in alive}
    with_chips = [seat for seat in alive if felt.rows["stack"][seat]]
    rounds = rounds_of(now)
    opened = next((one.first_bettor for one in rounds if one.first_bettor), 0)
    facts: dict[str, object] = {
        "form": table.game.data["showdown"]["kind"],
        "round": "later" if rounds else "first",
        "button": felt.button or felt.seats,
        "heads_up": felt.seats == 2,
        "seats_in": " ".join(map(str, with_chips)),
        "blinds_posted": table.game.options["big_blind"] not in ("0", 0),
        "shared_card": bool(felt.places.get("board")) and "stud" in table.game.id,
    }
    straddled = next((act.seat for act in reversed(now.since("hand")) if act.verb == "straddle"), 0)
    if straddled or blinds_of(now).big:
        facts["last_post"] = straddled or blinds_of(now).big
    if opened:
        facts["opener_seat"] = opened
    if rounds:
        facts["sixth_first"] = rounds[-1].opener
    if all(shown.values()):
        facts["upcards"] = ", ".join(f"{seat}: {' '.join(map(str, cards))}" for seat, cards in shown.items())
    return {name: value for name, value in facts.items() if value != ""}


def without_chips(table: Table, told: dict[str, object], rules: str) -> dict[str, object]:
    """Whether the forced card, or the leading board, belongs to somebody who is all-in."""
    if told["form"] not in ("stud7", "razz"):
        return {}
    leads = rule({"fault": "first_to_act", **told}, rules=rules).amounts.get("first", "seat 0")
    broke = not table.felt.rows["stack"][int(leads.removeprefix("seat "))]
    return {"low_all_in" if told["round"] == "first" else "leader_all_in": broke}


@pytest.mark.sample(5, most=2)
@pytest.mark.parametrize("stack", daily(["9", "60"], 2))
@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
@pytest.mark.parametrize("name", GAMES)
def test_qu_17_the_desk_names_the_seat_that_the_table_turns_to(name, rules, stack):
    """At the first act of every betting round of hands that players dealt out; where nobody opened there is no opener."""
    asked: Counter[str] = Counter()
    for seed in range(3):
        table = Table(name, seats=2 + seed % 4, seed=seed, rules=rules, stacks=[stack] * (2 + seed % 4))
        players, rounds, seen = Bots(CHOOSERS["sensible" if seed % 2 else "random"]), Rounds(table), -1
        while rounds.done < 4:
            acts = players.acts(table)
            for act in acts or [table.next_act()]:
                if act is None:
                    break
                here = len(rounds_of(table.now)) + 100 * rounds.done
                if act.seat and act.verb in ACTIONS and here != seen:
                    seen = here
                    told = facts_of(table)
                    if told["form"] == "draw_high" and told["round"] == "later" and "opener_seat" not in told:
                        told["round"] = "first"  # all checked: there is no opener to go back to
                    told |= without_chips(table, told, rules)
                    made = rule({"fault": "first_to_act", **told}, rules=rules)
                    assert made.amounts.get("first") == f"seat {act.seat}", (told, made.case, made.amounts, act)
                    asked[made.case] += 1
                table.push(act)
            else:
                rounds.look(table)
                continue
            break
    assert sum(asked.values()) > 8, asked
    assert len(asked) > 1, asked


def tie(rng: Random, count: int) -> tuple[dict[str, list[Face]], list[Face]]:
    """Hands that tie, since they play a royal flush on the board."""
    royal = [Face.read(card) for card in ("As", "Ks", "Qs", "Js", "Ts")]
    rest = [face for face in FACES.values() if face.rank is not None and face not in royal]
    cards = rng.sample(rest, 2 * count)
    places = sorted(rng.sample(range(1, 10), count))
    return {str(seat): cards[2 * at : 2 * at + 2] for at, seat in enumerate(places)}, royal


@pytest.mark.parametrize("seed", range(30))
def test_qu_21_the_odd_chip_goes_where_the_showdown_sends_it(seed):
    """Left of the button, for any number of seats, any pot and any smallest chip (SD-09, SD-10)."""
    rng = Random(seed)
    held, board = tie(rng, rng.randint(2, 5))
    button, chips, unit = rng.choice(list(held)), rng.randint(1, 400), rng.choice(["1", "5", "0.25"])
    came = showdown("holdem", held, board, [Pot(chips, tuple(held))], button)
    facts = {"tied_seats": " ".join(held), "button": button, "pot_amount": str(chips * Decimal(unit)), "smallest_chip": unit}
    made = rule({"fault": "odd_chip", "form": "holdem", **facts}, rules="rrop")
    assert made.amounts["shares"] == ", ".join(f"seat {seat} {came.shares[seat] * Decimal(unit):f}" for seat in held)
    if odd := came.awards[0].odd:
        assert made.amounts["odd_chip"] == f"seat {odd[0].name}"


@pytest.mark.parametrize("seed", range(30))
def test_qu_21_the_halves_are_split_again_as_the_showdown_splits_them(seed):
    """Every seat's share of high and low, with an odd chip in each half (SD-12, HL-03, HL-07)."""
    rng = Random(seed)
    button, chips = rng.randint(1, 9), rng.randint(10, 400)
    places = sorted(rng.sample(range(1, 10), 4), key=lambda seat: (seat <= button, seat))
    best, lowest = (set(rng.sample(places, rng.randint(1, 3))) for _ in range(2))
    high, low = ([str(seat) for seat in places if seat in some] for some in (best, lowest))
    names = sorted({*high, *low}, key=int)
    _, (award,) = tied("omaha-hilo", {"high": high, "low": low}, [Pot(chips, tuple(names))])
    facts = {"tied_seats": " ".join(high), "low_seats": " ".join(low), "button": button, "pot_amount": str(chips)}
    made = rule({"fault": "odd_chip", "form": "omaha_hilo", "split_by": "high_low", "smallest_chip": "1", **facts}, rules="rrop")
    assert made.amounts["shares"] == ", ".join(f"seat {seat} {award.shares[seat]}" for seat in names if award.shares.get(seat))


def test_sd_09_the_low_half_goes_out_in_seat_order_too():
    """A seat that ties for both halves does not come first in the low one because it was named for the high one (SD-10)."""
    _, (award,) = tied("omaha-hilo", {"high": ["Di"], "low": ["Ann", "Di"]}, [Pot(6, ("Ann", "Di"))])
    assert dict(award.shares) == {"Ann": 2, "Di": 4}


SEVEN = [  # tied hands of stud and of razz, seven cards each, in two suits
    ("stud7", "Ah Kd Qs Jc Td 2c 3c", "Ad Kh Qc Js Th 4s 5d"),
    ("stud7", "9h 9d 5s 5c Kd 2c 3c", "9c 9s 5h 5d Kc 2h 4h"),
    ("razz", "Ah 2d 3s 4c 6d Kc Kd", "Ad 2h 3c 4s 6h Qc Qd"),
    ("razz", "As 2s 3d 5c 7d 9c 9d", "Ac 2c 3s 5d 7h Tc Td"),
]


@pytest.mark.parametrize(("rules", "how"), [("rrop", "card_by_suit"), ("tda", "card_of_hand"), ("wsop-live", "card_of_hand")])
@pytest.mark.parametrize(("name", "one", "other"), SEVEN)
def test_sd_11_in_stud_the_odd_chip_goes_by_the_cards_that_count(rules, how, name, one, other):
    """All seven under Robert's Rules, the lowest in a low tie; the five that play elsewhere, always the highest."""
    held = {"2": [Face.read(card) for card in one.split()], "5": [Face.read(card) for card in other.split()]}
    came = showdown(name, held, pots=[Pot(31, ("2", "5"))], settings={"odd_chips": how})
    (odd,) = came.awards[0].odd
    half = "low" if name == "razz" else "high"
    counts = {
        int(seat): tuple(cards if how == "card_by_suit" else getattr(came.hands[seat], half).cards)
        for seat, cards in held.items()
    }
    facts = {"tied_seats": "2 5", "tied_hands": written(counts), "pot_amount": "31", "smallest_chip": "1"}
    made = rule({"fault": "odd_chip", "form": name, **facts}, rules=rules)
    assert made.amounts["odd_chip"] == f"seat {odd.name}"
    assert made.amounts["shares"] == ", ".join(f"seat {seat} {came.shares[seat]}" for seat in held)


def test_dr_22_nobody_is_named_while_it_is_not_known_whether_the_opener_is_in():
    """An opener who has dropped was named, because nobody had been asked who was in."""
    facts = {"fault": "first_to_act", "form": "draw_high", "blinds_posted": False, "round": "later", "opener_seat": 2}
    made = rule(facts, rules="rrop")
    assert (dict(made.amounts), made.lacks) == ({}, ("seats_in",))
    assert rule({**facts, "seats_in": "1 4 6"}, rules="rrop").amounts["first"] == "seat 4"


def test_the_desk_asks_for_the_seats_and_does_without_them():
    """After the case is clear it asks whose seats they are; a `?` leaves the rule in words."""
    desk = Desk("first_to_act", ["rrop"], {"form": "holdem", "round": "later", "heads_up": False})
    asked = []
    while (fact := desk.question()) is not None:
        asked.append(fact.name)
        desk.answer(fact.name, "3" if fact.name == "button" else "?")
    assert sorted(asked) == ["button", "seats_in"]
    (ruling,) = desk.rulings
    assert "First to act" not in ruling.say
    assert "left of the button" in ruling.say


@pytest.mark.parametrize(
    ("name", "told"),
    [("seats_in", "all"), ("seats_in", "3 3"), ("seats_in", "0"), ("upcards", "Kh"), ("upcards", "2: Kh, 5: Kh")],
)
def test_seats_that_are_none_are_refused_in_words(name, told):
    """What cannot be read is refused with how to write it, at the command line with exit 2."""
    with pytest.raises(UnknownName, match=f"value of {name}"):
        known_facts()[name].read(told)
    done = CliRunner().invoke(main, ["rule", "first_to_act", "--rules", "rrop", "-f", f"{name}={told}"])
    assert done.exit_code == 2
    assert "as: " in done.stderr


@pytest.mark.parametrize("seed", range(20))
def test_seats_are_read_as_they_are_written(seed):
    """Whatever is written is read again, in any order and however people set it apart."""
    rng = Random(seed)
    some = sorted(rng.sample(range(1, 23), rng.randint(1, 9)))
    parts = [rng.choice(["", "s", "seat "]) + str(seat) for seat in rng.sample(some, len(some))]
    assert seats(rng.choice([", ", " ", " and ", ";"]).join(parts)) == tuple(some)
    cards = rng.sample([face for face in FACES.values() if face.rank], 3 * len(some))
    shown = {seat: tuple(cards[3 * at : 3 * at + 3]) for at, seat in enumerate(some)}
    assert boards(written(shown)) == shown
