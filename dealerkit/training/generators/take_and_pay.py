"""Take and pay: at the end of a round against the house, every bet is settled in order."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

import attrs

from dealerkit.cards import Face
from dealerkit.felt import Act
from dealerkit.games.pit.facts.boxes import BoxHand, BoxRound
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.games.pit.facts.settlement import due_of
from dealerkit.rules.doc import branch
from dealerkit.rules.games import Game
from dealerkit.rules.texts import text
from dealerkit.table.bots.registry import sense_of
from dealerkit.table.table import Table
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.generators.box_hands import boxes_in_force
from dealerkit.training.items import Key, Question
from dealerkit.training.money import as_put_down, digits, said
from dealerkit.training.replies import AmountReply, OneOfReply, PartsReply, choices

TAKE, PAY, PUSH = "take", "pay", "push"
_DOES = OneOfReply(choices([TAKE, PAY, PUSH], "tpb"))
_MOST_ACTS = 400
_MOST_HANDS = 7
"""Most hands on one screen."""


@attrs.frozen
class LyingHand:
    """A hand on the layout with its bets.

    Attributes:
        seat: The seat of the box.
        child: Name of the hand within the box after a split; empty for the first.
        cards: Its cards.
        split: `no`, `yes`, or `ace` for split aces.
        words: The player's decisions on it.
        bets: Name and stake of each wager, in the money's unit.
        shown: Each bet as the trainee sees it: in digits or in chips.
    """

    seat: int
    child: str
    cards: tuple[str, ...]
    split: str
    words: tuple[str, ...]
    bets: tuple[tuple[str, Fraction], ...]
    shown: tuple[str, ...]


@attrs.frozen
class TakeAndPaySituation:
    """A round that has been played and is not settled.

    Attributes:
        dealer: The dealer's cards.
        hands: The hands with bets, in order of settlement.
    """

    dealer: tuple[str, ...]
    hands: tuple[LyingHand, ...]


class TakeAndPay(Generator[TakeAndPaySituation]):
    """Exercises on settling the bets of a round.

    A cell, the unit that comes back after a wrong answer, is a result of one of the hands, such as a push; each is its own
    class.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the results that the level asks about."""
        return {str(cell): str(cell) for cell in setting.told("results", [TAKE, PAY, PUSH])}

    def draw(self, setting: Setting, cell: str, rng: Random) -> TakeAndPaySituation | None:
        """Deal a round to typical players, up to the settlement; None if no hand has the cell's result."""
        given = _dealt(setting, rng)
        if given is None or not int(setting.told("least", 2)) <= len(given.hands) <= _MOST_HANDS:
            return None
        kinds = {does for does, _ in _results(setting.game, given)}
        kinds |= {"double" for hand in given.hands if len(hand.bets) > 1}
        kinds |= {"split" for hand in given.hands if hand.split != "no"}
        kinds |= {"natural" for hand in given.hands if _is_natural(setting.game, hand)}
        kinds |= {"natural of the dealer"} & ({"natural of the dealer"} if _is_natural(setting.game, given) else set())
        return given if cell in kinds else None

    def question(self, setting: Setting, given: TakeAndPaySituation) -> Question:
        """Show the layout; ask for the settlement of each hand, in order."""
        lines = [f"Dealer  {' '.join(given.dealer)}"]
        for hand in given.hands:
            pairs = zip(hand.bets, hand.shown, strict=True)
            bets = " and ".join(f"{_title(setting.game, name)} {shown}" for (name, _), shown in pairs)
            lines += [f"{_name(setting.game, hand)}  {' '.join(hand.cards)}", f"  {bets}"]
        option = "settle_order"
        posted = [f"Settling begins {setting.game.answers()[option]}."]
        if any(_is_natural(setting.game, hand) for hand in given.hands):
            posted.append(f"A natural is paid {setting.game.options['blackjack_pays']}.")
        parts = []
        for hand in given.hands:
            name = _name(setting.game, hand).strip()
            parts += [(name, _DOES), (f"{name}, how much", AmountReply())]
        return Question((*lines, *posted), "Take, pay or push (b), and how much (push: 0)?", PartsReply(tuple(parts)))

    def key(self, setting: Setting, given: TakeAndPaySituation) -> Key:
        """Return the bet taken, paid or left for each hand, settled as the game does."""
        results = _results(setting.game, given)
        answer = [part for does, amount in results for part in (does, digits(amount))]
        codes = setting.told("codes", {})
        by_part = [part for does, _ in results for part in (tuple(codes[does]), tuple(codes["amount"]))]
        said_of = [
            f"{_name(setting.game, hand).strip()} {does}{f' {digits(amount)}' if amount else ''}"
            for hand, (does, amount) in zip(given.hands, results, strict=True)
        ]
        cited = setting.cited(*dict.fromkeys(does for does, _ in results))
        return Key((PartsReply.join(answer),), cited, (f"{'; '.join(said_of)}.",), by_part[0], by_part=tuple(by_part))


def _dealt(setting: Setting, rng: Random) -> TakeAndPaySituation | None:
    """Deal a round up to the first bet that is settled together with all others; return None if there is none."""
    low, high = setting.told("seats", [3, 3])
    table = Table(setting.game, seats=rng.randint(low, high), seed=rng.randrange(1 << 30))
    table.advance("bets")
    for seat in range(1, table.seats + 1):
        table.push(Act.make(f"s{seat}", "bet", boxes_in_force(setting.game).main, n=int(rng.choice(setting.told("stakes")))))
    table.advance("close")
    for _ in range(_MOST_ACTS):
        step = table.agenda.step
        if step is not None and step.id == "settle":
            return _lying(setting, table, rng)
        act = _decision(table, rng) or table.next_act()
        if act is None or act.verb == "clear":
            return None
        table.push(act)
    return None


def _decision(table: Table, rng: Random) -> Act | None:
    """Return the usual decision of the player in turn; None if no player has to decide."""
    if table.players is None or table.players.until:
        return None
    choose = sense_of(table.players.mechanic.name, table.game.family)
    return next((act for seat, moves in table.ask.items() if choose and (act := choose(table, seat, moves, rng))), None)


def _lying(setting: Setting, table: Table, rng: Random) -> TakeAndPaySituation:
    """Return the layout, in order of settlement."""
    round_, felt = box_round(table.now), table.felt
    hands = sorted((hand for hand in round_.hands if not hand.picked), key=lambda hand: hand.seat)
    if setting.game.options["settle_order"] == "right_to_left":
        hands.reverse()
    hands_ = []
    for hand in hands:
        bets = [(name, Fraction(round_.stake(hand, name), felt.layout.scale)) for name in round_.wagers_of(hand)]
        bets = [(name, stake) for name, stake in bets if not round_.boxes.wagers[name].box]
        shown = [
            said(as_put_down(int(stake), [1, 5, 25, 100, 500], rng)) if setting.told("show") == "chips" else digits(stake)
            for _, stake in bets
        ]
        cards = tuple(felt.names(felt.cards(hand.place)))
        hands_.append(LyingHand(hand.seat, hand.child, cards, hand.split, tuple(hand.words), tuple(bets), tuple(shown)))
    return TakeAndPaySituation(tuple(felt.names(felt.cards("dealer"))), tuple(hands_))


def _results(game: Game, given: TakeAndPaySituation) -> list[tuple[str, Fraction]]:
    """Return the result of each hand, with the amount."""
    boxes, cards, results = boxes_in_force(game), list[str](), list[tuple[str, Fraction]]()

    def tokens(held: tuple[str, ...]) -> list[int]:
        cards.extend(held)
        return [*range(len(cards) - len(held), len(cards))]

    hands = [BoxHand(hand.seat, hand.child, hand.split, tokens(hand.cards), words=[*hand.words]) for hand in given.hands]
    round_ = BoxRound(boxes, hands, tokens(given.dealer))
    round_.faces = dict(enumerate(map(Face.read, cards)))
    round_.shown, round_.up = set(round_.dealer), round_.dealer[0]
    for hand, lying in zip(hands, given.hands, strict=True):
        round_.bets |= {(hand.seat, boxes.row(name, hand.child)): int(stake * boxes.scale) for name, stake in lying.bets}
    for hand, lying in zip(hands, given.hands, strict=True):
        dues = [due for name, _ in lying.bets if (due := due_of(round_, hand, name)) is not None]
        take, pay = (Fraction(sum(getattr(due, way) for due in dues)) / boxes.scale for way in (TAKE, PAY))
        results.append((TAKE, take) if take else (PAY, pay) if pay else (PUSH, Fraction(0)))
    return results


def _is_natural(game: Game, given: LyingHand | TakeAndPaySituation) -> bool:
    cards, split = (given.cards, given.split) if isinstance(given, LyingHand) else (given.dealer, "no")
    return bool(boxes_in_force(game).reading.hand(tuple(card[0] for card in cards), split).get("natural"))


def _name(game: Game, hand: LyingHand) -> str:
    title = text(branch(branch(game.data, "boxes"), "hands")[hand.child]) if hand.child else ""
    return f"seat {hand.seat}{f', {title}' if title else ''}"


def _title(game: Game, wager: str) -> str:
    return text(branch(branch(game.data, "wagers"), wager).get("title")) or wager


GENERATOR = TakeAndPay()
