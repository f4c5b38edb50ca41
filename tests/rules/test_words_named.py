"""Every word that a registry knows stands in a rule file that ships: what no file names is deleted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
import yaml

from dealerkit.facts import FACTS
from dealerkit.facts.decisions import GROUPS
from dealerkit.facts.faults import DISPUTES, FAULTS
from dealerkit.facts.first_to_bet import OPENERS
from dealerkit.games.pot.mechanics.antes import DUES
from dealerkit.games.social.mechanics.choice import WHO
from dealerkit.games.social.mechanics.turn import PHASES, STAGES
from dealerkit.games.social.mechanics.turns import WINS, WON
from dealerkit.jobs.promotions.clauses import CLAUSES
from dealerkit.mechanics import MECHANICS
from dealerkit.mechanics.payments import SCORERS as PAYMENTS
from dealerkit.procedure.planners import DO
from dealerkit.procedure.planners.scores import SCORERS
from dealerkit.rules.data import data_dir
from dealerkit.rules.files import SUFFIXES, read_file
from dealerkit.rules.registries import modules_of
from dealerkit.rules.step_words import do_word
from dealerkit.rulings.chip_race import SUMS as CHIP_RACE
from dealerkit.rulings.contradictions import COMPARISONS
from dealerkit.rulings.formulas import FORMULAS
from dealerkit.rulings.game_order import SUMS
from dealerkit.rulings.gates import GATES, SINCE
from dealerkit.rulings.odd_chips import ODD_CHIPS
from dealerkit.rulings.round_facts import TOLD
from dealerkit.sheets.drawings.streets import EVENTS
from dealerkit.sheets.editions.control import PARTS
from dealerkit.sheets.tables import PROVIDERS, ROWS
from dealerkit.table.bots import ADVICE, SENSE
from dealerkit.training.action.lesson import KINDS
from dealerkit.training.action.mistakes import UNASKED, WAYS
from dealerkit.training.callout.poker import WAYS as CALLS
from dealerkit.training.walk.ellipsis import LEFT_OUT, WHOLE

REGISTRIES: dict[str, Iterable[str]] = {
    "facts": FACTS,
    "mechanics": MECHANICS,
    "stages of a turn": STAGES,
    "phases of a turn": PHASES,
    "ways to win": WINS,
    "ways to have won": WON,
    "who chooses": WHO,
    "what is due before the deal": DUES,
    "scorers": SCORERS,
    "payments": PAYMENTS,
    "who opens": OPENERS,
    "groups of decisions": GROUPS,
    "faults in baccarat and at home": FAULTS,
    "disputes in poker": DISPUTES,
    "gates": GATES,
    "facts worked out": FORMULAS,
    "facts of a round": TOLD,
    "facts that follow": SINCE,
    "sums of a game": SUMS,
    "sums of a chip race": CHIP_RACE,
    "odd chips": ODD_CHIPS,
    "comparisons": COMPARISONS,
    "clauses of a promotion": CLAUSES,
    "tables of a sheet": PROVIDERS,
    "rows of a sheet": ROWS,
    "events on a street": EVENTS,
    "parts of a control sheet": PARTS,
    "choices of the bots": dict.fromkeys(name.split()[0] for name in SENSE),
    "advice": ADVICE,
    "ways to err": WAYS,
    "slips that nobody asks for": UNASKED,
    "ways of a call-out": CALLS,
    "questions of a lesson": KINDS,
    "phrases for several acts": WHOLE,
    "phrases left out": LEFT_OUT,
    "generators": dict.fromkeys(modules_of("dealerkit.training.generators")),
}


def shipped() -> Iterator[Path]:
    """Every rule file that ships, but cases: they prove words and use none for themselves."""
    for kind in ("procedures", "rulings", "promotions", "templates"):
        for path in sorted(data_dir(kind).rglob("*")):
            if path.suffix in SUFFIXES and "cases" not in path.parts:
                yield path


def worked_examples() -> Iterator[object]:
    """Every rule file that a page of the documentation shows whole: it runs as a test there."""
    for page in sorted((Path(__file__).resolve().parents[2] / "docs").glob("*.md")):
        for shown in re.findall(r"^```yaml \S+\.yaml\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            yield yaml.safe_load(shown)


def leaves(value: object, under: str = "") -> Iterator[tuple[str, str]]:
    """Every key and every scalar of a document, with the key it stands under."""
    if isinstance(value, dict):
        if "do" in value:
            yield "do", do_word(value, DO)
        if "asks" in value:  # of a duty
            yield "do", str(value["asks"])
        for key, inner in value.items():
            yield under, str(key)
            yield from leaves(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, under)
    else:
        yield under, str(value)


@pytest.fixture(scope="module")
def named() -> dict[str, set[str]]:
    """What the rule files name, by the key it stands under; all of it under ``. `not FACT` and `{WORD}` in a phrase name one."""
    found: dict[str, set[str]] = {"": set(), "do": set(), "play": set()}
    for data in (*(read_file(path).data for path in shipped()), *worked_examples()):
        for under, word in leaves(data):
            words = {word.removeprefix("not "), *re.findall(r"{(\w+)}", word)}
            found[""] |= words
            if under in found:
                found[under] |= words
    return found


@pytest.mark.parametrize("registry", REGISTRIES)
def test_every_registered_word_is_named_by_a_rule_file(registry, named):
    """A word that no rule file names goes."""
    assert REGISTRIES[registry]
    assert [word for word in REGISTRIES[registry] if word not in named[""]] == []


def test_every_do_and_play_word_stands_where_a_step_names_it(named):
    """Planners behind `do:`, mechanics behind `play:`; the same word elsewhere does not count."""
    assert [word for word in DO if word not in named["do"]] == []
    assert [word for word in MECHANICS if word not in named["play"]] == []


def test_a_word_that_nothing_names_is_found(named):
    """The words of the rule files are not so many that any word would pass."""
    assert not {"no_hand_yet", "chips_back_again", "pot_lies"} & named[""]
