"""Every dealer's slip at the showdown, in Omaha, stud, draw and lowball is found by the end of the hand, and nothing else is."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

import dealerkit as dk
from dealerkit.facts.first_to_bet import last_round, left_of_button
from dealerkit.facts.hands import live
from dealerkit.games.poker.facts.draws import requests
from dealerkit.games.poker.facts.showdown import awards_due, first_to_show, form_of, tabled, values_of
from dealerkit.games.poker.facts.streets import dormant, first_opener, served
from tests.games.poker.planting import Planted, Slip, clean_hand, slipped_hand
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

BOARDS = ("holdem", "omaha", "omaha-hilo", "courchevel")
STUDS = ("stud7", "razz", "stud7-hilo")
DRAWS = ("draw", "lowball-27", "lowball-a5", "triple-draw-27", "badugi", "high-low-draw")
ALL = (*BOARDS, *STUDS, "five-card-stud", *DRAWS)
ALL_OPEN = ("draw", "high-low-draw")
"""Where every hand is laid open, so that one that is let go is the player's slip too (DR-24)."""


def at(*steps: str) -> Callable[[dk.Table], bool]:
    """Whether a step is open: its name, or the end of it."""
    return lambda table: table.agenda.step is not None and any(table.agenda.step.id.endswith(step) for step in steps)


def betting(table: dk.Table) -> bool:
    """Whether a round of betting is under way in which somebody has acted."""
    return table.players is not None and table.players.mechanic.name == "betting" and table.log[-1].seat > 0


def opening(table: dk.Table) -> bool:
    """Whether a round of betting has just begun."""
    return table.players is not None and table.players.mechanic.name == "betting" and table.log[-1].seat == 0


def showing(table: dk.Table) -> bool:
    """Whether hands are to be shown, and none has been."""
    return table.players is not None and table.players.id == "show" and not any(tabled(table.now, s) for s in live(table.now))


def shown(table: dk.Table) -> bool:
    """Whether several hands lie open and no pot has moved."""
    return at("kill_losers", "award", "stack")(table) and len(live(table.now)) > 1 and table.log[-1].verb in ("show", "kill")


def asked(table: dk.Table) -> str:
    """Whose turn it is."""
    return next(iter(table.ask))


# -- showdown -----------------------------------------------------------------------------------------------------------


def winner_killed(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A hand that wins is taken in."""
    due = awards_due(table.now) if shown(table) else None
    return [f"d kill s{due[0][1]}"] if due else None


def live_killed(table: dk.Table, rng: random.Random) -> Sequence[str] | None:
    """A hand that nobody folded is taken in."""
    others = [seat for seat in live(table.now) if betting(table) and f"s{seat}" not in table.ask]
    return [f"d kill s{rng.choice(others)}"] if len(others) > 1 else None


def not_tabled(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The flop comes with all-in hands face down."""
    step = table.players
    return ["d tap", "d burn"] if step is not None and step.id.endswith("all_in") else None


def untabled_paid(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The pot goes to a hand that nobody has seen."""
    pot = table.felt.rows["pot"][0]
    return [f"d award s{live(table.now)[0]} {pot}"] if showing(table) and pot else None


def part_shown(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """One card of the best hand is shown, and its player throws it in without being told to show the rest."""
    if table.players is None or table.players.id != "show" or len(live(table.now)) < 2:
        return None
    open_, hidden = [s for s in live(table.now) if tabled(table.now, s)], [s for s in live(table.now) if not tabled(table.now, s)]
    if len(hidden) != 1 or not open_:
        return None
    worth = {seat: values_of(table.now, seat) or (0, 0) for seat in (*open_, *hidden)}
    half = 0 if form_of(table.now).high else 1
    if worth[hidden[0]][half] <= max(worth[seat][half] for seat in open_):
        return None
    card = table.felt.names(card for card in table.felt.places[f"s{hidden[0]}"] if not table.felt.up[card])[0]
    return [f"s{hidden[0]} show {card}", f"s{hidden[0]} muck"]


def bettor_lets_go(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The last bettor throws the hand in, and the dealer takes it."""
    last = last_round(table.now)
    if not at("call_showdown")(table) or last is None or last.aggressor not in live(table.now):
        return None
    return [f"s{last.aggressor} muck", f"d kill s{last.aggressor}"]


def wrong_call(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """Another player is asked to show first."""
    others = [seat for seat in live(table.now) if seat != first_to_show(table.now)]
    return [f"d call showdown s{others[0]}"] if at("call_showdown")(table) and others else None


def disclosed(table: dk.Table, rng: random.Random) -> Sequence[str] | None:
    """A hand is read that was not shown."""
    return [f"d read s{rng.choice(live(table.now))} two pairs"] if showing(table) else None


def to_one_only(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A player shows another the hand and folds."""
    if not betting(table) or "fold" not in table.ask[asked(table)] or "call" not in table.ask[asked(table)]:
        return None
    other = next(seat for seat in live(table.now) if f"s{seat}" != asked(table))
    return [f"{asked(table)} flash s{other}", f"{asked(table)} fold"]


# -- Omaha and high-low ----------------------------------------------------------------------------------------------------


def misread(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A flush is read where there is none, or a straight flush."""
    if not shown(table) or table.log[-1].verb != "show":
        return None
    return [f"d read s{live(table.now)[0]} five of a kind"]


def low_misread(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A low is refused that is there, or accepted that is not."""
    worth = values_of(table.now, live(table.now)[0]) if shown(table) and table.log[-1].verb == "show" else None
    return [f"d read s{live(table.now)[0]} {'no low' if worth[1] else 'eight low'}"] if worth else None


def split_without_low(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """Half of the pot is pushed though no low qualifies."""
    due = awards_due(table.now) if shown(table) else None
    if not due or len(due) > 1 or any((values_of(table.now, seat) or (0, 1))[1] for seat in live(table.now)):
        return None
    return [f"d award s{due[0][1]} {due[0][2] // 2}"]


def quartered(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A share of a pot for high and low is too small."""
    due = awards_due(table.now) if at("award")(table) else None
    if not due or len({name for name, _, _ in due}) > 1 or len(due) < 2 or due[0][2] < 20:
        return None
    return [f"d award s{due[0][1]} {due[0][2] - 7}"]


def not_stacked(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The chips are not stacked before the split."""
    due = awards_due(table.now) if at("stack")(table) else None
    return [f"d award s{due[0][1]} {due[0][2]}"] if due and due[0][0] == "pot" else None


# -- stud -----------------------------------------------------------------------------------------------------------------


def no_burn(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A street comes without a burn."""
    if not at("_burn")(table):
        return None
    face = "" if table.agenda.step is not None and table.agenda.step.id.startswith("seventh") else " up"
    return [f"d deal s{served(table.now)[0]}{face}"]


def two_burns(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """Two cards are burned."""
    return ["d burn", "d burn"] if at("_burn")(table) and len(live(table.now)) < 6 else None


def early_card(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A card comes while there is betting."""
    if not betting(table) or table.players is None or table.players.id not in ("fourth_betting", "fifth_betting"):
        return None
    return [f"d deal s{live(table.now)[0]} up"] if len(live(table.now)) > 2 else None


def seventh_up(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The last card comes face up."""
    return [f"{table.plan()[0].text} up"] if at("seventh_cards")(table) and table.plan()[0].to[0] != "board" else None


def not_converted(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A downcard has been shown; its seat gets another upcard."""
    if at("second_down")(table) and table.log[-1].face != "up":
        return [f"{table.plan()[0].text} up"]
    return None


def lifted(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A player picks the upcards up facing a bet, and calls."""
    if not betting(table) or "call" not in table.ask[asked(table)]:
        return None
    return [f"{asked(table)} lift", f"{asked(table)} call"]


def elsewhere(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """Two players behind the one who begins are let act first."""
    if not opening(table) or table.players is None or table.players.id != "fourth_betting" or len(live(table.now)) < 3:
        return None
    others = [seat for seat in live(table.now) if f"s{seat}" != asked(table)]
    return [f"s{others[0]} check", f"s{others[1]} check"]


def brought_in_elsewhere(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """Another seat than the low card brings it in."""
    if not opening(table) or "bringin" not in table.ask[asked(table)]:
        return None
    others = [seat for seat in live(table.now) if f"s{seat}" != asked(table)]
    return [f"s{others[0]} bringin 2", f"{asked(table)} call"]


def double_bet(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The upper limit is bet on fourth street."""
    if not opening(table) or table.players is None or table.players.id != "fourth_betting":
        return None
    return [f"{asked(table)} bet 8"]


def dead_served(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A seat that folded with no bet to face gets a card."""
    return [f"d deal s{dormant(table.now)[0]} up"] if at("_cards")(table) and dormant(table.now) else None


def dormant_passed(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A seat that folded with no bet to face is passed over, where it is to be served."""
    due = table.plan() if at("_cards")(table) else []
    mine = {f"s{seat}" for seat in dormant(table.now)} if due else set()
    return [due[1].text] if len(due) > 1 and due[0].to[0] in mine and due[1].to[0] not in mine else None


def possible_flush(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A possible flush is announced."""
    return ["d announce possible_flush"] if betting(table) else None


# -- draw -----------------------------------------------------------------------------------------------------------------


def no_burn_to_draw(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The first replacement comes without a burn."""
    if table.agenda.step is None or "burn" not in table.agenda.step.id or not table.plan():
        return None
    seat, count = next((seat, count) for seat, count in requests(table.now).items() if count)
    return [f"d deal s{seat} {count}"]


def two_burns_to_draw(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """Two cards are burned for a draw."""
    return ["d burn", "d burn"] if table.agenda.step is not None and "burn" in table.agenda.step.id and table.plan() else None


def replacing(table: dk.Table) -> bool:
    """Whether replacements are due."""
    return table.agenda.step is not None and table.agenda.step.do.name == "replace_drawn" and bool(table.plan())


def one_too_many(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A player gets a card too many."""
    due = table.plan()[0] if replacing(table) and table.felt.left() > 8 else None
    return [f"d deal {due.to[0]} {due.count + 1}"] if due is not None else None


def one_too_few(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A player gets a card too few, and the betting begins."""
    due = table.plan()[0] if replacing(table) and len(table.plan()) == 1 else None
    begins = (first_opener if table.game.id == "draw" else left_of_button)(table.now)
    last = due is not None and due.count > 1 and not any(seat not in requests(table.now) for seat in live(table.now))
    return [f"d deal {due.to[0]} {due.count - 1}", f"s{begins} check"] if due is not None and last else None


def other_number(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A player says another number after the burn, and gets as many."""
    due = table.plan()[0] if replacing(table) and table.log[-1].verb == "burn" else None
    if due is None or due.count > 2:
        return None
    return [f"{due.to[0]} draw 1", f"d deal {due.to[0]} {due.count + 1}"]


def own_discards(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The discards of the draw under way are shuffled into the stub."""
    return (
        ["d rebuild discards muck"] if table.plan() and table.plan()[0].verb == "rebuild" and table.felt.places["muck"] else None
    )


def bottom_card(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The bottom card is dealt with more to come."""
    if not table.plan() or table.plan()[0].verb != "rebuild" or table.felt.left() != 1:
        return None
    seat = next(seat for seat in live(table.now) if len(table.felt.places[f"s{seat}"]) < 5)
    return [f"d deal s{seat}"]


def mixed(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The discards go to the muck while cards are due."""
    return ["d merge discards muck"] if replacing(table) else None


def shown_and_kept(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A card of the draw is dealt face up, and replaced at once."""
    due = table.plan()[0] if replacing(table) and table.plan()[0].count == 1 else None
    others = any(seat not in requests(table.now) for seat in live(table.now))
    return [f"d deal {due.to[0]} up", f"d discard {due.to[0]}", f"d deal {due.to[0]}"] if due is not None and others else None


def told_late(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """The dealer says how many a player drew when there has been action."""
    late = betting(table) and table.players is not None and table.players.id == "second_betting"
    return ["d announce s2 drew two"] if late else None


def pitched(table: dk.Table, _: random.Random) -> Sequence[str] | None:
    """A replacement is pitched where the house pushes them."""
    return [f"{table.plan()[0].text} pitched"] if replacing(table) and table.felt.left() > 8 else None


def all_of(*acts: Planted) -> Planted:
    """The first of several that has its moment."""
    return lambda table, rng: next((found for act in acts if (found := act(table, rng))), None)


FREE = {"bottom_card": "completes_the_draw"}

SLIPS = {
    "winner killed": Slip(("showdown/tabled-winner-killed",), ALL, winner_killed),
    "live hand killed": Slip(("showdown/live-hand-killed",), ALL, live_killed),
    "all-in not tabled": Slip(("showdown/all-in-not-tabled",), BOARDS[:3], not_tabled, rules="tda", stacks=12),
    "untabled hand paid": Slip(("showdown/pot-without-full-tabling",), ALL, untabled_paid, stop=True),
    "part of a hand shown": Slip(("showdown/one-card-shown-no-advice",), ("holdem", "omaha", "stud7"), part_shown),
    "part of a hand shown at draw": Slip(("play/DR-24", "showdown/one-card-shown-no-advice"), ALL_OPEN, part_shown),
    "bettor lets go": Slip(
        ("showdown/early-discard-not-held",), tuple(game for game in ALL if game not in ALL_OPEN), bettor_lets_go
    ),
    "bettor lets go at draw": Slip(("play/DR-24", "showdown/early-discard-not-held"), ALL_OPEN, bettor_lets_go),
    "wrong call": Slip(("showdown/wrong-order",), ALL, wrong_call),
    "hand disclosed": Slip(("showdown/hand-disclosed-by-dealer",), ALL, disclosed),
    "shown to one": Slip(("showdown/shown-to-one-only",), ALL, to_one_only),
    "misread": Slip(("omaha/wrong-card-combination",), ("omaha", "courchevel", "omaha-hilo"), misread),
    "misread for low": Slip(("draw/low-scale-wrong",), ("lowball-27", "lowball-a5", "badugi", "razz"), misread),
    "misread high": Slip(("showdown/hand-misread",), ("holdem", "stud7", "draw"), misread),
    "low misread": Slip(("omaha/low-misread",), ("omaha-hilo", "stud7-hilo"), low_misread),
    "no low": Slip(("omaha/no-low-still-split",), ("omaha-hilo", "stud7-hilo"), split_without_low, stop=True),
    "divided wrongly": Slip(("omaha/half-divided-wrongly",), ("omaha-hilo", "high-low-draw"), quartered, stop=True),
    "not stacked": Slip(
        ("omaha/chips-not-stacked",), ("omaha-hilo", "high-low-draw"), not_stacked, options={"chips_stacked": True}
    ),
    "stud without a burn": Slip(("stud/burn-error",), (*STUDS, "five-card-stud"), no_burn),
    "stud with two burns": Slip(("stud/burn-error",), (*STUDS, "five-card-stud"), two_burns),
    "early card": Slip(("stud/early-card",), (*STUDS, "five-card-stud"), early_card),
    "last card up": Slip(("stud/seventh-street-face-up",), STUDS, seventh_up),
    "short stub": Slip(
        ("stud/short-stub-not-seen",),
        STUDS,
        lambda table, _: ["d burn"] if at("restub")(table) else None,
        seats=8,
        stop=True,
    ),
    "upcards lifted": Slip(("stud/upcards-lifted-not-killed",), (*STUDS, "five-card-stud"), lifted),
    "wrong board begins": Slip(("play/BR-30", "play/BR-30", "stud/wrong-first-to-act"), (*STUDS, "five-card-stud"), elsewhere),
    "wrong bring-in": Slip(("play/BR-30", "stud/wrong-bring-in"), (*STUDS, "five-card-stud"), brought_in_elsewhere),
    "double bet": Slip(("play/BR-11", "stud/fourth-street-double-bet"), ("razz", "stud7-hilo"), double_bet),
    "dead seat served": Slip(("stud/fold-without-bet",), (*STUDS, "five-card-stud"), dead_served, rules="tda"),
    "dormant seat passed": Slip(("stud/fold-without-bet",), STUDS, dormant_passed, rules="wsop-live"),
    "possible flush": Slip(("stud/wrong-announcement",), (*STUDS, "five-card-stud"), possible_flush),
    "draw without a burn": Slip(("draw/burn-error",), DRAWS, no_burn_to_draw),
    "draw with two burns": Slip(("draw/burn-error",), DRAWS, two_burns_to_draw),
    "a card too many": Slip(("draw/wrong-number-drawn",), DRAWS, one_too_many),
    "a card too few": Slip(("draw/wrong-number-drawn",), ("draw", "lowball-a5", "badugi"), one_too_few, stop=True),
    "another number": Slip(("play/DR-12", "draw/change-of-draw-allowed"), DRAWS, other_number),
    "own discards": Slip(("draw/own-discards-returned",), ("triple-draw-27",), own_discards, seats=6),
    "bottom card": Slip(("draw/last-card-used",), ("triple-draw-27",), bottom_card, seats=6),
    "rounds mixed": Slip(("draw/rounds-mixed",), DRAWS, mixed),
    "shown card replaced at once": Slip(
        ("step/draw_turn_cards-wrong-face", "draw/exposed-card-mishandled"), DRAWS, shown_and_kept
    ),
    "count told late": Slip(("draw/count-told-after-action",), DRAWS, told_late),
    "pitched": Slip(("draw/pitched",), DRAWS, pitched, options={"draw_pushed": True}),
}

TRIES, WANTED = 60, 4 if LONG else 1
"""Hands looked through for the moment of a slip, and how often it is planted in each game."""


@pytest.mark.parametrize(
    ("name", "game"),
    [
        pytest.param(name, game, marks=pytest.mark.thorough if at else ())
        for name, slip in SLIPS.items()
        for at, game in enumerate(slip.games)
    ],
)
def test_a_slip_is_found_and_nothing_else(name: str, game: str) -> None:
    """Planted once into a hand of random legal play, it is the only thing that is found; without it the hand is clean. In the
    first of its games every day.
    """
    slip, planted = SLIPS[name], 0
    for seed in range(TRIES):
        table, came = slipped_hand(slip, game, seed)
        if not came:
            continue
        planted += 1
        found = tuple(finding.code for finding in table.findings)
        assert found == slip.codes, (seed, found)
        assert clean_hand(slip, game, seed).ok, seed
        if planted == WANTED:
            break
    assert planted, "the moment for it never came"
