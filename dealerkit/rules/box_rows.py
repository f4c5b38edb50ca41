"""Places and rows of a game against the house: one entry in the game's file yields one for every hand that a box may have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dealerkit.rules.doc import Doc, branch
from dealerkit.rules.texts import languages, text

if TYPE_CHECKING:
    from dealerkit.errors import Problem
    from dealerkit.rules.entries import Branch


def is_against_the_house(data: Mapping[str, object]) -> bool:
    """Return whether a game's file describes a game that boxes play against the house."""
    return isinstance(data.get("boxes"), Mapping)


PARTS_OF_BOXES = ("reading", "wagers", "words", "draws", "pays", "bonus")
"""Keys of a game's file that only make sense with `boxes`."""


def without_boxes(doc: Doc) -> Iterator[Problem]:
    """Yield problems of a game's file that has parts of boxes but no `boxes`."""
    for part in PARTS_OF_BOXES if not is_against_the_house(doc.data) else ():
        if part in doc.data:
            stands = (
                f"put '{part}' under 'tables' in this game"
                if part in branch(doc.data, "tables")
                else f"remove '{part}', or add the key 'boxes'"
            )
            yield doc.problem((part,), f"the key '{part}' can only be used in a game with 'boxes'", stands, of_key=True)


def with_boxes(data: Branch) -> Branch:
    """Return a game's data with a row of chips and a place of cards for every hand that a box may have.

    Args:
        data: The game's data, with the values of its options put in.
    """
    if not is_against_the_house(data):
        return data
    hands = children(data)
    spots: dict[str, object] = dict(branch(branch(data, "felt"), "spots"))
    wagers = branch(data, "wagers")
    for name in wagers:
        wager = branch(wagers, name)
        by_betting = "by" not in wager
        kept = {key: wager[key] for key in ("title", "side", "minimum", "maximum", "step", "rule") if key in wager}
        spots[name] = {**kept, "offered": bool(wager.get("offered", True)) and by_betting, "opened": not by_betting}
        for child, title in hands.items() if not wager.get("box") and not wager.get("side") else ():
            spots[f"{name}-{child}"] = {"title": _of(wager.get("title") or name, title), "offered": False, "opened": True}
    piles = {child: {"kind": "hand", "face": "up", "cleared": True, "title": title} for child, title in hands.items()}
    felt = {**branch(data, "felt"), "spots": spots, **({"piles": piles} if piles else {})}
    if branch(data, "boxes").get("board"):
        felt["places"] = {"board": {"kind": "board", "face": "down", "cleared": True}, **branch(felt, "places")}
    return {**data, "felt": felt}


def children(data: Mapping[str, object]) -> dict[str, object]:
    """Return the titles of the hands that a box may have besides its first, by the hand's name."""
    boxes = branch(data, "boxes")
    most = int(str(boxes.get("most", 1)))
    return dict(list(branch(boxes, "hands").items())[: most - 1])


def _of(wager: object, hand: object) -> dict[str, str]:
    """Return the title of a further hand's wager, in every language that both wager and hand have."""
    return {lang: f"{text(wager, lang)}, {text(hand, lang)}" for lang in {"en": None, **dict.fromkeys(languages(hand))}}
