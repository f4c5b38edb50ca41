"""Printed sentences compared with the decision lists in force, or with the engine."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

import attrs

from dealerkit.arithmetic.coup import Coup, CoupRules, burned_after, next_to_draw, settle
from dealerkit.errors import DealerkitError
from dealerkit.rules.coups import coup_rules, has_coups
from dealerkit.rules.games import Game
from dealerkit.rules.sets import at_one_moment
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.contradictions import refuse
from dealerkit.rulings.decision import Ruling, decide
from dealerkit.rulings.decision_lists import Case, DecisionList, decision_list
from dealerkit.rulings.fact_space import Space
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.games import values_in_force
from dealerkit.sheets.document import TableBlock, TableCell, plain, statements
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.statements import Statement, TableStatement

PAPERS = ("player", "dealer", "floor", "book", "control", "rates")
"""The editions with statements."""
STAKE = 1_000_000
"""A stake, in smallest units, at which no winnings are rounded."""


@attrs.frozen(eq=False)
class PrintedStatements:
    """Statements of a table of an edition about the same thing, in order.

    Attributes:
        edition: The edition's name.
        rows: Each with its cell.
    """

    edition: str
    rows: tuple[tuple[TableCell, Statement | TableStatement], ...]


@attrs.frozen
class Replayed:
    """The result of a replay in the decision lists or the engine.

    Attributes:
        statements: A mark for each different statement.
        facts: Number of replays of facts, coups or cards.
        wrong: The differences from print, each as a sentence.
    """

    statements: frozenset[tuple[object, ...]]
    facts: int
    wrong: tuple[str, ...]


def stated(played: Game, names: tuple[str, ...] = PAPERS) -> Iterator[PrintedStatements]:
    """Yield the statements of a game's editions, those of one table about one fault or bet together."""
    for name in names:
        if EDITIONS[name].offered(played) and (name != "rates" or has_coups(played)):
            found = statements(EDITIONS[name].make(EditionOrder((played,))))
            for _, group in itertools.groupby(found, key=lambda one: (id(one[0]), _about(one[2]))):
                yield PrintedStatements(name, tuple((cell, said) for _, cell, said in group))


_Found = tuple[TableBlock, TableCell, Statement | TableStatement]


def _about(said: Statement | TableStatement) -> tuple[str, object]:
    return ("", said.fault) if isinstance(said, Statement) else (said.what, said.given.get("bet"))


def mark(said: Statement | TableStatement) -> tuple[object, ...]:
    """Return the identity of a statement: subject, facts and result."""
    if isinstance(said, Statement):
        return said.rules_set, said.fault, frozenset(_flat(said.facts)), said.outcomes, said.rules, said.remedies, said.say
    return said.what, frozenset(_flat(said.given)), str(said.comes_to)


def _flat(facts: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    return ((name, str(sorted(map(str, value)) if isinstance(value, frozenset) else value)) for name, value in facts.items())


@at_one_moment()
def replay(played: Game, groups: Iterable[PrintedStatements] | None = None) -> Replayed:
    """Replay all or some statements of a game's editions in the decision lists in force, or in the engine."""
    tried, wrong = 0, list[str]()
    known: set[tuple[object, ...]] = set()
    for group in stated(played) if groups is None else groups:
        wrong += [f"{played.id}, {group.edition}: {said}" for said in _not_printed(group)]
        marks = tuple(mark(said) for _, said in group.rows)
        if marks in known:
            continue  # several editions state the same
        known.add(marks)
        for found in _tried(played, group):
            tried += 1
            if found:
                wrong.append(f"{played.id}, {group.edition}: {found}")
    return Replayed(frozenset(cast("tuple[object, ...]", one) for marks in known for one in marks), tried, tuple(wrong))


def _not_printed(group: PrintedStatements) -> Iterator[str]:
    """Yield the statements that are not in the text of their cells."""
    for cell, said in group.rows:
        printed = "\n".join(map(plain, cell.lines))
        if isinstance(said, Statement) and said.say not in printed:
            yield f"{said.fault} ({said.case}) says '{said.say}', and printed is '{printed}'"


def _tried(played: Game, group: PrintedStatements) -> Iterator[str]:
    """Yield for each trial of some statements the difference; an empty text if there is none."""
    rulings = [said for _, said in group.rows if isinstance(said, Statement)]
    if not rulings:
        yield from _reckoned(played, [said for _, said in group.rows if isinstance(said, TableStatement)])
    elif group.edition == "player":
        yield from (_differs(played, said, said.facts, written=True) for said in rulings)
    elif group.edition == "dealer":
        yield from (_comes_to_one(played, said) for said in rulings)
    else:
        yield from _of_rows(played, rulings)


# Rulings


def _of_rows(played: Game, rows: list[Statement]) -> Iterator[str]:
    """Read a table of rulings as a supervisor does, the first row that fits, with facts of every class that its rows or the
    cases of the decision list distinguish and that are possible in this game.
    """
    assert played.rules is not None
    fault, known = rows[0].fault, cast("Mapping[str, Value]", rows[0].known)
    listed = decision_list(played.rules, fault, played.options)
    cases = tuple(Case(said.case, said.facts, {"outcome": said.outcomes[0]}) for said in rows)
    for one in Space(DecisionList(fault, cases, listed.facts), listed, fixed=({}, known)).classes():
        if not _can_come(played, fault, one.example):
            continue
        if one.cases[0] is None:
            yield f"no row of {fault} is for {dict(one.example)}"
        else:
            yield _differs(played, rows[cases.index(one.cases[0])], one.example)


def _can_come(played: Game, fault: str, facts: Mapping[str, Value]) -> bool:
    try:
        refuse(fault, facts)
    except DealerkitError:
        return False
    return all(values_in_force(played, name, value) for name, value in facts.items())


def _ruled(played: Game, said: Statement, told: Mapping[str, object], *, written: bool = False) -> Ruling:
    assert played.rules is not None
    here = {name: value for name, value in said.known.items() if name in known_facts() and not known_facts()[name].of_option}
    return decide(played.rules, said.fault, {**here, **told}, played.options, written=written)


def _differs(played: Game, said: Statement, told: Mapping[str, object], *, written: bool = False) -> str:
    wanted, ruling = (said.rules, said.remedies), _ruled(played, said, told, written=written)
    if ruling.outcome in said.outcomes and (ruling.rules, ruling.remedies) == wanted:
        return ""
    got = f"{ruling.outcome} by {ruling.rules} with {ruling.remedies}"
    return f"{said.fault} ({said.case}) with {dict(ruling.facts)} is {got}, and printed is {said.outcomes} by {wanted}"


def _comes_to_one(played: Game, said: Statement) -> str:
    """Return the error of a line that is printed only under a certain ruling of the set in force."""
    assert played.rules is not None
    listed = decision_list(played.rules, said.fault, played.options)
    for end in Space(listed).ends():
        ruling = _ruled(played, said, {name: end.example[name] for name in end.unusual})
        if {ruling.outcome, *ruling.to_deal} & set(said.outcomes):
            return ""
    return f"{said.fault} never comes to {', '.join(said.outcomes)}"


# Cards and pay


def _reckoned(played: Game, said: list[TableStatement]) -> Iterator[str]:
    if said[0].what == "burns":
        yield from (_wrong(one, _burned(played, str(one.given["rank"]))) for one in said)
        return
    rules = coup_rules(played)
    if said[0].what == "pays":
        yield from _paid(said, rules)
    elif said[0].what == "counts":
        yield from (_wrong(one, rules.points[str(one.given["rank"])]) for one in said)
    else:
        yield from (_drawn(one, rules) for one in said)


def _wrong(said: TableStatement, got: object) -> str:
    return "" if got == said.comes_to else f"{said.what} with {dict(said.given)} is {got}, and printed is {said.comes_to}"


def _burned(played: Game, rank: str) -> int | None:
    packs = int(played.data["equipment"]["pack"]["decks"])
    return burned_after(played.options, played.data["tables"], packs, rank)


def _drawn(said: TableStatement, rules: CoupRules) -> str:
    """Deal two cards to each hand, with a third one or not, and check whether the next is for the hand in question."""
    total, third = cast("int", said.given["total"]), cast("int | None", said.given.get("third"))
    if said.what == "player_draws":
        return _wrong(said, next_to_draw([total, 0], [0, 0], rules) == 0)
    draws = next(at for at, does in enumerate(rules.player_draws) if does == (third is not None) and at < rules.natural)
    player = [draws, 0] if third is None else [draws, 0, third]
    return _wrong(said, next_to_draw(player, [total, 0], rules) == 1)


def _paid(said: list[TableStatement], rules: CoupRules) -> Iterator[str]:
    """Settle every kind of coup, and compare it with the first printed line that applies; without a line, the bet loses."""
    bet = str(said[0].given["bet"])
    for coup in coups(rules):
        features = coup.features()
        line = next((one for one in said if all(features[name] in wants for name, wants in _wants(one))), None)
        result, up, down, commission = (
            cast("tuple[str, int, int, bool]", line.comes_to) if line is not None else ("lose", 0, 1, False)
        )
        won = STAKE * up // down - (rules.commission(STAKE) if commission else 0)
        net = won if result == "win" else 0 if result == "push" else -STAKE
        settled = settle(bet, STAKE, coup, rules)
        same = (settled.result, settled.net) == (result, net)
        yield "" if same else f"{bet} on {features} is settled {settled}, and printed is {result}, {up} to {down}"


def _wants(said: TableStatement) -> Iterator[tuple[str, frozenset[object]]]:
    return ((name, cast("frozenset[object]", wants)) for name, wants in said.given.items() if name != "bet")


def coups(rules: CoupRules) -> list[Coup]:
    """Return a coup of every kind that a pay table can distinguish and the drawing table allows."""
    found: dict[int, Coup] = {}
    for player, banker, third, other, pairs in itertools.product(range(10), range(10), range(11), range(11), range(4)):
        if _can_be(rules, player, banker, third, other):
            made = rules.coup(player, banker, third, other, pairs)
            found.setdefault(made.key * 16 + ("none", "player", "banker", "both").index(made.natural), made)
    return list(found.values())


def _can_be(rules: CoupRules, player: int, banker: int, third: int, other: int) -> bool:
    hands = [player, 0], [banker, 0]
    for points, side in ((third, 0), (other, 1)):
        draws = next_to_draw(*hands, rules) == side
        if draws != (points < 10):
            return False
        if draws:
            hands[side].append(points)
    return True
