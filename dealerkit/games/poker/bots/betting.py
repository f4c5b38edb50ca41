"""Simulated poker players: they bet by the strength of the hand and the price, straddle now and then, and table a hand that may
win.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from dealerkit.arithmetic.ranking import category
from dealerkit.arithmetic.ranking.order import GROUPS
from dealerkit.cards import Face
from dealerkit.facts.hands import live
from dealerkit.felt import Act, Number
from dealerkit.games.poker.bots.strength import FULL, strength
from dealerkit.games.poker.facts.openers import has_openers
from dealerkit.games.poker.facts.showdown import form_of, tabled, values_of
from dealerkit.table.bots.knowledge import hand_of
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table

_ENDS_A_STREET = ("deal", "sweep", "burn", "rebuild")
_SHORT = 4
"""With fewer smallest bets left than this a simulated player goes all-in."""


@chooser("betting")
def betting(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return a bet with a strong hand, a call at a good price, or a fold; now and then a bluff or an all-in. None if the seat to
    bring in is not known.

    How strong a hand must be differs a little from seat to seat, and grows with the raises on the street.
    """
    felt, me = table.felt, int(seat[1:])
    if "bringin" in moves:
        if not _ends(moves["bringin"]):
            return None  # the player who begins is not known
        return _bring_in(table, seat, moves, rng)
    bets, stack = felt.rows["bet"], felt.rows["stack"][me]
    owes = min(stack, max(bets) - bets[me])
    pot = sum(sum(row) for name, row in felt.rows.items() if name not in ("stack", "rake", "drop"))
    share = strength(table, seat) + random.Random(f"{table.setup.seed}/nature/{seat}").randint(-25, 35)
    fair = FULL // max(2, min(4, len(live(table.now))))
    raises = _raises(table)
    word = next((move for move in ("bet", "raise") if move in moves), None)
    if word is not None and not _may_open(table, seat):
        word = None
    wants = share > fair + FULL // 7 + raises * FULL // 8
    if word is not None and rng.random() < (0.75 if wants else 0 if raises else 0.04):
        amount = size(table, seat, moves[word], share, rng)
        if amount is not None:
            return Act.make(seat, word, n=amount)
    if "check" in moves:
        return Act.make(seat, "check")
    if "call" not in moves:  # in a game without calls a player who does not bet drops
        return Act.make(seat, "fold")
    price = FULL * owes // (pot + owes) if owes else 0
    heavy = FULL // 20 if owes * 3 > pot else 0
    return Act.make(seat, "call" if share >= price + heavy + rng.randint(-30, 20) else "fold")


def _bring_in(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act:
    """Return the forced bet, or the full bet with a strong hand."""
    if "bet" in moves and strength(table, seat) > FULL * 3 // 5 and rng.random() < 0.6:
        return Act.make(seat, "bet", n=_ends(moves["bet"])[0])
    return Act.make(seat, "bringin", n=_ends(moves["bringin"])[0])


def _ends(allowed: object) -> list[Number]:
    """Return the least and the greatest amount allowed; no numbers if none is allowed."""
    return list(allowed) if isinstance(allowed, Iterable) else []


def _raises(table: Table) -> int:
    """Return the number of bets and raises on this street."""
    count = 0
    for act in reversed(table.log):
        if act.who == "d" and act.verb in _ENDS_A_STREET:
            break
        count += act.verb in ("bet", "raise")
    return count


def size(table: Table, seat: str, allowed: object, share: int, rng: random.Random) -> Number | None:
    """Return the total amount of a bet or raise: in fixed limit the only one, else a part of the pot in whole chips. None if none
    is allowed.

    Args:
        table: The table.
        seat: The player who bets: `s3`.
        allowed: The amounts allowed, as totals that the player then has in front.
        share: Strength of the hand: the part of the pot that it wins on average, in thousandths.
        rng: Source of chance.
    """
    amounts: range = getattr(allowed, "amounts", range(0))
    if not amounts:
        return None
    low, high = amounts[0], amounts[-1]
    if table.game.options.get("structure") == "fixed_limit":
        return table.felt.written(rng.choice((low, high)))
    felt, me = table.felt, int(seat[1:])
    top, mine = max(felt.rows["bet"]), felt.rows["bet"][me]
    pot = sum(sum(row) for name, row in felt.rows.items() if name not in ("stack", "rake", "drop")) + top - mine
    behind = felt.rows["stack"][me] + mine
    parts = (1, 2, 2, 3) if share < FULL * 3 // 4 else (2, 3, 3, 4)
    to = top + pot * rng.choice(parts) // 4
    if behind < to * 3 // 2 or behind <= _SHORT * (low - top) or (share > FULL * 9 // 10 and rng.random() < 0.1):
        to = behind
    chip = min(table.felt.layout.chips, default=1)
    to = to if to >= behind else max(low, to // chip * chip)
    to = min(to, high)
    return felt.written(to) if to in amounts else felt.written(low)


def _may_open(table: Table, seat: str) -> bool:
    """Return whether a seat may open the betting: in a game that needs openers, with a pair of jacks or better, or a four-flush
    if the house lets it open (DR-05, HR-15).
    """
    players = table.players
    if players is None or not players.params.get("opening") or table.game.options.get("opening") != "jacks_or_better":
        return True
    return _raises(table) > 0 or bool(has_openers(table.now, int(seat[1:])))


def opening_cards(table: Table, hand: Sequence[Face]) -> list[Face]:
    """Return the openers among the cards of a hand (those that entitle it to open the pot); empty if it has none.

    Args:
        table: The table.
        hand: The cards.
    """
    part = form_of(table.now).high
    if part is None or not hand:
        return []
    ranker = part.ranker
    kind = category(ranker.value([face.index for face in hand]), ranker.order)
    if kind not in GROUPS or any(face.index in ranker.wild for face in hand):
        return list(hand)
    groups = [face for face in hand if sum(face.rank is other.rank for other in hand) > 1]
    if kind == "one_pair" and groups[0].letter not in "JQKA":
        return []
    return groups


@chooser("straddle")
def straddle(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return a straddle now and then, by a player with many chips; else None."""
    amount = _ends(moves["straddle"])[0]
    rich = table.felt.rows["stack"][int(seat[1:])] >= 20 * table.felt.units(amount)
    return Act.make(seat, "straddle", n=amount) if rich and rng.random() < 0.3 else None


@chooser("show")
def show(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return the act that tables a hand that may win a pot, or now and then any hand; else the act that throws it in."""
    if "muck" not in moves:
        return Act.make(seat, "show")
    now, put = table.now, table.felt.put
    me = int(seat[1:])
    rivals = [other for other in live(now) if other != me and tabled(now, other) and put[other] >= put[me]]
    mine = values_of(now, me)
    if mine is None or not rivals or rng.random() < 0.15:
        return Act.make(seat, "show")
    theirs = [values for other in rivals if (values := values_of(now, other)) is not None]
    best = [max((values[half] for values in theirs), default=0) for half in (0, 1)]
    wins = any(mine[half] and mine[half] >= best[half] for half in (0, 1))
    return Act.make(seat, "show") if wins else Act.make(seat, "muck")


@chooser("show_openers")
def openers(table: Table, seat: str, _moves: Moves, _rng: random.Random) -> Act | None:
    """Return the act that shows the openers of a hand, and no other cards (DR-17); the whole hand if they cannot be
    determined.
    """
    hand = [face for face in hand_of(table, seat) if face is not None]
    shown = opening_cards(table, hand)
    return Act.make(seat, "show", cards=shown) if len(shown) > 1 else Act.make(seat, "show")
