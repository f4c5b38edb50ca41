"""`dealerkit deck`: the group; its commands are in the modules of this folder."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS: dict[str, tuple[str, str]] = {
    "verify": ("deck.verification", "Verify a deck from a list, from counts by hand, or step by step."),
    "packs": ("deck.verification", "List the packs that can be verified, and the faults that can be found."),
    "setup": ("deck.log", "Log the DECKS that a TABLE was set up with."),
    "change": ("deck.log", "Log a deck change at a TABLE, and why."),
    "log": ("deck.log", "Show the log of decks, and which deck is in play where."),
}


@click.group(cls=group_of(COMMANDS))
def deck() -> None:
    """Verify decks, and log which deck was in play at which table.

    Verify a deck before you put it in play: face up, look for missing, duplicate and misprinted cards; face down, for backs that
    stand out. For each fault found you see how each rule set rules on a hand. The log is in the journal.

    \b
    dealerkit deck verify --ask
    dealerkit deck verify scan.txt --game holdem
    dealerkit deck verify --count 51 --count hearts=12
    """
