"""Bonus cards (red threes), which their holder lays down at once and replaces from the stock."""

from __future__ import annotations

from collections import Counter

from dealerkit.felt import Act
from dealerkit.games.social.canasta.facts.melds import holds_bonus, meld_rules, pile_name
from dealerkit.games.social.mechanics.lazy_values import Allowed
from dealerkit.games.social.mechanics.turn import STAGES, Stage, TurnHand
from dealerkit.mechanics.card_choices import SomeOf, UpToCards
from dealerkit.mechanics.registry import Moves


class Bonus:
    """Bonus cards that are still to be laid down or replaced.

    Attributes:
        play: The hand in progress.
        owed: By seat, the number of cards it has still to take from the stock.
        unreplaced: Cards that came with a taken pile: they are laid down and not replaced (CN-17).
        let_be: Seats that went on playing with a bonus card in hand: they may still lay it down.
    """

    PILE = "red"

    def __init__(self, play: TurnHand) -> None:
        self.play = play
        self.owed: dict[int, int] = {}
        self.unreplaced: set[int] = set()
        self.let_be: set[int] = set()

    def moves(self, seat: int) -> Allowed:
        """Return the allowed moves of a seat with its red threes; empty if there are none.

        If it has several, each may be replaced at once, or all of them after all are laid down (CN-15).
        """
        felt = self.play.felt
        open_moves: Allowed = {}
        if self.owed.get(seat) and felt.left():
            open_moves[f"take {felt.layout.stock}"] = UpToCards(min(self.owed[seat], felt.left()))
        if held := holds_bonus(self.play.now, seat):
            open_moves[f"lay {self.PILE}"] = SomeOf(held)
        return open_moves

    def perhaps(self) -> Allowed:
        """Return the possible moves of a seat whose cards are unknown: any red three that has not been seen elsewhere."""
        felt = self.play.felt
        seen = Counter(felt.faces)
        unseen = [face for face in sorted(meld_rules(self.play.now).bonus) for _ in range(felt.layout.pack.decks - seen[face])]
        return {f"lay {self.PILE}": SomeOf(unseen)} if unseen else {}

    def heard(self, seat: int, act: Act) -> bool:
        """Record an act, and return whether it was about red threes."""
        felt = self.play.felt
        if act.verb == "take" and self.owed.get(seat) and act.to[0] == felt.layout.stock:
            self.owed[seat] = max(0, self.owed[seat] - len(felt.moved))
            self.settle(seat)
            return True
        if act.verb == "lay" and pile_name(self.play.now, seat, self.PILE) in self.lies(act):
            for card in felt.moved:
                if card not in self.unreplaced and felt.left():
                    self.owed[seat] = self.owed.get(seat, 0) + 1
            self.settle(seat)
            return True
        return False

    def settle(self, seat: int) -> None:
        """Remove a seat from `let_be` if it has no more red threes to lay down or replace."""
        if not self.owed.get(seat) and not holds_bonus(self.play.now, seat):
            self.let_be.discard(seat)

    def lies(self, act: Act) -> list[str]:
        """Return those places of a seat in which the first card moved by the last act lies now."""
        felt = self.play.felt
        return [name for name, cards in felt.places.items() if "." in name and felt.moved and felt.moved[0] in cards]


def bonus_of(play: TurnHand) -> Bonus:
    """Return the state of the red threes in this hand."""
    bonus: Bonus | None = play.shared.get("bonus")
    if bonus is None:
        bonus = play.shared["bonus"] = Bonus(play)
    return bonus


class LayBonus(Stage):
    """The stage before the first turn, in which all players lay down the red threes dealt to them and replace them (CN-15)."""

    def asked(self) -> dict[str, Moves]:
        """Return the open moves of the seats that hold a red three, or have one to replace."""
        bonus = bonus_of(self.play)
        return {f"s{seat}": moves for seat in self.play.order if (moves := bonus.moves(seat))}

    def may(self) -> dict[str, Moves]:
        """Return the moves of seats with unknown cards, which may have a red three among them."""
        red = bonus_of(self.play).perhaps()
        return {f"s{seat}": red for seat in self.play.order if red and None in self.play.hand(seat)}

    def heard(self, act: Act) -> bool:
        """Record an act, and return whether it was about red threes; a player who goes on without laying one down may still do so
        later.
        """
        bonus = bonus_of(self.play)
        if bonus.heard(act.seat, act):
            return True
        bonus.let_be.update(seat for seat in self.play.order if bonus.moves(seat))
        return False


STAGES["bonus"] = LayBonus
