"""Players at poker who choose by themselves: nothing illegal, nothing they cannot know, and some sense."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealerkit import Table
from dealerkit.cards import Face, read_cards
from dealerkit.felt import Act
from dealerkit.games.poker.bots import draws
from dealerkit.games.poker.bots.betting import betting, opening_cards
from dealerkit.games.poker.bots.draws import keep
from dealerkit.games.poker.bots.strength import FULL, _share, strength
from dealerkit.games.poker.facts.showdown import form_of
from dealerkit.rules.games import game, games
from dealerkit.rules.rankings import form
from dealerkit.table.bots import CHOOSERS, Bots, hand_of, random_legal, sensible
from dealerkit.table.rounds import Rounds
from tests.sampling import LONG, daily

POKER = [name for name in games() if game(name).family == "poker"]


def played(table: Table, how: str, hands: int) -> Table:
    """So many hands by a perfect dealer, or until one player has everything; every choice must be open, and in whole chips."""
    players, rounds = Bots(CHOOSERS[how]), Rounds(table)
    while rounds.done < hands:
        acts = players.acts(table)
        for act in acts or [table.next_act()]:
            if act is None:
                return table
            if act.seat:
                assert act.value in table.ask[act.who][act.move], act
                assert act.n is None or isinstance(act.n, int)
                assert act.verb != "draw" or len(act.cards) == act.n
            assert table.push(act) == (), act
        rounds.look(table)
    return table


@pytest.mark.campaign
@settings(max_examples=15 * max(1, LONG), deadline=None)
@given(
    name=st.sampled_from(POKER),
    how=st.sampled_from(sorted(CHOOSERS)),
    seed=st.integers(0, 10**6),
    seats=st.integers(2, 6),
    structure=st.sampled_from(["no_limit", "pot_limit", "fixed_limit"]),
)
def test_no_choice_is_ever_illegal(name, how, seed, seats, structure):
    """In every form and structure, at any table."""
    played(Table(name, seats=seats, seed=seed, options={"structure": structure}), how, 3)


@pytest.mark.sample(4)
@pytest.mark.parametrize("how", CHOOSERS)
@pytest.mark.parametrize("stack", ["3", "7", "25"])
@pytest.mark.parametrize("name", daily(POKER, 5))
def test_short_stacks(name, how, stack):
    """All-ins for less than a bet, a blind or an ante; the game goes on until it is over."""
    table = played(Table(name, seats=4, seed=8, stacks=[stack] * 4), how, 12)
    assert sum(sum(row) for row in table.felt.rows.values()) == 4 * int(stack)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "options", "verbs"),
    [
        ("holdem", {"straddle": "under_the_gun"}, {"straddle", "post"}),
        ("holdem", {"straddle": "button"}, {"straddle"}),
        ("holdem", {"straddle": "either", "straddle_most": 4}, {"straddle"}),
        ("holdem", {"all_in_face_up": "true"}, {"show"}),
        ("draw", {"opening": "pass_and_out"}, {"fold", "draw"}),
        ("draw", {"opening": "jacks_or_better"}, {"check", "draw", "show"}),
        ("draw", {"draw_order": "all_first"}, {"draw"}),
        ("stud7", {"open_pair_bet": "true"}, {"bringin"}),
        ("draw", {"wild": "2"}, {"draw"}),
    ],
)
def test_options_of_the_house(name, options, verbs):
    """What a house adds, players use."""
    log = played(Table(name, seats=5, seed=6, options=options), "sensible", 8).log
    assert verbs <= {act.verb for act in log if act.seat}


@pytest.mark.parametrize("how", CHOOSERS)
def test_of_either_seat_one_straddles(how):
    """DP-09: where two may, whoever is first does, of any size that the house takes; the other is not asked any more."""
    options = {"straddle": "either", "straddle_most": 4}
    log = played(Table("holdem", seats=10, seed=10, options=options), how, 6).log
    assert len({act.n for act in log if act.verb == "straddle"}) >= (2 if how == "random" else 1)


@pytest.mark.parametrize("opens", [True, False])
def test_a_four_flush_is_opened_on_where_the_house_lets_it(opens):
    """HR-15: now and then, and all five cards prove it; elsewhere it is no opener (DR-05)."""
    deck = [face for face in read_cards("Ah 2c Kh 3d 9h 4s 7h 9c 2s Jd") if face is not None]
    options = {"opening": "jacks_or_better", "four_flush_opens": opens}
    table = Table("draw", seats=2, button=1, seed=1, deck=deck, options=options)
    table.advance("first_betting")
    moves = table.ask["s2"]
    acts = [betting(table, "s2", moves, random.Random(seed)) for seed in range(400)]
    assert any(act.verb == "bet" for act in acts) is opens


def test_who_has_no_openers_does_not_open():
    """DR-05: the first bet before the draw is made on jacks or better, and the cards are shown when all others drop (DR-17)."""
    table = Table("draw", seats=6, seed=4, options={"opening": "jacks_or_better"})
    players, rounds, opened, shown = Bots(sensible), Rounds(table), 0, 0
    while rounds.done < 25:
        acts = players.acts(table) or [table.next_act()]
        for act in acts:
            if act.verb == "bet" and table.players.id == "first_betting":
                assert opening_cards(table, hand_of(table, act.who))
                opened += 1
            shown += act.verb == "show" and table.players.id == "openers"
            table.push(act)
        rounds.look(table)
    assert opened > 5
    assert shown


@pytest.mark.parametrize(
    ("name", "hand", "kept"),
    [
        ("draw", "Kh Kd 9s 8s 2d", "Kh Kd"),
        ("draw", "Kh Kd Ks 2s 3d", "Kh Kd Ks"),
        ("draw", "Kh Kd 9s 9c 3d", "Kh Kd 9s 9c"),
        ("draw", "9h 8h 4h 2h Ac", "9h 8h 4h 2h"),
        ("draw", "9h 8d 7h 6s 2c", "9h 8d 7h 6s"),
        ("draw", "9h 8d 7h 6s 5c", "9h 8d 7h 6s 5c"),
        ("draw", "Ah Kc 2d 7s 8c", "Ah Kc"),
        ("lowball-27", "2h 3h 4c 5d 7s", "2h 3h 4c 5d 7s"),
        ("lowball-27", "2h 3h 4c 5d 6s", "2h 3h 4c 5d"),
        ("lowball-27", "2h 3h 4h 5h 7h", "2h 3h 4h 5h"),
        ("lowball-27", "Ah 2h 4c 5d 7s", "2h 4c 5d 7s"),
        ("lowball-a5", "Ah 2h 4c 5d 7s", "Ah 2h 4c 5d 7s"),
        ("lowball-a5", "Ah 2h 4c 4d Ks", "Ah 2h 4c"),
        ("badugi", "Ah 2h 3c Kd", "Ah 3c"),
        ("badugi", "Ah 2s 3c Kd", "Ah 2s 3c"),
        ("badugi", "9h 8c 7d 6s", "9h 8c 7d 6s"),
        ("high-low-draw", "Ah 2h 4c 6d Ks", "Ah 2h 4c 6d"),
        ("high-low-draw", "Qh Qd 4c 9d Ks", "Qh Qd"),
    ],
)
def test_what_is_kept_at_a_draw(name, hand, kept):
    """Made hands stand, pairs and four to a hand are drawn to, and a low keeps its low cards."""
    cards = [Face.read(word).index for word in hand.split()]
    assert keep(cards, form(name), 5) == {Face.read(word).index for word in kept.split()}


def test_a_player_who_has_seen_a_part_of_a_hand_draws_by_that(monkeypatch):
    """A record from the middle of a hand may name some of the cards alone: the others are kept."""
    table = Table("draw", seats=3, seed=4)
    table.advance("draw")
    seat = next(iter(table.expected.players))
    cards = [*read_cards("Ah Ad 2c 7s"), None]
    monkeypatch.setattr(draws, "hand_of", lambda _table, _seat: cards)
    act = draws.draw(table, seat, {"draw": SimpleNamespace(most=3), "pat": None}, random.Random(1))
    assert act is not None
    assert act.text == f"{seat} draw 2 2c 7s"


def test_a_draw_keeps_to_the_most():
    """DR-11: where three may be drawn at most, three are laid aside at most."""
    cards = [Face.read(word).index for word in ["Ah", "9c", "2d", "7s", "4c"]]
    assert len(keep(cards, form("draw"), 3)) == 2
    assert len(keep(cards, form("draw"), 1)) == 4


@pytest.mark.sample(4, most=2)
@pytest.mark.parametrize("name", POKER)
def test_a_seat_knows_what_it_has_seen(name):
    """With other cards in the other hands and in the stub, every choice of a seat is the same."""
    table = Table(name, seats=3, seed=5)
    players, tried = Bots(sensible), 0
    for _ in range(150):
        acts = players.acts(table)
        if acts and acts[0].verb in ("bet", "raise", "call", "check", "fold", "draw", "pat", "bringin"):
            felt, seat = table.felt, acts[0].seat
            hidden = [card for card in range(len(felt.faces)) if not felt.seen[card] & (1 << seat | 1 << 30)]
            faces = [felt.faces[card] for card in hidden]
            for card, face in zip(hidden, reversed(faces), strict=True):
                felt.faces[card] = face
            _share.cache_clear()  # what was thought before is thought anew
            assert players.acts(table) == acts
            for card, face in zip(hidden, faces, strict=True):
                felt.faces[card] = face
            tried += 1
        table.push(acts[0] if acts else table.next_act())
    assert tried > 5


def test_strength_goes_by_the_cards():
    """Aces before the flop are strong, seven and two are not; the best low of all is the whole pot."""
    worth = {}
    for hand in ("As Ah", "7s 2h"):
        deck = [Face.read(word) for word in f"2c {hand.split()[0]} 3c {hand.split()[1]}".split()]
        table = Table("holdem", seats=2, button=1, seed=1, deck=deck)
        table.advance("preflop")
        worth[hand] = strength(table, "s1")
    assert worth["As Ah"] > FULL * 2 // 3 > FULL // 2 > worth["7s 2h"]


def test_losers_throw_in_and_winners_show():
    """At the showdown a hand that cannot win is thrown in now and then, one that wins never is."""
    shown = thrown = 0
    for seed in range(8):
        table = Table("stud7", seats=4, seed=seed)
        players, rounds = Bots(sensible), Rounds(table)
        while rounds.done < 5:
            acts = players.acts(table) or [table.next_act()]
            for act in acts:
                table.push(act)
                shown += act.verb == "show"
                thrown += act.verb == "muck"
            rounds.look(table)
        assert table.ok
    assert shown > thrown > 3


def test_a_stub_that_runs_out_is_made_up_again():
    """DR-18, DR-19: six players who draw and draw again need more cards than the stub has; nobody gets the bottom card."""
    table = Table("triple-draw-27", seats=6, seed=1, button=1)

    def greedy(table: Table, seat: str, moves, rng) -> Act | None:
        if "draw" in moves:
            return Act.make(seat, "draw", n=5, cards=[face for face in hand_of(table, seat) if face])
        return Act.make(seat, "check" if "check" in moves else "call") if "fold" in moves else None

    players, rounds = Bots(greedy), Rounds(table)
    while not rounds.done:
        for act in players.acts(table) or [table.next_act()]:
            assert table.push(act) == (), act
        rounds.look(table)
    rebuilt = [act.text for act in table.log if act.verb == "rebuild"]
    assert len(rebuilt) >= 2
    assert form_of(table.now).low is not None


def test_random_players_do_everything():
    """Nothing that is open is never done."""
    verbs: set[str] = set()
    for name in ("stud7", "draw", "holdem"):
        table = played(Table(name, seats=4, seed=2), "random", 12)
        verbs |= {act.verb for act in table.log if act.seat}
    assert verbs >= {"fold", "call", "check", "bet", "raise", "bringin", "draw", "pat", "show", "muck"}
    assert CHOOSERS["random"] is random_legal
