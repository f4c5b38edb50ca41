"""Melds: the points of cards, the melds of each side, and whether the pile is frozen.

The game's tables give the numbers: `values` (points of a card), `melds` (`{size: 3, naturals: 2, wilds: 3, full: 7, needed: 1}`),
`wild` (ranks of wild cards), `bonus` (cards that are laid down and replaced), `last` (cards melded only by the player who goes
out) and `first_melds` (the points a side's first melds of a hand need, by the score below which they hold).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.cards import Face
from dealerkit.facts.faults import plain_faults
from dealerkit.facts.partners import first_seat, members, side_of
from dealerkit.facts.place_notes import place_note
from dealerkit.facts.situation import GameData, Situation, fact
from dealerkit.facts.tables import just_done
from dealerkit.rules.entries import Text


@attrs.frozen(eq=False)
class MeldRules:
    """A game's rules of melds.

    Attributes:
        values: Points of each rank, by its letter.
        wild: Letters of the wild ranks.
        bonus: Faces that are laid down and replaced: red threes.
        last: Faces that are melded only by the player who goes out: black threes.
        size: Fewest cards of a meld.
        naturals: Fewest natural cards of a meld.
        most_wild: Most wild cards of a meld.
        full: Number of cards in a full meld (CN-44).
        minima: Pairs of a score and the points that the first melds need below this score; the last pair, with None, holds for
            any higher score.
        piles: Name of the pile of each rank, by its letter.
        needed: Number of full melds a side needs to go out.
    """

    values: Mapping[str, int]
    wild: frozenset[str]
    bonus: frozenset[Face]
    last: frozenset[Face]
    size: int
    naturals: int
    most_wild: int
    full: int
    minima: tuple[tuple[int | None, int], ...]
    piles: Mapping[str, str]
    needed: int

    def is_wild(self, face: Face) -> bool:
        """Return whether a card is wild."""
        return face.letter in self.wild

    def worth(self, face: Face) -> int:
        """Return a card's points."""
        return self.values.get(face.letter, 0)

    def minimum(self, score: int) -> int:
        """Return the points that a side's first melds of a hand need (CN-35).

        Args:
            score: The side's score before the hand.
        """
        return next(least for below, least in self.minima if below is None or score < below)


def _read(game: GameData) -> MeldRules:
    tables, shape = game.tables, game.tables["melds"]
    return MeldRules(
        values={str(letter): int(value) for letter, value in tables["values"].items()},
        wild=frozenset(str(tables["wild"]).split()),
        bonus=frozenset(map(Face.read, str(tables["bonus"]).split())),
        last=frozenset(map(Face.read, str(tables["last"]).split())),
        size=int(shape["size"]),
        naturals=int(shape["naturals"]),
        most_wild=int(shape["wilds"]),
        full=int(shape["full"]),
        minima=tuple(
            (None if spec.get("below") is None else int(spec["below"]), int(spec["least"]))
            for spec in tables["first_melds"].values()
        ),
        piles={str(letter): str(pile) for letter, pile in game.data["felt"]["melds"].items()},
        needed=int(shape["needed"]),
    )


def meld_rules(now: Situation) -> MeldRules:
    """Return the rules of melds of the game in force."""
    return now.game.once("meld rules", _read)


def pile_name(now: Situation, seat: int, pile: str) -> str:
    """Return the place of a pile of a seat's side.

    Args:
        now: The situation.
        seat: The seat.
        pile: Name of the pile, as `K` or `threes`.
    """
    return f"s{first_seat(now, side_of(now, seat))}.{pile}"


def faces_in(now: Situation, place: str) -> list[Face | None]:
    """Return the faces in a place, in order; None for an unknown card."""
    faces = now.felt.faces
    return [faces[card] for card in now.felt.place(place) if card >= 0]


def melded(now: Situation, seat: int) -> dict[str, list[Face | None]]:
    """Return the melds of a seat's side by the letter of their rank, without empty ones; None for an unknown card."""
    places, faces = now.felt.places, now.felt.faces
    return {letter: [faces[card] for card in cards] for letter, name in meld_piles(now, seat) if (cards := places[name])}


def meld_piles(now: Situation, seat: int) -> tuple[tuple[str, str], ...]:
    """Return the places of the melds of a seat's side, each with the letter of its rank."""

    def named(game: GameData) -> tuple[tuple[str, str], ...]:
        return tuple((letter, pile_name(now, seat, pile)) for letter, pile in meld_rules(now).piles.items())

    return now.game.once(("meld piles", seat), named)


def wilds_in(rules: MeldRules, cards: Sequence[Face | None]) -> int:
    """Return the number of wild cards among some cards."""
    wild = rules.wild
    return len([face for face in cards if face is not None and face.letter in wild])


def full_melds(now: Situation, seat: int) -> dict[str, bool]:
    """Return the full melds of a seat's side, by the letter of their rank, each with whether it is natural (CN-44)."""
    return full_of(now, meld_rules(now), meld_piles(now, seat))


@place_note
def frozen(now: Situation, place: str, seat: int) -> Iterator[tuple[Text, ...]]:
    """Yield the description of a frozen discard pile (CN-28)."""
    if now.felt.layout.melds and place == now.felt.layout.discards and pile_frozen(now):
        yield ("frozen",)


@place_note
def full_meld(now: Situation, place: str, seat: int) -> Iterator[tuple[Text, ...]]:
    """Yield the description of a full meld: natural or mixed, with the game's name for it (CN-44)."""
    melds = now.felt.layout.melds
    pile = place.partition(".")[2]
    letter = next((letter for letter, name in melds.items() if name == pile), None)
    if letter is not None and (natural := full_melds(now, seat).get(letter)) is not None:
        yield ("natural" if natural else "mixed", now.game.data["felt"].get("full_meld", "meld"))


def full_of(now: Situation, rules: MeldRules, piles: Sequence[tuple[str, str]]) -> dict[str, bool]:
    """Return the full melds among some melds, by the letter of their rank, each with whether it is natural.

    Args:
        now: The situation.
        rules: The game's rules of melds.
        piles: The melds: letter of the rank, and place.
    """
    places, enough = now.felt.places, rules.full
    return {letter: not wilds_in(rules, faces_in(now, name)) for letter, name in piles if len(places[name]) >= enough}


def holds_bonus(now: Situation, seat: int) -> list[Face]:
    """Return the red threes that a seat is known to hold."""
    bonus = meld_rules(now).bonus
    return [face for face in faces_in(now, f"s{seat}") if face in bonus and face is not None]


def side_seats(now: Situation, seat: int) -> list[int]:
    """Return all seats of a seat's side."""
    return members(now, side_of(now, seat))


@fact
def upcard_uncovered(now: Situation) -> bool | None:
    """Return whether the card just dealt to the pile is wild or a red three, so that it has to be covered (CN-09)."""
    if not any(act.verb == "deal" for act in now.since("covering")):
        return False
    pile = faces_in(now, now.felt.layout.discards)
    if not pile or pile[-1] is None:
        return None if pile else False
    rules = meld_rules(now)
    return rules.is_wild(pile[-1]) or pile[-1] in rules.bonus


@fact
def pile_frozen(now: Situation) -> bool:
    """Return whether the pile has a wild card or a red three; it stays frozen until it is taken (CN-10, CN-28, CN-31)."""
    rules = meld_rules(now)
    return any(
        face is not None and (rules.is_wild(face) or face in rules.bonus) for face in faces_in(now, now.felt.layout.discards)
    )


@fact
def target_passed_and_not_level(now: Situation) -> bool:
    """Return whether a side has the points that end the game, and no other side has as many (CN-66, CN-A12)."""
    target = now.game.data["target"]
    scores = sorted(now.felt.marks[target["box"]][1:], reverse=True)
    return scores[0] >= int(target["at"]) * now.felt.layout.scale and scores[0] > scores[1]


@fact
def freeze_misannounced(now: Situation) -> bool:
    """Return whether the dealer announces as frozen a discard pile that is not (CN-10, CN-28)."""
    to = just_done(now).to
    return "frozen" in to and "pile" in to and not pile_frozen(now)


plain_faults(__name__, "wrong_take", "out_against_no", "not_out_after_yes")  # CN-70, CN-68, CN-69
