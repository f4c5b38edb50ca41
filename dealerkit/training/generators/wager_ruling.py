"""The meaning of a wager: chips and words of one turn, short calls, acts out of turn, and reopened betting."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import attrs

from dealerkit.arithmetic.betting import Betting, Limits
from dealerkit.felt import Act
from dealerkit.felt.motions import MotionMeaning, Speech, Spot, meaning
from dealerkit.training.disputes import ruled
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import AmountReply, OneOfReply, PartsReply, choices

_WAGER = PartsReply(
    (("the action", OneOfReply(choices(["call", "raise", "bet", "check"], "crbk"))), ("the total bet", AmountReply()))
)
_SHORT = OneOfReply(
    choices({"call": "a full call", "open": "the floor decides", "corrected": "back to the first short call"}, "cfb")
)
_EARLY = OneOfReply(
    choices(
        {
            "action_binding": "it stands",
            "action_not_binding": "void; the player may do anything",
            "raise_not_allowed": "chips back; call or fold, no raise",
            "hand_dead": "the hand is dead",
            "floor_discretion": "the floor decides",
        },
        "svcdf",
    )
)
_OPEN = OneOfReply(choices({"raise": "may raise", "no": "call or fold only"}, "rc"))

ONE_FACING, ONE_RAISE, ONE_FIRST = "one chip facing a bet", "one chip after saying raise", "one chip, nobody has bet"
NEEDED, NEEDED_HALF, NEEDED_FULL = (f"every chip needed, {over} over" for over in ("under half", "half or more", "a full raise"))
UNDER, HALF, FULL = "under half a raise over", "half a raise or more over", "a full raise over"
SECOND_MOTION, TWO_MOTIONS = "a second motion after the call", "a second motion after more than the call"
FRONT_ONE, FRONT_UNDER, FRONT_HALF, FRONT_FULL = (
    f"earlier chips in front, {what}"
    for what in ("one chip more", "under half a raise over", "half a raise or more", "a full raise")
)
KINDS_OF_CELLS: Mapping[str, tuple[str, ...]] = {
    "one_chip": (ONE_FACING, ONE_RAISE, ONE_FIRST),
    "several": (NEEDED, NEEDED_HALF, NEEDED_FULL, UNDER, HALF, FULL, SECOND_MOTION, TWO_MOTIONS),
    "in_front": (FRONT_ONE, FRONT_UNDER, FRONT_HALF, FRONT_FULL),
}
SHORT_HEADS_UP, SHORT_OPENING, SHORT_RAISE, SHORT_ROW = (
    f"short call, {what}" for what in ("heads-up", "of the opening bet", "of a raise", "the second in a row")
)
EARLY = {
    f"{act} out of turn, then {between}": (act, fact)
    for act in ("check", "call", "raise", "fold")
    for between, fact in (("a check or fold", "check_or_fold"), ("a call", "call"), ("a bet or raise", "bet_or_raise"))
    if not (act == "check" and fact == "call")
}
REOPENED = (
    "short all-in behind",
    "short all-ins that add up",
    "short all-ins that do not add up",
    "full raise behind",
    "not yet acted",
)
CODES = {
    **dict.fromkeys((ONE_FACING, ONE_RAISE, ONE_FIRST, FRONT_ONE), "action/overchip-misread"),
    **dict.fromkeys((SECOND_MOTION, TWO_MOTIONS), "action/string-bet-allowed"),
}


@attrs.frozen
class WagerRulingSituation:
    """A turn to rule on.

    Attributes:
        cell: The cell it was drawn for.
        big: The big blind.
        top: The amount to match.
        step: The size of the last full bet or raise.
        front: The chips in front of the seat.
        said: The words before the chips; empty for none.
        motions: Chips of each motion.
        players: Number of players in the hand.
        acts: For a question of reopened betting: each act as seat and total bet; 0 for a fold.
        all_in: For such a question: the numbers of the acts that are all-in.
    """

    cell: str
    big: int
    top: int = 0
    step: int = 0
    front: int = 0
    said: str = ""
    motions: tuple[tuple[int, ...], ...] = ()
    players: int = 4
    acts: tuple[tuple[int, int], ...] = ()
    all_in: tuple[int, ...] = ()

    @property
    def least(self) -> int:
        """Smallest full bet or raise, as a total."""
        return self.top + self.step if self.top else self.big


BEHIND = 1_000_000


class WagerRuling(Generator[WagerRulingSituation]):
    """Exercises on the meaning of a motion with chips or words.

    A cell, the unit that comes back after a wrong answer, is a kind of motion; its class is its meaning under the rules in
    force.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the kinds of motion that the level asks about; the class is the ruling."""
        return _cells(setting)

    def draw(self, setting: Setting, cell: str, rng: Random) -> WagerRulingSituation | None:
        """Draw amounts and chips that belong to the cell; None if this attempt gave none."""
        if cell in EARLY or cell in REOPENED:
            return _round_of(setting, cell, rng)
        big = int(rng.choice([str(setting.game.options["big_blind"]), *setting.told("big_blinds", [])]))
        chips = sorted(
            int(chip) for chip in setting.told("chips", [1, 5, 25, 100, 500, 1000, 5000]) if big <= 20 * int(chip) <= 500 * big
        )
        if cell == ONE_FIRST:
            return WagerRulingSituation(cell, big, motions=((rng.choice([chip for chip in chips if chip >= big] or chips),),))
        unit = chips[0]
        top = rng.randint(2, 8) * big
        if rng.random() < 0.3:
            top += rng.randint(1, 4) * unit
        front = rng.randrange(big, top // 2 + 1, unit) if cell.startswith("earlier") else 0
        step = max(big, top - front if front else top - big)
        given = WagerRulingSituation(cell, big, top, step, front, players=rng.randint(3, 6))
        if cell in (ONE_FACING, ONE_RAISE, FRONT_ONE):
            larger = [chip for chip in chips if chip > top - front]
            return attrs.evolve(given, said="raise" * (cell == ONE_RAISE), motions=((larger[0],),)) if larger else None
        if cell.startswith("short call"):
            paid = rng.randrange(max(unit, top // 3), top, unit)
            heads_up, facts = cell == SHORT_HEADS_UP, attrs.evolve(given, motions=((paid,),))
            return attrs.evolve(facts, players=2 if heads_up else rng.randint(3, 6)) if paid not in chips else None
        chips = [chip for chip in chips if chip <= 2 * top]
        for row in _rows(given, chips, rng):
            rows = [row]
            if cell in (SECOND_MOTION, TWO_MOTIONS):
                rows.append([rng.choice(chips) for _ in range(rng.randint(1, 2))])
            sorted_ = attrs.evolve(given, motions=tuple(tuple(sorted(row, reverse=True)) for row in rows))
            if _is(sorted_):
                return sorted_
        return None

    def question(self, setting: Setting, given: WagerRulingSituation) -> Question:
        """Describe the motion in words, and ask for its meaning."""
        if given.cell in EARLY:
            return _ask_early(setting, given)
        if given.cell in REOPENED:
            return _ask_open(setting, given)
        lines = [f"{setting.game.title}, no limit; big blind {given.big}"]
        if not given.top:
            lines += ["On the flop; no bet yet."]
        elif given.front:
            lines += [f"On the flop seat 5 has bet {given.front}.", f"Seat 2 raises to {given.top}."]
        elif given.cell == SHORT_OPENING:
            lines += ["On the flop, several players are in.", f"Seat 2 bets {given.top}, the first bet of the round."]
        elif given.cell == SHORT_RAISE:
            lines += ["On the flop, several players are in.", f"Seat 1 bets, and seat 2 raises it to {given.top}."]
        elif given.cell == SHORT_HEADS_UP:
            lines += ["Two players are in the hand.", f"Seat 2 bets {given.top}."]
        elif given.cell == SHORT_ROW:
            lines += ["On the flop, several players are in.", f"Seat 1 bets, and seat 2 raises it to {given.top}."]
            lines += [f"Seat 3 puts out {sum(given.motions[0])} without a word."]
        else:
            lines += [f"Before the flop seat 2 raises to {given.top}, {given.step} more than the blind."]
        who = "Seat 4, too," if given.cell == SHORT_ROW else "Seat 5"
        if given.front:
            lines.append(f"{who} leaves the {given.front} in front where it is.")
        word = f'says "{given.said}" and' if given.said else "says nothing and"
        chips, *more = [" + ".join(map(str, row)) for row in given.motions]
        if len(given.motions) == len(given.motions[0]) == 1 and not given.cell.startswith("short call"):
            chips = f"a single chip of {chips}"
        lines.append(f"{who} {word} puts out {chips}.")
        lines += [f"Then, in a second motion, {row}." for row in more]
        lines.append("The player has more chips behind.")
        if given.cell.startswith("short call"):
            return Question(tuple(lines), "What happens to the short call?", _SHORT)
        return Question(tuple(lines), "What is the action, and what is the total bet?", _WAGER)

    def key(self, setting: Setting, given: WagerRulingSituation) -> Key:
        """Return the meaning of the motions, computed by the function that the table itself uses."""
        if given.cell in EARLY:
            ruling = ruled(setting, "out_of_turn", dict(zip(("early_act", "intervening"), EARLY[given.cell], strict=True)))
            return Key((ruling.outcome,), tuple(ruling.rules), (_first(ruling.because),), ("action/out-of-turn-not-backed-up",))
        if given.cell in REOPENED:
            return _key_open(setting, given)
        if given.cell.startswith("short call"):
            ruling = ruled(setting, "undercall", _facts_short(given))
            answer = {"floor_discretion": "open"}.get(ruling.outcome, ruling.outcome)
            lines = (f"The call was {given.top}; {sum(given.motions[0])} is in.", _first(ruling.because))
            return Key((answer,), tuple(ruling.rules), lines, ("action/undercall-accepted",))
        meaning_ = _meaning(setting, given)
        to = 0 if meaning_.kind == "open" else meaning_.to
        code = meaning_.code or CODES.get(given.cell, "action/multichip-misread")
        return Key((PartsReply.join((meaning_.kind, str(to))),), meaning_.rules, _worked(given, meaning_), (code,))


@functools.lru_cache(maxsize=64)
def _cells(setting: Setting) -> Mapping[str, str]:
    if setting.game.options.get("structure") != "no_limit" or setting.game.rules is None:
        return {}
    if setting.told("ask") != "fourth":
        names: Sequence[str] = KINDS_OF_CELLS[str(setting.told("ask", "one_chip"))]
    else:
        by_full = setting.game.options.get("reopens_by") == "full_raise"
        names = (SHORT_HEADS_UP, SHORT_OPENING, SHORT_RAISE, SHORT_ROW, *EARLY, *(REOPENED if by_full else ()))
    cells = {}
    for name in names:
        rng = Random(name)
        given = next(
            (situation for situation in (GENERATOR.draw(setting, name, rng) for _ in range(3000)) if situation is not None), None
        )
        if given is not None:
            answer = GENERATOR.key(setting, given).answers[0]
            if not answer.startswith("open |"):  # a decision of the floor has no amount to ask for
                cells[name] = answer.split(" | ")[0] if name not in EARLY else f"early: {answer}"
    return cells


def _rows(given: WagerRulingSituation, chips: list[int], rng: Random) -> Iterator[list[int]]:
    """Yield lists of chips that may belong to the cell: of one colour if all are needed, change for an exact call, else any."""
    need = given.top - given.front
    if given.cell in (NEEDED, NEEDED_HALF, NEEDED_FULL):
        for chip in rng.sample(chips, len(chips)):
            many = -(-need // chip)
            if 2 <= many <= _MOST_CHIPS:
                yield [chip] * many
    elif given.cell == SECOND_MOTION:
        row: list[int] = []
        for chip in reversed(chips):
            row += [chip] * ((need - sum(row)) // chip)
        if 2 <= len(row) <= _MOST_CHIPS:
            yield row
    else:
        for _ in range(40):
            yield [rng.choice(chips) for _ in range(rng.randint(2, 5))]


_MOST_CHIPS = 6
"""Most chips of a motion that are shown."""


def _is(given: WagerRulingSituation) -> bool:
    """Return whether the chips make a situation of the cell; the second test, for several chips, is the full definition."""
    need = given.top - given.front
    first = given.motions[0]
    total, least, half = sum(first), min(first), (given.step + 1) // 2
    if given.cell in (SECOND_MOTION, TWO_MOTIONS):
        return total == need if given.cell == SECOND_MOTION else given.step <= total - need and total - least >= need
    over = total - need
    wanted = {
        NEEDED: (True, 0, half),
        NEEDED_HALF: (True, half, given.step),
        NEEDED_FULL: (True, given.step, BEHIND),
        UNDER: (False, 0, half),
        HALF: (False, half, given.step),
        FULL: (False, given.step, BEHIND),
        FRONT_UNDER: (False, 0, half),
        FRONT_HALF: (False, half, given.step),
        FRONT_FULL: (False, given.step, BEHIND),
    }[given.cell]
    return over > 0 and (total - least < need) == wanted[0] and wanted[1] <= over < wanted[2] and over <= 2 * given.step


def _meaning(setting: Setting, given: WagerRulingSituation) -> MotionMeaning:
    spot = Spot(
        seat=5,
        stack=BEHIND,
        top=given.top,
        least=given.least,
        most=BEHIND + given.front,
        front=given.front,
        step=given.step or given.big,
        setting=str(setting.game.options["setting"]),
        pot=given.top + given.front + 2 * given.big,
        live=given.players,
        opening=False,
        chips=tuple(sorted({chip for row in given.motions for chip in row})),
        speech=Speech.of(setting.rules.speech),
    )
    acts = [Act.parse(f"s5 say {given.said}")] if given.said else []
    acts += [Act.parse("s5 put " + "+".join(map(str, row))) for row in given.motions]
    return meaning(acts, spot, functools.partial(ruled, setting))


def _facts_short(given: WagerRulingSituation) -> dict[str, object]:
    return {
        "said": "nothing",
        "missed_raise": False,
        "last_chips": False,
        "short_calls": 2 if given.cell == SHORT_ROW else 1,
        "heads_up": given.cell == SHORT_HEADS_UP,
        "opening_bet": given.cell == SHORT_OPENING,
    }


def _worked(given: WagerRulingSituation, meaning_: MotionMeaning) -> tuple[str, ...]:
    """Return the working: the sums, and the reason of the rule set."""
    need, total = given.top - given.front, sum(map(sum, given.motions))
    lines = []
    first = given.motions[0]
    if given.top and len(first) > 1:
        rest = sum(first) - min(first)
        still = "still a call" if rest >= need else "not even a call: every chip is needed"
        lines.append(f"To call: {need}. Without the smallest chip it would be {rest}, {still}.")
        half = f"{given.step // 2}" if given.step % 2 == 0 else f"{given.step / 2:.1f}"
        lines.append(f"Over the call: {sum(first) - need}. A full raise is {given.step} more, half of it {half}.")
    elif given.top:
        lines.append(f"To call: {need}; {total} is in. A full raise is to {given.least}.")
    else:
        lines.append(f"There was no bet to call; {total} is in.")
    return (*lines, _first(meaning_.because)) if meaning_.because else tuple(lines)


def _first(text: str) -> str:
    return " ".join(text.split())


def _round_of(setting: Setting, cell: str, rng: Random) -> WagerRulingSituation | None:
    big = int(rng.choice([str(setting.game.options["big_blind"]), *setting.told("big_blinds", [])]))
    if cell in EARLY:
        top = 0 if EARLY[cell][0] == "check" else rng.randint(2, 6) * big
        return WagerRulingSituation(cell, big, top, rng.randint(2, 4) * big, players=rng.randint(4, 8), front=rng.randint(2, 9))
    bet = rng.randint(2, 6) * big
    unit = max(1, big // 2)
    short = rng.randrange(unit, bet, unit) if bet > unit else 0
    acts: list[tuple[int, int]] = [(1, bet)]
    all_in = [1]
    if cell == "not yet acted":
        acts += [(2, bet + short)]
        return WagerRulingSituation(cell, big, bet + short, bet, acts=(*acts,), all_in=(1,), front=3)
    acts.append((2, bet))  # the seat keeps chips behind, so that somebody can answer a raise
    all_in = [len(acts)]
    if cell == "full raise behind":
        acts.append((3, 2 * bet + rng.randrange(0, bet, unit)))
    elif cell == "short all-in behind":
        acts.append((3, bet + short))
    else:
        more = rng.randrange(unit, bet, unit) if bet > unit else 0
        if (short + more >= bet) != (cell == "short all-ins that add up") or not more:
            return None
        acts += [(3, bet + short), (4, bet + short + more)]
        all_in.append(len(acts) - 1)
    return WagerRulingSituation(cell, big, acts[-1][1], bet, acts=tuple(acts), all_in=tuple(all_in), front=1)


def _ask_early(setting: Setting, given: WagerRulingSituation) -> Question:
    act, between = EARLY[given.cell]
    lines = [f"{setting.game.title}, no limit; big blind {given.big}"]
    bet = f"Seat 1 has bet {given.top}. " if given.top else "No bet yet. "
    early = {"check": "checks", "call": f"calls {given.top}", "raise": f"raises to {2 * given.top + given.big}", "fold": "folds"}[
        act
    ]
    lines.append(f"On the flop. {bet}It is seat 3's turn.")
    lines.append(f"Seat 4 {early}, out of turn. The action is backed up to seat 3.")
    raised = 2 * given.top + given.step
    then = {
        "check_or_fold": "folds" if given.top else "checks",
        "call": "calls",
        "bet_or_raise": f"raises to {raised}" if given.top else f"bets {given.step}",
    }[between]
    lines.append(f"Seat 3 {then}.")
    return Question(tuple(lines), f"What happens to seat 4's {act}?", _EARLY)


def _ask_open(setting: Setting, given: WagerRulingSituation) -> Question:
    lines = [f"{setting.game.title}, no limit; on the flop, big blind {given.big}"]
    top = 0
    for number, (seat, to) in enumerate(given.acts):
        word = (
            f"bets {to}"
            if not top
            else "calls"
            if to == top
            else f"{'is all-in for' if number in given.all_in else 'raises to'} {to}"
        )
        lines.append(f"Seat {seat} {word}")
        top = max(top, to)
    who = given.front
    if who == 1:
        lines.append("The others in between fold.")
    return Question(tuple(lines), f"Seat {who} to act: may the player raise?", _OPEN)


def _key_open(setting: Setting, given: WagerRulingSituation) -> Key:
    """Return the key by the engine's betting round."""
    seats = 5
    stack, bet = [0, *[BEHIND] * seats], [0] * (seats + 1)
    live = list(range(1, seats + 1))
    options = setting.game.options
    limits = Limits("no_limit", given.big, first_short=options.get("reopens_by") == "largest_raise")
    round_ = Betting(stack, bet, live, live, limits)
    for number, (seat, to) in enumerate(given.acts):
        while round_.turn != seat:
            live = [player for player in live if player != round_.turn]
            round_.folded(live)
        stack[seat] -= to - bet[seat]
        if number in given.all_in:
            stack[seat] = 0
        bet[seat] = to
        round_.took(seat, live)
    while round_.turn and round_.turn != given.front:
        live = [player for player in live if player != round_.turn]
        round_.folded(live)
    answer = "raise" if round_.turn == given.front and round_.may_raise(given.front) else "no"
    mine = bet[given.front]
    if given.front not in {seat for seat, _ in given.acts}:
        lines = (f"Seat {given.front} has not acted yet, so the player may raise, to at least {given.top + given.step}.",)
        return Key((answer,), setting.cited("opened again", "not yet acted"), lines, ("action/reopened-wrongly",))
    add = given.top - mine
    at_least = "a full raise" if answer == "raise" else "less than a full raise"
    working = (f"A full raise is {round_.step} more. Seat {given.front} has {mine} in and has to add {add}: {at_least}.",)
    return Key((answer,), setting.cited("opened again"), working, ("action/reopened-wrongly",))


GENERATOR = WagerRuling()
