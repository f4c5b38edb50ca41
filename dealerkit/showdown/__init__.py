"""The showdown: who contests which pot, who wins what, and who gets the odd chip.

Amounts are in the smallest chip in play. Players are names in seat order, the seat left of the button first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from dealerkit.cards import Face
from dealerkit.errors import ActError, check_name
from dealerkit.rules.rankings import Form, form
from dealerkit.showdown.award import Award, award, award_told
from dealerkit.showdown.checks import check_boards, check_counts, check_declared, check_pack, check_pot, readable
from dealerkit.showdown.hands import Hand, MadeHand, made_hand
from dealerkit.showdown.pots import OddChip, Pot, side_pots, split

__all__ = ["Award", "Hand", "MadeHand", "OddChip", "Pot", "Showdown", "showdown", "showdowns", "side_pots", "split", "tied"]


@attrs.frozen
class Showdown:
    """The result of a showdown.

    Attributes:
        form: The game's rules for the showdown.
        board: The shared cards.
        hands: Every hand by its player's name, in the given order.
        awards: The award of each pot, in the given order.
        high_winners: Players with the best high hand of all.
        low_winners: Players with the best low hand of all.
        winners: Players who win any part of a pot; without pots, those with the best high or low hand.
        shares: Each player's sum from all pots.
    """

    form: Form
    board: tuple[Face, ...]
    hands: Mapping[str, Hand]
    awards: tuple[Award, ...]
    high_winners: tuple[str, ...]
    low_winners: tuple[str, ...]
    winners: tuple[str, ...]
    shares: Mapping[str, int]


def showdown(
    game: str,
    cards: Mapping[str, Sequence[Face | None]],
    board: Sequence[Face | None] = (),
    pots: Sequence[Pot] = (),
    button: str | None = None,
    settings: Mapping[str, object] | None = None,
    declared: Mapping[str, str] | None = None,
) -> Showdown:
    """Return the result of a showdown.

    Args:
        game: The game's id.
        cards: Each player's cards, by name, in seat order from the left of the button.
        board: The shared cards.
        pots: The pots; the names in each may have any order.
        button: Player with the button; None for the last player named.
        settings: The house's options; see `dealerkit.rules.rankings.options`.
        declared: Each player's declaration, `high`, `low` or `both`; None in games without declarations.

    Raises:
        UnknownName: If there is no such game, option, value or player.
        ActError: If a card is unseen or appears twice, or a hand has too few or too many cards.
        Impossible: If a pot is below zero, or nobody contests it.
    """
    most = max((len(hand) for hand in cards.values()), default=0)
    form_ = form(game, settings, most)
    names = _in_seat_order(list(cards), button)
    shared = readable("the board", board)
    held = {name: readable(name, cards[name]) for name in cards}
    check_counts(form_, held, shared)
    check_pack(form_, held, shared)
    for pot in pots:
        check_pot(pot, names)
    declarations = check_declared(form_, names, declared or {})
    hands = {
        name: Hand(
            name,
            held[name],
            made_hand(form_.high, form_, held[name], shared) if form_.high else None,
            made_hand(form_.low, form_, held[name], shared) if form_.low else None,
        )
        for name in cards
    }
    contested = [Pot(pot.amount, tuple(name for name in names if name in pot.names)) for pot in pots]
    awards = tuple(award(pot, hands, form_, declarations) for pot in contested)
    whole = award(Pot(0, tuple(names)), hands, form_, declarations)
    shares = dict.fromkeys(cards, 0)
    for done in awards:
        for name, amount in done.shares.items():
            shares[name] += amount
    takers = {name for done in awards for name in (*done.high_winners, *done.low_winners)} or {
        *whole.high_winners,
        *whole.low_winners,
    }
    return Showdown(
        form_,
        shared,
        hands,
        awards,
        whole.high_winners,
        whole.low_winners,
        tuple(name for name in cards if name in takers),
        shares,
    )


def showdowns(
    game: str,
    cards: Mapping[str, Sequence[Face | None]],
    boards: Sequence[Sequence[Face | None]],
    pots: Sequence[Pot] = (),
    button: str | None = None,
    settings: Mapping[str, object] | None = None,
    declared: Mapping[str, str] | None = None,
) -> tuple[Showdown, ...]:
    """Return the result of a showdown on several boards: each board takes its part of every pot, the first board also the chips
    left over.

    Args:
        game: As for `showdown`, like the arguments after it.
        cards: Each player's cards, by name, in seat order from the left of the button.
        boards: The boards, in the order in which they were dealt.
        pots: The pots.
        button: Player with the button; None for the last player named.
        settings: The house's options, by name.
        declared: Each player's declaration: `high`, `low` or `both`; None in games without declarations.

    Raises:
        UnknownName: As `showdown`.
        ActError: As `showdown`; also if the game has another number of boards, or two of them share a card.
        Impossible: As `showdown`.
    """
    form_ = form(game, settings, max((len(hand) for hand in cards.values()), default=0))
    held = {name: readable(name, cards[name]) for name in cards}
    check_boards(form_, held, [readable("the board", board) for board in boards])
    results = []
    for number, board in enumerate(boards):
        parts = [Pot(pot.amount // len(boards) + (number < pot.amount % len(boards)), pot.names) for pot in pots]
        results.append(showdown(game, cards, board, parts, button, settings, declared))
    return tuple(results)


def tied(
    game: str,
    winners: Mapping[str, Sequence[str]],
    pots: Sequence[Pot],
    button: str | None = None,
    settings: Mapping[str, object] | None = None,
) -> tuple[Form, tuple[Award, ...]]:
    """Split pots among players who tie, without their cards. Return the game's rules for the showdown, and the award of each pot.

    Args:
        game: The game's id.
        winners: Players who tie, by half of the pot (`high` or `low`), in seat order from the left of the button. A game with one
            half has only that half, and `high` stands alone if no low qualifies.
        pots: The pots; only players who contest a pot win it.
        button: The tied player with the button; None if none of them has it, or the last one named has.
        settings: As for `showdown`.

    Raises:
        UnknownName: If there is no such game, option, half or player.
        ActError: If no tied player contests a pot, or the odd chip depends on the cards, which are not known.
        Impossible: If a pot is below zero, or nobody contests it.
    """
    form_ = form(game, settings)
    halves = [half for half, part in (("high", form_.high), ("low", form_.low)) if part]
    for half in winners:
        check_name("half of the pot", half, halves)
    order = _in_seat_order(_in_one_row(winners.values()), button)
    awards = []
    for pot in pots:
        check_pot(pot, [*pot.names, *order])
        high, low = (
            tuple(name for name in order if name in winners.get(half, ()) and name in pot.names) for half in ("high", "low")
        )
        if not high and not low:
            msg = f"no winner is named for the pot of {pot.amount}, contested by {', '.join(pot.names)}"
            raise ActError(msg)
        awards.append(award_told(pot, high, low, form_))
    return form_, tuple(awards)


def _in_one_row(rows: Iterable[Sequence[str]]) -> list[str]:
    """Merge rows of names, each in seat order, into one row that keeps all their orders.

    >>> _in_one_row([["Di"], ["Ann", "Di"]])
    ['Ann', 'Di']
    """
    merged: list[str] = []
    for row in rows:
        at = 0
        for name in row:
            if name in merged:
                at = merged.index(name) + 1
            else:
                merged.insert(at, name)
                at += 1
    return merged


def _in_seat_order(names: list[str], button: str | None) -> list[str]:
    if button is None:
        return names
    check_name("hand", button, names)
    at = names.index(button) + 1
    return names[at:] + names[:at]
