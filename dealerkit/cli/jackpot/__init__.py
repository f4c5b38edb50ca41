"""`dealerkit jackpot`: the group; its commands are in the modules of this folder."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS: dict[str, tuple[str, str]] = {
    "list": ("jackpot.promotion", "List the policies that can be opened by name."),
    "open": ("jackpot.promotion", "Open a promotion under a POLICY: a name of `jackpot list`, or the path of your own file."),
    "buy-in": ("jackpot.money", "Take a player's entry, or a table's drop."),
    "claim": ("jackpot.claims", "Claim the prize for a hand: every clause of the policy is checked and logged, met or not."),
    "confirm": ("jackpot.claims", "Answer the open questions of a CLAIM: verification steps, or a missing fact."),
    "leave": (
        "jackpot.claims",
        "Log that a player with a claim has left or is back; the policy decides what happens to the claim.",
    ),
    "status": (
        "jackpot.promotion",
        "Show the state of a promotion: the window, the prize, its holders, waiting claims, unpaid awards.",
    ),
    "close": ("jackpot.promotion", "Settle every finished time window, in order, and name the winners."),
    "pay": ("jackpot.money", "Pay an award; it can be paid only once."),
    "report": (
        "jackpot.money",
        "Show everything: claims with their clauses, what was settled and paid, and every movement of the fund.",
    ),
}


@click.group(cls=group_of(COMMANDS))
def jackpot() -> None:
    """Run high-hand and bad-beat promotions: claims, time windows, and the fund to the last chip.

    A promotion's rules are its policy, a file: one of `jackpot list`, or your own. Every event is saved in the journal (--journal
    or DEALERKIT_JOURNAL), with the house's clock and time zone. Two tables can claim at the same time.

    \b
    dealerkit jackpot open high-hand-hourly
    dealerkit jackpot claim high-hand-hourly --hole AsAh --board "Ad Kh Kc 2c 3d" --table T1 --seat 3 --dealt-in 1-6 --pot 40
    dealerkit jackpot confirm high-hand-hourly 1 --yes all
    dealerkit jackpot close high-hand-hourly
    dealerkit jackpot pay high-hand-hourly
    """
