"""Before the last card of stud: whether the stub is large enough, the remedy if it is not, and the first to act."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.games.poker.facts.streets import last_street
from dealerkit.showdown.upcards import opens
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.poker_pack import index
from dealerkit.training.replies import Choice, OneOfReply, OrderReply, PartsReply, choices

DEAL, SCRAMBLE, COMMUNITY, BOTH = "deal on", "scramble", "community", "scramble, community"
_PACK, _BURNS = 52, 3
_CODES = ("stud/short-stub-not-seen",)
_FOLDED = 0.6
"""Of hands with folds on sixth street, the share in which the first to act folded."""
_LETTERS = "abcdefghij"
_IN = 6
"""Number of cards of a live hand before the last street."""


@attrs.frozen
class StudSeventhSituation:
    """A hand of stud after sixth street.

    Attributes:
        dealt_in: The number of players dealt in.
        folded: Number of cards of each folded player.
        boards: Seat and upcards of each live player, in dealing order, if the first to act is asked for; else empty.
        opened: The seat that was first to act on sixth street; 0 if it is not asked for.
        steps: Names of the steps to choose from, if the whole procedure is asked for; else empty.
    """

    dealt_in: int
    folded: tuple[int, ...]
    boards: tuple[tuple[int, tuple[str, ...]], ...] = ()
    opened: int = 0
    steps: tuple[str, ...] = ()

    @property
    def live(self) -> int:
        """The number of live players."""
        return self.dealt_in - len(self.folded)

    @property
    def stub(self) -> int:
        """The number of cards left in the stub."""
        return _PACK - _BURNS - sum(self.folded) - self.live * _IN


class StudSeventh(Generator[StudSeventhSituation]):
    """Exercises on dealing the last street of stud.

    A cell, the unit that comes back after a wrong answer, is whether there are enough cards, or the way in which the street
    is dealt without.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the cells: enough cards or not, or each remedy for a short stub.

        For the first to act, a cell also says whether that seat was first on sixth street.
        """
        if setting.told("ask") == "enough":
            return {"enough": "yes", "not enough, the burns help": "no", "not enough even with the burns": "no"}
        cures = (DEAL, SCRAMBLE, COMMUNITY, BOTH)
        return {cure: cure for cure in cures}

    def draw(self, setting: Setting, cell: str, rng: Random) -> StudSeventhSituation | None:
        """Let players fold until the stub belongs to the cell; None if this attempt gave none."""
        many = rng.choice((6, 7, 8, 8) if cell in ("enough", DEAL) else (7, 8) if cell.endswith(("help", SCRAMBLE)) else (8,))
        gone = rng.randint(0, {6: 3, 7: 1, 8: 3}[many])
        given = StudSeventhSituation(many, tuple(sorted(rng.choice((3, 4, 5, 6)) for _ in range(gone))))
        if given.stub < 0:
            return None
        cure = _cure(given)
        asked = {
            "enough": {DEAL},
            "not enough, the burns help": {SCRAMBLE},
            "not enough even with the burns": {COMMUNITY, BOTH},
        }.get(cell, {cell})
        if cure not in asked:
            return None
        if setting.told("ask") == "first":
            return _with_boards(given, setting, rng)
        if setting.told("ask") == "steps":
            names = list(setting.told("steps"))
            rng.shuffle(names)
            return attrs.evolve(given, steps=tuple(names))
        return given

    def question(self, setting: Setting, given: StudSeventhSituation) -> Question:
        """Ask whether the cards suffice, for the remedy, for the first to act, or for the steps."""
        lines = [f"{given.dealt_in} players were dealt in; {_BURNS} cards have been burned."]
        for cards in sorted(set(given.folded)):
            many = given.folded.count(cards)
            lines.append(
                f"{count_of(many, 'player')} {'has' if many == 1 else 'have'} folded with {count_of(cards, 'card')}"
                f"{' each' if many > 1 else ''}."
            )
        lines.append(f"{given.live} players are in before the last card is dealt.")
        asked = setting.told("ask")
        if asked == "enough":
            return Question(tuple(lines), "Are there enough cards in the stub for everyone?", OneOfReply(choices(["yes", "no"])))
        cures = OneOfReply(tuple(Choice(key, word, label) for word, (key, label) in setting.told("cures").items()))
        if asked == "cure":
            return Question(tuple(lines), "What do you do?", cures)
        if asked == "steps":
            lines += [f"{letter}  {setting.told('steps')[name]}" for letter, name in zip(_LETTERS, given.steps, strict=False)]
            order = OrderReply(_LETTERS[: len(given.steps)], all=False)
            return Question(tuple(lines), "What do you do, in order? Leave out anything you don't do.", order)
        lines += [f"seat {seat}  {' '.join(cards)}" for seat, cards in sorted(given.boards)]
        gone = "" if given.opened in dict(given.boards) else " and has folded since"
        lines.append(f"Seat {given.opened} was first to act on sixth street{gone}.")
        seats = OneOfReply(tuple(Choice(str(seat), f"s{seat}", f"seat {seat}") for seat, _ in sorted(given.boards)))
        return Question(
            tuple(lines), "What do you do, and who acts first after that?", PartsReply((("done", cures), ("first", seats)))
        )

    def key(self, setting: Setting, given: StudSeventhSituation) -> Key:
        """Return the right answer, computed by the facts of the procedure."""
        cure = _cure(given)
        need = given.live + 2
        out = given.live * _IN + sum(given.folded)
        lines = [
            f"{_PACK} less {out} dealt less {_BURNS} burned: the stub has {given.stub}.",
            f"Needed: {given.live} and two more, for the burn and the bottom card: {need}."
            + (f" With the burn cards there are {given.stub + _BURNS}." if cure != DEAL else ""),
        ]
        asked, rules = setting.told("ask"), setting.cited("cards")
        if asked == "enough":
            return Key(("yes" if cure == DEAL else "no",), rules, tuple(lines), _CODES)
        if asked == "cure":
            return Key((cure,), rules, tuple(lines), _CODES)
        if asked == "steps":
            letters = dict(zip(given.steps, _LETTERS, strict=False))
            return Key((" ".join(letters[name] for name in setting.told("order")[cure]),), rules, tuple(lines), _CODES)
        low = setting.game.data["showdown"].get("opens") == "low"
        boards = {seat: [index(card) for card in cards] for seat, cards in given.boards}
        tie = setting.game.options["first_to_act_tie"] == "position"
        first = given.opened if given.opened in boards else opens(boards, low=low, by_position=tie)
        if first == given.opened:
            lines.append(f"The last card changes no board: seat {first}, first on sixth street, acts first again.")
        else:
            lines.append(
                f"Seat {given.opened} has folded: the {'lowest' if low else 'best'} other board, seat {first}, acts first."
            )
        rules = setting.cited("cards", "first to act")
        return Key((f"{cure} | s{first}",), rules, tuple(lines), (*_CODES, "stud/wrong-first-to-act"))


def _cure(given: StudSeventhSituation) -> str:
    made_up, common = last_street(given.live, given.stub, _BURNS)
    return (BOTH if made_up else COMMUNITY) if common else SCRAMBLE if made_up else DEAL


def _with_boards(given: StudSeventhSituation, setting: Setting, rng: Random) -> StudSeventhSituation | None:
    """Return the situation with boards of four cards for the live players; the first to act on sixth street may have folded
    since.
    """
    pack = [letter + suit for letter in "23456789TJQKA" for suit in "cdhs"]
    cards = rng.sample(pack, 4 * given.live)
    seats = sorted(rng.sample(range(1, given.dealt_in + 1), given.live))
    at = rng.randrange(len(seats))
    boards = {seat: tuple(cards[4 * n : 4 * n + 4]) for n, seat in enumerate(seats[at:] + seats[:at])}
    low = setting.game.data["showdown"].get("opens") == "low"
    numbers = {seat: [index(card) for card in held] for seat, held in boards.items()}
    by_place, by_suit = (opens(numbers, low=low, by_position=by_position_) for by_position_ in (True, False))
    if by_place != by_suit:
        return None  # another drill is about boards that tie
    gone = [seat for seat in range(1, given.dealt_in + 1) if seat not in boards]
    opened = rng.choice(gone) if _IN in given.folded and rng.random() < _FOLDED else by_place
    return attrs.evolve(given, boards=tuple(boards.items()), opened=opened)


GENERATOR = StudSeventh()
