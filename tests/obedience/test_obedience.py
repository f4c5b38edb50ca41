"""After any slip, finding, floor, hint, due act and menu agree, and whoever obeys them ends the round with no further finding and
every chip where it belongs. A slip that is not found is counted, never taken back. `bench/obedience.py` tries every slip.

What fails today stands in `known.yaml`, what no rule can mend in `meant.yaml`; anything else fails here. The id of a slip in a
message makes it again: `python bench/obedience.py --replay ID`.
"""

from __future__ import annotations

import functools
import math
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from dealerkit.rules.games import games
from tests.obedience.campaign import (
    Clean,
    Outcome,
    Setting,
    Trial,
    clean,
    plausible,
    rule_sets_of,
    run,
    settings,
    trial_of,
    trials,
)
from tests.obedience.slips import KINDS
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

HERE = Path(__file__).parent
_MOMENTS = 2
"""So many dealer's acts are tried at each game in the everyday suite, and so many slips at each."""
_SLIPS = 5
_MOST_MEANT = 0.01
"""The share of the kinds of slip, at most, that may be told apart as what cannot be mended."""


@functools.cache
def data(name: str) -> Any:
    """A data file beside this one."""
    return yaml.safe_load((HERE / name).read_text(encoding="utf-8"))


@functools.cache
def known() -> dict[str, str]:
    """What fails today: each signature with its cause."""
    return {signature: cause for cause, signatures in (data("known.yaml") or {}).items() for signature in signatures}


@functools.cache
def meant() -> dict[str, str]:
    """What cannot be mended: each signature with the rule that says so."""
    return {entry["signature"]: entry["rule"] for entry in data("meant.yaml") or []}


def sample(made: Clean) -> Iterator[Trial]:
    """Some slips of a table: at a few of the dealer's acts, of each kind about as many."""
    rng = random.Random(str(made.setting))
    moments = made.moments()
    tried: Counter[str] = Counter()
    for at in sorted(rng.sample(moments, min(_MOMENTS, len(moments)))):
        found = trials(made, at)
        rng.shuffle(found)
        found.sort(key=lambda trial: tried[trial.kind])
        chosen = {trial.kind: trial for trial in reversed(found)}
        for trial in list(chosen.values())[:_SLIPS]:
            tried[trial.kind] += 1
            yield trial


def told(outcome: Outcome) -> str:
    """What to say of a failure."""
    trial, first = outcome.trial, outcome.failures[0]
    then = f"{first.what} {first.why} at '{first.act}'"
    return f"{trial.id}: '{trial.done}' for '{trial.due}', then {then} [{outcome.signature}]"


def check(outcomes: list[Outcome], name: str) -> None:
    """Print what was tried, and fail on what is neither known nor meant."""
    made = [outcome for outcome in outcomes if not outcome.refused]
    unfound = sum(outcome.unfound for outcome in made)
    failing = [outcome for outcome in made if outcome.failures]
    print(f"{name}: {len(made)} slips tried, {unfound} not found, {len(failing)} failing")
    assert made, f"no slip can be made at {name}"
    new = [told(outcome) for outcome in failing if outcome.signature not in known() and outcome.signature not in meant()]
    assert not new, "\n".join(new)


def tables() -> list[Setting]:
    """A table of every game under one rule set after the other; in a campaign one under every one, or more."""
    if LONG:
        return list(settings(-(-LONG // 20)))
    rules = {name: rule_sets_of(name) for name in games()}
    return [Setting(name, sets[at % len(sets)], 0) for at, (name, sets) in enumerate(rules.items())]


@pytest.mark.sample(3)
@pytest.mark.parametrize("setting", tables(), ids=str)
def test_whoever_obeys_after_a_slip_is_not_accused_again(setting: Setting) -> None:
    """Some slips of every game."""
    made = clean(setting)
    check([run(trial) for trial in sample(made)], str(setting))


@pytest.mark.sample(3)
@pytest.mark.parametrize("setting", tables(), ids=str)
def test_a_plausible_slip_is_found(setting: Setting) -> None:
    """At once, or when its deadline has passed; or it stands in the list of what is meant."""
    made = clean(setting)
    moments = made.moments()
    moments = random.Random(f"{setting}/plausible").sample(moments, min(_MOMENTS - 1, len(moments)))
    outcomes = [run(trial) for at in moments for trial in plausible(made, at)]
    tried = [outcome for outcome in outcomes if not outcome.refused]
    missed = [outcome for outcome in tried if outcome.unfound]
    listed = [outcome for outcome in missed if outcome.unfound_signature in meant()]
    print(f"{setting}: {len(tried)} plausible slips tried, {len(missed)} not found, {len(listed)} of them meant")
    new = [f"'{it.trial.done}' for '{it.trial.due}' [{it.unfound_signature}]" for it in missed if it not in listed]
    assert not new, "\n".join(new)


def test_a_slip_is_made_again_by_its_id() -> None:
    """What a message names can be replayed, and comes to the same."""
    made = clean(Setting("mini-baccarat", "us", 0))
    for trial in list(sample(made))[:3]:
        again = trial_of(trial.id)
        assert again.wrong == trial.wrong
        assert run(again).record == run(trial).record


def test_what_cannot_be_mended_is_little() -> None:
    """Every entry names a rule and a reason, and they are about one in a hundred of the kinds of slip, rounded up."""
    entries = data("meant.yaml") or []
    for entry in entries:
        assert entry.keys() == {"signature", "rule", "reason"}, entry
    whole = len(KINDS) * len(games())
    print(f"{len(entries)} of {whole} kinds cannot be mended: {100 * len(entries) / whole:.2f} in 100")
    assert len(entries) <= math.ceil(_MOST_MEANT * whole)


def test_nothing_is_both_known_and_meant() -> None:
    """A signature stands in one of the two files, once."""
    listed = [signature for signatures in (data("known.yaml") or {}).values() for signature in signatures]
    assert len(listed) == len(set(listed))
    assert not known().keys() & meant().keys()
