"""`dealerkit showdown`: hands, board and pots; who wins what, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

import click

from dealerkit.cards import Face, read_cards
from dealerkit.cli.common import json_option, rules_option, set_option, show
from dealerkit.felt.numbers import Number, read_number, written
from dealerkit.files.screen_text import heading, line, table
from dealerkit.rules.games import game as house_game
from dealerkit.rules.rankings import Form, compared, form, forms
from dealerkit.rules.rankings import options as ranking_options
from dealerkit.showdown import Award, Hand, MadeHand, Pot, Showdown, tied
from dealerkit.showdown import showdowns as show_down


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--board",
    "boards",
    metavar="CARDS",
    multiple=True,
    help="The cards that all share, as 'Ah Kd 7c 7s 2d'; repeat it for more.",
)
@click.option("--hand", "hands", metavar="NAME=CARDS", multiple=True, help="A player's own cards; repeat it, in seat order.")
@click.option("--pot", "pots", metavar="AMOUNT[:NAME,NAME]", multiple=True, help="A pot and who contests it; the main pot first.")
@click.option("--button", metavar="NAME", help="Who has the button. Without it the first hand named is left of the button.")
@click.option("--unit", metavar="N", help="The smallest chip in play. Default: 1, or the smallest decimal place of the pots.")
@click.option("--declare", "declared", metavar="NAME=WORD", multiple=True, help="What a player declared: high, low or both.")
@click.option(
    "--tie", "ties", metavar="[HALF=]NAME,NAME", multiple=True, help="Who ties, where the hands are not told; in seat order."
)
@rules_option
@set_option
@json_option
def showdown(
    game: str,
    boards: tuple[str, ...],
    hands: tuple[str, ...],
    pots: tuple[str, ...],
    button: str | None,
    unit: str | None,
    declared: tuple[str, ...],
    ties: tuple[str, ...],
    rules: str | None,
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """Show down the hands of GAME: who wins which pot, how it is split, who gets the odd chip, and why.

    \b
    dealerkit showdown holdem --board "Ah Kd 7c 7s 2d" --hand Ann=AdKc --hand Bo=7h6h --pot 300
    dealerkit showdown omaha-hilo --board "8h 6c 2d Ks Qs" --hand Ann=As3sKhTd --hand Bo=Ac4dQhJh --pot 405 --unit 5
    dealerkit showdown holdem --pot 305 --tie Ann,Bo
    dealerkit showdown omaha-hilo --pot 305 --tie high=Ann --tie low=Ann,Cy
    dealerkit showdown bomb-pot --board "Ah Kd 7c 7s 2d" --board "Qs Jc Td 4h 3h" --hand Ann=AdKc --hand Bo=7h6h --pot 305
    dealerkit showdown draw --hand Ann="Ah Ad 2c 9s 8s" --hand Bo="Kh Kd Kc 4s 5s" --set wild=2
    """
    amounts = [_amount(pot) for pot in pots]
    chip = _chip(unit, [amount for amount, _ in amounts])
    options = {**_of_the_house(game, rules), **settings}
    if ties:
        if hands or boards or declared:
            msg = "--tie says who ties without the cards; leave out --hand, --board and --declare, or --tie"
            raise click.UsageError(msg)
        if not pots:
            msg = "--tie splits a pot; --pot 300 says how much is in it"
            raise click.UsageError(msg)
        winners = _tied(ties)
        names = tuple(dict.fromkeys(name for one in winners.values() for name in one))
        contested = [Pot(_chips(amount, chip), names if those is None else those) for amount, those in amounts]
        form_, awards = tied(game, _halves_of(game, winners, options), contested, button, options)
        show(_told_tie(form_, awards, chip), as_json, lambda _: _lines_tie(form_, awards, chip))
        return
    cards = {name: read_cards(text) for name, text in _named(hands, "--hand", "Ann=AhKd").items()}
    if not cards:
        msg = "no hand is given; --hand Ann=AhKd names one"
        raise click.UsageError(msg)
    contested = [Pot(_chips(amount, chip), tuple(cards) if names is None else names) for amount, names in amounts]
    said = _named(declared, "--declare", "Ann=high", lower=True)
    each = show_down(game, cards, [read_cards(board) for board in boards or ("",)], contested, button, options, said)
    if len(each) == 1:
        show(_told(each[0], chip), as_json, lambda _: _lines(each[0], chip))
    else:
        show(_told_of_all(each, chip), as_json, lambda _: _lines_of_all(each, chip))


# Reading


def _of_the_house(game: str, rules: str | None) -> dict[str, object]:
    """Return the options in force that say which hand wins and how pots are split; none of a game that is shown down and not
    dealt.
    """
    if game not in forms():
        return {}
    options_known = ranking_options()
    return {name: value for name, value in house_game(game, rules).options.items() if name in options_known}


def _tied(given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Read who ties: by half of the pot, or of the only one there is, whose name is empty."""
    found: dict[str, tuple[str, ...]] = {}
    for one in given:
        half, sign, said = one.rpartition("=")
        names = tuple(dict.fromkeys(name.strip() for name in said.split(",") if name.strip()))
        if not names or (sign and not half.strip()):
            msg = f"'{one}' is not of the form --tie Ann,Bo or --tie low=Ann,Bo"
            raise click.UsageError(msg)
        if half.strip().lower() in found:
            msg = f"--tie {one}: who ties is said twice; put commas between the names"
            raise click.UsageError(msg)
        found[half.strip().lower()] = names
    return found


def _halves_of(game: str, winners: Mapping[str, tuple[str, ...]], options: Mapping[str, object]) -> Mapping[str, tuple[str, ...]]:
    """Name the half where it was not said and there is only one."""
    if "" not in winners:
        return winners
    made = form(game, options)
    halves = [half for half, part in (("high", made.high), ("low", made.low)) if part]
    if len(halves) > 1 or len(winners) > 1:
        msg = f"{made.title} has {' and '.join(halves)}: say which half, as in --tie high=Ann,Bo"
        raise click.UsageError(msg)
    return {halves[0]: winners[""]}


def _named(pairs: tuple[str, ...], option: str, example: str, *, lower: bool = False) -> dict[str, str]:
    """Read NAME=VALUE pairs; no name may stand twice."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not (name and sign and value):
            msg = f"'{pair}' is not of the form {option} {example}"
            raise click.UsageError(msg)
        if name in found:
            msg = f"{option}: {name} is named twice"
            raise click.UsageError(msg)
        if set(name) & set(",:"):
            msg = f"{option}: '{name}' cannot be a name; --pot puts commas between names"
            raise click.UsageError(msg)
        found[name] = value.lower() if lower else value
    return found


def _amount(text: str) -> tuple[Number, tuple[str, ...] | None]:
    """Read a pot: its amount, and who contests it, or None for all."""
    said, sign, names = text.partition(":")
    if said.strip().startswith("-"):
        msg = f"--pot {text}: a pot is nothing or more"
        raise click.UsageError(msg)
    who = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if sign and not who:
        msg = f"--pot {text}: nobody is named after the colon"
        raise click.UsageError(msg)
    return read_number(said.strip()), who if sign else None


def _chip(unit: str | None, amounts: list[Number]) -> Number:
    """Return the smallest chip: as said, or 1, or the smallest decimal place of the pots."""
    if unit is not None:
        if unit.strip().startswith("-") or not read_number(unit.strip()):
            msg = f"--unit {unit}: the smallest chip is worth more than nothing"
            raise click.UsageError(msg)
        return read_number(unit.strip())
    places = max((-int(Decimal(written(amount)).as_tuple().exponent) for amount in amounts), default=0)
    return Fraction(1, 10 ** max(places, 2)) if places > 0 else 1


def _chips(amount: Number, chip: Number) -> int:
    chips = Fraction(amount) / chip
    if chips.denominator != 1:
        msg = f"a pot of {written(amount)} is no whole number of chips of {written(chip)}; --unit names the smallest chip in play"
        raise click.UsageError(msg)
    return chips.numerator


# The document


def _told(came: Showdown, chip: Number) -> dict[str, object]:
    """Return the showdown as the JSON document has it."""
    return {
        "game": came.form.id,
        "board": [str(card) for card in came.board],
        "hands": {
            name: {"cards": _row(hand.cards), "high": _half(hand.high), "low": _half(hand.low)}
            for name, hand in came.hands.items()
        },
        **_compared(came),
        "winners": came.winners,
        "high_winners": came.high_winners,
        "low_winners": came.low_winners,
        "shares": {name: written(amount * chip) for name, amount in came.shares.items()},
        "pots": _pots(came.awards, chip),
    }


def _pots(awards: Sequence[Award], chip: Number) -> list[dict[str, object]]:
    return [
        {
            "amount": written(done.pot.amount * chip),
            "names": done.pot.names,
            "high_winners": done.high_winners,
            "low_winners": done.low_winners,
            "shares": {name: written(amount * chip) for name, amount in done.shares.items()},
            "odd_chips": [{"to": odd.name, "why": odd.why, "rule": odd.rule} for odd in done.odd],
        }
        for done in awards
    ]


def _told_tie(form_: Form, awards: Sequence[Award], chip: Number) -> dict[str, object]:
    """Return a tie that was told without cards."""
    shares: Counter[str] = Counter()
    for done in awards:
        shares.update(done.shares)
    return {
        "game": form_.id,
        "winners": list(shares),
        "shares": {name: written(amount * chip) for name, amount in shares.items()},
        "pots": _pots(awards, chip),
    }


def _compared(came: Showdown) -> dict[str, object]:
    """In which order cards are compared, where that has to be said; nothing elsewhere."""
    kinds = dict.fromkeys(_met(came, tuple(came.hands), half) for half in _halves(came))
    said = [{"category": kind, "order": compared(kind)[0], "rule": compared(kind)[1]} for kind in kinds if kind]
    return {"compared": said} if said else {}


def _told_of_all(each: tuple[Showdown, ...], chip: Number) -> dict[str, object]:
    """Several boards: each as its own document, and what comes of all of them together."""
    winners = [name for name in each[0].hands if any(name in came.winners for came in each)]
    shares = {name: written(sum(came.shares[name] for came in each) * chip) for name in each[0].hands}
    return {"game": each[0].form.id, "boards": [_told(came, chip) for came in each], "winners": winners, "shares": shares}


def _half(made: MadeHand | None) -> dict[str, object] | None:
    """Return a hand that counts for its half, or None."""
    return {"category": made.category, "name": made.name, "cards": _row(made.cards)} if made and made.value else None


def _row(cards: tuple[Face, ...]) -> list[str]:
    return [str(card) for card in cards]


# The text


def _lines(came: Showdown, chip: Number) -> Iterator[str]:
    """Yield the showdown for a floor person."""
    if came.board:
        yield line(f"board {' '.join(_row(came.board))}")
    halves = _halves(came)
    rows = [
        (name, " ".join(_row(hand.cards)), *(_cell(came, hand, half) for half in halves)) for name, hand in came.hands.items()
    ]
    yield table(rows, header=("hand", "cards", *halves))
    yield ""
    if not came.awards:
        yield from _who(came, came.high_winners, came.low_winners)
        return
    for number, done in _in_order(came.awards):
        yield heading(_pot_title(number, came.awards, chip, everybody=len(came.hands)))
        yield from _who(came, done.high_winners, done.low_winners, done)
        yield from _paid(done, chip)


def _in_order(awards: Sequence[Award]) -> Iterator[tuple[int, Award]]:
    """Yield the pots as they are awarded: side pots before the main pot (SD-14)."""
    yield from reversed(list(enumerate(awards)))


def _pot_title(number: int, awards: Sequence[Award], chip: Number, everybody: int) -> str:
    pot = awards[number].pot
    title = "Pot" if len(awards) == 1 else f"Side pot {number}" if number else "Main pot"
    return f"{title}: {written(pot.amount * chip)} ({'all' if len(pot.names) == everybody else ', '.join(pot.names)})"


def _paid(done: Award, chip: Number) -> Iterator[str]:
    """Yield who gets what of a pot, and where odd chips go."""
    yield from (line(f"{name} gets {written(amount * chip)}", 2, "> ") for name, amount in done.shares.items())
    for odd in done.odd:
        to = f" to {odd.name}, {odd.why}" if odd.name in done.pot.names else f": {odd.why}"
        yield line(f"odd chip of {written(chip)}{to} ({odd.rule})", 4)


def _lines_tie(form_: Form, awards: Sequence[Award], chip: Number) -> Iterator[str]:
    """Yield a tie that was told without cards, for a floor person."""
    split = bool(form_.high and form_.low)
    everybody = len({name for done in awards for name in done.pot.names})
    for number, done in _in_order(awards):
        yield heading(_pot_title(number, awards, chip, everybody))
        for half, names in (("high", done.high_winners), ("low", done.low_winners)):
            if names:
                which = f" {half}" if split else ""
                yield line(f"{_and(names)} tie{which}" if len(names) > 1 else f"{names[0]} wins{which}")
            elif half == "low" and split:
                yield line("nobody is told to have a low: high takes all (HL-06)")
        yield from _paid(done, chip)


def _lines_of_all(each: tuple[Showdown, ...], chip: Number) -> Iterator[str]:
    """Several boards, one after the other, and what everybody gets in all."""
    for number, came in enumerate(each, 1):
        yield heading(f"Board {number} of {len(each)}")
        yield from _lines(came, chip)
        yield ""
    if each[0].awards:
        yield heading("In all")
        shares = ((name, sum(came.shares[name] for came in each)) for name in each[0].hands)
        yield from (line(f"{name} gets {written(amount * chip)}", 2, "> ") for name, amount in shares if amount)


def _made(hand: Hand, half: str) -> MadeHand:
    made = hand.high if half == "high" else hand.low
    assert made is not None
    return made


def _said(came: Showdown, hand: Hand, half: str) -> str:
    """Return what a hand is called: in full where another hand has the same name and not the same value."""
    made = _made(hand, half)
    others = [_made(other, half) for other in came.hands.values()]
    same = any(other.name == made.name and other.value != made.value for other in others)
    return made.in_full if same else made.name


def _cell(came: Showdown, hand: Hand, half: str) -> str:
    made = _made(hand, half)
    return f"{made.name}: {' '.join(_row(made.cards))}" if made.value else made.name


def _who(came: Showdown, high: tuple[str, ...], low: tuple[str, ...], done: Award | None = None) -> Iterator[str]:
    """Say who wins each half and against what."""
    names = done.pot.names if done else tuple(came.hands)
    split = bool(came.form.high and came.form.low)
    for half, winners in (("high", high), ("low", low)):
        if not winners:
            if half == "low" and split:
                yield line(
                    "no low qualifies: high takes all (HL-06)" if not _declared(came) else "nobody wins low: high takes all"
                )
            continue
        what = _said(came, came.hands[winners[0]], half)
        which = f" {half}" if split else ""
        if len(winners) > 1:
            yield line(f"{_and(winners)} tie{which} with {what}")
        else:
            second = _second(came, names, winners, half)
            yield line(f"{winners[0]} wins{which} with {what}{f', over {second}' if second else ''}")
        if kind := _met(came, names, half):
            order, rule = compared(kind)
            yield line(f"{order} ({rule})", 4)


def _halves(came: Showdown) -> list[str]:
    return [half for half, part in (("high", came.form.high), ("low", came.form.low)) if part]


def _met(came: Showdown, names: tuple[str, ...], half: str) -> str:
    """Return the category that the two best of these hands share, if it has to be said how its cards are compared; else empty."""
    best = sorted((_made(came.hands[name], half) for name in names), key=lambda made: -made.value)[:2]
    kinds = {made.category for made in best if made.value}
    return kinds.pop() if len(best) == 2 and len(kinds) == 1 and compared(best[0].category)[0] else ""


def _declared(came: Showdown) -> bool:
    return came.form.options["high_low"] == "declare"


def _second(came: Showdown, names: tuple[str, ...], winners: tuple[str, ...], half: str) -> str:
    """Return the best of the hands that were beaten, with its owner."""
    beaten: Mapping[str, MadeHand] = {
        name: _made(came.hands[name], half) for name in names if name not in winners and _made(came.hands[name], half).value
    }
    if not beaten:
        return ""
    best = max(beaten, key=lambda name: beaten[name].value)
    return f"{best}'s {_said(came, came.hands[best], half)}"


def _and(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
