"""A house's own rules in an edition, as a section of their own."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.sheets.context import Context
from dealerkit.sheets.document import Block, Heading, Listing, Words, strong
from dealerkit.sheets.house_words import HouseRule
from dealerkit.sheets.locales import locale
from dealerkit.sheets.voice import Said


def house_rules(context: Context, reader: str, *, level: int = 1, anchor: str = "") -> Iterator[Block]:
    """Yield the rules of the house for an edition of a game, under a heading; nothing if there are none.

    Args:
        context: The game, the language and the citations.
        reader: The name of the edition.
        level: The level of the heading.
        anchor: The anchor of the heading; empty for none.
    """
    rules = list(context.voice.words_of_house.rules_for(reader, context.game.id))
    if rules:
        yield Heading(context.voice.word("house_rules"), level, anchor=anchor)
        yield Listing([_rule_words(context, rule) for rule in rules])


def _rule_words(context: Context, rule: HouseRule) -> Words:
    title, text = (context.voice.own(text) for text in (rule.title, rule.text))
    return [strong(Said(f"{title}{locale(context.voice.lang).colon.strip()}", title.lang)), " ", text]
