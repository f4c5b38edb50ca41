"""`dealerkit odds` of games with hands: how often each hand comes, and what a card that is turned may bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs
import click

from dealerkit.arithmetic.chances import CardTurn, beaten_by, hands_by_beaten, turn
from dealerkit.arithmetic.ranking.order import JOKER
from dealerkit.cards import FACES, Face, read_cards
from dealerkit.cli.common import note
from dealerkit.errors import Impossible
from dealerkit.files.screen_text import heading, line, table
from dealerkit.rules.games import Game
from dealerkit.rules.rankings import Form, form
from dealerkit.rules.rankings import options as ranking_options
from dealerkit.showdown.frequency import Frequencies, form_of, hand_frequencies, pack

_RANKS = ("wild", "joker", "five_of_a_kind", "double_ace_flush", "natural_only", "four_flush_hand", "low_scale", "qualifier")
"""The options that change how often a hand comes; the others decide who is paid."""

Answer = tuple[dict[str, object], Iterable[str]]
"""A JSON document, and the same as lines of text."""


def percent(share: Fraction) -> str:
    """Return a share as a percentage with four decimals, rounded from the exact fraction.

    >>> percent(Fraction(1, 8)), percent(Fraction(-1, 3))
    ('12.5000%', '-33.3333%')
    """
    units = round(abs(share) * 10**6)
    return f"{'-' if share < 0 and units else ''}{units // 10**4}.{units % 10**4:04}%"


def share(part: int | Fraction, total: int = 1) -> dict[str, object]:
    """Return a share as data: as an exact fraction and as a decimal."""
    exact = Fraction(part, total)
    return {"fraction": str(exact), "decimal": float(exact)}


def grouped(number: int) -> str:
    """Return a number in groups of three: `2 598 960`."""
    return f"{number:,}".replace(",", " ")


_NAMES = {face.index: face.name for face in FACES.values()}


def _name(card: int) -> str:
    return _NAMES[card]


def _known(text: str | Sequence[str], option: str) -> list[int]:
    """Read cards that must all be known and be there once.

    Raises:
        ActError: If a word is no card.
        UsageError: If a card is unseen, or named twice.
    """
    found: list[int] = []
    for face in read_cards(text if isinstance(text, str) else " ".join(text)):
        if face is None:
            msg = f"{option}: ?? is no card that anybody has seen"
            raise click.UsageError(msg)
        if face.index in found:
            msg = f"{option}: {face} is there twice"
            raise click.UsageError(msg)
        found.append(face.index)
    return found


def _unseen(pack: Iterable[int], **seen: Sequence[int]) -> list[int]:
    """Return the cards of a pack that are not seen.

    Raises:
        Impossible: If a card is not in the pack, or lies in two places.
    """
    left = dict.fromkeys(pack)
    whole = set(left)
    for place, cards in seen.items():
        for card in cards:
            if card not in left:
                what = "cannot be in two places" if card in whole else "is not in the pack of this game"
                msg = f"{_name(card)} {what} (--{place})"
                raise Impossible(msg)
            del left[card]
    return list(left)


# -- Hands of a showdown ------------------------------------------------------------------------------------------------


def hands(game: Game, settings: Mapping[str, str], held: str, out: Sequence[str], cards: int | None) -> Answer:
    """Count how often each hand comes.

    Args:
        game: The game.
        settings: Options of the order of hands, as typed; those that the rule set fixes hold otherwise.
        held: Cards of the hand that are known.
        out: Cards that are gone.
        cards: How many cards the whole hand has; the game's own if None.

    Raises:
        Impossible: If hands of this game cannot be counted, or the cards cannot lie so.
    """
    shown = form_of(game, settings, cards or 0)
    mine, gone = _known(held, "--hand"), _known(out, "--out")
    unseen = _unseen(pack(shown), hand=mine, out=gone)
    counted = hand_frequencies(shown, unseen, mine, cards or 0)
    document = {
        "game": shown.id,
        "options": dict(shown.options),
        "cards": counted.cards,
        "hand": [_name(card) for card in mine],
        "unseen": counted.unseen,
        "total": counted.total,
        "hands": {
            name: [{**attrs.asdict(row), **share(row.count, counted.total)} for row in rows]
            for name, rows in counted.parts.items()
        },
    }
    return document, _hands(document, shown, counted)


def _hands(document: Mapping[str, Any], shown: Form, counted: Frequencies) -> Iterator[str]:
    yield heading(f"{shown.title}: hands of {document['cards']} cards, exact")
    usual = {name: str(option["default"]).lower() for name, option in ranking_options().items()}
    chosen = [
        f"{name} {str(value).lower()}"
        for name, value in shown.options.items()
        if name in _RANKS and str(value).lower() != usual[name]
    ]
    if chosen:
        yield line("with " + ", ".join(chosen))
    if document["hand"]:
        yield line(f"the hand has {' '.join(document['hand'])} so far")
    yield line(f"{grouped(counted.total)} ways to draw the cards from {document['unseen']}")
    for name, rows in counted.parts.items():
        yield ""
        if len(counted.parts) > 1:
            yield line(f"The {name} hand")
        so_far, told = 0, []
        for row in rows:
            so_far += row.count
            chances = (percent(Fraction(ways, counted.total)) for ways in (row.count, so_far))
            told.append((row.hand, next(chances), grouped(row.count), next(chances)))
        yield table(told, header=("hand", "chance", "ways", "this or better"))


# -- A card that is turned against a hand --------------------------------------------------------------------------------


def turned_card(game: Game, held: str, out: Sequence[str]) -> Answer:
    """Count how often a bet that the hand holds a higher card of the suit that is turned wins (RD-08).

    Args:
        game: The game with its options in force.
        held: The cards of the hand, as `AhKd`; empty for any hand.
        out: Cards that have been seen elsewhere.

    Raises:
        Impossible: If the cards cannot lie so.
    """
    size = int(game.options["hand_size"])
    if not held:
        if out:
            msg = "--out says what else has been seen beside a hand: add --hand CARDS"
            raise click.UsageError(msg)
        return _any_hand(game, size)
    mine, gone = _known(held, "--hand"), _known(out, "--out")
    if len(mine) != size:
        msg = f"--hand: a hand has {size} cards here, not {len(mine)}"
        raise click.UsageError(msg)
    unseen = _unseen(range(JOKER), hand=mine, out=gone)
    if not unseen:
        msg = "no card is left that could be turned"
        raise Impossible(msg)
    beaten = beaten_by(mine, unseen)
    wins = Fraction(len(beaten), len(unseen))
    document = {
        "game": game.id,
        "hand": [_name(card) for card in mine],
        "unseen": len(unseen),
        "beaten": len(beaten),
        "win": share(wins),
        "lose": share(1 - wins),
        "gain": share(2 * wins - 1),
    }
    return document, _turned(game, document, mine, beaten, unseen)


def _turned(
    game: Game, document: Mapping[str, Any], mine: Sequence[int], beaten: Sequence[int], unseen: Sequence[int]
) -> Iterator[str]:
    wins = Fraction(len(beaten), len(unseen))
    yield heading(f"{game.title}: a bet with {' '.join(document['hand'])}, exact")
    yield line(f"{len(beaten)} of the {len(unseen)} cards that nobody has seen are beaten")
    yield ""
    rows = []
    for suit in (3, 2, 1, 0):
        best = max((card for card in mine if card % 4 == suit), default=None)
        of_suit = [card for card in unseen if card % 4 == suit]
        rows.append((("clubs", "diamonds", "hearts", "spades")[suit], _name(best) if best is not None else "-",
                     f"{sum(card in beaten for card in of_suit)} of {len(of_suit)}"))  # fmt: skip
    yield table(rows, header=("suit", "best card", "beaten"))
    yield ""
    yield line(f"wins {percent(wins)}, loses {percent(1 - wins)}; for each unit bet {percent(2 * wins - 1)} on average")


def _any_hand(game: Game, size: int) -> Answer:
    found = hands_by_beaten(size)
    total, unseen = sum(found.values()), JOKER - size
    average = Fraction(sum(wins * ways for wins, ways in found.items()), total * unseen)
    bands = {
        "a favourite": sum(ways for wins, ways in found.items() if 2 * wins > unseen),
        "even": found[unseen // 2] if unseen % 2 == 0 else 0,
        "an underdog": sum(ways for wins, ways in found.items() if 2 * wins < unseen),
    }
    document = {
        "game": game.id,
        "cards": size,
        "unseen": unseen,
        "total": total,
        "win": share(average),
        "gain": share(2 * average - 1),
        "hands": [{"beaten": wins, "count": found[wins], **share(found[wins], total)} for wins in sorted(found)],
    }

    def lines() -> Iterator[str]:
        yield heading(f"{game.title}: a bet with any {size} cards, exact")
        yield line(f"{grouped(total)} hands, against {unseen} cards that nobody has seen")
        yield ""
        rows = [(name, percent(Fraction(ways, total)), grouped(ways)) for name, ways in bands.items()]
        yield table(rows, header=("the hand is", "chance", "hands"))
        yield ""
        yield line(f"a bet made blind wins {percent(average)}; for each unit bet {percent(2 * average - 1)} on average")
        yield line("--hand CARDS says what a hand is worth")

    return document, lines()


# -- A hand that is turned up card by card --------------------------------------------------------------------------------


def rolled_hand(game: Game, held: str, out: Sequence[str], kill: str | None, beat: str | None) -> Answer:
    """Count how the next turn ends: the target is beaten, the hand is killed, or all its cards are up (MS-14, MS-17, MS-18).

    Args:
        game: The game with its options in force.
        held: The cards of the hand, as `AhKd`.
        out: Cards that have been seen elsewhere.
        kill: The card in the centre that kills a hand; None if it was not said.
        beat: The cards that have to be beaten; None if they were not said.

    Raises:
        Impossible: If the cards cannot lie so, or the target is beaten already.
    """
    if kill is None or beat is None:
        msg = "say what lies in the centre, as --kill Kh --beat 7d; --beat takes the cards of a hand to beat, too"
        raise click.UsageError(msg)
    deadly, goal = _known(kill, "--kill"), _known(beat, "--beat")
    mine, gone = _known(held, "--hand"), _known(out, "--out")
    if len(deadly) != 1 or not goal:
        msg = "--kill is one card, and --beat one or more"
        raise click.UsageError(msg)
    fixed = {name: str(value) for name, value in game.options.items() if name in ranking_options()}
    shown = form(game.id, fixed)
    size = max(shown.deals)
    if len(goal) > size or len(mine) >= size:
        msg = f"a hand has {size} cards: --beat takes up to {size}, and --hand up to {size - 1} that are face up"
        raise click.UsageError(msg)
    unseen = _unseen(range(JOKER), kill=deadly, beat=goal, hand=mine, out=gone)
    part = shown.high
    assert part is not None
    if any(card // 4 == deadly[0] // 4 for card in mine):
        msg = f"the hand shows the kill rank, {_name(deadly[0])[0]}: it is dead already (MS-08)"
        raise Impossible(msg)
    killers = frozenset(card for card in unseen if card // 4 == deadly[0] // 4)
    longer = shown.options["kicker_vs_missing"] == "longer_wins"
    try:
        came = turn(part.ranker, unseen, killers, goal, mine, size - len(mine), longer_wins=longer)
    except ValueError as error:
        raise Impossible(str(error)) from None
    document = {
        "game": game.id,
        "kill": _name(deadly[0]),
        "target": [_name(card) for card in goal],
        "hand": [_name(card) for card in mine],
        "unseen": len(unseen),
        "kill_cards": len(killers),
        "beat": share(sum(came.beat, Fraction())),
        "killed": share(sum(came.killed, Fraction())),
        "ran_out": share(came.ran_out),
        "cards": [
            {"card": len(mine) + at, "beat": share(beaten), "killed": share(killed)}
            for at, (beaten, killed) in enumerate(zip(came.beat, came.killed, strict=True), 1)
        ],
    }
    return document, _rolled(game, document, came)


def _rolled(game: Game, document: Mapping[str, Any], came: CardTurn) -> Iterator[str]:
    yield heading(f"{game.title}: a turn against {' '.join(document['target'])}, kill card {document['kill']}, exact")
    if document["hand"]:
        yield line(f"the hand shows {' '.join(document['hand'])} so far")
    yield line(f"{document['unseen']} cards that nobody has seen, {document['kill_cards']} of them of the kill rank")
    yield ""
    beat, killed = sum(came.beat, Fraction()), sum(came.killed, Fraction())
    ends = (("beats the target", beat), ("is killed", killed), ("runs out of cards", came.ran_out))
    yield table([(name, percent(chance)) for name, chance in ends], header=("the hand", "chance"))
    yield ""
    rows = [
        (one["card"], percent(beaten), percent(dead))
        for one, beaten, dead in zip(document["cards"], came.beat, came.killed, strict=True)
    ]
    yield table(rows, header=("at card", "beaten", "killed"))


def note_unseen(named: Sequence[Face | None]) -> list[Face]:
    """Leave out cards that nobody has seen, and say so."""
    gone = [face for face in named if face is not None]
    if len(gone) < len(named):
        note("note: a card that nobody has seen changes no chance; ?? is left in the shoe")
    return gone
