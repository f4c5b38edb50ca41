"""How well the desk distinguishes a story without a rule from one with a rule: for the settings `known` and `against` in
`rulings/elsewhere.yaml`, without the sealed tellings.

Known are the phrases for faults, each tenth of them held out of the index in turn; unknown are the stories of
`data/unknown.yaml`, none of which is among the phrases of `elsewhere.yaml`. For each family: the threshold that a given share
of the held-out phrases stays under, and the shares of either kind that are doubted.

    python bench/unknown.py [--list]
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

from dealerkit.files.fulltext import FullText
from dealerkit.rules.games import game
from dealerkit.rules.sets import families
from dealerkit.rules.tellings import bounds, told
from dealerkit.rulings import known_faults
from dealerkit.rulings.complaint import WEIGHTS, documents, hear, weigh

FOLDS = 10
STORIES = Path(__file__).parent / "data" / "unknown.yaml"
SHARES = (0.01, 0.02, 0.05, 0.1)
MOST_LOST, LEAST_TOLD = 0.12, 0.95  # for all families together


def held_out(family: str) -> tuple[list[tuple[float, bool]], int]:
    """Return the measure of every phrase of a family in an index without it, with whether it passes for known; and the number
    that find their fault.
    """
    names = [name for name, fault in known_faults().items() if fault.family in ("", family)]
    stories, measures, first = told(), [], 0
    for fold in range(FOLDS):
        kept = [[phrase for at, phrase in enumerate(stories[name].told) if at % FOLDS != fold] for name in names]
        out = [(phrase, name) for name in names for at, phrase in enumerate(stories[name].told) if at % FOLDS == fold]
        index, beside = (FullText.of(documents(names, kept, beside=with_it), WEIGHTS) for with_it in (False, True))
        for phrase, name in out:
            heard_story = weigh(phrase, index, beside, names, range(len(names)), family)
            measures.append((heard_story.measure, heard_story.known))
            first += bool(heard_story.likely) and heard_story.likely[0].fault.name == name
    return measures, first


def main(*args: str) -> int:
    """Print the shares; return 1 if too many known stories pass for unknown, or too many unknown ones for known."""
    stories = yaml.safe_load(STORIES.read_text(encoding="utf-8"))["stories"]
    hearings = [(story, hear(story["text"], game=game(story["game"]))) for story in stories]
    phrases = lost = right = 0
    for family in families():
        measures, first = held_out(family)
        limit = bounds().known[family]
        under = sum(not known for _, known in measures)
        here = [hearing.known for story, hearing in hearings if game(story["game"]).family == family]
        marks = ", ".join(f"{100 * share:g}: {sorted(measures)[int(share * len(measures))][0]:.2f}" for share in SHARES)
        print(
            f"{family:9} {len(measures)} phrases held out, under the measure in 100: {marks}; limit {limit:.2f}; "
            f"{100 * under / len(measures):.1f} in 100 doubted, {here.count(False)} of {len(here)} unknown stories told so"
        )
        phrases, lost, right = phrases + len(measures), lost + under, right + first
    silent = [(story, hearing) for story, hearing in hearings if hearing.known]
    print(
        f"{100 * lost / phrases:.1f} in 100 of {phrases} known stories doubted, the fault first for {100 * right / phrases:.0f}; "
        f"{100 - 100 * len(silent) / len(hearings):.1f} in 100 of {len(hearings)} unknown ones told so"
    )
    for story, weighed in silent if "--list" in args else ():
        print(f"    {weighed.measure:.2f} {story['text']}")
    return int(lost > MOST_LOST * phrases or len(silent) > (1 - LEAST_TOLD) * len(hearings))


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
