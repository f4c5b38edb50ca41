"""Conversion of dealerkit's records into PHH: each hand is dealt again at its table and written in the actions of the format.

Steps that the format has no action for (taps, burns, sweeps, side pots) are left out. The burned cards go into a field of
dealerkit's own, `_dealerkit_burns`, from which a record can be made with the same burns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from dealerkit.cards import UNKNOWN
from dealerkit.errors import DealerkitError, RecordError
from dealerkit.facts.hands import ACTIONS
from dealerkit.facts.seats import amount, blinds_of, entitled, posted_freely
from dealerkit.felt import Act, is_seat
from dealerkit.felt.verbs import sentence
from dealerkit.hands.phh.checker import check_hand
from dealerkit.hands.phh.hand import dumps, dumps_all, parse_hand
from dealerkit.hands.phh.header import BURNS
from dealerkit.hands.phh.problems import HandProblem
from dealerkit.hands.phh.text import Number
from dealerkit.hands.phh.variants import Variant, variants
from dealerkit.table.playback import push, table_of
from dealerkit.table.record import Record, RecordLine, read_record
from dealerkit.table.table import Table

_SIZES: Final[Mapping[str, tuple[str, ...]]] = {
    "small_bet": ("small_bet",),
    "big_bet": ("big_bet",),
    "bring_in": ("bring_in",),
    "min_bet": ("big_blind", "small_bet"),
}
"""Options of a table, by the field of PHH for a bet size; the first option that is not 0 counts."""

_BEGUN: Final = ACTIONS | {"say", "put", "draw", "pat", "burn", "sweep", "return", "show", "muck", "award"}
"""Verbs that end the first deal; cards exchanged before that are written as they lay then."""


CANNOT: Final = "this hand cannot be written as PHH"


def from_record(source: Record | Table | str) -> str:
    """Convert a dealerkit record, or a table, into the text of a PHH file: a single hand, or a section for each of several.

    Raises:
        RecordError: If the format does not know its game, or a hand cannot be written in it.
    """
    record = _record_of(source)
    hands: list[Mapping[str, object]] = []
    for played in hands_of(record):
        if isinstance(played, RecordError):
            raise played
        hands.append(played)
    if not hands:
        raise RecordError(
            record.header.file, record.header.line, "fewer than two players were dealt in", "deal cards to two players or more"
        )
    if len(hands) == 1:
        return dumps(hands[0])
    return dumps_all({str(number): fields for number, fields in enumerate(hands, 1)})


def hands_of(record: Record) -> Iterator[dict[str, object] | RecordError]:
    """Yield the fields of each hand of a record by their names in PHH, or an error for a hand that PHH cannot express.

    Raises:
        RecordError: If the format does not know the record's game, or the record is impossible.
    """
    table = table_of(record.header)
    variant = _variant(table, record)
    hand = _RecordedHand(table, variant, record, 1)
    rounds, number = table.now.rounds.get("hand", 0), 1
    for line in record.lines:
        hand.before(line)
        push(table, line, record.header.file)
        hand.after(line.act)
        if table.now.rounds.get("hand", 0) != rounds:
            rounds = table.now.rounds.get("hand", 0)
            yield from hand.done()
            number += 1
            hand = _RecordedHand(table, variant, record, number)
    yield from hand.done()


def _record_of(source: Record | Table | str) -> Record:
    if isinstance(source, str):
        return read_record(source)
    if isinstance(source, Record):
        return source
    return Record(source.setup.header(), tuple(RecordLine(act, at) for at, act in enumerate(source.log, 1)))


def _variant(table: Table, record: Record) -> Variant:
    game, structure = table.game.id, str(table.game.options.get("structure", ""))
    for variant in variants().values():
        if variant.game == game and structure in {variant.structure, *(way.get("structure") for way in variant.readings)}:
            return variant
    known = ", ".join(f"{variant.game} ({variant.structure})" for variant in variants().values())
    raise RecordError(record.header.file, record.header.line, f"PHH has no '{game}' {structure}".rstrip(), f"PHH has {known}")


class _RecordedHand:
    """One hand while it is converted to PHH."""

    def __init__(self, table: Table, variant: Variant, record: Record, number: int) -> None:
        self.table, self.variant, self.record, self.number = table, variant, record, number
        felt = table.felt
        rows = [felt.rows[name] for name in ("stack", *felt.layout.front)]
        self.start = [sum(row[seat] for row in rows) for seat in range(felt.seats + 1)]
        self.rows: dict[str, dict[int, int]] = {"ante": {}, "dead": {}, "bet": {}}
        self.straddled: set[int] = set()
        self.seats: list[int] = []
        self.called: set[int] = set()
        self.actions: list[str] = []
        self.acts: list[RecordLine | None] = []
        self.act: RecordLine | None = None
        self.turn_act: RecordLine | None = None
        self.first_deal: RecordLine | None = None
        self.burns: list[str] = []
        self.dealt: dict[int, tuple[str, RecordLine | None]] = {}
        self.begun = False
        self.turn: tuple[int, int, int] = (0, 0, 0)
        self.end: tuple[list[int], int] | None = None
        self.line = record.header.line

    # -- acts ------------------------------------------------------------------------------------------------------

    def before(self, line: RecordLine) -> None:
        """Record facts about the table that are needed from before an act."""
        act, felt = line.act, self.table.felt
        self.act = line
        if act.verb == "gather":
            self.finish()
        if act.verb == "deal" and not self.seats and is_seat(act.to[0]):
            self._seated()
            self.line, self.first_deal = line.line or self.line, line
        if self.seats and not self.begun and act.verb in _BEGUN:
            self._begin()
        elif act.verb != "deal":
            self._flush()
        if act.verb not in ("say", "put", "take") or act.seat != self.turn[0]:
            self._moved()
        if 0 < act.seat <= felt.seats and act.verb in ACTIONS | {"say", "put"} and not self.turn[0]:
            self.turn = (act.seat, max(felt.rows["bet"]), felt.rows["bet"][act.seat])
            self.turn_act = line

    def after(self, act: Act) -> None:
        """Note the effect of an act as PHH actions."""
        felt = self.table.felt
        moved = self._cards(felt.moved)
        if act.verb in ("post", "straddle"):
            row = self.rows[act.to[0] if act.to else "bet"]
            row[act.seat] = row.get(act.seat, 0) + felt.units(act.n)
            if act.verb == "straddle":
                self.straddled.add(act.seat)
        elif act.verb == "burn":
            self.burns.append(moved)
        elif act.verb == "deal" and act.to == ("board",):
            self._write(f"d db {moved}", self.act)
        elif act.verb == "deal" and self.begun and is_seat(act.to[0]):
            seat = int(act.to[0][1:])
            self.dealt[seat] = (self.dealt.get(seat, ("", None))[0] + moved, self.act)
        elif act.verb in ("draw", "pat"):
            self._say(act.seat, "sd", moved if act.verb == "draw" else "")
        elif act.verb == "muck":
            self._say(act.seat, "sm")
        elif act.verb == "show":
            hand = felt.places[act.who]
            named = felt.moved if len(felt.moved) == len(hand) else hand
            self._say(act.seat, "sm", "".join(self._cards([card]) if felt.up[card] else UNKNOWN for card in named))
        elif act.verb in ACTIONS:
            self._moved(act.verb)

    def _begin(self) -> None:
        """Write the deals of the first cards."""
        self.begun = True
        for seat in self.seats:
            self._say(seat, "", self._cards(self.table.felt.places[f"s{seat}"]), "d dh ", self.first_deal)

    def _moved(self, verb: str = "") -> None:
        """Write the action of a completed turn, read off the chips: a raise, a call or check, a bring-in, or a fold."""
        seat, top, before = self.turn
        if not seat:
            return
        self.turn = (0, 0, 0)
        bet = self.table.felt.rows["bet"][seat]
        if verb == "fold" or not self.table.felt.places[f"s{seat}"]:
            self._say(seat, "f", act=self.turn_act)
        elif verb == "bringin":
            self._say(seat, "pb", act=self.turn_act)
        elif bet > top:
            self._say(seat, f"cbr {self._money(bet)}", act=self.turn_act)
        elif bet > before or verb:
            self._say(seat, "cc", act=self.turn_act)

    def _flush(self) -> None:
        """Write the deals of cards to hands since the last other act."""
        for seat, (cards, act) in self.dealt.items():
            self._say(seat, "", cards, "d dh ", act)
        self.dealt.clear()

    def _say(self, seat: int, what: str, cards: str = "", before: str = "", act: RecordLine | None = None) -> None:
        """Write an action of a seat.

        Args:
            seat: The seat, from 1.
            what: The verb of PHH.
            cards: The cards, as PHH writes them.
            before: Text before the player's name, for the dealer's actions.
            act: The act of the record that it comes from; None for the present one.
        """
        if seat in self.seats:
            who = f"p{self.seats.index(seat) + 1}"
            self._write(before + " ".join(word for word in (who, what, cards) if word), act or self.act)

    def _write(self, action: str, act: RecordLine | None) -> None:
        self.actions.append(action)
        self.acts.append(act)

    def _cards(self, cards: Iterable[int]) -> str:
        faces = self.table.felt.faces
        return "".join(UNKNOWN if face is None else face.name for face in (faces[card] for card in cards if card >= 0))

    def _money(self, chips: int) -> str:
        return self.table.felt.money(chips)

    def _number(self, chips: int) -> int | Number:
        text = self._money(chips)
        return int(text) if text.lstrip("-").isdecimal() else Number(text)

    def _seated(self) -> None:
        """Read the seats dealt in, from the left of the button, and the seats whose forced bets move the first turn."""
        now = self.table.now
        self.seats = list(entitled(now))
        blinds = blinds_of(now)
        self.called = set(self.seats[:2]) if posted_freely(now) else {blinds.small, blinds.big}
        if posted_freely(now) or now.game.options.get("straddle") != "button":
            self.called |= self.straddled

    def finish(self) -> None:
        """End the hand with the chips as they are now."""
        rows = self.table.felt.rows
        if self.end is None and not any(rows[name][0] for name in self.table.felt.layout.pots):
            self.end = (list(rows["stack"]), rows["rake"][0] + rows["drop"][0])

    # -- fields ----------------------------------------------------------------------------------------------------

    def done(self) -> Iterator[dict[str, object] | RecordError]:
        """Yield the hand, if anybody was dealt in, or the reason why PHH cannot express it."""
        self._moved()
        self._flush()
        if not self.seats:
            return
        if not self.begun:
            self._begin()
        self.finish()
        header = self.record.header
        fields = self._fields()
        try:
            problem = check_hand(parse_hand(dumps(fields)))
        except DealerkitError as error:
            yield RecordError(header.file, self.line, f"{CANNOT}: {error}", hand=str(self.number))
            return
        if problem is None:
            yield fields
            return
        yield self._not_told(problem)

    def _not_told(self, problem: HandProblem) -> RecordError:
        """Return the error for a hand that PHH cannot express: the first act that cannot be written, in words, its line, and
        the action due there.
        """
        act = self.acts[problem.at] if 0 <= problem.at < len(self.acts) else None
        if act is not None:
            what, hint = (
                (f"{sentence(act.act)}, where PHH expects {problem.expected}"),
                "PHH can only hold hands played by the rules",
            )
        elif problem.at >= len(self.acts):
            what, hint = f"the hand ends where PHH expects {problem.expected}", "deal the hand to the end"
        else:
            what, hint = (
                f"PHH expects {problem.expected}, but the hand has '{problem.got}'",
                "PHH can only hold hands played by the rules",
            )
        place = act.line if act is not None and act.line else self.line
        return RecordError(self.record.header.file, place, f"{CANNOT}: {what}", hint, hand=str(self.number))

    def _fields(self) -> dict[str, object]:
        ante, dead, bet = self.rows["ante"], self.rows["dead"], self.rows["bet"]
        antes = [self._number(ante.get(seat, 0) + dead.get(seat, 0)) for seat in self.seats]
        posts = [self._number(bet.get(seat, 0) * (1 if seat in self.called else -1)) for seat in self.seats]
        swap = -1 if len(self.seats) == 2 else 1  # heads-up, the format lists the forced bets in reverse order
        fields: dict[str, object] = {"variant": self.variant.code, "ante_trimming_status": bool(ante) and not dead}
        fields["antes"] = antes[::swap]
        for name in self.variant.fields:
            fields[name] = posts[::swap] if name == "blinds_or_straddles" else self._size(name)
        fields["starting_stacks"] = [self._number(self.start[seat]) for seat in self.seats]
        fields["actions"] = self.actions
        if self.seats != list(range(1, len(self.seats) + 1)):
            fields["seats"] = self.seats
        name = self.record.header.notes.get("id", "")
        if name and self.number == 1:
            fields["hand"] = int(name) if re.fullmatch(r"0|[1-9]\d*", name) else name
        else:
            fields["hand"] = self.number
        if self.end is not None:
            stacks, rake = self.end
            fields["finishing_stacks"] = [self._number(stacks[seat]) for seat in self.seats]
            if rake:
                fields["_rake"] = self._number(rake)
        if any(set(names) - set(UNKNOWN) for names in self.burns):
            fields[BURNS] = "".join(self.burns)
        return fields

    def _size(self, name: str) -> int | Number:
        now = self.table.now
        return self._number(next((size for option in _SIZES[name] if (size := amount(now, option))), 0))
