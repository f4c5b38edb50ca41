"""A table set up in the middle: cards, chips and scores on the felt, the open step, the results of earlier steps.

The felt is laid as described and the procedure opened at the named step; nothing is dealt, and earlier acts are not judged. A
contradiction is reported with its place in the description.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import attrs

from dealerkit.cards import Face, read_cards
from dealerkit.errors import ActError, DealerkitError, no_such
from dealerkit.facts import Situation
from dealerkit.felt import Felt, read_number, written
from dealerkit.felt.acts import seat_number
from dealerkit.felt.felt import ALL
from dealerkit.felt.numbers import Number, is_whole
from dealerkit.files.screen_text import count_of
from dealerkit.mechanics.setup_values import NotGiven, read_kinds
from dealerkit.procedure.steps import PlayerStep, Section, Step
from dealerkit.rules.entries import Branch

REST = "rest"
"""Description of a place that holds all cards that lie nowhere else."""


class BadMidGame(DealerkitError):
    """Error in the description of a table: a part is missing, or two parts contradict each other.

    Attributes:
        place: Keys that lead to the wrong part of the description.
    """

    def __init__(self, place: Sequence[str], message: str) -> None:
        self.place = tuple(place)
        super().__init__(message)


@attrs.frozen(eq=False)
class MidGame:
    """Description of a table in the middle of a game.

    Attributes:
        at: Id or path of the open step.
        button: The seat with the button, or the dealing seat; None to leave it where the table has it.
        places: Cards by place: names, `??` or a number for unknown cards, or `rest`. In the stock the first card comes out first.
            Cards that are not mentioned lie in the stock.
        up: Cards, by place, that lie face up where cards usually lie face down.
        chips: Stacks by seat and `house`, as amounts of money.
        rows: Chips on the layout, by row: an amount, or amounts by seat.
        marks: Scores by box and seat.
        done: Results of earlier steps, by step.
        mid: State of the open step that the felt does not show.
    """

    at: str
    button: int | None = None
    places: Mapping[str, str] = attrs.field(factory=dict)
    up: Mapping[str, str] = attrs.field(factory=dict)
    chips: Mapping[str, str] = attrs.field(factory=dict)
    rows: Mapping[str, object] = attrs.field(factory=dict)
    marks: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    done: Mapping[str, Mapping[str, object]] = attrs.field(factory=dict)
    mid: Mapping[str, object] = attrs.field(factory=dict)

    @classmethod
    def read(cls, data: Branch) -> MidGame:
        """Return the description of a table that a case or record gives as data.

        Args:
            data: The data: keys are the fields of this class.

        Raises:
            BadMidGame: If the data are not such a description.
        """
        known = {field.name for field in attrs.fields(cls)}
        for key in data:
            if key not in known:
                raise BadMidGame([key], no_such("part of a table set-up", str(key), known))
        if not isinstance(data.get("at"), str):
            raise BadMidGame([], "the current step is missing: add `at: STEP`")
        for key in ("places", "up", "chips", "rows", "marks", "done", "mid"):
            if not isinstance(data.get(key) or {}, Mapping):
                raise BadMidGame([key], "expected a map")
        for key in ("marks", "done"):
            for name, inner in (data.get(key) or {}).items():
                if not isinstance(inner, Mapping):
                    raise BadMidGame([key, name], "expected a map")
        button = data.get("button")
        if button is not None and not seat_number(str(button)):
            raise BadMidGame(["button"], f"'{button}' is not a seat; seats are s1, s2 ...")
        return cls(
            at=data["at"],
            button=None if button is None else seat_number(str(button)),
            places={str(name): str(cards) for name, cards in (data.get("places") or {}).items()},
            up={str(name): str(cards) for name, cards in (data.get("up") or {}).items()},
            chips={str(who): str(amount) for who, amount in (data.get("chips") or {}).items()},
            rows=dict(data.get("rows") or {}),
            marks={box: {who: str(n) for who, n in row.items()} for box, row in (data.get("marks") or {}).items()},
            done=dict(data.get("done") or {}),
            mid=dict(data.get("mid") or {}),
        )

    def data(self) -> dict[str, object]:
        """Return the description as plain data, as a case or record has it; empty parts are left out."""
        described: dict[str, object] = {"at": self.at}
        if self.button is not None:
            described["button"] = f"s{self.button}"
        for name in ("places", "up", "chips", "rows", "marks", "done", "mid"):
            if value := getattr(self, name):
                described[name] = value
        return described


# -- cards and chips ----------------------------------------------------------------------------------------------


def lay(given: MidGame, felt: Felt) -> None:
    """Lay the cards and chips on the felt as a description of a table says.

    Args:
        given: The description.
        felt: The felt; it is changed.

    Raises:
        BadMidGame: If the description is impossible.
    """
    _lay_cards(given, felt)
    for who, amount in given.chips.items():
        felt.rows["stack"][_seat(felt, ("chips", who), who)] = _amount(felt, ("chips", who), amount)
    for name, cells in given.rows.items():
        row = felt.rows.get(name)
        if row is None or name == "stack":
            raise BadMidGame(["rows", name], no_such("row of chips", name, felt.rows.keys() - {"stack"}))
        if isinstance(cells, Mapping):
            for who, amount in cells.items():
                row[_seat(felt, ("rows", name, who), who)] = _amount(felt, ("rows", name, who), str(amount))
        else:
            row[0] = _amount(felt, ("rows", name), str(cells))
    if "pot" in felt.rows:  # its contributors are not given, so it counts as dead money
        felt.put[0] = sum(felt.rows[name][0] for name in felt.layout.pots)
    for box, scores in given.marks.items():
        marked = felt.marks.get(box)
        if marked is None:
            raise BadMidGame(["marks", box], no_such("box", box, felt.marks))
        for who, amount in scores.items():
            marked[_seat(felt, ("marks", box, who), who)] = _amount(felt, ("marks", box, who), amount)


def _seat(felt: Felt, place: Sequence[str], who: str) -> int:
    seat = seat_number(who)
    if (not seat and who != "house") or seat > felt.seats:
        raise BadMidGame(place, f"unknown seat: '{who}'; this table has s1 to s{felt.seats}, and house")
    return seat


def _amount(felt: Felt, place: Sequence[str], amount: str) -> int:
    try:
        number: Number = -read_number(amount[1:]) if amount.startswith("-") else read_number(amount)
    except ActError as error:
        raise BadMidGame(place, str(error)) from None
    value = Fraction(number * felt.layout.scale)
    if value.denominator != 1:
        msg = f"an amount of {written(number)} cannot be made up: the smallest chip is {felt.money(1)}"
        raise BadMidGame(place, msg)
    return value.numerator


def _lay_cards(given: MidGame, felt: Felt) -> None:
    wanted = dict(_wanted(given, felt))
    holder = _holder(wanted, felt)
    lying_in = _identify(wanted, felt)
    for name in felt.places:
        felt.places[name] = []
    lying = {card for cards in lying_in.values() for card in cards}
    free = [card for card in range(len(felt.faces)) if card not in lying]
    if felt.known:
        random.Random(f"{felt.seed}/given").shuffle(free)
    if holder is not None:
        lying_in[holder] = [*lying_in.get(holder, []), *free]
    for name, cards in lying_in.items():
        _lay_place(felt, name, cards)
    for name, shown in given.up.items():
        for face in _cards(("up", name), shown):
            lies = [card for card in felt.places.get(name, ()) if felt.faces[card] is face and not felt.up[card]]
            if not lies:
                raise BadMidGame(["up", name], f"the {face} is not face down in {name}")
            felt.up[lies[0]], felt.seen[lies[0]] = 1, ALL


def _holder(wanted: Mapping[str, tuple[list[Face | None], bool]], felt: Felt) -> str | None:
    """Return the place that holds the rest of the cards; None if no place does.

    Raises:
        BadMidGame: If two places hold it, or the placed cards are more or fewer than the pack has.
    """
    rest = [name for name, (_, takes_rest) in wanted.items() if takes_rest]
    if len(rest) > 1:
        raise BadMidGame(["places", rest[1]], f"two places cannot both have the rest of the cards: {' and '.join(rest)}")
    size, stock = len(felt.faces), felt.layout.stock
    placed = sum(len(cards) for cards, _ in wanted.values())
    holder = rest[0] if rest else stock if stock not in wanted else None
    if placed > size or (holder is None and placed != size):
        more = f"the places hold {count_of(placed, 'card')}, but the pack has {size}"
        hint = "" if placed > size else f"; name a place for the other {size - placed}, or give one place the rest"
        raise BadMidGame(["places"], more + hint)
    return holder


def _lay_place(felt: Felt, name: str, cards: list[int]) -> None:
    """Lay cards in a place, face up or down as is usual there, and seen by their owner or by nobody."""
    spec = felt.layout.places[name]
    felt.places[name] = cards[::-1] if spec.kind == "stock" else cards
    owner = seat_number(name) if spec.looks == "owner" else 0
    for card in cards if spec.kind != "stock" else ():
        felt.tick += 1
        felt.out[card] = felt.tick
        if spec.face == "up":
            felt.up[card], felt.seen[card] = 1, ALL
        elif owner:
            felt.seen[card] |= 1 << owner


def _cards(place: Sequence[str], text: str) -> list[Face | None]:
    try:
        return read_cards(text)
    except ActError as error:
        raise BadMidGame(place, str(error)) from None


def _wanted(given: MidGame, felt: Felt) -> Iterator[tuple[str, tuple[list[Face | None], bool]]]:
    """Yield the contents of every place in the description: its name, its cards, and whether it also holds the rest."""
    for name, text in given.places.items():
        if name not in felt.places:
            raise BadMidGame(["places", name], no_such("place", name, felt.places))
        cards: list[Face | None] = []
        takes_rest = False
        for word in text.replace(",", " ").split():
            if word.lower() == REST:
                takes_rest = True
            elif is_whole(word):
                cards += [None] * min(int(word), len(felt.faces) + 1)
            else:
                cards += _cards(("places", name), word)
        yield name, (cards, takes_rest)


def _identify(wanted: Mapping[str, tuple[list[Face | None], bool]], felt: Felt) -> dict[str, list[int]]:
    """Return the numbers of the cards in each place. Named cards are chosen first, then unnamed ones."""
    left: dict[Face, list[int]] = {}
    for number, printed in enumerate(felt.layout.pack.faces()):
        left.setdefault(printed, []).append(number)
    cards_in: dict[str, list[int]] = {}
    for name, (faces, _) in wanted.items():
        cards = cards_in[name] = [-1] * len(faces)
        for at, face in enumerate(faces):
            if face is None:
                continue
            if not left.get(face):
                several = "is not in this pack" if face not in left else "appears more often than the pack has it"
                raise BadMidGame(["places", name], f"the {face} {several}")
            cards[at] = left[face].pop()
            if not felt.known:
                felt.name_card(cards[at], face)
    spare = sorted(card for cards in left.values() for card in cards)
    if felt.known:
        random.Random(f"{felt.seed}/given/unknown").shuffle(spare)
    for cards in cards_in.values():
        for at, card in enumerate(cards):
            if card < 0:
                cards[at] = spare.pop()
    return cards_in


# -- where the procedure stands -----------------------------------------------------------------------------------


def find_step(program: Section, at: str) -> Step:
    """Return the step at which a described table begins.

    Args:
        program: The game's procedure.
        at: Id or path of the step: `burn`, `flop.burn`.

    Raises:
        BadMidGame: If the game has no such step.
    """
    steps = list(program.walk())
    for step in steps:
        if at in (step.id, step.path) or step.path.endswith("." + at):
            return step
    raise BadMidGame(["at"], no_such("step", at, [step.id for step in steps]))


def put_in(given: MidGame, program: Section, now: Situation) -> None:
    """Put the results of earlier steps and the open step's state into the situation.

    Args:
        given: Description from a case or a drill.
        program: The game's procedure.
        now: Situation of the table.

    Raises:
        BadMidGame: If a value is unknown, or a value that the step needs is missing.
    """
    steps = {step.id: step for step in program.walk()}
    for name, values in given.done.items():
        step = steps.get(name)
        if not isinstance(step, PlayerStep) or not step.mechanic.comes_to:
            able = [
                able_step.id for able_step in steps.values() if isinstance(able_step, PlayerStep) and able_step.mechanic.comes_to
            ]
            raise BadMidGame(["done", name], no_such("step with a result", name, able))
        try:
            read = read_kinds(step.mechanic.comes_to, values, now.felt.seats)
            now.results = {**now.results, name: step.mechanic.result(now, step.params, read)}
        except NotGiven as error:
            raise BadMidGame(["done", name, *error.key], str(error)) from None
    step = find_step(program, given.at)
    keeps = step.mechanic.keeps if isinstance(step, PlayerStep) else {}
    if given.mid and not keeps:
        raise BadMidGame(["mid"], f"the step '{step.id}' needs nothing beyond the cards and chips: remove `mid`")
    try:
        now.given = read_kinds(keeps, given.mid, now.felt.seats)
    except NotGiven as error:
        raise BadMidGame(["mid", *error.key], f"{step.id}: {error}") from None
