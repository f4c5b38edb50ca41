"""Practice exams in a browser, like `dealerkit drill exam/table-test`: questions, then hands, against the clock.

The questions are the sequence of a sitting, drawn when it begins. The hands are dealt at tables of their own, one game after
the other. Right and wrong are not shown before the exam is over: handed in, or out of time.
"""

from __future__ import annotations

import time
from fractions import Fraction

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.training import practice_exam
from dealerkit.training.exercises import setting
from dealerkit.training.generators import Setting
from dealerkit.training.practice_exam import DealtPart, PracticeResult
from dealerkit.web.kept_walks import keep_walk
from dealerkit.web.people import Visitor
from dealerkit.web.refusals import Refused
from dealerkit.web.sitting_plans import DealtGame, PlannedExercise, PlannedSetting, PracticeTerms, SittingPlan
from dealerkit.web.sittings import LiveSitting, Sittings, now, training
from dealerkit.web.table_tasks import TableTask, plan_at
from dealerkit.web.tables import LiveTable, Tables


def draw(name: str, level: int, *, game: str, rules: str, seed: int, trainee: str, clocked: bool) -> SittingPlan:
    """Return a practice exam drawn from a seed; its clock runs from now on.

    Args:
        name: The drill's id.
        level: Its level.
        game: The game; empty for the level's own.
        rules: The rule set; empty for each game's own.
        seed: The seed of questions and cards.
        trainee: Name or code; empty for no name.
        clocked: Whether it has a time limit.

    Raises:
        UnknownName, NoExercise: If there is no such drill, level, game or rule set, or nothing can be asked under it.
        TrainingError: If the trainee's earlier results, which decide the questions, cannot be read.
    """
    where = setting(name, level, game or None, rules or None)
    with training() as store:
        weak = [cell.drill for cell in store.weakest(trainee, None, 200)]
    rows: list[PlannedExercise] = []
    for at, stratum in enumerate(practice_exam.strata(where, rules or None, weak)):
        planned = PlannedSetting(stratum.drill, stratum.level, stratum.game, stratum.rules)
        rows += [PlannedExercise(planned, item) for item in stratum.questions(stratum.where(), f"{seed}/{at}")]
    games = tuple(DealtGame(game_) for game_ in practice_exam.games_dealt(where, seed))
    minutes = practice_exam.minutes(where) if clocked else 0
    return SittingPlan(
        where.drill.id,
        level,
        game=where.game.id,
        rules=rules,
        seed=str(seed),
        mode="exam",
        trainee=trainee,
        clocked=clocked,
        adaptive=False,
        climbs=False,
        title=where.drill.title,
        rows=tuple(rows),
        exam=PracticeTerms(time.time(), minutes, games),
    )


def setting_of(plan: SittingPlan) -> Setting:
    """Return the setting (drill, level, game, rules) of a practice exam.

    Raises:
        UnknownName, NoExercise: If the drill, level, game or rule set no longer exists.
    """
    return setting(plan.drill, plan.level, plan.game or None, plan.rules or None)


def terms_of(plan: SittingPlan) -> PracticeTerms:
    """Return the terms of a practice exam: clock, hands, whether it is over.

    Raises:
        Refused: If it is not a practice exam (404).
    """
    if plan.exam is None:
        raise Refused(404, "unknown exam; start another")
    return plan.exam


def time_left(plan: SittingPlan) -> float | None:
    """Return the seconds left of an exam; None without a time limit."""
    terms = terms_of(plan)
    return max(0.0, terms.begun + 60 * terms.minutes - time.time()) if terms.minutes else None


def is_late(plan: SittingPlan) -> bool:
    """Return whether the time of an exam is over."""
    return time_left(plan) == 0.0


def exam_of(sittings: Sittings, live: LiveTable) -> LiveSitting | None:
    """Return the exam to which a table belongs; None if it belongs to none, or the exam no longer exists."""
    if not live.task.practice:
        return None
    try:
        return sittings.find(live.task.practice)
    except Refused:
        return None


def may_deal(sittings: Sittings, live: LiveTable) -> None:
    """Check that more hands of a practice exam may be dealt.

    Raises:
        Refused: If it was handed in, or its time is over (410).
    """
    exam = exam_of(sittings, live)
    if exam is None or terms_of(exam.plan).over:
        raise Refused(410, "this exam is over; it takes no more answers")
    if is_late(exam.plan):
        raise Refused(410, "time is up for this exam; finished hands count")


def next_game(live: LiveSitting, tables: Tables) -> int | None:
    """Return the index of the first game that is not fully dealt, from 0; None if all are."""
    for at, game_ in enumerate(terms_of(live.plan).games):
        table = table_of(game_, tables)
        if table is None or not table.dealt:
            return at
    return None


def table_of(game: DealtGame, tables: Tables) -> LiveTable | None:
    """Return the table of a game in an exam; None if it is not open, or no longer exists."""
    if not game.table:
        return None
    try:
        return tables.find(game.table)
    except Refused:
        return None


def open_table(live: LiveSitting, tables: Tables, person: Visitor) -> LiveTable:
    """Open or continue the table of an exam's next game, and return it.

    Args:
        live: The exam.
        tables: The tables.
        person: The dealer.

    Raises:
        Refused: If questions are open, everything is dealt, or the exam is over (409, 410).
    """
    with live.lock:
        terms, at = terms_of(live.plan), next_game(live, tables)
        if terms.over or is_late(live.plan):
            raise Refused(410, "this exam is over; it takes no more answers")
        if not live.over:
            raise Refused(409, "the questions come first; continue with them")
        if at is None:
            raise Refused(409, "every hand is dealt; hand in the exam")
        opened = table_of(terms.games[at], tables)
        if opened is None:
            where, game = setting_of(live.plan), terms.games[at].game
            rules = live.plan.rules if game == where.game.id else ""
            plan = plan_at(where, game, rules or None, int(live.plan.seed) + at, "exam")
            task = TableTask(
                trainee=live.plan.trainee,
                drill=live.plan.drill,
                level=live.plan.level,
                rounds=practice_exam.rounds_each(where),
                clocked=live.plan.clocked,
                practice=live.id,
            )
            opened = tables.open(plan, person, task)
            games = (*terms.games[:at], attrs.evolve(terms.games[at], table=opened.id), *terms.games[at + 1 :])
            live.change(attrs.evolve(live.plan, exam=attrs.evolve(terms, games=games)))
        return opened


def result_of(live: LiveSitting, tables: Tables) -> PracticeResult:
    """Return the result of an exam so far.

    Args:
        live: The exam.
        tables: The tables.
    """
    where, terms = setting_of(live.plan), terms_of(live.plan)
    asked = len(live.answers) == len(live.plan.rows) or any(dealt.table for dealt in terms.games)
    gone_through = terms.whole if terms.over else asked or is_late(live.plan)
    parts = []
    for dealt in terms.games if gone_through else ():
        table = table_of(dealt, tables)
        if terms.over:  # its table may have been deleted since
            parts.append(DealtPart(dealt.game, Fraction(dealt.percent or 0), dealt.passed))
        elif table is None:
            parts.append(DealtPart(dealt.game, Fraction(0), passed=False))
        else:
            with table.lock:
                parts.append(practice_exam.part_of(table.session, dealt.game, practice_exam.rounds_each(where)))
    right = sum(answer.taken.right for answer in live.answers)
    return PracticeResult(where, right, len(live.answers), len(live.plan.rows), tuple(parts), whole=gone_through)


def finish(live: LiveSitting, tables: Tables) -> None:
    """End a practice exam: refuse further answers, show the right answers, and save the result for progress, once.

    Args:
        live: The exam.
        tables: The tables.

    Raises:
        TrainingError, DatabaseError: If it cannot be saved; the next look at the exam tries again.
    """
    with live.lock:
        terms = terms_of(live.plan)
        if terms.over:
            return
        dealt = [table for game_ in terms.games if (table := table_of(game_, tables)) is not None]
        for table in dealt:
            table.hand_in()
        result = result_of(live, tables)
        with training() as store:
            known = any(each.drill == live.plan.drill for each in store.answers(session=live.id))
            if result.something and not known:
                store.keep(result.answer(live.id, live.plan.trainee, int(live.plan.seed), now))
        marked = {part.game: part for part in result.parts}
        games = tuple(
            attrs.evolve(game_, percent=str(marked[game_.game].percent), passed=marked[game_.game].passed)
            if game_.game in marked
            else game_
            for game_ in terms.games
        )
        live.change(attrs.evolve(live.plan, exam=attrs.evolve(terms, games=games, over=True, whole=result.whole)), left=True)
    for table in dealt:
        try:
            keep_walk(table, whole=True)
        except DealerkitError as error:  # its page tries again
            table.unkept = str(error)
