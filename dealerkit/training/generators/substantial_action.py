"""Substantial action: whether a misdeal can still be called, given the acts in turn and the rule set."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from random import Random

import attrs

from dealerkit.rules.games import Game, game
from dealerkit.rulings.gates import GATES
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import OneOfReply, choices

CLOSED, STILL = "closed", "open"
_REPLY = OneOfReply(choices({CLOSED: "yes, too late", STILL: "no, still in time"}, "yn"))
_OPENED = ("fold", "call", "raise")
_SAID = {"fold": "folds", "call": "calls", "raise": "raises", "check": "checks", "bet": "bets"}
NOISE = ("out of turn", "straddle", "all-in blind")


@attrs.frozen
class SubstantialActionSituation:
    """The players' acts since the forced bets.

    Attributes:
        rules: Name of the rule set in question.
        acts: The acts in turn, such as `call`.
        noise: Another event that may look like action, one of `NOISE`; empty for none.
        at: Number of acts in turn before an act out of turn.
        early: The act out of turn, if `noise` is one.
        first: The seat that acts first.
    """

    rules: str
    acts: tuple[str, ...]
    noise: str = ""
    at: int = 0
    early: str = "call"
    first: int = 3


class SubstantialAction(Generator[SubstantialActionSituation]):
    """Exercises on substantial action.

    A cell, the unit that comes back after a wrong answer, is a rule set with a sequence of acts.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the sequences of acts for each rule set of the level; the class is whether a misdeal is still possible."""
        return _cells(setting)

    def draw(self, setting: Setting, cell: str, rng: Random) -> SubstantialActionSituation | None:
        """Assign the acts to seats; at the last level add an event that is not an act in turn."""
        rules, _, rest = cell.partition(": ")
        row, _, noise = rest.partition("; ")
        acts = () if row == "nothing yet" else tuple(row.split(", "))
        posted = noise in ("straddle", "all-in blind") or bool(_brought_in(setting))
        chips = posted or any(act in ("bet", "call", "raise") for act in acts)
        early = rng.choice(("fold", "call", "raise") if chips else ("fold", "check", "bet"))
        return SubstantialActionSituation(rules, acts, noise, rng.randint(0, len(acts)), early, rng.randint(3, 5))

    def question(self, setting: Setting, given: SubstantialActionSituation) -> Question:
        """Describe the acts, and ask whether the time for a misdeal is over."""
        forced = _brought_in(setting) or ("the antes" if {"check", "bet"} & set(given.acts) else "the blinds")
        lines = [f"{_title(setting, given.rules)}. The cards are out, {forced} are in."]
        seat = given.first
        if given.noise == "all-in blind":
            lines.append("The big blind, seat 2, is all-in with it.")
        elif given.noise == "straddle":
            lines.append(f"Seat {seat} has posted a straddle.")
            seat += 1
        for number in range(len(given.acts) + 1):
            if given.noise == "out of turn" and number == given.at:
                lines.append(f"Seat 9 {_SAID[given.early]} out of turn; it is seat {seat}'s turn.")
            if number < len(given.acts):
                lines.append(f"Seat {seat} {_SAID[given.acts[number]]}.")
                seat += 1
        if not given.acts and not given.noise:
            lines.append(f"Seat {seat} is still thinking.")
        return Question(tuple(lines), "Has there been enough action that a misdeal can no longer be called?", _REPLY)

    def key(self, setting: Setting, given: SubstantialActionSituation) -> Key:
        """Return whether it is too late for a misdeal, by the rule set's own definition."""
        gate = _gate(setting, given.rules)
        closed = GATES[f"{gate}_reached"](given.acts)
        acts_said = ", ".join(given.acts) or "nothing"
        meant = _game(setting, given.rules).answers()["gate"]
        lines = [f"Action in turn: {acts_said}.", f"These rules require {meant}."]
        if given.noise:
            lines.append(_WHY_NOT[given.noise])
        wrong = ("deal/misdeal-after-gate",) if closed else ("floor/next-hand-started",)
        rules = setting.cited("the gate in force" if _in_force(setting, given.rules) else "the gate of another set")
        return Key((CLOSED if closed else STILL,), rules, tuple(lines), wrong)

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the definition of substantial action under each rule set of the level."""
        return tuple(f"{_title(setting, name)}: {_game(setting, name).answers()['gate']}" for name in setting.told("sets", []))


_WHY_NOT = {
    "out of turn": "Action out of turn does not count.",
    "straddle": "A straddle is a forced bet, like a blind, and does not count.",
    "all-in blind": "Posting a blind does not count, all-in or not.",
}


@functools.lru_cache(maxsize=32)
def _cells(setting: Setting) -> Mapping[str, str]:
    cells, opened = {}, bool(_brought_in(setting))
    for rules in setting.told("sets", []):
        gate = GATES[f"{_gate(setting, rules)}_reached"]
        for row in _rows():
            if opened and {"check", "bet"} & set(row):
                continue
            for noise in NOISE[: 1 if opened else None] if setting.told("noise") else ("",):
                if noise in ("straddle", "all-in blind") and row[:1] and row[0] in ("check", "bet"):
                    continue
                name = f"{rules}: {', '.join(row) or 'nothing yet'}" + f"; {noise}" * bool(noise)
                cells[name] = CLOSED if gate(row) else STILL
    return cells


def _brought_in(setting: Setting) -> str:
    """Return the chips put in before the acts, if a bring-in opens the game; else an empty text."""
    return str(setting.told("bring_in", {}).get(setting.game.id, ""))


@functools.cache
def _rows() -> tuple[tuple[str, ...], ...]:
    """Return sequences of up to three possible acts: with a blind to match, or with nothing to match before a bet."""
    rows: dict[tuple[str, ...], None] = {(): None}
    for many in (1, 2, 3):
        for row in itertools.product(_OPENED, repeat=many):
            rows[row] = None
        for row in itertools.product(("check", "fold", "bet", "call", "raise"), repeat=many):
            at = row.index("bet") if "bet" in row else many
            if all(act in ("check", "fold") for act in row[:at]) and all(act in _OPENED for act in row[at + 1 :]):
                rows[row] = None
    return tuple(rows)


def _game(setting: Setting, rules: str) -> Game:
    """Return the game under a rule set: with its own options, if that set is in force or the house's set extends it."""
    return setting.game if _in_force(setting, rules) else game(setting.game.id, rules)


def _in_force(setting: Setting, rules: str) -> bool:
    """Return whether a rule set is the one, among those in question, that is nearest to the set in force."""
    return next((name for name in setting.chain if name in setting.told("sets", [])), "") == rules


def _gate(setting: Setting, rules: str) -> str:
    return str(_game(setting, rules).options["gate"])


def _title(setting: Setting, rules: str) -> str:
    rules_ = _game(setting, rules).rules
    return rules_.title if rules_ is not None else rules


GENERATOR = SubstantialAction()
