"""The discard that ends a turn, or the hand."""

from __future__ import annotations

from dealerkit.cards import Face
from dealerkit.felt import Act
from dealerkit.games.social.canasta.mechanics.melds import Meld
from dealerkit.games.social.mechanics.lazy_values import Allowed, Choices
from dealerkit.games.social.mechanics.turn import Phase, Turn, TurnHand, phase
from dealerkit.mechanics.card_choices import Held
from dealerkit.mechanics.registry import EVERYTHING, NOTHING, Params


@phase("discard_or_out")
class DiscardOrOut(Phase):
    """The phase of the discard; the last card of a hand ends it (CN-25 to CN-27, CN-52).

    After a red three that was the last card of the stock there is no discard (CN-49).
    """

    optional = False
    verbs = frozenset({"discard", "pass"})

    def __init__(self, play: TurnHand, turn: Turn, params: Params) -> None:
        self.meld = Meld(play, turn, params)  # until the discard the player may meld as in the phase before
        self.state = self.meld.state
        super().__init__(play, turn, params)

    def begin(self, turn: Turn) -> None:
        """Begin the phase in a turn of the same seat."""
        super().begin(turn)
        self.meld.begin(turn)

    def must(self) -> Allowed:
        """Return the forced move: a red three to lay down. A full meld that was not squared up earlier is not forced here."""
        return self.state.first_of_all()

    @property
    def waits(self) -> bool:  # type: ignore[override]
        """Return whether the turn continues although no card may be discarded, since the player has cards."""
        return bool(self.felt.places[f"s{self.state.seat}"])

    def moves(self) -> Choices:
        """Return the cards that may be discarded, or a pass if the turn ends without a discard."""
        if self.meld.unanswered:
            return {}
        if self.turn.memo.get("stock out"):
            return {} if self.cannot_stop() else {"pass": NOTHING}
        if self.state.pending() is not None:
            return {}
        hand = self.state.hand
        if None in hand:
            return {"discard": EVERYTHING}
        freely = len(hand) > 1 and self.turn.memo.get("answer") != "yes" and not self.state.short_of_minimum
        if freely and self.state.seat not in self.state.bonus.let_be:  # the hand has no red three
            return {"discard": Held(hand)}
        kept = self.state.rules.bonus if freely else {face for face in hand if self.why_kept(face)}
        return {} if kept.issuperset(hand) else {"discard": Held(hand, kept)}

    def cannot_stop(self) -> str:
        """Return the reason why the turn cannot be ended: `unused`, the upcard is not used; `minimum`, the first melds are too
        low; empty if it can.
        """
        if self.state.pending() is not None:
            return "unused"
        return "minimum" if self.state.short_of_minimum else ""

    def why_kept(self, face: Face | None) -> str:
        """Return the reason why a card may not be discarded, as a key of the step's `rules:`; empty if it may."""
        memo, left = self.turn.memo, len(self.state.hand) - 1
        if face in self.state.rules.bonus:
            return "red"
        if memo.get("stock out"):
            return "last"
        going = not left
        if going and memo.get("answer") == "no" and not self.state.missing:
            return "no"
        if going and self.state.missing:
            return "keep"
        if not going and memo.get("answer") == "yes":
            return "failed"
        why = self.cannot_stop()
        return "" if why == "minimum" and going and self.state.waived else why

    def way_out(self) -> Act | None:
        """Return the discard that a player makes who asked to go out, was answered yes and cannot; it costs points, and the turn
        continues (CN-69). None if that is not so.
        """
        if self.turn.memo.get("answer") != "yes" or self.cannot_stop() or self.meld.can_go_out():
            return None
        cards = [face for face in self.state.hand if face is not None and face not in self.state.rules.bonus]
        return Act.make(self.state.place, "discard", cards=cards[-1:]) if cards else None

    def others(self) -> dict[str, Allowed]:
        """Return the moves of other seats: the partner's answer, and laying down red threes that they held back."""
        return self.meld.others()

    def still(self, act: Act) -> bool:
        """Return whether the player may do an act although the hand is over."""
        return self.meld.still(act)

    def heard(self, act: Act) -> None:
        """Record an act that ends the turn or the hand."""
        if act.verb not in self.verbs:
            self.meld.also_heard(act)
            return
        self.over = True
        if act.verb == "pass":
            self.play.end("stock")
        elif not self.felt.places[f"s{self.state.seat}"]:
            self.meld.go_out()

    def also_heard(self, act: Act) -> None:
        """Record a wrong discard; it stays unless it is taken back."""
        if act.verb == "discard":
            self.over = True
            self.turn.wrong_end = self.felt.moved[0]
        else:
            self.meld.also_heard(act)

    def breaks(self, act: Act) -> str:
        """Return the rule that a discard breaks, as in `why_kept`; `order` if the turn is ended without a discard."""
        if act.verb == "discard":
            if self.state.first_of_all() and not any(face in self.state.rules.bonus for face in act.cards):
                return "bonus"
            if self.meld.unanswered:
                return "answer"
            return self.why_kept(act.cards[0] if act.cards else None) or "discard"
        return (self.cannot_stop() or "pass") if act.verb == "pass" and self.turn.memo.get("stock out") else "order"
