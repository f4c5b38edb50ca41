"""`dealerkit calibrate`: the same disputes for everybody, to see whether the floor rules alike."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS = {
    "new": ("calibrate.papers", "Draw a paper of disputes for the whole floor."),
    "sheet": ("calibrate.papers", "Print a PAPER, or its key."),
    "take": ("calibrate.sitting", "Answer a PAPER on screen."),
    "enter": ("calibrate.sitting", "Type in sheets of a PAPER filled in by hand."),
    "report": ("calibrate.agreement", "Show how far the floor agrees, and where rulings differ most."),
}


@click.group(cls=group_of(COMMANDS))
def calibrate() -> None:
    """See whether the floor agrees: the same disputes for everyone, and where rulings differ.

    `calibrate new` writes two files: one that everybody gets, without keys, and a sealed one that stays with the manager. An
    answered sheet carries a random number, no name and no time. The report shows which answers were given and how often, never
    by whom; with fewer than three sheets it shows nothing.

    \b
    dealerkit calibrate new --rules tda
    dealerkit calibrate sheet calibration-1f2e3d.paper.json --out paper.html
    dealerkit calibrate take calibration-1f2e3d.paper.json
    dealerkit calibrate report calibration-1f2e3d.sealed.json --out report.html
    """
