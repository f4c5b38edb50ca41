"""The run of one case: a ruling on facts, a coup, odds, acts at a table, a record, a promotion or a deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from dealerkit.cards import Face, read_cards
from dealerkit.errors import (
    ActError,
    DealerkitError,
    Impossible,
    Problem,
    RecordError,
    RuleFileError,
    check_name,
    no_such,
)
from dealerkit.felt import Act
from dealerkit.jobs.cases.chances import ODDS_KEYS, odds_told
from dealerkit.jobs.cases.coverage import Reached
from dealerkit.jobs.cases.decks import DECK_CASES
from dealerkit.jobs.cases.expectation import differences
from dealerkit.jobs.cases.files import RuleCase
from dealerkit.jobs.cases.promotions import KEYS as PROMOTION_KEYS
from dealerkit.jobs.cases.promotions import Unusable, run_events
from dealerkit.jobs.cases.tables import TABLE_KEYS, figures_of
from dealerkit.procedure.mid_game import BadMidGame, MidGame
from dealerkit.procedure.setup import composition
from dealerkit.rules.coups import coup_rules, deal_coup
from dealerkit.rules.doc import Place
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game, game
from dealerkit.rules.reports.coup import CoupReport
from dealerkit.rules.road_book import road_book
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import Ruling, rule
from dealerkit.table.playback import replay
from dealerkit.table.record import read_record
from dealerkit.table.settled_rounds import SeatWord, settled_bet, signed
from dealerkit.table.table import Table

GO_TO = "->"
"""The beginning of a line that is not an act: a perfect dealer, and players who only continue, take the table to the step it
names; without a name, one act further.
"""

RULING_KEYS = frozenset(field.name for field in attrs.fields(Ruling) if field.eq)
COUP_KEYS = frozenset({"player", "banker", "natural", "draws", "winner", "cards_used", "bets"})


@attrs.frozen
class CaseResult:
    """The result of a case.

    Attributes:
        name: Its name.
        file: Its file.
        line: Its line in the file, from 1.
        ok: Whether the outcome is as expected.
        why: The difference in words; empty if there is none.
    """

    name: str
    file: str
    line: int
    ok: bool
    why: str


class BrokenCase(RuleFileError):
    """A case cannot be run because it names something unknown."""

    @classmethod
    def at(cls, case: RuleCase, place: Place, message: object, hint: str = "") -> BrokenCase:
        """Return the error for one place of a case; the arguments after `case` are those of `RuleCase.problem`."""
        return cls([case.problem(place, str(message), hint)])


def run(case: RuleCase, reached: Reached) -> CaseResult:
    """Run a case, and record the rules that it reaches.

    Raises:
        BrokenCase: If it cannot be run.
    """
    reached.named(case)
    if case.rules is not None:
        with _At(case, "rules"):
            rule_set(case.rules)
    wrong = list(_RUNS[case.kind](case, reached))
    return CaseResult(case.name, case.file, case.line, not wrong, "; ".join(wrong))


class _At:
    """Context that turns errors into a problem at a place of the case; an act that the felt refuses is a failure of the case."""

    def __init__(self, case: RuleCase, *place: str | int) -> None:
        self.case, self.place = case, place

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, BrokenCase | Impossible) or not isinstance(error, DealerkitError):
            return
        if isinstance(error, RuleFileError):
            raise BrokenCase(error.problems) from None
        raise BrokenCase.at(self.case, self.place, error) from None


def _expect(case: RuleCase, known: frozenset[str]) -> dict[str, object]:
    expect: dict[str, object] = case.data["expect"]
    problems: list[Problem] = []
    for key in expect:
        if key not in known:
            problems.append(case.problem(("expect", key), no_such("expectation", key, known)))
    if problems:
        raise BrokenCase(problems)
    return expect


# -- a ruling -----------------------------------------------------------------------------------------------------


def _facts(case: RuleCase, reached: Reached) -> Iterator[str]:
    expect = _expect(case, RULING_KEYS)
    with _At(case, "facts"):
        ruling = rule(case.data["facts"], rules=case.rules if case.rules is not None else "us")
    reached.ruled(case.rules if case.rules is not None else "us", ruling)
    yield from differences(expect, attrs.asdict(ruling, recurse=False) | {"penalty": ruling.detail["penalty"]})


def _game(case: RuleCase) -> Game:
    data = case.data
    with _At(case, "game"):
        game(case.game, case.rules)
    with _At(case, "set"):
        return game(case.game, case.rules, data.get("set", {}), written=(case.doc, ("cases", case.number, "set")))


# -- a coup -------------------------------------------------------------------------------------------------------


def _coup(case: RuleCase, reached: Reached) -> Iterator[str]:
    expect = _expect(case, COUP_KEYS)
    told_coup = case.data["coup"]
    if not isinstance(told_coup, dict) or not isinstance(told_coup.get("cards"), str):
        hint = "write {cards: 7h Ks Th 6c, bets: {player: 100}} or similar"
        raise BrokenCase.at(case, ("coup",), "the cards of the coup are missing", hint)
    in_force = _game(case)
    with _At(case, "game"):
        under = coup_rules(in_force)
    reached.dealt(case)
    try:
        faces = read_cards(told_coup["cards"])
        dealt = deal_coup(faces, under)
    except (ActError, Impossible) as error:
        raise BrokenCase.at(case, ("coup", "cards"), error) from None
    bets = []
    for bet, amount in told_coup.get("bets", {}).items():
        with _At(case, "coup", "bets", bet):
            bets.append(settled_bet(SeatWord(bet, signed(str(amount)), f"{bet}: {amount}", 1), dealt, under))
    got = CoupReport(dealt, [face for face in faces if face is not None], under, bets).as_json()
    wanted = dict(expect)
    if isinstance(by_name := wanted.get("bets"), dict):
        wanted["bets"] = {
            bet: bet_result if isinstance(bet_result, dict) else {"net": bet_result} for bet, bet_result in by_name.items()
        }
        got["bets"] = {bet["bet"]: bet for bet in bets}
    yield from differences(wanted, got)


# -- the roads of a shoe ------------------------------------------------------------------------------------------


def _roads(case: RuleCase, reached: Reached) -> Iterator[str]:
    """Yield the differences in a shoe's roads: each road as rows of letters, with a dot for an empty cell before a mark."""
    book = road_book(_game(case))
    if book is None:
        raise BrokenCase.at(case, ("game",), f"{case.data['game']} has no roads")
    expect = _expect(case, frozenset(road.name for road in book.kept))
    with _At(case, "roads"):
        results = book.read(case.data["roads"])
    reached.dealt(case)
    grids = {
        road.name: [" ".join(cell or "." for cell in row).rstrip(" .") for row in book.grid(road, results)] for road in book.kept
    }
    yield from differences(expect, {name: [row for row in rows if row] for name, rows in grids.items()})


# -- the odds of the next coup ------------------------------------------------------------------------------------


def _odds(case: RuleCase, reached: Reached) -> Iterator[str]:
    expect = _expect(case, ODDS_KEYS)
    in_force = _game(case)
    question = case.data["odds"]
    if not isinstance(question, dict):
        raise BrokenCase.at(case, ("odds",), "expected a map", "write {bets: [player, banker, tie]}, or {} for every bet")
    with _At(case, "game"):
        bets = coup_rules(in_force).bets()
    for at, bet in enumerate(question.get("bets", ())):
        if bet not in bets:
            raise BrokenCase.at(case, ("odds", "bets", at), no_such("bet", str(bet), bets))
    got = odds_told(in_force, question)
    reached.dealt(case)
    yield from differences(expect, got)


# -- a table ------------------------------------------------------------------------------------------------------


def _acts(case: RuleCase, reached: Reached) -> Iterator[str]:
    expect = _expect(case, TABLE_KEYS)
    table = new_table(case)
    reached.dealt(case)
    if "at" in case.data and (refused := _happens(case, table, str(case.data["at"]), "at")) is not None:
        yield f"at: {refused}"
        return
    for number, line in enumerate(_lines(case)):
        if (refused := _happens(case, table, line, "acts", number)) is not None:
            yield f"acts[{number + 1}]: {refused}"
            return
    yield from _table(case, table, expect, reached)


def table_after(case: RuleCase) -> Table:
    """Return the table of a case after all the acts that the case lists.

    Raises:
        BrokenCase: If the case cannot be run.
        Impossible: If an act cannot happen, such as chips moved that are not there.
    """
    table = new_table(case)
    for line in [*([str(case.data["at"])] if "at" in case.data else []), *_lines(case)]:
        if isinstance(line, Act):
            table.push(line)
        else:
            table.advance(line or None)
    return table


def new_table(case: RuleCase) -> Table:
    """Return the table that a case starts from, before its acts.

    Raises:
        BrokenCase: If it cannot be set up.
    """
    data, in_force = case.data, _game(case)
    _lines(case)
    with _At(case, "deck"):
        deck = _deck(data, in_force)
    try:
        given = MidGame.read(data["given"]) if "given" in data else None
        return _sit(case, in_force, deck, given)
    except BadMidGame as error:
        raise BrokenCase.at(case, ("given", *error.place), error) from None


def _happens(case: RuleCase, table: Table, line: Act | str, *place: str | int) -> Impossible | None:
    """Do an act of a case, or go to a step; return why it is impossible, else None."""
    try:
        if isinstance(line, Act):
            table.push(line)
        else:
            with _At(case, *place):
                table.advance(line or None)
    except Impossible as error:
        return error
    return None


def _sit(case: RuleCase, in_force: Game, deck: Sequence[Face], given: MidGame | None) -> Table:
    """Return the table that a case is tried at.

    Raises:
        BadMidGame: If it cannot be set up as it is described.
    """
    data = case.data
    try:
        return Table(
            in_force,
            seats=data.get("seats"),
            button=int(data["button"]) if "button" in data else None,
            seed=data.get("seed"),
            stacks=_stacks(data, in_force),
            deck=deck,
            given=given,
            recorded=True,
        )
    except BadMidGame:
        raise
    except RuleFileError as error:
        raise BrokenCase(error.problems) from None
    except DealerkitError as error:
        raise BrokenCase.at(case, ("seats",), error) from None


def _stacks(data: Branch, in_force: Game) -> Sequence[object] | None:
    """Return the stacks that a case gives, by seat; other seats have the game's own."""
    given = data.get("stacks")
    if not given:
        return None
    seats = {f"s{seat}" for seat in range(1, (data.get("seats") or in_force.data["players"]["max"]) + 1)}
    for who in given:
        check_name("seat", str(who), seats)
    usual = in_force.data.get("money", {}).get("stack", "0")
    return [given.get(f"s{seat}", usual) for seat in range(1, len(seats) + 1)]


def _deck(data: Branch, in_force: Game) -> Sequence[Face]:
    """Return the order of the cards in a case; a `??` is any card that the case does not name.

    Raises:
        ActError: If a word is not a card.
    """
    given = read_cards(str(data.get("deck", "")))
    if not given:
        return ()
    named = set(given)
    spare = iter([face for face in composition(in_force, data.get("seats") or 2).faces() if face not in named])
    return [face if face is not None else next(spare) for face in given]


def _lines(case: RuleCase) -> list[Act | str]:
    """Return a case's acts; a text is the step to go to."""
    lines: list[Act | str] = []
    problems: list[Problem] = []
    for number, line in enumerate(case.data["acts"]):
        if line.startswith(GO_TO):
            lines.append(line.removeprefix(GO_TO).strip())
            continue
        try:
            lines.append(Act.parse(line))
        except ActError as error:
            problems.append(case.problem(("acts", number), str(error)))
    if problems:
        raise BrokenCase(problems)
    return lines


def _record(case: RuleCase, reached: Reached) -> Iterator[str]:
    expect = _expect(case, TABLE_KEYS)
    path = Path(case.file).parent / str(case.data["record"])
    with _At(case, "record"):
        record = read_record(path)
    try:
        table = replay(record, rules=case.rules)
    except (RecordError, RuleFileError) as error:
        yield str(error)
        return
    reached.dealt(case)
    yield from _table(case, table, expect, reached)


def _table(case: RuleCase, table: Table, expect: Mapping[str, object], reached: Reached) -> Iterator[str]:
    for ruled in table.rulings:
        reached.ruled(case.rules or (table.game.rules.path if table.game.rules is not None else "us"), ruled.ruling)
    reached.found(table)
    with _At(case, "expect"):
        wanted, got = figures_of(expect, table)
    yield from differences(wanted, got)


# -- a promotion --------------------------------------------------------------------------------------------------


def _events(case: RuleCase, _: Reached) -> Iterator[str]:
    _expect(case, PROMOTION_KEYS)
    try:
        yield from run_events(case)
    except Unusable as error:
        raise BrokenCase.at(case, error.place, error) from None
    except RuleFileError as error:
        raise BrokenCase(error.problems) from None


# -- a deck -------------------------------------------------------------------------------------------------------


def _of_a_deck(case: RuleCase, _reached: Reached) -> Iterator[str]:
    keys, tell = DECK_CASES[case.kind]
    expect = _expect(case, keys)
    deck_case = case.data[case.kind]
    if not isinstance(deck_case, dict):
        raise BrokenCase.at(case, (case.kind,), "expected a map", "write {pack: 52, take: Ah} or {series: [10, 20]}")
    with _At(case, case.kind):
        got = tell(deck_case, case.rules)
    yield from differences(expect, got)


_RUNS: Mapping[str, Callable[[RuleCase, Reached], Iterator[str]]] = {
    "facts": _facts, "coup": _coup, "odds": _odds, "acts": _acts, "record": _record, "events": _events, "roads": _roads,
    **dict.fromkeys(DECK_CASES, _of_a_deck),
}  # fmt: skip
