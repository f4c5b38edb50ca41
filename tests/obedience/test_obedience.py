"""After any slip, finding, floor, hint, due act and menu agree, and whoever obeys them ends the round with no further finding and
every chip where it belongs. A slip that is not found is counted, never taken back, and fails unless a rule of the ledgers allows
what was done: `allowed.yaml` says which. `bench/obedience.py` tries every slip.

What fails today stands in `known.yaml`; anything else fails here. The id of a slip in a message makes it again:
`python bench/obedience.py --replay ID`.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealerkit.felt import Act
from dealerkit.rules.games import game, games
from dealerkit.rules.sets import catalogue, rule_sets
from tests.obedience.allowed import HOWS, Difference, entries, not_allowed, rule_for, told_of
from tests.obedience.campaign import (
    Clean,
    Outcome,
    Setting,
    Trial,
    clean,
    pairs,
    plausible,
    rule_sets_of,
    run,
    settings,
    trial_of,
    trials,
)
from tests.sampling import LONG
from tests.test_ledger_coverage import LEDGER
from tests.yaml_files import data_of

pytestmark = pytest.mark.campaign

HERE = Path(__file__).parent
_MOMENTS = 2
"""So many dealer's acts are tried at each game in the everyday suite, and so many slips at each."""
_SLIPS = 5


@functools.cache
def data(name: str) -> Any:
    """A data file beside this one."""
    return data_of(HERE / name)


@functools.cache
def known() -> dict[str, str]:
    """What fails today: each signature with its cause."""
    return {signature: cause for cause, signatures in (data("known.yaml") or {}).items() for signature in signatures}


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


def missed(outcome: Outcome) -> str:
    """What to say of a slip in which nothing was found and that no rule allows."""
    trial = outcome.trial
    return f"{trial.id}: '{trial.done}' for '{trial.due}', nothing is found: {'; '.join(map(told_of, not_allowed(outcome)))}"


def check(outcomes: list[Outcome], name: str) -> None:
    """Print what was tried, and fail on what is not known and on what is neither found nor allowed."""
    made = [outcome for outcome in outcomes if not outcome.refused]
    unfound = sum(outcome.unfound for outcome in made)
    failing = [outcome for outcome in made if outcome.failures]
    print(f"{name}: {len(made)} slips tried, {unfound} not found and allowed, {len(failing)} failing")
    assert made, f"no slip can be made at {name}"
    new = [told(outcome) for outcome in failing if outcome.signature not in known()]
    new += [missed(outcome) for outcome in made if not_allowed(outcome)]
    assert not new, "\n".join(new)


def tables() -> list[Setting]:
    """A table of every game under one rule set after the other; in a campaign one under every one, or more."""
    if LONG:
        return list(settings(-(-LONG // 20)))
    rules = {name: rule_sets_of(name) for name in games()}
    return [Setting(name, sets[at % len(sets)], 0) for at, (name, sets) in enumerate(rules.items())]


@pytest.mark.sample(3, most=4)
@pytest.mark.parametrize("setting", tables(), ids=str)
def test_whoever_obeys_after_a_slip_is_not_accused_again(setting: Setting) -> None:
    """Some slips of every game."""
    made = clean(setting)
    check([run(trial) for trial in sample(made)], str(setting))


@pytest.mark.sample(3, most=4)
@pytest.mark.parametrize("setting", tables(), ids=str)
def test_whoever_obeys_after_two_slips_is_not_accused_again(setting: Setting) -> None:
    """A second slip at what the table asks for after the first; what nobody finds of two is not compared."""
    made = clean(setting)
    moments = random.Random(f"{setting}/pairs").sample(made.moments(), min(_MOMENTS, len(made.moments())))
    tried = [run(random.Random(f"{setting}/{at}").choice(pairs(made, at))) for at in moments]
    new = [told(outcome) for outcome in tried if outcome.failures and outcome.signature not in known()]
    assert not new, "\n".join(new)


@pytest.mark.sample(3, most=4)
@pytest.mark.parametrize("setting", tables(), ids=str)
def test_a_plausible_slip_is_found(setting: Setting) -> None:
    """At once, or when its deadline has passed; or a rule allows it."""
    made = clean(setting)
    moments = made.moments()
    moments = random.Random(f"{setting}/plausible").sample(moments, min(_MOMENTS - 1, len(moments)))
    outcomes = [run(trial) for at in moments for trial in plausible(made, at)]
    tried = [outcome for outcome in outcomes if not outcome.refused]
    print(f"{setting}: {len(tried)} plausible slips tried, {sum(outcome.unfound for outcome in tried)} not found and allowed")
    new = [missed(outcome) for outcome in tried if not_allowed(outcome)]
    assert not new, "\n".join(new)


def test_a_slip_is_made_again_by_its_id() -> None:
    """What a message names can be replayed, and comes to the same."""
    made = clean(Setting("mini-baccarat", "us", 0))
    for trial in [*list(sample(made))[:3], pairs(made, made.moments()[-1])[0]]:
        again = trial_of(trial.id)
        assert again.wrong == trial.wrong
        assert run(again).record == run(trial).record


def test_what_is_allowed_names_a_rule() -> None:
    """Every entry names a rule or a remedy of the ledgers and says why; its games and rule sets are there."""
    families = {game(name).family for name in games()}
    rules = {*LEDGER, *(f"BJ-{number:02}" for number in range(1, 92)), *(f"PIT-{number:02}" for number in range(1, 20))}
    rules |= {*catalogue().remedies.data["remedies"]}
    for entry in entries():
        assert entry.rule in rules, entry
        assert entry.reason.endswith((".", ")")), entry
        assert entry.may <= set(HOWS), entry
        assert entry.games <= {*games(), *families}, entry
        assert set(entry.rules) <= set(rule_sets()), entry


NOT_ALLOWED = (
    ("holdem", "left_out", "d tap"),
    ("holdem", "elsewhere", "d tap"),
    ("holdem", "again", "d burn"),
    ("holdem", "again", "d award s1 6"),
    ("holdem", "elsewhere", "d deal s1"),
    ("holdem", "instead", "d spread up"),
    ("badugi", "besides", "d merge discards burns"),
    ("mini-baccarat", "besides", "d call card player"),
    ("mini-baccarat", "instead", "d cut 2"),
    ("mini-baccarat", "left_out", "d call player wins"),
    ("red-dog", "besides", "d call win"),
)
"""Differences that are slips, whichever slip they came of: game, how, act."""


@pytest.mark.parametrize(("name", "how", "act"), NOT_ALLOWED, ids=map(" ".join, NOT_ALLOWED))
def test_no_entry_allows_a_slip(name: str, how: str, act: str) -> None:
    """What is allowed is no way out for the table."""
    made = clean(Setting(name, "rrop" if game(name).family == "poker" else "", 0))
    outcome = Outcome(trials(made, made.moments()[-1])[0])
    difference: Difference = (how, ((Act.parse(act),),))
    assert rule_for(difference, outcome) is None


def test_a_signature_is_known_once() -> None:
    """It has one cause."""
    listed = [signature for signatures in (data("known.yaml") or {}).values() for signature in signatures]
    assert len(listed) == len(set(listed))
