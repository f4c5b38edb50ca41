"""The answer of a drill by another method: commission boxes."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from dealerkit.training.generators import Setting
from dealerkit.training.generators.commission_ledger import BOX, SEAT, CommissionLedgerSituation
from dealerkit.training.replies import written
from tests.training.oracles.commission import posted_commission


def proof(setting: Setting, given: CommissionLedgerSituation) -> str:
    """Seat by seat in decimals: every bet of a seat found again, its box added up at the end."""

    def due(number: int, seat: int) -> Decimal:
        winner, bets = given.coups[number - 1]
        stake = next((amount for who, amount in bets if who == seat), 0) if winner == "banker" else 0
        return posted_commission(setting.game.options, stake)

    def owed(seat: int, until: int) -> str:
        paid = sum(amount for coup, who, amount in given.payments if who == seat and coup <= until)
        return written(sum((due(number, seat) for number in range(1, until + 1)), Decimal(0)) - paid)

    answers = []
    for number, (_, bets) in enumerate(given.coups, 1):
        answers.append(" ".join(written(due(number, seat)) for seat, _ in bets))
        answers += [owed(seat, number) for coup, seat in given.leavers if coup == number]
    for dispute in given.disputes:
        exact = Fraction(due(dispute.coup, dispute.seat))
        answers.append({dispute.box: BOX, dispute.claim: SEAT}[exact])
    answers += [owed(seat, len(given.coups)) for seat in given.seats if seat not in [who for _, who in given.leavers]]
    return " | ".join(answers)
