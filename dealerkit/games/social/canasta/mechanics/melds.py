"""The phase of a turn in which melds are made or added to, and in which the partner may be asked about going out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from dealerkit.cards import Face
from dealerkit.felt import Act
from dealerkit.games.social.canasta.facts.meld_reach import most
from dealerkit.games.social.canasta.facts.melds import wilds_in
from dealerkit.games.social.canasta.mechanics.meld_turn import MeldTurn, melders
from dealerkit.games.social.mechanics.lazy_values import Allowed, Choices, Family, Judged
from dealerkit.games.social.mechanics.turn import Phase, Turn, TurnHand, phase
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Params

ANSWERS = ("yes", "no")


class Melds(Judged):
    """The choice of cards of a hand that may be melded together, on the pile of their rank or on a named pile."""

    __slots__ = ("letter", "phase")

    def __init__(self, phase: Meld, letter: str = "") -> None:
        super().__init__(phase.state.now.log)
        self.phase, self.letter = phase, letter

    def fits(self, value: object) -> bool:
        """Return whether the cards may be melded together."""
        faces = value if isinstance(value, tuple) else (value,)
        hidden = None in self.phase.state.hand  # only an unknown hand may meld cards without names
        named = all(isinstance(face, Face) or (face is None and hidden) for face in faces)
        return named and not self.phase.why_not(list(faces), self.letter)

    def some(self) -> bool:
        """Return whether there is a meld, as far as the hand is known."""
        return None in self.phase.state.hand or super().some()

    def values(self) -> Iterator[object]:
        """Yield melds of the hand, the most useful first."""
        return (faces if len(faces) > 1 else faces[0] for faces in self.phase.candidates(self.letter))

    def __repr__(self) -> str:
        return f"melds of {self.letter or 'any rank'}"


class MeldQuestion(Judged):
    """The question to the partner whether to go out. It is allowed for a player who can go out, and always if the hand is
    unknown.
    """

    __slots__ = ("phase",)

    def __init__(self, phase: Meld) -> None:
        super().__init__(phase.state.now.log)
        self.phase = phase

    def fits(self, value: object) -> bool:
        """Return whether the question may be put."""
        return value is None and (None in self.phase.state.hand or self.phase.can_go_out())

    def values(self) -> Iterator[None]:
        """Yield the question."""
        return iter((None,))

    def __repr__(self) -> str:
        return "a question"


@phase("meld")
class Meld(Phase):
    """The phase in which a player makes melds and adds to melds, as many as he likes. Before the first meld of a turn, the
    partner may be asked whether to go out (CN-33 to CN-46, CN-54 to CN-56).
    """

    optional = True
    verbs = frozenset({"meld", "lay", "ask", "answer", "square", "take"})

    def __init__(self, play: TurnHand, turn: Turn, params: Params) -> None:
        self.state = MeldTurn(play, turn)
        super().__init__(play, turn, params)

    def begin(self, turn: Turn) -> None:
        """Begin the phase in a turn of the same seat."""
        super().begin(turn)
        self.state.begin(turn)

    # -- open moves -----------------------------------------------------------------------------------------------

    def must(self) -> Allowed:
        """Return the forced moves: a red three to lay down, or a full meld to square up."""
        if first := self.state.first_of_all():
            return first
        square = None if self.unanswered else self.unsquared()
        return {f"square {square[0]} {square[1]}": NOTHING} if square is not None else {}

    def moves(self) -> Choices:
        """Return the open moves: melds, the question, and the squaring up of a full meld."""
        if self.unanswered:
            return {}
        return {"melds": Family(self.melds), "others": Family(self.besides)}

    def melds(self) -> Allowed:
        """Return the melds that may be made without naming the pile."""
        return {"meld": Melds(self)} if self.state.hand else {}

    def besides(self) -> Allowed:
        """Return the other allowed moves: melds on named piles, the question, squaring up a full meld, laying down red threes
        that were held back.
        """
        moves = self.on_piles()
        if self.may_ask():
            moves["ask out"] = MeldQuestion(self)
        for pile, colour in self.turn.memo.get("wrong tops", {}).items():
            moves[f"square {pile} {colour}"] = NOTHING
        moves |= self.state.late()
        return moves

    def on_piles(self) -> Allowed:
        """Return the melds that name their pile: wild cards must, other cards may (CN-33)."""
        piles = self.state.rules.piles
        if not self.state.hand:
            return {}
        return {f"meld {piles[letter]}": Melds(self, letter) for letter in self.targets()}

    @property
    def forced(self) -> bool:
        """Whether a move comes before melds and discard: a red three, a full meld to square up, the upcard to use."""
        return bool(self.state.first_of_all() or self.unsquared())

    @property
    def waits(self) -> bool:  # type: ignore[override]
        """Whether the turn continues although no move is allowed: the partner has not answered, the upcard cannot be used, or the
        first melds are too low.
        """
        return self.unanswered or self.state.pending() is not None or self.state.short_of_minimum

    @property
    def unanswered(self) -> bool:
        """Whether the partner has been asked and has not answered."""
        return bool(self.turn.memo.get("asked")) and "answer" not in self.turn.memo

    def others(self) -> dict[str, Allowed]:
        """Return the moves of other seats: the partner's answer, or the opponents' if the partner's answer said too much (CN-55,
        CN-56).
        """
        moves = self.state.others()
        if self.unanswered:
            asked = [seat for seat in self.state.side if seat != self.state.seat]
        elif self.turn.memo.get("said too much"):
            asked = [seat for seat in self.play.order if seat not in self.state.side]
        else:
            return moves
        answers: Allowed = {f"answer {word}": NOTHING for word in ANSWERS}
        return moves | {f"s{seat}": answers for seat in asked}

    def may_ask(self) -> bool:
        """Return whether the partner may be asked now: once a turn, after drawing and before a meld (CN-A9).

        A player who cannot go out may ask as well, and pays a penalty for it (CN-69); simulated players never do.
        """
        memo = self.turn.memo
        too_late = memo.get("asked") or memo.get("melded") or self.state.pending() is not None
        return not too_late and len(self.state.side) > 1

    def can_go_out(self, faces: Sequence[Face] = (), letter: str = "") -> bool:
        """Return whether the player can go out in this turn, after melding some cards.

        Args:
            faces: The cards melded first.
            letter: Rank of their pile.
        """
        value = self.most_left(faces, letter, out=True)
        return value is not None and (self.state.waived or self.state.laid + self.worth(faces) + value >= self.state.minimum)

    def targets(self) -> list[str]:
        """Return the ranks, by letter, on which wild cards may be melded: those melded already, or of which the hand holds enough
        cards.
        """
        hand, rules, lying = self.state.hand, self.state.rules, self.state.lying.melded
        held = Counter(face.letter for face in hand if face is not None)
        return [letter for letter in rules.piles if letter in lying or held[letter] >= rules.naturals or None in hand]

    def unsquared(self) -> tuple[str, str] | None:
        """Return a full meld of the side that is not squared up: its pile, and the right colour of its top card (CN-45, CN-46);
        None if there is none.
        """
        uneven = self.state.lying.uneven
        return uneven[0] if uneven and not self.turn.memo.get("not squared") else None

    # -- allowed melds --------------------------------------------------------------------------------------------

    def worth(self, faces: Sequence[Face | None]) -> int:
        """Return the points of some cards."""
        return sum(self.state.rules.worth(face) for face in faces if face is not None)

    def usable(self) -> list[Face]:
        """Return the cards of the hand that may be melded now; until the first melds have enough points, those that lay under the
        upcard may not (CN-A2).
        """
        under = self.turn.memo.get("under")
        if not under or (self.state.pending() is None and (self.state.opened or self.state.laid >= self.state.minimum)):
            return [face for face in self.state.hand if face is not None]
        cards = self.felt.cards(f"s{self.state.seat}")
        return [face for card in cards if card not in under and (face := self.felt.faces[card]) is not None]

    def most_left(self, faces: Sequence[Face], letter: str, *, out: bool = False) -> int | None:
        """Return the most points that can still be melded after some cards, in a turn that can then be ended properly; None if it
        cannot be.

        Args:
            faces: The cards melded first.
            letter: Rank of their pile.
            out: Whether the player has to go out.
        """
        left = Counter(self.usable())
        left.subtract(faces)
        kept = len(self.state.hand) - len(faces) - sum(left.values())
        lying = dict(self.state.lying.melded)
        before = len(self.state.lying.full)
        if faces:
            lying[letter] = [*lying.get(letter, ()), *faces]
        fulls = sum(len(cards) >= self.state.rules.full for cards in lying.values()) - before
        ends = self.state.ends(out=out)
        ends = ends._replace(needed=max(0, ends.needed - fulls))
        if kept and self.state.laid + self.worth(faces) >= self.state.minimum and self.pending_after(faces) is None:
            left, kept = self.all_but(faces), 0
        return most(self.state.rules, left.elements(), dict(lying), kept, ends)

    def all_but(self, faces: Sequence[Face]) -> Counter[Face]:
        """Return the cards of the hand without some of them, counted by face.

        Args:
            faces: The cards left out.
        """
        left = Counter(face for face in self.state.hand if face is not None)
        left.subtract(faces)
        return left

    def pending_after(self, faces: Sequence[Face]) -> int | None:
        """Return the card number of the upcard that must still be used after some cards are melded; None if there is none.

        Args:
            faces: The cards melded.
        """
        card = self.state.pending()
        return None if card is not None and self.felt.faces[card] in faces else card

    def letter_of(self, faces: Sequence[Face | None]) -> str:
        """Return the rank of a meld that does not name its pile: the rank of its first card that may be melded by itself."""
        return next((face.letter for face in faces if face is not None and face.letter in self.state.rules.piles), "")

    def why_not(self, faces: Sequence[Face | None], letter: str) -> str:
        """Return the rule that a meld of these cards breaks, as a key of the step's `rules:`; empty if none.

        `bonus`: a red three is not a meld. `rank`: two ranks. `few`, `naturals`, `wilds`: the limits of a meld. `black`: black
        threes. `upcard`: the card that was taken has to be used first. `under`: cards from under it may not be used yet.
        `minimum`: the first melds would have too few points. `keep`: a player who may not go out keeps a card.
        """
        rules, hand = self.state.rules, self.state.hand
        letter = letter or self.letter_of(faces)
        known = [face for face in faces if face is not None]
        if not rules.bonus.isdisjoint(known):
            return "bonus"
        if letter not in rules.piles or {face.letter for face in known} - rules.wild - {letter}:
            return "rank"
        lying = [*self.state.lying.pile(letter), *faces]
        wilds = wilds_in(rules, lying)
        black = not rules.last.isdisjoint(known)
        if black and wilds:
            return "black"
        if len(lying) - wilds < rules.naturals:
            return "naturals"
        if len(lying) < rules.size:
            return "few"
        if wilds > rules.most_wild:
            return "wilds"
        if None in hand or None in faces:
            return ""
        if why := self.upcard_not_used(known, letter):
            return why
        usable = self.usable()
        if any(known.count(face) > usable.count(face) for face in known):
            return "under"
        if black:
            going = self.state.ends(out=True)
            return "" if len(hand) - len(known) <= 1 and going.out and not self.state.missing else "black"
        if self.turn.memo.get("answer") == "yes" and self.can_go_out() and not self.can_go_out(known, letter):
            return "yes"
        minimum = self.state.minimum
        worth = self.state.laid + self.worth(known) if minimum else 0
        if worth >= minimum and len(hand) - len(known) >= self.state.keeps:
            return ""  # no further melds are needed
        value = self.most_left(known, letter)
        if value is None:
            return "keep"
        enough = worth + value >= minimum
        return "" if enough or (self.state.waived and self.can_go_out(known, letter)) else "minimum"

    def upcard_not_used(self, faces: Sequence[Face], letter: str) -> str:
        """Return the reason why a meld does not use the upcard as it must (CN-22, CN-30); empty if it does."""
        card = self.state.pending()
        upcard = None if card is None else self.felt.faces[card]
        if upcard is None:
            return ""
        if upcard not in faces or letter != upcard.letter:
            return "upcard"
        naturals = sum(not self.state.rules.is_wild(face) for face in faces)
        return "frozen" if self.turn.memo.get("frozen") and naturals < 3 else ""

    def candidates(self, letter: str) -> Iterator[tuple[Face, ...]]:
        """Yield possible melds of the hand, as cards.

        Args:
            letter: Rank of a named pile, for melds with one or two wild cards; empty for melds without wild cards.
        """
        held = sorted(self.usable(), key=lambda face: face.name)
        wild = [face for face in held if self.state.rules.is_wild(face)]
        lying = self.state.lying.melded
        for rank in [letter] if letter else list(self.state.rules.piles):
            mine = [face for face in held if face.letter == rank and face not in self.state.rules.bonus]
            pending = self.state.pending()
            if pending is not None:  # the taken card comes first
                top = self.felt.faces[pending]
                mine.sort(key=lambda face: face is not top)
            if not letter:
                least = 1 if rank in lying else self.state.rules.size
                yield from dict.fromkeys(tuple(mine[:many]) for many in range(least, len(mine) + 1))
            else:
                # the highest ones, as they may be needed for the minimum
                best = sorted(wild, key=self.state.rules.worth, reverse=True)
                several = [tuple(row[:many]) for many in (2, 3) if many <= len(wild) for row in (wild, best)]
                extra = dict.fromkeys([*((card,) for card in wild), *several])
                if rank in lying:
                    yield from extra
                for many in range(2 if rank not in lying else 1, len(mine) + 1):
                    yield from ((*mine[:many], *more) for more in extra)

    # -- recorded acts --------------------------------------------------------------------------------------------

    def still(self, act: Act) -> bool:
        """Return whether the act squares up a full meld that was completed by the meld with which the player went out (CN-45,
        CN-52).
        """
        return act.verb == "square" and act.seat == self.state.seat and act.to in self.state.lying.uneven

    def heard(self, act: Act) -> None:
        """Record a meld, a question, or the squaring up of a full meld."""
        self.also_heard(act)
        if act.verb == "meld" and not self.felt.places[f"s{self.state.seat}"] and act.seat == self.state.seat:
            self.go_out()

    def go_out(self) -> None:
        """End the hand, because the player goes out (CN-52, CN-53, CN-57)."""
        by_player = self.state.options.get("concealed_by", "partnership") == "player"
        self.play.shared["concealed"] = not (self.turn.memo["had melded"] if by_player else self.state.opened)
        self.play.end("out", self.state.seat)

    def also_heard(self, act: Act) -> None:
        """Record a meld, a question or a squaring up that was not allowed."""
        memo = self.turn.memo
        if self.state.take_in(act):
            return
        if act.verb == "answer":
            self.answered(act)
        elif act.seat != self.state.seat:
            return
        elif act.verb == "square":
            self.squared(act)
        elif act.verb == "discard":
            self.turn.end()
            self.turn.wrong_end = self.felt.moved[0]
        else:
            if act.verb != "meld" and self.unsquared():
                memo["not squared"] = True
            memo.pop("said too much", None)
            if act.verb == "ask":
                # a question too late, or without a partner, waits for no answer
                memo["asked"] = memo.get("asked") or self.may_ask()
            elif act.verb == "meld":
                memo["melded"] = True
                melders(self.play).add(self.state.seat)
            elif act.verb == "take":
                self.turn.taken += self.felt.moved

    def answered(self, act: Act) -> None:
        """Record the partner's answer; if it says more than it may, the opponents may answer instead, and the first answer
        counts.
        """
        memo, partner = self.turn.memo, act.seat in self.state.side
        if not memo.get("asked") or act.seat == self.state.seat:
            return
        if partner and "answer" in memo:
            return
        memo["answer"] = "no" if act.to[0] == "no" else "yes"
        memo["said too much"] = partner and len(act.to) > 1

    def squared(self, act: Act) -> None:
        """Record that a full meld is squared up, with the right colour on top or not."""
        memo, due = self.turn.memo, self.unsquared()
        pile, colour = act.to
        if due is not None and due[0] == pile:
            self.state.lying.square(*due)
            if colour != due[1]:
                memo.setdefault("wrong tops", {})[pile] = due[1]
        elif memo.get("wrong tops", {}).get(pile) == colour:
            del memo["wrong tops"][pile]

    def breaks(self, act: Act) -> str:
        """Return the rule that an act breaks, as a key of the step's `rules:`; for a meld see `why_not`.

        `second`, `between`, `theirs`: the named pile is the wrong one. `squared`: a full meld is not squared up, or in the wrong
        colour. `asked`: the question is not allowed. `answer`: the partner has not answered.
        """
        memo = self.turn.memo
        if self.state.first_of_all():
            return "bonus"
        if act.verb == "square" or self.unsquared():
            return "squared"
        if act.verb == "ask":
            early = not memo.get("asked") and not memo.get("melded") and self.state.pending() is None
            return NO_RULE if early and len(self.state.side) > 1 else "asked"
        if self.unanswered or act.verb == "answer":
            return "answer"
        if act.verb == "take":
            return "many"
        if act.verb != "meld":
            return self.state.breaks(act)
        if len(act.to) > 1:
            return "between"
        if act.to and "." in act.to[0]:
            return "theirs"
        letter = next((letter for letter, pile in self.state.rules.piles.items() if act.to[:1] == (pile,)), "")
        if act.to and not letter:
            return "second"
        return self.out_against_no(act) or self.why_not(list(act.cards), letter) or "meld"

    def out_against_no(self, act: Act) -> str:
        """Return `no` if the player goes out although the partner said no; else an empty text."""
        out = len(act.cards) >= len(self.state.hand) and not self.state.missing
        return "no" if out and self.turn.memo.get("answer") == "no" else ""
