"""From a resolved game to a table: the layout of the felt, the data that facts read, the compiled procedure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dealerkit.cards import RANKS, Composition, Face, read_cards
from dealerkit.errors import DealerkitError, RuleFileError
from dealerkit.facts import GameData
from dealerkit.felt import Layout, PlaceSpec, read_number
from dealerkit.files.screen_text import count_of
from dealerkit.procedure.steps import Compiler, DealerStep, Section
from dealerkit.rules.box_rows import is_against_the_house
from dealerkit.rules.boxes import boxes_of
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.games import Game


class BadSetup(DealerkitError):
    """Error on an impossible setup: too many seats, stacks that are not amounts."""


def composition(game: Game, seats: int) -> Composition:
    """Return the composition of this game's pack at a table with this number of seats.

    Raises:
        RuleFileError: If a rank of the pack is unknown, or appears more than once.
    """
    pack, ranks = game.data["equipment"]["pack"], pack_ranks(game)
    here = str(ranks if isinstance(ranks, str) else ranks.get(seats, ranks.get(str(seats))))
    if wrong := next((letter for letter in here if letter not in RANKS or here.count(letter) > 1), ""):
        what = f"rank {wrong} appears twice" if wrong in RANKS else f"'{wrong}' is not a rank"
        hint = f"write some of {RANKS[::-1]}, each once"
        raise RuleFileError([game.doc.problem(("equipment", "pack", "ranks"), what, hint)])
    return Composition(int(pack.get("decks", 1)), here, _jokers(pack.get("jokers", 0)), str(pack.get("back", "plain")))


def pack_ranks(game: Game) -> str | Mapping[object, str]:
    """Return the ranks of a game's pack under the options in force; as a map by number of seats, if they depend on that."""
    ranks = game.data["equipment"]["pack"].get("ranks", RANKS)
    if isinstance(ranks, Mapping) and "of" in ranks:
        ranks = ranks["packs"][str(ranks["of"])]
    by_seats: str | Mapping[object, str] = ranks["by_seats"] if isinstance(ranks, Mapping) else ranks
    return by_seats


def _jokers(jokers: object) -> int:
    """Return the number of jokers in a pack: given as a number, or by the use of the joker (WC-07)."""
    count = jokers["cards"].get(str(jokers["of"]), 0) if isinstance(jokers, Mapping) else jokers
    return int(str(count))


def smallest(game: Game, unit: str | None = None) -> int:
    """Return the number of smallest chips in one unit of money.

    Args:
        game: The game.
        unit: Value of the smallest chip in money, such as `0.25`; None for the game's own.

    Raises:
        BadSetup: If the unit is not an amount that divides 1.
    """
    text = unit or str(game.data.get("money", {}).get("unit", "1"))
    scale = 1 / Fraction(read_number(text)) if Fraction(read_number(text)) else Fraction(0)
    if scale.denominator != 1 or scale < 1:
        msg = f"the smallest chip can't be {text}: a whole number of them must make 1, as with 1, 0.5, 0.25 or 0.01"
        raise BadSetup(msg)
    return scale.numerator


def sequence(cards: str) -> tuple[Face, ...]:
    """Return the cards of a sequence from their notation in a game's file: `8h 9h Th`."""
    return tuple(face for face in read_cards(cards) if face is not None)


def layout(game: Game, seats: int, unit: str | None = None) -> Layout:
    """Return the places for cards and rows for chips on the felt, for this game at a table with this number of seats.

    Args:
        game: The game.
        seats: Number of seats at the table.
        unit: Value of the smallest chip in money, such as `0.25`; None for the game's own.

    Raises:
        BadSetup: If the cut card would lie deeper than the pack, or the chips cannot make up the smallest amount.
    """
    felt = game.data["felt"]
    places = {
        name: PlaceSpec(
            str(spec.get("kind", "pile")),
            str(spec.get("face", "down")),
            str(spec.get("looks", "nobody")),
            bool(spec.get("cleared", False)),
            sequence(spec.get("takes", "")),
            str(spec.get("after", "")),
            bool(spec.get("whole", False)),
            int(spec.get("keeps", 0)),
        )
        for name, spec in felt["places"].items()
    }
    hand: Mapping[str, object] | None = felt.get("hands")
    partners = game.data.get("partners", {})
    sides = int(partners["sides"]) if "sides" in partners else seats // int(partners["each"]) if "each" in partners else 0
    for seat in range(1, seats + 1):
        if hand is not None:
            face, looks = str(hand.get("face", "down")), str(hand.get("looks", "owner"))
            places[f"s{seat}"] = PlaceSpec("hand", face, looks, bool(hand.get("cleared", False)))
    for seats_with, names in ((seats, felt.get("piles", ())), (sides or seats, felt.get("side_piles", ()))):
        for seat in range(1, seats_with + 1):
            for pile in names:
                spec = names[pile] if isinstance(names, Mapping) else {}
                kind, face = str(spec.get("kind", "pile")), str(spec.get("face", "down"))
                places[f"s{seat}.{pile}"] = PlaceSpec(kind, face, cleared=bool(spec.get("cleared", False)))
    stock = str(felt["stock"])
    side_pots = tuple(f"side-{number}" for number in range(1, seats)) if felt.get("side_pots") else ()
    scale = smallest(game, unit)

    def scaled(value: object) -> int:
        return int(Fraction(read_number(str(value))) * scale)

    _check_chips(game, scale)
    pack = composition(game, seats)
    depth = game.options.get("cut_card_depth")
    if isinstance(depth, int) and depth > len(pack):
        msg = f"cut_card_depth {depth} is too many: the pack has {count_of(len(pack), 'card')}"
        raise BadSetup(msg)
    return Layout(
        pack=pack,
        places=places,
        start=str(felt.get("start", stock)),
        stock=stock,
        burns=str(felt.get("burns", felt.get("discards", stock))),
        discards=str(felt.get("discards", stock)),
        rows=tuple(dict.fromkeys((*felt.get("spots", {}), *felt.get("rows", ()), *felt.get("pots", ()), *side_pots))),
        front=tuple(name for name in ("bet", "ante", "dead") if name in felt.get("rows", ())) or ("bet",),
        pots=(*felt.get("pots", ("pot",)), *side_pots),
        played=str(felt.get("played", "trick" if "trick" in places else felt.get("discards", stock))),
        sequence={face: name for name, spec in places.items() for face in spec.takes},
        chips=tuple(sorted((scaled(value) for value in game.data.get("money", {}).get("chips", ())), reverse=True)),
        marks=tuple(felt.get("marks", ())),
        scale=scale,
        debt=bool(felt.get("debt", False)),
        sides=sides,
        stays=felt.get("pushed") == "stay",
        banked=str(game.data.get("money", {}).get("rack", "0")) != "0",
        opened=frozenset(name for name, spec in felt.get("spots", {}).items() if spec.get("opened")),
        melds={str(letter): str(pile) for letter, pile in felt.get("melds", {}).items()},
        blind=0 if game.options.get("posts") == "free" else scaled(game.options.get("big_blind", "0")),
    )


def _check_chips(game: Game, scale: int) -> None:
    """Check that chips can make up every sum that the house asks for.

    Raises:
        BadSetup: If they cannot make up one of them.
    """
    for name, value in game.options.items():
        if game.data["options"][name].get("chips") and (read_number(str(value)) * scale) % 1:
            msg = f"{name} {value} cannot be made up: the smallest chip is {Fraction(1, scale)}"
            raise BadSetup(msg)


def stacks_of(game: Game, seats: int, scale: int, stacks: Sequence[object] | None) -> list[int]:
    """Return the chips of the house and of each seat at the beginning, in smallest chips; the house comes first.

    Args:
        game: The game.
        seats: Number of seats at the table.
        scale: Smallest chips in one unit of money.
        stacks: Stack of each seat at the beginning, in money, seat 1 first; None for the game's usual stack.

    Raises:
        BadSetup: If the number of stacks differs from the number of seats, or a stack is not an amount.
    """
    money = game.data.get("money", {})
    given = list(stacks) if stacks is not None else [money.get("stack", "0")] * seats
    if len(given) != seats:
        msg = f"{count_of(len(given), 'stack')} for {count_of(seats, 'seat')}"
        raise BadSetup(msg)
    amounts = [money.get("rack", "0"), *given]
    chips = []
    for amount in amounts:
        value = read_number(str(amount)) * scale
        if Fraction(value).denominator != 1:
            msg = f"a stack of {amount} cannot be made up: the smallest chip is {Fraction(1, scale)}"
            raise BadSetup(msg)
        chips.append(int(value))
    return chips


def most_seats(game: Game, procedure: Section) -> int:
    """Return the largest number of seats: within the game's limit, and with enough cards in the pack for all hands, burns and the
    board.

    Args:
        game: The game.
        procedure: Its compiled procedure.
    """
    most, least = int(game.data["players"]["max"]), int(game.data["players"]["min"])
    while most > least and cards_needed(procedure, most) > len(composition(game, most)):
        most -= 1
    return most


def cards_needed(procedure: Section, seats: int) -> int:
    """Return the fewest cards that a hand takes at this number of seats, if each deal, burn and street comes once.

    Args:
        procedure: Compiled procedure of the game.
        seats: Number of seats dealt in.
    """
    each = common = 0
    for step in procedure.walk():
        params = step.params
        if isinstance(step, DealerStep) and step.do.name == "deal_round":
            each += int(params["cards"]) if "cards" in params else sum(int(batch) for batch in params["batches"])
        elif isinstance(step, DealerStep) and step.do.name == "turn_for_bet":
            each += 1
        elif isinstance(step, DealerStep) and step.do.name == "burn_for_bet":
            each += int(params["n"])
        elif isinstance(step, DealerStep) and step.do.name == "deal_board":
            common += int(params.get("n", 1)) + 1  # a street and its burn
    return each * seats + common


def game_data(game: Game) -> GameData:
    """Return the game's data as facts, planners and mechanics read them."""
    data = GameData(
        game.id, game.family, game.data.get("tables", {}), game.options, str(game.data.get("dealing", "house")), game.data
    )
    if is_against_the_house(data.data):
        data.memo["boxes"] = boxes_of(game)
    if "pays" in data.tables:
        data.memo["coup rules"] = coup_rules(game)
    return data


def compiler(doc: Doc, game: GameData | None = None) -> Compiler:
    """Return a compiler whose messages name file, line and column of each part of a document.

    Args:
        doc: The document.
        game: The game in force, whose options decide some conditions for good; None to keep every condition.
    """

    def where(path: Place) -> tuple[str, int, int]:
        origin = doc.origin(path)
        return str(origin.file), origin.line, origin.column

    return Compiler(where, game)


def program(game: Game, data: GameData) -> Section:
    """Compile the game's procedure.

    Args:
        game: The resolved game.
        data: Its data, with the options in force.

    Raises:
        RuleFileError: With every problem in it.
    """
    compiling = compiler(game.doc, data)
    compiling.facts(game.data.get("ends"), ("ends",))
    return compiling.program(game.data["procedure"])
