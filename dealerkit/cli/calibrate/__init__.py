"""`dealerkit calibrate`: the same disputes for everybody, to see whether the floor rules alike."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS = {
    "new": ("calibrate.papers", "Draw a test paper of disputes for all floors."),
    "sheet": ("calibrate.papers", "Print a PAPER, or its key."),
    "take": ("calibrate.sitting", "Answer a PAPER on screen."),
    "enter": ("calibrate.sitting", "Type in the answers from sheets of a PAPER filled in by hand."),
    "report": ("calibrate.agreement", "Show how far the floors agree, and where rulings differ most."),
}


@click.group(cls=group_of(COMMANDS))
def calibrate() -> None:
    """Check whether your floors rule alike: they all answer the same disputes, and you see where rulings differ.

    `calibrate new` writes two files: a paper for everyone, without the answers, and a sealed file with them for the manager. An
    answered sheet has a random number on it, but no name and no time. The report shows each answer and how often it was given,
    never by whom; with fewer than three sheets it shows nothing.

    \b
    dealerkit calibrate new --rules tda
    dealerkit calibrate sheet calibration-1f2e3d.paper.json --out paper.html
    dealerkit calibrate take calibration-1f2e3d.paper.json
    dealerkit calibrate report calibration-1f2e3d.sealed.json --out report.html
    """
