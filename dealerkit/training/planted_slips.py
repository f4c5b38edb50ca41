"""Slips put into clean records on purpose, by the code that `check` reports, or at random.

A slip is made from the act due (another seat, number or face; the act left out, done twice or too early), or in one of the ways
that `procedures/training/slips.yaml` lists for its code. The dealer does not notice it: the record continues like the clean one
as long as there is no other finding. If that is impossible, it continues by the rules; if that would cause another finding, it
breaks off.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import attrs

from dealerkit.cards import Face, read_cards
from dealerkit.errors import ActError, DealerkitError, Impossible, UnknownName
from dealerkit.felt import DEALER, Act
from dealerkit.hands.codes import codes_of
from dealerkit.procedure.setup import composition
from dealerkit.rules import data
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import read_file
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.rules.schema import checked
from dealerkit.table.bots import players_named
from dealerkit.table.playback import table_of
from dealerkit.table.record import Record, RecordLine
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table
from dealerkit.training.deals import deal, seating, sit
from dealerkit.training.walk.slips import slips

GO_TO = "->"
"""First characters of a line that is not an act: a perfect dealer deals up to the step that it names."""
_DEALS, _AFTER, _ROUND = 4, 400, 6
"""Number of clean rounds dealt for a code; most acts after a slip; number of acts of a clean record examined ahead."""
_AS_WRITTEN = 0.7
"""Probability of using a listed way for a code before searching a round for a place."""


class CannotPlant(DealerkitError):
    """A slip cannot be made: the game has no slip of that code, or the record has no place for it."""


@attrs.frozen
class PlantingWay:
    """A scripted way of making a slip on purpose.

    Attributes:
        game: The id of the game for which it is written.
        acts: The acts, line by line; `-> STEP` deals on to a step.
        at: Id of the step at which it begins; empty for the first act.
        rules: The required rule set; None for any.
        options: The required options.
        seats: The required number of players; None for any number.
        button: The seat with the button; None for the game's own.
        stacks: Chips by seat name (`s1`), where they differ from the game's own.
        deck: The required cards, top card first; empty for any.
        found: Codes of all findings that it causes, in order.
    """

    game: str
    acts: tuple[str, ...]
    found: tuple[str, ...]
    at: str = ""
    rules: str | None = None
    options: Mapping[str, object] = attrs.field(factory=dict)
    seats: int | None = None
    button: int | None = None
    stacks: Mapping[str, object] = attrs.field(factory=dict)
    deck: str = ""

    @property
    def names_cards(self) -> bool:
        """Return whether its acts name cards, so that they need a table whose cards are not fixed beforehand."""
        return not self.deck and any(Act.parse(line).cards for line in self.acts if not line.startswith(GO_TO))


@attrs.frozen(eq=False)
class Clean:
    """A record without a slip.

    Attributes:
        begin: Makes its table, before the first act.
        acts: Its acts.
        first: Number of acts before the part in which a slip may be planted.
    """

    begin: Callable[[], Table]
    acts: tuple[Act, ...]
    first: int = 0

    def table(self, upto: int) -> Table:
        """Return the record's table after some of its acts.

        Args:
            upto: The number of acts.
        """
        table = self.begin()
        for act in self.acts[:upto]:
            table.push(act)
        return table


@attrs.frozen(eq=False)
class PlantedRecord:
    """A record with a planted slip.

    Attributes:
        table: The table after its last act.
        code: Code of the requested finding.
        at: Number of the slip's act, from 1; for an omission, of the first act after it.
        found: Codes of all findings, in order.
        whole: Whether the record continues to the end of the round.
    """

    table: Table
    code: str
    at: int
    found: tuple[str, ...]
    whole: bool

    def record(self) -> Record:
        """Return the record of the table, with the slip in it."""
        return Record(self.table.setup.header(), tuple(RecordLine(act, 0) for act in self.table.log))


@functools.cache
def ways() -> Mapping[str, tuple[PlantingWay, ...]]:
    """Return the scripted ways of making slips, by the code of the finding.

    Raises:
        RuleFileError: If `procedures/training/slips.yaml` cannot be used.
    """
    doc = checked(read_file(data.data_dir("procedures") / "training" / "slips.yaml"), "slips")
    return {code: tuple(_way(code, entry) for entry in entries) for code, entries in doc.data["slips"].items()}


def _way(code: str, entry: Branch) -> PlantingWay:
    return PlantingWay(
        game=entry["game"],
        acts=tuple(entry["acts"]),
        found=tuple(entry.get("with", (code,))),
        at=entry.get("at", ""),
        rules=entry.get("rules"),
        options=entry.get("set", {}),
        seats=entry.get("seats"),
        button=entry.get("button"),
        stacks=entry.get("stacks", {}),
        deck=entry.get("deck", ""),
    )


def clean_record(record: Record, rules: str | Path | None = None) -> Clean:
    """Check that a record has no slip, and return it in the form in which one can be planted.

    Args:
        record: The record.
        rules: Another rule set to judge it under; None for its own.

    Raises:
        RecordError: If it cannot be read, or its table cannot be set up.
        CannotPlant: If it has a finding or an impossible act.
    """
    table = table_of(record.header, rules)
    for line in record.lines:
        try:
            findings = table.push(line.act)
        except Impossible as error:
            msg = f"{record.header.file}:{line.line}: {error}; slips can only be planted in a clean record"
            raise CannotPlant(msg) from None
        if findings:
            msg = (
                f"{record.header.file}:{line.line}: {findings[0].code} is found here; slips can only be planted in a clean record"
            )
            raise CannotPlant(msg)
    if record.broken is not None:
        raise record.broken
    return Clean(lambda: table_of(record.header, rules), record.acts)


def plant(clean: Clean, code: str, rng: Random) -> PlantedRecord:
    """Plant a slip in a clean record.

    Args:
        clean: The record.
        code: Code of the finding that the slip must cause.
        rng: The random source for the place.

    Raises:
        CannotPlant: If every place for the slip would cause another finding.
    """
    table = clean.begin()
    _known(table.game, code)
    places = [(at, wrong) for at, wrong, codes in _places(clean, code) if code in codes]
    rng.shuffle(places)
    for at, wrong in places[:40]:
        planted = carry_on(clean, at, wrong, code)
        if planted is not None:
            return planted
    for at in _omissions(clean, rng):
        planted = carry_on(clean, at + 1, (), code, slip=at)
        if planted is not None:
            return planted
    hint = f"`dealerkit plant --game {table.game.id}` deals a new hand with the slip"
    msg = f"{code}: no place in this record where `check` would find only this slip; {hint}"
    raise CannotPlant(msg)


@attrs.frozen
class AskedGame:
    """A game as somebody requested it.

    Attributes:
        game: The game's id, or the path of its file.
        rules: The name or file of the rule set; None for the game's own.
        settings: Options by name.
    """

    game: str
    rules: str | None = None
    settings: Mapping[str, object] = attrs.field(factory=dict)

    def load(self) -> Game:
        """Return the game with these rules and options in force."""
        return load(self.game, self.rules, self.settings)

    @property
    def open(self) -> bool:
        """Whether rules and options may be chosen freely, because none were requested."""
        return self.rules is None and not self.settings

    def suited(self, way: PlantingWay) -> AskedGame:
        """Return the request with the rules and options that a scripted slip needs, if none were requested; else unchanged.

        Args:
            way: The scripted slip.
        """
        return AskedGame(self.game, way.rules, way.options) if self.open else self


def plant_in(house: AskedGame, code: str, rng: Random) -> PlantedRecord:
    """Deal a round with a slip in it.

    Args:
        house: The game; rules and options that it leaves open are chosen to suit the slip.
        code: Code of the finding that the slip must cause.
        rng: The random source of cards and place.

    Raises:
        UnknownName: If the code is not possible in the game.
        CannotPlant: If no round has a place for it.
    """
    game, suited = house.load(), house
    scripted = [way for way in ways().get(code, ()) if way.game == game.id]
    if house.open and code not in codes_of(game):
        suited = next((house.suited(way) for way in scripted if code in codes_of(house.suited(way).load())), house)
        game = suited.load()
    _known(game, code)
    rng.shuffle(scripted)
    planted = _scripted(house, scripted, code, rng) if scripted and rng.random() < _AS_WRITTEN else None
    for _ in range(0 if planted is not None else _DEALS):
        dealt = deal(game, seating(game, {}, rng))
        if dealt is None:
            continue
        seated = dealt.seating
        clean = Clean(lambda seated=seated: sit(game, seated, suited.rules, suited.settings), dealt.acts)  # type: ignore[misc]
        try:
            return plant(clean, code, rng)
        except CannotPlant:
            continue
    planted = planted or _scripted(house, scripted, code, rng)
    if planted is not None:
        return planted
    msg = f"{code}: no round of {game.title} with these options where `check` would find only this slip"
    raise CannotPlant(msg)


def plantable(game: Game) -> list[str]:
    """Return the codes of slips that can be planted in a game; those about records, players and skipped steps are left out."""
    return sorted(code for code in codes_of(game) if code.partition("/")[0] not in ("record", "play", "step"))


def _known(game: Game, code: str) -> None:
    """Refuse a code that is not possible in a game.

    Raises:
        UnknownName: If it is unknown, or belongs to another game.
    """
    if code not in codes_of(game):
        listed = f"`dealerkit plant --list {game.id}`"
        raise UnknownName(kind=f"slip of {game.title}", name=code, known=plantable(game), allowed=listed)


def _scripted(house: AskedGame, scripted: Sequence[PlantingWay], code: str, rng: Random) -> PlantedRecord | None:
    """Deal a round in one of the listed ways for a code; return None if none of them succeeds."""
    for way in scripted:
        suited = house.suited(way)
        try:
            under = suited.load()
            seats = way.seats or int(under.data["players"]["min"])
            usual = under.data.get("money", {}).get("stack", "0")
            table = Table(
                under,
                suited.rules,
                seats=seats,
                button=way.button,
                seed=None if way.names_cards else rng.randrange(1_000_000),
                options=suited.settings,
                stacks=[way.stacks.get(f"s{seat}", usual) for seat in range(1, seats + 1)] if way.stacks else None,
                deck=_deck(way, under, seats, rng),
                recorded=True,
            )
            if way.at:
                table.advance(way.at)
            for line in way.acts:
                if line.startswith(GO_TO):
                    table.advance(line.removeprefix(GO_TO).strip() or None)
                else:
                    table.push(line)
        except DealerkitError:
            continue
        first = next((finding.act for finding in table.findings if finding.code == code), 0)
        if first and [finding.code for finding in table.findings] == list(way.found):
            return _finish(table, code, first, list(way.found))
    return None


def _deck(way: PlantingWay, game: Game, seats: int, rng: Random) -> list[Face]:
    """Return the cards that a way requires; `??` stands for any card that it does not name."""
    cards_ = read_cards(way.deck)
    named = {face for face in cards_ if face is not None}
    spare = [face for face in composition(game, seats).faces() if face not in named]
    rng.shuffle(spare)
    return [face if face is not None else spare.pop() for face in cards_]


def _finish(table: Table, code: str, at: int, found_before: list[str]) -> PlantedRecord:
    """Continue by the rules to the end of the round, or to the next possible finding.

    Args:
        table: The table after the slip.
        code: The requested finding.
        at: Number of the slip's act, from 1.
        found_before: Codes of the findings before it.
    """
    players, rounds = players_named("sensible"), Rounds(table)
    whole = False
    for _ in range(_AFTER):
        length = len(table.log)
        try:
            acts = players.acts(table)
            act = acts[0] if acts else table.next_act()
            if act is None:
                whole = True
                break
            table.push(act)
        except Impossible:
            break
        if len(table.findings) > len(found_before):
            _take_back(table, length)
            break
        if rounds.look(table):
            whole = True
            break
    return PlantedRecord(table, code, at, tuple(found_before), whole)


def _take_back(table: Table, length: int) -> None:
    while len(table.log) > length:
        table.pop()


def _places(clean: Clean, code: str) -> Iterator[tuple[int, tuple[Act, ...], list[str]]]:
    """Yield the possible places for a slip in a clean record: index of the act, the acts instead, and the findings allowed."""
    table = clean.table(clean.first)
    scripted = ways().get(code, ())
    for at in range(clean.first, len(clean.acts)):
        for act in wrong_acts(table, clean.acts, at):
            try:
                codes = [finding.code for finding in table.judge(act).findings]
            except Impossible:
                continue
            if codes:
                yield at, (act,), codes
        for way in scripted:
            codes = _tried(table, way)
            if codes:
                yield at, tuple(_acts_of(way)), codes
        table.push(clean.acts[at])


def _acts_of(way: PlantingWay) -> Iterator[Act]:
    """Return a way's acts up to the first one that only its own table allows."""
    for line in way.acts:
        if line.startswith(GO_TO):
            return
        yield Act.parse(line)


def _tried(table: Table, way: PlantingWay) -> list[str]:
    """Return the findings if a way is tried at a table; the table is left unchanged."""
    step = table.agenda.step or table.players
    if step is None or not way.at or step.id != way.at.rpartition(".")[2]:
        return []
    length, before = len(table.log), len(table.findings)
    codes: list[str] = []
    with contextlib.suppress(DealerkitError):
        for act in _acts_of(way):
            table.push(act)
        codes = [finding.code for finding in table.findings[before:]]
    _take_back(table, length)
    return codes


def wrong_acts(table: Table, acts: Sequence[Act], at: int) -> dict[Act, bool]:
    """Return the acts of every kind that would be slips in place of an act of a clean record.

    Args:
        table: The table before the act.
        acts: The acts of the clean record.
        at: Index of the act, from 0.

    Returns:
        The acts, each with whether it belongs to a much later step.
    """
    due = acts[at]
    near = [slip.act for slip in slips(table)] if due.who == DEALER else []
    near += [act for act in acts[at + 1 : at + 2] if DEALER in (act.who, due.who)]
    if due.who == DEALER and due.n is not None:
        near += [other for more in (1, -1) if (other := _with_amount(due, int(due.n) + more)) is not None]
    far, seen = [], {due.verb}
    for act in (act for act in acts[at + 1 :] if act.who == DEALER):
        if act.verb not in seen and len(seen) < _ROUND:
            seen.add(act.verb)
            far.append(act)
    right = {due.text}
    if table.expected.any_order:
        right |= {act.text for act in table.expected.dealer}
    by_text = {act.text: (act, True) for act in far} | {act.text: (act, False) for act in near}
    return {act: is_far for text, (act, is_far) in by_text.items() if text not in right}


def _with_amount(act: Act, n: int) -> Act | None:
    try:
        return Act.make(act.who, act.verb, *act.to, n=n, face=act.face, manner=act.manner) if n > 0 else None
    except ActError:
        return None


def _omissions(clean: Clean, rng: Random) -> list[int]:
    """Return the indexes of dealer's acts that can be left out, one for each kind of act."""
    of_kind: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for at, act in enumerate(clean.acts[clean.first :], clean.first):
        if act.who == DEALER:
            of_kind.setdefault((act.verb, act.to), []).append(at)
    return [rng.choice(places) for places in of_kind.values()]


def carry_on(clean: Clean, at: int, wrong: Sequence[Act], code: str, slip: int | None = None) -> PlantedRecord | None:
    """Plant a slip in a clean record and continue with the rest of it, or by the rules where that is impossible.

    Args:
        clean: The record.
        at: The number of acts before the slip; for an omission, before the first act left out.
        wrong: The acts of the slip; empty for an omission.
        code: Code of the finding that the slip must cause.
        slip: Index of the omitted act; None if `wrong` has acts.

    Returns:
        The longest record in which the slip causes no other finding; None if there is none.
    """
    best: PlantedRecord | None = None
    resumes = [at] if slip is not None else [at + 1, at, at + 2]
    for resume in resumes:
        planted = _twin(clean, slip if slip is not None else at, wrong, resume, code)
        if planted is not None and (best is None or (planted.whole, len(planted.table.log)) > (best.whole, len(best.table.log))):
            best = planted
        if best is not None and best.whole:
            return best
    if best is None:
        return best
    table = clean.table(slip if slip is not None else at)
    if not wrong:
        return best
    try:
        for act in wrong:
            table.push(act)
    except Impossible:
        return best
    codes = [finding.code for finding in table.findings]
    if code not in codes:
        return best
    obeyed = _finish(table, code, best.at, codes)
    return obeyed if obeyed.whole else max(best, obeyed, key=lambda record: len(record.table.log))


def _twin(clean: Clean, at: int, wrong: Sequence[Act], resume: int, code: str) -> PlantedRecord | None:
    """Make a slip and continue with the clean record from a given act; return None if the findings are not those allowed.

    Args:
        clean: The record.
        at: Number of acts before the slip.
        wrong: The acts instead.
        resume: Index of the act with which the clean record continues.
        code: The requested finding.
    """
    table = clean.table(at)
    try:
        for act in wrong:
            table.push(act)
    except Impossible:
        return None
    allowed = _allowed(code, [finding.code for finding in table.findings])
    if allowed is None:
        return None
    whole = True
    for act in clean.acts[resume:]:
        length = len(table.log)
        try:
            table.push(act)
        except Impossible:
            whole = False
            break
        codes = [finding.code for finding in table.findings]
        if len(codes) > len(allowed) and not (not allowed and codes == [code]):
            _take_back(table, length)
            whole = False
            break
        allowed = allowed or codes
    if code not in allowed:
        return None
    first = next(finding.act for finding in table.findings if finding.code == code)
    return PlantedRecord(table, code, first, tuple(allowed), whole)


def _allowed(code: str, codes: list[str]) -> list[str] | None:
    """Return the allowed findings: the code alone, or those of one of its listed ways; None if the codes differ from both."""
    if codes in ([], [code]):
        return codes
    if any(codes == list(way.found) for way in ways().get(code, ())):
        return codes
    return None
