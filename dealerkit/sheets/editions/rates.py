"""The edition with the rates of a game: bets, chances and the house's take, computed exactly and printed to four places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb

from dealerkit.arithmetic.chances import hands_by_beaten
from dealerkit.arithmetic.odds import BetOdds, Odds
from dealerkit.arithmetic.ranking.order import JOKER
from dealerkit.errors import Impossible, UnknownName
from dealerkit.rules.coups import coup_rules, has_coups
from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import decides
from dealerkit.rules.page_data import page_data
from dealerkit.rules.rankings import forms
from dealerkit.rules.reports.odds import percent
from dealerkit.rules.texts import text
from dealerkit.sheets.context import Context
from dealerkit.sheets.document import NUMBERS, Block, Columns, Document, Heading, Paper, Paragraph, TableBlock, TableCell, cell
from dealerkit.sheets.drawings.inks import data
from dealerkit.sheets.editions.edition import Edition, EditionOrder
from dealerkit.sheets.parts import counted
from dealerkit.sheets.payouts import PrintedPayout, payouts
from dealerkit.sheets.voice import Said, Voice
from dealerkit.showdown.frequency import form_of, hand_frequencies, pack

SIDES = ("player", "banker", "tie")
"""The results of a coup, which are the names of its bets; their titles are the sides'."""
PUSH = "push"
TURNED = "turned_card"
NONE = ("0", "none", "False", "")


def make(order: EditionOrder) -> Document:
    """Make the sheet of rates of one game.

    Raises:
        RuleFileError: If the tables of the game cannot be used.
    """
    context = order.context()
    return EDITION.document(order, context.voice.word("rates_title"), _blocks(context), subtitle=context.voice.title())


def _blocks(context: Context) -> Iterator[Block]:
    game = context.game
    if (counts := counted(game)) is not None:
        yield from _of_coups(context, counts)
    elif game.data.get("odds") == TURNED:
        yield from _of_a_turned_card(context)
    else:
        yield from _of_stakes(context)
        yield from _of_hands(context)
        beside = [column for column in ([*_of_outs(game, context)], [*_of_calls(context)]) if column]
        if beside:
            yield Columns(beside, (3, 2)[: len(beside)])


# Coups


def _of_coups(context: Context, odds: Odds) -> Iterator[Block]:
    voice, titles = context.voice, context.bets()
    spots = context.part("felt").get("spots") or {}
    bets = [bet for bet in titles if bet in odds.bets]
    pays = {bet: tuple(payouts(context, coup_rules(context.game), [bet])) for bet in bets}
    several = [bet for bet in bets if len({way.pays for way in odds.bets[bet].ways} - {PUSH}) > 1]
    yield Heading(voice.word("rates_bets"))
    yield TableBlock(
        head=voice.words("bet", "pays_head", "rates_least", "rates_most", "wins", "loses", "pushes", "edge"),
        rows=[
            [
                titles[bet],
                _pays(odds.bets[bet], pays[bet]) if bet not in several else voice.word("rates_below"),
                _money(spots[bet].get("minimum"), voice),
                _money(spots[bet].get("maximum"), voice),
                *(_share(ways, odds.total) for ways in (odds.bets[bet].win, odds.bets[bet].lose, odds.bets[bet].push)),
                percent(odds.bets[bet].edge),
            ]
            for bet in bets
        ],
        widths=(4, 5, 3, 3, 4, 4, 4, 4),
        align=("left", "left", "right"),
    )
    yield Paragraph(voice.word("rates_note", cards=sum(odds.shoe.values())), style="small")
    yield Heading(voice.word("rates_results"))
    yield TableBlock(
        rows=[
            [
                titles[side] if side == SIDES[-1] else voice.word("rates_wins", side=titles[side]),
                _share(odds.outcomes[side], odds.total),
            ]
            for side in SIDES
            if side in titles
        ],
        widths=(3, 1),
        align=NUMBERS,
    )
    if several:
        yield Heading(voice.word("rates_lines"))
        yield TableBlock(
            head=voice.words("bet", "when", "pays_head", "rates_chance"),
            rows=[row for bet in several for row in _lines(titles[bet], odds.bets[bet], pays[bet], odds.total)],
            widths=(3, 6, 4, 2),
            align=("left", "left", "left", "right"),
        )
    rows = list(_options(context, page_data("rates")["coup"]))
    if rows:
        yield Heading(voice.word("in_force"))
        yield TableBlock(rows=rows, widths=(3, 1), align=NUMBERS)


def _pays(bet: BetOdds, printed_payouts: Iterable[PrintedPayout]) -> str:
    """Return the payment of a bet with a single pay line, in words."""
    return next(
        (printed_payout.pays for way, printed_payout in zip(bet.ways, printed_payouts, strict=True) if way.pays != PUSH), ""
    )


def _lines(title: Said, bet: BetOdds, printed_payouts: Iterable[PrintedPayout], total: int) -> Iterator[list[TableCell | str]]:
    """Yield the lines of a bet's pay table, each with its chance; the bet's name occurs once."""
    for at, (way, printed_payout) in enumerate(zip(bet.ways, printed_payouts, strict=True)):
        name = [TableCell([title], rows=len(bet.ways))] if not at else []
        yield [*name, printed_payout.when, cell(printed_payout.pays, states=printed_payout.states), _share(way.count, total)]


def _share(ways: int, total: int) -> str:
    return percent(Fraction(ways, total))


def _money(amount: object, voice: Voice) -> str:
    return "" if str(amount) in (*NONE, "None") else voice.money(amount)


# Pots


def stakes(context: Context) -> Iterator[tuple[Said, Said]]:
    """Yield the options that set a game's stakes, as pairs of title and value in force."""
    yield from _options(context, page_data("rates")["coup" if has_coups(context.game) else "stakes"])


def wagers(context: Context) -> Iterator[tuple[Said, Said]]:
    """Yield the options for bets, as pairs of title and value in force."""
    yield from _options(context, page_data("rates")["wagers"]["coup" if has_coups(context.game) else "stakes"], refused=True)


def charges(context: Context) -> Iterator[tuple[Said, Said]]:
    """Yield the options for the house's take from a pot, as pairs of title and value in force; nothing if it takes nothing."""
    charges: Mapping[str, Iterable[str]] = page_data("rates")["charges"]
    game = context.game
    taken = [bet for name, more in charges.items() if str(game.options.get(name, "0")) not in NONE for bet in (name, *more)]
    yield from _options(context, taken)


def _of_stakes(context: Context) -> Iterator[Block]:
    """Yield the stakes, and the house's take out of a pot."""
    voice = context.voice
    rows = list(stakes(context))
    if rows:
        yield Heading(voice.word("rates_stakes"))
        yield TableBlock(rows=rows, widths=(3, 1), align=NUMBERS)
    if any(name in context.game.choices for name in page_data("rates")["charges"]):
        yield Heading(voice.word("rates_charges"))
        taken = list(charges(context))
        if taken:
            yield TableBlock(rows=taken, widths=(3, 1), align=NUMBERS)
        else:
            yield Paragraph(voice.word("rates_no_charge"))


def _options(context: Context, names: Iterable[str], *, refused: bool = False) -> Iterator[tuple[Said, Said]]:
    """Yield options that the game has, each with its value in force, without those of value nothing.

    Args:
        context: The game and the language.
        names: The options.
        refused: Whether to include options with the value no.
    """
    game, voice = context.game, context.voice
    for name in names:
        if name not in game.choices or not decides(game, name):
            continue
        if str(game.options[name]) not in NONE or (refused and game.options[name] is False):
            yield voice.say(game.choices[name].title), voice.option(name, game.options[name])


def _of_hands(context: Context) -> Iterator[Block]:
    """Yield the frequency of each hand, as far as it can be counted."""
    voice, game = context.voice, context.game
    try:
        shown = form_of(game)
        frequencies = hand_frequencies(shown, pack(shown))
    except (Impossible, UnknownName):
        return
    yield Heading(voice.word("rates_hands"))
    yield Paragraph(
        voice.word("rates_hands_note", total=f"{frequencies.total:,}", cards=frequencies.cards, unseen=frequencies.unseen),
        style="small",
    )
    for name, rows in frequencies.parts.items():
        better, printed = 0, []
        for row in rows:
            better += row.count
            printed.append(
                [
                    _hand(context, row.hand),
                    f"{row.count:,}",
                    _share(row.count, frequencies.total),
                    _share(better, frequencies.total),
                ]
            )
        yield TableBlock(
            head=voice.words("rates_hand", "how_many", "rates_chance", "rates_better"),
            rows=printed,
            title=voice.word(f"rates_{name}") if len(frequencies.parts) > 1 else (),
            widths=(3, 2, 2, 2),
            align=NUMBERS,
        )


def _of_outs(game: Game, context: Context) -> Iterator[Block]:
    """Yield the frequency of a helping card after the flop, counted exactly; nothing in a game without exactly one board."""
    voice, words = context.voice, page_data("rates")["outs"]
    try:
        shown = form_of(game)
    except UnknownName:
        return
    boards = [name for name in context.part("felt").get("places") or () if name.startswith("board")]
    if shown.from_hand is not None or shown.board != (words["board"],) or len(shown.deals) != 1 or len(boards) != 1:
        return
    unseen = len(pack(shown)) - shown.deals[0] - words["flop"]
    yield Heading(voice.word("rates_outs"))
    yield TableBlock(
        head=voice.words("rates_outs_count", "rates_outs_next", "rates_outs_last", "rates_outs_either"),
        rows=[
            [
                str(outs),
                _share(outs, unseen),
                _share(outs, unseen - 1),
                _share(comb(unseen, 2) - comb(unseen - outs, 2), comb(unseen, 2)),
            ]
            for outs in words["counts"]
        ],
        widths=(3, 3, 3, 3),
        align=NUMBERS,
    )
    yield Paragraph(voice.word("rates_outs_note", unseen=unseen), style="small")


def _of_calls(context: Context) -> Iterator[Block]:
    """Yield how often a call must win, for bets as shares of the pot: the call's share of the pot with both bets in it."""
    if not set(page_data("rates")["charges"]) & set(context.game.choices):
        return
    voice = context.voice
    yield Heading(voice.word("rates_pot_odds"))
    shares = [Fraction(share) for share in page_data("rates")["pot_odds"]]
    yield TableBlock(
        head=voice.words("rates_bet_share", "rates_must_win"),
        rows=[[str(share), percent(share / (1 + 2 * share))] for share in shares],
        align=NUMBERS,
    )
    yield Paragraph(voice.word("rates_pot_odds_note"), style="small")


def _hand(context: Context, name: str) -> Said:
    """Return the name of a hand from the drawings of hands, or in English if they have none for it."""
    titles = (spec["title"] for spec in data("hands")["kinds"].values())
    return context.voice.say(next((title for title in titles if text(title).lower() == name.lower()), name.capitalize()))


# A card turned against a hand


def _of_a_turned_card(context: Context) -> Iterator[Block]:
    """Yield the value of a bet with any hand."""
    voice = context.voice
    size = int(context.game.options["hand_size"])
    by_beaten, unseen = hands_by_beaten(size), JOKER - size
    total = sum(by_beaten.values())
    average = Fraction(sum(wins * ways for wins, ways in by_beaten.items()), total * unseen)
    bands = {
        "favourite": sum(ways for wins, ways in by_beaten.items() if 2 * wins > unseen),
        "even": sum(ways for wins, ways in by_beaten.items() if 2 * wins == unseen),
        "underdog": sum(ways for wins, ways in by_beaten.items() if 2 * wins < unseen),
    }
    yield Heading(voice.word("rates_turned"))
    yield Paragraph(voice.word("rates_turned_note", total=f"{total:,}", cards=size, unseen=unseen), style="small")
    rows: list[list[TableCell | Said | str]] = [
        [voice.word(f"rates_{name}"), _share(ways, total)] for name, ways in bands.items()
    ]
    rows += [[voice.word("rates_blind"), percent(average)], [voice.word("rates_gain"), percent(2 * average - 1)]]
    yield TableBlock(rows=rows, widths=(3, 1), align=NUMBERS)


def _offered(game: Game) -> bool:
    """Return whether there is anything to print: coups, pots of a house, hands that can be counted."""
    if game.data.get("odds") == TURNED or set(page_data("rates")["charges"]) & set(game.choices):
        return True
    return has_coups(game) or (game.id in forms() and form_of(game).from_hand is None)


EDITION = Edition(
    name="rates",
    title="Bets and chances",
    reader="players and floor",
    purpose="What each bet pays, how often it wins, what the house takes.",
    pages=1,
    paper=Paper(),
    make=make,
    offered=_offered,
)
