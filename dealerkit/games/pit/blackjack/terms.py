"""The rules in force for blackjack's calculations: options of a game as one plain value."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import attrs

from dealerkit.arithmetic.paytable import read_odds

DECKS: Final[Mapping[str, int]] = {"shoe": 6, "pitch": 2, "csm": 5}
"""Number of decks if no option gives it, by how the game is dealt (BJ-08, BJ-23)."""


@attrs.frozen
class BlackjackTerms:
    """The options that affect the expected result of a round; each has the name of the game's option.

    Attributes:
        decks: Number of whole decks in the shoe (BJ-08).
        hole_card: `peek`, `no_peek` or `none` (BJ-33, BJ-34, BJ-70).
        natural_takes: Bets that a late natural takes: `original_only`, `all`, `busted_and_one` (BJ-71).
        soft17: `stand` or `hit` (BJ-76).
        blackjack_pays: Winnings of a natural for each unit staked (BJ-84).
        double_on: `any_two`, `9-11`, `10-11` (BJ-43).
        double_after_split: Whether split hands may be doubled (BJ-51).
        split_by: `value` or `rank` (BJ-46).
        max_hands: Most hands of one box, from one original hand (BJ-48).
        resplit_aces: Whether aces may be split again (BJ-50).
        hit_split_aces: Whether split aces may take more cards (BJ-49).
        surrender: `none`, `late`, `early` (BJ-52).
        surrender_vs_ace: Whether a hand may be given up against an ace (BJ-55).
        surrender_after_split: Whether a split hand may be given up (BJ-56).
    """

    decks: int = 6
    hole_card: str = "peek"
    natural_takes: str = "original_only"
    soft17: str = "stand"
    blackjack_pays: Fraction = Fraction(3, 2)
    double_on: str = "any_two"
    double_after_split: bool = True
    split_by: str = "value"
    max_hands: int = 4
    resplit_aces: bool = False
    hit_split_aces: bool = False
    surrender: str = "none"
    surrender_vs_ace: bool = True
    surrender_after_split: bool = False

    @classmethod
    def of(cls, options: Mapping[str, object]) -> BlackjackTerms:
        """Return the options in force; options that a game does not have get their default.

        Args:
            options: The options by name.

        >>> BlackjackTerms.of({"decks": 8, "blackjack_pays": "6 to 5"}).blackjack_pays
        Fraction(6, 5)
        """
        values = {field.name: options[field.name] for field in attrs.fields(cls) if options.get(field.name) is not None}
        if "decks" not in values and "deal_style" in options:
            values["decks"] = DECKS[str(options["deal_style"])]
        if "blackjack_pays" in values:
            values["blackjack_pays"] = Fraction(*read_odds(values["blackjack_pays"]))
        return cls(**values)  # type: ignore[arg-type]

    @property
    def hits_soft_17(self) -> bool:
        """Whether the dealer draws on a soft 17."""
        return self.soft17 == "hit"

    @property
    def loses_only_first_bet(self) -> bool:
        """Whether a dealer's natural costs a box at most its first bet, whether or not the dealer looked for it.

        The exception is a split hand that was bust before the natural was found and whose bet stays lost (BJ-72). It is ignored
        in expected results, where it amounts to less than a hundredth of a per cent.
        """
        return self.hole_card == "peek" or self.natural_takes == "original_only"

    def may_double(self, total: int, *, soft: bool) -> bool:
        """Return whether two cards may be doubled, by their total (BJ-43: a soft hand by its soft total).

        Args:
            total: Total of the cards.
            soft: Whether an ace among them counts eleven.
        """
        return self.double_on == "any_two" or (not soft and total >= int(self.double_on.partition("-")[0]) and total <= 11)
