"""Editions: each has a purpose, a reader, a length that it keeps, and a function that makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

import attrs

from dealerkit.arithmetic.roads import RoadResult
from dealerkit.rules.canonical import digest
from dealerkit.rules.games import Game
from dealerkit.rules.texts import DEFAULT_LANGUAGE
from dealerkit.sheets.citations import Cited
from dealerkit.sheets.context import Context
from dealerkit.sheets.document import Block, Control, Document, Paper, Words
from dealerkit.sheets.house_words import ADOPTED, NO_WORDS, HouseWords
from dealerkit.sheets.numbers import Numbers
from dealerkit.sheets.voice import Said, Voice

SHOWN = 16
"""How many digits of a fingerprint are printed."""


@attrs.frozen
class Scored:
    """The hands that were dealt, for a score sheet that is filled in.

    Attributes:
        shoes: The results of each shoe, in order.
        notes: What is known for the head of the sheet: `table`, `date`, `dealer`.
    """

    shoes: tuple[tuple[RoadResult, ...], ...]
    notes: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class EditionOrder:
    """An order of an edition: games, house, language, and whatever else is asked for.

    Attributes:
        games: The games as they are dealt, with their rule sets and options in force: one for a card, several for a book. Where
            an edition tells of other rule sets beside it, the same game follows under each of them.
        lang: The language, one of `LANGUAGES`.
        paper: The paper; None for the edition's own.
        control: House, version, dates and signatures.
        sources: Where sources are told: `none`, `notes` at the end, or `inline`; `adopted` where the house is the source of all.
        numbers: The numbers of the house's rules, for editions that number them; None where none are kept.
        regulator: Whose fields are answered, for what a regulator is sent; empty for nobody's.
        words_of_house: What the house says in its own words.
        scored: The shoes that a score sheet is filled from; None for an empty one.
        words_before: What it said so before, for what is new since; None where that is not known.
        before: The games as they were, for what is new since; of a game that is not among them, what its rule set is built on.
    """

    games: tuple[Game, ...]
    lang: str = DEFAULT_LANGUAGE
    paper: Paper | None = None
    control: Control = attrs.field(factory=Control)
    sources: str = "notes"
    numbers: Numbers | None = None
    regulator: str = ""
    before: tuple[Game, ...] = ()
    scored: Scored | None = None
    words_of_house: HouseWords = NO_WORDS
    words_before: HouseWords | None = None

    @property
    def game(self) -> Game:
        """The first game, for editions of one."""
        return self.games[0]

    def context(self, game: Game | None = None) -> Context:
        """Return the context for the parts of an edition: the voice and the citations of a game.

        Args:
            game: One of the games; the first if left out.
        """
        game = game or self.game
        voice = Voice(game, self.lang, self.words_of_house)
        return Context(game, voice, Cited(voice, game.rules))

    def authority(self, source: Said) -> Said:
        """Return the authority of a rule: its source, or the house that has adopted that source."""
        voice = self.context().voice
        of_house = source in voice.words("changes_by_option", "house_rule")
        return self.adopted("adopted_short") if self.sources == ADOPTED and source and not of_house else source

    def adopted(self, word: str = "adopted") -> Said:
        """Say that the house has adopted the rules, in the fixed words of that key."""
        voice = self.context().voice
        return voice.word(word, house=self.control.house or voice.word("the_house"))


@attrs.frozen
class Edition:
    """An edition of the house rules.

    Attributes:
        name: As `--doc` names it.
        title: What it is called on a list of editions.
        reader: Who reads it.
        purpose: What they do with it, in a sentence.
        pages: How many pages it may fill for one game, on its own paper; None where it is as long as needed.
        paper: The paper it is made for.
        make: Makes it.
        offered: Whether it can be made of a game.
        whole: Whether it is made of all games of a house at once, as a book is; else of each by itself.
        numbered: Whether its rules have the house's numbers, which never move.
        halves: The least type, in points, in which two languages of it stand on the halves of one sheet; 0 for never.
        fingerprint: Whether the hash of what decides runs at its foot.
        since: Whether it tells what is new since a version: `may` where one can be named, `must` where one has to be, else empty.
        beside: Whether it tells what other rule sets say beside the one in force.
    """

    name: str
    title: str
    reader: str
    purpose: str
    pages: int | None
    paper: Paper
    make: Callable[[EditionOrder], Document]
    offered: Callable[[Game], bool] = lambda game: True  # noqa: ARG005 - most editions are of every game
    whole: bool = False
    numbered: bool = False
    halves: int = 0
    fingerprint: bool = False
    since: Literal["", "may", "must"] = ""
    beside: bool = False

    def document(
        self,
        order: EditionOrder,
        title: Words,
        blocks: Iterable[Block],
        *,
        subtitle: Words = (),
        paper: Paper | None = None,
        control: Control | None = None,
    ) -> Document:
        """Return the document of an order.

        Args:
            order: What is asked for.
            title: Its title.
            blocks: What stands in it.
            subtitle: What stands under its title.
            paper: The paper; None for that of the order, or the edition's own.
            control: The marks of the house on it; None for those of the order, without the helpline, which is for guests.
        """
        paper = paper or order.paper or self.paper
        control = control or attrs.evolve(order.control, helpline="")
        return Document(self.name, title, blocks, subtitle=subtitle, lang=order.lang, paper=paper, control=control)


def fingerprint(those: Sequence[Game]) -> str:
    """Return the printed part of the hash of the rules: of one game its own, of several that of them all."""
    whole = those[0].sha256 if len(those) == 1 else digest([game.sha256 for game in those])
    return whole[:SHOWN]


def for_guests(control: Control) -> Control:
    """Return the control data for a guests' paper, without who prepared and approved it."""
    return attrs.evolve(control, prepared_by="", approved_by="")
