"""Card places and chip rows of a game against the house, made from its file: the file names each once, the felt needs one for
every hand that a player's betting box can hold (after splits, several).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dealerkit.rules.doc import Doc, branch
from dealerkit.rules.texts import languages, text

if TYPE_CHECKING:
    from dealerkit.errors import Problem
    from dealerkit.rules.entries import Branch


def is_against_the_house(data: Mapping[str, object]) -> bool:
    """Return whether the data of a game's file describe a game in which betting boxes play against the house.

    Args:
        data: Top-level keys and values of the file.
    """
    return isinstance(data.get("boxes"), Mapping)


PARTS_OF_BOXES = ("reading", "wagers", "words", "draws", "pays", "bonus")
"""Keys of a game's file that only make sense with `boxes`."""


def without_boxes(doc: Doc) -> Iterator[Problem]:
    """Yield a problem for each key, such as `wagers`, that a game's file may have only together with `boxes`, if `boxes` is
    missing.
    """
    for part in PARTS_OF_BOXES if not is_against_the_house(doc.data) else ():
        if part in doc.data:
            stands = (
                f"put '{part}' under 'tables' in this game"
                if part in branch(doc.data, "tables")
                else f"remove '{part}', or add the key 'boxes'"
            )
            yield doc.problem((part,), f"the key '{part}' can only be used in a game with 'boxes'", stands, of_key=True)


def with_boxes(data: Branch) -> Branch:
    """Return a game's data with a row of chips and a place for cards added for every hand that a box may have.

    Args:
        data: Top-level keys and values of the game's file, with each `{option: NAME}` already replaced; returned unchanged if the
            game has no boxes.
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
        if by_betting and (other := str(wager.get("of", ""))):
            of = branch(wagers, other)
            kept |= {key: of[key] for key in ("minimum", "maximum", "step") if key in of} | {"equals": other}
        spots[name] = {**kept, "offered": bool(wager.get("offered", True)) and by_betting, "opened": not by_betting}
        for child, title in hands.items() if not wager.get("box") and not wager.get("side") else ():
            spots[f"{name}-{child}"] = {"title": _of(wager.get("title") or name, title), "offered": False, "opened": True}
    piles = {child: {"kind": "hand", "face": "up", "cleared": True, "title": title} for child, title in hands.items()}
    felt = {**branch(data, "felt"), "spots": spots, **({"piles": piles} if piles else {})}
    if branch(data, "boxes").get("board"):
        felt["places"] = {"board": {"kind": "board", "face": "down", "cleared": True}, **branch(felt, "places")}
    return {**data, "felt": felt}


def children(data: Mapping[str, object]) -> dict[str, object]:
    """Return the hands that a box may have besides its first: the title of each, which may be in several languages, by its name.

    Args:
        data: Top-level keys and values of the game's file.
    """
    boxes = branch(data, "boxes")
    most = int(str(boxes.get("most", 1)))
    return dict(list(branch(boxes, "hands").items())[: most - 1])


def _of(wager: object, hand: object) -> dict[str, str]:
    """Return the title of a further hand's wager, in every language that both wager and hand have."""
    return {lang: f"{text(wager, lang)}, {text(hand, lang)}" for lang in {"en": None, **dict.fromkeys(languages(hand))}}
