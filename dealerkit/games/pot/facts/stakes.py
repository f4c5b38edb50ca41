"""Facts about stakes put in before the cards, and about a pot that stays from deal to deal."""

from __future__ import annotations

from dealerkit.facts.ending import game_goes_on, hands_played
from dealerkit.facts.seats import amount
from dealerkit.facts.situation import Situation, by_option, fact
from dealerkit.facts.tables import in_turn

_UNDOES = frozenset({"return", "collect", "pay", "mark"})
"""Verbs by which a dealer undoes acts of a deal."""


def in_the_middle(now: Situation) -> int:
    """Return the chips in the pot, in smallest chips, with antes that are still in front."""
    rows = now.felt.rows
    return rows["pot"][0] + sum(rows["ante"][1:])


def dues(now: Situation) -> dict[int, int]:
    """Return the stake that each seat has to put in before the cards, up to its stack: the ante, or by the option `stakes` a
    small and a big blind from the left of the dealer (MS-A1).
    """
    felt = now.felt
    seats = in_turn(now, felt.button)
    if now.game.options.get("stakes") == "blinds":
        wanted = dict(zip(seats, (amount(now, "first_blind"), amount(now, "second_blind")), strict=False))
    else:
        wanted = dict.fromkeys(seats, amount(now, "ante"))
    paid, stack = _paid(now), felt.rows["stack"]
    return {seat: due for seat, due in ((seat, min(n, stack[seat] + paid[seat])) for seat, n in wanted.items()) if due}


def _paid(now: Situation) -> list[int]:
    """Return for each seat the chips put in as antes since the hand began, swept or not."""
    felt = now.felt
    paid = [0] * (felt.seats + 1)
    for act in now.since("hand"):
        if act.verb == "post" and act.to == ("ante",) and act.seat <= felt.seats:
            paid[act.seat] += felt.units(act.n)
    return [max(mine, lying) for mine, lying in zip(paid, felt.rows["ante"], strict=True)]


def dues_missing(now: Situation) -> dict[int, int]:
    """Return the part of the stakes before the cards that is still missing, by seat, in smallest chips."""
    paid = _paid(now)
    return {seat: due - paid[seat] for seat, due in dues(now).items() if paid[seat] < due}


@fact
def antes_due(now: Situation) -> bool:
    """Return whether antes are due: at the beginning of a game, or before every deal if the house plays so. Not for a deal that
    is repeated, as its antes are in the pot already.
    """
    if now.rounds.get("hand", 1) <= 1:
        return True
    each = any(now.game.options.get(name) for name in ("ante_each_deal", "ante_each_cycle"))
    return bool(each) and not _is_dealt_again(now)


@fact
def antes_for_hand(now: Situation) -> bool:
    """Return whether all players ante for the hand; not for a hand that is dealt again (MS-03)."""
    return not (_is_dealt_again(now) and in_the_middle(now))


def _is_dealt_again(now: Situation) -> bool:
    """Return whether the hand before was broken off: its cards were gathered, and since then acts were only undone."""
    before = now.backwards(len(now.log) - now.marks.get("hand", 0))
    last = next((act for act in before if act.verb not in _UNDOES), None)
    return last is not None and last.verb == "gather"


@fact
def pot_is_won(now: Situation) -> bool:
    """Return whether a player has won the whole pot, which ends the game (RD-14, TFS-18)."""
    if in_the_middle(now) or any(now.felt.rows["bet"]):
        return False
    begun = max(now.marks.get("hand", 0), now.marks.get("game", 0))
    return any(act.verb == "award" and act.who == "d" for act in now.log[begun:])


@fact
def pot_is_left(now: Situation) -> bool:
    """Return whether the pot has a chip or more for each player to share at the end of the game (RD-15)."""
    return in_the_middle(now) >= now.felt.seats


@fact
def nobody_can_bet(now: Situation) -> bool:
    """Return whether no player has a chip left outside the pot."""
    felt = now.felt
    return not any(felt.rows["stack"][1:]) and not any(felt.rows["bet"])


@fact
def stop_agreed(now: Situation) -> bool:
    """Return whether all players have said that they stop (RD-15)."""
    return len(stopping(now)) == now.felt.seats


def stopping(now: Situation) -> set[int]:
    """Return the seats that want to stop in this deal: they said `stop`, or `yes` to a proposal; any other answer withdraws
    it.
    """
    begun = max(now.marks.get("hand", 0), now.marks.get("game", 0))
    answers = {act.seat: act.to[0] for act in now.log[begun:] if act.verb == "answer"}
    return {seat for seat, word in answers.items() if word in ("stop", "yes")}


@fact
def another_pot_game(now: Situation) -> bool:
    """Return whether fewer games have been played than agreed (option `games`), and a player has chips left."""
    agreed = int(now.game.options.get("games", 1))
    return (not agreed or now.rounds.get("game", 0) < agreed) and any(now.felt.rows["stack"][1:])


@fact
def last_deal(now: Situation) -> bool:
    """Return whether no deal follows this deal."""
    return not game_goes_on(now) and not another_pot_game(now)


@fact
def pack_is_whole(now: Situation) -> bool:
    """Return whether all cards are in the pack, which is then to be shuffled and cut."""
    return now.felt.left() == len(now.felt.layout.pack)


@by_option("turn_burns", "1")
def burns_for_bets() -> None:
    """Return whether a card is burned before each card turned for a bet (option `turn_burns`, RD-07)."""


def pack_goes_on(now: Situation) -> bool:
    """Return whether the next deal comes from the same pack without a shuffle: the house deals through, and enough cards are left
    (RD-17, RD-A7).
    """
    options = now.game.options
    if not options.get("deal_through") or hands_played(now):
        return False
    return now.felt.left() >= (int(options.get("hand_size", 4)) + 1 + int(options.get("turn_burns", 0))) * now.felt.seats
