"""What the phases of a turn at games of melds have in common."""

from __future__ import annotations

from dealerkit.facts.meld_reach import Ends
from dealerkit.facts.melds import canastas, meld_rules, melded, side_seats
from dealerkit.felt import Act
from dealerkit.mechanics.bonus import bonus_of
from dealerkit.mechanics.registry import Params
from dealerkit.mechanics.turn import Allowed, Phase, Turn
from dealerkit.mechanics.turns import Play

NEVER_KEEP = 1000
"""More cards than anybody holds: a player who must go out keeps none."""


class MeldPhase(Phase):
    """What the phases of such a turn have in common: what the side has melded, what the player may still do."""

    def __init__(self, play: Play, turn: Turn, params: Params) -> None:
        super().__init__(play, turn, params)
        self.now = play.now
        self.rules = meld_rules(play.now)
        self.options = play.now.game.options
        self.bonus = bonus_of(play)
        self.seat = turn.seat
        if "scores" not in play.shared:
            begin(play)
        if "opened" not in turn.memo:
            turn.memo["opened"] = bool(melded(self.now, self.seat))
            turn.memo["had melded"] = self.seat in melders(play)

    @property
    def opened(self) -> bool:
        """Whether the side had melded before this turn."""
        return bool(self.turn.memo["opened"])

    @property
    def laid(self) -> int:
        """What the side's melds have come to in this turn, where it had none before."""
        cards = [face for cards in melded(self.now, self.seat).values() for face in cards]
        return sum(self.rules.worth(face) for face in cards if face is not None)

    @property
    def minimum(self) -> int:
        """What the side's first melds must come to, by its score at the start of the hand (CN-35)."""
        if self.opened:
            return 0
        first = side_seats(self.now, self.seat)[0]
        return self.rules.minimum(self.play.shared["scores"][first])

    @property
    def missing(self) -> int:
        """How many canastas the side still needs to go out (CN-51)."""
        return max(0, self.rules.needed - len(canastas(self.now, self.seat)))

    def ends(self, *, out: bool = False) -> Ends:
        """How this turn may end; `out`: it must be by going out."""
        answer = self.turn.memo.get("answer")
        return Ends(answer != "no", self.missing, NEVER_KEEP if out else 1 if self.turn.memo.get("stock out") else 2)

    @property
    def waived(self) -> bool:
        """Whether going out concealed needs no minimum (CN-A6)."""
        return bool(self.options.get("concealed_waives_minimum")) and self.turn.memo.get("from") == "stock"

    # -- red threes -----------------------------------------------------------------------------------------------

    def first_of_all(self) -> Allowed:
        """A red three that has to be laid down or replaced before anything else."""
        moves: Allowed = {} if self.seat in self.bonus.let_be else self.bonus.moves(self.seat)
        self.turn.memo["owes"] = bool(moves)
        return moves

    def late(self) -> Allowed:
        """A red three that may be laid down: one that was passed over, or one in a hand that nobody knows."""
        if None in self.hand:
            return self.bonus.moves(self.seat) or {f"lay {self.bonus.PILE}": tuple(sorted(self.rules.bonus))}
        return self.bonus.moves(self.seat) if self.seat in self.bonus.let_be else {}

    @property
    def forced(self) -> bool:
        """Whether something has to be done before anything else."""
        return bool(self.first_of_all())

    def others(self) -> dict[str, Allowed]:
        """Red threes that were passed over may be laid down by their owners."""
        late = [seat for seat in self.bonus.let_be if seat != self.seat]
        return {f"s{seat}": moves for seat in late if (moves := self.bonus.moves(seat))}

    def take_in(self, act: Act) -> bool:
        """Whether an act was about red threes; whoever does something else with one in hand may still lay it down."""
        if act.seat != self.seat:
            return self.bonus.heard(act.seat, act)
        owed = self.turn.memo.get("owes")  # as things stood before the act
        if self.bonus.heard(self.seat, act):
            if act.verb == "lay" and not self.felt.left() and not self.bonus.unreplaced & set(self.felt.moved):
                self.turn.memo["stock out"] = True  # CN-49
            return True
        if owed:
            self.bonus.let_be.add(self.seat)
            self.turn.memo["owes"] = False
        return False

    def fault(self, act: Act) -> str:
        """`bonus`: a red three has to be laid down first. `replaced`: one that came with the pile is not replaced."""
        if self.first_of_all():
            return "bonus"
        if act.verb == "lay":
            return "bonus"
        return "order"


def begin(play: Play) -> None:
    """What has to be known of the beginning of the hand: the scores, by which the minimum goes (CN-E17), and what is squared."""
    now = play.now
    target = now.game.data["target"]["box"]
    play.shared["scores"] = [score // now.felt.layout.scale for score in now.felt.marks[target]]
    piles = meld_rules(now).piles
    play.shared["tops"] = {
        (side_seats(now, seat)[0], piles[letter]): "red" if natural else "black"
        for seat in play.order
        for letter, natural in canastas(now, seat).items()
    }


def melders(play: Play) -> set[int]:
    """The seats that have melded in this hand."""
    found: set[int] = play.shared.setdefault("melders", set())
    return found
