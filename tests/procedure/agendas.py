"""Steps, mechanics and working copies of an agenda made by hand, to try each way from one agenda to the next by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.mechanics.registry import Mechanic, Run
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Agenda, Books, Debt, OpenStep, RoundCounts, Stack, Waiting, items, stacked
from dealerkit.procedure.planners.registry import Do
from dealerkit.procedure.running_mechanics import RunningMechanic, RunningMechanics
from dealerkit.procedure.steps import DealerStep, PlayerStep, Section

TABLE: Final = dk.Table("holdem", seats=3, button=3, seed=3)
TABLE.advance("flop")
"""Before the flop is burned: three hands, and the blinds of seats 1 and 2 called."""


def acts(*texts: str) -> tuple[Act, ...]:
    """Return acts by their notation."""
    return tuple(map(Act.parse, texts))


def step(
    name: str, *texts: str, known: bool = True, when: bool = True, more: dict[str, Any] | None = None, **do: Any
) -> DealerStep:
    """Return a dealer's step with a fixed plan.

    Args:
        name: Its id and path.
        texts: The acts of its plan.
        known: Whether its plan is known.
        when: Whether its condition holds.
        more: Other fields of the step.
        do: Fields of its word.
    """
    due = acts(*texts) if known else None
    verbs = frozenset(act.verb for act in due or ())
    word = Do(name, verbs, plan=lambda now, params: due, **do)
    fields: dict[str, Any] = {"path": name, "params": {}, "when": (lambda _: when,), "verbs": verbs, **(more or {})}
    return DealerStep(id=name, do=word, **fields)


def remedy(name: str, *texts: str, **do: Any) -> DealerStep:
    """Return a step of a remedy with a fixed plan."""
    more = {"remedy": True, **do.pop("more", {})}
    return step(name, *texts, more=more, **do)


def listen(now: Any, params: Any) -> Run:
    """Ask seat 1 until it folds, a hand is killed, or the dealer closes; return the acts heard."""
    heard: list[str] = []
    while params.get("asks", True):
        act = yield {"s1": {"check": (None,)}}
        heard.append("closed" if act is None else act.text)
        if act is None or act.verb in ("fold", "kill"):
            break
    return heard


def asking(
    name: str = "ask", *, hears: str = "kill tip", hears_all: bool = False, when: bool = True, asks: bool = True, **more: str
) -> PlayerStep:
    """Return a players' step that is played by `listen`.

    Args:
        name: Its id and path.
        hears: The dealer's verbs that its mechanic hears.
        hears_all: Whether it is also sent an act that a remedy follows.
        when: Whether its condition holds.
        asks: Whether it asks anybody; else it is over at once.
        more: Its `until` and `deadline`.
    """
    no: Any = lambda *_: None  # noqa: E731 - nobody calls it
    word = Mechanic(name, listen, no, no, frozenset({"check", "fold"}), {}, {}, no, frozenset(hears.split()), hears_all, {})
    ends = {"until": more.get("until", ""), "deadline": more.get("deadline", "")}
    fields: dict[str, Any] = {"path": name, "params": {"asks": asks}, "when": (lambda _: when,), **ends}
    return PlayerStep(id=name, mechanic=word, passable=bool(more), optional=False, **fields)


def section(name: str, *nodes: Any, repeats: bool | None = True, part: bool = False, when: bool = True) -> Section:
    """Return a section of these nodes; `repeats` is None if it is done once."""
    repeat = None if repeats is None else lambda _: repeats
    return Section(name, name, None, nodes, (lambda _: when,), repeat, {}, part)


def working(*nodes: Any, round_: RoundCounts | None = None, books: Books | None = None) -> AgendaBuilder:
    """Return a working copy with these items to come, on the felt and log of `TABLE`; its mechanics are its own."""

    def revive(*_: object) -> RunningMechanic:
        msg = "no mechanic of a test is played again"
        raise AssertionError(msg)

    now = TABLE.now.copy()
    now.log, now.cache, now.results, now.given = list(TABLE.log), {}, {}, {}
    agenda = Agenda(stacked(nodes), None, None, (), round_ or RoundCounts(), books or Books())
    return AgendaBuilder(agenda, now, TABLE.house, RunningMechanics(revive))


def opened(work: AgendaBuilder, players: PlayerStep) -> OpenStep:
    """Start a players' step of a working copy without opening it; return it as it would be open."""
    run = RunningMechanic(players, work.now)
    work.runs.add(run)
    return OpenStep(players, run.key)


def waiting(work: AgendaBuilder, players: PlayerStep, at: int | None = None) -> Waiting:
    """Return a players' step that was interrupted at a length of the log; by default now."""
    return Waiting(opened(work, players), len(work.now.log) if at is None else at)


def heard(work: AgendaBuilder, players: PlayerStep) -> list[str]:
    """Return the acts that the mechanic of a players' step was sent."""
    (run,) = (run for run in work.runs.held.values() if run.step is players)
    return ["closed" if act is None else act.text for act in run.sent]


def to_come(stack: Stack) -> list[str]:
    """Return the items of a stack in words: a step's or section's id, or its kind and id."""
    words = []
    for item in items(stack):
        inner: Any = getattr(item, "section", None) or getattr(item, "step", None) or getattr(item, "open", (item,))[0]
        name = inner if isinstance(inner, str) else inner.id
        words.append(name if inner is item else f"{type(item).__name__.lower()} {name}")
    return words


def debt(text: str, of: DealerStep | None = None, **more: Any) -> Debt:
    """Return a debt of one act."""
    return Debt(of or step("owed", text), acts(text), 1, **more)


def texts(due: Sequence[Act]) -> list[str]:
    """Return acts as text."""
    return [act.text for act in due]
