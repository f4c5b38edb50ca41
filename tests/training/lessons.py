"""Scripted dealers in a lesson: all answers right, all wrong, or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from dealerkit.rules.games import game as find_game
from dealerkit.rules.games import games
from dealerkit.table.bots import players_named
from dealerkit.table.table import Table
from dealerkit.training.action.lesson import Lesson
from dealerkit.training.action.levels import levels, stacks
from dealerkit.training.action.question import WalkQuestion
from dealerkit.training.walk.opening import begin, first_step, settings_of
from dealerkit.training.walk.session import Session

POKER = tuple(name for name in games() if find_game(name).family == "poker")
BACCARAT = tuple(name for name in games() if find_game(name).family == "baccarat")
LEVELS = tuple((name, number) for name in (*POKER, *BACCARAT) for number in levels(find_game(name)))

_MOST = 3000


def lesson(name: str, number: int, seed: int, rules: str | None = None, seats: int = 4, **settings: str) -> Session:
    """Begin a lesson at the start of its level."""
    found, chosen = settings_of(find_game(name, rules, settings), number, settings)
    chips = stacks(find_game(name, rules, chosen), found, seats)
    session = Session(Table(name, rules, seats=seats, seed=seed, options=chosen, stacks=chips), players_named("bots"))
    step = first_step(session.table, found)
    if step is not None:
        session.go_to(step)
    begin(session, found)
    return session


def watch(session: Session) -> Lesson:
    """Return the lesson of a session."""
    assert isinstance(session.watch, Lesson)
    return session.watch


def walk(session: Session, answer: Callable[[Session, WalkQuestion], None], hands: int = 2) -> Counter[str]:
    """Deal hands as a perfect dealer, and answer each question; return the number of questions by kind."""
    asked: Counter[str] = Counter()
    for _ in range(_MOST):
        session.players_act()
        if session.rounds.done >= hands:
            return asked
        question = watch(session).open
        if question is not None:
            asked[question.kind] += 1
            answer(session, question)
            continue
        act = session.table.next_act()
        assert act is not None
        assert not act.seat, f"{act}: the players wait for nothing that is asked"
        session.say(act)
    message = "the hands do not end"
    raise AssertionError(message)


def say(session: Session, line: str) -> bool:
    """Say a line as an answer, and its rest as the next; return whether all of it was understood."""
    while line:
        heard = watch(session).hear(line, session.table)
        if heard is None:
            return False
        acts, line = heard
        for number, act in enumerate(acts):
            session.say(act, goes_on=number > 0)
        session.players_act()
    return True


def rightly(session: Session, question: WalkQuestion) -> None:
    """Say the answer in the lesson's own words."""
    assert say(session, question.answer), (question.kind, question.answer)


def by_act(session: Session, question: WalkQuestion) -> None:
    """Do the act of a dealer who needs no words."""
    for act in question.best:
        session.say(act)


def wrong(session: Session, question: WalkQuestion) -> str | None:
    """Return a wrong answer to a question; None for a kind with only a right answer or none."""
    seats = range(1, session.table.seats + 1)
    others = [seat for seat in seats if f"s{seat}" not in question.best[0].to]
    if question.kind == "ruling":
        return _RULINGS.get(question.code, f"action on {others[0]}" if "seat" in question.answer else None)
    if question.kind == "shares":
        return f"seats {' '.join(map(str, others))}" if others else "seat 1"
    if question.kind == "point":
        return f"seat {others[0]}"
    if question.kind == "total":
        return str((int(question.best[0].n or 0) + 1) % 10)
    return _WRONG.get(question.kind)


_WRONG: Mapping[str, str] = {
    "bet": "raise to 777",
    "call": "raise to 777",
    "how_much": "777",
    "count": "777",
    "change": "0",
    "read": "royal flush",
    "payment": "777",
    "commission": "777",
    "box": "777",
    "buy_in": "777",
    "chips": "1x1",
    "late": "the bet stands",
}
_RULINGS: Mapping[str, str] = {
    "action/string-bet-allowed": "raise",
    "action/undercall-accepted": "777 in all",
    "showdown/one-card-shown-no-advice": "",
}
