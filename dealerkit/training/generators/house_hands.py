"""Hands against the house that an order of hands reads: their names, the better of two, whether one qualifies, what is paid."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

import attrs

from dealerkit.arithmetic.conditions import PaymentLine, Told
from dealerkit.cards import RANKS, SUITS
from dealerkit.rules.doc import branch
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.generators.box_hands import boxes_in_force
from dealerkit.training.items import Key, Question
from dealerkit.training.money import digits, plain
from dealerkit.training.narration import wrapped
from dealerkit.training.replies import AmountReply, Choice, OneOfReply

KIND, WINNER, QUALIFIES, PAYS = "kind", "winner", "qualifies", "pays"
PLAYER, DEALER, EQUAL = "player", "dealer", "equal"
YES, NO = "qualifies", "does not qualify"
_BETTER = OneOfReply((Choice("p", PLAYER, "the player"), Choice("d", DEALER, "the dealer"), Choice("e", EQUAL, "equal hands")))
_QUALIFIES = OneOfReply((Choice("y", YES, "it qualifies"), Choice("n", NO, "it doesn't qualify")))
_ROUNDS = 600
_IN_A_ROW = RANKS[-1] + RANKS
"""The ranks in the order of a straight, with the ace at both ends."""

Hand = tuple[str, ...]


@attrs.frozen
class HouseHandsSituation:
    """Hands to read, or a bet to pay.

    Attributes:
        hand: Cards of the player, and after them the shared ones; of the dealer, if only the dealer's are asked about.
        other: Cards of the dealer beside the player's; empty for none.
        stake: The bet, in the money's unit; 0 if no bet is asked about.
    """

    hand: Hand
    other: Hand = ()
    stake: Fraction = Fraction(0)


class HouseHands(Generator[HouseHandsSituation]):
    """Exercises on hands in an order of hands. Cells are kinds of hands, the better hand, or the side of the line.

    Under `with:` a level has `ask` (`kind`, `winner`, `qualifies`, `pays`), `hands_called` (the key of each kind of hand and its
    name), `kinds` (the kinds that are drawn; all if left out), `close` (whether hands lie near the line, or near each other),
    `wager` and `bonus` (the bet that is paid, and whether it is its bonus), `stakes`, `posted` (the option that is shown; none if
    the dealer has to know the payouts), and `own` (whether the shared cards alone decide that a hand qualifies: `false`).
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the kinds of hands, or the answers."""
        ask = setting.told("ask")
        if ask == WINNER:
            return {PLAYER: PLAYER, DEALER: DEALER, **({} if setting.told("kinds") else {EQUAL: EQUAL})}
        if ask == QUALIFIES:
            return {YES: YES, NO: NO}
        return {name.replace("_", " "): name for name in _kinds(setting)}

    def draw(self, setting: Setting, cell: str, rng: Random) -> HouseHandsSituation | None:
        """Draw cards until they belong to the cell; return None after some failed draws."""
        ask, close = setting.told("ask"), bool(setting.told("close"))
        boxes = boxes_in_force(setting.game)
        many = boxes.cards + boxes.board
        for _ in range(_ROUNDS):
            cards = _some_cards(rng, 2 * many if ask == WINNER else many, close=close)
            hand, other = cards[:many], cards[many:]
            read = _read(setting, hand)
            if ask == WINNER:
                theirs = _read(setting, other)
                kinds = {str(read["made"]), str(theirs["made"])}
                alike = read["made"] == theirs["made"]
                if _better(setting, hand, other) == cell and kinds <= {*_kinds(setting)} and (alike is close or cell == EQUAL):
                    return HouseHandsSituation(hand, other)
            elif ask == QUALIFIES:
                near = read["made"] == "high_card" and str(read["top"]) in str(setting.told("near", ""))
                alone = not boxes.board or _is_of_the_board(setting, hand) is not bool(setting.told("own", default=True))
                if near is close and bool(read["qualifies"]) is (cell == YES) and (alone or cell == NO):
                    return HouseHandsSituation(hand)
            elif str(read["made"]) == cell.replace(" ", "_"):
                stake = Fraction(rng.choice(setting.told("stakes"))) if ask == PAYS else Fraction(0)
                return HouseHandsSituation(hand, (), stake)
        return None

    def question(self, setting: Setting, given: HouseHandsSituation) -> Question:
        """Show the cards, and the bet with the posted payouts."""
        ask, own = setting.told("ask"), boxes_in_force(setting.game).cards
        cards, middle = " ".join(given.hand[:own]), [f"Board   {' '.join(given.hand[own:])}"] if given.hand[own:] else []
        if ask == WINNER:
            return Question((f"Player  {cards}", f"Dealer  {' '.join(given.other)}"), "Who has the better hand?", _BETTER)
        if ask == QUALIFIES:
            return Question((f"Dealer  {cards}", *middle), "Does your hand qualify?", _QUALIFIES)
        if ask == PAYS:
            shown = [f"Player  {cards}", *middle] if middle else [cards]
            return Question((*shown, f"Bet: {digits(given.stake)}", *_posted(setting)), "What is paid?", AmountReply())
        titles = setting.told("hands_called", {})
        named = tuple(Choice(titles[name][0], name, titles[name][1]) for name in _kinds(setting, every=True))
        return Question((cards,), "What is the hand?", OneOfReply(named))

    def key(self, setting: Setting, given: HouseHandsSituation) -> Key:
        """Read the hands, or settle the bet, by the game's rules."""
        ask, read = setting.told("ask"), _read(setting, given.hand)
        cited, codes = setting.cited(ask), tuple(setting.told("codes", {}).get(ask, ()))
        named = f"{read['named']}".capitalize()
        if ask == WINNER:
            theirs = _read(setting, given.other)
            return Key((_better(setting, given.hand, given.other),), cited, (f"{named} against {theirs['named']}.",), codes)
        if ask == QUALIFIES:
            return Key((YES if read["qualifies"] else NO,), cited, (f"{named}.",), codes)
        if ask == PAYS:
            line = _line(setting, read)
            boxes = boxes_in_force(setting.game)
            paid = Fraction(boxes.winnings(int(given.stake * boxes.scale), line.up, line.down)) / boxes.scale
            working = f"{named}: {digits(given.stake)} at {line.up} to {line.down} is {plain(paid)}."
            return Key((digits(paid),), cited, (working,), codes)
        return Key((str(read["made"]),), cited, (f"{named}.",), codes)


def _posted(setting: Setting) -> list[str]:
    """Return the lines that show the payouts on the layout: those of an option, or else the name of the bet."""
    game, option = setting.game, str(setting.told("posted", ""))
    if not option:
        return [game.say(branch(game.data["wagers"], str(setting.told("wager")))["title"])]
    return wrapped(f"{game.say(game.choices[option].title)}: {game.answers()[option]}.", 75, "")


def _is_of_the_board(setting: Setting, hand: Hand) -> bool:
    """Return whether the shared cards make a pair or more by themselves."""
    boxes = boxes_in_force(setting.game)
    return boxes.reading.hand(hand[boxes.cards :], "no")["so_far"] != "high_card"


def _kinds(setting: Setting, *, every: bool = False) -> list[str]:
    """Return the kinds of hands of the level, best first, or every kind of the game."""
    known = setting.told("hands_called", {})
    kinds = boxes_in_force(setting.game).features["made"]
    wanted = known if every else setting.told("kinds") or known
    return [name for name in known if name in wanted and name in kinds]


def _some_cards(rng: Random, many: int, *, close: bool) -> Hand:
    """Return cards out of one pack, often of few ranks or suits, so that rare hands are drawn as well."""
    suits = rng.choice((SUITS, SUITS, "cd", "h"))
    wide = rng.choice((2, 3, many, many + 2, 13))
    at = rng.randrange(len(_IN_A_ROW) - min(wide, 13) + 1)
    ranks = RANKS if close and rng.randrange(2) else _IN_A_ROW[at : at + wide]
    pool = sorted({rank + suit for rank in ranks for suit in suits})
    return tuple(rng.sample(pool if len(pool) >= many else [rank + suit for rank in RANKS for suit in SUITS], many))


def _read(setting: Setting, hand: Hand) -> Told:
    return boxes_in_force(setting.game).reading.hand(hand, "no")


def _better(setting: Setting, hand: Hand, other: Hand) -> str:
    """Return whose hand is better, or that they are equal."""
    reading = boxes_in_force(setting.game).reading
    against = reading.compare(_read(setting, hand), _read(setting, other), hand, other)["against"]
    return {"higher": PLAYER, "lower": DEALER}.get(str(against), EQUAL)


def _line(setting: Setting, read: Told) -> PaymentLine:
    """Return the line that pays a winning hand of a player who has not folded against a dealer's hand that qualifies.

    Raises:
        RuleFileError: If no line pays it.
    """
    boxes, name = boxes_in_force(setting.game), str(setting.told("wager"))
    lines = (boxes.bonus if setting.told("bonus") else boxes.pays).get(name, ())
    word = next((word.name for word in boxes.words.values() if word.wager), "none")
    features = {**read, "against": "higher", "dealer_qualifies": True, "word": word}
    line = next((line for line in lines if line.result == "win" and line.condition.holds(features)), None)
    if line is None:
        asked = "wager"
        raise setting.wrong(asked, f"{name} is not paid on {read['named']}")
    return line


GENERATOR = HouseHands()
