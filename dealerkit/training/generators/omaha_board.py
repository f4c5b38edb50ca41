"""Reading Omaha: the best high and the best low from exactly two own cards and three of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

import attrs

from dealerkit.arithmetic.ranking import in_full, name
from dealerkit.files.screen_text import count_of
from dealerkit.rules.rankings import Form, FormPart
from dealerkit.showdown import Pot, Showdown, showdown
from dealerkit.showdown.hands import LETTERS
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.poker_pack import faces, form_of, index, pack, settings_of, value_of
from dealerkit.training.replies import AmountReply, AnyOfReply, Choice, OneOfReply, PartsReply, Reply, choices

Cards = tuple[str, ...]

NONE = "none"
_KEYS = "abcd"
_POT = 240
"""Chips in the pot, an amount whose halves can be divided by two, three and four."""
_FLAVOURS = ("four of a suit", "three of a rank", "any", "any")
"""Kinds of hands for which only the high is asked, some of which look better than they are."""
_LOW = frozenset("A2345678")
_CODE, _LOW_CODE, _SPLIT_CODE = "omaha/wrong-card-combination", "omaha/low-misread", "omaha/no-low-still-split"


@attrs.frozen
class OmahaBoardSituation:
    """Hands and a board.

    Attributes:
        hands: Seat and cards of each hand, in the order of the seats.
        board: The five board cards.
        highs: High hands to choose from, best first: five cards each; some break the rule of two own cards and three of the
            board.
        lows: The same for the low.
        share: The seat whose share of the pot is asked for; 0 for none.
    """

    hands: tuple[tuple[int, Cards], ...]
    board: Cards
    highs: tuple[Cards, ...] = ()
    lows: tuple[Cards, ...] = ()
    share: int = 0


class OmahaBoard(Generator[OmahaBoardSituation]):
    """Exercises on reading Omaha hands.

    A cell, the unit that comes back after a wrong answer, is what makes the hand hard to read, such as stronger hands that
    may not be made.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the difficulties that the level asks about, each with the class of the answer."""
        asked, form_ = setting.told("ask"), form_of(setting.game)
        if asked == "high":
            return {f"{at} stronger that may not be made": key for at, key in enumerate(_KEYS)}
        if asked == "qualifies":
            no = ("a board without three low ranks", "a hand without two other low ranks")
            return {"a low of two other ranks": "yes", **dict.fromkeys(no, "no")} if _most(setting) else {}
        if form_.low is None:
            return {}
        none = {"no low": ""} if _most(setting) else {}
        if asked == "both":
            return {
                **dict.fromkeys(("a counterfeited low", "four of a suit in the hand", "three of a rank in the hand"), ""),
                **none,
            }
        many = [int(number) for number in setting.told("hole_cards", [5, 6])]
        kinds = ("a half that is tied", "both halves to other hands", *none)
        return {f"{count_of(number, 'card')}, {kind}": "" for number in many for kind in kinds}

    def draw(self, setting: Setting, cell: str, rng: Random) -> OmahaBoardSituation | None:
        """Deal until the cards have the cell's difficulty; None after a failed deal."""
        form_, asked = form_of(setting.game), setting.told("ask")
        if asked == "split":
            return _three_hands(setting, cell, rng)
        flavour = rng.choice(_FLAVOURS) if asked == "high" else cell
        hand, board = _dealt(form_, flavour, int(setting.game.options["hole_cards"]), rng)
        if asked == "qualifies":
            fits = _kind_of_low(setting, hand, board) == cell
            return OmahaBoardSituation(((rng.randint(1, 9), hand),), board) if fits else None
        if asked == "both" and not _is_hard(setting, cell, hand, board):
            return None
        seat = rng.randint(1, 9)
        if asked == "high":
            highs = _readings(form_.high, form_, hand, board, int(cell[0]), rng)
            return OmahaBoardSituation(((seat, hand),), board, highs) if highs else None
        highs = _readings(form_.high, form_, hand, board, rng.randrange(len(_KEYS)), rng)
        lows = _readings(form_.low, form_, hand, board, rng.randrange(len(_KEYS) - 1), rng)
        return OmahaBoardSituation(((seat, hand),), board, highs, lows) if highs and lows is not None else None

    def question(self, setting: Setting, given: OmahaBoardSituation) -> Question:
        """Ask for the high hand, for the low, whether a low qualifies, or for winners and a share."""
        form_ = form_of(setting.game)
        board = "board   " + " ".join(given.board)
        if given.share:
            lines = (board, *(f"seat {seat}  {' '.join(cards)}" for seat, cards in given.hands))
            seats = tuple(Choice(str(seat), f"s{seat}", f"seat {seat}") for seat, _ in given.hands)
            parts: tuple[tuple[str, Reply], ...] = (("high", AnyOfReply(seats)), ("low", AnyOfReply(seats)))
            share = (f"seat {given.share} gets", AmountReply())
            return Question(
                (*lines, f"The pot is {_POT}."),
                "Who wins the high, who wins the low, and what is the share?",
                PartsReply((*parts, share)),
            )
        lines = (board, "hand    " + " ".join(given.hands[0][1]))
        if setting.told("ask") == "qualifies":
            return Question(lines, "Does this hand have a qualifying low?", OneOfReply(choices(["yes", "no"])))
        high = OneOfReply(
            tuple(Choice(key, key, _cards_words(form_.high, cards)) for key, cards in zip(_KEYS, given.highs, strict=False))
        )
        if setting.told("ask") == "high":
            return Question(lines, "Which is the best high hand?", high)
        low = [Choice(key, key, _cards_words(form_.low, cards)) for key, cards in zip(_KEYS, given.lows, strict=False)]
        return Question(
            lines,
            "Which are the best high and the best low?",
            PartsReply((("high", high), ("low", OneOfReply((*low, Choice("n", NONE, "no low")))))),
        )

    def key(self, setting: Setting, given: OmahaBoardSituation) -> Key:
        """Return the hands or the share by a showdown of the game."""
        done = _shown(setting, given.hands, given.board, given.share and _POT)
        if given.share:
            return _shares(setting, given, done)
        ((_, hand),) = done.hands.items()
        own = {str(card) for card in hand.cards}
        high, low = hand.high, hand.low
        lines = []
        if setting.told("ask") != "qualifies" and high is not None:
            lines.append(f"High: {high.name}, {_from([str(card) for card in high.cards], own)}.")
        if low is not None and setting.told("ask") != "high":
            if low.value:
                lines.append(f"Low: {low.name}, {_from([str(card) for card in low.cards], own)}.")
            else:
                lines.append(_no_low([str(card) for card in done.board]))
        if setting.told("ask") == "qualifies":
            yes = bool(low and low.value)
            code = _LOW_CODE if yes else _SPLIT_CODE
            return Key(("yes" if yes else "no",), setting.cited("high", "low"), tuple(lines), (code,))
        lines.append("Exactly two hole cards and three board cards play.")
        form_ = form_of(setting.game)
        assert high is not None
        right = _letter(form_.high, given.highs, high.value)
        if setting.told("ask") == "high":
            return Key((right,), setting.cited("high"), tuple(lines), (_CODE,))
        assert low is not None
        low_right = _letter(form_.low, given.lows, low.value) if low.value else NONE
        return Key((PartsReply.join((right, low_right)),), setting.cited("high", "low"), tuple(lines), (_CODE, _LOW_CODE))

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the rule for making a hand."""
        low = f"a low has five different ranks, none above {_most(setting)}" if _most(setting) else "any low counts"
        return ("two hole cards and three board cards, for high and for low", low if form_of(setting.game).low else "")


def _most(setting: Setting) -> int:
    """Return the highest rank of a low; 0 for any, or without a low."""
    low = form_of(setting.game).low
    return low.ranker.order.qualifier if low is not None else 0


def _shown(setting: Setting, hands: Sequence[tuple[int, Cards]], board: Cards, pot: int = 0) -> Showdown:
    cards = {f"s{seat}": faces(held) for seat, held in hands}
    pots = [Pot(pot, tuple(cards))] if pot else []
    return showdown(form_of(setting.game).id, cards, faces(board), pots, None, settings_of(setting.game))


def _cards_words(part: FormPart | None, cards: Cards) -> str:
    """Return the name of a five-card hand."""
    assert part is not None
    return in_full(value_of(part, cards), part.ranker.order, part.words, LETTERS)


def _letter(part: FormPart | None, offered: Sequence[Cards], value: int) -> str:
    return next(key for key, cards in zip(_KEYS, offered, strict=False) if value_of(part, cards) == value)


def _from(cards: Sequence[str], own: set[str]) -> str:
    mine, shared = [card for card in cards if card in own], [card for card in cards if card not in own]
    return f"{' '.join(mine)} from the hand with {' '.join(shared)}"


def _no_low(board: Sequence[str]) -> str:
    """Return the reason why there is no low."""
    shared = sorted({card[0] for card in board if card[0] in _LOW}, key="A2345678".index)
    if len(shared) < 3:
        return f"No low: the board has {len(shared)} low {'rank' if len(shared) == 1 else 'ranks'}, and three have to play."
    return f"No low: the hand has no two low ranks besides {' '.join(shared)}."


# -- dealing a cell's hands -----------------------------------------------------------------------------------------------


def _dealt(form_: Form, cell: str, many: int, rng: Random) -> tuple[Cards, Cards]:
    """Return a hand and a board of the cell's difficulty, which would seldom be dealt by chance."""
    assert form_.high is not None
    cards = pack(form_.high.ranker.order)
    hand: list[str] = []
    if cell.startswith("four of a suit"):
        suit = rng.choice("cdhs")
        hand = rng.sample([card for card in cards if card[1] == suit], 4)
    elif cell.startswith("three of a rank"):
        letter = rng.choice(cards)[0]
        hand = rng.sample([card for card in cards if card[0] == letter], 3)
    elif cell.startswith("a counterfeited"):
        hand = rng.sample([card for card in cards if card[0] in "A23456"], 3)
    rest = [card for card in cards if card not in hand]
    hand += rng.sample(rest, many - len(hand))
    rest = [card for card in rest if card not in hand]
    board = []
    if cell.startswith("a counterfeited"):
        same = [card for card in rest if card[0] in {held[0] for held in hand[:3]}]
        board = [rng.choice(same)]
        board += rng.sample([card for card in rest if card[0] in _LOW and card not in board], 2)
    elif cell.startswith("four of a suit"):
        board = rng.sample([card for card in rest if card[1] == hand[0][1]], rng.choice((1, 2, 3)))
    board += rng.sample([card for card in rest if card not in board], 5 - len(board))
    rng.shuffle(hand)
    rng.shuffle(board)
    return tuple(hand), tuple(board)


def _kind_of_low(setting: Setting, hand: Cards, board: Cards) -> str:
    """Return the cell of a hand and a board, for the question whether a low counts."""
    ((_, shown),) = _shown(setting, ((1, hand),), board).hands.items()
    if shown.low is not None and shown.low.value:
        return "a low of two other ranks"
    shared = {card[0] for card in board if card[0] in _LOW}
    return "a hand without two other low ranks" if len(shared) >= 3 else "a board without three low ranks"


def _is_hard(setting: Setting, cell: str, hand: Cards, board: Cards) -> bool:
    ((_, shown),) = _shown(setting, ((1, hand),), board).hands.items()
    assert shown.low is not None
    if cell == "no low":
        return not shown.low.value and any(card[0] in _LOW for card in hand)
    if cell.startswith("four of a suit"):
        return shown.high is not None and max(Counter(card[1] for card in hand + board).values()) >= 5
    if cell.startswith("three of a rank"):
        return max(Counter(card[0] for card in hand).values()) >= 3
    if not shown.low.value:
        return False
    twice = {card[0] for card in hand} & {card[0] for card in board} & _LOW
    without = {card[0] for card in hand} - twice
    return bool(twice) and len(without & _LOW) >= 2


def _readings(part: FormPart | None, form_: Form, hand: Cards, board: Cards, at: int, rng: Random) -> tuple[Cards, ...] | None:
    """Return readings to choose from, best first: before the right one, some that look stronger and are not allowed; after it
    weaker ones, allowed or not. None if there are too few; without a low, some that look like one.

    Args:
        part: High or low of the showdown; None without a low.
        form_: The form of the showdown.
        hand: The player's cards.
        board: The board cards.
        at: Position of the right reading, from 0.
        rng: The random source.
    """
    assert part is not None
    assert form_.from_hand is not None
    seen: dict[int, Cards] = {}
    right = 0
    for own in range(len(hand) + 1):
        if not 0 <= 5 - own <= len(board):
            continue
        for mine in combinations(hand, own):
            for shared in combinations(board, 5 - own):
                value = value_of(part, mine + shared)
                if value:
                    seen.setdefault(value, mine + shared)
                if own == form_.from_hand:
                    right = max(right, value)
    if not right:
        return tuple(seen[value] for value in sorted(seen, reverse=True)[: len(_KEYS) - 1])
    better = _apart(part, sorted(value for value in seen if value > right), at, rng)
    worse = _apart(part, sorted((value for value in seen if value < right), reverse=True), len(_KEYS) - 1 - at, rng)
    low = form_.low is part
    if len(better) < at or (not low and len(worse) < len(_KEYS) - 1 - at):
        return None
    return tuple(seen[value] for value in sorted((*better, right, *worse), reverse=True)[: len(_KEYS) - low])


def _apart(part: FormPart, values: Sequence[int], many: int, rng: Random) -> list[int]:
    """Return a number of values, nearest first, with different names as long as there are any."""
    first = {name(value, part.ranker.order, part.words): value for value in reversed(values)}
    apart = sorted(first.values(), key=values.index)[: many + 1]
    picked = rng.sample(apart, min(many, len(apart)))
    return [*picked, *[value for value in values if value not in picked][: many - len(picked)]]


def _three_hands(setting: Setting, cell: str, rng: Random) -> OmahaBoardSituation | None:
    """Return three hands of five or six cards, with the winners of each half that the cell asks for."""
    form_ = form_of(setting.game)
    assert form_.high is not None
    number, _, kind = cell.partition(" cards, ")
    many = int(number)
    cards = rng.sample(pack(form_.high.ranker.order), 3 * many + 5)
    seats = sorted(rng.sample(range(1, 8), 3))
    hands = tuple((seat, tuple(cards[at * many : (at + 1) * many])) for at, seat in enumerate(seats))
    board = tuple(cards[3 * many :])
    high, low = _best(form_.high, form_, hands, board), _best(form_.low, form_, hands, board)
    outcome = "no low" if not low else "a half that is tied" if len(high) + len(low) > 2 else ""
    if not outcome and high != low:
        outcome = "both halves to other hands"
    if outcome != kind:
        return None
    tied = [seat for seat in seats if (len(high) > 1 and seat in high) or (len(low) > 1 and seat in low)]
    return OmahaBoardSituation(hands, board, share=rng.choice(tied or seats))


def _best(part: FormPart | None, form_: Form, hands: Sequence[tuple[int, Cards]], board: Cards) -> list[int]:
    """Return the seats with the best hand for a half; empty if no hand counts."""
    assert part is not None
    shared = [index(card) for card in board]
    values = {seat: part.ranker.value_from([index(card) for card in held], shared, form_.from_hand or 0) for seat, held in hands}
    return [seat for seat, value in values.items() if value and value == max(values.values())]


def _shares(setting: Setting, given: OmahaBoardSituation, done: Showdown) -> Key:
    award = done.awards[0]
    low = " ".join(award.low_winners) or AnyOfReply.NONE
    lines = []
    for half, names in (("High", award.high_winners), ("Low", award.low_winners)):
        if names:
            made_hand = done.hands[names[0]].high if half == "High" else done.hands[names[0]].low
            assert made_hand is not None
            who = " and ".join(f"seat {name[1:]}" for name in names)
            lines.append(f"{half}: {who}, {made_hand.name} ({' '.join(map(str, made_hand.cards))}).")
        else:
            lines.append("No low qualifies: the high hand takes the whole pot.")
    share = done.shares[f"s{given.share}"]
    halves = f"halves of {_POT // 2}" if award.low_winners else f"one pot of {_POT}"
    lines.append(f"{halves.capitalize()}; seat {given.share} gets {share}.")
    answer = PartsReply.join((" ".join(award.high_winners), low, str(share)))
    rules = setting.cited("high", "halves", "low")
    codes = (_CODE, _LOW_CODE) if award.low_winners else (_CODE, _SPLIT_CODE)
    return Key((answer,), rules, tuple(lines), codes)


GENERATOR = OmahaBoard()
