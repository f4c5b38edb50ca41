"""Stud: who has the bring-in, and who acts first on a later street."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import attrs

from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.showdown.upcards import brings_in, opens
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.poker_pack import index
from dealerkit.training.replies import Choice, OneOfReply

_STREETS = {1: "third", 2: "fourth", 3: "fifth", 4: "sixth"}
_SUITS = "cdhs"
_TIE = "first_to_act_tie"


@attrs.frozen
class StudFirstSituation:
    """Upcards on a street of stud.

    Attributes:
        form: The id of the game.
        boards: Seat and upcards of each player, in dealing order.
        all_in: The seats that are all-in.
    """

    form: str
    boards: tuple[tuple[int, tuple[str, ...]], ...]
    all_in: tuple[int, ...] = ()


class StudFirst(Generator[StudFirstSituation]):
    """Exercises on the first to act in stud.

    A cell, the unit that comes back after a wrong answer, is a form of stud and what decides: a rank, a suit, a pair, a tie.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the level's kinds of upcards for each form of stud that it asks about."""
        kinds = [kind for kind in setting.told("kinds") if kind != "boards that tie" or _ties_are_settled(setting)]
        return {f"{form}, {kind}": "" for form in _forms(setting) for kind in kinds}

    def draw(self, setting: Setting, cell: str, rng: Random) -> StudFirstSituation | None:
        """Deal upcards until they belong to the cell."""
        form, _, kind = cell.partition(", ")
        later = kind not in ("by rank", "by suit", "the bring-in is all-in")
        many = rng.randint(2, 4) if later else 1
        seats = sorted(rng.sample(range(1, 9), rng.randint(3, 6) if later else rng.randint(5, 8)))
        first = rng.randrange(len(seats))
        seats = seats[first:] + seats[:first]
        pack = [letter + suit for letter in "23456789TJQKA" for suit in _SUITS]
        cards = rng.sample(pack, many * len(seats))
        if kind == "by a pair":
            cards[1] = next((card for card in pack if card[0] == cards[0][0] and card not in cards), cards[1])
        elif kind == "boards that tie":
            cards[many : 2 * many] = [_twin(card, cards, pack, rng) for card in cards[:many]]
        boards = [tuple(cards[at * many : (at + 1) * many]) for at in range(len(seats))]
        rng.shuffle(boards)
        given = StudFirstSituation(form, tuple(zip(seats, boards, strict=True)))
        if kind.endswith("all-in"):
            given = attrs.evolve(given, all_in=(_first(setting, given),))
        return given if len(set(cards)) == len(cards) and _kind(setting, given) == kind else None

    def question(self, setting: Setting, given: StudFirstSituation) -> Question:
        """Ask for the seat that acts first."""
        form = _game(setting, given.form)
        many = len(given.boards[0][1])
        lines = [f"{form.title}, {_STREETS[many]} street; seat {given.boards[0][0]} is dealt first"]
        for seat, cards in sorted(given.boards):
            note = ("all-in for the ante" if many == 1 else "all-in") if seat in given.all_in else ""
            lines.append(f"seat {seat}  {' '.join(cards)}   {note}".rstrip())
        seats = OneOfReply(tuple(Choice(str(seat), f"s{seat}", f"seat {seat}") for seat, _ in sorted(given.boards)))
        return Question(tuple(lines), "Who acts first?" if given.all_in or many > 1 else "Who brings it in?", seats)

    def key(self, setting: Setting, given: StudFirstSituation) -> Key:
        """Return the seat, computed by the facts of the procedure."""
        third = len(given.boards[0][1]) == 1
        leads = _first(setting, given)
        acts = leads if leads not in given.all_in else _next(given, leads)
        lines = [_why(setting, given, leads)]
        cases = ["the bring-in"] if third else ["later streets"]
        if _kind(setting, given) in ("by suit", "boards that tie"):
            cases.append("suits" if third else "boards that tie")
        if acts != leads:
            lines.append(f"Seat {leads} is all-in and can't act: the next player to the left is seat {acts}.")
            cases.append("the leader is all-in")
        codes = ("stud/wrong-bring-in",) if third else ("stud/wrong-first-to-act",)
        return Key((f"s{acts}",), setting.cited(*cases), tuple(lines), codes)


def _ties_are_settled(setting: Setting) -> bool:
    """Return whether the books in force settle who opens when boards tie; the drill's file lists the sets that do not."""
    return not set(setting.chain[:1]) & set(setting.told("ties_open_under", ()))


def _forms(setting: Setting) -> list[str]:
    forms = setting.told("forms")
    return [setting.game.id] if forms is None or setting.game.id not in forms else list(forms)


def _game(setting: Setting, form: str) -> Game:
    return setting.game if form == setting.game.id else _beside(setting.game, form)


@functools.lru_cache(maxsize=32)
def _beside(game: Game, form: str) -> Game:
    """Return another form of the game, under the same rules and with the same rule for ties."""
    rules = Path(game.rules.files[0][0]) if game.rules is not None else None
    return load(form, rules, {_TIE: game.options[_TIE]} if _TIE in game.options else None)


def _first(setting: Setting, given: StudFirstSituation) -> int:
    """Return the seat that opens, by its upcards."""
    game = _game(setting, given.form)
    shown = game.data["showdown"]
    boards = {seat: [index(card) for card in cards] for seat, cards in given.boards}
    if len(given.boards[0][1]) == 1:
        return brings_in({seat: cards[0] for seat, cards in boards.items()}, high=shown.get("bring_in") == "high")
    return opens(boards, low=shown.get("opens") == "low", by_position=game.options[_TIE] == "position")


def _next(given: StudFirstSituation, seat: int) -> int:
    """Return the next seat to the left that has chips."""
    ring = sorted(seat_ for seat_, _ in given.boards)
    at = ring.index(seat)
    return next(seat_ for seat_ in ring[at + 1 :] + ring[: at + 1] if seat_ not in given.all_in)


def _kind(setting: Setting, given: StudFirstSituation) -> str:
    """Return the point that decides who opens."""
    leads = _first(setting, given)
    boards = dict(given.boards)
    if len(boards[leads]) == 1:
        if given.all_in:
            return "the bring-in is all-in"
        return "by suit" if sum(cards[0][0] == boards[leads][0][0] for cards in boards.values()) > 1 else "by rank"
    same = sum(sorted(card[0] for card in cards) == sorted(card[0] for card in boards[leads]) for cards in boards.values())
    if same > 1:
        return "boards that tie" if not given.all_in else ""
    if given.all_in:
        return "the leader is all-in"
    paired = [seat for seat, cards in boards.items() if len({card[0] for card in cards}) < len(cards)]
    return "by a pair" if paired else "by high cards"


def _why(setting: Setting, given: StudFirstSituation, leads: int) -> str:
    shown, boards = _game(setting, given.form).data["showdown"], dict(given.boards)
    cards = " ".join(boards[leads])
    kind = _kind(setting, attrs.evolve(given, all_in=()))
    if len(boards[leads]) == 1:
        which = "highest, the ace being low" if shown.get("bring_in") == "high" else "lowest"
        suits = f"; of that rank the suit decides, {'spades highest' if shown.get('bring_in') == 'high' else 'clubs lowest'}"
        return f"Seat {leads}: {cards} is the {which}{suits if kind == 'by suit' else ''}."
    which = "lowest" if shown.get("opens") == "low" else "best"
    if kind != "boards that tie":
        return f"Seat {leads}: {cards} is the {which} board."
    how = "is dealt first" if _game(setting, given.form).options[_TIE] == "position" else "shows the highest card by suit"
    return f"Seat {leads}: {cards} ties for the {which} board, and {how}."


def _twin(card: str, cards: Sequence[str], pack: Sequence[str], rng: Random) -> str:
    same = [other for other in pack if other[0] == card[0] and other not in cards]
    return rng.choice(same) if same else card


GENERATOR = StudFirst()
