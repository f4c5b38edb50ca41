"""Reading hands: naming a hand, the better of two, the winner of each pot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import attrs

from dealerkit.arithmetic.ranking import HandOrder, Ranker, category, ranks
from dealerkit.cards import RANKS
from dealerkit.rules.rankings import Form
from dealerkit.showdown import MadeHand, Pot, showdown
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.phrases import listed, pot_name, seats
from dealerkit.training.poker_pack import faces, form_of, pack, settings_of, value_of
from dealerkit.training.replies import AnyOfReply, Choice, OneOfReply, PartsReply, Reply

FIRST, SECOND, SPLIT, BOARD, ALL_CARDS = "first", "second", "split", "board", "all cards"
_KICKERS = {"one_pair": 1, "three_of_a_kind": 1, "two_pairs": 2, "four_of_a_kind": 1}
"""Number of ranks that name a hand; the ranks after them are kickers."""
_SEATS = 9


@attrs.frozen
class HandReadingSituation:
    """Hands and a board.

    Attributes:
        hands: Seat and cards of each hand, in the order of the seats.
        board: The board cards.
        pots: The seats that contest each pot, main pot first; empty for one pot that all contest.
        says_board: The seat whose player announces that they play the board; 0 for none.
        shown: Number of cards that this player has tabled.
    """

    hands: tuple[tuple[int, tuple[str, ...]], ...]
    board: tuple[str, ...]
    pots: tuple[tuple[int, ...], ...] = ()
    says_board: int = 0
    shown: int = 0


class HandReading(Generator[HandReadingSituation]):
    """Exercises on reading hands.

    A cell, the unit that comes back after a wrong answer, is a kind of hand, or the winner and how the hand is won.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the cells that the level asks about; the class is the kind of hand or the winner, or '' if several pots are
        asked for.
        """
        asked = setting.told("ask")
        if asked == "kind":
            return {name.replace("_", " "): name for name in _hands(setting)}
        if asked == "pots":
            return dict.fromkeys(("one hand takes all", "two hands take pots", "each pot another hand", "a pot is split"), "")
        if asked == "winner":
            cases = {f"{how}, {who}": who for who in (FIRST, SECOND) for how in ("another kind of hand", "the same kind of hand")}
            return {**cases, "equal hands": SPLIT}
        cases = {f"{how}, {who}": who for who in (FIRST, SECOND) for how in ("the kicker plays", "counterfeited")}
        last = ALL_CARDS if _all_tabled(setting) else BOARD
        return {**cases, "the kicker does not play": SPLIT, "the board plays": BOARD, "one card shown": last}

    def draw(self, setting: Setting, cell: str, rng: Random) -> HandReadingSituation | None:
        """Deal until the cards belong to the cell; None after some failed deals."""
        form_ = form_of(setting.game)
        if setting.told("ask") == "kind":
            return _of_kind(form_, cell.replace(" ", "_"), rng)
        if setting.told("ask") == "pots":
            return _pots(form_, cell, rng, int(setting.told("hands", 6)))
        return _two_hands(form_, cell, rng)

    def question(self, setting: Setting, given: HandReadingSituation) -> Question:
        """Ask for the name of the hand, the winner, or the winner of each pot."""
        board = "board   " + " ".join(given.board)
        if setting.told("ask") == "kind":
            named = tuple(Choice(key, word, label) for word, (key, label) in _hands(setting).items())
            return Question((board, "hand    " + " ".join(given.hands[0][1])), "What is the hand?", OneOfReply(named))
        lines = [board, *(_hand_words(seat, cards, given) for seat, cards in given.hands)]
        seats = [seat for seat, _ in given.hands]
        if given.pots:
            named = tuple(Choice(str(seat), f"s{seat}", f"seat {seat}") for seat in seats)
            lines += [f"{pot_name(at)}: seats {listed(pot)}" for at, pot in enumerate(given.pots)]
            parts: tuple[tuple[str, Reply], ...] = tuple(
                (pot_name(at), AnyOfReply(named)) for at in reversed(range(len(given.pots)))
            )
            return Question(tuple(lines), "Who wins each pot, the last side pot first?", PartsReply(parts))
        who = [Choice(str(seat), f"s{seat}", f"seat {seat}") for seat in seats]
        if setting.told("ask") == "winner":
            return Question(tuple(lines), "Who wins?", OneOfReply((*who, Choice("s", SPLIT))))
        more = (Choice("s", SPLIT, "split, own cards play"), Choice("b", BOARD, "split, the board plays"))
        return Question(
            tuple(lines),
            "Who wins, or what do you do first?",
            OneOfReply((*who, *more, Choice("a", ALL_CARDS, "ask for all cards first"))),
        )

    def key(self, setting: Setting, given: HandReadingSituation) -> Key:
        """Return the name of the hand or the winners, compared by a showdown of the game."""
        pots = given.pots or (tuple(seat for seat, _ in given.hands),)
        cards = {f"s{seat}": faces(held) for seat, held in given.hands}
        shared = faces(given.board)
        contested = [Pot(1, tuple(f"s{seat}" for seat in pot)) for pot in pots]
        done = showdown(form_of(setting.game).id, cards, shared, contested, None, settings_of(setting.game))
        read = {seat: _read(done.hands[f"s{seat}"].high) for seat, _ in given.hands}
        if setting.told("ask") == "kind":
            ((seat, _),) = given.hands
            best = done.hands[f"s{seat}"].high
            assert best is not None
            rules = setting.cited(best.category, "hands are read")
            return Key((best.category,), rules, (f"The best five: {read[seat]}.",), ("showdown/hand-misread",))
        if given.says_board and given.shown < len(given.hands[0][1]) and _all_tabled(setting):
            tabled = f"Seat {given.says_board} has tabled {given.shown} card of {len(given.hands[0][1])}."
            why = "To win any part of the pot, all cards must be tabled, even when the board plays."
            rules = setting.cited("not every card is tabled")
            return Key((ALL_CARDS,), rules, (tabled, why), ("showdown/pot-without-full-tabling",))
        winners = [award.high_winners for award in done.awards]
        kinds = {hand.high.category for hand in done.hands.values() if hand.high is not None}
        rules = setting.cited(next(iter(kinds)) if len(kinds) == 1 else "kinds of hands", "hands are read", "cards speak")
        if given.pots:
            last_first = list(reversed(list(enumerate(winners))))
            lines = [
                f"{pot_name(at).capitalize()}: {seats(int(name[1:]) for name in names)}, {read[int(names[0][1:])]}."
                for at, names in last_first
            ]
            answer = PartsReply.join(" ".join(names) for _, names in last_first)
            return Key((answer,), (*rules, *setting.cited("side pots")), tuple(lines), ("pot/wrong-winner",))
        lines = [f"Seat {seat}: {read[seat]}." for seat, _ in given.hands]
        if len(winners[0]) == 1:
            if len(kinds) == 1:
                lines.append(_why(setting, given, int(winners[0][0][1:])))
            return Key((winners[0][0],), rules, tuple(lines), ("pot/wrong-winner",))
        board = value_of(form_of(setting.game).high, given.board)
        if setting.told("ask") != "winner" and all(hand.high.value == board for hand in done.hands.values() if hand.high):
            lines = [
                f"The board plays: {read[given.hands[0][0]]}; no hole card improves it.",
                "All players still in split the pot.",
            ]
            if given.says_board:
                lines.append(
                    "Both cards are tabled." if given.shown > 1 else "Here it is enough to announce in time that the board plays."
                )
                rules = (*rules, *setting.cited("plays the board"))
            return Key((BOARD,), rules, tuple(lines), ("pot/wrong-winner",))
        lines.append("The hands are equal in all five cards and split the pot; suits never decide.")
        return Key((SPLIT,), (*rules, *setting.cited("suits")), tuple(lines), ("pot/wrong-winner",))

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the order of hands in force."""
        high = form_of(setting.game).high
        assert high is not None
        known = _hands(setting)
        names = [known[name][1] for name in high.ranker.order.categories if name in known]
        return ("from the best: " + ", ".join(names[:5]) + ",", "  " + ", ".join(names[5:]))


def _hands(setting: Setting) -> Mapping[str, tuple[str, str]]:
    """Return the kinds of hands in the game, best first, each with its key and its name."""
    high = form_of(setting.game).high
    if high is None:
        what = "this game is not won by the highest hand"
        name = "ask"
        raise setting.wrong(name, what)
    titles = setting.told("hands_called", {})
    return {name: tuple(titles[name]) for name in high.ranker.order.categories if name in titles}


def _all_tabled(setting: Setting) -> bool:
    """Return whether a player who plays the board must table the whole hand all the same (FTR-29)."""
    return setting.game.options.get("play_the_board", "tabled") != "said"


def _read(hand: MadeHand | None) -> str:
    return f"{hand.name} ({' '.join(map(str, hand.cards))})" if hand is not None else ""


def _why(setting: Setting, given: HandReadingSituation, winner: int) -> str:
    """Return the reason why one of two hands of the same kind wins."""
    form_, before, river = form_of(setting.game), given.board[:4], given.board[4]
    (first, mine), (other, theirs) = given.hands
    ahead = first if _value(form_, mine, before) > _value(form_, theirs, before) else other
    if ahead != winner and river[0] in {card[0] for card in before}:
        return f"Seat {ahead} was ahead until the river {river} paired the board."
    return "The same kind of hand: the first card of the five that differs decides."


def _hand_words(seat: int, cards: Sequence[str], given: HandReadingSituation) -> str:
    if seat != given.says_board:
        return f"seat {seat}  {' '.join(cards)}"
    return f"seat {seat}  {' '.join(cards[: given.shown])}{'' if given.shown == len(cards) else ' alone'}, 'I play the board'"


# -- dealing a cell's hands -----------------------------------------------------------------------------------------------

_SAME = {"four_of_a_kind": (4,), "full_house": (3, 2), "three_of_a_kind": (3,), "two_pairs": (2, 2), "one_pair": (2,)}
_SAYS = 0.5
"""Share of hands in which a player who plays the board announces it, with both cards tabled."""


def _ranker(form_: Form) -> Ranker:
    assert form_.high is not None
    return form_.high.ranker


def _value(form_: Form, hole: Sequence[str], board: Sequence[str]) -> int:
    return value_of(form_.high, (*hole, *board))


def _seats_drawn(rng: Random, many: int) -> list[int]:
    return sorted(rng.sample(range(1, _SEATS + 1), many))


def _but(cards: Sequence[str], *taken: str) -> list[str]:
    return [card for card in cards if card not in taken]


def _kernel(kind: str, by: HandOrder, rng: Random) -> list[str]:
    """Return the main cards of a kind of hand that would seldom be dealt by chance."""
    cards = pack(by)
    if kind in _SAME:
        letters = rng.sample(sorted({card[0] for card in cards}), len(_SAME[kind]))
        return [
            card
            for letter, many in zip(letters, _SAME[kind], strict=True)
            for card in rng.sample([card for card in cards if card[0] == letter], many)
        ]
    suit = rng.choice("cdhs")
    if kind == "flush":
        return rng.sample([card for card in cards if card[1] == suit], 5)
    if kind in ("straight", "straight_flush"):
        _, bits = rng.choice(by.windows())
        row = [RANKS[rank - 2] for rank in by.ranks if bits >> rank & 1]
        return [letter + (suit if kind == "straight_flush" else rng.choice("cdhs")) for letter in row]
    return []


def _of_kind(form_: Form, kind: str, rng: Random) -> HandReadingSituation | None:
    """Return a hand of a kind: the cards that make it, filled up to seven."""
    by = _ranker(form_).order
    cards = _kernel(kind, by, rng)
    cards += rng.sample(_but(pack(by), *cards), 7 - len(cards))
    rng.shuffle(cards)
    if category(_value(form_, cards, ()), by) != kind:
        return None
    return HandReadingSituation(((rng.randint(1, _SEATS), tuple(cards[:2])),), tuple(cards[2:]))


def _two_hands(form_: Form, cell: str, rng: Random) -> HandReadingSituation | None:
    """Return two hands that compare as the cell says."""
    how, _, who = cell.partition(", ")
    by = _ranker(form_).order
    deals = {"counterfeited": _counterfeited, "the board plays": _board_plays, "one card shown": _board_plays}
    deals |= dict.fromkeys(("the kicker plays", "the kicker does not play", "equal hands"), _one_rank_shared)
    better, other, board = deals.get(how, _anything)(by, rng)
    first, second, shared = _value(form_, better, board), _value(form_, other, board), _value(form_, board, ())
    if first < second:
        better, other, first, second = other, better, second, first
    kinds = {category(first, by), category(second, by)}
    named = _KICKERS.get(category(first, by), 0)
    heads = ranks(first, by)[:named], ranks(second, by)[:named]
    turned = _value(form_, better, board[:4]) < _value(form_, other, board[:4])
    fits = {
        "another kind of hand": len(kinds) == 2,
        "the same kind of hand": len(kinds) == 1 and first > second,
        "equal hands": first == second,
        "the kicker plays": len(kinds) == 1 and first > second and heads[0] == heads[1] != (),
        "the kicker does not play": first == second > shared and {card[0] for card in better} != {card[0] for card in other},
        "counterfeited": kinds == {"two_pairs"} and first > second and turned,
        "the board plays": first == second == shared,
        "one card shown": first == second == shared,
    }
    if not fits[how]:
        return None
    low, high = _seats_drawn(rng, 2)
    hands = (better, other) if who == FIRST or (not who and rng.random() < 0.5) else (other, better)
    says, tabled = 0, 0
    if how == "one card shown":
        says, tabled = rng.choice((low, high)), 1
    elif how == "the board plays" and rng.random() < _SAYS:
        says, tabled = rng.choice((low, high)), 2
    return HandReadingSituation(((low, tuple(hands[0])), (high, tuple(hands[1]))), tuple(board), (), says, tabled)


Deal = tuple[list[str], list[str], list[str]]


def _anything(by: HandOrder, rng: Random) -> Deal:
    cards = rng.sample(pack(by), 9)
    return cards[:2], cards[2:4], cards[4:]


def _one_rank_shared(by: HandOrder, rng: Random) -> Deal:
    """Return two hands that share one rank, so that the other cards may decide."""
    letter = rng.choice([RANKS[rank - 2] for rank in by.ranks])
    mine, theirs = rng.sample([letter + suit for suit in "cdhs"], 2)
    rest = rng.sample(_but(pack(by), mine, theirs), 7)
    return [mine, rest[0]], [theirs, rest[1]], rest[2:]


def _board_plays(by: HandOrder, rng: Random) -> Deal:
    """Return two hands, and a board that makes a hand by itself."""
    board = _kernel(rng.choice(("straight", "flush", "full_house", "two_pairs", "four_of_a_kind")), by, rng)
    board += rng.sample(_but(pack(by), *board), 5 - len(board))
    rng.shuffle(board)
    rest = rng.sample(_but(pack(by), *board), 4)
    return rest[:2], rest[2:], board


def _counterfeited(by: HandOrder, rng: Random) -> Deal:
    """Return two pair on the turn, and a river that pairs the board over the lower of them."""
    letters = rng.sample([RANKS[rank - 2] for rank in by.ranks], 5)
    board = [letter + rng.choice("cdhs") for letter in letters[:4]]
    pairs = [rng.choice([letter + suit for suit in "cdhs" if letter + suit not in board]) for letter in letters[:2]]
    river = rng.choice([letters[2] + suit for suit in "cdhs" if letters[2] + suit not in board])
    pocket = rng.sample([letters[4] + suit for suit in "cdhs"], 2)
    rng.shuffle(board)
    return pairs, pocket, [*board, river]


def _pots(form_: Form, cell: str, rng: Random, many: int) -> HandReadingSituation | None:
    """Return all-in hands for three pots, with the winners that the cell asks for."""
    cards = rng.sample(pack(_ranker(form_).order), 2 * many + 5)
    board = cards[2 * many :]
    seats = _seats_drawn(rng, many)
    hands = {seat: tuple(cards[2 * at : 2 * at + 2]) for at, seat in enumerate(seats)}
    side = sorted(rng.sample(seats, 4))
    pots = (tuple(seats), tuple(side), tuple(sorted(rng.sample(side, 2))))
    values = {seat: _value(form_, held, board) for seat, held in hands.items()}
    winners = [[seat for seat in pot if values[seat] == max(values[seat_] for seat_ in pot)] for pot in pots]
    if any(len(winners_) > 1 for winners_ in winners):
        outcome = "a pot is split"
    else:
        outcome = ("one hand takes all", "two hands take pots", "each pot another hand")[
            len({seats_[0] for seats_ in winners}) - 1
        ]
    return HandReadingSituation(tuple(hands.items()), tuple(board), pots) if outcome == cell else None


GENERATOR = HandReading()
