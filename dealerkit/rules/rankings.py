"""Orders of hands (such as high, or ace-to-five low), and each game's rules for the showdown, compiled from
`procedures/ranking.yaml`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import attrs

from dealerkit.arithmetic.ranking import HandOrder, HandWords, Ranker, ranker
from dealerkit.arithmetic.ranking.order import GROUPS, JOKER, RUNS, SIZES
from dealerkit.cards import RANKS, Face
from dealerkit.errors import ActError, RuleFileError, UnknownName, check_name
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Doc
from dealerkit.rules.entries import Literal
from dealerkit.rules.files import read_file

TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
KNOWN = {*GROUPS, *RUNS, *SIZES}

Settings = Mapping[str, str | bool]


class StageEntry(TypedDict, total=False):
    """How hands rank while players have a certain number of cards, in a game in which that changes during the deal."""

    wild: str
    high: str


class RankingOptionEntry(TypedDict, total=False):
    """An option that decides how hands rank and how pots are split."""

    title: str
    values: Sequence[Literal]
    default: Literal
    rule: str


class ShowdownEntry(TypedDict, total=False):
    """A game's entry in the file of rankings: numbers of cards, and the orders of hands that decide."""

    title: str
    deals: Sequence[int]
    board: Sequence[int]
    boards: int
    total: int
    from_hand: int
    lengths_differ: bool
    high: str
    low: str
    stages: Mapping[str, StageEntry]
    set: Mapping[str, Literal]


def _doc() -> Doc:
    return read_file(data_dir("procedures") / "ranking.yaml")


def rankings() -> list[str]:
    """Return the names of the orders of hands."""
    return list(_doc().data["orders"])


def forms() -> list[str]:
    """Return the ids of the games that have a showdown of hands."""
    return list(_doc().data["games"])


def options() -> Mapping[str, RankingOptionEntry]:
    """Return the options that decide how hands rank and how pots are split: title, values, default, rule."""
    options: Mapping[str, RankingOptionEntry] = _doc().data["options"]
    return options


def compared(category: str) -> tuple[str, str]:
    """Return the sentence that says how two hands of the same category (such as two pair) are compared, and the id of its rule;
    both empty if no sentence is needed.

    Args:
        category: Name of the category, such as `two_pairs`.
    """
    compared = _doc().data["compared"].get(category)
    return (compared["text"], compared["rule"]) if compared else ("", "")


def read_settings(settings: Mapping[str, object], form: str = "") -> dict[str, str | bool]:
    """Return the value in force of every ranking option: the house's, else the game's own, else the default.

    Args:
        settings: Options set by the house, by name.
        form: Id of the game; empty for none.

    Raises:
        UnknownName: If there is no such option, or the option has no such value.
        ActError: If a wild card is not a card.
    """
    known = options()
    own = _game(form).get("set", {}) if form else {}
    for name in settings:
        check_name("option of a showdown", name, known)
    values: dict[str, str | bool] = {}
    for name, option in known.items():
        value = settings.get(name, own.get(name, option["default"]))
        values[name] = _one_of(name, value, option["values"]) if "values" in option else str(value)
    for named in ("wild", "kill"):
        wild_cards(str(values[named]))
    return values


def _one_of(name: str, value: object, values: Sequence[object]) -> str | bool:
    text = str(value).lower()
    for written in values:
        if isinstance(written, bool) and TRUTH.get(text) is written:
            return written
        if not isinstance(written, bool) and text.replace("-", "_") == str(written):
            return str(written)
    raise UnknownName(kind=f"value of {name}", name=str(value), known=[str(value).lower() for value in values])


def wild_cards(text: str) -> frozenset[int]:
    """Return the numbers of the cards that a text names as wild, such as `2`, `2,Jh,Js`, `deuces` or `none` (WC-01). The joker is
    not among them; it has an option of its own.

    Raises:
        ActError: If a word is neither a rank nor a card.

    >>> sorted(wild_cards("2,Jh")), wild_cards("none")
    ([0, 1, 2, 3, 38], frozenset())
    """
    numbers: set[int] = set()
    names = {word: letter for letter, words in _doc().data["words"]["ranks"].items() for word in words} | {"deuces": "2"}
    for word in text.replace(",", " ").split():
        letter = names.get(word.lower(), word.upper().replace("10", "T"))
        if word.lower() in {"none", "no"}:
            continue
        if letter in RANKS:
            numbers.update(RANKS.index(letter) * 4 + suit for suit in range(4))
            continue
        face = Face.read(word)
        if face.index == JOKER:
            msg = "a joker can't be named as a wild card; write joker=wild or joker=bug"
            raise ActError(msg)
        numbers.add(face.index)
    return frozenset(numbers)


@functools.lru_cache(maxsize=64)
def _order(name: str, wild: frozenset[int], settings: tuple[tuple[str, str | bool], ...]) -> HandOrder:
    """Return the order of hands with a given name, compiled.

    Raises:
        UnknownName: If there is no such order.
        RuleFileError: If the file has an unknown category.
    """
    doc, chosen = _doc(), dict(settings)
    data = _spelled_out(name)
    wrong = [kind for kind in data["categories"] if kind not in KNOWN]
    if wrong:
        place = ("orders", name, "categories")
        raise RuleFileError([doc.problem(place, f"unknown kind of hand: '{kind}'", ", ".join(sorted(KNOWN))) for kind in wrong])
    kinds = list(data["categories"])
    low = data["best"] == "low"
    if not chosen["five_of_a_kind"] and "five_of_a_kind" in kinds:
        kinds.remove("five_of_a_kind")
    if chosen["four_flush_hand"] and not low and "two_pairs" in kinds:
        kinds.insert(kinds.index("two_pairs") + 1, "four_flush")
    if chosen["natural_only"]:
        wild = frozenset()
    elif chosen["joker"] == "wild" or (low and chosen["joker"] == "bug"):
        wild |= {JOKER}
    return HandOrder(
        categories=tuple(kinds),
        best=data["best"],
        cards=data["cards"],
        ranks=tuple(sorted(RANKS.index(letter) + 2 for letter in str(data.get("ranks", RANKS)))),
        ace_low=data.get("ace") == "low",
        wheel=data.get("wheel", True),
        wild=wild,
        bug=chosen["joker"] == "bug" and not low and not chosen["natural_only"],
        double_ace=bool(chosen["double_ace_flush"]),
        natural_first=bool(chosen["natural_beats_wild"]),
        qualifier=int(chosen["qualifier"]) if low and chosen["qualifier"] != "none" else 0,
    )


def _spelled_out(name: str) -> dict[str, Any]:
    """Return an order's data with the parts that it inherits from another order."""
    known = _doc().data["orders"]
    check_name("order of hands", name, known)
    data = dict(known[name])
    return {**_spelled_out(data["extends"]), **data} if "extends" in data else data


@functools.lru_cache(maxsize=64)
def _ranker(order: HandOrder) -> Ranker:
    return ranker(order)


def ranking(name: str, settings: Mapping[str, object] | None = None) -> Ranker:
    """Return the ranker (which compares hands) for an order of hands under the house's options; equal orders share one and its
    cache.

    Args:
        name: Name of the order of hands.
        settings: Options set by the house, by name.

    Raises:
        UnknownName: If there is no such order, option or value.
        ActError: If a wild card is not a card.
    """
    chosen = read_settings(settings or {})
    return _ranker(_order(name, wild_cards(str(chosen["wild"])), tuple(sorted(chosen.items()))))


def rank_letter(rank: int) -> str:
    """Return the letter of a rank from 2 to 14 (ace), or of 1, an ace that counts low.

    >>> rank_letter(14), rank_letter(1), rank_letter(10)
    ('A', 'A', 'T')
    """
    return RANKS[(rank - 2) % len(RANKS)]


def rank_words() -> Mapping[str, tuple[str, str]]:
    """Return dealers' words for the ranks, singular and plural, by the rank's letter."""
    return {letter: (singular, many) for letter, (singular, many) in _doc().data["words"]["ranks"].items()}


@functools.lru_cache(maxsize=16)
def words(name: str) -> HandWords:
    """Return the words in which the hands of an order are named.

    Args:
        name: Name of the order of hands.
    """
    data, every = _spelled_out(name), _doc().data["words"]
    words = dict(every[data["words"]])
    special = {**words.pop("special", {}), **data.get("special", {})}
    ranks = {RANKS.index(letter) + 2: pair for letter, pair in rank_words().items()}
    ranks[1] = ranks[14]
    none = words.pop("none")
    return HandWords(
        {at: pair[0] for at, pair in ranks.items()}, {at: pair[1] for at, pair in ranks.items()}, words, special, none
    )


def kind_named(kind: str) -> str:
    """Return the name of a category of hands for use in a list, such as `two pair`.

    >>> kind_named("two_pairs"), kind_named("no_pair")
    ('two pair', 'no pair')
    """
    names: list[str] = _doc().data["heard"]["kinds"].get(kind, [kind.replace("_", " ")])
    return names[0]


@attrs.frozen
class HeardHand:
    """Words by which dealers name hands and ranks, for understanding what was said.

    Attributes:
        ranks: Rank, 2 to 14, by word.
        several: Words that are the plural of a rank, such as `aces`.
        counts: Category by the word for a number of equal cards, such as `three` in "three aces".
        phrases: Phrases, as words in order, with their meaning, the longest first: a category, a category with its top rank,
            `low`, `no_low`, `high`, or nothing for a phrase to ignore.
    """

    ranks: Mapping[str, int]
    several: frozenset[str]
    counts: Mapping[str, str]
    phrases: tuple[tuple[tuple[str, ...], str], ...]


@functools.lru_cache(maxsize=1)
def heard() -> HeardHand:
    """Return dealers' words for hands, from `procedures/ranking.yaml`."""
    data, every = _doc().data["heard"], _doc().data["words"]["ranks"]
    ranks = {word: RANKS.index(letter) + 2 for letter, pair in every.items() for word in pair}
    ranks |= {word: RANKS.index(letter) + 2 for letter, more in data["ranks"].items() for word in more}
    phrases = [(tuple(phrase.split()), kind) for kind, those in data["kinds"].items() for phrase in those]
    phrases += [(tuple(phrase.split()), name) for name in ("low", "no_low", "high") for phrase in data[name]]
    phrases += [(tuple(phrase.split()), "") for phrase in data["passed_over"]]
    return HeardHand(
        ranks,
        frozenset([*(pair[1] for pair in every.values()), *data["several"]]),
        dict(data["counts"]),
        tuple(sorted(phrases, key=lambda phrase: -len(phrase[0]))),
    )


@functools.lru_cache(maxsize=1)
def spoken() -> frozenset[str]:
    """Return every word that dealers say for hands.

    >>> {"aces", "full", "wheel"} <= spoken(), "maria" in spoken()
    (True, False)
    """
    known = heard()
    return frozenset([*known.ranks, *known.several, *known.counts, *(word for phrase, _ in known.phrases for word in phrase)])


@attrs.frozen
class FormPart:
    """The high half or the low half of a showdown.

    Attributes:
        name: Name of its order of hands.
        ranker: Compares hands by that order, under the options in force.
        words: The words in which hands of that order are named.
    """

    name: str
    ranker: Ranker
    words: HandWords


@attrs.frozen
class Form:
    """A game's rules for the showdown, under the options in force.

    Attributes:
        id: Id of the game.
        title: Its title.
        deals: Numbers of own cards that a player may have.
        board: Numbers of shared cards that there may be.
        total: Largest number of own and shared cards together; 0 if that follows from the others.
        from_hand: Number of own cards that must play; None for any number.
        lengths_differ: Whether players may have different numbers of cards.
        high: Order of the high hand; None for none.
        low: Order of the low hand; None for none.
        options: Value of every option.
        boards: Number of boards, each of which decides its part of the pot.
        odd_chips: Sentences on who gets the odd chip: by the value of the option `odd_chips`, then by that of `halves`.
    """

    id: str
    title: str
    deals: tuple[int, ...]
    board: tuple[int, ...]
    total: int
    from_hand: int | None
    lengths_differ: bool
    high: FormPart | None
    low: FormPart | None
    options: Settings
    boards: int = 1
    odd_chips: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)


def _game(game: str) -> ShowdownEntry:
    known = _doc().data["games"]
    check_name("game with a showdown", game, known, ", ".join(sorted(known)))
    showdown_entry: ShowdownEntry = known[game]
    return showdown_entry


def form(game: str, settings: Mapping[str, object] | None = None, cards: int = 0) -> Form:
    """Return a game's rules for the showdown.

    Args:
        game: Its id.
        settings: Options set by the house.
        cards: Number of a player's cards, for games with an order of hands for each number.

    Raises:
        UnknownName: If there is no such game, option or value.
        ActError: If a wild card is not a card, or a game for low only is given a qualifier.
    """
    data = _game(game)
    asked = dict(settings or {})
    stage = data.get("stages", {}).get(str(cards), {})
    if "wild" in stage:
        asked.setdefault("wild", stage["wild"])
    chosen = read_settings(asked, game)
    high, low = stage.get("high", data.get("high")), data.get("low")
    if low == "scale":
        low = _doc().data["low_scales"][chosen["low_scale"]]
    if low and not high and chosen["qualifier"] != "none":
        msg = f"{data['title']} has no qualifier, because the lowest hand always wins; leave out the qualifier"
        raise ActError(msg)
    return Form(
        id=game,
        title=data["title"],
        deals=tuple(data["deals"]),
        board=tuple(data["board"]),
        total=data.get("total", 0),
        from_hand=data.get("from_hand"),
        lengths_differ=data.get("lengths_differ", False),
        high=FormPart(high, ranking(high, chosen), words(high)) if high else None,
        low=FormPart(low, ranking(low, chosen), words(low)) if low else None,
        options=chosen,
        boards=data.get("boards", 1),
        odd_chips=_doc().data["odd_chips"],
    )
