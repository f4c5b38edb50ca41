"""A table in words: acts, slips, steps, the player to act, the score; the same for terminal and browser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from dealerkit.catalogue.findings import in_words, known_findings
from dealerkit.errors import ActError
from dealerkit.felt import FLOOR, Act
from dealerkit.felt.verbs import sentence
from dealerkit.files.screen_text import count_of
from dealerkit.judge import Finding
from dealerkit.judge.severity import line_of
from dealerkit.procedure.steps import Step
from dealerkit.rules.texts import text
from dealerkit.rulings.decision import Ruling
from dealerkit.table.rounds import round_section
from dealerkit.table.scene import eyes
from dealerkit.table.table import Table
from dealerkit.training.walk.felt_text import Print, letters
from dealerkit.training.walk.legality import rule_texts
from dealerkit.training.walk.norms import pace_of, sampling
from dealerkit.training.walk.score import Score
from dealerkit.training.walk.session import Session


def many_seats(seats: int) -> str:
    """Return a number of seats, in words."""
    return "one seat" if seats == 1 else f"{seats} seats"


def said_at(table: Table, act: Act) -> str:
    """Return an act as a sentence without ids: a ruling by its title, a remedy by its name.

    Args:
        table: The table, whose rule set has the titles.
        act: The act.
    """
    codes = [word for word in act.to[1:] if "/" in word]
    if act.who != FLOOR or act.verb != "rule" or len(act.to) < 2:
        return sentence(act)
    known, book = known_findings(table.game), rule_texts(table.game)
    named = [text(line_of(known, code).get("title", "")) or code for code in codes]
    named += [book.get(word.upper(), word) for word in act.to[1:] if word not in codes]
    return f"{sentence(Act.make(act.who, act.verb, act.to[0]))} ({'; '.join(named)})"


def doing(table: Table, act: Act, show: Print = letters, moved: Sequence[int] | None = None) -> str:
    """Return an act as a sentence, with the cards that it showed.

    Args:
        table: The table after the act.
        act: The act.
        show: Prints a card: in letters, or with its suit symbol.
        moved: The cards that it moved, by number; None if it was the last act, so that the table knows.
    """
    faces = []
    moved = table.felt.moved if moved is None else moved
    if act.verb in ("deal", "burn", "turn", "show") and not act.cards:
        for card in moved:
            face = table.felt.faces[card]
            if face is not None and table.felt.up[card]:
                faces.append(show(face))
    if act.cards and act.verb == "draw" and not all(table.felt.seen[card] & eyes(table) for card in moved):
        act = act.plain  # discarded face down
    return said_at(table, act) + (f": {' '.join(faces)}" if faces else "")


def veiled(table: Table, act: Act) -> Act:
    """Return an act without cards that are face down, so that it can be shown as a hint.

    Args:
        table: The table before the act.
        act: The act.
    """
    if not act.cards:
        return act
    lying = {name for names in table.view(0).places.values() for name in names}
    return act if all(face is None or face.name in lying for face in act.cards) else act.plain


def _spoken(acts: str) -> str:
    """Return acts of a finding in words to the dealer: `deal to player (2 times), deal to banker`.

    >>> _spoken("d deal player (2 times), d call player 4")
    'deal to player (2 times), call player 4'
    >>> _spoken("2 of 2 missing: d take s1 player 5, d tap"), _spoken("d wash earlier")
    ("2 of 2 missing: take seat 1's 5 bet on player, tap the felt", 'wash the cards earlier')
    """
    return to_dealer(in_words(acts))


def to_dealer(text: str) -> str:
    """Return a sentence about the dealer as an instruction to the dealer.

    >>> to_dealer("the dealer washes the cards"), to_dealer("the dealer has the players open their declarations")
    ('wash the cards', 'have the players open their declarations')
    """
    return re.sub(r"\bthe dealer (\w+)", lambda match: _plain(match[1]), text)


def _plain(verb: str) -> str:
    return "have" if verb == "has" else re.sub(r"(?<=ss)es$|(?<=[cs]h)es$|s$", "", verb)


def what_was_wrong(table: Table, finding: Finding, *, to_you: bool = True) -> str:
    """Return a finding as a sentence: the slip, the step that was due, the act that was done.

    Args:
        table: The table that found it.
        finding: The finding.
        to_you: Whether the sentence addresses the dealer as "you"; in a report it does not.
    """
    title = table.explain(finding).title
    if finding.expected and finding.got:
        did = "you did" if to_you and "the dealer " in in_words(finding.got) else "done"
        return f"{title}; due: {_spoken(finding.expected)}; {did}: {_spoken(finding.got)}"
    return title


def because_of(finding: Finding) -> dict[str, object] | None:
    """Return the finding that caused this one, as its `code` and `act`; None if it is a slip of its own."""
    return None if finding.because_of is None else {"code": finding.because_of[0], "act": finding.because_of[1]}


def finding_json(table: Table, finding: Finding) -> dict[str, object]:
    """Return a finding as plain data for JSON, with title, severity, reason, rules and remedy; `act` counts from 1.

    Args:
        table: The table that found it.
        finding: The finding.
    """
    explained = table.explain(finding)
    return {
        "code": finding.code,
        "act": finding.act,
        "severity": explained.severity,
        "expected": finding.expected,
        "got": finding.got,
        "why": explained.why,
        "cite": list(explained.cite),
        "remedy": explained.remedy,
        "self_corrected": finding.self_corrected,
        "because_of": because_of(finding),
    }


def impossible(error: Exception) -> str:
    """Return the reason why an act cannot happen; if the message begins with the act, the act is put in words.

    Args:
        error: The error that the table raised.

    >>> impossible(ActError("'d kill s2': no cards lie there"))
    "the dealer mucks seat 2's hand: no cards lie there"
    >>> impossible(ActError("this table has no box to mark"))
    'this table has no box to mark'
    """
    written, reason, why = str(error).partition("': ")
    try:
        act = Act.parse(written.removeprefix("'"))
    except ActError:
        return str(error)
    return f"{sentence(act)}: {why}" if reason else str(error)


def step_words(table: Table, path: str) -> str:
    """Return the reason for a step, in words.

    A step of a remedy without a reason of its own has that of the ruling that asked for it. If there is no reason, the step
    is described; a path without a step gives an empty text.

    Args:
        table: The table.
        path: The step's path in the procedure: the ids of sections and step, with dots between.
    """
    step = _step(table, path)
    if step is None:
        return ""
    ruled = ruling_of(table, step)
    return table.game.say(text(step.why or (ruled.because if ruled is not None else "") or step.say or ""))


def step_title(table: Table, path: str) -> str:
    """Return the full title of a remedy's step: `Leave the burn, and shuffle the board back`; empty for other steps.

    Args:
        table: The table.
        path: The step's path: the ids of sections and step, with dots between.
    """
    step = _step(table, path)
    return table.game.say(text(step.say or "")) if step is not None and step.remedy else ""


def ruling_of(table: Table, step: Step) -> Ruling | None:
    """Return the latest ruling that asked for the remedy that a step belongs to; None for a step of the game's own procedure.

    Args:
        table: The table.
        step: The step.
    """
    remedy = step.path.partition(".")[0]
    each = (ruling for ruled in reversed(table.rulings) for ruling in ruled.ruling.each) if step.remedy else ()
    return next((ruling for ruling in each if remedy in ruling.remedies), None)


def _step(table: Table, path: str) -> Step | None:
    """Return the step with a path: the open step, which may be a remedy's, or a step of the procedure."""
    if table.agenda.step is not None and table.agenda.step.path == path:
        return table.agenda.step
    return next((step for step in table.house.program.walk() if step.path == path), None)


def step_rules(table: Table, path: str) -> tuple[str, ...]:
    """Return the ids of the rules of a step; for a remedy's step, those of the ruling that asked for it.

    Args:
        table: The table.
        path: The step's path: the ids of sections and step, with dots between.
    """
    step = _step(table, path)
    if step is None:
        return ()
    ruled = ruling_of(table, step)
    return ruled.rules if ruled is not None and ruled.rules else step.cite


def whose_turn(table: Table) -> str:
    """Return in a few words the seats that the dealer waits for.

    For a single seat, the amount to call and the limits of a bet or raise are added.
    """
    seats = list(table.ask)
    if len(seats) != 1:
        return ", ".join(seats)
    moves = table.ask[seats[0]]
    wagers = [limits(move, moves[move]) for move in ("bet", "raise") if ends_of(moves.get(move))][:1]
    if "call" not in moves:
        return ", ".join([seats[0], *wagers])
    bets, stack = table.felt.rows["bet"], table.felt.rows["stack"]
    seat = int(seats[0][1:])
    more = max(bets) - bets[seat]
    all_in = ", all-in" if more >= stack[seat] else ""
    return ", ".join([f"{seats[0]}, {table.felt.money(min(more, stack[seat]))} to call{all_in}", *wagers])


def ends_of(allowed: object) -> tuple[str, ...]:
    """Return the smallest and the largest amount of a wager, as decimal texts; empty if the move is not a wager in chips.

    Args:
        allowed: The values that a player's move may have, as the table gives them.
    """
    felt, amounts = getattr(allowed, "felt", None), getattr(allowed, "amounts", None)
    return (felt.money(amounts[0]), felt.money(amounts[-1])) if felt is not None and amounts else ()


def limits(move: str, allowed: object) -> str:
    """Return a player's move in words, with its amount or number of cards; for a wager, with the smallest and the largest.

    Args:
        move: The move, such as `raise`.
        allowed: The values that it may have, as the table gives them.
    """
    if isinstance(allowed, tuple):
        return f"{move} {allowed[0]}" if allowed and allowed[0] is not None else move
    if ends := ends_of(allowed):
        to = "to " if move == "raise" else ""
        return f"{move} {to}{ends[0]}" + (f" at least, {ends[1]} at most" if ends[0] != ends[1] else "")
    return f"{move} {allowed}" if hasattr(allowed, "amounts") or hasattr(allowed, "most") else move


def wagers(players: Mapping[str, Iterable[str]]) -> dict[str, dict[str, list[str]]]:
    """Return the smallest and largest amount of every bet and raise that players may make, by seat and move, as decimal texts.

    Args:
        players: The moves of each seat, as the table gives them.
    """
    moves_ = {
        seat: {move: list(ends) for move, allowed in moves.items() if (ends := ends_of(allowed))}
        for seat, moves in players.items()
        if isinstance(moves, Mapping)
    }
    return {seat: moves for seat, moves in moves_.items() if moves}


def severities(counts: Mapping[str, int]) -> str:
    """Return the number of findings of each severity in words: `1 critical, 2 minor`."""
    return ", ".join(f"{counts[kind]} {kind}" for kind in ("critical", "major", "minor") if counts.get(kind)) or "none"


OVER = "That's the end of the procedure: nothing more to do."
NOTHING_DONE = "you have nothing to take back yet"


def score_told(session: Session) -> str:
    """Return the score of a walk in words, or a sentence that there is none because no round was finished."""
    if session.markable:
        return score_words(session.score())
    return f"No score: you stopped before the {round_word(session.table)} was over"


def score_words(score: Score) -> str:
    """Return the score in words: `88 of 100, passed`; after a critical slip, only that the walk is failed."""
    if not score.steps:
        return "nothing was dealt"
    critical = score.severities.get("critical", 0)
    if critical:
        return f"not passed: {count_of(critical, 'critical slip')}; one fails the game"
    figure = f"{int(score.percent)} of 100"
    if score.passed:
        return f"{figure}, passed"
    if score.too_many:
        return (
            f"{figure}, not passed: {count_of(score.severities['major'], 'major slip')}, {score.marking.majors or 'none'} allowed"
        )
    return f"{figure}, not passed: the pass mark is {score.marking.pass_mark}"


def by_round(score: Score, word: str) -> str:
    """Return the slips round by round: `hand 1 none; hand 2 1 major`; empty for a single round.

    Args:
        score: The score.
        word: The word for a round: `hand`, `coup`.
    """
    if len(score.rounds) < 2:
        return ""
    rounds_ = [f"{word} {number}: {severities(counts)}" for number, counts in enumerate(score.rounds, 1) if any(counts.values())]
    clean = sum(not any(counts.values()) for counts in score.rounds)
    return "; ".join([*rounds_, *([f"{count_of(clean, word)} clean"] if clean else [])])


def round_word(table: Table) -> str:
    """Return the word for a round of a game: `hand`, `coup`."""
    section = round_section(table.house.program)
    return section.id.replace("_", " ") if section is not None else "hand"


def pace_words(session: Session) -> str:
    """Return the pace of a walk beside the usual one: `33 hands an hour; 30 to 40 is usual`.

    Args:
        session: The walk, which must have gone on long enough to have a pace.
    """
    assert session.pace is not None
    word, usual, by = round_word(session.table), pace_of(session.table.game), sampling()
    rate = round(session.pace)
    words_ = f"{count_of(rate, word)} an hour"
    if usual is not None:
        slow = ", too slow" if rate < usual.slow else ""
        words_ += f"; {usual.slow} to {usual.fast} is usual{slow}"
    spent = round(sum(session.times))
    if spent < by.sample:
        words_ += f" (dealt for {count_of(spent // 60, 'minute')}; a fair sample takes {by.sample // 60})"
    return words_
