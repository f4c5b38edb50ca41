"""Players' decisions at boxes: in turn on their hands, or before that on an offer to all boxes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping

from dealerkit.facts import Situation
from dealerkit.felt import Act, Number
from dealerkit.games.pit.facts.boxes import BoxHand, BoxRound
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.mechanics.betting import Scaled
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Moves, Params, Run, mechanic
from dealerkit.rules.boxes import Wager, Word, may_be


def amounts(now: Situation, round_: BoxRound, hand: BoxHand, wager: Wager) -> Scaled:
    """Return the amounts allowed for a wager that is measured by another wager of the same hand, or has limits of its own (BJ-42,
    BJ-57, WAR-14).

    Args:
        now: Situation at the table.
        round_: The round.
        hand: The hand; for the wager of a split, the hand that was split.
        wager: The wager.
    """
    stack = now.felt.rows["stack"][hand.seat]
    if wager.opened == "offer" and any(wager.limits):
        least, most = (int(limit * round_.boxes.scale) for limit in wager.limits)
        return Scaled(now.felt, range(max(least, 1), min(most or stack, stack) + 1))
    sizes = round_.sizes(hand, wager)
    return Scaled(now.felt, sizes[: bisect_right(sizes, stack)])


def _move(hand: BoxHand, word: str) -> list[str]:
    """Return the moves by which a word is said on a hand; for a further hand of a box its place may be named too."""
    return [f"answer {word}", *([f"answer {word} {hand.place}"] if hand.child else [])]


_SHOW = "show"
"""Move by which a player turns the hand face up."""


def _shows(round_: BoxRound, hand: BoxHand) -> list[str]:
    """Return the move that turns a hand up, if it lies face down and its cards decide it: a natural, or over 21 (BJ-62); else
    empty.
    """
    features = round_.features(hand)
    return [_SHOW] if round_.is_closed(hand) and (features.get("natural") or features.get("bust")) else []


def _breaks(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the key of the rule that an act breaks: `turn`, `word` for a word that is not open, `amount`; `NO_RULE` for a
    repeated answer.
    """
    if act.who not in ask:
        return "turn"
    if act.verb == "answer":
        return "word" if any(move.startswith("answer") for move in ask[act.who]) else NO_RULE
    return "amount" if act.verb == "bet" and act.move in ask[act.who] else "turn"


def _plain(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """Return the first word that costs nothing, if there is one that ends the hand; or else the smallest amount that must be put
    down.
    """
    round_ = box_round(now)
    if _SHOW in moves:
        return Act.make(seat, _SHOW)
    words = [(move, round_.boxes.words[move.split()[1]]) for move in moves if move.startswith("answer ")]
    free = [(move, word.ends) for move, word in words if not word.wager]
    for move, _ in sorted(free, key=lambda entry: not entry[1]):
        return Act.make(seat, *move.split())
    return next((Act.make(seat, *move.split(), n=least) for move, allowed in moves.items() for least in _least(allowed)), None)


def _least(allowed: object) -> list[Number]:
    return list(allowed)[-1:] if isinstance(allowed, Scaled) else []


@mechanic("decide", _breaks, _plain, "answer bet show", answered=True, hears="return pick tip")
def decide(now: Situation, params: Params) -> Run:
    """Let the player of the hand in turn say one of the decisions allowed for it, and put down the wager that the decision
    requires.

    Returns:
        The decision; empty if none was said.
    """
    round_ = box_round(now)
    hand = round_.turn
    if hand is None or hand.waits is not None:
        return ""
    seat, spoken = f"s{hand.seat}", ""
    while not spoken:
        round_ = box_round(now)
        hand = round_.turn
        if hand is None or f"s{hand.seat}" != seat:
            return ""
        words = {
            move: word
            for word in round_.words_open(hand)
            if not word.wager or amounts(now, round_, hand, round_.boxes.wagers[word.wager]).amounts
            for move in _move(hand, word.name)
        }
        act = yield {seat: dict.fromkeys([*_shows(round_, hand), *words], NOTHING)}
        if act is None:
            return ""
        if act.who == seat and act.move == _SHOW and not box_round(now).is_closed(hand):
            return _SHOW
        if act.who == seat and act.move in words:
            spoken = words[act.move].name
            before = hand
    word = round_.boxes.words[spoken]
    while word.shows and box_round(now).is_closed(before):
        if (act := (yield {seat: {_SHOW: NOTHING}})) is None:
            break
    if word.wager:
        wager, after = round_.boxes.wagers[word.wager], box_round(now)
        child = next(
            (other.into.child for other in after.hands if other.place == before.place and other.into is not None), before.child
        )
        row = round_.boxes.row(wager.name, child)
        allowed, lies = amounts(now, after, before, wager), 0
        while allowed.amounts and lies not in allowed.amounts:  # a wrong amount goes back first (PIT-I12)
            act = yield {} if lies else {seat: {f"bet {row}": allowed}}
            lies = box_round(now).put(before.seat, row)
            if act is None or (act.who == seat and act.verb == "bet" and _may_stand(word)):
                break
            if not lies:
                allowed = amounts(now, box_round(now), before, wager)
    return spoken


def _may_stand(word: Word) -> bool:
    """Return whether a wrong amount is ruled on by what the word brings: a card, another hand, or another word instead. Otherwise
    the wager of its word is asked for until it is exact (PIT-I12).
    """
    return bool(word.cards or word.new_hand or word.unpaid)


def _breaks_offer(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the key of the rule that an act breaks: `word` for a word that is not offered, `amount`, `turn`."""
    return "word" if act.verb == "answer" else _breaks(now, params, ask, act)


@mechanic("offer", _breaks_offer, lambda now, params, seat, moves: None, "answer bet take show")
def offer(now: Situation, params: Params) -> Run:
    """Let every box make an offered wager, or say one of the decisions offered with it, until the dealer moves on. Parameters
    `wager`: name of the wager; `words`: names of the decisions.
    """
    while True:
        round_ = box_round(now)
        ask: dict[str, Moves] = {}
        for hand in round_.hands:
            features = round_.features(hand)
            if hand.child:
                continue
            moves: dict[str, object] = dict.fromkeys(_shows(round_, hand), NOTHING)
            wager = round_.boxes.wagers.get(str(params.get("wager", "")))
            waits = not hand.words or (wager is not None and any("word" in condition.asks for condition in wager.open))
            if wager is not None and waits and may_be(wager.open, wager.unless, features) and not round_.stake(hand, wager.name):
                moves[f"bet {wager.name}"] = amounts(now, round_, hand, wager)
            for word in round_.words_open(hand, offered=True):
                if not hand.words and word.name in params.get("words", ()):
                    moves[f"answer {word.name}"] = NOTHING
            if moves:
                ask[f"s{hand.seat}"] = moves  # type: ignore[assignment]
        if not ask or (yield ask) is None:
            return None


@mechanic("put_up", _breaks_offer, _plain, "bet")
def put_up(now: Situation, params: Params) -> Run:
    """Let each hand, in order, put down the further wager that its last decision requires (such as a raise to go to war), if it
    was not put down with the decision; until none is missing (WAR-I05).
    """
    while True:
        round_ = box_round(now)
        hand = next((hand for hand in round_.hands if round_.lacks_bet(hand)), None)
        if hand is None:
            return None
        wager = round_.boxes.wagers[round_.boxes.words[hand.words[-1]].wager]
        allowed = amounts(now, round_, hand, wager)
        if (yield {f"s{hand.seat}": {f"bet {round_.boxes.row(wager.name, hand.child)}": allowed}}) is None:
            return None


BET_BACK, PLAY_ON = "bet_back", "play_on"
"""Answers of a player who is asked after an error: the bet goes back, or the hand plays on."""


def short_hands(round_: BoxRound) -> list[BoxHand]:
    """Return the hands that were passed over: those without their first cards, or without a card that they asked for."""
    return [hand for hand in round_.hands if not hand.picked and (len(hand.cards) < round_.boxes.cards or hand.due)]


def doubled_hands(round_: BoxRound) -> list[BoxHand]:
    """Return the hands that were doubled, or had money added in another way for a last card, and wait for that card (BJI-18)."""
    return [hand for hand in round_.hands if hand.waits is not None and hand.waits.ends and hand.waits.wager]


_ASKED: Mapping[str, Callable[[BoxRound], list[BoxHand]]] = {
    "short_hand": short_hands,
    "doubled_hand": doubled_hands,
    "open_hand": lambda round_: [hand for hand in round_.hands if not round_.is_done(hand)],
}
"""Functions that return the hands to be asked after an error, by the value of the parameter `what`."""


@mechanic(
    "bet_back",
    lambda now, params, ask, act: "word" if act.who in ask and act.verb == "answer" else "turn",
    lambda now, params, seat, moves: Act.make(seat, "answer", PLAY_ON),
    "answer",
)
def bet_back(now: Situation, params: Params) -> Run:
    """Let each player whose hand suffered from an error choose, one after the other: the hand plays on, or its bet goes back
    (BJI-09, BJI-14). Parameter `what`, the hands concerned: `short_hand`, hands that were passed over; `doubled_hand`, doubled
    hands without their card, for which only the added money goes back (BJI-18); `open_hand`, unfinished hands.

    Returns:
        The answers, by seat.
    """
    round_ = box_round(now)
    hands = _ASKED[str(params["what"])](round_)
    answers: dict[str, str] = {}
    for seat in dict.fromkeys(f"s{hand.seat}" for hand in hands if not hand.void):
        while seat not in answers:
            act = yield {seat: {f"answer {PLAY_ON}": NOTHING, f"answer {BET_BACK}": NOTHING}}
            if act is None:
                return answers
            if act.who == seat and act.move in (f"answer {PLAY_ON}", f"answer {BET_BACK}"):
                answers[seat] = act.to[0]
    return answers
