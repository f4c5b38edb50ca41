"""The clauses that a claim is checked against, one function for each, named as in `procedures/promotions/clauses.yaml`.

A clause is a condition that a claim must meet. Clauses that a policy does not have are skipped. A clause whose facts are unknown
stays open; nothing is taken for granted. Each function yields its answers (yes, no, open), or nothing if it is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from dealerkit.jobs.promotions.claims import NO, OPEN, YES, Asked, ClauseAnswer
from dealerkit.jobs.promotions.hands import FOUR, is_flopped
from dealerkit.jobs.promotions.policy import BEATEN, Policy
from dealerkit.jobs.promotions.run import PromotionRun
from dealerkit.jobs.promotions.windows import span_written, written
from dealerkit.jobs.promotions.winners import fund_at, prize_at, prize_now
from dealerkit.jobs.promotions.words import asked as catalogue
from dealerkit.jobs.promotions.words import say
from dealerkit.rules.rankings import form

Clause = Callable[[Policy, Asked, PromotionRun], Iterator[ClauseAnswer]]

PAIR = 2
"""The number of own cards that make a pocket pair."""

CLAUSES: dict[str, Clause] = {}
"""Every clause by name."""


def clause(function: Clause) -> Clause:
    """Register a function as the clause of its name; used as a decorator."""
    CLAUSES[function.__name__] = function
    return function


def _answer(name: str, answer: str, how: str = "", **values: object) -> ClauseAnswer:
    return ClauseAnswer(name, answer, say(name, how or answer, **values))


def _of(name: str, *, holds: bool | None, **values: object) -> Iterator[ClauseAnswer]:
    answer = OPEN if holds is None else YES if holds else NO
    yield ClauseAnswer(name, answer, say(name, answer, **values))


def answers(policy: Policy, claim: Asked, run: PromotionRun) -> list[ClauseAnswer]:
    """Return a claim's answer to every clause of the policy, in the order of the catalogue.

    Args:
        policy: The policy in force.
        claim: The claim as read.
        run: The promotion as it stands.
    """
    return [answer for name in catalogue() if name in CLAUSES for answer in CLAUSES[name](policy, claim, run)]


@clause
def showdown(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether the hand was shown down. HH-01"""
    return _of("showdown", holds=claim.shown_down)


@clause
def game(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether the game takes part in the promotion."""
    titles = ", ".join(form(game_).title for game_ in policy.games)
    return _of("game", holds=claim.game in policy.games, game=claim.title, games=titles)


@clause
def table(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether the table takes part; skipped if the policy names no tables, because then all do."""
    if policy.tables:
        holds = None if claim.table is None else claim.table.casefold() in {table_.casefold() for table_ in policy.tables}
        yield from _of("table", holds=holds, table=claim.table, tables=", ".join(policy.tables))


@clause
def window(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether the deciding time lies in a window that is not settled yet. HH-02, HH-14"""
    assert run.opened is not None
    if claim.time is None:
        yield _answer("window", OPEN, counts=policy.counts.replace("hand_", ""))
        return
    time = written(claim.time, run.zone)
    span = run.span_of(claim.time)
    if span is not None:
        yield _answer("window", YES, time=time, span=span_written(span, run.zone))
    elif claim.time < run.opened:
        yield _answer("window", NO, "before", time=time)
    elif run.begins is not None and claim.time < run.begins:
        yield _answer("window", NO, "settled", time=time, entry=run.settled[-1].seq if run.settled else "")
    else:
        yield _answer("window", NO, time=time)


@clause
def contribution(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether the player contributed to the fund, if the policy requires it. HH-04"""
    if policy.contribution is None:
        return
    known = bool(claim.who) or bool(claim.table is not None and claim.seat)
    if not known or claim.time is None:
        yield _answer("contribution", OPEN)
        return
    span = run.span_of(claim.time)
    since = span.begins if span is not None and policy.covers == "window" else run.opened
    place = {"who": claim.who, "table": claim.table, "seat": claim.seat}
    yield from _of("contribution", holds=contributed(run, place, since, claim.time))


def contributed(run: PromotionRun, place: Mapping[str, object], since: datetime | None, until: datetime) -> bool:
    """Return whether a player paid a contribution between two moments, and did not get it back.

    Players are identified by name if both names are known, else by table and seat.

    Args:
        run: The promotion as it stands.
        place: The fields `who`, `table` and `seat` of the player, as far as they are known.
        since: The first moment that counts; None for no limit.
        until: The last moment that counts.
    """
    who, seat = place.get("who"), (place.get("table") or "", place.get("seat") or 0)
    paid = 0
    for event in run.paid_in:
        body = event.said or {}
        time = datetime.fromisoformat(body["time"])
        if body["drop"] or since is None or not since <= time <= until:
            continue
        if (who == body["who"]) if who and body["who"] else bool(seat[1]) and seat == (body["table"], body["seat"]):
            paid += -1 if body["back"] else 1
    return paid > 0


@clause
def dealt_in(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether enough players were dealt in. HH-14"""
    if policy.dealt_in:
        count = claim.count
        holds = None if count is None else count >= policy.dealt_in
        yield from _of("dealt_in", holds=holds, count=count, least=policy.dealt_in)


@clause
def pot(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether enough was in the pot; an uncalled bet is not part of it. HH-14"""
    if policy.pot:
        holds = None if claim.pot is None else claim.pot >= policy.pot
        amount = "" if claim.pot is None else policy.money(claim.pot)
        yield from _of("pot", holds=holds, pot=amount, least=policy.money(policy.pot))


@clause
def pot_in_big_blinds(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether enough big blinds of the game were in the pot; an uncalled bet is not part of it. HH-14"""
    if policy.pot_in_big_blinds:
        known = claim.pot is not None and bool(claim.big_blind)
        holds = claim.pot >= policy.pot_in_big_blinds * claim.big_blind if claim.pot is not None and claim.big_blind else None
        pot = policy.money(claim.pot) if known and claim.pot is not None else ""
        blind = policy.money(claim.big_blind) if claim.big_blind else ""
        yield from _of("pot_in_big_blinds", holds=holds, pot=pot, blind=blind, least=policy.pot_in_big_blinds)


@clause
def hand(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether the hand is good enough; the policy may ask for less as the fund grows. HH-14"""
    fund = fund_at(run, claim.time) if policy.falls and claim.time is not None else 0
    value, name = policy.qualifies_at(fund)
    if value:
        own = claim.worth.name
        yield from _of("hand", holds=claim.worth.value >= value, hand=own[:1].upper() + own[1:], least=name)


@clause
def beaten_by(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether the hand is beaten by another that itself qualifies under the policy. HH-14"""
    if policy.goes_by != BEATEN:
        return
    value, name = policy.winner_at_least
    if not claim.others:
        yield _answer("beaten_by", OPEN)
    elif not claim.winners:
        yield _answer("beaten_by", NO)
    else:
        best = claim.winners[0].worth
        low = best.value < value
        yield _answer("beaten_by", NO if low else YES, "low" if low else "yes", hand=best.name, least=name)


@clause
def own_cards(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether enough of the player's own cards play, and of the winner's too, as the policy demands. HH-14"""
    if policy.own_cards:
        hands = [claim.worth, *(winner.worth for winner in claim.winners if policy.goes_by == BEATEN)]
        worst = min(hands, key=lambda winner: winner.own)
        holds = worst.own >= policy.own_cards
        yield from _of("own_cards", holds=holds, count=worst.own or "no", least=policy.own_cards, hand=worst.name)


@clause
def pair_for_four(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether four of a kind was made with a pocket pair; the winning hand must be, too. HH-14"""
    hands = [claim.worth, *(hand.worth for hand in claim.winners if policy.goes_by == BEATEN)]
    fours = [hand for hand in hands if hand.category == FOUR]
    if policy.pair_for_four and fours:
        yield from _of("pair_for_four", holds=all(hand.own_of_kind >= 2 for hand in fours))


@clause
def kicker(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether four of a kind made without a pocket pair has one of the player's own cards as kicker. HH-14"""
    if policy.kicker_plays and claim.worth.category == FOUR and claim.worth.own_of_kind < PAIR:
        yield from _of("kicker", holds=claim.worth.own > claim.worth.own_of_kind)


@clause
def flopped(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether the hand was complete on the flop, in the games for which the policy demands it. HH-14"""
    if claim.game in policy.flopped:
        holds = is_flopped(claim.game, claim.hole, claim.board, claim.worth, as_played=policy.as_played)
        yield from _of("flopped", holds=holds, game=claim.title)


@clause
def sole_winner(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether nobody else showed as good a hand. HH-14"""
    if policy.sole_winner:
        best = max((other.worth for other in claim.others), key=lambda other: other.value, default=None)
        holds = None if best is None else best.value < claim.worth.value
        yield from _of("sole_winner", holds=holds, hand=best.name if best is not None else "")


@clause
def room(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer open until it is known who was dealt in at the other tables, if they share in the prize. HH-14"""
    if "room" in policy.shares:
        yield from _of("room", holds=True if claim.room is not None else None, tables=len(claim.room or ()))


@clause
def irregularities(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether the hand is free of findings that make the prize void. HH-14, FTR-09"""
    if policy.void_on:
        void = [code for code in claim.codes if policy.code_is_void(code)]
        yield from _of("irregularities", holds=not void, codes=", ".join(void))


@clause
def talk(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer whether nobody talked about the promotion while the hand was played. HH-14"""
    if policy.no_talk:
        yield from _of("talk", holds=not claim.talk)


@clause
def verification(policy: Policy, claim: Asked, run: PromotionRun) -> Iterator[ClauseAnswer]:
    """Answer open for every verification step that a prize of this size needs, until somebody confirms it. HH-06"""
    value = claim.worth.value
    prize = prize_now(run, value=value) if claim.time is None else prize_at(run, claim.time, value)
    for step in policy.steps:
        if prize >= step.least:
            yield ClauseAnswer(f"verification.{step.name}", OPEN, say("verification", OPEN, text=step.text))
