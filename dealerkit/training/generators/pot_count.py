"""Counting the pot after a street, or after the whole hand."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import attrs

from dealerkit.arithmetic.betting import Betting, Limits, uncalled
from dealerkit.cards import RANKS, Suit
from dealerkit.files.screen_text import count_of
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import AmountReply

STREETS = ("Before the flop", "Flop", "Turn", "River")
BEFORE, LATER = "before the flop", "a later street"
RETURNED, SHORT_CALL = "folded chips, a bet that nobody calls", "folded chips, a short call"
DEEP = 100_000
MOST_ACTS = 12
"""Most acts on a street; a longer round is drawn again."""


@attrs.frozen
class PotCountSituation:
    """A hand up to the end of a street.

    Attributes:
        antes: The antes in the middle, in all.
        before: The pot before the first street in the question.
        streets: Name and acts of each street; an act is seat, word, and the seat's whole bet after it.
        hands: Seat and cards of each hand dealt meanwhile.
        count: The number of players dealt in.
    """

    antes: int
    before: int
    streets: tuple[tuple[str, tuple[tuple[int, str, int], ...]], ...]
    hands: tuple[tuple[int, str], ...] = ()
    count: int = 6


class PotCount(Generator[PotCountSituation]):
    """Exercises on counting the pot.

    A cell, the unit that comes back after a wrong answer, is a kind of hand, such as `before the flop`.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the kinds of hand that the level asks about."""
        return dict.fromkeys(
            {
                "street": (BEFORE, LATER),
                "hand": ("two streets", "three streets", "four streets"),
                "returned": (RETURNED, SHORT_CALL),
                "callers": ("four callers, two streets", "four callers, three streets"),
            }[str(setting.told("ask", "street"))],
            "",
        )

    def draw(self, setting: Setting, cell: str, rng: Random) -> PotCountSituation | None:
        """Let seats bet as the engine allows, street by street."""
        options = setting.game.options
        small, big = (int(str(options[name])) for name in ("small_blind", "big_blind"))
        count = int(setting.told("seats", 6))
        stack, live = [0, *[DEEP] * count], list(range(1, count + 1))
        names = STREETS[: _many(cell, rng)]
        pot = 0 if cell != LATER else rng.randint(4, 30) * big
        if cell == LATER:
            names, live = (rng.choice(STREETS[1:]),), sorted(rng.sample(live, rng.randint(2, 4)))
        antes = _antes(setting, count) if cell != LATER else 0
        rounds, total = [], pot + antes
        callers = int(setting.told("callers", 0))
        for name in names:
            last = name == names[-1]
            acts = _street(setting, name, live, stack, total, (small, big), rng, all_fold=cell == RETURNED and last)
            if acts is None:
                return None
            if cell == SHORT_CALL and last:
                acts = _with_short_call(acts, small, rng)
                if acts is None:
                    return None
            if callers and name == STREETS[0] and sum(word == "calls" for _, word, _ in acts) < callers:
                return None
            rounds.append((name, tuple(acts)))
            live = [seat for seat in live if (seat, "folds") not in {(seat_, word) for seat_, word, _ in acts}]
            if len(live) < 2 and not last:
                return None
            total += 1
        if cell in (RETURNED, SHORT_CALL) and not any(word == "folds" for _, acts in rounds for _, word, _ in acts):
            return None
        hands = _hands(setting, live, rng) if callers else ()
        given = PotCountSituation(antes, pot, tuple(rounds), hands, count)
        sums, returned = _sums(given)
        if sum(not amount for amount in sums) > 1:
            return None  # too few chips to count
        back = sum(amount for _, amount in returned)
        return given if bool(back) == (cell in (RETURNED, SHORT_CALL)) and len(_lines(given)) <= 16 else None

    def question(self, setting: Setting, given: PotCountSituation) -> Question:
        """Describe the acts, and ask for the pot."""
        title = f"{setting.game.title}, {count_of(given.count, 'player')}."
        lines = [title + (f" In the pot: {given.before}." if given.before else "")]
        if given.antes:
            lines.append(f"Antes: {given.antes} in all.")
        lines += _lines(given)
        return Question(tuple(lines), "What is in the pot after uncalled bets are returned?", AmountReply())

    def key(self, setting: Setting, given: PotCountSituation) -> Key:
        """Return the pot: the bets of each street are brought in, less what was not called."""
        sums, returned = _sums(given)
        total = given.before + given.antes + sum(sums)
        back = sum(amount for _, amount in returned)
        parts = [f"{name.lower()} {amount}" for (name, _), amount in zip(given.streets, sums, strict=True)]
        parts = [f"{given.before} before"] * bool(given.before) + [f"antes {given.antes}"] * bool(given.antes) + parts
        lines = [", ".join(parts) + f": {total} in all."]
        lines[0] = lines[0][0].upper() + lines[0][1:]
        if len(given.streets) == 1:
            bets = _bets(given, 0)
            front = "In front: " + (" + ".join(str(bets[seat]) for seat in sorted(bets) if bets[seat]) or "nothing")
            lines = [f"{front} = {sums[0]}." if len(parts) == 1 and sums[0] else f"{front}.", *lines[len(parts) == 1 :]]
        for seat, amount in returned:
            lines.append(f"{amount} of seat {seat}'s bet is uncalled and is returned.")
        by_answer = {str(total + back): ("pot/uncalled-bet-kept",)} if back else {}
        rules = setting.cited("pot", *(["goes back"] if back else []))
        return Key((str(total),), rules, tuple(lines), ("pot/side-pot-wrong",), by_answer)


def _many(cell: str, rng: Random) -> int:
    """Return the number of streets to count."""
    for word, many in (("two", 2), ("three", 3), ("four streets", 4)):
        if word in cell:
            return many
    return rng.randint(2, 3) if cell in (RETURNED, SHORT_CALL) else 1


def _antes(setting: Setting, count: int) -> int:
    ante = int(str(setting.game.options.get("ante", "0")))
    return ante * (count if setting.game.options.get("ante_by", "all") == "all" else 1)


def _street(
    setting: Setting,
    name: str,
    live: list[int],
    stack: list[int],
    pot: int,
    blinds: tuple[int, int],
    rng: Random,
    *,
    all_fold: bool,
) -> list[tuple[int, str, int]] | None:
    """Draw the acts of a round, seat by seat; return None if they do not make the wanted kind of pot.

    Args:
        setting: The drill at a level.
        name: Name of the street.
        live: The seats in the hand.
        stack: Chips of each seat.
        pot: Chips in the pot before the street.
        blinds: Small and big blind.
        rng: The random source.
        all_fold: Whether everybody folds to the last bet.
    """
    options, small, big = setting.game.options, *blinds
    before = name == STREETS[0]
    bet = [0] * len(stack)
    acts: list[tuple[int, str, int]] = []
    if before:
        bet[1], bet[2] = small, big
        acts += [(1, "small blind", small), (2, "big blind", big)]
    structure = str(options.get("structure", "no_limit"))
    fixed = int(str(options.get("small_bet" if name in STREETS[:2] else "big_bet", big)))
    size = fixed if structure == "fixed_limit" else big
    order = live[2:] + live[:2] if before else list(live)
    top = big if before else 0
    round_ = Betting(stack, bet, live, order, Limits(structure, size, cap=4), top=top, bets=int(before), pot=pot)
    wagers, among = 0, list(live)
    stays = 0.55 if not before else 0.85 if setting.told("callers") else 0.45
    while round_.turn:
        seat, owed = round_.turn, round_.top > bet[round_.turn]
        allowed = round_.raises()
        chance = rng.random()
        if all_fold and wagers and owed:
            word, to = "folds", 0
        elif allowed and wagers < 2 and (chance < 0.25 or (all_fold and not wagers and seat == round_.owes[-1])):
            word, to = "raises to" if round_.top else "bets", _amount(allowed, small, big, rng)
        elif owed:
            word, to = ("folds", 0) if chance > stays else ("calls", round_.top)
        else:
            word, to = "checks", 0
        acts.append((seat, word, to))
        if word == "folds":
            among.remove(seat)
            round_.folded(list(among))
            continue
        if to:
            bet[seat] = to
        wagers += word in ("bets", "raises to")
        round_.took(seat, list(among))
        if len(acts) > MOST_ACTS:
            return None
    if all_fold and len(among) > 1:
        return None
    return acts


def _amount(allowed: range, small: int, big: int, rng: Random) -> int:
    """Return a wager of a few big blinds, or the smallest one."""
    least = allowed[0]
    to = (least + rng.randint(0, 6) * big) // small * small
    return to if to in allowed else least


def _with_short_call(acts: list[tuple[int, str, int]], small: int, rng: Random) -> list[tuple[int, str, int]] | None:
    """Return acts in which the only call of the last bet is a short all-in."""
    at = next((number for number in reversed(range(len(acts))) if acts[number][1] in ("bets", "raises to")), None)
    if at is None:
        return None
    callers = [number for number in range(at + 1, len(acts)) if acts[number][1] == "calls"]
    front = max((to for seat, _, to in acts[:at] if callers and seat == acts[callers[0]][0]), default=0)
    others = max((to for seat, _, to in acts[:at]), default=0)
    low = max(front, others) + small
    if len(callers) != 1 or low >= acts[at][2]:
        return None
    seat = acts[callers[0]][0]
    return [*acts[: callers[0]], (seat, "is all-in for", rng.randrange(low, acts[at][2], small)), *acts[callers[0] + 1 :]]


def _bets(given: PotCountSituation, street: int) -> dict[int, int]:
    """Return the bets in front of each seat at the end of a street."""
    front: dict[int, int] = {}
    for seat, _, to in given.streets[street][1]:
        front[seat] = max(front.get(seat, 0), to)
    return front


def _sums(given: PotCountSituation) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the chips that each street brings into the pot, and the seats and amounts of uncalled bets."""
    sums, returned, gone = [], [], set()
    for number, (_, acts) in enumerate(given.streets):
        bets = _bets(given, number)
        gone |= {seat for seat, word, _ in acts if word == "folds"}
        row = [0, *(bets.get(seat, 0) for seat in range(1, given.count + 1))]
        seat, over = uncalled(row, [seat_ for seat_ in range(1, given.count + 1) if seat_ not in gone])
        sums.append(sum(row) - over)
        returned += [(seat, over)] if over else []
    return sums, returned


def _lines(given: PotCountSituation) -> list[str]:
    """Return the acts as lines, with the cards dealt between them."""
    lines: list[str] = []
    hands = [f"   (read this hand too: {cards})" for _, cards in given.hands]
    for name, acts in given.streets:
        row = f"{name}: "
        for number, (seat, word, to) in enumerate(acts):
            line = (
                f"seat {seat} {word}" + (f" {to}" if to and word != "calls" else "") + (", " if number + 1 < len(acts) else ".")
            )
            if len(row) + len(line) > 77:
                lines.append(row.rstrip())
                row = "  "
                if hands:
                    lines.append(hands.pop(0))
            row += line
        lines.append(row)
        if hands:
            lines.append(hands.pop(0))
    return lines


def _hands(setting: Setting, live: list[int], rng: Random) -> tuple[tuple[int, str], ...]:
    """Return hole cards to mention between the acts."""
    many = int(str(setting.game.options.get("hole_cards", 2)))
    pack = [rank + suit.value for rank in RANKS for suit in Suit]
    rng.shuffle(pack)
    return tuple((seat, " ".join(pack[number * many : number * many + many])) for number, seat in enumerate(live))


GENERATOR = PotCount()
