"""Facts about draws: who is to draw, how many, what the stub can serve."""

from __future__ import annotations

from collections.abc import Mapping

from dealerkit.facts.hands import live_in_turn
from dealerkit.facts.situation import Situation, fact, only_with
from dealerkit.facts.streets import last_round
from dealerkit.felt import Act


def this_draw(now: Situation) -> list[Act]:
    """The acts since the last betting round was over, whether anybody could bet in it or not; the last one first."""
    last = last_round(now)
    return now.log[: last.ended - 1 : -1] if last is not None and last.ended else now.since("hand")[::-1]


def asked_since(now: Situation) -> list[Act]:
    """What players have said or laid down in the draw that is under way: since the last bets, or the deal."""
    found: list[Act] = []
    for act in this_draw(now):
        if act.seat and act.verb in ("check", "call", "bet", "raise", "fold", "post", "bringin"):
            break
        if act.seat and act.verb in ("draw", "pat"):
            found.append(act)
    return found[::-1]


def requests(now: Situation) -> dict[int, int]:
    """How many cards each player has laid down in the draw that is under way, in the order in which they did."""
    made: dict[int, int] = {}
    for act in asked_since(now):
        made[act.seat] = made.get(act.seat, 0) + (act.count if act.verb == "draw" and (act.cards or act.n) else 0)
    return made


def hand_size(now: Situation) -> int:
    """How many cards a hand of this form has."""
    size = now.game.data["showdown"]["hand"]
    return int(now.game.options[size["option"]] if isinstance(size, Mapping) else size)


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
@only_with("draw_order", "one_by_one", alone=True)
def draws_one_by_one(now: Situation) -> bool:
    """Each player gets his cards before the next one draws (option `draw_order`)."""
    return now.game.options.get("draw_order") == "one_by_one"


@fact
@only_with("draw_order", "all_first", alone=True)
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
    if not somebody_draws(now):
        return False
    for act in this_draw(now):
        if act.verb == "burn":
            return False
        if act.seat and act.verb in ("check", "call", "bet", "raise", "fold", "post"):
            break
    return True


@fact
def stub_runs_out(now: Situation) -> bool:
    """The stub is used up to its last card, and more are due (DR-18)."""
    return now.felt.left() < 2


def cards_to_be_had(now: Situation, due: int) -> int:
    """How many of so many cards the stub can give: all but its bottom card, which is dealt only where the house lets it complete
    the draw (option `bottom_card`; DR-18).
    """
    left = now.felt.left()
    completes = now.game.options.get("bottom_card") == "completes_the_draw" and not still_to_draw(now)
    return due if due < left or (completes and due == left) else max(0, left - 1)


def reshuffled(now: Situation, due: int) -> list[str]:
    """The places whose cards make up a stub that has run out, so that it can give so many (option `reshuffle_pool`; DR-19). Where
    they are too few, the other cards that are out of play are taken as well.
    """
    felt = now.felt
    running, burns, muck = "discards", felt.layout.burns, felt.layout.discards
    first = now.game.options.get("reshuffle_pool") == "bottom_and_discards"
    wanted = [(running,), (muck,), (burns,)] if first else [(burns, muck), (running,)]
    found: list[str] = []
    have = felt.left()
    for names in wanted:
        lying = [name for name in names if felt.places.get(name)]
        if lying and (have < due or not found):
            found += lying
            have += sum(len(felt.places[name]) for name in lying)
    return found


@fact
def stub_to_be_made_up(now: Situation) -> bool:
    """A burn for the draw is due, and nothing is left of the stub but its bottom card (DR-18, DR-19)."""
    return now.felt.left() < 2 and draw_burn_due(now)
