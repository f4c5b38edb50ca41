"""Scores of a hand at games of melds."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.partners import first_seat, sides
from dealerkit.games.social.canasta.facts.melds import faces_in, full_melds, meld_rules, melded, pile_name, side_seats
from dealerkit.procedure.planners.registry import Params
from dealerkit.procedure.planners.scores import Scored, scorer


@scorer
def melds_and_bonuses(now: Situation, params: Params) -> list[Scored] | None:
    """Score each side's melds, full melds, red threes and going out, less the cards left in hand (CN-59 to CN-64).

    The points of each bonus are in the game's table `bonuses`. Parameter `full_melds`: the name of full melds on the score sheet.
    """
    played = now.results.get("turns")
    if played is None:
        return None
    scores: list[Scored] = []
    for side in range(1, sides(now) + 1):
        counted = _side(now, params, first_seat(now, side), played)
        if counted is None:
            return None
        box = str(now.game.data["target"]["box"])
        scores += [(first_seat(now, side), box, why, now.felt.units(many)) for why, many in counted]
    return scores


def _side(now: Situation, params: Params, first: int, played: dict[str, object]) -> list[tuple[str, int]] | None:
    """Return a side's scores, as pairs of name and points, in the order of the score sheet; None if a card is unknown."""
    rules, bonuses = meld_rules(now), now.game.tables["bonuses"]
    seats = side_seats(now, first)
    held = [face for seat in seats for face in faces_in(now, f"s{seat}")]
    held += faces_in(now, pile_name(now, first, "apart"))
    lying = [face for cards in melded(now, first).values() for face in cards]
    if None in held or None in lying:
        return None
    melds = full_melds(now, first).values()
    red = len(now.felt.cards(pile_name(now, first, "red")))
    worth = (
        int(bonuses["all_red_threes"])
        if red == len(rules.bonus) * now.felt.layout.pack.decks
        else red * int(bonuses["red_three"])
    )
    if now.game.options.get("red_threes_negative_without_meld") and not lying:
        worth = -worth
    out = 0
    if played["ended"] == "out" and played["by"] in seats:
        out = int(bonuses["concealed" if played.get("concealed") else "going_out"])
    kept = [face for face in held if face is not None]
    undeclared = sum(face in rules.bonus for face in kept)
    return [
        ("melds", sum(rules.worth(face) for face in lying if face is not None)),
        (str(params["full_melds"]), sum(int(bonuses["natural" if natural else "mixed"]) for natural in melds)),
        ("red-threes", worth),
        ("out", out),
        ("hand", -sum(rules.worth(face) for face in kept if face not in rules.bonus)),
        ("undeclared", -undeclared * int(bonuses["undeclared_red_three"])),
    ]
