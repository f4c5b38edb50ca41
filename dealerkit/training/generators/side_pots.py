"""Side pots: amount and contestants of each pot, the uncalled chips, and the payments."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import attrs

from dealerkit.arithmetic.betting import layers, uncalled
from dealerkit.showdown.pots import OddChip, split
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.phrases import listed, pot_name, seats
from dealerkit.training.replies import AmountReply, AmountsReply, GroupsReply, PartsReply

CALLED, UNCALLED = "all called", "part uncalled"
TIE_MAIN, TIE_SIDE, SHORT_BLIND = "tie in the main pot, odd chip", "tie in a side pot, odd chip", "short big blind"
DEAD = 0
"""Seat number for chips without an owner: an ante put in for all."""


@attrs.frozen
class SidePotsSituation:
    """A hand in which the betting is over.

    Attributes:
        bets: Bet of each seat; cell 0 is unused.
        folded: The seats that have folded.
        all_in: The seats that are all-in.
        antes: Ante of each seat; cell 0 is an ante put in for all.
        blind: The seat of the big blind, if it is shown; else 0.
        button: The seat with the button.
        hands: The live seats by the value of their hands, best first, with seats that tie in one group. Empty if payments are
            not asked for.
        chip: The smallest chip in play.
    """

    bets: tuple[int, ...]
    folded: tuple[int, ...]
    all_in: tuple[int, ...]
    antes: tuple[int, ...] = ()
    blind: int = 0
    button: int = 1
    hands: tuple[tuple[int, ...], ...] = ()
    chip: int = 1

    @property
    def put(self) -> list[int]:
        """Total chips that each seat has put in."""
        return [bet + ante for bet, ante in zip(self.bets, self.antes or [0] * len(self.bets), strict=True)]

    @property
    def live(self) -> list[int]:
        """Seats that can win."""
        return [seat for seat in range(1, len(self.bets)) if seat not in self.folded]


class SidePots(Generator[SidePotsSituation]):
    """Exercises on side pots.

    A cell, the unit that comes back after a wrong answer, is a kind of hand: the number of all-ins, whether a bet is
    returned, or the pot in which hands tie.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the kinds of hand that the level asks about."""
        if setting.told("paid"):
            if setting.game.options.get("odd_chips") != "left_of_button":
                return {}
            return dict.fromkeys((TIE_MAIN, TIE_SIDE, SHORT_BLIND), "")
        many = int(setting.told("all_ins", 1))
        return {f"{many} all-in{'s' * (many > 1)}, {rest}": "" for rest in (CALLED, UNCALLED)}

    def draw(self, setting: Setting, cell: str, rng: Random) -> SidePotsSituation | None:
        """Draw the chips that each seat has put in; seats with the highest amount are not all-in. None if this attempt gave
        none.
        """
        chip, most = int(setting.told("multiples_of", 5)), int(setting.told("most", 300))
        all_ins, folds = int(setting.told("all_ins", 1)), int(setting.told("folded", 1))
        short, open_ = cell == SHORT_BLIND, cell.endswith(UNCALLED) or (bool(setting.told("paid")) and rng.random() < 0.3)
        blind = int(str(setting.game.options.get("big_blind", "2")))
        steps = sorted(rng.sample(range(max(2, 2 * blind // chip), most // chip), all_ins + 1))
        amounts = [step * chip for step in steps]
        if short:
            amounts[0] = rng.randrange(chip, max(blind, 2 * chip), chip)
        callers = 1 if open_ else rng.randint(2, 3)
        matched = amounts[-2] if open_ else amounts[-1]
        thrown = [rng.randrange(0, matched, chip) for _ in range(rng.randint(0 if all_ins == 1 else 1, folds))]
        if all_ins > 2 and not any(amounts[0] < stake_ < matched and stake_ not in amounts for stake_ in thrown):
            return None  # no folded bet lies between the layers
        if not all(stake_ >= amounts[0] for stake_ in thrown) and short:
            return None
        rows = [
            *((amount, "all-in") for amount in amounts[:-1]),
            *[(amounts[-1], "")] * callers,
            *((stake_, "folded") for stake_ in thrown),
        ]
        blinded = rows[0]
        rng.shuffle(rows)
        count = len(rows)
        if count > int(setting.told("seats", 8)):
            return None
        bets = (0, *(amount for amount, _ in rows))
        folded = tuple(seat for seat, (_, how) in enumerate(rows, 1) if how == "folded")
        all_in = tuple(seat for seat, (_, how) in enumerate(rows, 1) if how == "all-in")
        at = rows.index(blinded) + 1 if short else rng.randint(1, count) if setting.told("paid") else 0
        button = (at - 3) % count + 1 if at else rng.randint(1, count)
        if at and not _posted(bets, folded, at, blind, int(str(setting.game.options.get("small_blind", "1"))), short=short):
            return None
        given = SidePotsSituation(bets, folded, all_in, _antes(setting, count), at, button, (), chip)
        if setting.told("paid"):
            given = attrs.evolve(given, hands=_hands(given, cell, rng))
        pots = _pots(given)[0]
        if any(len(seats_) < 2 for _, seats_ in pots) or (setting.told("paid") and not _fits(given, cell, pots)):
            return None
        return given

    def question(self, setting: Setting, given: SidePotsSituation) -> Question:
        """Ask for the pots, their contestants and the returned chips; or for pots and payments."""
        lines = ["The betting is over. All bets in the hand:" if given.antes else "The betting is over. Total in from each seat:"]
        for seat, bet in list(enumerate(given.bets))[1:]:
            how = ", folded" if seat in given.folded else ", all-in" if seat in given.all_in else ""
            lines.append(f"seat {seat}: {bet}{how}" + ", the big blind" * (seat == given.blind))
        if given.antes and given.antes[DEAD]:
            lines.append(f"The big blind has also anted {given.antes[DEAD]} for the table.")
        elif any(given.antes):
            lines.append(f"Every seat has also anted {max(given.antes)}.")
        pots, back = ("pots, main pot first", AmountsReply()), ("returned", AmountReply())
        if not given.hands:
            return Question(
                tuple(lines),
                "What are the pots, who contests each, and what is returned (0 for nothing)?",
                PartsReply((pots, ("seats in each pot", GroupsReply(len(given.bets) - 1)), back)),
            )
        lines.append(f"Button: seat {given.button}. Smallest chip: {given.chip}.")
        lines.append("Best hand: " + "; then ".join(_group_words(group) for group in given.hands) + ".")
        paid = f"to {seats(given.live)}, in this order"
        return Question(
            tuple(lines),
            "What are the pots, what is returned, and what does each seat get (0: none)?",
            PartsReply((pots, back, (paid, AmountsReply()))),
        )

    def key(self, setting: Setting, given: SidePotsSituation) -> Key:
        """Return pots and payments: the chips are sorted into layers as at the table, and each pot is split by itself."""
        pots, (back_to, back) = _pots(given)
        working = _worked(given, pots, back_to, back)
        amounts = " ".join(str(amount) for amount, _ in pots)
        sharing = " / ".join(" ".join(map(str, among)) for _, among in pots)
        codes: tuple[str, ...] = ("pot/side-pot-wrong",)
        rules = setting.cited("layers", *(["goes back"] if back else []))
        by_answer: dict[str, tuple[str, ...]] = {}
        kept = " ".join(str(amount + back * (pot is pots[-1])) for pot in pots for amount in pot[:1])
        if not given.hands:
            answer = PartsReply.join((amounts, sharing, str(back)))
            if back:
                by_answer[PartsReply.join((kept, sharing, "0"))] = ("pot/uncalled-bet-kept",)
            if len(pots) > 1:
                together = str(sum(amount for amount, _ in pots))
                by_answer[PartsReply.join((together, " ".join(map(str, given.live)), str(back)))] = (
                    "pot/pots-merged-before-split",
                )
            return Key((answer,), rules, working, codes, by_answer)
        shares, odd = _paid(given, pots)
        answer = PartsReply.join((amounts, str(back), _row(given, shares)))
        if odd:
            wrong = dict(shares)
            for name in odd:
                tied = next(group for group in given.hands if name in group)
                other = next((seat for seat in tied if seat not in odd), name)
                wrong[name], wrong[other] = wrong[name] - given.chip, wrong[other] + given.chip
            if wrong != shares:
                by_answer[PartsReply.join((amounts, str(back), _row(given, wrong)))] = ("pot/odd-chip-wrong",)
            rules = (*rules, *setting.cited("paid"))
        return Key((answer,), rules, working, codes, by_answer)


def _posted(bets: tuple[int, ...], folded: tuple[int, ...], at: int, big: int, small: int, *, short: bool) -> bool:
    """Return whether the blinds are possible: a seat that folded has put in nothing, a blind, or at least a call.

    Args:
        bets: Bet of each seat.
        folded: The seats that have folded.
        at: The seat of the big blind.
        big: The big blind.
        small: The small blind.
        short: Whether the big blind may be short.
    """
    before = (at - 2) % (len(bets) - 1) + 1
    for seat in range(1, len(bets)):
        least = 0 if seat in folded else big
        least = small if seat == before and seat in folded else 0 if short and seat == at else max(least, big * (seat == at))
        if bets[seat] < least or (least < bets[seat] < big and not (short and seat == at)):
            return False
    return True


def _antes(setting: Setting, count: int) -> tuple[int, ...]:
    """Return the house's antes by seat; cell 0 is an ante put in for all."""
    ante = int(str(setting.game.options.get("ante", "0"))) if setting.told("paid") else 0
    if not ante:
        return ()
    if setting.game.options.get("ante_by", "all") == "all":
        return (0, *[ante] * count)
    return (ante, *[0] * count)


def _hands(given: SidePotsSituation, cell: str, rng: Random) -> tuple[tuple[int, ...], ...]:
    """Rank the live hands so that two tie, either contestants of the main pot or of the last side pot."""
    tops = [seat for seat in given.live if seat not in given.all_in]
    order = list(given.live)
    rng.shuffle(order)
    if cell == TIE_SIDE:
        if len(tops) < 2:
            return ()
        first = [seat for seat in order if seat in given.all_in][:1]
        tied = tuple(sorted(tops))
        rest = [seat for seat in order if seat not in tied and seat not in first]
        return (*((seat,) for seat in first), tied, *((seat,) for seat in rest))
    tied = tuple(sorted(order[:2]))
    return (tied, *((seat,) for seat in order[2:]))


Pots = list[tuple[int, tuple[int, ...]]]


def _pots(given: SidePotsSituation) -> tuple[Pots, tuple[int, int]]:
    """Return the pots, and the seat and amount of the returned chips."""
    put = given.put
    seat, over = uncalled(put, given.live)
    put[seat] -= over
    return layers(put, given.live), (seat, over)


def _fits(given: SidePotsSituation, cell: str, pots: Pots) -> bool:
    """Return whether a hand has the feature of its cell."""
    if not given.hands or len(pots) < 2:
        return False
    odd = [number for number, (amount, among) in enumerate(pots) if amount // given.chip % len(_winners(given, among))]
    if cell == SHORT_BLIND:
        return True
    return odd == [0] if cell == TIE_MAIN else bool(odd) and 0 not in odd


def _winners(given: SidePotsSituation, among: tuple[int, ...]) -> list[int]:
    """Return the winners of a pot, in turn from the left of the button."""
    best = next(group for group in given.hands if set(group) & set(among))
    count = len(given.bets) - 1
    return sorted((seat for seat in best if seat in among), key=lambda seat: (seat - given.button - 1) % count)


def _paid(given: SidePotsSituation, pots: Pots) -> tuple[dict[int, int], list[int]]:
    """Return the payment of each live seat, and the seats with odd chips."""
    shares, odd = dict.fromkeys(given.live, 0), []
    for amount, among in pots:
        winning = [str(seat) for seat in _winners(given, among)]
        got, chips = split(amount // given.chip, winning, [OddChip(winner, "", "") for winner in winning])
        for name, many in got.items():
            shares[int(name)] += many * given.chip
        odd += [int(chip.name) for chip in chips]
    return shares, odd


def _row(given: SidePotsSituation, shares: Mapping[int, int]) -> str:
    return " ".join(str(shares[seat]) for seat in given.live)


def _group_words(group: tuple[int, ...]) -> str:
    return seats(group) + (" tie" if len(group) > 1 else "")


def _worked(given: SidePotsSituation, pots: Pots, back_to: int, back: int) -> tuple[str, ...]:
    """Return the layers one by one, then the returned chips, then the payments."""
    put = given.put
    if back:
        put[back_to] -= back
    sentences, below = [], 0
    for number, (amount, among) in enumerate(pots):
        level = min(put[seat] for seat in among)
        full = sum(stake >= level for stake in put[1:])
        parts = [f"{full} x {level - below}", *(str(stake - below) for stake in put[1:] if below < stake < level)]
        parts += [f"ante {put[DEAD]}"] if number == 0 and put[DEAD] else []
        sentences.append(f"{pot_name(number)}: {' + '.join(parts)} = {amount}")
        below = level
    first = "; ".join(sentences)
    lines = [first[0].upper() + first[1:] + "."]
    if back:
        lines.append(f"The last {back} of seat {back_to}'s bet is unmatched and is returned.")
    if given.hands:
        won = []
        for number, (amount, among) in enumerate(pots):
            winning = _winners(given, among)
            odd = winning[: amount // given.chip % len(winning)]
            first_is = f", the odd chip{'s' * (len(odd) > 1)} to {seats(odd)}, first left of the button" if odd else ""
            won.append(f"{pot_name(number)} to {listed(sorted(winning))}{first_is}")
        lines.append("; ".join(reversed(won)).capitalize() + ".")
    return tuple(lines)


GENERATOR = SidePots()
