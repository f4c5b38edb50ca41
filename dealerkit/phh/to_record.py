"""A hand in PHH as a record of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dealerkit.errors import RecordError
from dealerkit.phh.acts import BOARD, BRING_IN, CALL, DRAW, FOLD, HOLE, MUCK, RAISE, SHOW, Cards, Deed, amount_text, card_text
from dealerkit.phh.checker import Outcome, outcome_of
from dealerkit.phh.hand import Hand
from dealerkit.phh.replay import Replay
from dealerkit.phh.terms import terms_of
from dealerkit.phh.variants import Street
from dealerkit.phh.words import WORDS
from dealerkit.record import FIRST, RULE, Record, read_records

_SIZES: Final = ("bring_in", "small_bet", "big_bet")


def to_text(hand: Hand) -> str:
    """Write a hand as a record of ours.

    Raises:
        RecordError: If the hand cannot have happened.
    """
    outcome = outcome_of(hand)
    fault = outcome.fault
    if fault is not None and fault.at >= 0:
        line = hand.line_of("actions", min(fault.at, len(hand.actions) - 1))
        raise RecordError(hand.file, line, f"{fault.got} cannot be", f"due was {fault.expected}", hand=hand.name)
    return "\n".join([*_header(hand, outcome), RULE, *_acts(hand, outcome)]) + "\n"


def to_record(hand: Hand) -> Record:
    """Turn a hand into a record of ours. Acts that the felt does not know yet leave it `broken`.

    Raises:
        RecordError: If the hand cannot have happened.
    """
    found = next(iter(read_records(to_text(hand), hand.file)))
    if isinstance(found, RecordError):
        raise found
    return found


def _header(hand: Hand, outcome: Outcome) -> Iterator[str]:
    variant, terms = hand.variant, terms_of(hand)
    unit = "1" if not hand.decimals else amount_text(1, hand.decimals)
    yield FIRST
    yield f"id: {hand.name}"
    yield f"game: {variant.game}"
    yield f"seats: {terms.seats}"
    yield "stacks: " + " ".join(amount_text(chips, hand.decimals) for chips in hand.money("starting_stacks"))
    yield f"button: {terms.seats}"
    yield f"unit: {unit}"
    yield f"set structure: {terms.limits[outcome.reading][0].structure}"
    blinds = sorted(post for post, calls in zip(terms.posts, terms.calls, strict=True) if calls)
    if blinds:
        names = ("big_blind",) if len(blinds) == 1 else ("small_blind", "big_blind")
        for name, amount in zip(names, blinds, strict=False):
            yield f"set {name}: {amount_text(amount, hand.decimals)}"
    for name in (*_SIZES, "min_bet"):
        if name in hand.raw:
            yield f"set {name}: {amount_text(hand.amount(name), hand.decimals)}"
    if terms.antes:
        yield f"set ante: {amount_text(max(terms.antes), hand.decimals)}"
        yield f"set antes: {'matched' if terms.trimmed else 'dead'}"
    yield "set posts: free"


def _acts(hand: Hand, outcome: Outcome) -> Iterator[str]:
    """The acts, one a line."""
    stacks = hand.money("starting_stacks")
    replay = Replay(hand, terms_of(hand), stacks, outcome.reading)
    say = _Teller(hand)
    yield from say.forced(replay, stacks)
    for at, deed in enumerate(replay.deeds):
        bets, back, put, top = list(replay.bet), list(replay.back), sum(replay.put), replay.round.top if replay.round else 0
        if deed[0] in {HOLE, BOARD, DRAW}:
            yield from say.street(replay.street, hand.variant.streets)
        replay.step(at)
        yield from say.deed(deed, bets, top, replay)
        yield from say.closed(back, replay)
        if sum(replay.put) > put:
            yield say("sweep")
    gave = outcome.won.split if outcome.won is not None and outcome.won.known else []
    if "finishing_stacks" in hand.raw:
        gave = [0, *(end - chips for end, chips in zip(hand.money("finishing_stacks"), outcome.replay.stack[1:], strict=True))]
    for seat, amount in enumerate(gave):
        if amount > 0:
            yield say("award", seat, amount)


class _Teller:
    """Says acts in our words."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.told = 0

    def __call__(self, what: str, seat: int = 0, amount: int = 0, cards: Cards = ()) -> str:
        text = card_text(cards)
        return WORDS[what].format(
            seat=f"s{seat}",
            amount=amount_text(amount, self.hand.decimals),
            count=len(cards),
            cards=" ".join(text[at : at + 2] for at in range(0, len(text), 2)),
        )

    def forced(self, replay: Replay, stacks: Sequence[int]) -> Iterator[str]:
        """Antes, blinds, straddles and posts."""
        terms = terms_of(self.hand)
        for seat, chips in enumerate(stacks, 1):
            ante = chips - replay.stack[seat] - replay.bet[seat]
            if terms.antes and ante:
                yield self("ante", seat, ante)
        for seat, post in enumerate(replay.bet):
            if post:
                yield self("post" if terms.calls[seat] else "late", seat, post)

    def street(self, number: int, streets: Sequence[Street]) -> Iterator[str]:
        """What comes before the first card of a street."""
        if number > self.told:
            self.told = number
            yield self("tap")
            for _ in range(streets[number].burn):
                yield self("burn")

    def deed(self, deed: Deed, bets: Sequence[int], top: int, replay: Replay) -> Iterator[str]:
        """One action."""
        kind, seat, amount, cards, _ = deed
        if kind == HOLE:
            yield self("deal", seat, cards=cards)
        elif kind == BOARD:
            yield self("board" if len(cards) > 1 else "card", cards=cards)
        elif kind == FOLD:
            yield self("fold", seat)
        elif kind == CALL:
            yield self("call" if top > bets[seat] else "check", seat)
        elif kind == RAISE:
            yield self("raise" if any(bets) else "bet", seat, amount)
        elif kind == BRING_IN:
            yield self("bring_in", seat, replay.bet[seat] or replay.put[seat])
        elif kind == DRAW:
            yield self("draw" if cards and max(cards) < 0 else "discard" if cards else "pat", seat, cards=cards)
        elif kind == SHOW:
            yield self("show", seat, cards=cards or replay.hole[seat])
        elif kind == MUCK:
            yield self("muck", seat)

    def closed(self, before: Sequence[int], replay: Replay) -> Iterator[str]:
        """What nobody called."""
        for seat, back in enumerate(replay.back):
            if back > before[seat]:
                yield self("return", seat, back - before[seat])
