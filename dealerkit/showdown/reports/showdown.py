"""The report of `dealerkit showdown`: who wins which pot, how it is split, who gets the odd chip, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.cards import Face
from dealerkit.felt.numbers import Number, written
from dealerkit.files.screen_text import heading, line, table
from dealerkit.rules.rankings import Form, compared
from dealerkit.showdown import Award, Hand, MadeHand, Showdown


@attrs.frozen
class ShowdownReport:
    """A showdown on one board, or without one.

    Attributes:
        came: The result of the showdown.
        chip: Value of the smallest chip in play.
    """

    came: Showdown
    chip: Number

    def as_json(self) -> dict[str, object]:
        """Return a map with the cards, every hand, the winners, each player's sum, and the pots."""
        came = self.came
        return {
            "game": came.form.id,
            "board": [str(card) for card in came.board],
            "hands": {
                name: {"cards": _row(hand.cards), "high": _half(hand.high), "low": _half(hand.low)}
                for name, hand in came.hands.items()
            },
            **_compared(came),
            "winners": came.winners,
            "high_winners": came.high_winners,
            "low_winners": came.low_winners,
            "shares": {name: written(amount * self.chip) for name, amount in came.shares.items()},
            "pots": _pots(came.awards, self.chip),
        }

    def lines(self) -> Iterator[str]:
        """Yield the report for a floor person."""
        came = self.came
        if came.board:
            yield line(f"board {' '.join(_row(came.board))}")
        halves = _halves(came)
        rows = [(name, " ".join(_row(hand.cards)), *(_cell(hand, half) for half in halves)) for name, hand in came.hands.items()]
        yield table(rows, header=("hand", "cards", *halves))
        yield ""
        if not came.awards:
            yield from _who(came, came.high_winners, came.low_winners)
            return
        for number, done in _in_order(came.awards):
            yield heading(_pot_title(number, came.awards, self.chip, everybody=len(came.hands)))
            yield from _who(came, done.high_winners, done.low_winners, done)
            yield from _paid(done, self.chip)


@attrs.frozen
class BoardsReport:
    """A showdown on several boards.

    Attributes:
        boards: Each board with its showdown; all in the same chip.
    """

    boards: Sequence[ShowdownReport]

    def _shares(self) -> dict[str, Number]:
        """Return each player's sum from all boards, in the order of the hands."""
        chip = self.boards[0].chip
        return {name: sum(board.came.shares[name] for board in self.boards) * chip for name in self.boards[0].came.hands}

    def as_json(self) -> dict[str, object]:
        """Return a map with a list of the boards, each in the form of `ShowdownReport`, and the winners and sums of all boards
        together.
        """
        first = self.boards[0].came
        return {
            "game": first.form.id,
            "boards": [board.as_json() for board in self.boards],
            "winners": [name for name in first.hands if any(name in board.came.winners for board in self.boards)],
            "shares": {name: written(amount) for name, amount in self._shares().items()},
        }

    def lines(self) -> Iterator[str]:
        """Yield the boards one after the other, then each player's sum."""
        for number, board in enumerate(self.boards, 1):
            yield heading(f"Board {number} of {len(self.boards)}")
            yield from board.lines()
            yield ""
        if self.boards[0].came.awards:
            yield heading("In all")
            yield from (line(f"{name} gets {written(amount)}", 2, "> ") for name, amount in self._shares().items() if amount)


@attrs.frozen
class ToldTie:
    """A split among named winners, without cards.

    Attributes:
        form: The game's rules for the showdown.
        awards: The award of each pot.
        chip: Value of the smallest chip in play.
    """

    form: Form
    awards: Sequence[Award]
    chip: Number

    def as_json(self) -> dict[str, object]:
        """Return a map with the winners, each player's sum, and the pots."""
        shares: Counter[str] = Counter()
        for done in self.awards:
            shares.update(done.shares)
        return {
            "game": self.form.id,
            "winners": list(shares),
            "shares": {name: written(amount * self.chip) for name, amount in shares.items()},
            "pots": _pots(self.awards, self.chip),
        }

    def lines(self) -> Iterator[str]:
        """Yield the report for a floor person."""
        split = bool(self.form.high and self.form.low)
        everybody = len({name for done in self.awards for name in done.pot.names})
        for number, done in _in_order(self.awards):
            yield heading(_pot_title(number, self.awards, self.chip, everybody))
            for half, names in (("high", done.high_winners), ("low", done.low_winners)):
                if names:
                    which = f" {half}" if split else ""
                    yield line(f"{_and(names)} tie{which}" if len(names) > 1 else f"{names[0]} wins{which}")
                elif half == "low" and split:
                    yield line("no low hand: high takes all (HL-06)")
            yield from _paid(done, self.chip)


def _pots(awards: Sequence[Award], chip: Number) -> list[dict[str, object]]:
    return [
        {
            "amount": written(done.pot.amount * chip),
            "names": done.pot.names,
            "high_winners": done.high_winners,
            "low_winners": done.low_winners,
            "shares": {name: written(amount * chip) for name, amount in done.shares.items()},
            "odd_chips": [{"to": odd.name, "why": odd.why, "rule": odd.rule} for odd in done.odd],
        }
        for done in awards
    ]


def _compared(came: Showdown) -> dict[str, object]:
    """Return the order in which cards are compared, by category, if the result depends on it; empty otherwise."""
    kinds = dict.fromkeys(_met(came, tuple(came.hands), half) for half in _halves(came))
    kinds_compared = [{"category": kind, "order": compared(kind)[0], "rule": compared(kind)[1]} for kind in kinds if kind]
    return {"compared": kinds_compared} if kinds_compared else {}


def _half(hand: MadeHand | None) -> dict[str, object] | None:
    """Return a hand for one half of the pot as plain data; None if it does not count."""
    return {"category": hand.category, "name": hand.name, "cards": _row(hand.cards)} if hand and hand.value else None


def _row(cards: tuple[Face, ...]) -> list[str]:
    return [str(card) for card in cards]


def _in_order(awards: Sequence[Award]) -> Iterator[tuple[int, Award]]:
    """Yield the pots as they are awarded: side pots before the main pot (SD-14)."""
    yield from reversed(list(enumerate(awards)))


def _pot_title(number: int, awards: Sequence[Award], chip: Number, everybody: int) -> str:
    pot = awards[number].pot
    title = "Pot" if len(awards) == 1 else f"Side pot {number}" if number else "Main pot"
    return f"{title}: {written(pot.amount * chip)} ({'all' if len(pot.names) == everybody else ', '.join(pot.names)})"


def _paid(done: Award, chip: Number) -> Iterator[str]:
    """Yield lines with each winner's share of a pot, and the odd chips."""
    yield from (line(f"{name} gets {written(amount * chip)}", 2, "> ") for name, amount in done.shares.items())
    for odd in done.odd:
        to = f" to {odd.name}, {odd.why}" if odd.name in done.pot.names else f": {odd.why}"
        yield line(f"odd chip of {written(chip)}{to} ({odd.rule})", 4)


def _half_of(hand: Hand, half: str) -> MadeHand:
    half_hand = hand.high if half == "high" else hand.low
    assert half_hand is not None
    return half_hand


def _name_of(came: Showdown, hand: Hand, half: str) -> str:
    """Return the name of a hand; in full if another hand has the same name but another value."""
    half_hand = _half_of(hand, half)
    others = [_half_of(other, half) for other in came.hands.values()]
    same = any(other.name == half_hand.name and other.value != half_hand.value for other in others)
    return half_hand.in_full if same else half_hand.name


def _cell(hand: Hand, half: str) -> str:
    half_hand = _half_of(hand, half)
    return f"{half_hand.name}: {' '.join(_row(half_hand.cards))}" if half_hand.value else half_hand.name


def _who(came: Showdown, high: tuple[str, ...], low: tuple[str, ...], done: Award | None = None) -> Iterator[str]:
    """Yield the winners of each half in words, with their hands."""
    names = done.pot.names if done else tuple(came.hands)
    split = bool(came.form.high and came.form.low)
    for half, winners in (("high", high), ("low", low)):
        if not winners:
            if half == "low" and split:
                yield line(
                    "no low qualifies: high takes all (HL-06)" if not _declared(came) else "nobody wins low: high takes all"
                )
            continue
        what = _name_of(came, came.hands[winners[0]], half)
        which = f" {half}" if split else ""
        if len(winners) > 1:
            yield line(f"{_and(winners)} tie{which} with {what}")
        else:
            second = _second(came, names, winners, half)
            yield line(f"{winners[0]} wins{which} with {what}{f', over {second}' if second else ''}")
        if kind := _met(came, names, half):
            order, rule = compared(kind)
            yield line(f"{order} ({rule})", 4)


def _halves(came: Showdown) -> list[str]:
    return [half for half, part in (("high", came.form.high), ("low", came.form.low)) if part]


def _met(came: Showdown, names: tuple[str, ...], half: str) -> str:
    """Return the category that the two best of these hands share, if the report has to say how its cards are compared; empty
    otherwise.
    """
    best = sorted((_half_of(came.hands[name], half) for name in names), key=lambda hand: -hand.value)[:2]
    kinds = {hand.category for hand in best if hand.value}
    return kinds.pop() if len(best) == 2 and len(kinds) == 1 and compared(best[0].category)[0] else ""


def _declared(came: Showdown) -> bool:
    return came.form.options["high_low"] == "declare"


def _second(came: Showdown, names: tuple[str, ...], winners: tuple[str, ...], half: str) -> str:
    """Return the best of the beaten hands, with its owner, in words."""
    beaten: Mapping[str, MadeHand] = {
        name: _half_of(came.hands[name], half) for name in names if name not in winners and _half_of(came.hands[name], half).value
    }
    if not beaten:
        return ""
    best = max(beaten, key=lambda name: beaten[name].value)
    return f"{best}'s {_name_of(came, came.hands[best], half)}"


def _and(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
