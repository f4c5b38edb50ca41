"""Promotions: whether a claim to the prize qualifies, the clauses it fails, who holds the prize, and the steps still open."""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.jobs.promotions.book import Memory
from dealerkit.jobs.promotions.claim_form import ToldClaim, read
from dealerkit.jobs.promotions.claims import Asked
from dealerkit.jobs.promotions.clauses import answers
from dealerkit.jobs.promotions.hands import high_part
from dealerkit.jobs.promotions.policy import Policy, policy
from dealerkit.jobs.promotions.run import PromotionRun
from dealerkit.jobs.promotions.winners import unsettled
from dealerkit.jobs.promotions.words import asked as catalogue
from dealerkit.rules.games import game as load
from dealerkit.rules.rankings import form
from dealerkit.rules.sets import catalogue as findings
from dealerkit.rules.texts import text
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.poker_pack import value_of
from dealerkit.training.replies import AnyOfReply, Choice, OneOfReply, Reply, choices

FIRST, SECOND, BOTH, NOBODY = "first", "second", "both", "nobody"
_KEYS = "abcdefghijklm"
_PACK = [letter + suit for letter in "23456789TJQKA" for suit in "cdhs"]
_DAY = datetime(2026, 3, 2, tzinfo=UTC)


@attrs.frozen
class JackpotSituation:
    """One claim to a prize, or two.

    Attributes:
        policy: The name of the promotion.
        kind: The cell it was drawn for.
        hole: The player's own cards.
        board: The board cards.
        other: The other hand at the showdown.
        game: The game.
        players: The number of players dealt in.
        pot: The amount in the pot.
        minutes: Time of tabling the hand, in minutes since midnight.
        codes: The codes of the findings in that hand.
        talk: Whether players talked about the promotion.
        shown_down: Whether there was a showdown.
        clause: The clause in question; empty for all.
        later: Minutes until an equal hand was tabled; 0 for none.
        left: Number of the holder who left before the end, 1 or 2; 0 for neither.
        fund: The prize, if the paperwork is asked about; else 0.
    """

    policy: str
    kind: str
    hole: tuple[str, ...]
    board: tuple[str, ...]
    other: tuple[str, ...]
    game: str
    players: int = 6
    pot: int = 100
    minutes: int = 900
    codes: tuple[str, ...] = ()
    talk: bool = False
    shown_down: bool = True
    clause: str = ""
    later: int = 0
    left: int = 0
    fund: int = 0


class Jackpot(Generator[JackpotSituation]):
    """Exercises on claims to a high-hand or bad-beat prize.

    A cell, the unit that comes back after a wrong answer, is a promotion with a kind of claim: a valid one, or one that fails
    certain clauses.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the level's kinds of claim, for each promotion with the clauses for them; the class is the verdict."""
        verdicts: dict[str, str] = {}
        for name in setting.told("policies"):
            policy_ = _policy(name)
            for kind in setting.told("kinds"):
                clauses = setting.told("fails").get(kind, ())
                goes_by = setting.told("of", {}).get(kind, policy_.goes_by)
                if goes_by != policy_.goes_by or not set(clauses) <= set(_clauses(policy_)) or not _is_settled(policy_, kind):
                    continue
                if setting.told("ask") == "one":
                    if clauses:
                        verdicts |= {f"{name}, {kind}": "no", f"{name}, {kind}, in order": "yes"}
                else:
                    verdicts[f"{name}, {kind}"] = setting.told("classes", {}).get(kind, "fails" if clauses else "stands")
        return verdicts

    def draw(self, setting: Setting, cell: str, rng: Random) -> JackpotSituation | None:
        """Make a valid claim and give it the cell's defect; None if this attempt gave none."""
        name, kind, *order = cell.split(", ")
        policy_ = _policy(name)
        clauses = setting.told("fails").get(kind, ())
        spoiled = kind if not order else "stands"
        cards = _cards(policy_, spoiled, rng)
        if cards is None:
            return None
        hole, board, other = cards
        given = JackpotSituation(name, kind, hole, board, other, policy_.games[0], rng.randint(max(policy_.dealt_in, 3), 9))
        given = attrs.evolve(given, pot=_least_pot(policy_) + rng.randint(0, 40), minutes=rng.randint(14 * 60, 22 * 60))
        given = _spoiled(setting, policy_, spoiled, given, rng)
        if setting.told("ask") == "one":
            given = attrs.evolve(given, clause=rng.choice(list(clauses)))
        return given

    def question(self, setting: Setting, given: JackpotSituation) -> Question:
        """Ask about one clause, about all failed clauses, for the holder of the prize, or for the steps due."""
        policy_ = _policy(given.policy)
        lines = _claim_lines(policy_, given)
        reply: Reply
        if given.clause:
            title = str(catalogue()[given.clause]["title"]).lower()
            return Question(tuple(lines), f"Is this clause met: {title}?", OneOfReply(choices(["yes", "no"])))
        if given.later or given.left:
            reply = OneOfReply(
                choices({FIRST: "the first", SECOND: "the second", BOTH: "both share the prize", NOBODY: "nobody"}, "12sn")
            )
            return Question(tuple(lines), "Who gets the prize?", reply)
        if given.fund:
            reply = AnyOfReply(tuple(Choice(key, step.name, step.text) for key, step in zip(_KEYS, policy_.steps, strict=False)))
            return Question(tuple(lines), "The claim qualifies. What has to be confirmed before the prize is paid?", reply)
        reply = AnyOfReply(
            tuple(Choice(key, name, title) for key, (name, title) in zip(_KEYS, _clauses(policy_).items(), strict=False))
        )
        return Question(tuple(lines), "Which clauses fail? If none, the claim is eligible.", reply)

    def key(self, setting: Setting, given: JackpotSituation) -> Key:
        """Return the verdict by the promotion's own clauses."""
        policy_ = _policy(given.policy)
        if given.later or given.left:
            return _holder(setting, policy_, given)
        run, asked = _asked(policy_, given)
        by_clause = {
            answer.clause: answer for answer in answers(policy_, asked, run) if not answer.clause.startswith("verification")
        }
        if given.clause:
            met = by_clause[given.clause].answer == "yes"
            cited = tuple(catalogue()[given.clause]["cite"])
            return Key(
                ("yes" if met else "no",), cited, (_named(by_clause[given.clause].said, given),), _codes(setting, (given.clause,))
            )
        if given.fund:
            due = [step for step in policy_.steps if _worth(policy_, given.fund) >= step.least]
            limits = [f"{step.text.rstrip('.')}: from {policy_.money(step.least)}." for step in policy_.steps if step.least]
            line = f"The prize is {given.fund}; every step required for this prize is open until confirmed."
            names = " ".join(step.name for step in due) or AnyOfReply.NONE
            codes = tuple(dict.fromkeys(step.finding for step in policy_.steps if step.finding))
            return Key((names,), setting.cited("papers"), (line, *limits[:2]), codes or ("jackpot/hand-not-frozen",))
        failed = [name for name in _clauses(policy_) if name in by_clause and by_clause[name].answer == "no"]
        lines = [_named(by_clause[name].said, given) for name in failed] or ["Every clause is met: the claim is eligible."]
        cited = tuple(dict.fromkeys(rule for name in failed for rule in catalogue()[name]["cite"])) or setting.drill.cite
        return Key((" ".join(failed) or AnyOfReply.NONE,), cited, tuple(lines), _codes(setting, failed))

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the clauses that apply to a claim."""
        policy_ = [_policy(name) for name in setting.told("policies")]
        return tuple(
            f"{policy__.title}: {', '.join(title.lower() for title in _clauses(policy__).values())}" for policy__ in policy_
        )


_policy = functools.cache(policy)


def _clauses(policy_: Policy) -> dict[str, str]:
    """Return the titles of those clauses of a policy that a hand can be checked against, by name."""
    asked = {
        "showdown": True, "game": True, "window": policy_.hours is not None,
        "dealt_in": bool(policy_.dealt_in), "pot": bool(policy_.pot),
        "hand": bool(policy_.at_least[0]), "beaten_by": policy_.goes_by == "beaten", "own_cards": bool(policy_.own_cards),
        "pair_for_four": policy_.pair_for_four, "irregularities": bool(policy_.void_on), "talk": policy_.no_talk,
    }  # fmt: skip
    return {name: str(entry["title"]) for name, entry in catalogue().items() if asked.get(name)}


def _is_settled(policy_: Policy, kind: str) -> bool:
    """Return whether the policy has the clause that a kind of claim is about."""
    if kind in ("equal hands", "two hands"):
        return policy_.goes_by == "highest" and policy_.ties is not None and policy_.kind == "fixed"
    if kind.endswith("has left"):
        return (
            policy_.goes_by == "highest"
            and policy_.kind == "fixed"
            and policy_.present == "at_the_end"
            and policy_.leaver == "next"
        )
    if kind.startswith("papers"):
        return bool(policy_.steps) and policy_.contribution is None
    return kind != "outside the time" or policy_.hours is not None


def _least_pot(policy_: Policy) -> int:
    return int(Decimal(policy_.money(policy_.pot).replace(",", "") or 0)) if policy_.pot else 20


def _worth(policy_: Policy, amount: int) -> int:
    """Return an amount in smallest chips."""
    return int(Decimal(amount) / Decimal(str(policy_.unit)))


def _asked(policy_: Policy, given: JackpotSituation) -> tuple[PromotionRun, Asked]:
    """Return the running promotion, and the claim as the promotion reads it."""
    asked = read(_claim_form(given, given.hole, given.board), policy_)
    return _running(given.policy), attrs.evolve(asked, time=_at(given.minutes))


@functools.cache
def _running(name: str) -> PromotionRun:
    return _opened(_policy(name), _DAY - timedelta(days=2)).run


def _opened(policy_: Policy, at: datetime) -> Memory:
    """Return a promotion that was opened at a given time."""
    book = Memory(policy_, "UTC", at)
    book.acts.open(policy_, "kept", "UTC")
    return book


def _at(minutes: int) -> datetime:
    return _DAY + timedelta(minutes=minutes)


def _claim_form(given: JackpotSituation, hole: Sequence[str], board: Sequence[str], seat: int = 1) -> ToldClaim:
    other = {9: " ".join(given.other)} if given.other and not given.later else {}
    return ToldClaim(
        given.game, " ".join(hole), " ".join(board), other, table=f"T{seat}", seat=seat, shown_down=given.shown_down,
        players=given.players, pot=str(given.pot), codes=given.codes, talk=given.talk,
    )  # fmt: skip


def _holder(setting: Setting, policy_: Policy, given: JackpotSituation) -> Key:
    """Claim both hands, let a holder leave if the situation has it, and return the holder of the window as the key."""
    book = _opened(policy_, _at(given.minutes // 60 * 60))
    book.now = _at(given.minutes)
    book.acts.claim(read(_claim_form(given, given.hole, given.board), policy_), {})
    book.now = _at(given.minutes + given.later)
    book.acts.claim(read(_claim_form(given, given.other[:2], given.other[2:], 2), policy_), {})
    if given.left:
        book.now += timedelta(minutes=1)
        book.acts.leave("", f"T{given.left}", given.left)
    decision = unsettled(book.run)
    numbers = sorted(claim.number for claim in decision.holders)
    answer = {(1,): FIRST, (2,): SECOND, (1, 2): BOTH, (): NOBODY}[tuple(numbers)]
    names = [
        read(_claim_form(given, cards[:2], cards[2:]), policy_).worth.name for cards in (given.hole + given.board, given.other)
    ]
    lines = [f"The first hand is {names[0]}, the second {names[1]}.", *decision.said]
    return Key((answer,), setting.cited("window"), tuple(lines), ("jackpot/wrong-window",))


def _codes(setting: Setting, clauses: Sequence[str]) -> tuple[str, ...]:
    """Return the findings for accepting a claim that a clause excludes, or for refusing a valid one."""
    codes: Mapping[str, str] = setting.told("codes")
    return tuple(dict.fromkeys(codes.get(name, codes["any"]) for name in clauses)) or (codes["any"],)


def _claim_lines(policy_: Policy, given: JackpotSituation) -> list[str]:
    """Return the policy in short, and the recorded hand, as lines."""
    data = policy_.doc.data
    lines = [f"{policy_.title}: {data['summary']}"]
    wants = (
        [f"{count_of(policy_.own_cards, 'hole card')} must play", "four of a kind needs a pocket pair"]
        if policy_.own_cards
        else []
    )
    wants += [f"{policy_.dealt_in} dealt in"] if policy_.dealt_in else []
    wants += [f"{policy_.money(policy_.pot)} in the pot"] if policy_.pot else []
    least = f"Minimum hand {data['hand']['at_least']}; " if "at_least" in data["hand"] else ""
    lines.append(f"{least}{', '.join(wants)}; games: {', '.join(load(name).title for name in policy_.games)}.")
    if policy_.hours is not None:
        lines.append(f"Hours {data['window']['from']} to {data['window']['until']}.")
    void = [pattern.removesuffix("/*") for pattern in policy_.void_on] + ["talk"] * policy_.no_talk
    if void and not given.fund and not given.later:
        lines.append(f"The claim is void after findings of: {', '.join(void)}.")
    if given.fund:
        limits = [f"{step.text.rstrip('.')} (from {policy_.money(step.least)})" for step in policy_.steps if step.least]
        return _wrapped([*lines, *limits, f"The prize is {given.fund}."])
    lines.append("")
    if given.later:
        lines.append(f"{_clock(given.minutes)}  {' '.join(given.hole)} on {' '.join(given.board)}")
        lines.append(f"{_clock(given.minutes + given.later)}  {' '.join(given.other[:2])} on {' '.join(given.other[2:])}")
        lines += (
            [f"The {('first', 'second')[given.left - 1]} player has left and is not back when the period ends."]
            if given.left
            else []
        )
        return _wrapped(lines)
    tabled = f"{' '.join(given.hole)} on {' '.join(given.board)}, tabled at {_clock(given.minutes)}"
    lines.append(f"{tabled}; game: {load(given.game).title}.")
    if given.other:
        lines.append(f"The other hand: {' '.join(given.other)}.")
    lines.append(f"{given.players} dealt in, {given.pot} in the pot, {'showdown' if given.shown_down else 'no showdown'}.")
    lines.append(
        f"Findings in the hand: {', '.join(map(_title, given.codes)) or 'none'}. Talk: {'yes' if given.talk else 'none'}."
    )
    return _wrapped(lines)


def _title(code: str) -> str:
    """Return the title of a finding."""
    title = text(findings().findings.data["findings"][code]["title"])
    return title[:1].lower() + title[1:]


def _named(words: str, given: JackpotSituation) -> str:
    """Return a sentence with the findings' titles instead of their codes."""
    for code in given.codes:
        words = words.replace(code, _title(code))
    return words


def _wrapped(lines: Sequence[str]) -> list[str]:
    return [part for line in lines for part in (textwrap.wrap(line, 75) or [""])]


def _clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


# -- claims of a cell ---------------------------------------------------------------------------------------------------


def _of(letter: str, many: int, rng: Random) -> list[str]:
    return rng.sample([letter + suit for suit in "cdhs"], many)


def _cards(policy_: Policy, kind: str, rng: Random) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]] | None:
    """Return own cards, board and the other hand of a claim: a valid one, or one with the defect of the kind; None if that is
    impossible.
    """
    letters = "23456789TJQKA"
    if policy_.goes_by == "beaten":
        low, high = sorted(rng.sample(range(6, 13), 2))
        if kind == "a hand that is too low":
            low, high = sorted(rng.sample(range(6), 2)) if rng.random() < 0.5 else (rng.randrange(6), high)
        mine, theirs = _of(letters[low], 4, rng), _of(letters[high], 4, rng)
        under = kind == "one own card in the winning hand"  # a kicker of the player's own may not play there
        sides = [letter for letter in (letters[:low] if under else letters) if letter not in (letters[low], letters[high])]
        if not sides:
            return None
        side = rng.choice(sides)
        if under:
            return tuple(mine[:2]), (*theirs[:3], *mine[2:]), (theirs[3], *_of(side, 1, rng))
        hands = (mine, theirs) if kind != "a hand that nothing beats" else (theirs, mine)
        return tuple(hands[0][:2]), (*mine[2:], *theirs[2:], *_of(side, 1, rng)), tuple(hands[1][:2])
    four, side = rng.sample(letters, 2)
    if kind == "one own card":
        suit, start = rng.choice("cdhs"), rng.randrange(8)
        row = [letter + suit for letter in letters[start : start + 5]]
        own = row.pop(rng.randrange(5))
        rest = rng.sample([card for card in _PACK if card[1] != suit and card[0] not in letters[start : start + 5]], 2)
        return (own, rest[0]), (*row, rest[1]), ()
    if kind == "no pair for the four":
        four, kicker = rng.choice(letters[:11]), rng.choice("KA")
        cards = _of(four, 4, rng)
        rest = rng.sample([card for card in _PACK if card[0] in letters[:11] and card[0] != four], 2)
        return (cards[3], *_of(kicker, 1, rng)), (*cards[:3], *rest), ()
    if kind == "a hand that is too low":
        three, pair, *rest = rng.sample(letters[:11], 4)
        cards, twos = _of(three, 3, rng), _of(pair, 2, rng)
        return tuple(cards[:2]), (cards[2], *twos, *[each for letter in rest for each in _of(letter, 1, rng)]), ()
    cards = _of(four, 4, rng)
    rest = rng.sample([card for card in _PACK if card[0] != four], 3)
    return tuple(cards[:2]), (*cards[2:], *rest), ()


def _spoiled(setting: Setting, policy_: Policy, kind: str, given: JackpotSituation, rng: Random) -> JackpotSituation:
    """Return a claim with its cell's defect, if that is not in the cards."""
    changes: dict[str, Any] = {}
    if kind in ("too few dealt in", "too few dealt in and too small a pot"):
        changes["players"] = max(2, policy_.dealt_in - 1)
    if kind in ("too small a pot", "too few dealt in and too small a pot"):
        changes["pot"] = _least_pot(policy_) - rng.randint(1, 5)
    if kind == "talk":
        changes["talk"] = True
    if kind == "no showdown":
        changes["shown_down"] = False
    if kind == "outside the time":
        changes["minutes"] = rng.randint(5 * 60, 11 * 60)
    if kind in setting.told("outside", {}):
        changes["game"] = setting.told("outside")[kind]
    if kind in setting.told("found", {}):
        changes["codes"] = (rng.choice(setting.told("found")[kind]),)
    if kind.startswith("papers"):
        limit = max(step.least for step in policy_.steps)
        whole = int(Decimal(policy_.money(limit).replace(",", "")))
        changes["fund"] = rng.randint(whole, 3 * whole) if "large" in kind else rng.randint(whole // 5, whole - 1)
    if kind in ("equal hands", "two hands") or kind.endswith("has left"):
        changes |= _second(policy_, kind, given, rng)
    return attrs.evolve(given, **changes)


def _second(policy_: Policy, kind: str, given: JackpotSituation, rng: Random) -> dict[str, object]:
    """Return a second hand in the same window: an equal one, or another that qualifies."""
    minutes = given.minutes // 60 * 60 + rng.randint(0, 20)
    changes: dict[str, object] = {"minutes": minutes, "later": rng.randint(5, 30), "other": given.hole + given.board}
    if kind.startswith("equal hands"):
        return changes
    again = _cards(policy_, "stands", rng)
    assert again is not None
    cards, high = again[0] + again[1], high_part(form(policy_.games[0]))
    mine, theirs = (value_of(high, cards_) for cards_ in (given.hole + given.board, cards))
    if theirs != mine:
        changes["other"] = cards
    if kind.endswith("has left"):
        holder = 2 if theirs > mine else 1
        changes["left"] = holder if theirs == mine or kind == "the holder has left" else 3 - holder
    return changes


GENERATOR = Jackpot()
