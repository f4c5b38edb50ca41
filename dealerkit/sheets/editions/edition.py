"""Editions of the house rules: each has a reader, a purpose, a length limit, and a function that makes it."""

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
"""Number of printed digits of a fingerprint."""


@attrs.frozen
class Scored:
    """The results of dealt hands, for a filled-in score sheet.

    Attributes:
        shoes: The results of each shoe, in order.
        notes: The known values for the head of the sheet: `table`, `date`, `dealer`.
    """

    shoes: tuple[tuple[RoadResult, ...], ...]
    notes: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class EditionOrder:
    """An order of an edition: games, house, language, and all other settings.

    Attributes:
        games: The games as they are dealt, with their rule sets and options in force: one for a card, several for a book. For
            an edition that compares rule sets, the same game follows under each other rule set.
        lang: The language, one of `LANGUAGES`.
        paper: The paper; None for the edition's own.
        control: House, version, dates and signatures.
        sources: Where sources are printed: `none`, `notes` (at the end), `inline`, or `adopted` if the house is the source of
            everything.
        numbers: The numbers of the house's rules, for editions with numbered rules; None if there are none.
        regulator: The regulator whose fields are answered, for the regulator's edition; empty for none.
        words_of_house: The house's own rules and wording.
        scored: The shoes that fill a score sheet; None for an empty one.
        words_before: The house's rules and wording at the earlier version, for changes; None if unknown.
        before: The earlier games, for changes; for a game that is not among them, the base of its rule set is used.
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
            game: One of the games; by default, the first.
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
        """Return the sentence that the house has adopted the rules.

        Args:
            word: The key of the sentence among the fixed words of sheets.
        """
        voice = self.context().voice
        return voice.word(word, house=self.control.house or voice.word("the_house"))


@attrs.frozen
class Edition:
    """An edition of the house rules.

    Attributes:
        name: Its name for `--doc`.
        title: Its title in a list of editions.
        reader: Its reader.
        purpose: Its purpose, as a sentence.
        pages: The most pages for one game, on its own paper; None for no limit.
        paper: The paper that it is made for.
        make: The function that makes it.
        offered: Function that tells whether it can be made of a game.
        whole: Whether all games of a house are in one document, as in a book; else there is a document for each.
        numbered: Whether its rules have the house's permanent numbers.
        halves: The smallest type, in points, for two languages on the halves of one sheet; 0 for never.
        fingerprint: Whether the fingerprint of its rules is printed at the foot of its pages.
        since: Whether it states changes since a version: `may` if a version can be named, `must` if one is required, else
            empty.
        beside: Whether it compares the rule set in force with others.
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
            order: The order.
            title: Its title.
            blocks: Its content.
            subtitle: Its subtitle; empty for none.
            paper: The paper; None for that of the order, or the edition's own.
            control: The marks of the house on it; None for those of the order, without the helpline, which is for guests.
        """
        paper = paper or order.paper or self.paper
        control = control or attrs.evolve(order.control, helpline="")
        return Document(self.name, title, blocks, subtitle=subtitle, lang=order.lang, paper=paper, control=control)


def fingerprint(those: Sequence[Game]) -> str:
    """Return the first digits of the hash of the rules of some games, to be printed."""
    whole = those[0].sha256 if len(those) == 1 else digest([game.sha256 for game in those])
    return whole[:SHOWN]


def for_guests(control: Control) -> Control:
    """Return the control data for a guests' paper, without the names of preparer and approver."""
    return attrs.evolve(control, prepared_by="", approved_by="")
