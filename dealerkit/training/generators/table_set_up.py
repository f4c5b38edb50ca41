"""Table set-up: button, blinds, first card and first act for the next hand."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import attrs

from dealerkit.facts.seats import Blinds, place_blinds, place_button
from dealerkit.files.screen_text import count_of
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.phrases import listed, seats
from dealerkit.training.replies import AmountReply, PartsReply, Reply, SeatReply

FULL, EMPTY = "full table", "empty seats"
SMALL_BUST, BIG_BUST, BUTTON_GONE = "small blind bust", "big blind bust", "button bust"
HEADS_UP, STRADDLE, MISSED = "heads-up after a bust", "straddle", "missed blinds"
KINDS: Mapping[str, tuple[str, ...]] = {
    "full": (FULL,),
    "empty": (EMPTY,),
    "bust": (SMALL_BUST, BIG_BUST, BUTTON_GONE),
    "unusual": (HEADS_UP, STRADDLE, MISSED),
}
ASKED: Mapping[str, str] = {
    "button": "Who has the button now?",
    "small blind": "Who posts the small blind now?",
    "big blind": "Who posts the big blind now?",
    "first card": "Who gets the first card?",
    "first act": "Who acts first before the flop?",
    "first act later": "Who acts first on the flop?",
}
CODES: Mapping[str, str] = {
    "first card": "deal/first-card-wrong-seat",
    "first act": "action/wrong-first-seat",
    "first act later": "action/wrong-first-seat",
}
DEAD, MOVING = "dead button", "moving button"


@attrs.frozen
class TableSetUpSituation:
    """A table between two hands.

    Attributes:
        kind: The kind of event.
        ask: The question, one of `ASKED`.
        dead: Whether the house plays with a dead button, which may stand at an empty seat.
        count: The number of seats.
        before: The seats that were in the last hand.
        now: The seats that are in the next hand.
        button: The seat of the last hand's button.
        blinds: The seats of the last hand's small and big blind; 0 for a dead small blind.
        place: The seat of the last small blind, even if it was dead.
        small: The small blind, in the money's unit.
        big: The big blind, likewise.
        back: The seat that returns; 0 for none.
    """

    kind: str
    ask: str
    dead: bool
    count: int
    before: tuple[int, ...]
    now: tuple[int, ...]
    button: int
    blinds: tuple[int, int]
    place: int
    small: int = 1
    big: int = 2
    back: int = 0

    @property
    def gone(self) -> list[int]:
        """Players of the last hand who are not in the next one."""
        return [seat for seat in self.before if seat not in self.now]


class TableSetUp(Generator[TableSetUpSituation]):
    """Exercises on the button and the blinds.

    A cell, the unit that comes back after a wrong answer, is an event, a way in which the button moves, and a question.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the questions of the level for which the rules in force have an answer."""
        options = setting.game.options
        if options.get("blinds_at") == "button" or not int(str(options.get("big_blind", "0"))):
            return {}
        if options.get("button_rule") == "winner":  # the winner of the pot decides where it goes, not the seats
            return {}
        own = DEAD if options.get("button_rule") == "dead" else MOVING
        silent = setting.told("unanswered", {})
        kinds_found = []
        for kind in KINDS[str(setting.told("ask", "full"))]:
            if set(silent.get(kind, ())) & set(setting.chain) or (
                kind == STRADDLE and options.get("straddle") != "under_the_gun"
            ):
                continue
            if kind == MISSED:
                kinds_found += [MISSED] if options.get("missed_blinds") == "post" else []
                continue
            for way in dict.fromkeys((own, *setting.told("also", []))):
                kinds_found += [f"{kind}, {way}: {ask}" for ask in ASKED if kind != STRADDLE or ask == "first act"]
        return dict.fromkeys(kinds_found, "")

    def draw(self, setting: Setting, cell: str, rng: Random) -> TableSetUpSituation | None:
        """Seat players, place the button, and let an event happen."""
        head, _, ask = cell.partition(": ")
        kind, _, way = head.partition(", ")
        dead, count = way == DEAD, rng.randint(6, 10)
        everybody = list(range(1, count + 1))
        before = everybody if kind == FULL else sorted(rng.sample(everybody, rng.randint(4, count - 1)))
        if kind == HEADS_UP:
            before = sorted(rng.sample(everybody, 3))
        button = rng.choice(before)
        order = _from(before, button)
        small, big = order[0], order[1]
        gone: list[int] = []
        if kind == EMPTY and rng.random() < 0.5:
            gone = rng.sample([seat for seat in before if seat not in (small, big, button)] or [0], 1)
        elif kind in (SMALL_BUST, BIG_BUST, BUTTON_GONE):
            gone = [{SMALL_BUST: small, BIG_BUST: big, BUTTON_GONE: button}[kind]]
        elif kind == HEADS_UP:
            gone = [rng.choice(before)]
        now = tuple(seat for seat in before if seat not in gone)
        stakes = rng.choice(
            [f"{setting.game.options['small_blind']}-{setting.game.options['big_blind']}", *setting.told("stakes", [])]
        )
        low, _, high = stakes.partition("-")
        back = rng.choice([seat for seat in everybody if seat not in (button, small, big)]) if kind == MISSED else 0
        situation = TableSetUpSituation(
            kind, ask, dead, count, tuple(before), now, button, (small, big), small, int(low), int(high), back
        )
        return situation if len(now) > (1 if kind == HEADS_UP else 2) else None

    def question(self, setting: Setting, given: TableSetUpSituation) -> Question:
        """Show the seats, the hand before and the events since."""
        if given.kind == MISSED:
            lines = (
                f"A cash game, blinds {given.small}-{given.big}.",
                f"Seat {given.back} missed both blinds and comes back now,",
                "not in the big blind, and wants to be dealt in at once.",
            )
            return Question(lines, "What does the player post?", PartsReply((("live", AmountReply()), ("dead", AmountReply()))))
        empty = [seat for seat in range(1, given.count + 1) if seat not in given.before]
        lines_ = [
            count_of(given.count, "seat")
            + (f"; {seats(empty)} {'is' if len(empty) == 1 else 'are'} empty." if empty else ", all taken.")
        ]
        lines_.append(
            f"Last hand: button seat {given.button}, small blind seat {given.blinds[0]}, big blind seat {given.blinds[1]}."
        )
        if given.gone:
            lines_.append(f"Now seat {given.gone[0]} is out of chips and leaves.")
        if given.kind == STRADDLE:
            lines_.append("In the next hand the player left of the big blind straddles.")
        dead = "is dead: it moves to the last small blind's seat, empty or not"
        lines_.append(f"The button {dead if given.dead else 'moves to the next player each hand'}.")
        lines_.append("The next hand:")
        reply: Reply = SeatReply(given.count, none=given.ask == "small blind")
        return Question(tuple(lines_), ASKED[given.ask], reply)

    def key(self, setting: Setting, given: TableSetUpSituation) -> Key:
        """Return the right answer, with button and blinds moved as the table does."""
        if given.kind == MISSED:
            lines = ("The big blind is live. The missed small blind is dead: it goes to the pot.",)
            rules = setting.cited("blinds posted")
            return Key((f"{given.big} | {given.small}",), rules, lines, ("deal/started-before-table-ready",))
        last = Blinds(given.blinds[0], given.blinds[1], given.place)
        button = place_button(_from(given.now, given.button), given.button, last, dead=given.dead)
        order = _from(given.now, button)
        blinds = place_blinds(order, button, last, dead=given.dead)
        after = order[(order.index(blinds.big) + 1) % len(order)]
        if given.kind == STRADDLE:
            after = order[(order.index(after) + 1) % len(order)]
        answer = {
            "button": button,
            "small blind": blinds.small,
            "big blind": blinds.big,
            "first card": order[0],
            "first act": after,
            "first act later": order[0],
        }[given.ask]
        code = CODES.get(given.ask, "deal/started-before-table-ready")
        case = "blinds posted" if given.kind == STRADDLE else "button" if given.ask == "button" else "first card"
        rules = setting.cited(case)
        return Key((f"s{answer}" if answer else "none",), rules, _worked(given, button, blinds, order), (code,))


def _from(among: tuple[int, ...] | list[int], place: int) -> list[int]:
    """Return seats in turn from the left of a place."""
    return [seat for seat in among if seat > place] + [seat for seat in among if seat <= place]


def _worked(given: TableSetUpSituation, button: int, blinds: Blinds, order: list[int]) -> tuple[str, ...]:
    """Return how button and blinds have moved."""
    if len(given.now) == 2:
        lines = [
            f"Two players are left. Seat {given.blinds[1]} had the big blind; seat {blinds.big} has the next one.",
            f"Seat {button} has the button, posts the small blind, is dealt last,",
            "and acts first before the flop and last after it.",
        ]
        return tuple(lines)
    if given.dead:
        who = f"seat {blinds.small}" if blinds.small else f"none, because seat {given.blinds[1]} has left"
        there = "" if button in given.now else ", even though it is empty"
        first = f"The big blind moves from seat {given.blinds[1]} to seat {blinds.big}; small blind: {who}."
        lines = [first, f"The button goes where the small blind was, seat {given.place}{there}."]
    else:
        lines = [f"The button moves from seat {given.button} to the next player, seat {button}."]
        lines.append(f"The next two, {listed([blinds.small, blinds.big])}, have the blinds.")
    if given.kind == STRADDLE:
        lines.append("A straddle is the highest blind: the player left of it acts first.")
    elif given.ask in ("first card", "first act later"):
        lines.append(f"The first player left of the button, seat {order[0]}, is first.")
    elif given.ask == "first act":
        lines.append(f"Before the flop the player left of the big blind, seat {blinds.big}, acts first.")
    return tuple(lines)


GENERATOR = TableSetUp()
