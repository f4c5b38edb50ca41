"""Data for the page of a table: acts, slips at their spots, the floor's rulings, questions, the next step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from dealerkit.felt import DEALER, FLOOR, Act
from dealerkit.felt.verbs import sentence
from dealerkit.files.screen_text import count_of
from dealerkit.judge import Finding
from dealerkit.mechanics.registry import Everything
from dealerkit.rulings import OUTCOMES
from dealerkit.table.next_acts import urgent_act
from dealerkit.training.action.lesson import Lesson
from dealerkit.training.drills import drill
from dealerkit.training.help_modes import AT_ONCE
from dealerkit.training.walk import table_lines, wording
from dealerkit.training.walk.felt_text import signs
from dealerkit.training.walk.session import Done, Session, said_shortly
from dealerkit.training.walk.table_lines import Line
from dealerkit.training.walk.voices import called_out
from dealerkit.web.deal.felt import DrawnTable
from dealerkit.web.deal.gestures import Hands, TouchedThing, Way
from dealerkit.web.tables import LiveTable, Saying

WAITING: Final = "Everyone is waiting for you: fix this before any action."
_MOST_OPEN = 40
"""Most choices of players offered as buttons."""


@attrs.frozen
class PageSlip:
    """A slip on a page.

    Attributes:
        act: The number of its act, from 1.
        severity: `critical`, `major` or `minor`.
        title: The slip, in a sentence.
        lines: Reason, rule and remedy; the floor's ruling.
        thing: Id of the thing on the felt at which it happened; empty if there is none.
        right: Whether it was corrected at once.
    """

    act: int
    severity: str
    title: str
    lines: tuple[Line, ...]
    thing: str = ""
    right: bool = False


@attrs.frozen
class SayButton:
    """A button with a line to say.

    Attributes:
        says: The text of the button.
        acts: The acts it means.
        asks: The value that the page must ask for: `amount`, or empty for none.
        line: The line to say, if it is sent as words; empty if the acts are sent.
    """

    says: str
    acts: tuple[str, ...] = ()
    asks: str = ""
    line: str = ""


def slip_of(session: Session, finding: Finding, things: Sequence[TouchedThing], hands: Hands) -> PageSlip:
    """Return a finding in the form in which a page shows it, at the spot where it happened.

    Args:
        session: The session in which it was found.
        finding: The finding.
        things: The things on the felt that can be touched.
        hands: The gestures and buttons of the game.
    """
    table = session.table
    explained = table.explain(finding)
    lines = []
    if explained.why:
        lines.append(Line(explained.why, "why: "))
    lines += table_lines.rules(table, explained.cite, 1)
    ruled = [
        dealt_ruling for dealt_ruling in table.rulings if (dealt_ruling.act, dealt_ruling.code) == (finding.act, finding.code)
    ]
    for dealt_ruling in ruled:
        lines += table_lines.ruling(dealt_ruling)
    if explained.remedy and not ruled:
        lines.append(Line(explained.remedy, "what to do: "))
    title = wording.what_was_wrong(table, finding)
    thing = spot_of(table.log[finding.act - 1], things, hands) if 0 < finding.act <= len(table.log) else ""
    return PageSlip(finding.act, explained.severity, title[:1].upper() + title[1:], tuple(lines), thing, finding.self_corrected)


def spot_of(act: Act, things: Sequence[TouchedThing], hands: Hands) -> str:
    """Return the id of the thing at which an act happened; empty if there is none.

    Args:
        act: The act.
        things: The things on the felt that can be touched.
        hands: The gestures and buttons of the game.
    """
    way = hands.way(act, things)
    if way is None:
        return next((thing.id for thing in things if thing.seat and thing.seat in act.to), "")
    return way.put or way.take


def done_words(session: Session, done: Sequence[Done]) -> Iterator[str]:
    """Yield the acts done in words, one a line; equal acts share a line with their number."""
    words: list[str] = []
    for step in done:
        if step.act.who == FLOOR:  # the other words of a ruling are codes of records
            outcome = OUTCOMES.get(step.act.to[0], "")
            act = Act.make(FLOOR, step.act.verb, step.act.to[0])
            words.append(f"the floor rules: {outcome}" if outcome else wording.doing(session.table, act, signs, step.moved))
        else:
            words.append(wording.doing(session.table, step.act, signs, step.moved))
    at = 0
    while at < len(words):
        count = 1
        while at + count < len(words) and words[at + count] == words[at]:
            count += 1
        yield words[at] + (f" ({count} times)" if count > 1 else "")
        at += count


def news_of(live: LiveTable, saying: Saying, drawn: DrawnTable, hands: Hands) -> dict[str, Any]:
    """Return the consequences of a spoken or typed line, as variables for the template: acts, slips, rulings, the end of a round.

    Args:
        live: The table.
        saying: The acts that resulted from the line, or the reason why it was refused.
        drawn: The table as drawn now.
        hands: The gestures and buttons of the game.
    """
    session, mode = live.session, live.plan.mode
    at_once = mode in AT_ONCE
    slips_now = [finding for done in saying.done for finding in done.findings] if at_once else []
    corrected = [finding for done in saying.done for finding in done.corrected] if at_once else []
    known = {(finding.act, finding.code) for finding in slips_now}
    rulings = [dealt for done in saying.done for dealt in done.rulings] if at_once else []
    over = next((number for number, done in enumerate(saying.done) if done.round_over), None) is not None
    lesson = lesson_of(session)
    answer = lesson.taken() if lesson is not None else None
    return {
        "done": list(done_words(session, saying.done)),
        "calls": [(done.act.seat, call) for done in saying.done if (call := called_out(done.act))],
        "refused": saying.refused,
        "taken": [wording.said_at(session.table, act) for act in reversed(saying.taken)],
        "slips": [slip_of(session, finding, drawn.things, hands) for finding in slips_now],
        "right": [wording.what_was_wrong(session.table, finding) for finding in corrected],
        "rulings": [tuple(table_lines.ruling(dealt)) for dealt in rulings if (dealt.act, dealt.code) not in known],
        "over": round_over(session, drawn, hands, mode) if over and session.times else None,
        "answer": answer.question.answer if answer is not None and answer.right is not True and at_once else "",
    }


def task_of(live: LiveTable) -> dict[str, Any] | None:
    """Return the task of a table and how much of it is done, as variables for the template; None if it has no task."""
    task, session = live.task, live.session
    if not (task.drill or task.exam or task.rounds):
        return None
    word = wording.round_word(session.table)
    done = len(session.times)
    if task.rounds:
        count = f"{min(done, task.rounds)} of {count_of(task.rounds, word)} dealt"
    else:
        count = f"{count_of(done, word)} dealt, up to the step '{task.until}'" if task.until else ""
    drill_ = drill(task.drill) if task.drill else None
    return {
        "title": f"{drill_.title}, level {task.level}" if drill_ is not None else "Exam",
        "count": count,
        "dealt": live.dealt,
        "back": f"/exams/{task.exam}" if task.exam else f"/drills/exams/{task.practice}" if task.practice else "",
        "room": task.room,
        "paced": task.paced,
    }


def round_over(session: Session, drawn: DrawnTable, hands: Hands, mode: str) -> dict[str, Any]:
    """Return the summary at the end of a round, as variables for the template: whether it was clean; in practice mode, its slips.

    If each step was shown before it was done, the round is neither passed nor failed.

    Args:
        session: The session.
        drawn: The table as drawn.
        hands: The gestures and buttons of the game.
        mode: The help mode.
    """
    word = wording.round_word(session.table)
    if mode == "exam":
        return {"title": f"That {word} is over.", "slips": (), "score": ""}
    findings = session.findings_of(len(session.times) - 1)
    slips = [slip_of(session, finding, drawn.things, hands) for finding in findings] if mode == "practice" else []
    clean = f"That {word} was clean." if not findings else f"That {word} is over: {count_of(len(findings), 'slip')}."
    said_before = "Each step was announced first"
    score = said_before if mode == "learn" else wording.score_words(session.score_of(len(session.times) - 1))
    return {"title": clean, "slips": slips, "score": score}


def lesson_of(session: Session) -> Lesson | None:
    """Return the lesson of a table, with its questions; None if it has no level."""
    return session.watch if isinstance(session.watch, Lesson) else None


def next_way(live: LiveTable, drawn: DrawnTable, hands: Hands) -> Way | None:
    """Return the gesture or line of the next step; None while the dealer waits or a question is open.

    Args:
        live: The table.
        drawn: The table as drawn.
        hands: The gestures and buttons of the game.
    """
    session = live.session
    if session.asks:
        return None
    act = table_lines.coming(session.table)
    if act is None or act.who != DEALER:
        return None
    return hands.way(said_shortly(act), drawn.things) or Way(say=f"Do it: {sentence(act)}", act=act.text)


def next_lines(live: LiveTable) -> tuple[Line, ...]:
    """Return the hint shown to a learner before each act: the next step, how to say it, the reason."""
    lesson, table = lesson_of(live.session), live.session.table
    if lesson is not None and lesson.open is not None:
        return (Line(lesson.open.answer, "next, say: "), *list(table_lines.rules(table, lesson.open.cite))[:1])
    act = table_lines.coming(table)
    if act is None:
        return ()
    step = table.expected.step
    why = wording.step_words(table, step)
    more = (Line(why, "why: ", 2),) if why else tuple(table_lines.rules(table, wording.step_rules(table, step)))[:1]
    return (Line(f"{sentence(act)}", "next: "), *more)


def hint_lines(live: LiveTable) -> tuple[Line, ...]:
    """Return the hint: the next step, how to say it, the reason and the rule; or the answer to the open question."""
    lesson, table = lesson_of(live.session), live.session.table
    if lesson is not None and lesson.open is not None:
        return (Line(lesson.open.answer, "say: "), *table_lines.rules(table, lesson.open.cite))
    return tuple(table_lines.hint(table, live.talk))


def why_lines(live: LiveTable) -> tuple[Line, ...]:
    """Return the reason why the last slip matters, or else why the next step is done."""
    session = live.session
    findings = session.findings() if live.plan.mode in AT_ONCE else []
    if not findings:
        return tuple(table_lines.why_now(session.table))
    explained = session.table.explain(findings[-1])
    lines = [Line(wording.what_was_wrong(session.table, findings[-1]))]
    lines += [Line(explained.why, "why: ", 2)] if explained.why else []
    lines += [Line(explained.remedy, "what to do: ", 2)] if explained.remedy else []
    return (*lines, *table_lines.rules(session.table, explained.cite))


def choices(live: LiveTable) -> list[SayButton]:
    """Return the lines offered as buttons now: rulings for the floor, and moves of players without a bot."""
    table = live.session.table
    buttons = []
    question = table.floor.question
    if question is not None and any(act.verb == "floor" for act in table.log[question.act :]):
        for outcome in table.floor.outcomes:
            sentence = live.talk.said(Act.make(FLOOR, "rule", outcome))
            buttons.append(SayButton(sentence[:1].upper() + sentence[1:], line=sentence))
    if live.plan.bots and table.seats > 1:
        return buttons
    for seat, moves in table.ask.items():
        for move, allowed in moves.items():
            buttons += _moves(live, seat, move, allowed)
    return buttons[:_MOST_OPEN]


def _moves(live: LiveTable, seat: str, move: str, allowed: Any) -> Iterator[SayButton]:
    """Yield the buttons for a player's move."""
    if wording.ends_of(allowed):
        yield SayButton(f"Seat {seat[1:]}: {wording.limits(move, allowed)}", (f"{seat} {move} {{amount}}",), "amount")
        return
    values: list[object] = [None] if isinstance(allowed, Everything) else []
    if isinstance(allowed, tuple | list | set | frozenset):
        values = list(allowed)
    for value in values:
        act = Act.of(seat, move, value)
        sentence = wording.said_at(live.session.table, act)
        yield SayButton(sentence[:1].upper() + sentence[1:], (act.text,))
    if not values:
        yield SayButton(f"Seat {seat[1:]}: {wording.limits(move, allowed)}", (f"{seat} {move} {{amount}}",), "amount")


def status_lines(live: LiveTable) -> list[str]:
    """Return the state of the table in words, without the next step."""
    session, table = live.session, live.session.table
    at_once = live.plan.mode in AT_ONCE
    lines = []
    if at_once and session.waits_for_the_floor:
        lines.append("The floor decides; everyone waits.")
    elif at_once and table.floor.puts_right:
        lines.append("The dealer is fixing something; no player acts until then.")
    elif at_once and table.ask and urgent_act(table) is not None:
        lines.append(WAITING)
    if session.over:
        lines.append(wording.OVER)
    return lines
