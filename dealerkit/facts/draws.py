"""Facts about draws: who is to draw, how many, what the stub can serve."""

from __future__ import annotations

from dealerkit.facts.hands import live_in_turn
from dealerkit.facts.situation import Situation, fact
from dealerkit.facts.streets import last_round
from dealerkit.felt import Act


def asked_since(now: Situation) -> list[Act]:
    """What players have said or laid down in the draw that is under way."""
    return [act for act in this_draw(now) if act.seat and act.verb in ("draw", "pat")]


def this_draw(now: Situation) -> list[Act]:
    """The acts since the last betting was over, or nobody could bet any more."""
    last = last_round(now)
    return now.log[last.ended :] if last is not None else now.since("hand")


def requests(now: Situation) -> dict[int, int]:
    """How many cards each player has laid down in the draw that is under way, in the order in which they did."""
    made: dict[int, int] = {}
    for act in asked_since(now):
        made[act.seat] = made.get(act.seat, 0) + (act.count if act.verb == "draw" and (act.cards or act.n) else 0)
    return made


def hand_size(now: Situation) -> int:
    """How many cards a hand of this form has."""
    return int(now.game.data["showdown"]["hand"])


def drawers(now: Situation) -> list[int]:
    """The players who are in, from the left of the button, in the order in which they draw."""
    return live_in_turn(now, now.felt.button)


def owed_cards(now: Situation, seat: int) -> int:
    """How many cards a player has laid down and not got back yet."""
    return hand_size(now) - len(now.felt.places[f"s{seat}"])


def still_to_draw(now: Situation) -> list[int]:
    """The players who have not said yet how many they draw."""
    made = requests(now)
    return [seat for seat in drawers(now) if seat not in made]


@fact
def somebody_draws(now: Situation) -> bool:
    """Somebody has laid down cards: a burn is due before the first replacement."""
    return any(requests(now).values())


@fact
def nobody_draws(now: Situation) -> bool:
    """Everybody stands pat."""
    return not somebody_draws(now)


def cards_due(now: Situation) -> int:
    """Replacement cards that are still to come in this draw."""
    return sum(max(0, owed_cards(now, seat)) for seat in drawers(now))


def draw_limit(now: Situation) -> int:
    """How many cards a player may draw (option `max_draw`; DR-11): with few players in, the house may allow more."""
    options = now.game.options
    most = int(options.get("max_draw", hand_size(now)))
    few = int(options.get("max_draw_few", most))
    return few if len(drawers(now)) <= int(options.get("few_players", 4)) else most


@fact
def draws_one_by_one(now: Situation) -> bool:
    """Each player gets his cards before the next one draws (option `draw_order`)."""
    return now.game.options.get("draw_order") == "one_by_one"


@fact
def draws_all_first(now: Situation) -> bool:
    """Everybody lays cards aside before the first replacement (option `draw_order`)."""
    return not draws_one_by_one(now)


@fact
def draw_goes_on(now: Situation) -> bool:
    """Somebody has not said yet how many he draws."""
    return bool(still_to_draw(now))


@fact
def draw_burn_due(now: Situation) -> bool:
    """Somebody has laid cards aside, and nothing has been burned for this draw."""
    return somebody_draws(now) and not any(act.verb == "burn" for act in this_draw(now))


@fact
def stub_runs_out(now: Situation) -> bool:
    """The stub is used up to its last card, and more are due (DR-18)."""
    return now.felt.left() < 2
