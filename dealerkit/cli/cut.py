"""`dealerkit cut`: a series of cuts on a deck, the single cut that has the same effect, and whether an order was cut at all."""

from __future__ import annotations

import click

from dealerkit.cli.common import json_option, misused, report, rules_option, set_option
from dealerkit.cli.deck.common import PackChoice, order_of, pack_options
from dealerkit.jobs.deck.cutting import Cut, allowed_of, compare, follow, least_of, most_of, slips_of
from dealerkit.jobs.deck.reports.cuts import ComparedOrders, FollowedCuts
from dealerkit.rules.games import game as house_game


@click.command()
@click.argument("cuts", nargs=-1)
@click.option("--deck", "before", metavar="CARDS|FILE", help="The order before the cuts, from the top. Default: a new deck.")
@click.option("--after", metavar="CARDS|FILE", help="The order after the cuts, from the top: find the cut that leads there.")
@click.option("--least", type=click.IntRange(1), help="Minimum cards in a cut. Default: the game's, or a fifth of the deck.")
@click.option("--most", type=click.IntRange(1), help="Maximum number of cuts. Default: the game's, or three.")
@pack_options
@rules_option
@set_option
@json_option
def cut(
    cuts: tuple[str, ...],
    before: str | None,
    after: str | None,
    least: int | None,
    most: int | None,
    choice: PackChoice,
    rules: str | None,
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """Follow a series of CUTS through a deck: the effect of each, and the single cut that equals them all.

    A cut is the number of cards lifted off the top and placed under the rest, or `half`. Type `15+10+20` for Scarne's cut: the
    ten cards under the top fifteen are placed on top, then twenty are cut to the bottom. Type `false` for a cut that leaves the
    order as it was. Add /two-hands or /no-cut-card if the cut was made with two hands or without a cut card. With --after, two
    orders are compared instead. Exit status 1 if something is wrong with the cuts, for example if the order is unchanged.

    \b
    dealerkit cut 10 20 30
    dealerkit cut 20 20 --game holdem --rules tda
    dealerkit cut 15+10+20 --deck "Ah Kd 7c 2s ..." --least 10
    dealerkit cut --deck before.txt --after after.txt
    """
    meant = choice.meant(rules, settings)
    if choice.game:
        house_least, house_most = allowed_of(house_game(choice.game, rules, settings))
        least, most = least or house_least, most or house_most
    order = order_of([before] if before else [], meant)
    if bool(cuts) == bool(after):
        misused("name the cuts, as in: dealerkit cut 10 20 30; or the order after them with --after")
    if after:
        single, slips = compare(order, order_of([after], meant))
        report(ComparedOrders(single, len(order), slips, rules), as_json, failed=bool(slips))
    else:
        steps = follow(order, [Cut.read(text) for text in cuts])
        slips = slips_of(order, steps, least, most)
        least = least_of(len(order)) if least is None else least
        most = most_of() if most is None else most
        report(FollowedCuts(steps, order, slips, least, most, rules), as_json, failed=bool(slips))
