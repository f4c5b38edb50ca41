"""How an exercise is answered: what may be typed, and the one way in which each answer is written down.

    OneOf     a choice, by its key or its word          d          -> draw
    AnyOf     any number of choices, or none            b t        -> banker tie
    Amount    money                                     1,163.75   -> 1163.75
    Amounts   several amounts, in order                 110 105 80 -> 110 105 80
    Chips     chips by what they are worth              100 5 5    -> 1x100 2x5
    Count     a whole number                            7          -> 7
    Cards     cards                                     10h, A♥    -> Th Ah
    Seat      a seat                                    seat 3     -> s3
    Groups    seats in groups                           124 / 2 4  -> 1 2 4 / 2 4
    Order     letters in order                          b a d c    -> b a d c
    Words     what would be said at the table           Raise!     -> raise
    Slips     slips in a record                        23 b, 7 a  -> 7 street/no-tap, 23 burn/doubled
    Parts     several of these, one after the other     play on / 2

Every kind reads what a person types (`read`) and says what it can be typed as (`hint`). What it cannot read raises `Unclear`:
that costs nothing, and the question stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

import attrs

from dealerkit.cards import read_cards
from dealerkit.errors import DealerkitError
from dealerkit.felt.numbers import is_whole

SEPARATOR = " | "
"""Stands between the parts of an answer that has several."""


class Unclear(DealerkitError):
    """What was typed is no answer to this question; it is asked again, and costs nothing."""


@attrs.frozen
class Choice:
    """One thing that can be chosen.

    Attributes:
        key: The key that stands for it; one sign.
        word: The answer as it is written down.
        label: What it is called on screen and paper; empty for the word itself.
        also: Other words for it.
    """

    key: str
    word: str
    label: str = ""
    also: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What it is called on screen and paper."""
        return self.label or self.word


def choices(titles: Mapping[str, str] | Sequence[str], keys: str = "") -> tuple[Choice, ...]:
    """Make choices, each with a key of its own: `keys` if given, else the first letter that is free, else a number.

    Args:
        titles: Words to labels, or words alone.
        keys: One sign for each, in order.

    >>> [(one.key, one.word) for one in choices(["draw", "stand", "deal", "done"])]
    [('d', 'draw'), ('s', 'stand'), ('e', 'deal'), ('o', 'done')]
    """
    labels = titles if isinstance(titles, Mapping) else dict.fromkeys(titles, "")
    made: list[Choice] = []
    taken: set[str] = {LEAVE, PEEK}
    for number, (word, label) in enumerate(labels.items()):
        wanted = (
            keys[number] if keys else next((sign for sign in (label or word).lower() if sign.isalpha() and sign not in taken), "")
        )
        key = wanted or next(str(digit) for digit in range(1, 10) if str(digit) not in taken)
        taken.add(key)
        made.append(Choice(key, word, label))
    return tuple(made)


LEAVE, PEEK, LATER = "q", "?", "/"
"""Keys that are never an answer: to leave, to look at the rule, to put a question off."""


@attrs.frozen
class Reply:
    """How an exercise is answered."""

    kind: ClassVar[str] = ""

    @property
    def one_key(self) -> bool:
        """Whether a single key answers it."""
        return False

    @property
    def hint(self) -> str:
        """What can be typed, in a few words."""
        raise NotImplementedError

    def read(self, typed: str) -> str:
        """Return an answer as it is written down.

        Raises:
            Unclear: If it is no answer to this question.
        """
        raise NotImplementedError

    def say(self, answer: str) -> str:
        """Return a written answer in words."""
        return answer


@attrs.frozen
class OneOfReply(Reply):
    """One of a few choices, by a single key."""

    kind: ClassVar[str] = "one_of"
    choices: tuple[Choice, ...]

    @property
    def one_key(self) -> bool:
        """A single key answers it."""
        return True

    @property
    def hint(self) -> str:
        """The keys and what they stand for."""
        return "   ".join(map(_keyed, self.choices))

    def read(self, typed: str) -> str:
        """Read a key, a word or a label.

        Raises:
            Unclear: If it is none of the choices.
        """
        found = _choice(self.choices, typed)
        if found is None:
            msg = f"'{typed.strip()}' is none of the choices; type one key: {', '.join(choice.key for choice in self.choices)}"
            raise Unclear(msg)
        return found.word

    def say(self, answer: str) -> str:
        """Return the choice's title."""
        return next((choice.title for choice in self.choices if choice.word == answer), answer)


@attrs.frozen
class AnyOfReply(Reply):
    """Any number of the choices, in any order, or none of them."""

    kind: ClassVar[str] = "any_of"
    choices: tuple[Choice, ...]

    NONE: ClassVar[str] = "none"

    @property
    def hint(self) -> str:
        """The keys and what they stand for."""
        return "   ".join(map(_keyed, self.choices)) + "   - none; type the keys of all"

    def read(self, typed: str) -> str:
        """Read keys, together or apart, or words.

        Raises:
            Unclear: If something in it is none of the choices.
        """
        text = typed.strip()
        if text.lower() in ("-", "0", self.NONE) or not text:
            return self.NONE
        signs = re.split(r"[\s,;]+", text)
        found = [_choice(self.choices, sign) for sign in signs]
        if None in found and len(signs) == 1:
            found = [_choice(self.choices, sign) for sign in text]
        words = {choice.word for choice in found if choice is not None}
        if None in found:
            msg = f"'{text}' has something that is none of the choices; type the keys of all that apply, or -"
            raise Unclear(msg)
        return " ".join(choice.word for choice in self.choices if choice.word in words)

    def say(self, answer: str) -> str:
        """Return the titles of the choices."""
        words = answer.split(" ")
        titles = [choice.title for choice in self.choices if choice.word in words]
        return (" " if all(title.endswith(".") for title in titles) else ", ").join(titles) or self.NONE


def _keyed(choice: Choice) -> str:
    """Return a choice with its key before it; a figure is its own key."""
    return choice.key if choice.key == choice.title else f"{choice.key} {choice.title}"


def _choice(among: Sequence[Choice], typed: str) -> Choice | None:
    text = " ".join(typed.split()).casefold()
    for choice in among:
        if text in (choice.key.casefold(), choice.word.casefold(), choice.title.casefold(), *map(str.casefold, choice.also)):
            return choice
    return None


_AMOUNT = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+")
_SIGNS = "$€£¥ "


def read_amount(typed: str) -> str:
    """Return an amount as it is written down: digits and a point, no zeros at the end.

    Raises:
        Unclear: If it is no amount.

    >>> [read_amount(text) for text in ("1,163.75", "1163.75", "$ 20.00", ".5", "007")]
    ['1163.75', '1163.75', '20', '0.5', '7']
    """
    text = unicodedata.normalize("NFKC", typed).strip().strip(_SIGNS)
    if not text.isascii() or len(text) > _LONGEST or not _AMOUNT.fullmatch(text):
        msg = f"'{typed.strip()}' is no amount; type it as 1163.75"
        raise Unclear(msg)
    return written(Decimal(text.replace(",", "")))


_LONGEST = 30


def written(amount: Decimal | int) -> str:
    """Return an amount as answers are written down.

    >>> written(Decimal("20.50")), written(100)
    ('20.5', '100')
    """
    text = format(Decimal(amount), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


@attrs.frozen
class AmountReply(Reply):
    """An amount of money, in the money's own unit."""

    kind: ClassVar[str] = "amount"

    @property
    def hint(self) -> str:
        """What can be typed."""
        return "an amount, as 1163.75"

    def read(self, typed: str) -> str:
        """Read an amount.

        Raises:
            Unclear: If it is no amount.
        """
        return read_amount(typed)


@attrs.frozen
class AmountsReply(Reply):
    """Several amounts in a row; how many is part of the answer."""

    kind: ClassVar[str] = "amounts"

    @property
    def hint(self) -> str:
        """What can be typed."""
        return "amounts with spaces between, as 110 105 80"

    def read(self, typed: str) -> str:
        """Read amounts; spaces, semicolons, slashes and commas stand between them.

        Raises:
            Unclear: If there is no amount in it, or it could be one amount or several.
        """
        text = unicodedata.normalize("NFKC", typed).strip()
        signs = [part for part in re.split(r"[\s;/+]+|,(?=\s)", text) if part.strip(_SIGNS)]
        if len(signs) == 1 and "," in signs[0]:
            if _AMOUNT.fullmatch(signs[0]):
                msg = f"'{text}' can be one amount or several; put spaces between them"
                raise Unclear(msg)
            signs = signs[0].split(",")
        if not signs:
            msg = "type amounts with spaces between, as 110 105 80"
            raise Unclear(msg)
        return " ".join(read_amount(sign.rstrip(",")) for sign in signs)


_CHIPS = re.compile(r"(?:([0-9]{1,4})\s*[x*×]\s*)?([^\sx*×]+)")


@attrs.frozen
class ChipsReply(Reply):
    """Chips: how many of each colour, by what one of them is worth."""

    kind: ClassVar[str] = "chips"

    @property
    def hint(self) -> str:
        """What can be typed."""
        return "chips, as 2x100 25 3x5"

    def read(self, typed: str) -> str:
        """Read `2x100 25 3x5`, `2 x 100, 25, 3 * 5` or `100 100 25 5 5 5`; the largest are written first.

        Raises:
            Unclear: If it is no list of chips, or more chips than a table has.
        """
        text = re.sub(r"[,;+]|\band\b", " ", unicodedata.normalize("NFKC", typed).lower()).strip()
        if text in ("-", "none", "nothing"):
            return "none"
        found: dict[Decimal, int] = {}
        end = 0
        for sign in _CHIPS.finditer(text):
            if text[end : sign.start()].strip():
                break
            end = sign.end()
            worth = Decimal(read_amount(sign[2]))
            found[worth] = found.get(worth, 0) + int(sign[1] or 1)
        if text[end:].strip() or not found:
            msg = f"'{typed.strip()}' is not understood; type {self.hint}"
            raise Unclear(msg)
        if not all(found) or sum(found.values()) > _MOST_CHIPS:
            msg = f"'{typed.strip()}' cannot be put out in chips; type {self.hint}"
            raise Unclear(msg)
        return in_chips(found) or "none"


_MOST_CHIPS = 9999


def in_chips(chips: Mapping[Decimal, int]) -> str:
    """Return chips as answers are written down.

    Args:
        chips: What one chip is worth, to how many there are.

    >>> in_chips({Decimal(5): 3, Decimal("0.25"): 0, Decimal(100): 2})
    '2x100 3x5'
    """
    return " ".join(f"{many}x{written(worth)}" for worth, many in sorted(chips.items(), reverse=True) if many)


@attrs.frozen
class CountReply(Reply):
    """A whole number."""

    kind: ClassVar[str] = "count"
    of: str = "a number"

    @property
    def hint(self) -> str:
        """What is counted."""
        return self.of

    def read(self, typed: str) -> str:
        """Read a whole number.

        Raises:
            Unclear: If it is no whole number.
        """
        text = unicodedata.normalize("NFKC", typed).strip()
        if not is_whole(text):
            msg = f"'{typed.strip()}' is no whole number"
            raise Unclear(msg)
        return str(int(text))


@attrs.frozen
class CardsReply(Reply):
    """Cards.

    Attributes:
        many: How many; 0 for any number.
        in_order: Whether their order is part of the answer.
    """

    kind: ClassVar[str] = "cards"
    many: int = 0
    in_order: bool = False

    @property
    def hint(self) -> str:
        """What can be typed."""
        return (f"{self.many} cards" if self.many > 1 else "a card" if self.many else "cards") + ", as Ah 10d 2c"

    def read(self, typed: str) -> str:
        """Read cards: `10h`, `Th`, `10♥` and lower-case ranks.

        Raises:
            Unclear: If it is no list of cards, or has another number of them than is asked for.
        """
        text = typed.replace(",", " ").strip()
        if not text or text.lower() in ("-", "none"):
            if not self.many:
                return "none"
            msg = f"type {self.hint}"
            raise Unclear(msg)
        try:
            faces = read_cards(text)
        except DealerkitError as error:
            raise Unclear(str(error)) from None
        if None in faces:
            msg = "name each card; ?? is no answer"
            raise Unclear(msg)
        if self.many and len(faces) != self.many:
            msg = f"type {self.many} cards, not {len(faces)}"
            raise Unclear(msg)
        names = [str(face) for face in faces]
        return " ".join(names if self.in_order else sorted(names, key=names_in_order))


def names_in_order(name: str) -> tuple[int, str]:
    """Return what cards in an answer are put in order by: rank from the ace down, then suit.

    >>> sorted(["2c", "Ah", "Td", "Ac"], key=names_in_order)
    ['Ac', 'Ah', 'Td', '2c']
    """
    return "AKQJT98765432".find(name[0]), name[1:]


@attrs.frozen
class SeatReply(Reply):
    """A seat of the table.

    Attributes:
        seats: How many seats there are.
        none: Whether "none" is an answer.
    """

    kind: ClassVar[str] = "seat"
    seats: int = 10
    none: bool = False

    @property
    def hint(self) -> str:
        """What can be typed."""
        return f"a seat, 1 to {self.seats}" + (", or none" if self.none else "")

    def read(self, typed: str) -> str:
        """Read `3`, `s3`, `seat 3`.

        Raises:
            Unclear: If it is no seat of the table.
        """
        text = " ".join(typed.split()).lower()
        if self.none and text in ("none", "nobody", "-", "0"):
            return "none"
        found = re.fullmatch(r"(?:s|seat ?)?([0-9]{1,2})", text)
        if not found or not 1 <= int(found[1]) <= self.seats:
            msg = f"'{typed.strip()}' is no seat here; type {self.hint}"
            raise Unclear(msg)
        return f"s{int(found[1])}"

    def say(self, answer: str) -> str:
        """Return the seat in words."""
        return f"seat {answer[1:]}" if answer.startswith("s") else answer


@attrs.frozen
class GroupsReply(Reply):
    """Seats in groups, such as who contests which pot; how many groups is part of the answer.

    Attributes:
        seats: How many seats there are.
    """

    kind: ClassVar[str] = "groups"
    seats: int = 9

    @property
    def hint(self) -> str:
        """What can be typed."""
        return "the seats of each with / between, as 1 2 4 / 2 4"

    def read(self, typed: str) -> str:
        """Read seats, together or apart; a stroke, a semicolon or a comma stands between the groups.

        Raises:
            Unclear: If there is no seat in it, or something that is no seat.
        """
        groups = [part for part in re.split(r"[/;,]", unicodedata.normalize("NFKC", typed).lower()) if part.strip()]
        if not groups:
            msg = f"type {self.hint}"
            raise Unclear(msg)
        return " / ".join(" ".join(map(str, sorted(self._group(group)))) for group in groups)

    def _group(self, typed: str) -> set[int]:
        found: list[int] = []
        for sign in re.sub(r"seats?|\band\b|&|\bs(?=[0-9])", " ", typed).split():
            if not is_whole(sign):
                found.append(0)
            else:
                found += [int(sign)] if int(sign) <= self.seats else map(int, sign)
        if not found or not all(1 <= seat <= self.seats for seat in found):
            msg = f"'{typed.strip()}' has something that is no seat here; type {self.hint}"
            raise Unclear(msg)
        return set(found)


@attrs.frozen
class OrderReply(Reply):
    """Letters put in order; those that do not belong are left out.

    Attributes:
        letters: The letters that stand before what is to be put in order.
        all: Whether every one of them belongs.
    """

    kind: ClassVar[str] = "order"
    letters: str
    all: bool = True

    @property
    def hint(self) -> str:
        """What can be typed."""
        return "the letters in order" + ("" if self.all else ", without those that do not belong") + ", as b a c"

    def read(self, typed: str) -> str:
        """Read letters, together or apart.

        Raises:
            Unclear: If a letter stands twice, is missing or is none of those asked for.
        """
        signs = [sign for sign in typed.lower() if not sign.isspace() and sign not in ",;.-"]
        for sign in signs:
            if sign not in self.letters:
                msg = f"'{sign}' is none of the letters"
                raise Unclear(msg)
        twice = [sign for sign in signs if signs.count(sign) > 1]
        if twice:
            msg = f"'{twice[0]}' stands twice"
            raise Unclear(msg)
        if not signs or (self.all and len(signs) != len(self.letters)):
            msg = f"type all {len(self.letters)} letters, each once" if self.all else f"type {self.hint}"
            raise Unclear(msg)
        return " ".join(signs)


@attrs.frozen
class WordsReply(Reply):
    """What would be said at the table."""

    kind: ClassVar[str] = "words"
    like: str = "what you would say"

    @property
    def hint(self) -> str:
        """What can be typed."""
        return self.like

    def read(self, typed: str) -> str:
        """Read words: capitals, stops and spaces make no difference.

        Raises:
            Unclear: If nothing was typed, or more than anybody says.
        """
        text = said(typed)
        if not text or len(text) > _MOST_SAID:
            msg = "type what you would say"
            raise Unclear(msg)
        return text


_MOST_SAID = 2000


def said(text: str) -> str:
    """Return words as they are compared: without capitals, stops and needless spaces.

    >>> said("  Raise,  to 1,200! ")
    'raise to 1200'
    """
    text = re.sub(r"(?<=[0-9]),(?=[0-9]{3})", "", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(re.sub(r"[^\w\s./']|(?<![0-9])\.|\.(?![0-9])", " ", text).replace("-", " ").split())


NAMED = 4
"""So many parts are named one by one."""


@attrs.frozen
class SlipsReply(Reply):
    """Slips in a record, each as its act and the letter of a fault; or that the record is clean.

    Attributes:
        choices: The faults that may be named.
        acts: How many acts the record has.
    """

    kind: ClassVar[str] = "slips"
    choices: tuple[Choice, ...]
    acts: int

    CLEAN: ClassVar[str] = "clean"

    @property
    def hint(self) -> str:
        """What can be typed."""
        return "act and letter of each slip, as 23 b or 17 a, 23 b; - if it is clean"

    def read(self, typed: str) -> str:
        """Read acts and letters, in any order; or that it is clean.

        Raises:
            Unclear: If it is no list of acts and letters, or there is no such act or letter.
        """
        text = unicodedata.normalize("NFKC", typed).strip().casefold()
        if text in ("-", "0", "none", self.CLEAN):
            return self.CLEAN
        pairs = [(number, sign) for number, _, sign in _SLIP.findall(text)]
        if not pairs or _SLIP.sub("", text).strip(" ,;."):
            msg = f"'{typed.strip()[:40]}' is no answer here; type {self.hint}"
            raise Unclear(msg)
        found = []
        for number, sign in pairs:
            fault = next((choice.word for choice in self.choices if sign in (choice.key.casefold(), choice.word)), None)
            if fault is None:
                msg = f"'{sign}' is none of the letters; they are {', '.join(choice.key for choice in self.choices)}"
                raise Unclear(msg)
            if len(number) > _FIGURES or not 1 <= int(number) <= self.acts:
                msg = f"there is no act {number[:9]}; the last is {self.acts}"
                raise Unclear(msg)
            found.append((int(number), fault))
        return self.write(found)

    @classmethod
    def write(cls, slips: Iterable[tuple[int, str]]) -> str:
        """Write slips down, each once, in the order of their acts.

        >>> SlipsReply.write([(23, "burn/doubled"), (7, "street/no-tap")]), SlipsReply.write([])
        ('7 street/no-tap, 23 burn/doubled', 'clean')
        """
        return ", ".join(f"{act} {code}" for act, code in sorted(set(slips))) or cls.CLEAN

    def marks(self, right: str, answer: str) -> Fraction:
        """Return the marks: hits, twice, through what was to be named and what was named, so that a false alarm costs a miss.

        The right act with another fault is half a hit.

        >>> reply = SlipsReply((), 50)
        >>> reply.marks("7 street/no-tap", "7 street/no-tap, 9 burn/doubled"), reply.marks("clean", "9 burn/doubled")
        (Fraction(2, 3), Fraction(0, 1))
        """
        if right == answer:
            return Fraction(1)
        planted, named = _pairs(right), _pairs(answer)
        if not planted or not named:
            return Fraction(0)
        hits = Fraction(len(planted & named))
        left = {act for act, _ in planted - named}
        hits += Fraction(len({act for act, _ in named - planted} & left), 2)
        return 2 * hits / (len(planted) + len(named))

    def say(self, answer: str) -> str:
        """Return the slips in words."""
        titles = {choice.word: choice.title for choice in self.choices}
        return "; ".join(f"act {act}: {titles.get(code, code)}" for act, code in sorted(_pairs(answer))) or self.CLEAN


_SLIP = re.compile(r"([0-9]+)(\s*[:.]?\s*)([a-z](?:[a-z-]*/[a-z-]+)?)\b")
_FIGURES = 6


def _pairs(written: str) -> set[tuple[int, str]]:
    """Return the acts and codes of an answer as it is written down."""
    parts = written.split(", ") if written != SlipsReply.CLEAN else []
    return {(int(act), code) for act, _, code in (part.partition(" ") for part in parts)}


@attrs.frozen
class PartsReply(Reply):
    """Several answers, one after the other.

    Attributes:
        parts: What each is called, and how it is answered.
        weights: The marks for each, in the same order; equal where there are none. Only all of them make an answer right.
    """

    kind: ClassVar[str] = "parts"
    parts: tuple[tuple[str, Reply], ...]
    weights: tuple[int, ...] = ()

    @property
    def hint(self) -> str:
        """What is asked, one after the other."""
        if len(self.parts) > NAMED:
            return f"{len(self.parts)} answers, one after the other"
        return ", then ".join(label for label, _ in self.parts)

    def read(self, typed: str) -> str:
        """Read the parts with a `|` between them, as they are written down.

        Raises:
            Unclear: If it has another number of parts, or a part cannot be read.
        """
        given = typed.split("|")
        if len(given) != len(self.parts):
            msg = f"type {len(self.parts)} answers with | between them: {self.hint}"
            raise Unclear(msg)
        return self.join(reply.read(part) for (_, reply), part in zip(self.parts, given, strict=True))

    @staticmethod
    def join(answers: Any) -> str:
        """Write down the answers to all parts as one."""
        return SEPARATOR.join(answers)

    def say(self, answer: str) -> str:
        """Return all parts in words."""
        given = answer.split(SEPARATOR)
        return "; ".join(f"{label}: {reply.say(part)}" for (label, reply), part in zip(self.parts, given, strict=False))


_KINDS: Mapping[str, type[Reply]] = {
    kind.kind: kind
    for kind in (
        OneOfReply,
        AnyOfReply,
        AmountReply,
        AmountsReply,
        ChipsReply,
        CountReply,
        CardsReply,
        SeatReply,
        GroupsReply,
        OrderReply,
        WordsReply,
        SlipsReply,
        PartsReply,
    )
}
T = TypeVar("T")


def to_data(reply: Reply) -> dict[str, object]:
    """Return a reply as plain data, to be written into a file."""
    if isinstance(reply, PartsReply):
        return {
            "kind": reply.kind,
            "parts": [[label, to_data(part)] for label, part in reply.parts],
            "weights": list(reply.weights),
        }
    made = attrs.asdict(reply)
    if "choices" in made:
        made["choices"] = [{**choice, "also": list(choice["also"])} for choice in made["choices"]]
    return {"kind": reply.kind, **made}


def from_data(data: Mapping[str, Any]) -> Reply:
    """Return a reply that was written by `to_data`.

    Raises:
        KeyError, TypeError, ValueError: If it is none.
    """
    rest = dict(data)
    kind = _KINDS[str(rest.pop("kind"))]
    if kind is PartsReply:
        parts = tuple((str(label), from_data(part)) for label, part in rest["parts"])
        return PartsReply(parts, tuple(int(weight) for weight in rest["weights"]))
    if "choices" in rest:
        rest["choices"] = tuple(Choice(**{**choice, "also": tuple(choice["also"])}) for choice in rest["choices"])
    return kind(**rest)
