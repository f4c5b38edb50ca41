"""Commission boxes, where owed commission is marked: the mark after each coup, and the collection from players who leave."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

import attrs

from dealerkit.rules.coups import coup_rules
from dealerkit.training.coups import in_paying_order
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.generators.commission import bears_commission, way
from dealerkit.training.items import Key, Question
from dealerkit.training.money import digits
from dealerkit.training.replies import AmountReply, AmountsReply, OneOfReply, PartsReply, Reply, choices

BOX, SEAT = "box", "seat"
_WHOSE = OneOfReply(choices({BOX: "the box", SEAT: "the seat"}))
_WIDTH, _LINES = 75, 3


@attrs.frozen
class LedgerDispute:
    """A mark that a bettor disputes.

    Attributes:
        coup: Number of the coup of the mark, from 1.
        seat: The bettor's seat.
        box: The amount marked in the box.
        claim: The amount that the bettor claims.
    """

    coup: int
    seat: int
    box: Fraction
    claim: Fraction


@attrs.frozen
class CommissionLedgerSituation:
    """A shoe from its first coup to its last.

    Attributes:
        coups: For each coup, the winner, and the stake of each seat on the banker in order of payment.
        payments: Part payments: the coup after which it is made, seat and amount.
        leavers: Departures: the coup after which a seat leaves, and the seat.
        disputes: The marks disputed after the last coup.
    """

    coups: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    payments: tuple[tuple[int, int, int], ...] = ()
    leavers: tuple[tuple[int, int], ...] = ()
    disputes: tuple[LedgerDispute, ...] = ()

    @property
    def seats(self) -> list[int]:
        """Every seat that bet on the banker."""
        return sorted({seat for _, bets in self.coups for seat, _ in bets})


class CommissionLedger(Generator[CommissionLedgerSituation]):
    """Exercises on keeping the marks of owed commission.

    A cell, the unit that comes back after a wrong answer, is a number of boxes; for a disputed mark, whether the box or the
    bettor is right.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the cells; none for a game without commission, or a house that deducts it from each payment."""
        if not bears_commission(setting.game) or coup_rules(setting.game).deducts:
            return {}
        if setting.told("disputes"):
            return {"a disputed mark, the box is right": BOX, "a disputed mark, the seat is right": SEAT}
        seats = int(setting.told("seats", 1))
        return {f"{seats} {'boxes' if seats > 1 else 'box'}": ""}

    def draw(self, setting: Setting, cell: str, rng: Random) -> CommissionLedgerSituation | None:
        """Draw a shoe with bettors and winners, part payments, players who leave, and a disputed mark."""
        step, most = int(setting.told("multiples_of", 25)), int(setting.told("most", 500))
        many, winners = int(setting.told("coups", 8)), list(setting.told("winners", ["banker", "player"]))
        seats = rng.sample(range(1, 10), int(setting.told("seats", 1)))
        last = dict.fromkeys(seats, many)
        leavers = tuple(
            sorted((rng.randint(many // 2, many - 1), seat) for seat in rng.sample(seats, int(setting.told("leavers", 0))))
        )
        last |= {seat: coup for coup, seat in leavers}
        coups: list[tuple[str, tuple[tuple[int, int], ...]]] = []
        for number in range(1, many + 1):
            here = in_paying_order(
                setting.game, (seat for seat in seats if last[seat] >= number and (len(seats) == 1 or rng.randrange(4)))
            )
            coups.append((rng.choice(winners), tuple((seat, step * rng.randint(1, most // step)) for seat in here)))
        given = CommissionLedgerSituation(tuple(coups), leavers=leavers)
        if (
            not all(bets for _, bets in coups)
            or set(given.seats) != set(seats)
            or sum(winner == "banker" for winner, _ in coups) < many // 3
        ):
            return None
        given = self._with_payments(setting, given, rng)
        return self._with_disputes(setting, given, BOX if "box" in cell else SEAT, rng) if setting.told("disputes") else given

    def _with_payments(self, setting: Setting, given: CommissionLedgerSituation, rng: Random) -> CommissionLedgerSituation:
        """Let some bettors who stay pay a round amount towards their box, less than its content."""
        gone = {seat for _, seat in given.leavers}
        payments: list[tuple[int, int, int]] = []
        for seat in rng.sample([seat for seat in given.seats if seat not in gone], int(setting.told("part_payments", 0))):
            coup = rng.randint(2, len(given.coups) - 1)
            owed = sum((mark for number, here, mark in _marks(setting, given) if here == seat and number <= coup), Fraction(0))
            if owed > 1:
                payments.append((coup, seat, rng.randint(1, max(1, int(owed) - 1))))
        return attrs.evolve(given, payments=tuple(sorted(payments)))

    def _with_disputes(
        self, setting: Setting, given: CommissionLedgerSituation, right: str, rng: Random
    ) -> CommissionLedgerSituation | None:
        """Let a bettor who stays dispute a mark.

        Args:
            setting: The drill at a level.
            given: The shoe so far.
            right: The party that is right, the box or the bettor.
            rng: The random source.
        """
        gone = {seat for _, seat in given.leavers}
        marks = [(number, seat, mark) for number, seat, mark in _marks(setting, given) if seat not in gone and mark]
        if len(marks) < int(setting.told("disputes")):
            return None
        listed = []
        for number, seat, mark in rng.sample(marks, int(setting.told("disputes"))):
            stake = dict(given.coups[number - 1][1])[seat]
            step = int(setting.told("multiples_of", 25))
            near = [other for other in (stake - step, stake + step, 2 * stake) if other > 0]
            wrong = _commission(setting, rng.choice(near[:1] if right == BOX and stake > step else near))
            if wrong == mark:
                return None
            listed.append(LedgerDispute(number, seat, mark if right == BOX else wrong, wrong if right == BOX else mark))
        return attrs.evolve(given, disputes=tuple(sorted(listed, key=lambda dispute: (dispute.coup, dispute.seat))))

    def question(self, setting: Setting, given: CommissionLedgerSituation) -> Question:
        """Show the shoe; ask for every mark, for the debt of each player who leaves, and for each box at the end."""
        lines = [f"Commission {way(setting.game)}.", "Bets on banker by seat, in paying order:"]
        parts: list[tuple[str, Reply]] = []
        for number, (winner, bets) in enumerate(given.coups, 1):
            lines += textwrap.wrap(f"coup {number}, {winner}:  " + "  ".join(f"{seat}: {stake}" for seat, stake in bets), _WIDTH)
            parts.append((f"coup {number}, marks", AmountsReply()))
            for _, seat, amount in (row for row in given.payments if row[0] == number):
                lines.append(f"  seat {seat} pays {amount} toward its box")
            for _, seat in (row for row in given.leavers if row[0] == number):
                lines.append(f"  seat {seat} leaves")
                parts.append((f"collected from seat {seat}", AmountReply()))
        for dispute in given.disputes:
            box, claim = digits(dispute.box), digits(dispute.claim)
            lines.append(f"  for coup {dispute.coup} the box of seat {dispute.seat} has {box}; the bettor says {claim}")
            parts.append((f"who is right, seat {dispute.seat} or its box", _WHOSE))
        lines.append("The shoe ends." + (" A wrong mark has been corrected." if given.disputes else ""))
        parts += [(f"collected from seat {seat}", AmountReply()) for seat in _staying(given)]
        return Question(
            tuple(lines), "What is marked after each coup (0 for nothing), and what is collected?", PartsReply(tuple(parts))
        )

    def key(self, setting: Setting, given: CommissionLedgerSituation) -> Key:
        """Return the marks, debts and boxes, computed by the game's settlement."""
        marks = {(number, seat): mark for number, seat, mark in _marks(setting, given)}
        box: dict[int, Fraction] = dict.fromkeys(given.seats, Fraction(0))
        sums: dict[int, list[str]] = {seat: [] for seat in given.seats}
        answers, codes = [], []
        for number, (_, bets) in enumerate(given.coups, 1):
            answers.append(" ".join(digits(marks[number, seat]) for seat, _ in bets))
            codes.append(("commission/not-marked",))
            for seat, _ in bets:
                box[seat] += marks[number, seat]
                sums[seat] += [f"+ {digits(marks[number, seat])}"] if marks[number, seat] else []
            for coup, seat, amount in given.payments:
                if coup == number:
                    box[seat] -= amount
                    sums[seat].append(f"- {amount}")
            for coup, seat in given.leavers:
                if coup == number:
                    answers.append(digits(box[seat]))
                    codes.append(("commission/not-collected",))
        for dispute in given.disputes:
            answers.append(BOX if dispute.box == marks[dispute.coup, dispute.seat] else SEAT)
            codes.append(("commission/not-marked",))
        for seat in _staying(given):
            answers.append(digits(box[seat]))
            codes.append(("commission/not-collected",))
        seat_sums = [
            f"seat {seat}: {' '.join(sums[seat]).removeprefix('+ ') or '0'} = {digits(box[seat])}" for seat in given.seats
        ]
        lines = textwrap.wrap(f"Only winning banker bets are marked; {'; '.join(seat_sums)}.", _WIDTH)
        if len(lines) > _LINES:
            boxes = ", ".join(f"seat {seat} {digits(box[seat])}" for seat in given.seats)
            lines = textwrap.wrap(f"Only winning banker bets are marked. Boxes: {boxes}.", _WIDTH)
        return Key(
            (PartsReply.join(answers),),
            setting.drill.cite,
            tuple(lines[:_LINES]),
            ("commission/not-marked",),
            by_part=tuple(codes),
        )

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the rules for keeping a box."""
        return (
            f"commission {way(setting.game)}",
            "only a winning banker bet is marked",
            "collect from a box when its bettor leaves, and from all when the shoe ends",
        )


def _commission(setting: Setting, stake: int) -> Fraction:
    rules = coup_rules(setting.game)
    return rules.commission(int(Fraction(stake) / rules.unit)) * rules.unit


def _marks(setting: Setting, given: CommissionLedgerSituation) -> Iterator[tuple[int, int, Fraction]]:
    """Yield coup, seat and mark of every bet on the banker; the mark is 0 if nothing is owed."""
    for number, (winner, bets) in enumerate(given.coups, 1):
        for seat, stake in bets:
            yield number, seat, _commission(setting, stake) if winner == "banker" else Fraction(0)


def _staying(given: CommissionLedgerSituation) -> list[int]:
    gone = {seat for _, seat in given.leavers}
    return [seat for seat in given.seats if seat not in gone]


GENERATOR = CommissionLedger()
