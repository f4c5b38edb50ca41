"""`dealerkit draw`: the group; its commands are in the module of this folder."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS: dict[str, tuple[str, str]] = {
    "jack": ("draw.lots", "Deal cards around face up until a jack appears: that player deals."),
    "high": ("draw.lots", "Draw for the highest card; players who tie draw again."),
    "cut": ("draw.lots", "Cut for the highest card: each player lifts a packet and shows its bottom card."),
    "seats": ("draw.lots", "Draw for the seats."),
    "turns": ("draw.lots", "Show who deals, who cuts and who gets the first card in the next hands."),
}


@click.group(cls=group_of(COMMANDS))
def draw() -> None:
    """Draw for the deal, the button or the seats: first jack, high card, cutting, rotation.

    Type the cards as they fall, or let a seed draw them; the seed is printed, so that the draw can be repeated.

    \b
    dealerkit draw jack Ann Bo Cy --cards "4h Kd 9c Js"
    dealerkit draw high Ann=Kd Bo=Kh Cy=9c
    dealerkit draw seats Ann Bo Cy Di --seed 7
    """
