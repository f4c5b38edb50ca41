"""Checks before a showdown: cards that appear twice, hands of the wrong size, pots that nobody contests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealerkit.cards import JOKER, Face
from dealerkit.errors import ActError, Impossible, check_name
from dealerkit.rules.rankings import Form
from dealerkit.showdown.pots import Pot

DECLARED = ("high", "low", "both")


def readable(whose: str, cards: Sequence[Face | None]) -> tuple[Face, ...]:
    """Return the cards, provided that all of them are seen.

    Args:
        whose: Owner of the cards, for the message.
        cards: The cards; None for an unseen one.

    Raises:
        ActError: If a card is unseen (SD-01).
    """
    if None in cards:
        msg = f"{whose}: a card is unseen (??); only tabled cards can win (SD-01)"
        raise ActError(msg)
    return tuple(card for card in cards if card is not None)


def check_counts(form_: Form, held: Mapping[str, Sequence[Face]], board: Sequence[Face]) -> None:
    """Refuse hands and boards that the game cannot have dealt.

    Args:
        form_: The game's rules for the showdown.
        held: Each player's cards.
        board: The shared cards.

    Raises:
        ActError: If there is no hand, or the game deals another number of cards to hands or board.
    """
    if not held:
        msg = "there is no hand to show down"
        raise ActError(msg)
    if len(board) not in form_.board:
        msg = f"the board has {_cards(len(board))}; in {form_.title} it has {_either(form_.board)}"
        raise ActError(msg)
    lengths = set(map(len, held.values()))
    for name, cards in held.items():
        right = len(cards) in form_.deals and form_.total in {0, len(cards) + len(board)}
        if not right:
            wanted = [form_.total - len(board)] if form_.total else form_.deals
            msg = f"{name} has {_cards(len(cards))}; in {form_.title} a hand has {_either(wanted)}"
            raise ActError(msg)
    if len(lengths) > 1 and not form_.lengths_differ:
        msg = f"the hands have {_either(sorted(lengths))} cards; in {form_.title} all hands have the same number"
        raise ActError(msg)


def check_boards(form_: Form, held: Mapping[str, Sequence[Face]], boards: Sequence[Sequence[Face]]) -> None:
    """Refuse too few or too many boards, and boards that share a card.

    Args:
        form_: The game's rules for the showdown.
        held: Each player's cards.
        boards: The boards, in the order in which they were dealt.

    Raises:
        ActError: If the game has another number of boards, or two of them share a card.
    """
    if form_.boards > 1 and len(boards) != form_.boards:
        msg = f"{form_.title} has {form_.boards} boards, not {len(boards)}"
        raise ActError(msg)
    if len(boards) > 1 and not any(form_.board):
        msg = f"{form_.title} has no board"
        raise ActError(msg)
    check_pack(form_, held, [card for board in boards for card in board])


def _cards(count: int) -> str:
    return f"{count or 'no'} card{'' if count == 1 else 's'}"


def _either(counts: Sequence[int]) -> str:
    return " or ".join(str(count or "none") for count in counts) if len(counts) < 4 else f"{counts[0]} to {counts[-1]}"


def check_pack(form_: Form, held: Mapping[str, Sequence[Face]], board: Sequence[Face]) -> None:
    """Refuse a card that appears twice or is not in the pack. WC-13

    Args:
        form_: The game's rules for the showdown.
        held: Each player's cards.
        board: The shared cards.

    Raises:
        ActError: If a card appears twice, or is not in the game's pack.
    """
    part = form_.high or form_.low
    assert part is not None
    pack = part.ranker.order.ranks
    where: dict[Face, str] = {}
    for whose, cards in (("the board", board), *held.items()):
        for card in cards:
            if card.name == JOKER:
                if form_.options["joker"] == "none" and not form_.options["natural_only"]:
                    msg = f"{whose}: the joker is scrap in {form_.title} (WC-13); to play with it, set joker=wild or joker=bug"
                    raise ActError(msg)
                continue
            if card.index // 4 + 2 not in pack:
                msg = f"{whose}: {card} is not in the pack of {form_.title}"
                raise ActError(msg)
            if card in where:
                both = f"twice in {whose}" if where[card] == whose else f"in {where[card]} and in {whose}"
                msg = f"{card} is {both}"
                raise ActError(msg)
            where[card] = whose


def check_pot(pot: Pot, names: Sequence[str]) -> None:
    """Refuse a pot below zero, or one that no player at the showdown contests.

    Args:
        pot: The pot.
        names: The players at the showdown.

    Raises:
        Impossible: If its amount is below zero, or nobody contests it.
        UnknownName: If it names a player that is not at the showdown.
    """
    for name in pot.names:
        check_name("hand", name, names)
    if pot.amount < 0:
        msg = f"a pot of {pot.amount} is impossible: a pot can't be below zero"
        raise Impossible(msg)
    if not pot.names:
        msg = "a pot has no players"
        raise Impossible(msg)


def check_declared(form_: Form, names: Sequence[str], declared: Mapping[str, str]) -> Mapping[str, str]:
    """Return each player's declaration, checked; empty if the game has none.

    Args:
        form_: The game's rules for the showdown.
        names: The players.
        declared: Each player's declaration: `high`, `low` or `both`.

    Raises:
        ActError: If a hand is not declared, or the game has no declarations.
        UnknownName: If a player or a declaration is unknown.
    """
    if form_.options["high_low"] != "declare" or not (form_.high and form_.low):
        if declared:
            msg = f"players don't declare in {form_.title} under these options; for declarations, set high_low=declare"
            raise ActError(msg)
        return {}
    for name, word in declared.items():
        check_name("hand", name, names)
        check_name("declaration", word, DECLARED)
    silent = [name for name in names if name not in declared]
    if silent:
        msg = f"{' and '.join(silent)} did not declare; declare each hand high, low or both"
        raise ActError(msg)
    return declared
