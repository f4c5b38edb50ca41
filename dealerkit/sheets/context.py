"""The context in which the parts of a sheet are made: the game, the language, and the citations so far."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dealerkit.rules.entries import Branch, FindingEntry
from dealerkit.rules.games import Game
from dealerkit.rules.sets import catalogue
from dealerkit.sheets.citations import Cited
from dealerkit.sheets.voice import Said, Voice, human


@attrs.frozen(eq=False)
class Context:
    """The game, language and citations of a sheet while it is made.

    Attributes:
        game: The game, with its options in force.
        voice: The language of the sheet, and its texts.
        cited: The citations so far.
    """

    game: Game
    voice: Voice
    cited: Cited

    def part(self, name: str) -> Branch:
        """Return a top-level entry of the game's file that is a map; empty if there is none."""
        value = self.game.data.get(name)
        return value if isinstance(value, Mapping) else {}

    @property
    def findings(self) -> Mapping[str, FindingEntry]:
        """The findings (slips that a dealer can make) in force, by code; for a game without a rule set, the shared ones."""
        rules = self.game.rules
        entries: Mapping[str, FindingEntry] = rules.findings if rules else catalogue().findings.data.get("findings", {})
        return entries

    def bets(self) -> dict[str, Said]:
        """Return the titles of the bets offered under the options in force, by the bet's name, in the order of the layout."""
        spots = self.part("felt").get("spots") or {}
        return {name: self.spot(name) for name, spec in spots.items() if (spec or {}).get("offered", True)}

    @property
    def has_side_bets(self) -> bool:
        """Whether a side bet is offered under the options in force."""
        return any(self.part("felt")["spots"][bet].get("side") for bet in self.bets())

    def money_label(self, key: str) -> Said:
        """Return the label of an amount of the game's money; the smallest side bet is called the bet on tie if there is no
        other.
        """
        return self.voice.word("money_tie_minimum" if key == "side_minimum" and not self.has_side_bets else f"money_{key}")

    def spot(self, name: str) -> Said:
        """Return the title of a place on the layout."""
        spec = (self.part("felt").get("spots") or {}).get(name) or {}
        return self.voice.say(spec["title"]) if "title" in spec else Said(human(name))
