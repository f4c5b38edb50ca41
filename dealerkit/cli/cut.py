"""`dealerkit cut`: the effect of a series of cuts on a deck, the one cut it comes to, and whether an order was cut at all."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

import click

from dealerkit.cards import Face
from dealerkit.cli.common import json_option, rules_option, set_option, show
from dealerkit.cli.deck.common import order_of, pack_meant, pack_options
from dealerkit.files.screen_text import finding, heading, line, table
from dealerkit.jobs.deck.cutting import Cut, CutSlip, CutStep, allowed_of, compare, follow, least_of, most_of, slips_of
from dealerkit.rules.games import game as house_game

Order = Sequence[Face | None]


@click.command()
@click.argument("cuts", nargs=-1)
@click.option("--deck", "before", metavar="CARDS|FILE", help="The order before, from the top. Default: a new deck.")
@click.option("--after", metavar="CARDS|FILE", help="The order after it, from the top: which cut leads there?")
@click.option(
    "--least", type=click.IntRange(1), help="The fewest cards in a cut. Default: what --game says, else a fifth of the deck."
)
@click.option("--most", type=click.IntRange(1), help="The most cuts. Default: what --game says, else three.")
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
    pack: str | None,
    game: str | None,
    seats: int | None,
    decks: int | None,
    jokers: int | None,
    ranks: str | None,
    rules: str | None,
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """Follow a series of CUTS through a deck: what each does, and the one cut they come to.

    A cut is a number of cards that are lifted off the top and go under the rest; `half`; `15+10+20` for Scarne's cut: a packet
    of ten from under fifteen cards goes on top, then twenty go under; `false` for one that only looks like a cut. Behind it may
    stand /two-hands or /no-cut-card. With --after instead, two orders are compared. Exit code 1 if something is wrong with the
    cuts, as where the order is what it was.

    \b
    dealerkit cut 10 20 30
    dealerkit cut 20 20 --game holdem --rules tda
    dealerkit cut 15+10+20 --deck "Ah Kd 7c 2s ..." --least 10
    dealerkit cut --deck before.txt --after after.txt
    """
    meant = pack_meant(pack, game, seats, decks, jokers, ranks, rules=rules if game else None, settings=settings)
    if game:
        house_least, house_most = allowed_of(house_game(game, rules, settings))
        least, most = least or house_least, most or house_most
    order = order_of([before] if before else [], meant)
    if bool(cuts) == bool(after):
        msg = "name the cuts, as in: dealerkit cut 10 20 30; or the order after them with --after"
        raise click.UsageError(msg)
    if after:
        one, slips = compare(order, order_of([after], meant))
        document: dict[str, object] = {"cards": len(order), "one": one, "findings": [slip.as_json() for slip in slips]}
        show(document, as_json, lambda _: _compared(len(order), one, slips, rules))
    else:
        steps = follow(order, [Cut.read(said) for said in cuts])
        slips = slips_of(order, steps, least, most)
        show(_document(order, steps, slips, least, most), as_json, lambda _: _followed(order, steps, slips, rules))
    if slips:
        raise click.exceptions.Exit(1)


def _names(order: Order) -> list[str]:
    return ["??" if face is None else face.name for face in order]


def _document(
    order: Order, steps: Sequence[CutStep], slips: Sequence[CutSlip], least: int | None, most: int | None
) -> dict[str, object]:
    return {
        "cards": len(order),
        "least": least_of(len(order)) if least is None else least,
        "most": most_of() if most is None else most,
        "before": _names(order),
        "cuts": [
            {
                "cut": str(step.cut), "top": _names(step.order[:1])[0], "bottom": _names(step.order[-1:])[0], "one": step.one,
            }
            for step in steps
        ],
        "after": _names(steps[-1].order),
        "one": steps[-1].one,
        "findings": [slip.as_json() for slip in slips],
    }  # fmt: skip


def _followed(order: Order, steps: Sequence[CutStep], slips: Sequence[CutSlip], rules: str | None) -> Iterator[str]:
    yield heading(f"{len(order)} cards, {len(steps)} cut{'s' * (len(steps) != 1)}")
    rows = [("-", "before", *_ends(order), "")]
    rows += [(str(number), str(step.cut), *_ends(step.order), _as_one(step.one)) for number, step in enumerate(steps, 1)]
    yield table(rows, header=("", "cut", "top", "bottom", "all of it comes to"))
    yield line(" ".join(_names(steps[-1].order)), 2, "now: ")
    yield from _wrong(slips, rules)


def _ends(order: Order) -> tuple[str, str]:
    names = _names(order)
    return (" ".join(names[:3]), names[-1])


def _as_one(one: int | None) -> str:
    return "no simple cut" if one is None else "no cut at all" if one == 0 else f"one cut of {one}"


def _compared(cards: int, one: int | None, slips: Sequence[CutSlip], rules: str | None) -> Iterator[str]:
    yield heading(f"{cards} cards before and after")
    if not slips:
        yield line(f"one simple cut of {one} leads from one to the other", 2, "ok  ")
    yield from _wrong(slips, rules)


def _wrong(slips: Sequence[CutSlip], rules: str | None) -> Iterator[str]:
    under = f" --rules {shlex.quote(rules)}" if rules else ""
    for slip in slips:
        which = f"cut {slip.cut}: " if slip.cut else ""
        facts = "".join(f" -f {name}={value}" for name, value in slip.facts.items())
        yield finding(
            f"cut/{slip.kind.replace('_', '-')}",
            which + slip.text,
            cite=slip.cite,
            remedy=f"dealerkit rule {slip.fault}{facts}{under}" if slip.fault else "",
        )
