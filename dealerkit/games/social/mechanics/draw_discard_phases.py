"""The phases of a turn in games of drawing and discarding, and the hands that end such a game at once."""

from __future__ import annotations

from dealerkit.felt import Act
from dealerkit.games.social.mechanics.lazy_values import Allowed, Choices
from dealerkit.games.social.mechanics.turn import Phase, phase
from dealerkit.games.social.mechanics.turns import WINS, WON, Play
from dealerkit.games.social.thirty_one.facts import suit_total
from dealerkit.mechanics.card_choices import OfCards, These, one_of
from dealerkit.mechanics.registry import NOTHING, Moves


@phase("draw")
class DrawPhase(Phase):
    """The phase in which a player draws from the stock, takes the upcard, or knocks instead (TO-08, TO-09).

    Parameters: `upcard`, the pile whose top card may be taken; `knock`, the number of turns that each player must have had before
    a knock; if it is left out, there is no knocking.
    """

    def moves(self) -> Choices:
        """Return the open moves: a card from the stock, the upcard, or a knock."""
        felt, stock = self.felt, self.felt.layout.stock
        moves: Allowed = {}
        if felt.left():
            moves[f"take {stock}"] = OfCards(1)
        pile = str(self.params["upcard"])
        if cards := felt.cards(pile):
            moves[f"take {pile}"] = These([felt.faces[cards[-1]]])
        if self.may_knock():
            moves["knock"] = NOTHING
        return moves

    def may_knock(self) -> bool:
        """Return whether this player may knock now: nobody has knocked, and the player has had enough turns (TO-A7)."""
        before = self.params.get("knock")
        return before is not None and not self.play.knocker and self.play.turns[self.turn.seat] >= int(before)

    def heard(self, act: Act) -> None:
        """Record that a card was drawn, or that the player has knocked."""
        if act.verb == "knock":
            self.play.knock(self.turn.seat)
            self.turn.end()
        else:
            self.also_heard(act)

    def also_heard(self, act: Act) -> None:
        """Record cards that were taken wrongly: they have to go back, or a card is discarded for them."""
        if act.verb == "take":
            self.turn.taken += self.felt.moved
            self.turn.memo["from"] = act.to[0]
            self.over = True
        elif act.verb == "discard":
            self.turn.end()

    def breaks(self, act: Act) -> str:
        """Return the rule that an act breaks, as a key of the step's `rules:`.

        `knock`: no knock is allowed now. `pile`: a card that is not on top. `many`: too many cards. `order`: no card has been
        drawn.
        """
        if act.verb == "knock":
            return "knock"
        if act.verb == "take":
            return "pile" if act.to[0] == self.params["upcard"] else "many"
        return "order"


@phase("discard")
class Discard(Phase):
    """The phase in which a player discards a card; with `returns: refuse`, not the upcard just taken (TO-08, TO-A5)."""

    def moves(self) -> Choices:
        """Return the discard of any card of the hand, or of all but the upcard just taken."""
        hand = self.hand
        if self.barred and None not in hand:
            cards = [card for card in self.felt.cards(f"s{self.turn.seat}") if card not in self.turn.taken]
            hand = [self.felt.faces[card] for card in cards]
        return {"discard": one_of(hand)}

    @property
    def barred(self) -> bool:
        """Whether the card just taken may not be discarded in the same turn."""
        return self.params.get("returns") == "refuse" and self.turn.memo.get("from") != self.felt.layout.stock

    def heard(self, act: Act) -> None:
        """Record the discard, which ends the turn."""
        self.over = True

    def also_heard(self, act: Act) -> None:
        """Record a wrong discard; it stays unless it is taken back."""
        if act.verb == "discard":
            self.over = True
            self.turn.wrong_end = self.felt.moved[0]

    def breaks(self, act: Act) -> str:
        """Return the rule that an act breaks, as a key of the step's `rules:`.

        `drawn`: the player knocks after drawing a card. `many`: the player takes another card. `returns`: the upcard just taken
        goes back.
        """
        if act.verb == "knock":
            return "drawn"
        if act.verb == "discard":
            return "returns" if self.barred else "discard"
        return "many"


# -- hands that end the game at once ------------------------------------------------------------------------------


def suit_of_31(play: Play) -> dict[str, Moves]:
    """Return the open moves of a player who has exactly 31 in a suit: the hand is shown at once, before any other act (TO-11,
    TO-12, TO-A10).
    """
    at = int(play.params["wins"]["at"])
    moves: dict[str, Moves] = {}
    for seat in play.order:
        drawn = play.turn.acted and seat == play.turn.seat  # a discard is still due
        if not drawn and suit_total(play.now, seat) == at:
            moves[f"s{seat}"] = {"show": These(play.hand(seat))}
    return moves


def suit_of_31_shown(play: Play, act: Act) -> bool:
    """Record an act, and return whether it shows 31. A player who had it and let play go on is no longer asked, and may still
    show it (TO-A11).
    """
    if act.verb == "show" and suit_total(play.now, act.seat) == int(play.params["wins"]["at"]):
        play.end("blitz", act.seat)
        return True
    play.opened.update(int(seat[1:]) for seat in play.winning)
    return False


WINS["suit_total"] = suit_of_31
WON["suit_total"] = suit_of_31_shown
