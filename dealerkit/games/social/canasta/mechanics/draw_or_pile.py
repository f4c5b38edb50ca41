"""Taking cards from the stock, or the whole discard pile, which can be open, frozen or blocked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealerkit.felt import Act
from dealerkit.files.screen_text import count_of
from dealerkit.games.social.canasta.facts.meld_reach import most
from dealerkit.games.social.canasta.facts.melds import faces_in, pile_frozen, wilds_in
from dealerkit.games.social.canasta.mechanics.meld_turn import MeldTurn
from dealerkit.games.social.mechanics.lazy_values import Allowed, Choices, Judged
from dealerkit.games.social.mechanics.turn import Phase, Turn, TurnHand, phase
from dealerkit.mechanics.card_choices import Unnamed, UpToCards
from dealerkit.mechanics.registry import NOTHING, Params


class Whole(Unnamed):
    """The choice of all the cards of a place: without naming them, by their number, or with all named."""

    __slots__ = ("cards",)

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = cards

    def __contains__(self, value: object) -> bool:
        if value is None:
            return True
        many = len(value) if isinstance(value, tuple) else value if isinstance(value, int) else 1
        return many == len(self.cards)

    def __repr__(self) -> str:
        return f"all {count_of(len(self.cards), 'card')}"


class Pile(Judged):
    """The choice of the whole discard pile, which is allowed for a player who can use its top card; computed on first use."""

    __slots__ = ("phase",)

    def __init__(self, phase: DrawOrPile) -> None:
        super().__init__(phase.state.now.log)
        self.phase = phase

    @property
    def whole(self) -> Whole:
        """All the cards of the pile."""
        return Whole(self.phase.felt.cards(self.phase.felt.layout.discards))

    def fits(self, value: object) -> bool:
        """Return whether a value stands for the whole pile, and the pile may be taken."""
        return value in self.whole and not self.phase.why_not()

    def values(self) -> Iterator[None]:
        """Yield the pile, unnamed."""
        return iter(self.whole)

    def __repr__(self) -> str:
        return repr(self.whole)


@phase("draw_or_pile")
class DrawOrPile(Phase):
    """The phase in which a player takes cards from the stock, or the whole pile for a meld with its top card (CN-21 to CN-24,
    CN-28 to CN-32).

    Parameter `cards`: the number of cards from the stock (CN-72); the pile is taken instead of all of them (CN-74).
    """

    def __init__(self, play: TurnHand, turn: Turn, params: Params) -> None:
        self.state = MeldTurn(play, turn)
        super().__init__(play, turn, params)

    def begin(self, turn: Turn) -> None:
        """Begin the phase in a turn of the same seat."""
        super().begin(turn)
        self.state.begin(turn)

    def must(self) -> Allowed:
        """Return a forced move: a red three to lay down or replace."""
        return self.state.first_of_all()

    def others(self) -> dict[str, Allowed]:
        """Return the moves of other seats: laying down red threes that they held back."""
        return self.state.others()

    def moves(self) -> Choices:
        """Return the allowed moves: to take from stock or pile, or if there is no stock, to end the hand (CN-47, CN-48)."""
        layout, left = self.felt.layout, self.felt.left()
        moves: Allowed = {}
        drawn = self.turn.memo.get("drawn", 0)
        if left:
            moves[f"take {layout.stock}"] = UpToCards(min(int(self.params["cards"]) - drawn, left))
            if not drawn:
                moves[f"take {layout.discards}"] = Pile(self)
        elif drawn or self.why_not():
            if self.play.turn is self.turn:
                self.play.end("stock")
            return {}
        else:
            moves[f"take {layout.discards}"] = Pile(self)
            if not self.must_take():
                moves["pass"] = NOTHING
        moves |= self.state.late()
        return moves

    def must_take(self) -> bool:
        """Return whether the player must take the pile if that is possible, since the stock is empty (CN-A11)."""
        how = self.state.options.get("empty_stock_take", "compulsory")
        if how == "if_matches_meld":
            top = faces_in(self.state.now, self.felt.layout.discards)[-1]
            return top is not None and top.letter in self.state.lying.melded and not pile_frozen(self.state.now)
        return how == "compulsory" and None not in self.state.hand

    def why_not(self) -> str:
        """Return the reason why the pile may not be taken, as a key of the step's `rules:`; empty if it may."""
        pile = faces_in(self.state.now, self.felt.layout.discards)
        if not pile:
            return "empty"
        if self.turn.wrong and self.felt.left():
            return "wrong"
        top, hand, rules = pile[-1], self.state.hand, self.state.rules
        if top is None:
            return ""
        if top in rules.last:
            return "blocked"
        if rules.is_wild(top) or top in rules.bonus:
            return "wild"
        if None in hand:
            return ""
        held = [face for face in hand if face is not None]
        lying = self.state.lying.melded
        same = sum(face.letter == top.letter for face in held)
        if self.frozen:
            if same < 2 or (self.state.options.get("frozen_requires_unmelded_rank") and top.letter in lying):
                return "frozen"
        elif top.letter not in lying and not (same >= 2 or (same and wilds_in(rules, held))):
            return "unusable"
        if self.state.options.get("one_card_pile_limit") and len(pile) == len(held) == 1:
            return "limit"
        known = [face for face in pile if face is not None]
        usable, kept = ([*held, *known], len(pile) - len(known)) if self.state.opened else ([*held, top], len(pile) - 1)
        must = top.letter, 3 if self.frozen else 1
        value = most(rules, usable, dict(lying), kept, self.state.ends(), must)
        if value is None:
            return "keep"
        return "minimum" if value < self.state.minimum else ""

    @property
    def frozen(self) -> bool:
        """Whether the pile is frozen for this player (CN-28, CN-A1)."""
        return pile_frozen(self.state.now) or (bool(self.state.options.get("frozen_until_first_meld")) and not self.state.opened)

    def heard(self, act: Act) -> None:
        """Record that cards have been taken, or that the hand was ended without a stock."""
        if act.verb == "pass":
            self.play.end("stock")
            return
        self.also_heard(act)

    def also_heard(self, act: Act) -> None:
        """Record an irregular take, because the cards have moved all the same."""
        if self.state.take_in(act) or act.seat != self.state.seat:
            return
        if act.verb == "discard":
            self.turn.end()
            self.turn.wrong_end = self.felt.moved[0]
        if act.verb != "take":
            return
        memo, moved = self.turn.memo, list(self.felt.moved)
        self.turn.taken += moved
        if act.to[0] == self.felt.layout.stock:
            memo["from"] = "stock"
            memo["drawn"] = memo.get("drawn", 0) + len(moved)
            self.over = memo["drawn"] >= int(self.params["cards"]) or not self.felt.left()
        elif act.to[0] == self.felt.layout.discards:
            freezing = [face for card in moved if (face := self.felt.faces[card]) is not None]
            frozen = any(self.state.rules.is_wild(face) or face in self.state.rules.bonus for face in freezing)
            memo["from"] = "pile"
            memo["upcard"], memo["under"] = moved[-1], set(moved[:-1])
            memo["frozen"] = frozen or (bool(self.state.options.get("frozen_until_first_meld")) and not self.state.opened)
            self.state.bonus.unreplaced.update(moved)
            self.over = True

    def breaks(self, act: Act) -> str:
        """Return the rule that an act breaks, as a key of the step's `rules:`.

        It is a reason why the pile may not be taken (`why_not`), or one of three others. `many`: too many cards are taken from
        the stock. `empty`: there is no stock, so the pile must be taken. `order`: no card has been drawn.
        """
        if act.verb == "take" and not self.state.first_of_all():
            if act.to[0] == self.felt.layout.discards:
                return ("drawn" if self.turn.memo.get("drawn") else self.why_not()) or "whole"
            return "many" if self.felt.left() else "empty"
        if act.verb in ("pass", "discard") and not self.felt.left() and not self.state.first_of_all():
            return "empty"
        return self.state.breaks(act)
