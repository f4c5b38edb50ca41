"""The pack of a game in words: number of cards, range of ranks, number of jokers."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.cards import RANKS, Composition
from dealerkit.procedure.setup import composition, pack_ranks
from dealerkit.rules.games import Game
from dealerkit.sheets.voice import Said, Voice


def pack_words(game: Game, voice: Voice) -> Said:
    """Return the description of a game's pack in words; if the pack depends on the number of players, for each number.

    Args:
        game: The game with its options in force.
        voice: The sheet's language and texts.
    """
    ranks = pack_ranks(game)
    if isinstance(ranks, str):
        return _in_words(composition(game, int(game.data["players"]["min"])), voice)
    lines = ((seats, composition(game, int(str(seats)))) for seats in ranks)
    return voice.join((voice.word("pack_for", seats=seats, pack=_in_words(cards, voice)) for seats, cards in lines), "; ")


def _in_words(composition: Composition, voice: Voice) -> Said:
    return voice.join(_parts(composition, voice))


def _parts(composition: Composition, voice: Voice) -> Iterator[Said]:
    each = "_each" if composition.decks > 1 else ""
    yield voice.word(f"pack_cards{each}", cards=4 * len(composition.ranks))
    if set(composition.ranks) != set(RANKS):
        low, high = min(composition.ranks, key=RANKS.index), max(composition.ranks, key=RANKS.index)
        yield voice.word("pack_ranks", low=voice.value(low), high=voice.value(high))
    many = {0: "none", 1: f"one{each}"}.get(composition.jokers, f"many{each}")
    yield voice.word(f"pack_jokers_{many}", jokers=composition.jokers)
