"""Facts about a coup: two hands, drawn by a tableau, and bets on them.

The only cards that count are those that the drawing rules give to a hand, in the order in which they left the shoe: a surplus
card lies on the felt but is in no total. A fact that depends on an unseen card is None.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dealerkit.arithmetic.coup import Coup, CoupRules, Settlement, burned_after, next_to_draw, settle, tally
from dealerkit.arithmetic.paytable import FEATURES, PayLine
from dealerkit.facts.layout_limits import spots
from dealerkit.facts.situation import GameData, Situation, fact, never_with, only_in
from dealerkit.felt import seat_number

SIDES = ("player", "banker")


def rules_of(game: GameData) -> CoupRules:
    """Return the game's tables and options, compiled once."""
    return game.once("coup rules", lambda dealt: CoupRules(dealt.tables, dealt.options, unit=dealt.data["money"]["unit"]))


def points_of(now: Situation, cards: list[int]) -> list[int | None]:
    """Return the points of cards, by the game's table (BA-26).

    Args:
        now: Situation at the table.
        cards: Numbers of the cards on the felt.

    Returns:
        The points of each; None for a card that is unknown, or that has no points (a joker in the shoe).
    """
    points = rules_of(now.game).points
    faces = now.felt.faces
    return [None if (face := faces[card]) is None else points.get(face.letter) for card in cards]


def drawn(now: Situation, side: str) -> list[int]:
    """Return the cards of this coup that lie in a hand's place, by number, in the order in which they left the shoe.

    Args:
        now: Situation at the table.
        side: The place: `player` or `banker`.
    """
    out, start = now.felt.out, _start(now)
    return sorted((card for card in now.felt.places[side] if out[card] > start), key=out.__getitem__)


class CoupHands(NamedTuple):
    """The two hands of a coup, with the values that the drawing rules need. Cards are numbers on the felt.

    Attributes:
        player: Cards of the player hand that count, in order.
        banker: Cards of the banker hand that count, in order.
        surplus: Cards that belong to neither hand: the place where each lies, and the card.
        next: The hand that takes the next card: 0 player, 1 banker, None for neither; -1 if unknown.
        coup: The coup, once drawing is over; None before.
        totals: Total of each hand, player first; None if a card is unknown or still to come (BA-26, BA-27).
        naturals: Whether each hand is a natural (BA-28); None if its first two cards are unknown.
        third: Whether a hand has taken a third card.
    """

    player: tuple[int, ...]
    banker: tuple[int, ...]
    surplus: tuple[tuple[str, int], ...]
    next: int | None
    coup: Coup | None
    totals: tuple[int | None, int | None]
    naturals: tuple[bool | None, bool | None]
    third: bool


def hands(now: Situation) -> CoupHands:
    """Return the two hands on the felt, cached until an act changes them."""
    at, kept = len(now.log), now.kept
    read_hands: CoupHands
    if kept is not None and kept[0] == at:
        read_hands = kept[2]
        return read_hands
    felt, start = now.felt, _start(now)
    if kept is not None and kept[0] == at - 1 and now.log[-1].verb in _WITHOUT_CARDS and kept[1][0] == start and not now.mended:
        read_hands = kept[2]
        now.kept = (at, kept[1], read_hands)
        return read_hands
    player, banker, faces = felt.places["player"], felt.places["banker"], felt.faces
    in_order = bool(now.mended) and counts_in_order(now)
    lies = (start, in_order, player[:], banker[:], [faces[card] for card in (*player, *banker)])
    if kept is not None and kept[1] == lies:
        read_hands = kept[2]
    else:
        read_hands = _read(now, start, *(_as_they_came(now, start, player, banker) if in_order else (player, banker)))
    now.kept = (at, lies, read_hands)
    return read_hands


_WITHOUT_CARDS = frozenset({"call", "push", "tap", "take", "pay", "mark", "collect"})
"""Dealer's verbs that neither move a card nor make one known."""


def counts_in_order(now: Situation) -> bool:
    """Return whether each hand counts the cards that it should have had by the order out of the shoe, wherever they lie (BI-06).

    That is so after the ruling on a slip in this coup has ordered one of the remedies that the game's file lists in `in_order`.
    """
    begun = now.marks.get("coup", 0)
    mended = (now.mended.get(name) for name in now.game.data["felt"].get("in_order", ()))
    return any(slip is not None and slip.at > begun for slip in mended)


def _as_they_came(now: Situation, start: int, *places: list[int]) -> tuple[list[int], list[int]]:
    """Return the cards of both hands as the order out of the shoe assigns them: two each in turn, then by the drawing rules."""
    out, rules = now.felt.out, rules_of(now.game)
    came = sorted((card for place in places for card in place if out[card] > start), key=out.__getitem__)
    sides: tuple[list[int], list[int]] = (came[0:4:2], came[1:4:2])
    for card in came[4:]:
        points = [points_of(now, cards) for cards in sides]
        known = [[point for point in hand if point is not None] for hand in points]
        side = next_to_draw(known[0], known[1], rules) if known == points else None
        if side is None:  # neither hand draws it, or that is unknown: it stays where it is
            side = 0 if card in places[0] else 1
        sides[side].append(card)
    return sides


def _start(now: Situation) -> int:
    """Return the number of cards out when the coup began; these belong to earlier coups, cleared or not."""
    starts = now.starts.get("coup")
    return starts[-1] if starts else 0


def _read(now: Situation, start: int, *places: list[int]) -> CoupHands:
    felt = now.felt
    out = felt.out
    lying = [[card for card in place if out[card] > start] for place in places]
    for cards in lying:
        cards.sort(key=out.__getitem__)
    rules = rules_of(now.game)
    counted: list[list[int]] = [lying[0][:2], lying[1][:2]]
    worth, faces = rules.points, felt.faces
    letters = [["" if (face := faces[card]) is None else face.letter for card in cards] for cards in counted]
    points = [[worth.get(letter) for letter in hand] for hand in letters]
    known = [[point for point in hand if point is not None] for hand in points]
    following: int | None = -1
    if known == points:
        following = next_to_draw(known[0], known[1], rules)
        while following is not None and len(counted[following]) >= 2:
            side = lying[following]
            at = len(counted[following])
            if len(side) <= at:
                break
            counted[following].append(side[at])
            face = faces[side[at]]
            letters[following].append("" if face is None else face.letter)
            point = worth.get(letters[following][at])
            points[following].append(point)
            if point is None:
                following = -1
                break
            known[following].append(point)
            following = next_to_draw(known[0], known[1], rules)
    elif any(_counts(hand, rules)[1] for hand in points):
        following = None  # a natural ends the coup, whatever the other hand is
    surplus: tuple[tuple[str, int], ...] = ()
    if counted != lying:
        surplus = tuple((SIDES[s], card) for s in (0, 1) for card in lying[s] if card not in counted[s])
    coup = None
    if following is None and known == points:
        coup = tally(known[0], known[1], rules, letters[0], letters[1])
    (player, player_natural), (banker, banker_natural) = _counts(points[0], rules), _counts(points[1], rules)
    third = len(lying[0]) > 2 or len(lying[1]) > 2
    totals, naturals = (player, banker), (player_natural, banker_natural)
    return CoupHands(tuple(counted[0]), tuple(counted[1]), surplus, following, coup, totals, naturals, third)


def _counts(points: list[int | None], rules: CoupRules) -> tuple[int | None, bool | None]:
    """Return a hand's total, and whether its first two cards make a natural (BA-28); None for unknown values."""
    if len(points) < 2 or points[0] is None or points[1] is None:
        return None, None
    first = (points[0] + points[1]) % 10
    known = [point for point in points if point is not None]
    return sum(known) % 10 if known == points else None, first >= rules.natural


def is_unfinished(now: Situation) -> bool:
    """Return whether the coup needs cards that have not come out: a hand has fewer than two, or is due a third (BA-33
    to BA-41).
    """
    both = hands(now)
    return both.coup is None and (both.next in (0, 1) or min(len(both.player), len(both.banker)) < 2)


def total(now: Situation, side: int) -> int | None:
    """Return a hand's total now (BA-26, BA-27); None if a card is unknown.

    Args:
        now: Situation at the table.
        side: 0 for the player hand, 1 for the banker hand.
    """
    return hands(now).totals[side]


def stakes(now: Situation) -> dict[str, list[int]]:
    """Return the bets in force, as they stood when betting closed: amounts by seat for each spot, in smallest chips."""
    taken: dict[str, list[int]] | None = now.results.get("bets")
    if taken is not None:
        return taken
    return {name: now.felt.rows[name] for name in spots(now.game)}


def settlement(now: Situation, bet: str, stake: int, coup: Coup) -> Settlement:
    """Return the settlement of a bet, in smallest chips.

    Args:
        now: Situation at the table.
        bet: Spot of the bet, such as `banker`.
        stake: The stake, in smallest chips.
        coup: The coup as dealt.
    """
    return settle(bet, stake, coup, rules_of(now.game))


@fact
def natural(now: Situation) -> bool | None:
    """Return whether a hand totals 8 or 9 on its first two cards (BA-28)."""
    known = hands(now).naturals
    return True if True in known else None if None in known else False


@fact
def third_card_out(now: Situation) -> bool:
    """Return whether a hand has taken a third card."""
    return hands(now).third


@fact
def tie(now: Situation) -> bool:
    """Return whether the totals are equal (BA-45)."""
    coup = hands(now).coup
    return coup is not None and coup.winner == "tie"


def banker_wins_may_push(game: GameData) -> bool:
    """Return whether a banker win can be a push, as the game's pay table has a line that pays nothing for it (BA-69)."""
    lines = rules_of(game).pays.get("banker", ())
    return any(line.result == "push" and "banker" in line.when.get("winner", ()) for line in lines)


def third_cards_are_bet_on(game: GameData) -> bool:
    """Return whether the game offers a bet that depends on the number of cards in the winning hand: it loses with two and wins
    with three (BA-73, BA-74). A bet that pays in both cases, such as Super 6, does not count.
    """
    spots = game.data["felt"].get("spots") or {}
    offered = [name for name, spec in spots.items() if (spec or {}).get("offered", True)]
    pays = [rules_of(game).pays.get(bet, ()) for bet in offered]
    return any(
        _loses_without(line, name, lines) for lines in pays for line in lines for name in line.when if name.endswith("_cards")
    )


def _loses_without(line: PayLine, feature: str, lines: Iterable[PayLine]) -> bool:
    """Return whether a bet wins nothing if all conditions of a pay line hold except one.

    Args:
        line: The pay line.
        feature: Feature whose condition does not hold.
        lines: All lines of the bet.
    """
    asked = {name: answers for name, answers in line.when.items() if name != feature}
    wider = (
        pay_line
        for pay_line in lines
        if all(asked.get(name, FEATURES[name]) <= pay_line.when[name] for name in pay_line.when.keys() - {feature})
    )
    return not FEATURES[feature] <= frozenset[object]().union(
        *(pay_line.when.get(feature, FEATURES[feature]) for pay_line in wider)
    )


def marks_commission(game: GameData) -> bool:
    """Return whether, under the game's options, commission is marked in a box and collected later (BA-62, BA-63)."""
    rate = rules_of(game).commission_rate
    return game.options.get("variant") == "commission" and game.options.get("commission_method") != "deduct" and rate > 0


@fact
@only_in(marks_commission)
def commission_is_marked(now: Situation) -> bool:
    """Return whether the house marks commission in boxes and collects it later (BA-62, BA-63)."""
    return marks_commission(now.game)


@fact
@only_in(banker_wins_may_push)
def three_card_push(now: Situation) -> bool:
    """Return whether the judged act pays a bet on banker although a banker win is a push in this coup (BA-69)."""
    coup = hands(now).coup
    act = now.act
    if coup is None or act is None or coup.winner != "banker" or "banker" not in act.to:
        return False
    return settlement(now, "banker", 100, coup).result == "push"


@fact
@only_in(third_cards_are_bet_on)
def three_card_bet(now: Situation) -> bool:
    """Return whether the judged act pays a bet that loses only because the winning hand has two cards instead of three (BA-73,
    BA-74).
    """
    coup = hands(now).coup
    act = now.act
    if coup is None or act is None or len(act.to) < 2:
        return False
    if act.to[1] not in rules_of(now.game).pays or settlement(now, act.to[1], 100, coup).result != "lose":
        return False
    features = coup.features()
    for line in rules_of(now.game).pays[act.to[1]]:
        wrong = [name for name, answers in line.when.items() if features.get(name) not in answers]
        if wrong and all(name.endswith("_cards") for name in wrong):
            return True
    return False


@fact
def commission_forgotten(now: Situation) -> bool:
    """Return whether the judged act pays a winning banker bet in full although commission is to be deducted (BA-49)."""
    coup = hands(now).coup
    act = now.act
    if coup is None or act is None or act.verb != "pay" or act.to[1:] != ("banker",):
        return False
    stake = stakes(now)["banker"][seat_number(act.to[0])]
    paid = settlement(now, "banker", stake, coup)
    return paid.commission > 0 and paid.paid != paid.pays == now.felt.units(act.n)


@fact
def late_money(now: Situation) -> bool:
    """Return whether the judged act pays or takes chips that came after betting was closed (BI-12)."""
    act, taken = now.act, now.results.get("bets")
    if act is None or taken is None or len(act.to) < 2 or act.to[1] not in taken:
        return False
    seat = seat_number(act.to[0])
    return seat <= now.felt.seats and bool(now.felt.rows[act.to[1]][seat] > taken[act.to[1]][seat])


@fact
def result_miscalled(now: Situation) -> bool:
    """Return whether a wrong result was called (BA-44)."""
    coup = hands(now).coup
    if coup is None:
        return False
    called = [act for act in now.since("coup") if act.verb == "call" and act.to and act.to[-1] in ("wins", "tie")]
    return bool(called) and called[-1].to != result_words(coup)


def result_words(coup: Coup) -> tuple[str, ...]:
    """Return the words by which a result is called, such as `player`, `wins`."""
    return ("tie",) if coup.winner == "tie" else (coup.winner, "wins")


@fact
def cut_card_at_mouth(now: Situation) -> bool:
    """Return whether the cut card is next to come out of the shoe, instead of a card (BA-56)."""
    return now.felt.cut_card_at_mouth()


@fact
def coup_allowed(now: Situation) -> bool:
    """Return whether another coup may be started from this shoe (BA-56, BA-59).

    The cut card is never part of a hand. If it comes out during a coup, `coups_after_cut_card` more coups follow; if it comes
    instead of the first card of a coup, that coup is the last. No coup is started with fewer than six cards.
    """
    felt = now.felt
    if len(felt.places[felt.layout.stock]) < 8 and felt.left() < 6:  # two of these may be cut cards
        return False
    if not felt.cut_out:
        return True
    starts = now.starts.get("coup", [])
    as_first_card = felt.cut_at in starts or felt.cut_at == felt.tick  # no card has come since the cut card
    allowed = 1 if as_first_card else int(now.game.options.get("coups_after_cut_card", 1))
    return sum(start >= felt.cut_at for start in starts) < allowed


@fact
def shoe_over(now: Situation) -> bool:
    """Return whether no further coup may be dealt from this shoe (BA-56)."""
    return not coup_allowed(now)


@fact
@never_with("free_coups", "0")
def free_coups_used_up(now: Situation) -> bool:
    """Return whether nobody has a bet up, and the house's number of coups without bets has been dealt from this shoe (BA-79).

    A house that states no number (0) has no limit.
    """
    allowed = int(now.game.options.get("free_coups", 0))
    if not allowed or any(any(now.felt.rows[name]) for name in spots(now.game)):
        return False
    return now.felt.bare >= allowed


@fact
@never_with("dead_game_burn", "0")
def dead_game(now: Situation) -> bool:
    """Return whether the game has been dead since the last coup, and no card has been burned since (BI-16).

    It is dead once the dealer has announced it, or the last bettor who had played has left. The fact is false if the house burns
    no card before a dead game is resumed.
    """
    if not int(now.game.options.get("dead_game_burn", 0)):
        return False
    begun, here, dead = now.marks.get("coup", 0), set[int](), False
    for at, act in enumerate(now.log):
        if act.verb == "leave":
            here.discard(act.seat)
            dead = dead or (at >= begun and act.seat > 0 and not here)
        elif act.seat:
            here.add(act.seat)
        elif at >= begun and act.verb == "announce" and act.to == ("dead", "game"):
            dead = True
        elif act.verb == "burn":
            dead = False
    return dead


def card_values(now: Situation, faces: list[int]) -> int | None:
    """Return the number of cards to burn after the first one, by the burn table in force (BA-21, BA-22).

    If the table counts the whole set of burned cards (`burn_whole` of the game's tables), the first card is one of them.

    Args:
        now: Situation at the table.
        faces: Numbers on the felt of the burned cards, the first card first.

    Returns:
        The number; None if there is no first card, or if its rank is unknown or missing from the table (a joker).
    """
    if not faces:
        return None
    face = now.felt.faces[faces[0]]
    return burned_after(now.game.options, now.game.tables, now.felt.layout.pack.decks, face.letter if face else None)
