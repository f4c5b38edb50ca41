"""One round against the house, dealt from given cards: the dealer makes no mistake, and each seat's decisions are given
beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dealerkit.cards import UNKNOWN, Face
from dealerkit.errors import BetsError, Impossible, UnknownName, no_such
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.felt.numbers import written
from dealerkit.felt.verbs import sentence
from dealerkit.games.pit.facts.boxes import boxes_in
from dealerkit.games.pit.facts.round_reader import betting_step, box_round
from dealerkit.games.pit.facts.settlement import Due, due_of
from dealerkit.games.pit.reports import SettledHand, SettledRoundReport, SettledWager, worth
from dealerkit.procedure.mid_game import MidGame
from dealerkit.rules.doc import branch
from dealerkit.rules.games import Game
from dealerkit.rules.texts import text
from dealerkit.table.settled_rounds import SeatLine, SeatWord, round_dealer
from dealerkit.table.setup import data_in_force
from dealerkit.table.table import Table

_MOST_ACTS = 2000
_WORTH = 10_000
"""Stack of a seat, as a multiple of the largest amount in its line: more than all its hands can cost."""


@round_dealer("pit")
def deal_round(game: Game, faces: Sequence[Face | None], lines: Sequence[SeatLine]) -> SettledRoundReport:
    """Return the round as dealt and settled.

    Args:
        game: The game.
        faces: The cards in the order in which they leave the shoe, burned ones included; None for an unseen card.
        lines: For each seat, its bets and decisions.

    Raises:
        UnknownName: If there is no such bet.
        BetsError: If an amount cannot be bet, or a decision is missing or not allowed.
        Impossible: If there are too few cards, or a card that must be known is unseen.
    """
    return _DealtRound(game, faces, lines).settled()


class _DealtRound:
    """A table at which one round is dealt.

    Attributes:
        words: Words that each seat has not used yet.
        dealt: Cards that were dealt, in order.
        used: Number of cards that have left the shoe.
    """

    def __init__(self, game: Game, faces: Sequence[Face | None], lines: Sequence[SeatLine]) -> None:
        self.game, self.faces, self.lines = game, faces, {line.seat: line for line in lines}
        self.words = {line.seat: list(line.words) for line in lines}
        amounts = [Fraction(word.amount or 0) for line in lines for word in (*line.bets, *line.words)]
        seats = max(*self.lines, int(game.data["players"]["min"]))
        given = MidGame(at=betting_step(data_in_force(game)))
        self.table = Table(game, seats=seats, stacks=[_WORTH * max([*amounts, Fraction(1)])] * seats, given=given)
        self.boxes = boxes_in(self.table.now.game)
        self.unit = Fraction(1, self.table.felt.layout.scale)
        self.dealt: list[Face] = []
        self.used = 0
        self._cost: SeatWord | None = None

    def settled(self) -> SettledRoundReport:
        """Deal the round until its cards are picked up, and return the report."""
        for line in self.lines.values():
            for bet in line.bets:
                self._bet(bet, line.seat)
            if all(bet.name != self.boxes.main for bet in line.bets):
                what = f"seat {line.seat} needs a bet on {self.boxes.main} to get a hand"
                raise BetsError(line.line, 1, what, f"type {self.boxes.main} and an amount")
            self._are_equal(line)
        for _ in range(_MOST_ACTS):
            act = self._spoken_act() or self.table.next_act()
            if act is None or act.verb == "clear":
                break
            self.table.push(self._with_cards(act))
        return self._report()

    def _bet(self, bet: SeatWord, seat: int) -> None:
        spots = branch(branch(self.table.now.game.data, "felt"), "spots")
        by_betting = [name for name, wager in self.boxes.wagers.items() if wager.opened == "betting"]
        if bet.name in self.boxes.wagers and bet.name not in by_betting:
            msg = f"{bet.name} can't be bet before the deal"
            raise bet.wrong(msg, "put it after the semicolon, with the decisions")
        if bet.name not in by_betting:
            raise UnknownName(kind="bet", name=bet.name, known=by_betting)
        if not branch(spots, bet.name).get("offered", True):
            msg = f"{bet.name} is not offered under the options in force"
            raise bet.wrong(msg, "change them for this round with --set")
        bet.units(self.unit)
        self.table.push(Act.make(f"s{seat}", "bet", bet.name, n=bet.amount))

    def _are_equal(self, line: SeatLine) -> None:
        """Verify that each bet that must be as large as another one is, such as a blind beside an ante (HOD-02).

        Raises:
            BetsError: If one is not.
        """
        for name, wager in self.boxes.wagers.items():
            put = [self.table.felt.rows[row][line.seat] for row in (name, wager.of) if wager.of and wager.opened == "betting"]
            if len(set(put)) > 1:
                what = f"seat {line.seat}: {name} must be as large as {wager.of}"
                raise BetsError(line.line, 1, what, f"type {name} {written(put[1] * self.unit)}")

    def _spoken_act(self) -> Act | None:
        """Return the act of the next seat that is asked and has a word for it; None if the dealer goes on.

        Raises:
            BetsError: If a seat must say something and its line has no word for it, or a word that is not open.
        """
        players = self.table.players
        for asked, moves in self.table.ask.items() if players is not None else ():
            words = self.words.get(seat_number(asked), [])
            row = next((move for move in moves if move.startswith("bet ")), "")
            answers = [move.split()[1] for move in moves if move.startswith("answer ") and move.count(" ") == 1]
            if self._cost is not None and row and not answers:  # the cost of the word that was said
                word, self._cost = self._cost, None
                return self._put(asked, row, word)
            if words and words[0].name in answers:
                self._cost = words.pop(0)
                return Act.make(asked, "answer", self._cost.name)
            if words and f"bet {words[0].name}" in moves:
                return self._put(asked, f"bet {words[0].name}", words.pop(0))
            if answers and players is not None and not players.until:
                raise self._silent(seat_number(asked), answers)
        return None

    def _put(self, asked: str, move: str, word: SeatWord) -> Act:
        """Return the act that puts down the chips for a word: the amount in the word, or the largest allowed one.

        Raises:
            BetsError: If that amount is not allowed.
        """
        allowed = self.table.ask[asked][move]
        ends = [*allowed] if isinstance(allowed, Iterable) else []
        amount = word.amount if word.amount is not None else max(ends, default=None)
        if amount is None or amount not in allowed:
            most = written(max(ends, default=0))
            msg = f"{word.name}: the amount must be {allowed}, not {written(amount or 0)}"
            raise word.wrong(msg, f"type it as {word.name} {most}")
        return Act.make(asked, *move.split(), n=amount)

    def _silent(self, seat: int, answers: Sequence[str]) -> BetsError:
        """Return the error that a hand is asked and its seat has no word that is open to it."""
        round_, line, words = box_round(self.table.now), self.lines[seat], self.words[seat]
        hand, up = round_.turn, round_.up
        held = " ".join(str(self.dealt[card]) for card in hand.cards) if hand is not None else ""
        against = f" against {self.dealt[up]}" if up is not None else ""
        open_words = f"choose from {', '.join(answers)}"
        if words:
            known = {*self.boxes.words, *self.boxes.wagers}
            what = f"'{words[0].name}' is not allowed for {held}{against}"
            return words[0].wrong(what if words[0].name in known else no_such("word", words[0].name, known), open_words)
        return BetsError(line.line, len(line.line) + 1, f"no decision given for seat {seat}, {held}{against}", open_words)

    def _with_cards(self, act: Act) -> Act:
        """Return an act of the dealer with the cards that leave the shoe for it.

        Raises:
            Impossible: If no card is left, or a dealt card is unseen.
        """
        if act.verb not in ("deal", "burn") or act.who != "d":
            return act
        came = self.faces[self.used : self.used + act.count]
        self.used += act.count
        if len(came) < act.count:
            msg = f"not enough cards ({len(self.faces)} in all): next, {sentence(act)}"
            raise Impossible(msg)
        if act.verb == "burn":
            return act if None in came else Act.make("d", "burn", *act.to, face=act.face, cards=came)
        known, pack = [face for face in came if face is not None], set(self.table.felt.layout.pack.faces())
        for face in known:
            if face not in pack:
                msg = f"{face} is not in this game's packs"
                raise Impossible(msg)
        if len(known) < len(came):
            msg = f"card {self.used} is unseen (??), but {sentence(act)}; only burn cards may be unseen"
            raise Impossible(msg)
        self.dealt += known
        return Act.make("d", "deal", *act.to, face=act.face, cards=came)

    def _report(self) -> SettledRoundReport:
        round_ = box_round(self.table.now)
        titles = branch(branch(self.game.data, "boxes"), "hands")
        hands, wagers = [], []
        for hand in sorted(round_.hands, key=lambda hand: hand.seat):
            dues = {name: due for name in round_.wagers_of(hand) for due in [due_of(round_, hand, name)] if due is not None}
            features = round_.features(hand)
            title = text(titles[hand.child]) if hand.child else ""
            for name, due in dues.items():
                bet = self.game.say(branch(self.game.data["wagers"], name).get("title") or name)
                whole = f"{bet}, {title}" if title and due.row != name else bet
                wagers.append(SettledWager(hand.seat, due.row, whole, *self._amounts(due)))
            words = [word.replace("_", " ") for word in hand.words]
            result = _result(dues[round_.boxes.main])
            hands.append(SettledHand(hand.seat, title, self._cards(hand.cards), worth(features), words, result))
        dealers = round_.boxes.reading.hand((round_.dealer and round_.letters_with_board(round_.dealer)) or (), "no")
        left = [word for words in self.words.values() for word in words]
        return SettledRoundReport(
            self._cards(round_.dealer),
            self._cards(round_.board),
            dealers,
            hands,
            wagers,
            [str(face or UNKNOWN) for face in self.faces],
            self.used,
            left,
        )

    def _cards(self, cards: Sequence[int]) -> list[str]:
        return [str(self.dealt[card]) for card in cards]

    def _amounts(self, due: Due) -> tuple[Fraction, str, Fraction]:
        """Return the stake of a wager, its result, and the bettor's gain, in money."""
        return due.stake * self.unit, _result(due), (due.pay - due.take) * self.unit


def _result(due: Due) -> str:
    return "lose" if due.line is None else due.line.result
