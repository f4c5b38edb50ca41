"""Differences from the clean round after a slip without a finding, and the rules that allow them.

`allowed.yaml` lists the acts that may be left out, repeated, moved to another time or done in another way. Any other slip
without a finding is one that the table misses.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import attrs

from dealerkit.felt import Act
from dealerkit.felt.acts import is_seat
from tests.obedience.campaign import Outcome, resolved
from tests.yaml_files import data_of

HOWS = LEFT_OUT, AGAIN, BESIDES, INSTEAD, ELSEWHERE = "left_out", "again", "besides", "instead", "elsewhere"
"""Kinds of difference from the clean round: an act is missing; it occurs once more; an act occurs that is not there at all, in
addition to the others or in place of one with its verb; an act occurs at another time.
"""
Difference = tuple[str, tuple[tuple[Act, ...], ...]]
"""The kind of difference, and the acts that may be its cause: all of one group must be allowed."""


@attrs.frozen
class Allowed:
    """Acts that may differ from the clean round.

    Attributes:
        acts: The first words of the acts; `s*` is any seat, `#` any number, `{button}` the seat with the button.
        may: The allowed kinds of difference, from the words above.
        games: Families of games, or games by their ids.
        rule: The rule of the ledger that allows it.
        reason: The rule's content, or the reasoning.
        rules: The rule sets for which it applies; empty for all.
        beside: The first words of another act that must differ too; empty for none.
    """

    acts: tuple[str, ...] = attrs.field(converter=tuple)
    may: frozenset[str] = attrs.field(converter=frozenset)
    games: frozenset[str] = attrs.field(converter=frozenset)
    rule: str
    reason: str
    rules: tuple[str, ...] = attrs.field(default=(), converter=tuple)
    beside: str = ""

    def covers(self, how: str, act: Act, outcome: Outcome) -> bool:
        """Return whether an act may differ in this way in this game."""
        setting = outcome.trial.clean.setting
        game = resolved(setting.game, setting.rules)
        if how not in self.may or self.games.isdisjoint((game.id, game.family)):
            return False
        if self.rules and setting.rules not in self.rules:
            return False
        if self.beside and not any(_says(self.beside, other, outcome) for other in _acts_of(outcome)):
            return False
        return any(_says(words, act, outcome) for words in self.acts)


def _acts_of(outcome: Outcome) -> list[Act]:
    """Return every act in which the round of a slip differs from the clean one."""
    return [act for _, groups in differences(outcome) for group in groups for act in group]


def _says(said: str, act: Act, outcome: Outcome) -> bool:
    """Return whether an act begins with these words."""
    words, names = said.split(), act.text.split()
    button = _button(outcome) if "{button}" in words else ""
    fits = {"s*": is_seat, "#": str.isdigit, "{button}": button.__eq__}
    return len(names) >= len(words) and all(fits.get(word, word.__eq__)(name) for word, name in zip(words, names, strict=False))


def _button(outcome: Outcome) -> str:
    """Return the seat with the button at the slip."""
    made = outcome.trial.clean
    moves = [act.to[0] for act in made.acts[: outcome.trial.at] if act.who == "d" and act.verb == "button"]
    return moves[-1] if moves else f"s{made.setting.table().felt.button}"


@functools.cache
def entries() -> tuple[Allowed, ...]:
    """Return all entries."""
    read = data_of(Path(__file__).parent / "allowed.yaml")
    return tuple(Allowed(**entry) for entry in read)


def differences(outcome: Outcome) -> list[Difference]:
    """Return the differences of the round of a slip without a finding from the clean one; empty if only the grouping differs,
    such as two cards in one act or in two.
    """
    trial = outcome.trial
    made, number = trial.clean, trial.clean.round_of(trial.at)
    since = made.ends[number - 1] if number else 0
    clean = _one_by_one(made.acts[since : made.ends[number]])
    got = _one_by_one(_of_the_round(outcome, since))
    if trial.kind == "count" and _begins_alike(made.acts[trial.at :], outcome.record[trial.at :]):
        return []
    moved = _moved(outcome)
    if _course(clean) != _course(got):
        return [moved]  # other cards, and other acts because of them: only the slip itself can be judged
    missing, more = Counter(clean) - Counter(got), Counter(got) - Counter(clean)
    found: list[Difference] = []
    for act in more.elements():
        like = next((due for due in missing.elements() if due.verb == act.verb), None)
        if like is not None:
            missing -= Counter((like,))
        how = INSTEAD if like is not None else AGAIN if act in clean else BESIDES
        found.append((how, ((act,),)))
    found += [(LEFT_OUT, ((act,),)) for act in missing.elements()]
    return found or ([] if clean == got else [moved])


def _of_the_round(outcome: Outcome, since: int) -> list[Act]:
    """Return the acts of the round with the slip, without acts of the next round before the round's end was known."""
    made, end = outcome.trial.clean, outcome.trial.clean.ends[outcome.trial.clean.round_of(outcome.trial.at)]
    acts = [Act.parse(text) for text in outcome.record[since : outcome.ended or None]]
    after = made.acts[end : end + 3] or made.acts[since : since + 3]  # the next round begins like this one
    more = next((many for many in range(len(after), 0, -1) if acts[-many:] == list(after[:many])), 0)
    return acts[: len(acts) - more]


def _moved(outcome: Outcome) -> Difference:
    """Return the act that was passed over, or the acts before it in its place."""
    trial = outcome.trial
    order = trial.clean.acts[trial.at :]
    right = next((at for at, (act, due) in enumerate(zip(trial.wrong, order, strict=False)) if act is not due), 0)
    return ELSEWHERE, ((order[right],), tuple(act for act in trial.wrong[right:] if act is not order[right]))


def _one_by_one(acts: Sequence[Act]) -> list[Act]:
    """Return the acts without announcements of cards, with each card in an act of its own."""
    single: list[Act] = []
    for plain in _as_they_lie(acts):
        if plain.who == "d" and plain.verb in ("deal", "burn") and plain.n is not None:
            single += [Act.make("d", plain.verb, *plain.to, face=plain.face)] * plain.count
        else:
            single.append(plain)
    return single


def _as_they_lie(acts: Sequence[Act]) -> list[Act]:
    """Return the acts without announcements of cards; cards dealt face down and turned up by the very next act count as dealt
    face up (FTR-05, CA-14).
    """
    lying: list[Act] = []
    for act in acts:
        last = lying[-1] if lying else act
        if last.verb == "deal" and last.face == "down" and act.plain.text == " ".join(("d turn", *last.to)):
            lying[-1] = Act.make(last.who, "deal", *last.to, n=last.n)
        else:
            lying.append(act.plain)
    return lying


def _begins_alike(clean: Sequence[Act], got: Sequence[str]) -> bool:
    """Return whether equally many cards went to the same place, in any grouping."""
    cards = max(clean[0].count, Act.parse(got[0]).count)
    return _one_by_one(clean)[:cards] == _one_by_one([Act.parse(text) for text in got])[:cards]


def _course(acts: Sequence[Act]) -> list[Act]:
    """Return the dealt cards and the players' acts, in order."""
    return [act for act in acts if act.seat or act.verb in ("deal", "burn")]


def rule_for(difference: Difference, outcome: Outcome) -> Allowed | None:
    """Return the entry that allows a difference; None if none does."""
    how, groups = difference
    for group in groups:
        found = [next((entry for entry in entries() if entry.covers(how, act, outcome)), None) for act in group]
        if found and None not in found:
            return found[0]
    return None


def told_of(difference: Difference) -> str:
    """Return a difference as text."""
    how, groups = difference
    return f"{how.replace('_', ' ')} " + " or ".join("; ".join(act.text for act in group) for group in groups)


def not_allowed(outcome: Outcome) -> list[Difference]:
    """Return the differences that no rule allows after a slip without a finding; empty if there are none."""
    return [one for one in differences(outcome) if rule_for(one, outcome) is None] if outcome.unfound else []
