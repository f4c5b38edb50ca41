"""Lines of text shown beside the acts at a table: rules, rulings, players' moves, the next step with its reason.

They are values, so that the terminal and the browser each show them in their own way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from dealerkit.felt import DEALER, FLOOR, Act
from dealerkit.felt.verbs import sentence
from dealerkit.judge import Finding
from dealerkit.judge.floor import Ruled
from dealerkit.rulings import OUTCOMES
from dealerkit.table.bots import advice
from dealerkit.table.next_acts import urgent_act, urgent_duty
from dealerkit.table.table import Table
from dealerkit.training.walk import wording
from dealerkit.training.walk.legality import Barred, rule_texts
from dealerkit.training.walk.slips import due
from dealerkit.training.walk.talk import Talk


@attrs.frozen
class Line:
    """A line of text.

    Attributes:
        words: The text.
        label: The label before it: `due: `, `1. `; empty for none.
        depth: 1 for a line at the left, 2 for a line indented under it, 3 for a line under that.
    """

    words: str
    label: str = ""
    depth: int = 1


def rules(table: Table, ids: Sequence[str], depth: int = 2) -> Iterator[Line]:
    """Yield the text of rules, as in the game's rule book; an id without a text is left out.

    Args:
        table: The table, whose game has the rule book.
        ids: The ids of the rules, as `BA-38`.
        depth: How far the lines are indented, as in `Line`.
    """
    book = rule_texts(table.game)
    for name in ids:
        if name in book:
            yield Line(f"{name}: {book[name]}", "rule: ", depth)


def ruling(ruled: Ruled, depth: int = 1) -> Iterator[Line]:
    """Yield a ruling at the table (outcome, words, steps, rule), and then the rulings given together with it.

    Args:
        ruled: The ruling.
        depth: How far the first lines are indented, as in `Line`.
    """
    for part in ruled.ruling.each:
        yield Line(f"{part.title}: {OUTCOMES.get(part.outcome, part.outcome)}", "floor: ", depth)
        if part.say:
            yield Line(f'"{part.say}"', "says: ", depth + 1)
        for number, step in enumerate(part.steps, 1):
            yield Line(step, f"{number}. ", depth + 1)
        if part.because:
            yield Line(part.because, "why: ", depth + 1)
        if part.rules:
            yield Line(", ".join(part.rules) + (f"; {part.cite}" if part.cite else ""), "rule: ", depth + 1)


def refused(table: Table, against: Barred) -> Iterator[Line]:
    """Yield the lines that refuse a player's illegal choice: the rule it would break, and the moves the seat has.

    Args:
        table: The table.
        against: The choice and its rule.
    """
    yield Line(f"{sentence(against.act)}: not possible now; nothing was changed.")
    yield from rules(table, [against.rule] if against.rule else [])
    if against.open:
        moves = table.ask[against.act.who]
        may = ", ".join(wording.limits(move, moves[move]) for move in against.open)
        yield Line(f"s{against.act.seat} may {may}", "> ", 2)


def asked(players: Mapping[str, Iterable[str]]) -> Iterator[Line]:
    """Yield the moves that players may make now; seats with the same moves share a line.

    Args:
        players: The moves of each seat; for a wager, also its limits.
    """
    seats: dict[tuple[str, ...], list[str]] = {}
    for seat, moves in players.items():
        words = [wording.limits(move, allowed) for move, allowed in moves.items()] if isinstance(moves, Mapping) else moves
        seats.setdefault(tuple(words), []).append(seat)
    for moves, names in seats.items():
        yield Line(f"{', '.join(names)}: {', '.join(moves)}", "players may act: ")


# The next step


def coming(table: Table) -> Act | None:
    """Return the dealer's next act, without hidden cards; None if the dealer waits for players, or it is unknown."""
    urgent = urgent_act(table)
    if urgent is not None:
        return urgent
    following = table.next_act()
    if following is not None and (following.who == FLOOR or following.verb == "floor"):
        return following
    act = due(table)
    return wording.veiled(table, act) if act is not None else None


def hint(table: Table, talk: Talk) -> Iterator[Line]:
    """Yield the hint: the next step, how to say it, the reason, and the rule.

    Args:
        table: The table.
        talk: The language of the table.
    """
    urgent = urgent_duty(table)
    if urgent is not None:
        to_say, duty = urgent
        yield Line(wording.to_dealer(wording.said_at(table, to_say)), "due: ")
        yield Line(talk.said(to_say, table), "say: ", 2)
        yield Line(duty.say, "why: ", 2)
        yield from rules(table, duty.cite)
        return
    expected = table.expected
    act = due(table)
    act = wording.veiled(table, act) if act is not None else None
    owed_acts = [owed_act for owed in table.agenda.books.debts for owed_act in owed.acts]
    missing = Counter(wording.to_dealer(wording.said_at(table, wording.veiled(table, owed_act))) for owed_act in owed_acts)
    if missing and not table.floor.puts_right:
        owing = [line if count == 1 else f"{line} ({count} times)" for line, count in missing.items()]
        yield Line(", ".join(owing), "still owed: ")
    next_act = table.next_act()
    if next_act is not None and next_act == table.floor.choice:
        yield Line("the floor decides; everyone waits", "due: ")
        yield from _choices_of_the_floor(table, talk)
        return
    if next_act is not None and (next_act.who == FLOOR or next_act.verb == "floor"):
        yield Line(wording.to_dealer(wording.said_at(table, next_act)), "due: ")
        to_say = next_act if next_act.who == DEALER else Act.make(FLOOR, next_act.verb, next_act.to[0])
        yield Line(talk.said(to_say, table), "say: ", 2)
        yield from _choices_of_the_floor(table, talk)
        return
    if act is None and not expected.players:
        cannot = "the next step depends on an unseen card"
        yield Line(cannot if expected.unknown else "nothing is due")
        return
    yield from asked(expected.players)
    for seat in expected.players:
        best = advice(table, seat)
        if best is not None:
            yield Line(f"{sentence(best[0])}: {best[1]}", "best: ")
    if act is not None:
        more = len(expected.dealer) - 1
        order = " in any order" if expected.any_order and more else ""
        rest = f"; {more} more{order}" if more else ""
        yield Line(f"{wording.to_dealer(sentence(act))}{rest}", "due: ")
        yield Line(talk.said(act, table), "say: ", 2)
    if (slip := _owed_for(table)) is not None:
        yield Line(table.explain(slip).title, "why: ", 2)
        return
    title, words = wording.step_title(table, expected.step), wording.step_words(table, expected.step)
    if title and title != words:
        yield Line(title, "how: ", 2)
    if words:
        yield Line(words, "why: ", 2)
    yield from rules(table, wording.step_rules(table, expected.step))


def _owed_for(table: Table) -> Finding | None:
    """Return the finding that the next act corrects; None if the open step asks for it."""
    first = next(iter(table.owed), None)
    debts = (debt for debt in table.agenda.books.debts if first in debt.acts and debt.finding >= 0)
    debt = next(debts, None) if first is not None else None
    return table.findings[debt.finding] if debt is not None else None


def _choices_of_the_floor(table: Table, talk: Talk) -> Iterator[Line]:
    """Yield the floor's choices, if the floor has to decide."""
    question = table.floor.question
    if question is None:
        return
    if question.ruling.choices:
        yield Line("; ".join(question.ruling.choices), "the floor may choose: ", 2)
    ruled = [talk.said(Act.make(FLOOR, "rule", outcome)) for outcome in table.floor.outcomes]
    yield Line(" or ".join(f"'{line}'" for line in ruled), "the floor says: ", 2)


def why_now(table: Table) -> Iterator[Line]:
    """Yield the reason for the step that is due, and the rule behind it."""
    step = table.expected.step
    cited = wording.step_rules(table, step)
    words = wording.step_words(table, step) or ("" if cited else "nothing is due")
    if words:
        yield Line(words, "now: ")
    yield from rules(table, cited)
