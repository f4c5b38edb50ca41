"""Announcements: the dealer's phrase for a moment, in the words of the house.

A phrase in the drill's file has a description of the moment (`see`), the wordings in each language (`say`), and common wrong
wordings (`not`). Words in square brackets are optional: `[seat {seat}] raise[s] to {total}`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from random import Random

import attrs

from dealerkit.cards import RANKS
from dealerkit.showdown import side_pots
from dealerkit.showdown.upcards import brings_in, opens
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.poker_pack import index
from dealerkit.training.replies import Choice, OneOfReply, WordsReply, said

_KEYS = "abcd"
_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_GAP = re.compile(r"\{[a-z]+\}")
_PLACES = "23456789TJQKA"


@attrs.frozen
class SayItSituation:
    """A moment at which the dealer has to say something.

    Attributes:
        phrase: Name of the right phrase in the drill's file.
        values: Name and value of each of its placeholders.
        boards: Seat and upcards in dealing order, if the phrase reads them out; else empty.
        offered: The choices; empty if the answer is typed.
    """

    phrase: str
    values: tuple[tuple[str, str], ...]
    boards: tuple[tuple[int, tuple[str, ...]], ...] = ()
    offered: tuple[str, ...] = ()


class SayIt(Generator[SayItSituation]):
    """Exercises on the dealer's announcements.

    A cell, the unit that comes back after a wrong answer, is a phrase of the level.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the phrases of the level that have a wording in the language asked for."""
        spoken = language(setting)
        return {name: "" for name in setting.told("asked") if spoken in setting.told("phrases")[name]["say"]}

    def draw(self, setting: Setting, cell: str, rng: Random) -> SayItSituation | None:
        """Fill in a phrase, and draw others to choose from."""
        phrase, spoken = setting.told("phrases")[cell], language(setting)
        boards = _boards(str(phrase.get("boards", "")), rng)
        values = _values(rng)
        if boards:
            read = _read(boards, setting)
            if read is None or ("pair" in read) != bool(phrase.get("pair", "pair" in read)):
                return None
            values |= read
        given = SayItSituation(cell, tuple(values.items()), boards)
        if setting.told("reply") != "chosen":
            return given
        wrong = [_filled(text, given)[0] for text in phrase.get("not", {}).get(spoken, ())]
        if not boards:
            names = [name for name in self.cells(setting) if name != cell]
            wrong += [_filled(setting.told("phrases")[name]["say"][spoken][0], given)[0] for name in names]
        right = _wordings(setting, given)
        wrong = [text for text in dict.fromkeys(wrong) if said(text) not in right]
        first = _filled(phrase["say"][spoken][0], given)[0]
        offered = [first, *rng.sample(wrong, min(len(_KEYS) - 1, len(wrong)))]
        rng.shuffle(offered)
        return attrs.evolve(given, offered=tuple(offered))

    def question(self, setting: Setting, given: SayItSituation) -> Question:
        """Describe the moment, and ask for the dealer's phrase: typed, or picked from choices."""
        see = setting.told("phrases")[given.phrase]["see"].format(**dict(given.values))
        lines = [see, *(f"seat {seat}  {' '.join(cards)}" for seat, cards in sorted(given.boards))]
        spoken = language(setting)
        ask = "What do you say?" if spoken == posted(setting)[0] else f"What do you say in {spoken.capitalize()}?"
        if given.offered:
            return Question(
                tuple(lines),
                ask,
                OneOfReply(tuple(Choice(key, key, text) for key, text in zip(_KEYS, given.offered, strict=False))),
            )
        return Question(tuple(lines), ask, WordsReply("what you would say, such as: check"))

    def key(self, setting: Setting, given: SayItSituation) -> Key:
        """Return the wordings of the phrase that the house and the language have."""
        phrase = setting.told("phrases")[given.phrase]
        right = _wordings(setting, given)
        lines = [f"Said: {_filled(phrase['say'][language(setting)][0], given)[0]}."]
        if "because" in phrase:
            lines.append(phrase["because"].format(**dict(given.values)))
        answers = tuple(right)
        if given.offered:
            answers = tuple(key for key, text in zip(_KEYS, given.offered, strict=False) if said(text) in right)
        return Key(answers, tuple(phrase["rules"]), tuple(lines), tuple(phrase["codes"]))

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the phrases of the level."""
        spoken = language(setting)
        return tuple(
            " ".join(_GAP.sub("...", _OPTIONAL.sub("", setting.told("phrases")[name]["say"][spoken][0])).split())
            for name in self.cells(setting)
        )


def posted(setting: Setting) -> Sequence[str]:
    """Return the languages that the house posts at the table, the main one first."""
    languages: Sequence[str] = setting.game.data["felt"].get("languages") or ["english"]
    return languages


def language(setting: Setting) -> str:
    """Return the language in which the trainee has to answer: the first one that the house posts.

    At a level for the second language, it is the second one posted, or else the level's default.
    """
    spoken = posted(setting)
    if setting.told("language") != "second":
        return spoken[0]
    return str(spoken[1] if len(spoken) > 1 else setting.told("second"))


def _filled(text: str, given: SayItSituation) -> list[str]:
    """Return the wordings of a text: first with all optional words, then every other variant."""
    parts = _OPTIONAL.split(text)
    ways = itertools.product(*[(part,) if at % 2 == 0 else (part, "") for at, part in enumerate(parts)])
    return [" ".join("".join(way).format(**dict(given.values)).split()) for way in ways]


def _wordings(setting: Setting, given: SayItSituation) -> dict[str, None]:
    """Return every wording of the phrase, in the form in which answers are saved."""
    wordings = setting.told("phrases")[given.phrase]["say"][language(setting)]
    return dict.fromkeys(said(way) for text in wordings for way in _filled(text, given))


def _values(rng: Random) -> dict[str, str]:
    """Return seats and amounts that fit together: a bet, its raise, and three live players, one of them all-in for less."""
    seat, other, third = sorted(rng.sample(range(1, 10), 3))
    step = rng.choice((5, 25, 100))
    bet = step * rng.randint(1, 8)
    total = bet * 2 + step * rng.randint(0, 6)
    short = step * rng.randint(2, 12)
    full = short + step * rng.randint(1, 12)
    many = 3
    (main, side), _ = side_pots({"s1": short, "s2": full, "s3": full}, ("s1", "s2", "s3"))
    numbers = {"bet": bet, "total": total, "more": total - bet, "short": short, "full": full, "many": many}
    numbers |= {"main": main.amount, "side": side.amount, "seat": seat, "other": other, "third": third}
    return {name: str(number) for name, number in numbers.items()}


def _boards(kind: str, rng: Random) -> tuple[tuple[int, tuple[str, ...]], ...]:
    if not kind:
        return ()
    many = 1 if kind == "third street" else rng.randint(2, 4)
    seats = sorted(rng.sample(range(1, 9), rng.randint(3, 5)))
    cards = rng.sample([letter + suit for letter in _PLACES for suit in "cdhs"], many * len(seats))
    if many > 1 and rng.random() < 0.5:
        suit = cards[0][1]  # a board of one suit: its possible flush is not announced
        same = [letter + suit for letter in _PLACES if letter + suit not in cards[many:]]
        cards[:many] = rng.sample(same, many) if len(same) >= many else cards[:many]
    return tuple((seat, tuple(cards[at * many : (at + 1) * many])) for at, seat in enumerate(seats))


def _read(boards: tuple[tuple[int, tuple[str, ...]], ...], setting: Setting) -> dict[str, str] | None:
    """Return the words for reading boards: the first seat to act, its highest rank or pair, and another seat; None if they are
    not obvious.
    """
    numbers = {seat: [index(card) for card in cards] for seat, cards in boards}
    shown = setting.game.data["showdown"]
    if len(boards[0][1]) == 1:
        seat = brings_in({seat: cards[0] for seat, cards in numbers.items()}, high=shown.get("bring_in") == "high")
    else:
        low = shown.get("opens") == "low"
        seat = opens(numbers, low=low, by_position=True)
        if seat != opens(numbers, low=low, by_position=False) or low:
            return None
    letters = [RANKS[number // 4] for number in numbers[seat]]
    head = max(letters, key=lambda letter: (letters.count(letter), RANKS.index(letter)))
    if letters.count(head) > 2 or len({seat_ for seat_ in letters if letters.count(seat_) == 2}) > 1:
        return None
    other = next(seat_ for seat_, _ in boards if seat_ != seat)
    rank, ranks = setting.told("ranks")[head]
    slots = {"seat": str(seat), "wrong": str(other), "rank": rank, "ranks": ranks}
    return slots | ({"pair": "yes"} if letters.count(head) == 2 else {})


GENERATOR = SayIt()
