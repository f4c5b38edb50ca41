"""The report of `dealerkit rule` on a story that may mean several faults: numbered choices, each with its command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.files.plain_data import fields
from dealerkit.files.screen_text import line
from dealerkit.rules.sets import families
from dealerkit.rulings.facts import known_faults
from dealerkit.rulings.story import AS_TOLD, NEAREST, NOTHING, THESE, TWO, WHICH_GAME, Offer

SEARCH = "or search everything: dealerkit search WORDS"
"""Line for a list of offers that is empty."""


@attrs.frozen
class StoryOffer:
    """The faults that a story (somebody's account of what happened) may mean, each with its command.

    Attributes:
        said: The story.
        offer: The faults that it may mean.
        commands: For each of them, the command that rules on it.
        game: Title of the game, if only the story names it; else empty.
    """

    said: str
    offer: Offer
    commands: Sequence[str]
    game: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the faults that may be meant, each with the command that rules on it."""
        offer = self.offer
        meant = [
            {**fields(fault, "fault=name", "title", "family"), "unlike": offer.apart(fault), "command": command}
            for fault, command in zip(offer.faults, self.commands, strict=True)
        ]
        return {**fields(self, "said", "game", "two=offer.two", "gap=offer.gap"), "meant": meant}

    def lines(self) -> Iterator[str]:
        """Yield the faults that may be meant in numbered plain sentences, with the command to type for each."""
        meant = self.as_json()["meant"]
        if self.game:
            yield line(f"{AS_TOLD.format(self.game)}; --game names another.", 0)
        if self.offer.gap:
            yield line(self.offer.gap, 0)
        if not meant:
            yield line(f"{NOTHING}; {SEARCH}", 0)
            return
        yield line(f"It's not clear what happened, so there is no ruling. {NEAREST if self.offer.gap else THESE}", 0)
        if self.offer.two:
            yield line(TWO)
        several = len({fault["family"] for fault in meant}) > 1
        for number, offered in enumerate(meant, 1):
            of = f" ({families().get(offered['family'], 'any game')})" if several else ""
            yield line(offered["title"] + of, 2, f"{number}. ")
            for story in offered["unlike"]:
                yield line(story, 5)
            yield line(offered["command"], 5, "> ")
        yield line("None of these? Say it in other words, or let the desk ask you: dealerkit rule --ask.", 0)
        yield line("If there is no rule for it, the floor decides.", 0)


@attrs.frozen
class GameOffer:
    """The question which game is dealt, asked before any ruling if games rule differently on a fault.

    Attributes:
        fault: Name of the fault.
        commands: By family of games, the command that rules on the fault there.
    """

    fault: str
    commands: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """Return the families of games that rule on it, each with the command that rules."""
        return {
            "fault": self.fault,
            "title": known_faults()[self.fault].title,
            "ask": "game",
            "families": [
                {"family": family, "title": families()[family], "command": command} for family, command in self.commands.items()
            ],
        }

    def lines(self) -> Iterator[str]:
        """Yield the question, and the command to type for each family."""
        yield line(f"{known_faults()[self.fault].title}: the rules differ from game to game. {WHICH_GAME}", 0)
        for number, (family, command) in enumerate(self.commands.items(), 1):
            yield line(families()[family], 2, f"{number}. ")
            yield line(command, 5, "> ")
        yield line("Or name the game: --game GAME. `dealerkit games` lists them.", 0)
