"""The tables in a game's file (drawing rules, points, pay tables), as they are printed.

A table with a special layout has a provider, a function registered under the table's name; other tables get a plain layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from dealerkit.arithmetic.conditions import PaymentLine
from dealerkit.arithmetic.paytable import read_player_draws
from dealerkit.cards import RANKS
from dealerkit.errors import UnknownName
from dealerkit.rules.boxes import boxes_of
from dealerkit.rules.coups import coup_rules, has_coups
from dealerkit.rules.entries import Branch
from dealerkit.sheets.context import Context
from dealerkit.sheets.drawings.hands import hand_title, place_of
from dealerkit.sheets.locales import odds
from dealerkit.sheets.model import Cell, PrintedTable
from dealerkit.sheets.payouts import payouts
from dealerkit.sheets.statements import Reckoned, TableStatement
from dealerkit.sheets.voice import EMPTY, Said, Voice, fixed_words

Build = Callable[[Context, Mapping[str, object]], Iterator[PrintedTable]]


@attrs.frozen
class Provider:
    """The function that lays a table out.

    Attributes:
        build: Makes the printed table, from the context and the table's data.
        takes: Names of other entries under `tables` that it prints as well.
    """

    build: Build
    takes: tuple[str, ...] = ()


PROVIDERS: dict[str, Provider] = {}
ROWS: dict[str, Callable[[Voice, Mapping[str, str], str], Said]] = {}
"""Functions by table for a row in words, for a rule of the rule book that refers to it."""


def provider(name: str, takes: tuple[str, ...] = ()) -> Callable[[Build], Build]:
    """Register a function as the provider of a table; used as a decorator.

    Args:
        name: The name of the table in a game's file.
        takes: Names of other entries under `tables` that it prints as well.
    """

    def register(build: Build) -> Build:
        PROVIDERS[name] = Provider(build, takes)
        return build

    return register


HANDS_PAID = "hands_paid"
"""Name of the pay table by hands; a game writes its lines under `pays` and `bonus`, not under `tables`."""


def parts(context: Context) -> Mapping[str, object]:
    """Return the tables in the game's file by name, as they are there.

    In a game whose bets are paid by the rank of a hand, the pay table is among them, as `HANDS_PAID`.
    """
    by_hands = isinstance(context.game.data.get("reading"), Mapping)
    return {**({HANDS_PAID: context.part("pays")} if by_hands else {}), **context.part("tables")}


def tables(context: Context) -> Iterator[PrintedTable]:
    """Yield every table of the game."""
    part = parts(context)
    drawn = {name for name in PROVIDERS if name in part}
    taken = {other for name in drawn for other in PROVIDERS[name].takes}
    plain: list[str] = []
    for name, value in part.items():
        if name in drawn:
            yield from PROVIDERS[name].build(context, part)
        elif name in taken:
            continue
        elif isinstance(value, Mapping | list):
            yield _plain(context, name, value)
        else:
            plain.append(name)
    if plain:
        rows = [(_head(context.voice.name(name)), Cell(context.voice.value(part[name]))) for name in plain]
        word = context.voice.word
        yield PrintedTable("values", word("other_values"), (word("key"), word("value")), tuple(rows))


NOTHING_HERE = Said("\u2013")
"""Text of an empty cell in a row."""


def _head(text: Said) -> Cell:
    return Cell(text, "head")


def _plain(context: Context, name: str, value: Mapping[str, object] | Sequence[object]) -> PrintedTable:
    """Return a table in plain layout: a row for each entry, a column for each of its keys; ranks side by side."""
    voice = context.voice
    if isinstance(value, Mapping) and all(str(key) in (*RANKS, "Jk") for key in value):
        return attrs.evolve(_by_rank(context, name, value, "card", "counts"), title=voice.name(name))
    entries = value if isinstance(value, Mapping) else {str(number): entry for number, entry in enumerate(value, 1)}
    keys = list(dict.fromkeys(key for entry in entries.values() if isinstance(entry, Mapping) for key in entry))
    flat = not keys
    columns = (voice.word("key"), *([voice.word("value")] if flat else [voice.name(key) for key in keys]))
    rows = []
    for key, entry in entries.items():
        by_key = {"": entry} if flat else entry if isinstance(entry, Mapping) else {keys[0]: entry}
        cells = [Cell(voice.value(by_key[key]) if key in by_key else NOTHING_HERE) for key in ([""] if flat else keys)]
        rows.append((_head(voice.name(str(key))), *cells))
    return PrintedTable(name, voice.name(name), columns, tuple(rows))


# The drawing table of baccarat

LETTERS = {"D": "draws", "S": "stands", "N": "natural"}


def _cell(context: Context, letter: object, what: Reckoned, **given: object) -> Cell:
    """Return a cell for whether a hand draws, from its total and the other conditions."""
    states = TableStatement(what, given, letter == "D", context.game.options)
    return Cell(_letter(context.voice, letter), LETTERS.get(str(letter), ""), (states,))


def _letter(voice: Voice, letter: object) -> Said:
    """Return the letter of a cell in the sheet's language."""
    kind = LETTERS.get(str(letter))
    return voice.word(f"letter_{kind}") if kind else Said(letter)


@provider("tableau", takes=("player_draws", "natural", "drawing_rules"))
def tableau(context: Context, branch: Branch) -> Iterator[PrintedTable]:
    """Yield two drawing tables: the player's hand by its total, and the banker's by its total and the player's third card.

    Raises:
        KeyError: If the tableau lacks a row of the banker's.
    """
    voice = context.voice
    draws, natural = read_player_draws(branch, []), branch.get("natural", 10)
    letters = ["N" if total >= natural else "D" if draws[total] else "S" for total in range(10)]
    legend = tuple(voice.word(key) for key in ("legend_draws", "legend_stands", "legend_natural"))
    yield PrintedTable(
        id="player_draws",
        title=voice.word("player_table"),
        columns=(voice.word("player_total"), *(Said(total) for total in range(10))),
        rows=(
            (
                _head(voice.word("player_does")),
                *(_cell(context, letter, "player_draws", total=total) for total, letter in enumerate(letters)),
            ),
        ),
        legend=legend,
        grid=True,
    )
    rows = []
    for total, row in branch["tableau"].items():
        cells = [
            _cell(context, letter, "banker_draws", total=int(total), third=at - 1 if at else None)
            for at, letter in enumerate(row)
        ]
        # The last column of printed tables is for a hand that stood.
        cell = Cell(row_in_words(voice, branch["tableau"], str(total)), "words")
        rows.append((_head(Said(total)), *cells[1:], cells[0], cell))
    yield PrintedTable(
        id="tableau",
        title=voice.word("tableau"),
        columns=(
            voice.word("tableau_corner"),
            *(Said(points) for points in range(10)),
            voice.word("tableau_stood"),
            voice.word("tableau_words"),
        ),
        rows=tuple(rows),
        over=((EMPTY, 1), (voice.word("tableau_over"), 10), (EMPTY, 2)),
        legend=legend[:2],
        grid=True,
    )


def row_in_words(voice: Voice, rows: Mapping[str, str], which: str) -> Said:
    """Return a row of the drawing table in words.

    Args:
        voice: The language and its words.
        rows: The banker's rows by total: a letter for a player who stood, then one for each value of the player's third card;
            `D` for a draw.
        which: The total (`5`), several (`0-2`), or `none` for the banker's action if the player stood.

    Raises:
        KeyError: If there is no such row.
    """
    by_total = {str(total): row for total, row in rows.items()}
    if which == "none":
        return _draws(voice, {total: row[0] for total, row in by_total.items()})
    low, _, high = which.partition("-")
    several = [by_total[str(total)] for total in range(int(low), int(high or low) + 1)]
    if any(row != several[0] for row in several):
        totals = range(int(low), int(high or low) + 1)
        return voice.join((f"{total}: {row_in_words(voice, rows, str(total))}" for total in totals), _sign(voice))
    row = several[0]
    draws = _draws(voice, {str(points): letter for points, letter in enumerate(row[1:])})
    stood = voice.word("always_draws" if row[0] == "D" else "always_stands") if len(set(row)) == 1 else None
    if stood is not None:
        return stood
    alone = voice.word("draws" if row[0] == "D" else "stands")
    return voice.join([draws, voice.word("stood_too", what=alone)], _sign(voice))


def row_sentences(voice: Voice, rows: Mapping[str, str], which: str) -> Said:
    """Return a row of the drawing table in whole sentences, for use after a rule of the rule book.

    Args:
        voice: The language and its words.
        rows: The banker's rows by total, as for `row_in_words`.
        which: The total, several, or `none`, as for `row_in_words`.

    Raises:
        KeyError: If there is no such row.
    """
    by_total = {str(total): row for total, row in rows.items()}
    if which == "none":
        return _by_value(voice, {total: row[0] for total, row in by_total.items()}, "row_by_total")
    low, _, high = which.partition("-")
    totals = [str(total) for total in range(int(low), int(high or low) + 1)]
    if any(by_total[total] != by_total[totals[0]] for total in totals):
        each = (voice.word("row_of", total=total, said=row_sentences(voice, rows, total)) for total in totals)
        return voice.join(each, " ")
    row = by_total[totals[0]]
    if len(set(row)) == 1:
        return voice.word("row_always_draws" if row[0] == "D" else "row_always_stands")
    text = _by_value(voice, {str(points): letter for points, letter in enumerate(row[1:])}, "row_by_card")
    alone = voice.word("row_stood_draws" if row[0] == "D" else "row_stood_stands")
    return voice.join([text, alone], " " if voice.lang == "en" else "")


def _by_value(voice: Voice, letters: Mapping[str, str], word: str) -> Said:
    """Return a sentence with the values on which a hand draws, or with those on which it does not, whichever are fewer."""
    draw = [value for value, letter in letters.items() if letter == "D"]
    stand = [value for value, letter in letters.items() if letter != "D"]
    if not (draw and stand):
        return voice.word("row_always_draws" if draw else "row_always_stands")
    if len(stand) == 1 and word == "row_by_card":
        return voice.word("row_unless_card", values=_spans(stand))
    return voice.word(word, draw=_spans(draw), stand=_spans(stand))


def _sign(voice: Voice) -> str:
    return "；" if voice.lang != "en" else "; "


def _draws(voice: Voice, letters: Mapping[str, str]) -> Said:
    """Return the values on which a hand draws and those on which it stands, in words."""
    draw = [value for value, letter in letters.items() if letter == "D"]
    stand = [value for value, letter in letters.items() if letter != "D"]
    if not (draw and stand):
        return voice.word("always_draws" if draw else "always_stands")
    parts = [voice.word("draws_on", values=_spans(draw)), voice.word("stands_on", values=_spans(stand))]
    return voice.join(parts, _sign(voice))


def _spans(values: Iterable[str]) -> str:
    """Return numbers as text, with runs of three or more joined.

    >>> _spans(["0", "1", "2", "5", "8", "9"])
    '0-2, 5, 8, 9'
    """
    runs: list[list[int]] = []
    for value in map(int, values):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    texts = [f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return ", ".join(texts)


ROWS["tableau"] = row_sentences


# Tables by rank


def _by_rank(
    context: Context,
    name: str,
    rows: Mapping[str, object],
    head: str,
    value: str,
    states: Mapping[str, TableStatement] | None = None,
) -> PrintedTable:
    voice = context.voice
    cells = [
        Cell(Said(number), states=(states[str(rank)],) if states and str(rank) in states else ()) for rank, number in rows.items()
    ]
    return PrintedTable(
        id=name,
        title=voice.word(name) if name in fixed_words() else voice.name(name),
        columns=(voice.word(head), *(voice.value(rank) for rank in rows)),
        rows=((_head(voice.word(value)), *cells),),
        grid=True,
    )


@provider("points")
def points(context: Context, branch: Branch) -> Iterator[PrintedTable]:
    """Yield the points of each rank, the ranks side by side."""
    options = context.game.options
    rows = branch["points"].items() if has_coups(context.game) else ()
    states = {str(rank): TableStatement("counts", {"rank": str(rank)}, number, options) for rank, number in rows}
    yield _by_rank(context, "points", branch["points"], "card", "counts", states)


@provider("burn", takes=("burn_whole",))
def burn(context: Context, branch: Branch) -> Iterator[PrintedTable]:
    """Yield the table of how many cards are burned after each first card, by the options; or the number, if it is always the
    same.
    """
    options, every = context.game.options, branch["burn"]
    option = next((name for name, value in options.items() if isinstance(value, str) and value in every), "burn_count")
    chosen = str(options.get(option, ""))
    note = context.voice.option(option, chosen)
    word = context.voice.word
    whole = chosen in branch.get("burn_whole", ())
    title, head = ("burn_whole", "burned_whole") if whole else ("burn", "burned")
    if chosen in every:
        states = {str(rank): _burned(number, options, str(rank), whole=whole) for rank, number in every[chosen].items()}
        printed_table = _by_rank(context, "burn", every[chosen], "first_card", head, states)
        yield attrs.evolve(printed_table, title=word(title), note=note)
        return
    number = options.get("burn_fixed") if chosen == "fixed" else options.get("decks")
    yield PrintedTable(
        id="burn",
        title=word(title),
        columns=(word("first_card"), word("any_card")),
        rows=((_head(word(head)), Cell(Said(number), states=(_burned(number, options, whole=whole),))),),
        note=note,
        grid=True,
    )


def _burned(number: object, options: Mapping[str, object], rank: str = "A", *, whole: bool) -> TableStatement:
    """Return the statement of a cell on the number of burned cards after a first card; `whole` if that card is included."""
    return TableStatement("burns", {"rank": rank}, int(str(number)) - whole, options)


# Pay tables


@provider("pays")
def pays(context: Context, branch: Branch) -> Iterator[PrintedTable]:
    """Yield the payment of each offered bet, in words."""
    voice = context.voice
    try:
        rules = coup_rules(context.game)
    except UnknownName:  # a pay table, but not for coups
        yield _plain(context, "pays", branch["pays"])
        return
    offered = context.bets()
    rows = []
    for line in payouts(context, rules, [bet for bet in offered if bet in rules.pays]):
        rows.append((_head(offered[line.bet]), Cell(line.when), Cell(line.pays, states=line.states)))
    columns = (voice.word("bet"), voice.word("when"), voice.word("pays_head"))
    yield PrintedTable("pays", voice.word("pays"), columns, tuple(rows), note=voice.word("pays_note"))


@provider("side_bets")
def side_bets(context: Context, branch: Branch) -> Iterator[PrintedTable]:
    """Yield the payment of each side bet in force, under the options; nothing if there is none."""
    voice, game = context.voice, context.game
    rows = []
    for bet, table in branch["side_bets"].items():
        if game.options.get(bet) is not True:
            continue
        for line in table["lines"].get(str(game.options[table["by"]]), ()):
            when = [voice.name(line["cards"]), *([voice.name("dealer_natural")] if line.get("dealer_natural") else ())]
            rows.append((_head(voice.say(game.choices[bet].title)), Cell(voice.join(when)), Cell(voice.value(line["pays"]))))
    if rows:
        columns = (voice.word("bet"), voice.word("when"), voice.word("pays_head"))
        yield PrintedTable("side_bets", voice.name("side_bets"), columns, tuple(rows), note=voice.word("pays_note"))


@provider(HANDS_PAID)
def hands_paid(context: Context, _: Branch) -> Iterator[PrintedTable]:
    """Yield the payment of each hand for the bets that are paid by the rank of a hand; bets with equal pay share a table."""
    voice, boxes = context.voice, boxes_of(context.game)
    offered = {bet: voice.say(spec["title"]) for bet, spec in context.part("wagers").items() if spec.get("offered", True)}
    alike: dict[tuple[tuple[Said, Said], ...], list[Said]] = {}
    for table in (boxes.pays, boxes.bonus):
        for bet in [bet for bet in table if bet in offered]:
            lines = sorted((line for line in table[bet] if "made" in line.condition.asks), key=lambda line: line.result != "win")
            names = alike.setdefault(tuple((_hand(voice, line), _odds(voice, line)) for line in lines), [])
            names.append(voice.word("pay_bonus", bet=offered[bet]) if table is boxes.bonus else offered[bet])
    rows = [(_head(voice.join(names)), Cell(hand), Cell(pays)) for lines, names in alike.items() for hand, pays in lines]
    if rows:
        columns = (voice.word("bet"), voice.word("when"), voice.word("pays_head"))
        yield PrintedTable(HANDS_PAID, voice.word("pays"), columns, tuple(rows), note=voice.word("pays_note"))


def _odds(voice: Voice, line: PaymentLine) -> Said:
    return Said(odds(f"{line.up} to {line.down}", voice.lang), voice.lang) if line.result == "win" else voice.word("pay_push")


def _hand(voice: Voice, line: PaymentLine) -> Said:
    """Return the hand of a line of a pay table in words: a kind of hand, from a rank on or between two; or several kinds."""
    kind, *others = sorted(map(str, line.condition.asks["made"]), key=place_of)
    if others:
        return voice.join([Said(hand_title(name, voice.lang), voice.lang) for name in (kind, *others)])
    tops = [letter for letter in RANKS if letter in line.condition.asks.get("top", ())]
    hand = hand_title(kind, voice.lang, tops[0] if len(tops) == 1 else "")
    if len(tops) < 2:
        return Said(hand, voice.lang)
    low, high = (letter.replace("T", "10") for letter in (tops[0], tops[-1]))
    word = "pay_hand_from" if tops[-1] == RANKS[-1] else "pay_hand_between"
    return voice.word(word, hand=hand, low=low, high=high)
