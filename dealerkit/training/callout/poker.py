"""Hands of poker called out: bots choose each patron's act, the level chooses its manner.

The rule set in force rules on the meaning of chips and words, and the hand continues at a table of the engine with a perfect
dealer. It ends where the cards decide, because the winner is decided at the trainee's table.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

import attrs

from dealerkit.errors import DealerkitError, Impossible
from dealerkit.facts.hands import live
from dealerkit.felt import DEALER, Act, sentence
from dealerkit.felt.motions import MotionMeaning, Speech, Spot, meaning
from dealerkit.files.screen_text import count_of
from dealerkit.rulings import OUTCOMES
from dealerkit.table.bots import players_named
from dealerkit.table.rounds import Rounds
from dealerkit.training.callout.call import Call, Calls, CallWords
from dealerkit.training.deals import seating, sit
from dealerkit.training.disputes import ruled
from dealerkit.training.generators import Setting

_MOST = 400
"""Most acts in a hand."""
_TRIES = 6
_BY_CARDS = frozenset({"award", "read", "kill"})
"""Dealer's verbs that depend on the cards while several hands are live."""


@attrs.frozen
class CalledTurn:
    """The turn of one seat to act. Amounts are in smallest chips.

    Attributes:
        seat: The seat.
        stack: The chips behind.
        front: The chips in front.
        top: The amount to match.
        least: The smallest full bet or raise, as a total; 0 if the seat may not raise.
        chips: The house's chip values, largest first.
    """

    seat: int
    stack: int
    front: int
    top: int
    least: int
    chips: tuple[int, ...]

    @property
    def need(self) -> int:
        """Chips needed to call."""
        return max(0, min(self.top - self.front, self.stack))

    def chip_over(self, amount: int) -> int:
        """Return the smallest chip above an amount; 0 if the stack does not cover such a chip."""
        return min((chip for chip in self.chips if amount < chip <= self.stack), default=0)

    def in_chips(self, amount: int) -> list[int]:
        """Return an amount as a list of the house's chips, largest first."""
        pile = []
        for chip in self.chips:
            pile += [chip] * (amount // chip)
            amount %= chip
        return pile


@attrs.frozen
class MotionWay:
    """How a patron bets or calls: the words, and the chips with each motion of the hand.

    Attributes:
        phrase: Name of the phrase in the drill's file.
        motions: Values of the chips in each motion, if the rules decide what they mean; empty if the words alone decide.
        said: Words said before the chips; empty for none.
        thrown: Values of the chips thrown in together with the words.
    """

    phrase: str
    motions: tuple[tuple[int, ...], ...] = ()
    said: str = ""
    thrown: tuple[int, ...] = ()


Deliver = Callable[[CalledTurn, int, Random], "MotionWay | None"]


def _by_name(name: str) -> Deliver:
    return lambda turn, to, rng: MotionWay(name)  # noqa: ARG005 - one of several


def _exact(turn: CalledTurn, to: int, rng: Random) -> MotionWay | None:  # noqa: ARG001 - one of several
    chips = tuple(turn.in_chips(turn.need))
    return MotionWay("exact", thrown=chips) if 0 < turn.need < turn.stack and len(chips) <= _MOST_CHIPS else None


def _over(name: str) -> Deliver:
    def way(turn: CalledTurn, to: int, rng: Random) -> MotionWay | None:  # noqa: ARG001 - one of several
        more = to - turn.front
        chip = turn.chip_over(more)
        return MotionWay(name, thrown=(chip,)) if chip and more > 0 else None

    return way


def _one_chip(turn: CalledTurn, to: int, rng: Random) -> MotionWay | None:  # noqa: ARG001 - one of several
    chip = turn.chip_over(turn.need)
    return MotionWay("one_chip", ((chip,),)) if chip and turn.need else None


def _short(turn: CalledTurn, to: int, rng: Random) -> MotionWay | None:  # noqa: ARG001 - one of several
    step = min(turn.chips)
    if turn.need < 2 * step or turn.stack <= turn.need:
        return None
    chips = turn.in_chips(rng.randrange(step, turn.need, step))
    return MotionWay("short", (tuple(chips),)) if len(chips) <= _MOST_CHIPS else None


def _several(turn: CalledTurn, to: int, rng: Random) -> MotionWay | None:  # noqa: ARG001 - one of several
    chips = turn.in_chips(to - turn.front)
    return (
        MotionWay("several", (tuple(chips),)) if turn.top and 1 < len(chips) <= _MOST_CHIPS and sum(chips) < turn.stack else None
    )


def _string(turn: CalledTurn, to: int, rng: Random) -> MotionWay | None:  # noqa: ARG001 - one of several
    first, second = turn.in_chips(turn.need), turn.in_chips(to - turn.front - turn.need)
    fits = first and second and max(len(first), len(second)) <= _MOST_CHIPS and to - turn.front < turn.stack
    return MotionWay("string", (tuple(first), tuple(second))) if fits else None


def _raise_chip(turn: CalledTurn, to: int, rng: Random) -> MotionWay | None:  # noqa: ARG001 - one of several
    chip = turn.chip_over(turn.need)
    return MotionWay("raise_chip", ((chip,),), "raise") if chip and turn.need and turn.least else None


_MOST_CHIPS = 6
"""Most chips of a motion that are called out one by one."""
WAYS: Mapping[str, Deliver] = {
    "call": _by_name("call"),
    "bet": _by_name("bet"),
    "raise": _by_name("raise"),
    "exact": _exact,
    "over_call": _over("over_call"),
    "over_bet": _over("over_bet"),
    "over_raise": _over("over_raise"),
    "one_chip": _one_chip,
    "short": _short,
    "several": _several,
    "string": _string,
    "raise_chip": _raise_chip,
}
"""Functions for the manners of a call, bet or raise, by the names to which a level gives weights."""


def calls(where: Setting, seed: str) -> Calls:
    """Yield the calls of one hand after another, without end.

    Args:
        where: The drill at a level, with the game and its rules.
        seed: The seed.
    """
    for number in itertools.count(1):
        yield from _CalledHand(where, number, Random(f"{where.drill.id}:{where.level.number}:{seed}/{number}")).calls()


class _CalledHand:
    """A hand that is called out."""

    def __init__(self, where: Setting, number: int, rng: Random) -> None:
        self.where, self.rng = where, rng
        self.words = CallWords(where, number)
        self.table = sit(where.game, seating(where.game, where.level.told, rng))
        self.players = players_named(str(where.told("players", "sensible")))
        self.rounds = Rounds(self.table)
        self.early: tuple[int, str] | None = None
        self.over = False

    def calls(self) -> Iterator[Call]:
        """Yield the calls of this hand."""
        yield self._first()
        while not self.over:
            acts = self.players.acts(self.table)
            if not acts:
                break
            act = acts[0]
            if not self._betting or len(acts) > 1:
                yield self._other(acts)
                continue
            if self.early is None and self.rng.randrange(100) < int(self.where.told("ahead", 0)):
                ahead = self._ahead(act)
                if ahead is not None:
                    yield ahead
            if self.early is not None and self.early[0] == act.seat:
                yield self._turn_comes(act.seat, self.early[1])
                continue
            yield self._act(act)
            yield from self._questions()
        if len(live(self.table.now)) > 1:
            yield self._showdown()

    # -- the table --

    @property
    def _betting(self) -> bool:
        return self.table.players is not None and self.table.players.mechanic.name == "betting"

    def _money(self, chips: int) -> str:
        return self.table.felt.money(chips)

    def _chips(self, chips: Sequence[int]) -> str:
        return " + ".join(self._money(chip) for chip in chips)

    def _turn(self, seat: int) -> CalledTurn:
        felt = self.table.felt
        moves = self.table.ask.get(f"s{seat}", {})
        range_ = moves.get("raise") or moves.get("bet")
        amounts: Sequence[int] = getattr(range_, "amounts", ())
        return CalledTurn(
            seat,
            felt.rows["stack"][seat],
            felt.rows["bet"][seat],
            max(felt.rows["bet"]),
            amounts[0] if len(amounts) else 0,
            tuple(sorted(felt.layout.chips, reverse=True)),
        )

    def _asked(self) -> int:
        """Return the one seat to act; 0 if there is none."""
        asked = [seat for seat in self.table.ask if seat != DEALER]
        return int(asked[0][1:]) if self._betting and len(asked) == 1 else 0

    def _push(self, act: Act) -> None:
        self.table.push(act)
        self.over = self.rounds.look(self.table) or self.over

    def _deal_on(self) -> list[str]:
        """Let a perfect dealer deal up to the next player, or to the point where the cards decide; return the dealer's acts in
        words.
        """
        done: list[str] = []
        for _ in range(_MOST):
            if self.over or (self.table.players is not None and self.players.acts(self.table)):
                break
            due = self.table.next_act()
            if due is None or (len(live(self.table.now)) > 1 and self._by_cards(due)):
                self.over = True
                break
            done.append(sentence(due.plain).removeprefix("the dealer "))
            self._push(due)
        return list(dict.fromkeys(done))

    def _by_cards(self, due: Act) -> bool:
        return due.verb in _BY_CARDS or (due.verb == "call" and due.to[:1] == ("showdown",))

    # -- calls --

    def _next(self) -> str:
        seat = self._asked()
        if not seat:
            return ""
        price = self._turn(seat).need
        return self.words.dealer("to_call" if price else "may_check", seat=seat, price=self._money(price))

    def _after(self) -> list[str]:
        """Return the dealer's next acts in words, and the player who is next."""
        done = self._deal_on()
        acts = self.words.dealer("acts", acts=", ".join(done)) if done else ""
        return [acts, "" if self.over else self._next()]

    def _first(self) -> Call:
        """Return the call at the beginning of the hand: seats, stacks, posts."""
        table, posted = self.table, list[str]()
        stacks = list(table.felt.rows["stack"])[1:]
        for _ in range(_MOST):
            acts, due = self.players.acts(table), table.next_act()
            if (acts and self._betting) or not (acts or due):
                break
            for act in acts or ([due] if due is not None else []):
                posted += [sentence(act)] if act.seat else []
                self._push(act)
        button = f", button seat {table.setup.button}" if table.setup.button else ""
        rows = [f"{count_of(table.seats, 'player')}{button}."]
        if len(set(stacks)) > 1:
            rows.append("Stacks: " + ", ".join(f"seat {at} {self._money(chips)}" for at, chips in enumerate(stacks, 1)) + ".")
        posts = "; ".join(posted)
        rows += [f"{posts[:1].upper()}{posts[1:]}."] if posts else []
        rows.append(self.words.patron("deal", self.rng))
        return self.words.call("first", rows, [self._next()])

    def _act(self, act: Act) -> Call:
        """Return the call of a seat's act, in one of the level's manners."""
        turn, verb = self._turn(act.seat), act.verb
        felt = self.table.felt
        to = felt.units(act.n) if verb in ("bet", "raise") and act.n is not None else min(turn.top, turn.front + turn.stack)
        all_in = verb in ("bet", "raise", "call") and to - turn.front >= turn.stack
        weights = dict((self.where.told("ways", {}) or {}).get(verb, {}))
        while weights and not all_in:
            name = self.rng.choices(list(weights), [int(weight) for weight in weights.values()])[0]
            way = WAYS[name](turn, to, self.rng) if name in WAYS else None
            called = self._done(act, turn, to, way) if way is not None else None
            if called is not None:
                return called
            del weights[name]
        phrase = self.words.patron("all_in" if all_in else verb, self.rng, to=self._money(to))
        self._push(act)
        shown = [self.words.dealer("all_in", to=self._money(to))] if all_in else []
        return self._call(verb, f"Seat {act.seat} {phrase}.", [self.words.dealer(verb, to=self._money(to)), *shown])

    def _call(self, cell: str, say: str, reveal: Sequence[str], rules: Sequence[str] = (), codes: tuple[str, ...] = ()) -> Call:
        rounds = len(self.table.log)
        after = self._after()
        codes = codes or self.words.codes(cell)
        if any(self.table.log[at].verb == "burn" for at in range(rounds, len(self.table.log))):
            codes = tuple(dict.fromkeys((*codes, *self.words.codes("street"))))
        return self.words.call(cell, [say], [*reveal, *after], rules, codes)

    def _done(self, act: Act, turn: CalledTurn, to: int, way: MotionWay) -> Call | None:
        """Return a call of an act in one manner; None if the floor would have to decide, or it is impossible.

        Args:
            act: The act.
            turn: The seat to act.
            to: Chips in front of the seat afterwards.
            way: The manner.
        """
        if not way.motions:
            change = sum(way.thrown) - (to - turn.front) if way.thrown else 0
            phrase = self.words.patron(way.phrase, self.rng, to=self._money(to), chips=self._chips(way.thrown))
            self._push(act)
            reveal = [self.words.dealer(act.verb, to=self._money(to))]
            reveal += [self.words.dealer("change", change=self._money(change))] if change else []
            return self._call("change" if change else act.verb, f"Seat {act.seat} {phrase}.", reveal)
        meaning_ = self._meaning(turn, way)
        if meaning_ is None or meaning_.kind not in ("call", "bet", "raise", "check"):
            return None
        amount = "" if meaning_.kind in ("call", "check") else f" {self.table.felt.written(meaning_.to)}"
        act_made = Act.parse(f"s{turn.seat} {meaning_.kind}{amount}")
        if not self._can(act_made):
            return None
        first, *more = [self._chips(row) for row in way.motions]
        phrase = self.words.patron(way.phrase, self.rng, chips=first, more=" and ".join(more))
        self._push(act_made)
        reveal = [self.words.dealer(meaning_.kind, to=self._money(meaning_.to))]
        reveal += [self.words.dealer("back", back=self._money(meaning_.back))] if meaning_.back else []
        reveal += [self.words.dealer("owed", owed=self._money(meaning_.owed))] if meaning_.owed else []
        reveal += [meaning_.because]
        codes = (meaning_.code,) if meaning_.code else ()
        return self._call(
            way.phrase, f"Seat {turn.seat} {phrase}.", reveal, meaning_.rules, codes or self.words.codes(way.phrase)
        )

    def _can(self, act: Act) -> bool:
        """Return whether an act is possible at the table without a slip."""
        try:
            return not self.table.judge(act).findings
        except Impossible:
            return False

    def _meaning(self, turn: CalledTurn, way: MotionWay) -> MotionMeaning | None:
        """Return the meaning of chips and words under the rules in force; None if the rules do not decide."""
        rules, options, felt = self.where.game.rules, self.where.game.options, self.table.felt
        if rules is None or not turn.least:
            return None
        structure = str(options.get("structure", "no_limit"))
        spot = Spot(
            seat=turn.seat,
            stack=turn.stack,
            top=turn.top,
            least=turn.least,
            most=turn.stack + turn.front,
            front=turn.front,
            step=turn.least - turn.top,
            structure="limit" if structure == "fixed_limit" else structure,
            setting=str(options.get("setting", "cash")),
            pot=sum(felt.rows[name][0] for name in felt.layout.pots) + sum(felt.rows["bet"]),
            live=len(live(self.table.now)),
            opening=False,
            chips=turn.chips,
            scale=felt.layout.scale,
            speech=Speech.of(rules.speech),
        )
        acts = [Act.parse(f"s{turn.seat} say {way.said}")] if way.said else []
        acts += [Act.parse(f"s{turn.seat} put " + "+".join(str(felt.written(chip)) for chip in row)) for row in way.motions]
        try:
            return meaning(acts, spot, functools.partial(ruled, self.where))
        except DealerkitError:
            return None

    # -- out of turn --

    def _ahead(self, act: Act) -> Call | None:
        """Return the call of an act out of turn; None if the rules do not settle it."""
        table, seats = self.table, live(self.table.now)
        behind = [*(seat for seat in seats if seat > act.seat), *(seat for seat in seats if seat < act.seat)]
        able = [seat for seat in behind if table.felt.rows["stack"][seat]]
        if len(able) < 2:
            return None
        early = able[0]
        turn = self._turn(early)
        verb = self.rng.choice(("fold", "call")) if turn.need else "check"
        try:
            ruling = ruled(self.where, "out_of_turn", {"early_act": verb, "intervening": "not_yet"})
        except DealerkitError:
            return None
        if not ruling.decided:
            return None
        self.early = (early, verb)
        owes = self._turn(act.seat).need
        price = self._money(owes) if owes else "nothing"
        reveal = [self.words.dealer("wait", seat=act.seat, early=early, price=price), ruling.because]
        say = f"Seat {early} {self.words.patron(verb, self.rng)}."
        return self.words.call("ahead", [say], reveal, ruling.rules)

    def _turn_comes(self, seat: int, verb: str) -> Call:
        """Return the call when a player's turn comes after an act out of turn; it depends on whether that act is binding."""
        self.early = None
        between = self._between(seat)
        act: Act | None = Act.parse(f"s{seat} {verb}")
        ruling = None
        try:
            ruling = ruled(self.where, "out_of_turn", {"early_act": verb, "intervening": between})
        except DealerkitError:
            act = None
        if ruling is None or ruling.outcome not in ("action_binding", "hand_dead") or act is None or not self._can(act):
            act = None
        say = f"Seat {seat} {self.words.patron('back', self.rng, act=verb)}."
        working = [f"{OUTCOMES[ruling.outcome]}.", ruling.because] if ruling is not None else []
        rules = ruling.rules if ruling is not None else ()
        if act is None:
            return self.words.call("back", [say], [*working, self._next()], rules)
        self._push(act)
        return self._call("back", say, working, rules)

    def _between(self, seat: int) -> str:
        """Return the acts of the players in between, as a phrase that the rules use."""
        since = [act.verb for act in self.table.log[-self.table.seats :] if act.seat and act.seat != seat]
        last = since[-1] if since else "check"
        return "bet_or_raise" if last in ("bet", "raise") else "call" if last == "call" else "check_or_fold"

    # -- questions, other turns, the end --

    def _questions(self) -> Iterator[Call]:
        """Yield the questions of the next player."""
        seat = self._asked()
        if not seat or self.over:
            return
        turn = self._turn(seat)
        if turn.need and self.rng.randrange(100) < int(self.where.told("asks_price", 0)):
            reveal = [self.words.dealer("price", price=self._money(turn.need), top=self._money(turn.top))]
            yield self.words.call("price", [f"Seat {seat} {self.words.patron('price', self.rng)}"], reveal)
        if self.rng.randrange(100) < int(self.where.told("asks_pot", 0)):
            felt = self.table.felt
            pot = sum(felt.rows[name][0] for name in felt.layout.pots) + sum(felt.rows["bet"])
            counted = self.where.game.options.get("structure") == "pot_limit"
            reveal = [self.words.dealer("pot", pot=self._money(pot)) if counted else self.words.dealer("no_count")]
            codes = self.words.codes("price" if counted else "pot")
            yield self.words.call("pot", [f"Seat {seat} {self.words.patron('pot', self.rng)}"], reveal, (), codes)

    def _other(self, acts: Sequence[Act]) -> Call:
        """Return the call of other acts than bets, such as draws and straddles. The engine's cards are not named: the real
        table has others.
        """
        sentences = [sentence(act.plain) for act in acts]
        say = [f"{sentence_[:1].upper()}{sentence_[1:]}." for sentence_ in sentences]
        for act in acts:
            self._push(act)
        return self.words.call("other", say, self._after())

    def _showdown(self) -> Call:
        """Return the call of the showdown: the first to show, and the pots."""
        table = self.table
        due = table.next_act()
        felt = table.felt
        pots = [self._money(felt.rows[name][0]) for name in felt.layout.pots if felt.rows[name][0]]
        seats = ", ".join(str(seat) for seat in live(table.now))
        first = due.to[1] if due is not None and due.to[:1] == ("showdown",) and len(due.to) > 1 else ""
        shows = self.words.dealer("shows", seat=first[1:]) if first else ""
        reveal = [shows, self.words.dealer("pots", pots=" and ".join(pots) or "nothing")]
        say = [f"The betting is over; seats {seats} are in."]
        return self.words.call("showdown", say, reveal)
