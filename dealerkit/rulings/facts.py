"""The facts on which rulings are based: the values each can have, the question that asks for it, and the reading of answers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from dealerkit.errors import UnknownName
from dealerkit.files.late_modules import late_imports
from dealerkit.rules.doc import Doc
from dealerkit.rules.sets import facts_doc
from dealerkit.rules.tellings import STORY, Story, story_of
from dealerkit.rules.texts import text
from dealerkit.rulings import seats
from dealerkit.rulings.conditions import Value, boundaries, span, told_apart
from dealerkit.rulings.gates import acts_of

if TYPE_CHECKING:
    from dealerkit.rules.entries import AskedEntry, Branch, FactEntry, MeaningEntry

with late_imports():  # nothing is worked out where no bets are given, and no game read where no option is asked
    from dealerkit.felt import bets
    from dealerkit.rules import option_facts
    from dealerkit.rulings import openers

YES = frozenset({"yes", "y", "true", "on", "1"})
NO = frozenset({"no", "n", "false", "off", "0"})
_FEW = 6
"""A choice of up to so many words is offered whole."""
NOT_KNOWN = frozenset({"", "?", "unknown", "not known"})
QUESTION = "question"
"""The kind of what the desk is asked though nobody erred."""


@attrs.frozen
class Meaning:
    """The other fact that a fact stands for while an option has a certain value.

    Attributes:
        fact: Name of the other fact.
        value: Value that the other fact has if this one is true; if this one is false, it has the opposite value.
        words: Sentences on whether a dispute is still in time: `gate` while that is unknown, `gate_open` if this fact is true,
            `gate_passed` if it is false.
    """

    fact: str
    value: bool
    words: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class Fact:
    """A fact as `facts.yaml` declares it.

    Attributes:
        name: Its id.
        type: `bool`, `int`, `choice`, `text`, `cards`, `amount`, `acts`, `seats` or `boards`.
        unit: The things that a number counts; may be empty.
        values: The words of a choice.
        low: The smallest whole number allowed.
        high: The largest whole number allowed; None for no limit.
        assume: Value that holds unless somebody says otherwise; None if it has to be asked for.
        example: Value to use in an example for all those that no condition names; None for the first of them.
        title: The fact in a few words.
        question: The question that asks for it.
        answers: The meaning of each value, by the value's word (`true`, `false` for yes and no).
        of_game: Whether it tells which game is played, not what happened, so that nobody at the table disputes it.
        of_forms: For values that only some forms of game have, such as a flop: those forms, by value.
        under: For values that can occur only under certain options: the values of the options, by value. Printed texts leave
            such a value out under other options.
        unless: For values that cannot occur under certain options: the values of the options, by value. Printed texts leave
            such a value out under these options.
        ask_first: Another fact that tells more, and is asked for instead until somebody does not know it; empty for none.
        spelled: Other ways to write its values, by value.
        worked_out_of: Names of the facts from which it is computed if they are known (`dealerkit.rulings.formulas`).
        ask_those: Whether these are asked for instead of the fact itself.
        of_cards: Whether it can be given by naming the cards that were shown.
        option: Name of the option that decides which other fact it stands for; empty for a fact of its own.
        means: The fact it stands for, by the option's value.
        of_option: Whether it is an option of a game: the house has chosen it, and nobody at the table is asked for it.
        default_with: For an option, its defaults that depend on another option: by that option's name, then by its value.
        assume_by_form: For an option whose default differs between forms of game, the default by form.
    """

    name: str
    type: str
    unit: str = ""
    values: tuple[str, ...] = ()
    low: int = 0
    high: int | None = None
    assume: Value | None = None
    example: Value | None = None
    title: str = ""
    question: str = ""
    answers: Mapping[str, str] = attrs.field(factory=dict)
    of_game: bool = False
    of_forms: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    under: Mapping[str, Mapping[str, object]] = attrs.field(factory=dict)
    unless: Mapping[str, Mapping[str, object]] = attrs.field(factory=dict)
    ask_first: str = ""
    spelled: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    worked_out_of: tuple[str, ...] = ()
    ask_those: bool = False
    of_cards: bool = False
    option: str = ""
    means: Mapping[str, Meaning] = attrs.field(factory=dict)
    of_option: bool = False
    assume_by_form: Mapping[str, Value] = attrs.field(factory=dict)
    default_with: Mapping[str, Mapping[str, Value]] = attrs.field(factory=dict)

    def read(self, value: object) -> Value | None:
        """Return the value that an answer means; None if it says that nobody knows.

        Args:
            value: Typed text, or already a value.

        Raises:
            UnknownName: If the fact cannot have that value.

        >>> Fact("side", "choice", values=("player", "banker")).read("Banker")
        'banker'
        >>> Fact("face_seen", "bool").read("no"), Fact("count", "int", low=1, high=6).read("2")
        (False, 2)
        >>> Fact("acts", "acts").read(""), Fact("acts", "acts").read("?")
        ('none', None)
        >>> Fact("seats_in", "seats").read("6, 1-3"), Fact("upcards", "boards").read("s5 2C; 2: 10h")
        ('1 2 3 6', '2: Th, 5: 2c')
        """
        if value is None or (isinstance(value, str) and value.strip().casefold() in NOT_KNOWN and not self._means_nobody(value)):
            return None
        read = getattr(self, f"_read_{self.type}", self._read_text)(value)
        if read is None:
            if self.type == "bool":
                raise UnknownName(kind=f"value of {self.name}", name=str(value), allowed="yes or no")
            raise UnknownName(kind=f"value of {self.name}", name=str(value), allowed=", ".join(self.allowed), whole=self.values)
        return read

    def can_be(self, value: object) -> bool:
        """Return whether a value is allowed for this fact, or says that nobody knows it.

        >>> Fact("count", "int", low=4, high=10).can_be(3), Fact("count", "int", low=4).can_be(None)
        (False, True)
        """
        try:
            self.read(value)
        except UnknownName:
            return False
        return True

    @property
    def allowed(self) -> list[str]:
        """The values it can have, in words, for a hint."""
        if self.type == "bool":
            return ["yes", "no"]
        if self.type == "choice":
            return list(self.values)
        if self.type == "int":
            return [f"a whole number from {self.low}" + (f" to {self.high}" if self.high is not None else "")]
        return {
            "amount": ["an amount of money, such as 12.50"],
            "acts": ["acts in turn, such as: fold call raise; nothing, or none, if there has been no action"],
            "seats": ["a list of seats, such as: 1 3 5-7"],
            "boards": ["a list of seats with their cards, such as: 2: Kh 9c, 5: 2c 7d"],
        }.get(self.type, ["any text"])

    def answer(self, value: object) -> str:
        """Return the meaning of a value in words, as an answer to the fact's question."""
        word = {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
        return self.answers.get(word) or {"true": "yes", "false": "no"}.get(word, word)

    def short(self, value: object) -> str:
        """Return a value in a word or two.

        >>> Fact("form", "choice", values=("stud7",), answers={"stud7": "seven-card stud"}).short("stud7")
        'seven-card stud'
        >>> Fact("seen", "bool", answers={"true": "yes, the card was turned up"}).short(True)
        'yes'
        """
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.answers.get(str(value)) or (format(value, "f") if isinstance(value, Decimal) else str(value))

    def apart(self, conditions: Sequence[Any]) -> list[Value]:
        """Return values that between them meet some conditions in all possible ways, one value for each way.

        Args:
            conditions: The conditions: each a value, a list of values or a range.
        """
        if self.type == "bool":
            return told_apart((True, False), conditions)
        if self.type == "choice":
            return told_apart(self.values, conditions)
        if self.type in {"int", "amount"}:
            edges = {n for wanted in conditions for n in boundaries(wanted)} | {self.low}
            within: list[Value] = [n for n in sorted(edges) if n >= self.low and (self.high is None or n <= self.high)]
            if self.type == "amount":  # money also lies between two whole numbers
                within = [Decimal(bound) + part for bound in map(str, within) for part in (Decimal(0), Decimal("0.5"))]
            return told_apart(within, conditions)
        named = [literal for wanted in conditions for literal in (wanted if isinstance(wanted, list) else [wanted])]
        return told_apart(named if self.type in {"seats", "boards"} else [*named, "something else"], conditions)

    def choices(self, conditions: Sequence[Any] = ()) -> list[tuple[str, bool]]:
        """Return the values of a choice to offer, each with whether it stands for all values that no condition names.

        A short choice is offered whole. Of a long one, such as twelve streets, only the values that a condition names are
        offered, and one for the rest.

        Args:
            conditions: The conditions on the fact: each a value or a list of values.

        >>> street = Fact("street", "choice", values=("deal", "flop", "turn", "river", "draw", "showdown", "over"))
        >>> street.choices(["flop"])
        [('flop', False), ('turn', True)]
        """
        named = {literal for wanted in conditions for literal in (wanted if isinstance(wanted, list) else [wanted])}
        rest = [value for value in self.values if value not in named]
        if len(self.values) <= _FEW or len(rest) < 2 or not named:
            return [(value, False) for value in self.values]
        offered = [value for value in self.values if value in named]
        after = [value for value in rest if self.values.index(value) > self.values.index(offered[-1])]
        other = self.example if self.example in rest else (after or rest)[0]
        return [*((value, False) for value in offered), (str(other), True)]

    def _read_bool(self, value: object) -> bool | None:
        word = str(value).strip().casefold()
        return True if word in YES else False if word in NO else None

    def _read_choice(self, value: object) -> str | None:
        text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else _folded(text)
        read = next((known for known in self.values if word in map(_folded, (known, *self.spelled.get(known, ())))), None)
        if read is not None or not self.of_cards:
            return read
        return openers.hand_shown(str(value))

    def _read_int(self, value: object) -> int | None:
        if isinstance(value, bool | float):
            return None
        try:
            number = int(str(value).strip())
        except ValueError:
            return None
        return number if number >= self.low and (self.high is None or number <= self.high) else None

    def _read_amount(self, value: object) -> Decimal | None:
        if isinstance(value, bool | float):
            return None
        try:
            number = Decimal(str(value).strip().replace(",", ""))
        except InvalidOperation:
            return None
        return number if number.is_finite() and number >= 0 else None

    def _means_nobody(self, value: str) -> bool:
        return self.type == "acts" and not value.strip()

    def _read_acts(self, value: object) -> str:
        text = self._read_text(value) or ""
        return text if acts_of(text) else "none"

    def _read_bets(self, value: object) -> str:
        line = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        bets.read_line(line)
        return line

    def _read_seats(self, value: object) -> str | None:
        seat_list = seats.seats(self._read_text(value) or "")
        return " ".join(map(str, seat_list)) if seat_list else None

    def _read_boards(self, value: object) -> str | None:
        boards = seats.boards(str(value))
        return seats.written(boards) if boards else None

    def _read_text(self, value: object) -> str | None:
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _folded(word: str) -> str:
    return word.strip().casefold().replace("-", "_").replace(" ", "_")


@attrs.frozen
class Fault:
    """A fault (something that went wrong), or a question that can be asked though nothing did, as `facts.yaml` declares it.

    Attributes:
        name: Its id.
        title: The event in words.
        words: Other words that people say for it.
        facts: Names of the facts that rulings on it use, in the order in which to ask for them.
        family: The family of games it happens in; empty for all.
        forms: The forms of game it happens in, as values of the fact `form`; empty for all of the family.
        games: Ids of the games it happens in, if its rulings apply only to some; empty for all of the family.
        under: Values of options under which alone it can happen; printed texts leave it out under others.
        unless: Values of options under which it cannot happen; printed texts leave it out if any of them is in force.
        instead_of: Faults that are more general names of it: if both are named, this one is ruled on.
        also: Other names under which its facts can be given, such as `count` for the number of extra cards: the fact, by that
            name.
        usual: Values assumed for facts that a written dispute does not mention; in a dialogue they are asked for.
        several: Facts that may hold several values: which fact is their number (`counts`), and whether the first of them or the
            last stands for all (`stands`).
        asks: Facts that have a special meaning here, such as the street that came too early: title, question and values.
        disputes: Kinds of mistake in a line of bets that it can be about: kinds of acts, such as `too_small`, and verbs, such as
            `raise`; see `reckon` of `dealerkit.felt.bets`.
        kind: `fault`, or `question` if nobody made a mistake: its ruling is an answer, and nothing is undone.
        goes_on: Whether the hand is played on in the meantime, so that nothing has to be frozen.
        story: Phrases in which people describe it, from the file of a rule set; None if only `rulings/told` has any.
    """

    name: str
    title: str
    words: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    family: str = ""
    forms: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    also: Mapping[str, str] = attrs.field(factory=dict)
    usual: Mapping[str, Value] = attrs.field(factory=dict)
    kind: str = "fault"
    goes_on: bool = False
    disputes: tuple[str, ...] = ()
    asks: Mapping[str, AskedEntry] = attrs.field(factory=dict)
    several: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    under: Mapping[str, object] = attrs.field(factory=dict)
    unless: Mapping[str, object] = attrs.field(factory=dict)
    story: Story | None = None


def known_facts() -> Mapping[str, Fact]:
    """Return every fact by name, in the order of `facts.yaml`.

    An option of a game that comes with dealerkit is a fact as well. It is found by its name, but is not among the names over
    which the map iterates.

    >>> known_facts()["check_raise"].of_option, "check_raise" in list(known_facts())
    (True, False)
    """
    return _facts(facts_doc())


def fact_of(fault: str, name: str) -> Fact:
    """Return a fact as a fault asks for it: with the fault's own title, question and values if it has any.

    Args:
        fault: The name of the fault.
        name: The name of the fact.

    >>> fact_of("premature_board", "street").title, fact_of("flop_count", "street").title
    ('Street that was dealt too early', 'Street of the hand')
    """
    fact, known = known_facts()[name], known_faults().get(fault)
    own = known.asks.get(name) if known is not None else None
    if own is None:
        return fact
    return attrs.evolve(
        fact,
        title=text(own.get("title")) or fact.title,
        question=text(own.get("question")) or fact.question,
        values=tuple(own.get("values", fact.values)),
    )


def standing_for() -> Mapping[str, Fact]:
    """Return, by name, the facts that stand for another fact depending on an option."""
    return _standing_for(facts_doc())


def known_faults() -> Mapping[str, Fault]:
    """Return every fault by name, in the order of `facts.yaml`."""
    return _faults(facts_doc())


def is_question(name: str) -> bool:
    """Return whether an entry among the faults is a mere question, about a situation in which no mistake was made.

    >>> is_question("smallest_bet"), is_question("boxed_card")
    (True, False)
    """
    fault = known_faults().get(name)
    return fault is not None and fault.kind == QUESTION


T = TypeVar("T")


class _Declared(Mapping[str, T]):
    """The facts or faults of a document by name. Each is made when it is first asked for: a ruling uses a few of hundreds.

    Args:
        entries: How each is declared, in the order of the file.
        make: Makes one of its name and that.
        besides: Others that are found by their names alone.
    """

    def __init__(
        self, entries: Mapping[str, Any], make: Callable[[str, Any], T], besides: Callable[[], Mapping[str, Any]] = dict
    ) -> None:
        self._entries, self._make, self._besides = entries, make, besides
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        fact = self._made.get(name)
        if fact is None:
            entry = self._entries[name] if name in self._entries else self._besides()[name]
            fact = self._made[name] = self._make(name, entry)
        return fact

    def __contains__(self, name: object) -> bool:
        return name in self._entries or name in self._besides()

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


@functools.lru_cache(maxsize=4)
def _facts(doc: Doc) -> Mapping[str, Fact]:
    return _Declared(doc.data.get("facts", {}), _fact, _options)


def _options() -> Mapping[str, Any]:
    return option_facts.option_facts()


@functools.lru_cache(maxsize=4)
def _standing_for(doc: Doc) -> dict[str, Fact]:
    facts = _facts(doc)
    return {name: facts[name] for name, entry in doc.data.get("facts", {}).items() if entry.get("means")}


@functools.lru_cache(maxsize=4)
def _faults(doc: Doc) -> Mapping[str, Fault]:
    return _Declared(doc.data.get("faults", {}), _fault)


def _as_declared(kind: type[Fact | Fault], spec: Mapping[str, Any], *left_out: str) -> dict[str, Any]:
    """Return the fields of a fact or fault that stand in `facts.yaml` as they are, lists as tuples.

    Args:
        kind: `Fact` or `Fault`.
        spec: The entry.
        left_out: Fields that are made from the entry in another way.
    """
    given = (field for field in attrs.fields(kind) if field.name in spec and field.name not in left_out)
    return {field.name: tuple(spec[field.name]) if str(field.type).startswith("tuple") else spec[field.name] for field in given}


def _fault(name: str, spec: Branch) -> Fault:
    story = story_of(spec) if spec.keys() & STORY else None
    return Fault(name, text(spec.get("title")) or name, story=story, **_as_declared(Fault, spec, "title", "story"))


def _meaning(spec: MeaningEntry) -> Meaning:
    ((fact, value),) = spec["when"].items()
    return Meaning(str(fact), value is True, {key: text(value) for key, value in spec.items() if key != "when"})


def _fact(name: str, spec: FactEntry) -> Fact:
    values = spec.get("values", ())
    low, high = (span(values) or (0, None)) if isinstance(values, str) else (0, None)
    title = text(spec.get("title")) or name
    values_read: dict[str, Any] = {
        "type": str(spec.get("type", "text")), "unit": text(spec.get("unit")), "title": title,
        "question": text(spec.get("question")) or f"{title}?", "low": low, "high": high,
        "values": tuple(map(str, values)) if isinstance(values, list) else (),
        "answers": {word: text(answer) for word, answer in spec.get("answers", {}).items()},
        "of_forms": {value: tuple(forms) for value, forms in spec.get("of_forms", {}).items()},
        "spelled": {value: tuple(words) for value, words in spec.get("spelled", {}).items()},
        "means": {value: _meaning(meaning) for value, meaning in spec.get("means", {}).items()},
    }  # fmt: skip
    later = ("assume", "example", "assume_by_form")  # they are read as values of the fact itself
    fact = Fact(name, **values_read, **_as_declared(Fact, spec, *values_read, *later))
    assume, example = (fact.read(spec[key]) if key in spec else None for key in ("assume", "example"))
    by_form = {form: read for form, value in spec.get("assume_by_form", {}).items() if (read := fact.read(value)) is not None}
    plain = assume is None and example is None and not by_form
    return fact if plain else attrs.evolve(fact, assume=assume, example=example, assume_by_form=by_form)
