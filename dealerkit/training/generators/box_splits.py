"""Splits at a box: which hand gets which of the coming cards, and when each of them ends."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from random import Random

import attrs

from dealerkit.cards import RANKS, Suit, read_cards
from dealerkit.felt import Act
from dealerkit.files.screen_text import count_of
from dealerkit.games.pit.facts.boxes import BoxHand, BoxRound
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.rules.games import Game
from dealerkit.table.table import Table
from dealerkit.training.coups import packs_of
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.generators.box_hands import boxes_in_force, counted
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import CardsReply, PartsReply

SPLIT, DOUBLE, HIT, STAND = "split", "double", "hit", "stand"
A_DOUBLE, NO_ROOM, OVER, TWENTY_ONE = "a double", "no room", "a hand over 21", "a hand of 21"
SPLIT_ACES, ACES_AGAIN, NO_MORE_ACES = "split aces", "aces split again", "aces that stand"
_MORE = {"3 hands": 1, "4 hands": 2, NO_ROOM: 3, ACES_AGAIN: 1, NO_MORE_ACES: 1}
"""Number of further cards of the pair's rank that come early, where a cell needs them."""
_COMING = 16
"""Number of cards that are laid ready for a box."""
_MOST_SHOWN = 12
"""Most coming cards of an exercise."""
_MOST_ACTS = 200
_WIDTH = 74


@attrs.frozen
class BoxSplitsSituation:
    """A box whose pair was split, and played to its end.

    Attributes:
        pair: The first two cards.
        up: The dealer's upcard.
        coming: The cards that come next, in order.
        words: The player's decisions, in order.
        hands: Number and cards of each hand at the end, from the dealer's left.
        cases: What happens in it, as keys of the level's rules.
    """

    pair: tuple[str, str]
    up: str
    coming: tuple[str, ...]
    words: tuple[str, ...]
    hands: tuple[tuple[str, tuple[str, ...]], ...]
    cases: tuple[str, ...]


class BoxSplits(Generator[BoxSplitsSituation]):
    """Exercises on splits.

    A cell, the unit that comes back after a wrong answer, is something that happens at the box, such as split aces; each is
    its own class.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the level's cases of splitting that the rules in force allow."""
        options = setting.game.options
        again = bool(options.get("resplit_aces")) and int(str(options.get("max_hands", 2))) > 2
        never = {ACES_AGAIN} if not again else {NO_MORE_ACES}
        return {str(cell): str(cell) for cell in setting.told("cells", []) if cell not in never}

    def draw(self, setting: Setting, cell: str, rng: Random) -> BoxSplitsSituation | None:
        """Deal a box with a pair to a player who splits, to its end; None if the cell's case did not happen."""
        given = _dealt(setting, cell, rng)
        return given if given is not None and cell in given.cases and len(given.coming) <= _MOST_SHOWN else None

    def question(self, setting: Setting, given: BoxSplitsSituation) -> Question:
        """Show the pair, the coming cards and the player's decisions; ask for the cards of each hand."""
        show = [f"Dealer  {given.up}", f"Box     {' '.join(given.pair)}"]
        show += textwrap.wrap(f"The next cards, in order: {' '.join(given.coming)}", _WIDTH, subsequent_indent="  ")
        show += textwrap.wrap(f"The player, when asked: {', '.join(given.words)}", _WIDTH, subsequent_indent="  ")
        show += _posted(setting)
        parts = tuple((name, CardsReply()) for name, _ in given.hands)
        return Question(tuple(show), "Which cards does each hand have at the end, from your left?", PartsReply(parts))

    def key(self, setting: Setting, given: BoxSplitsSituation) -> Key:
        """Return the cards of each hand, as the game deals them (BJ-46 to BJ-51)."""
        lines, codes = [], setting.told("codes", {})
        for name, cards in given.hands:
            count, kind = counted(setting.game, cards)
            lines.append(f"{name.capitalize()}: {' '.join(cards)}, {'over, ' if kind == 'over' else ''}{count}.")
        answer = PartsReply.join(CardsReply().read(" ".join(cards)) for _, cards in given.hands)
        named = [case for case in given.cases if case in codes]
        cited = tuple(dict.fromkeys(code for case in named for code in codes[case])) or tuple(setting.drill.codes[:1])
        return Key((answer,), setting.cited(*given.cases), tuple(lines), cited)

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the house's rules on splits."""
        return tuple(_posted(setting))


def _posted(setting: Setting) -> list[str]:
    """Return the house's options that the level names, in words."""
    game = setting.game
    return [f"{game.say(game.choices[name].title)}: {_in_force(game, name)}." for name in setting.told("posted", [])]


def _in_force(game: Game, option: str) -> str:
    value = game.options[option]
    return game.answers().get(option, ("yes" if value else "no") if isinstance(value, bool) else str(value))


def _dealt(setting: Setting, cell: str, rng: Random) -> BoxSplitsSituation | None:
    """Deal a pair to one box, and play it to the end; return None if the box ends otherwise than by its decisions."""
    cards = _cards(setting, cell, rng)
    first, second, up, hole, *coming = cards
    burned = [_other(rng, cards, packs_of(setting.game)) for _ in range(int(str(setting.game.options.get("burn", 0))))]
    order = [*burned, first, up, second, hole, *coming]
    table = Table(setting.game, seats=1, deck=[face for face in read_cards(" ".join(order)) if face is not None])
    table.advance("bets")
    table.push(Act.make("s1", "bet", boxes_in_force(setting.game).main, n=int(setting.told("stake", 10))))
    table.advance("close")
    words, cases = list[str](), set[str]()
    for _ in range(_MOST_ACTS):
        round_ = box_round(table.now)
        decision = _decision(setting, cell, table, rng)
        act = decision or table.next_act()
        if act is None or act.verb == "clear" or (act.verb in ("turn", "deal") and act.to[:1] == ("dealer",) and words):
            break
        if decision is not None and decision.verb == "answer":
            words.append(decision.to[0])
            cases |= _cases_of_a_word(round_, decision.to[0])
        if table.push(act):
            return None
        cases |= _cases_of_aces(box_round(table.now))
    round_ = box_round(table.now)
    if words[:1] != [SPLIT] or len(round_.hands) < 2 or any(hand.due for hand in round_.hands):
        return None
    hands = tuple((f"hand {number}", _faces(round_, hand)) for number, hand in enumerate(round_.hands, 1))
    used = sum(len(held) for _, held in hands) - 2
    if used > len(coming):
        return None
    cases.add(count_of(len(hands), "hand"))
    for count, kind in (counted(setting.game, held) for _, held in hands):
        cases |= {OVER} if kind == "over" else {TWENTY_ONE} if count == 21 else set()
    return BoxSplitsSituation((first, second), up, tuple(coming[:used]), tuple(words), hands, tuple(sorted(cases)))


def _cards(setting: Setting, cell: str, rng: Random) -> list[str]:
    """Return a pair, an upcard without a natural behind it, a hole card, and the cards that come next; more of the pair's rank
    among these where the cell needs them.
    """
    packs = packs_of(setting.game)
    rank = "A" if cell in (SPLIT_ACES, ACES_AGAIN, NO_MORE_ACES) else rng.choice(setting.told("pairs", "2346789"))
    drawn = [_other(rng, [], packs, rank)]
    drawn.append(_other(rng, drawn, packs, rank))
    drawn.append(_other(rng, drawn, packs, "23456789"))
    while len(drawn) < _COMING:
        drawn.append(_other(rng, drawn, packs))
    more = _MORE.get(cell, 0)
    for place in rng.sample(range(4, 4 + 2 * more), more):
        drawn[place] = _other(rng, drawn, packs, rank)
    return drawn


def _other(rng: Random, drawn: Sequence[str], packs: int, ranks: str = RANKS) -> str:
    """Return another card of the shoe; a face comes no more often than the packs have it."""
    while True:
        card = rng.choice(ranks) + rng.choice(_SUITS)
        if drawn.count(card) < packs:
            return card


_SUITS = [suit.value for suit in Suit]


def _decision(setting: Setting, cell: str, table: Table, rng: Random) -> Act | None:
    """Return the decision of the player in turn, or the chips for it; None if no player has to decide.

    The player splits whenever that is allowed, doubles more often where the cell is about doubles, and else draws to 17.
    """
    if table.players is None or table.players.until:
        return None
    for seat, moves in table.ask.items():
        words = {move.split()[1] for move in moves if move.startswith("answer ")}
        bet = next((move for move in moves if move.startswith("bet ")), "")
        if bet and not words:
            allowed = moves[bet]
            return Act.make(seat, *bet.split(), n=max(allowed) if isinstance(allowed, Iterable) else None)
        hand = box_round(table.now).turn
        if hand is None or not words:
            return None
        count, kind = counted(setting.game, _faces(box_round(table.now), hand))
        low = count < (18 if kind == "soft" else 17)
        doubles = DOUBLE in words and rng.randrange(4) < (3 if cell == A_DOUBLE else 1) and count <= 18
        word = SPLIT if SPLIT in words else DOUBLE if doubles else HIT if HIT in words and low else STAND
        return Act.make(seat, "answer", word)
    return None


def _cases_of_a_word(round_: BoxRound, word: str) -> set[str]:
    """Return the cases that a decision shows: a doubled hand, or a pair that was not split since the box has all its hands."""
    hand = round_.turn
    if hand is None or hand.split == "no":
        return set()
    features = round_.features(hand)
    held = len(hand.cards) == 2 and features.get("pair") in ("value", "rank")
    full = held and word != SPLIT and features.get("room") is False
    return ({A_DOUBLE} if word == DOUBLE else set()) | ({NO_ROOM} if full else set())


def _cases_of_aces(round_: BoxRound) -> set[str]:
    """Return the cases of aces among the hands: that they were split, split again, or that an ace came on one and stands."""
    aces = [hand for hand in round_.hands if hand.split == "ace"]
    names = {SPLIT_ACES} if aces else set[str]()
    if len(aces) > 2:
        names.add(ACES_AGAIN)
    if any(round_.letters(hand.cards) == ("A", "A") and round_.is_done(hand) for hand in aces):
        names.add(NO_MORE_ACES)
    return names


def _faces(round_: BoxRound, hand: BoxHand) -> tuple[str, ...]:
    """Return the cards of a hand, in the order in which they came."""
    faces = (round_.faces.get(card) for card in hand.cards)
    return tuple(face.name for face in faces if face is not None)


GENERATOR = BoxSplits()
