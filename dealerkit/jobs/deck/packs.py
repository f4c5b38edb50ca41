"""Packs that can be verified: those of `procedures/decks.yaml`, those of games, and variants by decks, jokers and ranks."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence

import attrs

from dealerkit.cards import RANKS, SUITS, Composition, Face
from dealerkit.errors import UnknownName
from dealerkit.felt.numbers import is_whole
from dealerkit.files.screen_text import count_of
from dealerkit.procedure.setup import composition
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Doc
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import read_file
from dealerkit.rules.games import Game
from dealerkit.rules.texts import text

MOST_DECKS = 100


def decks_doc() -> Doc:
    """Return `procedures/decks.yaml`, read once."""
    return read_file(data_dir("procedures") / "decks.yaml")


@attrs.frozen
class Pack:
    """A complete pack, to verify a deck against.

    Attributes:
        name: Its name, or the game's id.
        title: Its title.
        composition: Its decks, ranks and jokers.
        backs: The backs of its decks, each on the same number of decks; empty if backs are not told apart.
        family: The family of games it is for; empty for any.
        rulings: The rule set that its game comes with; empty for none.
    """

    name: str
    title: str
    composition: Composition
    backs: tuple[str, ...] = ()
    family: str = ""
    rulings: str = ""

    def __len__(self) -> int:
        return len(self.composition)

    @property
    def faces(self) -> Counter[Face]:
        """The number of each face in a complete pack. The counter is shared: do not change it."""
        return _count(self.composition)


@functools.lru_cache(maxsize=64)
def _count(composition: Composition) -> Counter[Face]:
    return composition.count()


def pack_names() -> list[str]:
    """Return the names of the packs that need no game."""
    return list(decks_doc().data["packs"])


def pack_named(name: str, backs: Sequence[str] = ()) -> Pack:
    """Return a pack by its name, or by its number of cards if only one pack has that many.

    Raises:
        UnknownName: If there is no such pack, or the backs do not go evenly over its decks.
    """
    packs: Mapping[str, Mapping[str, object]] = decks_doc().data["packs"]
    wanted = name.strip().lower().replace("_", "-")
    compositions = {pack_name: _composition(entry) for pack_name, entry in packs.items()}
    if is_whole(wanted):
        sized = [pack_name for pack_name, composed in compositions.items() if len(composed) == int(wanted)]
        wanted = sized[0] if sized else wanted
    if wanted not in packs:
        known = [*packs, *(str(len(composed)) for composed in compositions.values())]
        raise UnknownName(kind="pack", name=name, known=known, allowed=f"{', '.join(packs)}; or the number of cards")
    return with_backs(Pack(wanted, text(packs[wanted]["title"]), compositions[wanted]), backs)


def _composition(entry: Branch) -> Composition:
    return Composition(int(entry.get("decks", 1)), str(entry.get("ranks", RANKS)), int(entry.get("jokers", 0)))


def pack_of(game: Game, seats: int = 0) -> Pack:
    """Return the pack that a game is played with.

    Args:
        game: The game.
        seats: The number of players; 0 for the most that can play.

    Raises:
        UnknownName: If the game is not for so many players.
    """
    least, most = int(game.data["players"]["min"]), int(game.data["players"]["max"])
    if seats and not least <= seats <= most:
        raise UnknownName(kind=f"number of players for {game.id}", name=str(seats), allowed=f"{least} to {most}")
    composed = composition(game, seats or int(game.data["players"]["max"]))
    return Pack(
        game.id,
        f"the pack of {text(game.data['title'])}",
        composed,
        family=game.family,
        rulings=str(game.data.get("rulings") or ""),
    )


def made_up(pack: Pack, decks: int | None = None, jokers: int | None = None, ranks: str | None = None) -> Pack:
    """Return a copy of a pack with another number of decks or jokers, or other ranks.

    Args:
        pack: The pack to start from.
        decks: The number of decks; None for no change.
        jokers: The number of jokers in each deck; None for no change.
        ranks: The letters of the ranks; None leaves them as they are.

    Raises:
        UnknownName: If there can be no such pack.
    """
    was = pack.composition
    letters = was.ranks if ranks is None else _ranks(ranks)
    if decks is not None and not 1 <= decks <= MOST_DECKS:
        raise UnknownName(kind="number of decks", name=str(decks), allowed=f"1 to {MOST_DECKS}")
    if jokers is not None and not 0 <= jokers <= MOST_DECKS:
        raise UnknownName(kind="number of jokers in a deck", name=str(jokers), allowed=f"0 to {MOST_DECKS}")
    composed = Composition(was.decks if decks is None else decks, letters, was.jokers if jokers is None else jokers)
    title = (
        pack.title
        if composed == attrs.evolve(was, back=composed.back)
        else f"{pack.title}, made up to {count_of(len(composed), 'card')}"
    )
    return attrs.evolve(pack, composition=composed, title=title)


def _ranks(text: str) -> str:
    letters = "".join(text.upper().replace("10", "T").replace(",", " ").split())
    if not letters or set(letters) - set(RANKS) or len(set(letters)) < len(letters):
        raise UnknownName(kind="list of ranks", name=text, allowed="each rank once, such as AKQJT9876")
    return letters


def with_backs(pack: Pack, backs: Sequence[str]) -> Pack:
    """Return a copy of a pack with the given backs.

    Raises:
        UnknownName: If its decks cannot be divided evenly between them.
    """
    named = tuple(dict.fromkeys(back.strip().casefold() for back in backs))
    if named and pack.composition.decks % len(named):
        allowed = f"one for all decks, or a number of backs that divides {pack.composition.decks}"
        raise UnknownName(kind="list of backs for this pack", name=" ".join(named), allowed=allowed)
    return attrs.evolve(pack, backs=named)


def in_order(face: Face) -> tuple[int, int]:
    """Return a sort key for faces in printed lists: suit by suit, the ace first, jokers last."""
    if face.rank is None:
        return (len(SUITS), 0)
    return (SUITS.index(face.name[1]), (face.rank.place + 1) % len(RANKS))
