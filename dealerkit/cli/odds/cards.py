"""`dealerkit odds` for games with hands: the frequency of each hand, and the chances of the next card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dealerkit.arithmetic.chances import beaten_by, hands_by_beaten, turn
from dealerkit.arithmetic.ranking.order import JOKER
from dealerkit.cards import Face, read_cards
from dealerkit.cli.common import misused, note
from dealerkit.errors import Impossible
from dealerkit.rules.games import Game
from dealerkit.rules.rankings import form
from dealerkit.rules.rankings import options as ranking_options
from dealerkit.showdown.frequency import form_of, hand_frequencies, pack
from dealerkit.showdown.reports.odds import AnyHandOdds, HandOdds, RolledHandOdds, TurnedCardOdds, card_name


def _known(text: str | Sequence[str], option: str) -> list[int]:
    """Read cards, each of them known and named once.

    Args:
        text: The cards, as typed.
        option: The option, for messages.

    Raises:
        ActError: If a word is not a card.
        UsageError: If a card is unknown, or named twice.
    """
    cards_: list[int] = []
    for face in read_cards(text if isinstance(text, str) else " ".join(text)):
        if face is None:
            misused(f"{option}: ?? means an unseen card; name the card")
        if face.index in cards_:
            misused(f"{option}: {face} appears twice")
        cards_.append(face.index)
    return cards_


def _unseen(pack: Iterable[int], **seen: Sequence[int]) -> list[int]:
    """Return the cards of a pack that have not been seen.

    Args:
        pack: The cards of the pack.
        seen: The cards seen, by place.

    Raises:
        Impossible: If a card is not in the pack, or is in two places.
    """
    left = dict.fromkeys(pack)
    whole = set(left)
    for place, cards in seen.items():
        for card in cards:
            if card not in left:
                what = "cannot be in two places" if card in whole else "is not in the pack of this game"
                msg = f"{card_name(card)} {what} (--{place})"
                raise Impossible(msg)
            del left[card]
    return list(left)


# -- Hands of a showdown ------------------------------------------------------------------------------------------------


def hands(game: Game, settings: Mapping[str, str], held: str, out: Sequence[str], cards: int | None) -> HandOdds:
    """Return the frequency of each hand.

    Args:
        game: The game.
        settings: Options of the order of hands, as typed; by default as the rule set fixes them.
        held: The known cards of the hand, as `AhKd`.
        out: Cards that have been seen elsewhere.
        cards: The number of cards in a whole hand; None for the game's own.

    Raises:
        Impossible: If hands of this game cannot be counted, or the cards are impossible.
    """
    shown = form_of(game, settings, cards or 0)
    mine, gone = _known(held, "--hand"), _known(out, "--out")
    unseen = _unseen(pack(shown), hand=mine, out=gone)
    counted = hand_frequencies(shown, unseen, mine, cards or 0)
    return HandOdds(shown, mine, counted)


# -- A card that is turned against a hand --------------------------------------------------------------------------------


def turned_card(game: Game, held: str, out: Sequence[str]) -> TurnedCardOdds | AnyHandOdds:
    """Count the wins of a bet that the hand has a higher card of the suit turned up (RD-08).

    Args:
        game: The game with its options in force.
        held: The cards of the hand, as `AhKd`; empty for any hand.
        out: Cards that have been seen elsewhere.

    Raises:
        Impossible: If the cards are impossible.
    """
    size = int(game.options["hand_size"])
    if not held:
        if out:
            misused("--out names cards seen outside your hand: add --hand CARDS")
        return AnyHandOdds(game, size, hands_by_beaten(size))
    mine, gone = _known(held, "--hand"), _known(out, "--out")
    if len(mine) != size:
        misused(f"--hand: a hand has {size} cards here, not {len(mine)}")
    unseen = _unseen(range(JOKER), hand=mine, out=gone)
    if not unseen:
        msg = "no card is left to turn"
        raise Impossible(msg)
    beaten = beaten_by(mine, unseen)
    return TurnedCardOdds(game, mine, beaten, unseen)


# -- A hand that is turned up card by card --------------------------------------------------------------------------------


def rolled_hand(game: Game, held: str, out: Sequence[str], kill: str | None, beat: str | None) -> RolledHandOdds:
    """Count the possible ends of the next turn: the target is beaten, the hand is killed, or all its cards are up (MS-14,
    MS-17, MS-18).

    Args:
        game: The game with its options in force.
        held: The cards of the hand, as `AhKd`.
        out: Cards that have been seen elsewhere.
        kill: The card in the centre that kills a hand; None if not given.
        beat: The cards to beat; None if not given.

    Raises:
        Impossible: If the cards are impossible, or the target is beaten already.
    """
    if kill is None or beat is None:
        misused("name the cards in the centre, such as --kill Kh --beat 7d; --beat also takes the cards of a hand to beat")
    deadly, goal = _known(kill, "--kill"), _known(beat, "--beat")
    mine, gone = _known(held, "--hand"), _known(out, "--out")
    if len(deadly) != 1 or not goal:
        misused("--kill is one card, and --beat one or more")
    fixed = {name: str(value) for name, value in game.options.items() if name in ranking_options()}
    shown = form(game.id, fixed)
    size = max(shown.deals)
    if len(goal) > size or len(mine) >= size:
        misused(f"a hand has {size} cards: --beat takes up to {size}, and --hand up to {size - 1} that are face up")
    unseen = _unseen(range(JOKER), kill=deadly, beat=goal, hand=mine, out=gone)
    part = shown.high
    assert part is not None
    if any(card // 4 == deadly[0] // 4 for card in mine):
        msg = f"the hand shows the kill rank, {card_name(deadly[0])[0]}: it is dead already (MS-08)"
        raise Impossible(msg)
    killers = frozenset(card for card in unseen if card // 4 == deadly[0] // 4)
    longer = shown.options["kicker_vs_missing"] == "longer_wins"
    try:
        came = turn(part.ranker, unseen, killers, goal, mine, size - len(mine), longer_wins=longer)
    except ValueError as error:
        raise Impossible(str(error)) from None
    return RolledHandOdds(game, deadly[0], goal, mine, len(unseen), len(killers), came)


def note_unseen(named: Sequence[Face | None]) -> list[Face]:
    """Return the named cards that are known; if some are not (`??`), print a note that they change no odds.

    Args:
        named: The cards as typed; None for an unknown one.
    """
    gone = [face for face in named if face is not None]
    if len(gone) < len(named):
        note("note: an unseen card does not change the odds; ?? counts as still in the shoe")
    return gone
