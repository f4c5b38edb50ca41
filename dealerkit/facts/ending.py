"""Facts about the end of a game: whether it continues, and its winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealerkit.facts.partners import sides
from dealerkit.facts.situation import FACTS, Situation, fact


@fact
def game_goes_on(now: Situation) -> bool:
    """Return whether the game is not over yet, so another hand is dealt. No fact of the game's `ends` holds."""
    return not any(FACTS[name](now) for name in now.game.data.get("ends", ()))


def game_over(now: Situation) -> bool:
    """Return whether the game is over. A fact of the game's `ends` holds."""
    return not game_goes_on(now)


@fact
def hands_played(now: Situation) -> bool:
    """Return whether the agreed number of hands has been played (option `hands`; 0 for no such number)."""
    agreed = int(now.game.options.get("hands", 0))
    return 0 < agreed <= now.rounds.get("hand", 0)


def target(now: Situation) -> tuple[Sequence[int], int]:
    """Return the scores that may end the game, and the score at which it ends.

    Returns:
        The scores, one cell a seat; and the score to be reached. Both are in smallest units.
    """
    target = now.game.data["target"]
    return now.felt.marks[target["box"]], int(str(_of_box(target["at"], target["box"]))) * now.felt.layout.scale


def _of_box(value: object, box: str) -> object:
    """Return the value for one box of marks, if the data give a value for each box: `at: {letters: 4, points: 7}`."""
    return value.get(box) if isinstance(value, Mapping) else value


def over_target(now: Situation) -> list[int]:
    """Return those scores that reach the score at which the game ends, in smallest units."""
    scores, at = target(now)
    return [score for score in scores[1:] if score >= at]


def standing(now: Situation) -> dict[int, int]:
    """Return the score of each side or player towards winning the game, in smallest units, by the seat that keeps it.

    The game's file names it: `wins: {box: points}` or `wins: {chips: stack}`.
    """
    wins = now.game.data.get("wins") or {}
    felt = now.felt
    if "box" in wins:
        row = felt.marks[wins["box"]]
    elif "chips" in wins:
        row = felt.rows[wins["chips"]]
    else:
        return {}
    return {seat: row[seat] for seat in range(1, sides(now) + 1)}


def winners(now: Situation) -> list[int]:
    """Return the seats with the best score, of which there may be several (SG-10).

    The best is the highest or, with `lowest: true` in the game's file (`lowest: {letters: true}` for one box), the lowest. With
    `least: 1` only seats with at least that score can win.
    """
    stands = standing(now)
    if not stands:
        return []
    wins = now.game.data["wins"]
    lowest = _of_box(wins.get("lowest"), wins.get("box", ""))
    best = min(stands.values()) if lowest else max(stands.values())
    if "least" in wins and best < int(wins["least"]) * now.felt.layout.scale:
        return []
    return [seat for seat, value in stands.items() if value == best]
