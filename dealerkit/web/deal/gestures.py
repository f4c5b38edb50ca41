"""The hand movement for each act of the dealer, and the act for each movement. `procedures/gestures.yaml` lists them; this module
does not know the games, nor which act is right.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from dealerkit.errors import ActError, DealerkitError
from dealerkit.felt import DEALER, VERBS, Act
from dealerkit.felt.acts import is_seat
from dealerkit.felt.numbers import written
from dealerkit.procedure.steps import DealerStep
from dealerkit.rules import data
from dealerkit.rules.files import read_file
from dealerkit.rules.games import Game
from dealerkit.table.bots import players_named
from dealerkit.table.table import Table
from dealerkit.training.walk import ellipsis
from dealerkit.training.walk.code import Plan
from dealerkit.training.walk.session import Session
from dealerkit.training.walk.talk import Talk

ASKED: Final = ("n", "face", "together", "amount", "signed", "word", "card")
"""Parameters that a gesture may ask for in addition to the touched things."""
OPTIONAL: Final = frozenset({"n", "face", "together", "word"})
"""Parameters that may be missing."""
_ONE_WORD: Final = frozenset({"{mark}", "{bid}"})
"""Slots of phrases for a single word; the possible words come from the rounds of a perfect dealer."""
_WHOLE: Final = "="
_FACES: Final = frozenset({"up", "down"})
_ROUNDS, _ACTS = 3, 600
"""Rounds, and acts, of a perfect dealer from which a table's words are taken."""


@attrs.frozen
class TouchedThing:
    """A thing on the table that can be touched.

    Attributes:
        id: Its id: `hand s1`, `spot s1 player`.
        kinds: Its kinds, as gestures name them.
        name: The name of its place or row in acts.
        seat: Its seat, as `s3`; empty for the table's own.
        amount: The chips in it, as text; empty without chips.
        cards: The cards that can be picked out of it, as acts name them.
        next: For the main pot, the name of the side pot to be built next; else empty.
    """

    id: str
    kinds: tuple[str, ...]
    name: str
    seat: str = ""
    amount: str = ""
    cards: tuple[str, ...] = ()
    next: str = ""


@attrs.frozen
class Gesture:
    """A movement of the dealer's hand.

    Attributes:
        take: Kind of the thing that is picked up, or acted on.
        put: Kind of the thing on which it is put down; empty if the first thing is acted on.
        act: The act's words, with slots such as `{n}` for values.
        say: Its title.
        other: Whether another gesture for the same things is the default.
        as_much: Whether the amount in the thing is offered as the amount of the act.
    """

    take: str
    put: str
    act: tuple[str, ...]
    say: str
    other: bool = False
    as_much: bool = False

    @property
    def asks(self) -> tuple[str, ...]:
        """The slots of the act for which the page asks after the gesture."""
        return tuple(word[1:-1] for word in self.act if word[1:-1] in ASKED)


@attrs.frozen
class Button:
    """A button for an act that moves nothing.

    Attributes:
        act: The act's words, with slots for the values to ask for.
        say: The text of the button.
        group: `round`, `pack` or `trouble`.
        on: Kind of thing in whose menu it is; empty for a button of its own.
        words: The possible values of the slot `{word}`.
    """

    act: tuple[str, ...]
    say: str
    group: str
    on: str = ""
    words: tuple[str, ...] = ()

    @property
    def is_spoken(self) -> bool:
        """Whether the button is for a spoken line and not for a movement."""
        return self.act[1] in _book()["spoken"]

    @property
    def asks(self) -> tuple[str, ...]:
        """The slots of the act for which the page asks after the button."""
        return tuple(word[1:-1] for word in self.act if word[1:-1] in ASKED)

    @property
    def id(self) -> str:
        """The id of the button, which is the text of its act."""
        return " ".join(self.act)


@attrs.frozen
class Way:
    """A way to do an act by hand: a gesture or a button.

    Attributes:
        take: Id of the thing that is picked up; empty for a button.
        put: Id of the thing on which it is put down; empty for an act on the first thing alone.
        button: Id of the button; empty for a gesture.
        given: The values to answer the page's questions with, by slot.
        say: Name of the gesture or button.
        act: The act in words, if no gesture does it; else empty.
    """

    take: str = ""
    put: str = ""
    button: str = ""
    given: Mapping[str, str] = attrs.field(factory=dict)
    say: str = ""
    act: str = ""


@attrs.frozen(eq=False)
class Hands:
    """The gestures and buttons with which a game is dealt by hand.

    Attributes:
        gestures: All gestures, likeliest first.
        buttons: All buttons.
        words: The possible words of a mark, by the mark's name.
    """

    gestures: tuple[Gesture, ...]
    buttons: tuple[Button, ...]
    words: Mapping[str, tuple[str, ...]]

    def between(self, take: TouchedThing, put: TouchedThing | None, *, card: bool = False) -> Iterator[Gesture]:
        """Yield the gestures for one thing on another, or for one thing alone, likeliest first.

        Args:
            take: The thing that is picked up.
            put: The thing on which it is put down; None for an act on the thing itself.
            card: Whether a single card was picked out of it.
        """
        kinds = ("card",) if card else take.kinds
        fits = [
            gesture
            for gesture in self.gestures
            if gesture.take in kinds and (not gesture.put if put is None else gesture.put in put.kinds)
        ]
        if put is None:
            yield from fits
            return
        yield from (gesture for gesture in fits[:1])
        yield from (gesture for gesture in fits[1:] if gesture.other and gesture.take == fits[0].take)

    def act(
        self, gesture: Gesture | Button, take: TouchedThing | None, put: TouchedThing | None, given: Mapping[str, str]
    ) -> Act:
        """Return the act of a gesture or button.

        Args:
            gesture: The gesture.
            take: The thing that is picked up; None for a button.
            put: The thing on which it is put down; None for none.
            given: The values asked for, by slot.

        Raises:
            ActError: If a needed value is missing, or the result is not an act.
        """
        return Act.parse(" ".join(_filled(gesture.act, take, put, given)))

    def way(self, act: Act, things: Sequence[TouchedThing]) -> Way | None:
        """Return the gesture or button of an act; None if it can only be typed.

        Args:
            act: The act.
            things: The things that can be touched.
        """
        for gesture in self.gestures:
            if gesture.act[1] != act.verb or (gesture.take == "card" and not act.cards):
                continue
            slots = _fits(gesture.act, act)
            if slots is None:
                continue
            pair = self._things(gesture, slots, things)
            if pair is not None:
                take, put = pair
                named = tuple(face.name if face is not None else "??" for face in act.cards)
                given = {
                    **{name: value for name, value in slots.items() if name in ASKED},
                    **({"card": named[0]} if named else {}),
                }
                return Way(take.id, put.id if put is not None else "", "", given, gesture.say)
        for button in self.buttons:
            slots = _fits(button.act, act)
            if slots is None or _WHOLE in slots:
                continue
            on = next((thing for thing in things if _has(thing, button, slots)), None)
            if button.on and on is None:
                continue
            given = {name: value for name, value in slots.items() if name in ASKED}
            return Way(on.id if on is not None else "", "", button.id, given, button.say)
        return None

    def _things(
        self, gesture: Gesture, slots: Mapping[str, str], things: Sequence[TouchedThing]
    ) -> tuple[TouchedThing, TouchedThing | None] | None:
        """Return the things that a gesture for an act touches; None if they are not there."""
        kind = "cards" if gesture.take == "card" else gesture.take
        pot = slots.get("pot", "")
        for take in things:
            if kind not in take.kinds or not _is(take, "take", slots) or (gesture.take == "card" and not take.cards):
                continue
            if "{pot}" in gesture.act and (take.name != pot if pot else "main_pot" not in take.kinds):
                continue
            if slots.get(_WHOLE, take.amount) != take.amount:
                continue
            if "next" in slots and slots["next"] != take.next:
                continue
            if not gesture.put:
                return take, None
            for put in things:
                if gesture.put in put.kinds and put.id != take.id and _is(put, "put", slots) and self._means(gesture, take, put):
                    return take, put
        return None

    def _means(self, gesture: Gesture, take: TouchedThing, put: TouchedThing) -> bool:
        return gesture in self.between(take, put, card=gesture.take == "card")


def _has(thing: TouchedThing, button: Button, slots: Mapping[str, str]) -> bool:
    """Return whether a button for an act is in the menu of a thing."""
    mine = slots.get("seat", thing.seat) == thing.seat and slots.get("place", thing.name) == thing.name
    return mine and button.on in thing.kinds


def _is(thing: TouchedThing, which: str, slots: Mapping[str, str]) -> bool:
    return slots.get(which, thing.name) == thing.name and slots.get(f"{which}.seat", thing.seat) == thing.seat


def _filled(words: Sequence[str], take: TouchedThing | None, put: TouchedThing | None, given: Mapping[str, str]) -> Iterator[str]:
    known: dict[str, str] = {}
    for which, thing in (("take", take), ("put", put)):
        if thing is not None:
            known |= {which: thing.name, f"{which}.seat": thing.seat}
    if take is not None:
        known |= {"pot": "" if "main_pot" in take.kinds else take.name, "next": take.next}
        known |= {"seat": take.seat, "place": take.name}
    for word in words:
        if word[0] != "{":
            yield word
            continue
        name = word[1:-1]
        value = known.get(name) if name not in ASKED else str(given.get(name, "")).strip()
        if name == "n" and value == "1" and words[1] in {"deal", "burn"}:
            value = ""
        if name == "together" and value and value != "together":
            value = ""
        if value:
            yield value
        elif name not in OPTIONAL and name != "pot":
            msg = f"{name} is missing in '{' '.join(words)}'"
            raise ActError(msg)


def _fits(words: Sequence[str], act: Act) -> dict[str, str] | None:
    """Return the values of a gesture's slots for an act; None if they do not match."""
    if words[0] != act.who or words[1] != act.verb:
        return None
    slots: dict[str, str] = {}
    wanted = [word for word in words[2:] if word not in _FACES and (word[1:-1] not in ASKED or word == "{word}")]
    to = list(act.to)
    if "{word}" in wanted and len(to) == len(wanted) - 1:
        wanted.remove("{word}")
    if "{pot}" in wanted and len(to) == len(wanted) - 1:
        wanted.remove("{pot}")
    if len(to) != len(wanted):
        return None
    for word, mine in zip(wanted, to, strict=True):
        if word[0] != "{":
            if word != mine:
                return None
        elif (word in ("{seat}", "{take.seat}", "{put.seat}") and not is_seat(mine)) or slots.get(word[1:-1], mine) != mine:
            return None
        else:
            slots[word[1:-1]] = mine
    return _asked(words, act, slots)


def _asked(words: Sequence[str], act: Act, slots: dict[str, str]) -> dict[str, str] | None:
    """Add the values for which the page asks: number, face, manner; return None if the act has a value for which it does not
    ask.
    """
    asks = {word[1:-1] for word in words if word[1:-1] in ASKED}
    number = next((name for name in ("n", "amount", "signed") if name in asks), "")
    if act.n is not None:
        if not number and not VERBS[act.who, act.verb].amount:
            return None
        slots[number or _WHOLE] = written(act.n)  # without a number, everything in the thing is meant
    elif number in {"amount", "signed"}:
        return None
    if act.face:
        if "face" not in asks and act.face not in words:
            return None
        slots["face"] = act.face
    elif not _FACES.isdisjoint(words[2:]):
        return None
    if act.manner:
        if "together" not in asks or act.manner != ("together",):
            return None
        slots["together"] = "together"
    return slots


# The gestures and buttons of a game


@functools.cache
def _book() -> Mapping[str, Any]:
    book: Mapping[str, Any] = read_file(data.data_dir("procedures") / "gestures.yaml").data
    return book


@attrs.frozen
class FirstTable:
    """The table on the first page, before a game is chosen.

    Attributes:
        plan: The plan of the table.
        so_far: The acts so far, as a sentence.
        dare: A slip that the visitor is dared to make, as a sentence.
    """

    plan: Plan
    so_far: str
    dare: str


def first_table() -> FirstTable:
    """Return the table on the first page, before a game is chosen."""
    first = dict(_book()["first"])
    so_far, dare = str(first.pop("so_far")), str(first.pop("dare"))
    return FirstTable(Plan(rules=None, settings={}, **first), so_far, dare)


def hands_of(game: Game) -> Hands:
    """Return the gestures and buttons of a game."""
    return _hands(game.sha256, _Held(game))


@attrs.frozen
class _Held:
    """A game as a cache key, which is not compared by content."""

    game: Game = attrs.field(eq=False)


@functools.lru_cache(maxsize=64)
def _hands(_sha256: str, held: _Held) -> Hands:
    game, book = held.game, _book()
    table = _table(game)
    used = {verb for step in table.house.program.walk() if isinstance(step, DealerStep) for verb in step.verbs} | {
        *book["always"]
    }
    gestures = tuple(
        Gesture(
            take=entry["take"],
            put=entry.get("put", ""),
            act=tuple(entry["act"].split()),
            say=entry["say"],
            other=entry.get("other", False),
            as_much=entry.get("as_much", False),
        )
        for entry in book["gestures"]
        if entry.get("uses", "") in {"", *used}
    )
    spoken_acts = _said_at(table)
    marks = {name: _words_at(spoken_acts, ("mark", "S", name)) for name in table.felt.layout.marks}
    order: dict[str, int] = {}
    for number, step in enumerate(table.house.program.walk()):
        for verb in step.verbs if isinstance(step, DealerStep) else ():
            order.setdefault(verb, number + 500 * (verb in book["behind"]))
    buttons = sorted(_buttons(table, used, spoken_acts), key=lambda button: order.get(button.act[1], len(order) + 1000))
    return Hands(gestures, tuple(buttons), marks)


def _table(game: Game) -> Table:
    people = game.data["players"]
    return Table(game, seats=min(int(people["max"]), max(int(people["min"]), 3)), seed=1)


def _said_at(table: Table) -> frozenset[tuple[str, ...]]:
    """Return the acts of a few rounds dealt by a perfect dealer: verb and words, with any seat as `S`."""
    phrases: set[tuple[str, ...]] = set()
    session = Session(table, players_named("bots"))
    try:
        while session.rounds.done < _ROUNDS and len(table.log) < _ACTS:
            session.players_act()
            act = table.next_act()
            if act is None:
                break
            session.do(act)
            if act.who == DEALER:
                phrases.add((act.verb, *("S" if is_seat(word) else word for word in act.to)))
    except DealerkitError:  # then fewer words are known, and the others can be typed
        pass
    return frozenset(phrases) | _calls(table)


def _calls(table: Table) -> frozenset[tuple[str, ...]]:
    """Return the calls of one thing or its opposite, such as that the dealer's hand qualifies or does not: verb and words."""
    steps = [step for step in table.house.program.walk() if isinstance(step, DealerStep) and "call" in step.verbs]
    words = [
        (step, pair)
        for step in steps
        for word in step.params.values()
        if isinstance(word, str)
        for pair in ((word,), ("not", word))
    ]
    return frozenset(("call", *called) for step, called in words if step.covers(Act.make(DEALER, "call", *called)))


def _words_at(phrases: Iterable[tuple[str, ...]], before: tuple[str, ...], after: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the words possible at one place of an act."""
    at = len(before)
    words = {
        phrase[at]
        for phrase in phrases
        if len(phrase) == at + 1 + len(after) and phrase[:at] == before and phrase[at + 1 :] == after
    }
    return tuple(sorted(words - {"S"}))


def _buttons(table: Table, used: set[str], spoken_acts: frozenset[tuple[str, ...]]) -> Iterator[Button]:
    """Yield a button for every act that moves nothing: calls, taps, announcements."""
    game, book = table.game, _book()
    groups = {verb: name for name in ("pack", "trouble") for verb in book["buttons"][name]}
    motions = set(book["buttons"]["motions"])
    known: set[tuple[str, ...]] = set()
    hands = [
        name for name, spec in table.felt.layout.places.items() if spec.kind == "hand" and not is_seat(name.partition(".")[0])
    ]
    for phrase in Talk.of(game).phrases:
        act = tuple("{word}" if word in _ONE_WORD else word for word in phrase.act)
        if act[0] != DEALER or act[1] not in used or act[1] in motions or ";" in act or act[0] in ellipsis.WHOLE:
            continue
        for act_words, spoken in _expanded(act, phrase.spoken, hands, game):
            if act_words in known:
                continue
            known.add(act_words)
            on = "seat" if "{seat}" in act_words else "cards" if "{place}" in act_words else ""
            spoken = _plain(spoken)
            words = _words_at(spoken_acts, *_around(act_words)) if "{word}" in act_words else ()
            if _can_be_asked(act_words):
                yield Button(act_words, spoken, groups.get(act[1], "round"), on, words)
    for act_phrase in sorted(spoken_acts):  # acts without a phrase in the vocabulary
        act_words = (DEALER, act_phrase[0], *("{seat}" if word == "S" else word for word in act_phrase[1:]))
        if act_phrase[0] in motions or any(_covers(button, act_words) for button in known):
            continue
        known.add(act_words)
        spoken = " ".join(word for word in act_words[1:] if word[0] != "{")
        yield Button(
            act_words,
            spoken[:1].upper() + spoken[1:],
            groups.get(act_phrase[0], "round"),
            "seat" if "{seat}" in act_words else "",
        )


def _covers(known: tuple[str, ...], pattern: tuple[str, ...]) -> bool:
    plain = [word for word in known if word not in _FACES and (word[1:-1] not in ASKED or word == "{word}")]
    return len(plain) == len(pattern) and all(
        part in (other, "{word}", "{place}") for part, other in zip(plain, pattern, strict=True)
    )


def _expanded(act: tuple[str, ...], spoken: str, hands: Sequence[str], game: Game) -> Iterator[tuple[tuple[str, ...], str]]:
    if "{hand}" not in act:
        yield act, spoken
        return
    for name in hands:
        spec = game.data["felt"]["places"].get(name) or {}
        title = game.say(spec["title"]) if "title" in spec else name.replace("_", " ")
        yield tuple(name if word == "{hand}" else word for word in act), spoken.replace("{hand}", title)


def _plain(spoken: str) -> str:
    """Return a phrase without its slots, as the text of a button."""
    words = [word for word in spoken.split() if not word.startswith("{")]
    while words and words[-1] in {"to", "for", "of", "on", "with", "the"}:
        words.pop()
    sentence = " ".join(words)
    return sentence[:1].upper() + sentence[1:]


def _around(act: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    at = act.index("{word}")
    mine = tuple("S" if word == "{seat}" else word for word in act[1:] if word[1:-1] not in ASKED or word == "{word}")
    at = mine.index("{word}")
    return mine[:at], mine[at + 1 :]


def _can_be_asked(act: tuple[str, ...]) -> bool:
    slots = [word[1:-1].rstrip("?") for word in act if word[0] == "{"]
    return all(slot in {*ASKED, "seat", "place"} for slot in slots) and slots.count("seat") <= 1 and slots.count("place") <= 1
