"""Planners for tables of any game: the pack, its shuffle and cut, burns, calls, the button."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from dealerkit.facts import Situation
from dealerkit.facts.cutting import at_the_table, first_dealer, first_jack_deals, highest_drawn, next_drawn, right_of_dealer
from dealerkit.facts.elimination import playing
from dealerkit.facts.seats import entitled
from dealerkit.facts.tables import in_turn, sides_seen
from dealerkit.felt import Act
from dealerkit.procedure.planners.registry import Amend, Do, Later, Params, do, no_amends, same_verb, say_again, to_a_seat


def _words(params: Params, key: str) -> tuple[str, ...]:
    return tuple(str(params.get(key, "")).split())


def _constant(
    name: str, verb: str, help_: str, *, undo: bool = False, amend: Amend = say_again, later: Later | None = None
) -> None:
    """Register a `do` word whose plan is always the same single act."""
    act = Act.make("d", verb)

    @do(name, verb, undo=undo, amend=amend, later=later)
    def plan(now: Situation, params: Params) -> list[Act]:
        return [act]

    plan.__doc__ = help_


for _verb in ("wash", "riffle", "roll", "load", "close", "tap", "gather"):
    _constant(_verb, _verb, f"Plan `d {_verb}`.")


def _not_gathered(now: Situation, since: Sequence[Act], owed: Act) -> Act | None:
    """Return an owed act, or None if all cards have been gathered since, so that there is nothing to clear."""
    return None if any(act.verb == "gather" for act in since) else owed


_constant(
    "clear",
    "clear",
    "Plan `d clear`. Cards cleared too early are laid out again.",
    undo=True,
    amend=no_amends,
    later=_not_gathered,
)
_constant("shuffle", "shuffle", "The whole pack is mixed: `d shuffle`.")
_constant("call_floor", "floor", "The supervisor is called: `d floor`.")
_constant("introduce", "introduce", "Another deck is brought to the table; the old one is kept as it is (RM-25): `d introduce`.")


@do("check", "check", lambda params, act: act.to == _words(params, "what"))
def check(now: Situation, params: Params) -> list[Act]:
    """Plan a check or count before play: `d check rack`. Parameter `what`: the thing to be checked."""
    return [Act.make("d", "check", *_words(params, "what"))]


@do("spread", "spread", lambda params, act: act.face == params.get("face", "up"))
def spread(now: Situation, params: Params) -> list[Act]:
    """Plan the spread of the deck. Parameter `face`: up or down; of a new deck, the side that has not been inspected yet
    (VD-02, VD-04).
    """
    face, seen = str(params.get("face", "up")), sides_seen(now)
    if seen == {face}:
        face = "down" if face == "up" else "up"
    return [Act.make("d", "spread", face=face)]


@do("strip", "strip", least={"packets": 1})
def strip(now: Situation, params: Params) -> list[Act]:
    """Plan the stripping of the deck into packets. Parameter `packets`: the fewest packets (default 4)."""
    return [Act.make("d", "strip", n=int(params.get("packets", 4)))]


@do("offer", "offer", same=lambda expected, act: act.verb == "offer")
def offer(now: Situation, params: Params) -> list[Act]:
    """Plan the offer of the spare cut card to any bettor (BA-15)."""
    return [Act.make("d", "offer")]


@do("offer_cut", "offer", attempt=same_verb)
def offer_cut(now: Situation, params: Params) -> list[Act]:
    """Plan the offer of the cut to the player on the dealer's right (CU-08): `d offer s4`."""
    return [Act.make("d", "offer", f"s{right_of_dealer(now)}")]


@do("cut", "cut", attempt=same_verb)
def cut(now: Situation, params: Params) -> list[Act]:
    """Plan the dealer's cut, which completes that of a player (BA-16), or cuts at least `minimum` cards onto the cut card
    (DP-08).
    """
    return [Act.make("d", "cut")]


@do("insert", "insert")
def insert(now: Situation, params: Params) -> list[Act]:
    """Plan the placing of the cut card (BA-18): `d insert 14`. Parameter `behind`: the number of cards behind it."""
    return [Act.make("d", "insert", n=int(params["behind"]))]


@do("burn", "burn", attempt=same_verb, amend=no_amends, least={"n": 1})
def burn(now: Situation, params: Params) -> list[Act]:
    """Plan the burn of cards from the top, one by one. Parameters `n`: their number (default 1); `face`: `up` or `down` (default
    down).
    """
    face = "up" if params.get("face") == "up" else ""
    return [Act.make("d", "burn", face=face)] * int(params.get("n", 1))


@do("announce", "announce", lambda params, act: act.to == _words(params, "what"))
def announce(now: Situation, params: Params) -> list[Act]:
    """Plan an announcement: `d announce WHAT`. Parameter `what`: the words announced."""
    return [Act.make("d", "announce", *_words(params, "what"))]


@do("cut_card", "cutcard")
def cut_card(now: Situation, params: Params) -> list[Act] | None:
    """Plan that the cut card, once it has come out or is next to come, is laid aside and announced, once a shoe (BA-56).

    Returns:
        The acts due, in order; None while they cannot be known.
    """
    if not (now.felt.cut_out or now.felt.cut_card_at_mouth()):
        return [] if now.felt.known else None
    since = now.marks.get("shoe", 0)
    announced = any(act.verb == "cutcard" for act in now.log[since:])
    return [] if announced else [Act.make("d", "cutcard")]


@do("deal_round", "deal", to_a_seat, amend=no_amends, least={"cards": 1, "batches": 1})
def deal_round(now: Situation, params: Params) -> list[Act]:
    """Plan cards to every seat from the left of the button or dealer, in `batches` (`[1, 1]`: one at a time, twice round; `[3,
    2]`: three, then two).

    Parameters `cards`: that many, one at a time, instead of `batches`; `face`: up or down; `seats: entitled`: only seats with
    chips; `seats: playing`: only seats that have not been eliminated; `seats: paid`: seats that have put something into the pot,
    or could.
    """
    face = "up" if params.get("face") == "up" else ""
    seats = params.get("seats")
    order = entitled(now) if seats == "entitled" else playing(now) if seats == "playing" else in_turn(now, now.felt.button)
    if seats == "paid":
        felt = now.felt
        order = [seat for seat in order if felt.put[seat] or felt.rows["ante"][seat] or felt.rows["stack"][seat]]
    batches = [1] * int(params["cards"]) if "cards" in params else [int(batch) for batch in params["batches"]]
    return [Act.make("d", "deal", f"s{seat}", n=count if count > 1 else None, face=face) for count in batches for seat in order]


@do(
    "deal_board",
    "deal",
    lambda params, act: act.to[0] == params.get("to", "board"),
    amend=no_amends,
    shared=True,
    least={"n": 1},
)
def deal_board(now: Situation, params: Params) -> Sequence[Act]:
    """Plan cards to the middle. Parameters `n`, `to` (default board), `together`: whether they are shown as one, in any number of
    motions: three dealt face up at once, or laid face down for a later step to turn.
    """
    return _to_the_middle(str(params.get("to", "board")), int(params.get("n", 1)), bool(params.get("together")))


@functools.lru_cache(maxsize=64)
def _to_the_middle(place: str, n: int, together: bool) -> tuple[Act]:  # noqa: FBT001 - an argument of a cache
    return (Act.make("d", "deal", place, n=n if n > 1 else None, manner=("together",) if together else ()),)


@do("button", "button", attempt=same_verb)
def button(now: Situation, params: Params) -> list[Act]:
    """Plan the move of the button, or the deal, one seat to the left (SG-05, DE-08), past eliminated players (TO-A9); with
    `stays` it does not move.
    """
    seat = next((seat for seat in playing(now) if seat != now.felt.button), now.felt.button)
    seat = now.felt.button if params.get("stays") else seat
    return [Act.make("d", "button", f"s{seat}")]


@do("draw_for_deal", "deal", to_a_seat, amend=no_amends)
def draw_for_deal(now: Situation, params: Params) -> list[Act]:
    """Plan a card face up to each player; after a tie only to those who tied (SG-02, CU-17)."""
    return [Act.make("d", "deal", f"s{seat}", face="up") for seat in highest_drawn(now) or at_the_table(now)]


@do("deal_for_first", "deal", to_a_seat, amend=no_amends)
def deal_for_first(now: Situation, params: Params) -> list[Act]:
    """Plan the next card of the draw for the first deal, face up, to each player in turn (DE-07)."""
    return [Act.make("d", "deal", f"s{next_drawn(now)}", face="up")]


@do("button_to_first", "button", attempt=same_verb)
def button_to_first(now: Situation, params: Params) -> list[Act] | None:
    """Plan the move of the button, or the deal, to the winner of the draw; none while there is a tie (SG-02, DE-07, DE-10).

    Returns:
        The acts due, in order; None while they cannot be known.
    """
    seat = first_dealer(now)
    if seat is not None:
        return [Act.make("d", "button", f"s{seat}")]
    return None if first_jack_deals(now) or not highest_drawn(now) else []


def _other_way(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the acts that move the same chips the other way."""
    felt, seat, what = now.felt, got.to[0], got.to[1:]
    if got.n is None:
        return ()
    if got.verb == "pay":  # chips out of the rack, whatever they were for
        spot = [word for word in what if word not in felt.layout.pots]
        return (Act.make("d", "collect", seat, *spot, n=got.n),)
    if what and what[0] in felt.layout.pots:
        return (Act.make("d", "award", seat, what[0], n=got.n),)
    marks = (Act.make("d", "mark", seat, what[0], n=got.n),) if what and what[0] in felt.marks else ()
    return (Act.make("d", "pay", seat, *(() if marks else what), n=got.n), *marks)


MOVED_UNASKED = Do("moved_unasked", "pay collect", amend=_other_way, undo=True, reverses=True)
"""Word for chips that the dealer moved unasked: they go back the way they came, `d pay s2 10` for `d collect s2 10`. No rule file
names it.
"""
