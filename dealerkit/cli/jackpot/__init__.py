"""`dealerkit jackpot`: the group; its commands are in the modules of this folder."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS: dict[str, tuple[str, str]] = {
    "list": ("jackpot.promotion", "List the policies that can be opened by name."),
    "open": ("jackpot.promotion", "Open a promotion under a POLICY: a name of `jackpot list`, or the path of your own file."),
    "buy-in": ("jackpot.money", "Take a player's entry, or a table's drop."),
    "claim": ("jackpot.claims", "Claim the prize for a hand: every clause is answered and logged, whatever the answers."),
    "confirm": ("jackpot.claims", "Answer the open questions of a CLAIM: the steps of the verification, or a missing fact."),
    "leave": ("jackpot.claims", "Note that a player with a claim has left, or is back; the policy says what follows."),
    "status": (
        "jackpot.promotion",
        "Show the state of a promotion: the window, the prize, its holders, waiting claims, unpaid awards.",
    ),
    "close": ("jackpot.promotion", "Settle every finished window, in order, and name the winners."),
    "pay": ("jackpot.money", "Pay an award, once."),
    "report": (
        "jackpot.money",
        "Show everything: claims with their clauses, what was settled and paid, and every movement of the fund.",
    ),
}


@click.group(cls=group_of(COMMANDS))
def jackpot() -> None:
    """Run high hands and bad beats: claims clause by clause, windows, the fund to the last chip.

    A policy is a file: one of `jackpot list`, or your own. Every event goes into the journal (--journal or DEALERKIT_JOURNAL)
    in one transaction, by the clock and in the time zone of the house; two tables can claim at once.

    \b
    dealerkit jackpot open high-hand-hourly
    dealerkit jackpot claim high-hand-hourly --hole AsAh --board "Ad Kh Kc 2c 3d" --table T1 --seat 3 --dealt-in 1-6 --pot 40
    dealerkit jackpot confirm high-hand-hourly 1 --yes all
    dealerkit jackpot close high-hand-hourly
    dealerkit jackpot pay high-hand-hourly
    """
