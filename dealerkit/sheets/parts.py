"""Parts of an edition as plain values: a game's options, equipment, rule book and odds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dealerkit.arithmetic.odds import Odds, full_shoe
from dealerkit.arithmetic.odds import odds as count
from dealerkit.rules.coups import coup_rules, has_coups
from dealerkit.rules.entries import ChapterEntry
from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import decides, rule_texts
from dealerkit.rules.readings import source_of_rule
from dealerkit.rules.reports.odds import percent
from dealerkit.rulings.differences.authority import is_house_choice
from dealerkit.rulings.house_sentences import sentence_in_force
from dealerkit.sheets.context import Context
from dealerkit.sheets.model import BetRow, Chapter, OptionRow, PrintedItem, PrintedOdds, Rule
from dealerkit.sheets.pack import pack_words
from dealerkit.sheets.tables import ROWS
from dealerkit.sheets.voice import EMPTY, Said, human

PACK = "pack"
"""The equipment whose data the engine uses."""


def options(context: Context) -> tuple[OptionRow, ...]:
    """Return every option that has an effect in this game, with the value in force."""
    voice, game = context.voice, context.game
    return tuple(
        OptionRow(name, voice.say(option.title), voice.option(name, game.options[name]))
        for name, option in game.choices.items()
        if decides(game, name)
    )


def equipment(context: Context) -> tuple[PrintedItem, ...]:
    """Return the game's equipment: name, number and description of each item."""
    voice = context.voice
    items = []
    for name, spec in context.part("equipment").items():
        number = spec.get("count", spec.get("decks"))
        items.append(
            PrintedItem(
                title=voice.say(spec["title"]) if "title" in spec else voice.word("pack") if name == PACK else Said(human(name)),
                count=voice.value(number) if number is not None else voice.value(1),
                text=_described(context, name, spec),
            )
        )
    return tuple(items)


def _described(context: Context, name: str, spec: Mapping[str, object]) -> Said:
    """Return the description of a piece of equipment: the file's text, the pack in words, and a house's notes."""
    if "text" in spec:
        return context.voice.say(spec["text"])
    if name == PACK:
        return pack_words(context.game, context.voice)
    rest = {key: value for key, value in spec.items() if key not in ("title", "count", "decks")}
    return context.voice.value(rest) if rest else EMPTY


def rule_book(context: Context) -> tuple[Chapter, ...]:
    """Return the game's rule book by chapters; a rule that refers to a row of a table has that row in words."""
    voice, game = context.voice, context.game
    chapters: dict[tuple[bool, str], list[Rule]] = {}
    heads: dict[tuple[bool, str], ChapterEntry] = {}
    for rule_text in rule_texts(game):
        at = (rule_text.of_set, rule_text.group)
        heads[at] = rule_text.chapter
        place = ("rules", rule_text.group, "rules", rule_text.rule)
        words = voice.sentence(rule_text.rule, sentence_in_force(game, rule_text, voice.say, voice.lang))
        source = context.cited.source(source_of_rule(rule_text.chapter, rule_text.rule))
        if rule_text.of_set and game.rules is not None and is_house_choice(game.rules, place):
            source = context.cited.house()
        chapters.setdefault(at, []).append(
            Rule(rule_text.rule, words, _row(context, rule_text.shows), source, rule_text.chapter["rules"][rule_text.rule])
        )
    return tuple(
        Chapter(at[1], voice.say(heads[at].get("title") or at[1]), voice.say(heads[at].get("note")), tuple(rules))
        for at, rules in chapters.items()
    )


def _row(context: Context, shows: str) -> Said:
    """Return the table row that a rule refers to, such as `tableau.3`, in words; empty for none."""
    table, _, row = shows.partition(".")
    entries = context.part("tables").get(table)
    if table not in ROWS or not isinstance(entries, Mapping):
        return EMPTY
    try:
        return ROWS[table](context.voice, entries, row)
    except (KeyError, ValueError):
        return EMPTY  # the house has removed that row


def counted(game: Game) -> Odds | None:
    """Return the odds of a game's coups from a full shoe; None for a game without coups."""
    if not has_coups(game):
        return None
    rules = coup_rules(game)
    pack = (game.data.get("equipment") or {}).get("pack") or {}
    return count(rules, full_shoe(rules.points, int(pack.get("decks", 1))))


def odds(context: Context) -> PrintedOdds | None:
    """Return the odds of each offered bet; None in a game without coups.

    Raises:
        RuleFileError: If the tables of the game cannot be used.
    """
    counts = counted(context.game)
    if counts is None:
        return None
    rows = []
    for bet, title in context.bets().items():
        if bet not in counts.bets:
            continue
        row = counts.bets[bet]
        shares = (Fraction(part, counts.total) for part in (row.win, row.lose, row.push))
        wins, loses, pushes = map(percent, shares)
        rows.append(BetRow(bet, title, wins, loses, pushes, percent(row.edge)))
    return PrintedOdds(context.voice.word("odds_note", cards=sum(counts.shoe.values())), tuple(rows))
