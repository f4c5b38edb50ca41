"""The meaning of words that leave out the obvious: the round, the pot, half of it, all-in.

The vocabulary (`procedures/talk.yaml`) uses them by name: `due` and `step` begin an act's entry and stand for several acts;
the others are in braces within an act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from dealerkit.errors import ActError
from dealerkit.facts.hands import live_in_turn, uncalled
from dealerkit.felt import DEALER, Act
from dealerkit.felt.acts import is_seat
from dealerkit.procedure.agenda import MONEY
from dealerkit.procedure.steps import DealerStep
from dealerkit.table.table import Table

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ORDER = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def pot_names(row: str) -> Iterator[str]:
    """Yield the names that a dealer may use for a pot: `pot`, `main pot`, `side pot 2`, `second side pot` ...

    Args:
        row: The pot's name in the felt's rows of chips: `pot`, `side-1` ...
    """
    number = row.partition("-")[2]
    if not number:
        yield from ("main pot", "main", "pot")
        return
    yield from (f"side pot {number}", f"side {number}")
    if int(number) < len(_NUMBERS):
        number_words = _NUMBERS[int(number)], _ORDER[int(number)]
        yield from (
            f"side pot {number_words[0]}",
            f"side {number_words[0]}",
            f"{number_words[1]} side pot",
            f"{number_words[1]} side",
        )


def as_due(table: Table, act: Act) -> Act:
    """Return the act that is due, if the given one differs from it only by leaving out the pot or spot; else the given act.

    Args:
        table: The table.
        act: The act as understood, such as `d collect s1 12` for the due `d collect s1 pot 12`.
    """
    if act.verb not in MONEY or not act.to or act.n is None:
        return act
    verbs = {act.verb, "collect"} if act.verb == "take" else {act.verb}  # "take 5 from seat 2" after an overpayment
    due = [act_ for act_ in table.expected.dealer if act_.verb in verbs and act_.n == act.n and act_.to[: len(act.to)] == act.to]
    return due[0] if len(due) == 1 else act


# -- several acts -------------------------------------------------------------------------------------------------


def _steps(table: Table) -> list[DealerStep]:
    return [step for step in table.house.program.walk() if isinstance(step, DealerStep)]


_NOTHING = {
    "deal": "no cards are due",
    "kill": "there is no hand to muck",
    "offer": "there is no one to offer the cut to",
}
"""Messages for a verb of which no act is due."""


def _due(table: Table, words: Sequence[str]) -> tuple[Act, ...]:
    """Return the acts of a verb that are due now: `due VERB`; with `round`, one for each seat and no more."""
    verb, once = words[0], "round" in words
    plan = [act for act in table.expected.dealer if act.verb == verb] or _next_plan(table, verb)
    if once:
        plan = _one_each(plan)
    if not plan and verb == "deal":
        plan = _a_card_each(table) if once else _next_plan(table, verb, past_players=True)
    if not plan:
        nothing = _NOTHING.get(verb, f"there is nothing to {verb}")
        msg = f"{nothing} now; name the seat"
        raise ActError(msg)
    return tuple(plan)


def _next_plan(table: Table, verb: str, *, past_players: bool = False) -> list[Act]:
    """Return the acts of the next step with this verb: up to the players' next turn, or with `past_players` also later steps."""
    steps = list(table.house.program.walk())
    here = next((at for at, step in enumerate(steps) if step.path == table.expected.step), len(steps))
    for step in steps[here + 1 :]:
        if isinstance(step, DealerStep):
            if plan := [act for act in step.plan(table.now) or () if act.verb == verb]:
                return plan
        elif not past_players:
            break
    return []


def _one_each(plan: list[Act]) -> list[Act]:
    """Return the acts of a plan up to the second one of a seat."""
    seats = [act.to for act in plan]
    return plan[: next((at for at, to in enumerate(seats) if to in seats[:at]), len(plan))]


def _a_card_each(table: Table) -> list[Act]:
    """Return a round of cards that comes too early: one card each from a later step that deals to hands; else one more card to
    every live hand.
    """
    plan = _one_each([act for act in _next_plan(table, "deal", past_players=True) if _is_hand(table, act)])
    playing = live_in_turn(table.now, table.felt.button)
    return plan or [Act.make(DEALER, "deal", f"s{seat}") for seat in playing if len(playing) > 1]


def _is_hand(table: Table, act: Act) -> bool:
    spec = table.felt.layout.places.get(act.to[0]) if act.to else None
    return spec is not None and spec.kind == "hand"


def _step(table: Table, words: Sequence[str]) -> tuple[Act, ...]:
    """Return the acts of certain steps, due or not: `step ID ID`; of `A|B`, the first that this game has and that has acts
    now.
    """
    steps = {step.id: step for step in _steps(table)} | {step.path: step for step in _steps(table)}
    acts_now: list[Act] = []
    for word in words:
        plans = (steps[name].plan(table.now) for name in word.split("|") if name in steps)
        acts_now += next(filter(None, plans), ())
    if not acts_now:
        msg = "no card like that is dealt now; say which card goes where"
        raise ActError(msg)
    return tuple(acts_now)


def one_of(table: Table, texts: Sequence[str]) -> Iterator[tuple[Act, ...]]:
    """Yield the acts that an ambiguous phrase may mean; with more than one, the dealer is asked.

    Only acts that this section of the procedure has a step for are kept, or else the first. If one of them, but not the last,
    is the next step, only that one is yielded.

    Args:
        table: The table.
        texts: The possible acts, in the notation of records.
    """
    acts = [Act.parse(text) for text in texts]
    part = table.expected.step.rpartition(".")[0]
    here = {verb for step in _steps(table) if step.path.rpartition(".")[0] == part for verb in step.verbs}
    acts = [act for act in acts if act.verb in here] or acts[:1]
    due = next((act for act in acts[:-1] if act.what == table.expected.dealer[0].what), None) if table.expected.dealer else None
    yield from [(due,)] if due is not None else [(act,) for act in acts]


def has(table: Table, words: Sequence[str]) -> bool:
    """Return whether a game has the steps, or a step with the verb, that an entry of the vocabulary needs.

    Args:
        table: The table at which the game is dealt.
        words: The words of the entry's act, such as `due deal` or `step flop`.
    """
    steps = _steps(table)
    if words[0] == ASK:
        return any(words[2] in step.verbs for step in steps)
    if words[0] == "due":
        return any(words[1] in step.verbs for step in steps)
    ids = {step.id for step in steps}
    wanted = [word for word in words[words.index("step") + 1 :] if word != ";"] if "step" in words else []
    return bool(wanted) and all(any(name in ids for name in word.split("|")) for word in wanted)


ASK = "ask"
"""First word of an entry in which one of several acts is meant."""
WHOLE: Mapping[str, Callable[[Table, Sequence[str]], tuple[Act, ...]]] = {"due": _due, "step": _step}
"""Functions for the words that stand for several acts."""


# -- a part of an act ---------------------------------------------------------------------------------------------


def _last_pot(table: Table) -> str:
    """Return the pot formed last that has chips in it."""
    rows = table.felt.rows
    return next((row for row in reversed(table.felt.layout.pots) if row in rows and rows[row][0]), "pot")


def _lying(table: Table, row: str) -> int:
    """Return the chips in a pot.

    Raises:
        ActError: If it is empty.
    """
    chips = table.felt.rows[row][0]
    if not chips:
        msg = f"the {next(pot_names(row))} is empty"
        raise ActError(msg)
    return chips


def _whole(table: Table, _words: Sequence[str]) -> str:
    """Return the newest pot with all its chips, as `side-1 40`."""
    row = _last_pot(table)
    return f"{row if row != 'pot' else ''} {table.felt.money(_lying(table, row))}".strip()


def _all_of(table: Table, words: Sequence[str]) -> str:
    """Return all chips in the pot just named; the main pot needs no name."""
    row = words[-1] if words[-1] in table.felt.rows else "pot"
    return table.felt.money(_lying(table, row))


def _half(table: Table, words: Sequence[str]) -> str:
    """Return half of the newest pot: the seat's share if that is about half of it, with or without an odd chip."""
    row = _last_pot(table)
    lying = _lying(table, row)
    seat = next((word for word in reversed(words) if is_seat(word)), "")
    given = sum(1 for word in words if word == "award") - 1
    owed = [act for act in table.expected.dealer if act.to[:1] == (seat,) and (act.to[1:] or ("pot",)) == (row,)]
    chips = next((table.felt.units(act.n) for act in owed), 0)
    if abs(2 * chips - lying) > 2 * min(table.felt.layout.chips, default=1):
        chips = (lying + 1 - given) // 2
    return f"{row if row != 'pot' else ''} {table.felt.money(chips)}".strip()


def _next_side(table: Table, _words: Sequence[str]) -> str:
    """Return the next side pot that is not built yet."""
    rows = table.felt.rows
    return next((row for row in table.felt.layout.pots if row.startswith("side-") and not rows[row][0]), "side-1")


def _uncalled(table: Table, _words: Sequence[str]) -> str:
    """Return the uncalled part of the highest bet."""
    chips = uncalled(table.now)[1]
    if not chips:
        msg = "no bet is uncalled"
        raise ActError(msg)
    return table.felt.money(chips)


def _all_in(table: Table, words: Sequence[str]) -> str:
    """Return a seat's whole stack as an act: a call if it does not exceed the amount to call, else a bet or a raise."""
    felt, seat = table.felt, int(words[0][1:])
    if not 0 < seat <= felt.seats:
        msg = f"seat {seat} is empty"
        raise ActError(msg)
    bets, stack = felt.rows["bet"], felt.rows["stack"][seat]
    most = max(bets)
    if stack + bets[seat] <= most:
        return "call"
    return f"{'raise' if most else 'bet'} {felt.money(stack + bets[seat])}"


LEFT_OUT: Mapping[str, Callable[[Table, Sequence[str]], str]] = {
    "whole": _whole,
    "all": _all_of,
    "half": _half,
    "next_side": _next_side,
    "uncalled": _uncalled,
    "all_in": _all_in,
}
"""Functions for the words in braces; each fills a brace from the part of the act before it."""
