"""Two questions: what to do in a dispute, where the dealer calls the floor; and what to hand over to the next dealer."""

from __future__ import annotations

from dealerkit.facts.protection import dispute_open
from dealerkit.felt import DEALER, FLOOR, Act
from dealerkit.table.table import Table
from dealerkit.training.action.keyed_answer import KeyedLine
from dealerkit.training.action.question import Look, WalkQuestion
from dealerkit.training.replies import Unclear

_ALONE = "floor/dispute-not-escalated"
_NOTHING = frozenset({"nothing", "none"})


def dispute(look: Look) -> WalkQuestion | None:
    """Ask for the dealer's act when a patron disputes something: call the floor, who rules (RM-26); None without a dispute."""
    act, table = look.last, look.table
    if act is None or not act.seat or act.verb != "dispute" or not dispute_open(table.now) or look.called:
        return None
    words, what = look.level.words["dispute"], act.to[0]
    calls = look.level.words["floor"]
    claim = look.level.disputes.get(what, "").format(seat=act.seat) or f"Seat {act.seat} disputes the {what}."
    best = Act.make(DEALER, "floor")

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        if not line.only(words | calls) or line.amounts:
            return None
        if calls & set(line.others):
            return (best,)
        return (Act.make(DEALER, "rule", "play_on"),) if line.others else None

    def judges(done: Act) -> bool | None:
        return {"floor": True, "rule": False}.get(done.verb) if done.who == DEALER else None

    def ruled(at: Table) -> tuple[Act, ...]:
        return (Act.make(FLOOR, "rule", "play_on"),) if dispute_open(at.now) else ()

    return WalkQuestion(
        kind="dispute",
        key=("dispute", look.since),
        asks=f"{claim} What do you say?",
        answer="call the floor",
        best=(best,),
        hears=hears,
        judges=judges,
        code=_ALONE,
        cite=look.cited("dispute"),
        mends=ruled,
    )


def relief(look: Look) -> WalkQuestion | None:
    """Let another dealer take over after the last round, and ask what to hand over; None before that."""
    level = look.level
    if not level.rounds or look.over < level.rounds:
        return None
    handover, plain = level.words["handover"], level.words["relief"]

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        if not line.only(handover | plain | _NOTHING) or line.seats or line.amounts or not line.others:
            return None
        named = [word for word in dict.fromkeys(line.others) if word in handover | _NOTHING]
        if not named:
            msg = "say in the same line what you hand over"
            raise Unclear(msg)
        return (Act.make(DEALER, "relieve", *named[:8]),)

    return WalkQuestion(
        kind="relief",
        key=("relief",),
        asks="Your relief is behind you. What do you hand over?",
        answer="hand over: blinds, warnings, button",
        best=(Act.make(DEALER, "relieve", "blinds", "warnings", "button"),),
        hears=hears,
        judges=lambda act: not _NOTHING & set(act.to) if act.verb == "relieve" else None,
        code="protect/relief-in-hand",
        missed="step/answer-skipped",
        cite=look.cited("relief"),
        holds=True,
    )
