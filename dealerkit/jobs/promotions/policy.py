"""A policy: the terms of a promotion, which the house settles beforehand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import time, timedelta
from fractions import Fraction
from pathlib import Path

import attrs

from dealerkit.errors import ActError, DealerkitError, Problem, RuleFileError
from dealerkit.felt.numbers import Number, read_number, written
from dealerkit.jobs.promotions.files import HEAD, clauses, policy_doc
from dealerkit.jobs.promotions.hands import high_part, least, natural
from dealerkit.jobs.promotions.windows import WEEK, Hours
from dealerkit.rules.canonical import digest, without_prose
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.entries import Branch
from dealerkit.rules.rankings import form, forms
from dealerkit.rules.texts import text

HIGHEST, BEATEN = "highest", "beaten"
PART = Fraction(1)
FLOP = 3
"""Number of cards in the flop."""
SHARES: Mapping[str, tuple[str, ...]] = {HIGHEST: ("holder", "room"), BEATEN: ("loser", "winner", "table", "room")}
"""The roles that can have a part of the prize, by the kind of promotion; the first is the claimant."""


@attrs.frozen
class PolicyStep:
    """A step in verifying a claim before the prize is paid.

    Attributes:
        name: Its name.
        text: The text of the step.
        least: The smallest prize for which it is required, in smallest chips.
        finding: The code of the finding if it is left out; may be empty.
    """

    name: str
    text: str
    least: int = 0
    finding: str = ""


@attrs.frozen
class PrizeForHand:
    """The prize for a given hand or any better one.

    Attributes:
        value: The value of the lowest hand that wins this prize.
        name: The name of that hand.
        prize: A share of the fund (a Fraction), or a fixed sum in smallest chips as far as the fund has it (an int).
    """

    value: int
    name: str
    prize: Fraction | int


@attrs.frozen
class LowerHand:
    """The lowest qualifying hand once the fund has reached an amount.

    Attributes:
        fund: The size of the fund from which this hand qualifies, in smallest chips.
        value: The value of the hand.
        name: The name of the hand.
    """

    fund: int
    value: int
    name: str


@attrs.frozen(eq=False)
class Policy:
    """The terms of a promotion, as a house has settled them.

    Attributes:
        doc: The document, with everything it extends.
        name: Its name.
        title: Its title.
        games: The games that take part.
        tables: The tables that take part; empty for all.
        kind: `fixed`, `rolling`, `until_hit` or `until_closed`.
        hours: The fixed times; None for the other kinds.
        length: The time that a hand must stand in a rolling window; None for the other kinds.
        counts: The time that decides in which window a hand counts: `tabled`, `hand_started` or `verified`.
        goes_by: `highest` for a high hand, `beaten` for a bad beat.
        at_least: The least value that qualifies, and what such a hand is called.
        falls: Lesser hands that qualify as the fund grows, the smallest fund first.
        winner_at_least: The least value, and its name, of the hand that beats it in a bad beat; 0 for any.
        own_cards: The number of own cards that must play.
        pair_for_four: Whether four of a kind needs a pair among the own cards.
        kicker_plays: Whether four of a kind without a pocket pair needs one of the player's own cards as kicker.
        sole_winner: Whether nobody else may have an equally good hand.
        flopped: The games in which the hand must be made with the first three cards of the board.
        as_played: Whether wild cards count as they were played.
        dealt_in: The fewest players dealt in; 0 for any number.
        pot: The least pot, in smallest chips.
        pot_in_big_blinds: The least pot, in big blinds of the game; 0 for any.
        ties: `first`, `split` or `last`; None if it is not settled.
        present: `no`, `at_the_end` or `throughout`; None if it is not settled.
        leaver: `next` or `rolls_over`; None if it is not settled.
        void_on: Patterns of the findings that make the prize void, such as `burn/*`.
        no_talk: Whether talk about the promotion during the hand makes the prize void.
        steps: The steps of the verification.
        contribution: The price of taking part, in smallest chips; None if there is none.
        covers: For how long a contribution counts: `window` or `promotion`.
        unit: The smallest chip.
        seed: The fund at the beginning, in smallest chips.
        each_window: The house's addition for each window, in smallest chips.
        reserve: The part of a drop that goes to the reserve.
        prize: The prize: a share of the fund (a Fraction), or a fixed sum in smallest chips as far as the fund has it (an int).
        by_hand: The prizes by hand, the highest first; empty if all win the same.
        places: The shares of the prize for the best, second-best and further hands of a window; empty if the best hand has it
            all.
        to_house: Whether the house takes back its addition for a window that nobody wins.
        odd_to_first: Whether chips that cannot be split go to the first winner; else they stay in the fund.
        shares: The shares of the prize by role, such as `loser`, `winner` and `table` in a bad beat.
    """

    doc: Doc
    name: str
    title: str
    games: tuple[str, ...]
    tables: tuple[str, ...]
    kind: str
    hours: Hours | None
    length: timedelta | None
    counts: str
    goes_by: str
    at_least: tuple[int, str]
    falls: tuple[LowerHand, ...]
    winner_at_least: tuple[int, str]
    own_cards: int
    pair_for_four: bool
    kicker_plays: bool
    sole_winner: bool
    flopped: tuple[str, ...]
    as_played: bool
    dealt_in: int
    pot: int
    pot_in_big_blinds: int
    ties: str | None
    present: str | None
    leaver: str | None
    void_on: tuple[str, ...]
    no_talk: bool
    steps: tuple[PolicyStep, ...]
    contribution: int | None
    covers: str
    unit: Number
    seed: int
    each_window: int
    reserve: Fraction
    prize: Fraction | int
    by_hand: tuple[PrizeForHand, ...]
    places: tuple[Fraction, ...]
    to_house: bool
    odd_to_first: bool
    shares: Mapping[str, Fraction]

    @property
    def sha256(self) -> str:
        """The hash of the settings that affect a decision."""
        return digest(without_prose({key: value for key, value in self.doc.data.items() if key not in HEAD}))

    def chips(self, amount: Number, what: str = "amount") -> int:
        """Return an amount of money as a number of smallest chips.

        Args:
            amount: The amount of money.
            what: The word for it in the error message.

        Raises:
            ActError: If it is not a whole number of smallest chips.
        """
        chips = Fraction(amount) / self.unit
        if chips.denominator != 1:
            msg = f"{what}: {written(amount)} is not a whole number of chips of {written(self.unit)}"
            raise ActError(msg)
        return chips.numerator

    def money(self, chips: int) -> str:
        """Return a number of smallest chips as an amount of money in text."""
        return written(chips * self.unit)

    def qualifies_at(self, fund: int) -> tuple[int, str]:
        """Return the lowest qualifying hand at an amount of the fund: value and name."""
        reached = [step for step in self.falls if fund >= step.fund]
        return (reached[-1].value, reached[-1].name) if reached else self.at_least

    def prize_for(self, value: int | None) -> Fraction | int:
        """Return a hand's prize: a share of the fund (a Fraction), or a fixed sum in smallest chips (an int).

        Args:
            value: The value of the hand; None if nobody holds the prize yet, for the prize of the best hand.
        """
        if value is None:
            return self.by_hand[0].prize if self.by_hand else self.prize
        return next((hand.prize for hand in self.by_hand if value >= hand.value), self.prize)

    def code_is_void(self, code: str) -> bool:
        """Return whether a finding makes the prize void."""
        family = code.partition("/")[0]
        return any(pattern in {code, f"{family}/*"} for pattern in self.void_on)


def policy(selector: str | Path, over: Doc | None = None) -> Policy:
    """Return a policy, by name or path.

    Args:
        selector: Its name, or its path.
        over: A further document whose values replace those of the policy; None for none.

    Raises:
        UnknownName: If there is no such policy.
        RuleFileError: If it cannot be used; the error lists every problem.
    """
    return policy_of(policy_doc(selector, over))


def policy_of(doc: Doc) -> Policy:
    """Read a policy from its document.

    Raises:
        RuleFileError: If it cannot be used; the error lists every problem.
    """
    reading = _PolicyReading(doc)
    policy = reading.made()
    if reading.problems:
        raise RuleFileError(reading.problems)
    return policy


class _PolicyReading:
    """Reader of a policy's document, with the problems noted."""

    def __init__(self, doc: Doc) -> None:
        self.doc, self.data = doc, doc.data
        self.problems: list[Problem] = []
        self.unit = self._unit()

    def wrong(self, place: Place, message: str, hint: str = "", *, of_key: bool = False) -> None:
        self.problems.append(self.doc.problem(place, message, hint, of_key=of_key))

    def part(self, name: str) -> Branch:
        section = self.data.get(name)
        return section if isinstance(section, dict) else {}

    def _unit(self) -> Number:
        unit = read_number(str(self.part("fund").get("unit", 1)))
        if unit:
            return unit
        self.wrong(("fund", "unit"), "the smallest chip must be worth more than zero", 'write an amount such as unit: "1"')
        return 1

    def chips(self, *place: str) -> int:
        """Return an amount, 0 if there is none."""
        value: object = self.data
        for step in place:
            value = value.get(step) if isinstance(value, dict) else None
        chips = read_number(str(value if value is not None else 0)) / Fraction(self.unit)
        if chips.denominator != 1:
            hint = "write a multiple of `unit` under `fund`, or change `unit`"
            self.wrong(place, f"{value} is not a whole number of chips of {written(self.unit)}", hint)
        return chips.numerator // chips.denominator

    def made(self) -> Policy:
        data, window, hand, fund = self.data, self.part("window"), self.part("hand"), self.part("fund")
        for key in ("games", "window", "fund"):
            if key not in data:
                self.wrong((), f"the key '{key}' is missing", "for examples, see the policies of `dealerkit jackpot list`")
        out, goes_by = self.part("exclusions"), str(hand.get("goes_by", HIGHEST))
        as_played = hand.get("wild_cards") == "as_played"
        games = self.games(as_played=as_played)
        at_least = self.least("at_least", games, as_played=as_played)
        default = {key: str(clauses().data["settle"][key].get("default", "")) for key in ("time", "unclaimed", "odd_chips")}
        return Policy(
            doc=self.doc,
            name=str(data["promotion"]),
            title=text(data.get("title")) or str(data["promotion"]),
            games=games,
            tables=tuple(map(str, data.get("tables", ()))),
            kind=str(window.get("kind", "")),
            hours=self.hours(),
            length=self.length() if window.get("kind") == "rolling" else None,
            counts=str(window.get("counts", default["time"])),
            goes_by=goes_by,
            at_least=at_least,
            falls=self.falls(games, at_least[0], as_played=as_played),
            winner_at_least=self.least("winner_at_least", games, as_played=as_played, beaten=goes_by == BEATEN),
            own_cards=int(hand.get("own_cards", 0)),
            pair_for_four=bool(hand.get("pair_for_four", False)),
            kicker_plays=bool(hand.get("kicker_plays", False)),
            sole_winner=self.sole_winner(goes_by),
            flopped=self.flopped(games),
            as_played=as_played,
            dealt_in=int(data.get("dealt_in", 0)),
            pot=self.chips("pot"),
            pot_in_big_blinds=int(data.get("pot_in_big_blinds", 0)),
            ties=data.get("ties"),
            present=data.get("must_be_present"),
            leaver=data.get("leaver"),
            void_on=self.codes(),
            no_talk=bool(out.get("talk", False)),
            steps=tuple(self.steps()),
            contribution=self.chips("contribution", "amount") if "contribution" in data else None,
            covers=str(self.part("contribution").get("covers", "window")),
            unit=self.unit,
            seed=self.chips("fund", "seed"),
            each_window=self.each_window(),
            reserve=self.reserve(),
            prize=self.prize(),
            by_hand=self.by_hand(games, as_played=as_played),
            places=self.places(),
            to_house=fund.get("unclaimed", default["unclaimed"]) == "to_house",
            odd_to_first=fund.get("odd_chips", default["odd_chips"]) == "first",
            shares=self.shares(goes_by),
        )

    def games(self, *, as_played: bool) -> tuple[str, ...]:
        """Return the games, all of which must have the same order of hands."""
        known, orders = forms(), {}
        names = self.data.get("games", [])
        if "games" in self.data and not names:
            self.wrong(("games",), "the list of games is empty", "name at least one, such as games: [holdem]")
        for number, name in enumerate(names):
            place: Place = ("games", number)
            if name not in known:
                self.wrong(place, f"unknown game with a showdown: '{name}'", "allowed: " + ", ".join(known))
                continue
            try:
                orders[high_part(natural(name, {}, as_played=as_played)).name] = number
            except ActError as error:
                self.wrong(place, str(error), "remove this game")
        if len(orders) > 1:
            number = list(orders.values())[1]
            self.wrong(
                ("games", number),
                "this game ranks hands in a different order from the first game",
                "write a separate promotion for this game",
            )
        return tuple(map(str, names))

    def hours(self) -> Hours | None:
        """Return the fixed times; complain of times that are none, or that the kind of window has no use for."""
        window = self.part("window")
        if window.get("kind") != "fixed":
            for key in ("from", "until", "days"):
                if key in window:
                    self.wrong(
                        ("window", key),
                        f"the key '{key}' can't be used with `kind: {window.get('kind')}`",
                        f"remove '{key}'",
                        of_key=True,
                    )
            if window.get("kind") != "rolling" and "length" in window:
                what = f"the key 'length' can't be used with `kind: {window.get('kind')}`"
                self.wrong(("window", "length"), what, "remove 'length'", of_key=True)
            return None
        begin, end = _time(window.get("from", "00:00")), _time(window["until"]) if "until" in window else None
        if end == begin:
            what = "the window starts and ends at the same time"
            self.wrong(("window", "until"), what, "for the whole day, leave out `until`")
        days = frozenset(WEEK.index(day) for day in window.get("days", ()))
        return Hours(begin, end, self.length() if "length" in window else None, days)

    def length(self) -> timedelta | None:
        written = self.part("window").get("length")
        if written is None:
            self.wrong(
                ("window",), "the key 'length' is missing", "write how long a hand must hold the lead, such as length: 30 minutes"
            )
            return None
        count, unit = re.findall(r"[0-9]+|[a-z]+", written)
        if not int(count):
            self.wrong(("window", "length"), "the window has zero length", "write a time such as length: 60 minutes")
            return timedelta(hours=1)
        if int(count) > 100_000:
            self.wrong(("window", "length"), f"{written} is too long for a window", "write a time such as length: 60 minutes")
            return timedelta(hours=1)
        return timedelta(hours=int(count)) if unit.startswith("h") else timedelta(minutes=int(count))

    def least(self, key: str, games: tuple[str, ...], *, as_played: bool, beaten: bool = True) -> tuple[int, str]:
        """Return value and name of the lowest qualifying hand; 0 and empty if any hand qualifies.

        Args:
            key: The key of the policy's `hand` that says it.
            games: The games that the promotion is for.
            as_played: Whether wild cards count as they were played.
            beaten: Whether the promotion goes by a beaten hand.
        """
        hand = self.part("hand").get(key)
        if hand is None:
            return 0, ""
        if not beaten:
            self.wrong(
                ("hand", key),
                f"the key '{key}' can only be used with `goes_by: beaten`",
                f"write goes_by: beaten, or remove '{key}'",
                of_key=True,
            )
            return 0, ""
        return self.lowest(("hand", key), hand, games, as_played=as_played)

    def lowest(
        self, place: Place, hand: str, games: tuple[str, ...], *, as_played: bool, of_key: bool = False
    ) -> tuple[int, str]:
        """Return value and name of a hand that is written as cards; note a problem where the cards are not a hand.

        Args:
            place: Its place in the policy.
            hand: The hand, as `As Ks Qs Js Ts`.
            games: The games that the promotion is for.
            as_played: Whether wild cards count as they were played.
            of_key: Whether the hand is the key itself.
        """
        try:
            known = next((game for game in games if game in forms()), None)
            return least(hand, high_part(natural(known, {}, as_played=as_played))) if known else (0, "")
        except DealerkitError as error:
            self.wrong(place, str(error), "write the lowest hand that qualifies as five cards", of_key=of_key)
            return 0, ""

    def falls(self, games: tuple[str, ...], value: int, *, as_played: bool) -> tuple[LowerHand, ...]:
        """Return the lower hands that qualify as the fund grows; note a problem for one that is not below the one before.

        Args:
            games: The games that the promotion is for.
            value: The value of the hand that qualifies from the beginning; 0 for any.
            as_played: Whether wild cards count as they were played.
        """
        hands: list[LowerHand] = []
        written_down: Branch = self.part("hand").get("falls") or {}
        for amount in sorted(written_down, key=lambda amount_text: read_number(str(amount_text))):
            place: Place = ("hand", "falls", amount)
            chips = read_number(str(amount)) / Fraction(self.unit)
            hand = LowerHand(int(chips), *self.lowest(place, str(written_down[amount]), games, as_played=as_played))
            if hand.value and hand.value >= value:
                self.wrong(place, f"{hand.name} is not lower than the hand before it", "write a lower hand for a larger fund")
            hands.append(hand)
            value = hand.value or value
        return tuple(hands)

    def sole_winner(self, goes_by: str) -> bool:
        alone = bool(self.part("hand").get("sole_winner", False))
        if alone and goes_by == BEATEN:
            self.wrong(
                ("hand", "sole_winner"), "`sole_winner` can't be used with `goes_by: beaten`", "remove `sole_winner`", of_key=True
            )
        return alone

    def flopped(self, games: tuple[str, ...]) -> tuple[str, ...]:
        """Return the games in which the hand must be flopped; note a problem for one that does not take part or has no flop."""
        names = tuple(map(str, self.part("hand").get("flopped", ())))
        for number, name in enumerate(names):
            place: Place = ("hand", "flopped", number)
            if name not in games:
                self.wrong(place, f"'{name}' is not one of the promotion's games", "allowed: " + ", ".join(games))
            elif name in forms() and max(form(name).board) < FLOP:
                self.wrong(place, f"{form(name).title} has no flop", "remove this game")
        return names

    def codes(self) -> tuple[str, ...]:
        names = self.part("exclusions").get("findings", [])
        for number, code in enumerate(names):
            if not re.fullmatch(r"[a-z0-9-]+/([a-z0-9_-]+|\*)", code):
                hint = "write a code such as burn/missed, or burn/* for a whole family"
                self.wrong(("exclusions", "findings", number), f"'{code}' is not a finding's code", hint)
        return tuple(names)

    def steps(self) -> Iterator[PolicyStep]:
        for name, step in self.part("verification").items():
            yield PolicyStep(name, text(step["text"]), self.chips("verification", name, "from"), str(step.get("finding", "")))

    def each_window(self) -> int:
        if "each_window" in self.part("fund") and self.part("window").get("kind") in {"until_hit", "rolling"}:
            what = "`each_window` can only be used if windows follow the clock"
            self.wrong(("fund", "each_window"), what, "write `seed` instead", of_key=True)
        return self.chips("fund", "each_window")

    def reserve(self) -> Fraction:
        part = Fraction(self.part("fund").get("reserve", 0))
        if part > 1:
            self.wrong(("fund", "reserve"), f"{part} is more than the whole prize", "write a share such as 1/5")
        return part

    def prize(self, *place: str) -> Fraction | int:
        """Return a prize: a share of the fund, or the most that is won of it; all of it by default."""
        at = place or ("fund", "prize")
        value: object = self.data
        for step in at:
            value = value.get(step, "all") if isinstance(value, dict) else "all"
        text = str(value)
        if text == "all":
            return PART
        if re.fullmatch(r"[1-9][0-9]*/[1-9][0-9]*", text) and Fraction(text) <= 1:
            return Fraction(text)
        if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) and read_number(text):
            return self.chips(*at)
        self.wrong(at, f"'{text}' is not a prize", 'write all, a share such as "1/2", or a maximum such as "500"')
        return PART

    def by_hand(self, games: tuple[str, ...], *, as_played: bool) -> tuple[PrizeForHand, ...]:
        """Return the prizes by hand, the highest hand first."""
        prizes = [
            PrizeForHand(
                *self.lowest(("fund", "by_hand", cards), cards, games, as_played=as_played, of_key=True),
                self.prize("fund", "by_hand", cards),
            )
            for cards in self.part("fund").get("by_hand") or {}
        ]
        return tuple(sorted(prizes, key=lambda hand: -hand.value))

    def places(self) -> tuple[Fraction, ...]:
        """Return the parts of the prize for the best hands of a window; note a problem if they come to more than all of it."""
        parts = tuple(Fraction(part) for part in self.part("fund").get("places") or ())
        if sum(parts) > 1:
            self.wrong(
                ("fund", "places"),
                f"the places add up to {sum(parts)} of the prize",
                "write shares of at most 1 in all, such as [1/2, 1/3, 1/6]",
            )
        if parts and self.part("window").get("kind") == "until_hit":
            what = "`places` can't be used with `kind: until_hit`, because the first hand that qualifies wins"
            self.wrong(("fund", "places"), what, "remove `places`, or choose another kind of window", of_key=True)
        return parts

    def shares(self, goes_by: str) -> dict[str, Fraction]:
        entry = self.part("shares") or {SHARES[goes_by][0]: "1"}
        for role in entry:
            if role not in SHARES[goes_by]:
                hint = "allowed: " + ", ".join(SHARES[goes_by])
                self.wrong(("shares", role), f"'{role}' can't be used with `goes_by: {goes_by}`", hint, of_key=True)
        fractions = {role: Fraction(part) for role, part in entry.items()}
        if sum(fractions.values()) != 1:
            self.wrong(
                ("shares",),
                f"the shares add up to {sum(fractions.values())}, not to 1",
                "write shares such as {loser: 1/2, winner: 1/4, table: 1/4}",
            )
        return fractions


def _time(text: str) -> time:
    hours, _, minutes = text.partition(":")
    return time(int(hours), int(minutes))
