"""Facts about draws: who is to draw, how many, what the stub can serve."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.facts.hands import live_in_turn
from dealerkit.facts.situation import Situation, fact, only_with
from dealerkit.facts.streets import last_round
from dealerkit.felt import Act


def _under_way(now: Situation) -> Iterator[Act]:
    """The acts of the draw that is under way, the last first: since the last bets, or since a round in which nobody could bet."""
    last = last_round(now)
    since = max(now.marks.get("hand", 0), last.ended if last is not None else 0)
    for act in reversed(now.log[since:]):
        if act.seat and act.verb in ("check", "call", "bet", "raise", "fold", "post", "bringin"):
            return
        yield act


def asked_since(now: Situation) -> list[Act]:
    """What players have said or laid down in the draw that is under way."""
    return [act for act in _under_way(now) if act.seat and act.verb in ("draw", "pat")][::-1]


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
@only_with("draw_order", "one_by_one", alone="true")
def draws_one_by_one(now: Situation) -> bool:
    """Each player gets his cards before the next one draws (option `draw_order`)."""
    return now.game.options.get("draw_order") == "one_by_one"


@fact
@only_with("draw_order", "all_first", alone="true")
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
    return somebody_draws(now) and not any(act.verb == "burn" for act in _under_way(now))


def cards_served(now: Situation) -> int:
    """How many cards can come off the stub before it is made up again: all but the bottom one, or all of them where the bottom
    card completes the draw and the house lets it (option `bottom_card`; DR-18).
    """
    left = now.felt.left()
    completes = now.game.options.get("bottom_card") == "completes_the_draw" and not still_to_draw(now) and cards_due(now) <= left
    return left if completes else max(0, left - 1)


def stub_pool(now: Situation) -> list[str]:
    """The places of the cards that a stub is made up of when it runs out, besides what is left of it (option `reshuffle_pool`;
    DR-19). The discards of the draw under way come last of all.
    """
    felt = now.felt
    if now.game.options.get("reshuffle_pool") == "earlier_rounds":
        pool = [name for name in (felt.layout.burns, felt.layout.discards) if felt.places[name]]
        if felt.left() + sum(len(felt.cards(name)) for name in pool) > cards_due(now):
            return pool
        return [*pool, "discards"] if felt.places["discards"] else pool
    return ["discards"] if felt.places["discards"] else [felt.layout.discards]


@fact
def cards_still_due(now: Situation) -> bool:
    """Somebody who has laid cards aside has not got all the others yet."""
    return cards_due(now) > 0


@fact
def stub_used_up(now: Situation) -> bool:
    """More cards are due in the draw, and none may come off the stub any more: it is made up again (DR-18, DR-19)."""
    return cards_due(now) > 0 and not cards_served(now)


@fact
def stub_runs_out(now: Situation) -> bool:
    """The stub is used up to its last card, and more are due (DR-18)."""
    return now.felt.left() < 2
