"""How often the dispute desk finds the fault of a told story, and the consequences if it does not.

The tellings in `data/tellings` were written and sealed before the phrases for faults. Each is given to the search behind `rule`
as at a table: the game is known, and with it the rule set. For each family, with Wilson's interval of 95 in 100: the right
fault first, and among the first three; a wrong fault ruled on without confirmation; the number of answers from the first word
to the ruling; rulings that match the ledgers. For comparison, the same index without the phrases for faults; and with
`--search`, which takes minutes, the results of `dealerkit search`.

    python bench/tellings.py [--list] [--confusions] [--search]
"""

from __future__ import annotations

import json
import math
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import yaml

from dealerkit.catalogue.lookup import find
from dealerkit.files.fulltext import FullText
from dealerkit.rules.games import Game, game
from dealerkit.rulings import Ruling, known_facts, known_faults
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.games import faults_of, game_facts
from dealerkit.rulings.story import OFFERED, fault_named, offer

DATA = Path(__file__).parent / "data" / "tellings"
SINCE: dict[str, dict[str, Any]] = json.loads((DATA / "since.json").read_text(encoding="utf-8"))
FAMILIES = ("poker", "baccarat", "home")
GOALS = {"first": 75, "three": 90}  # in 100, for each family
MOST_ANSWERS = 5
MOST_UNKNOWN = 2


@attrs.frozen
class Found:
    """The result of a search for a telling.

    Attributes:
        offered: The offered faults, the likeliest first.
        sure: Whether the first of them is ruled on without confirmation.
        gap: Whether the search reports that no rule applies.
    """

    offered: tuple[str, ...]
    sure: bool
    gap: bool = False


@attrs.frozen
class Put:
    """A telling, and its results.

    Attributes:
        told: The sealed telling.
        by: The result of each search, by its name.
    """

    told: Mapping[str, Any]
    by: Mapping[str, Found]

    @property
    def found(self) -> Found:
        """The desk's result."""
        return self.by["desk"]

    @property
    def right(self) -> frozenset[str]:
        """The right faults: one, or two names for one thing in the rules."""
        return frozenset([self.told["fault"], *self.told.get("or", ())])

    def place(self, meaning: Found) -> int:
        """Return the rank of the right fault among the offered ones, from 1; 0 if it is not offered."""
        return next((at for at, fault in enumerate(meaning.offered, 1) if fault in self.right), 0)


def by_the_desk(words: str, played: Game | None) -> Found:
    """Return the result of `rule` at a terminal: an exact name is taken at once, everything else needs confirmation."""
    rules = rules_of(played)
    if meant := fault_named(words, rules, played):
        return Found((meant,), sure=True)
    offered = offer(words, rules, played)
    return Found(tuple(fault.name for fault in offered.faults), sure=False, gap=bool(offered.gap) or not offered.faults)


def untold(words: str, played: Game | None) -> Found:
    """Return the result of the same full-text index without the phrases for faults: titles and names alone."""
    here = faults_of(played) if played is not None and played.rules is not None else known_faults()
    known = [fault for fault in known_faults().values() if fault.name in here]
    index = FullText.of([("\n".join((fault.title, fault.name.replace("_", " "), *fault.words)),) for fault in known], (1.0,))
    return Found(tuple(known[document.number].name for document in index.find(words)[:OFFERED]), sure=False)


def by_search(words: str, played: Game | None) -> Found:
    """Return the faults in the results of `search`, which rules on none."""
    return Found(tuple(hit.entry.id for hit in find(words, rules_of(played), limit=OFFERED, kinds=["fault"])), sure=False)


SEARCHES: Mapping[str, Callable[[str, Game | None], Found]] = {"desk": by_the_desk, "untold": untold, "search": by_search}


def rules_of(played: Game | None) -> tuple[str, ...]:
    """Return the rule set of the current game; none if no game is given."""
    return (played.rules.name,) if played is not None and played.rules is not None else ()


def family(name: str) -> dict[str, Any]:
    """Return a file of tellings."""
    data: dict[str, Any] = yaml.safe_load((DATA / f"{name}.yaml").read_text(encoding="utf-8"))
    data["tellings"] = [_by_the_names_of_today(story) for story in data["tellings"]]
    return data


def _by_the_names_of_today(story: dict[str, Any]) -> dict[str, Any]:
    """Return a telling with current names, for a fault that was merged with another since and is now distinguished by a fact."""
    named: dict[str, Any] = {key: story[key] for key in ("fault", "faults", "or") if key in story}
    answers = dict(story.get("answers", {}))
    for key, value in named.items():
        for fault in [value] if key == "fault" else value:
            answers.update(SINCE.get(fault, {}).get("answers", {}))
        named[key] = _now(value) if key == "fault" else [_now(fault) for fault in value]
    return {**story, **named, "answers": answers}


def _now(fault: str) -> str:
    return str(SINCE.get(fault, {}).get("fault", fault))


def put(data: Mapping[str, Any], searches: Sequence[str] = ("desk",)) -> list[Put]:
    """Give every telling of a family to the searches."""
    return [
        Put(
            story, {title: SEARCHES[title](story["text"], game(story["game"]) if "game" in story else None) for title in searches}
        )
        for story in data["tellings"]
    ]


def wilson(hits: int, of: int) -> str:
    """Return a share in 100, with Wilson's interval of 95 in 100.

    >>> wilson(9, 10)
    ' 90 [ 60,  98]'
    """
    z = 1.96
    share, scale = hits / of, 1 + z * z / of
    middle = (share + z * z / (2 * of)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return f"{100 * share:3.0f} [{100 * (middle - half):3.0f}, {100 * (middle + half):3.0f}]"


def settled(story: Mapping[str, Any], gates: Mapping[str, Any], fault: str, rules: str) -> tuple[int, Ruling]:
    """Answer the desk's questions about a fault as the teller would, and correct wrong assumptions.

    Returns:
        The number of answers, and the ruling.
    """
    answers = dict(story.get("answers", {}))
    answers.update(gates.get(answers.pop("gate", None), {}))
    knows: dict[str, Value | None] = dict(known_faults()[fault].usual)
    knows.update({name: known_facts()[name].read(_spelt(value)) for name, value in answers.items()})
    of_game = game_facts(game(story["game"]))
    desk = Desk(fault, [rules], {name: of_game[name] for name in ("form",) if name in of_game})
    while True:
        asked = desk.question()
        if asked is not None:
            desk.answer(asked.name, knows.get(asked.name))
            continue
        wrong = [name for name, value in desk.rulings[0].assumed.items() if name in knows and knows[name] != value]
        if not wrong:
            return desk.asked, desk.rulings[0]
        desk.answer(wrong[0], knows[wrong[0]])


def _spelt(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def followed(put: Put, gates: Mapping[str, Any]) -> Iterator[tuple[str, int, Ruling]]:
    """Yield the ruling under each rule set in the ledgers, with the number of answers."""
    for rules, outcome in put.told.get("ruled", {}).items():
        asked, ruling = settled(put.told, gates, put.told["fault"], rules)
        yield outcome, asked, ruling


def shown(name: str, data: Mapping[str, Any], all_put: Sequence[Put], *, listed: bool) -> bool:
    """Print the figures of a family; return whether all of them reach their goals."""
    of = len(all_put)
    good = True
    for title in all_put[0].by:
        places = [put.place(put.by[title]) for put in all_put]
        first, three = sum(at == 1 for at in places), sum(1 <= at <= 3 for at in places)
        wrong = [put for put in all_put if put.by[title].sure and put.place(put.by[title]) != 1]
        print(
            f"{name:9} {title:7} first {wilson(first, of)}   first three {wilson(three, of)}   unconfirmed and wrong {len(wrong)}"
        )
        if title == "desk":
            good = 100 * first >= GOALS["first"] * of and 100 * three >= GOALS["three"] * of and not wrong
            for wrong_put in wrong:
                print(f"    ruled on at once: {wrong_put.told['id']} {wrong_put.told['text']!r} as {wrong_put.found.offered[0]}")
    gates = data.get("gates", {})
    ruled = right = 0
    needed: list[float] = []
    for wrong_put in all_put:
        reached = math.inf
        for number, (outcome, asked, ruling) in enumerate(followed(wrong_put, gates)):
            ruled += 1
            if ruling.outcome == outcome:
                right += 1
                if number == 0 and wrong_put.place(wrong_put.found):
                    reached = asked + (0 if wrong_put.found.sure else 1)
            elif listed:
                lacks = f", not answered: {', '.join(ruling.needs)}" if ruling.needs else ""
                print(
                    f"    {wrong_put.told['id']} {ruling.fault} under {ruling.rules_set}: {ruling.outcome}, not {outcome}{lacks}"
                )
        if wrong_put.told.get("ruled"):
            needed.append(reached)
    middle = statistics.median(needed)
    within = sum(count <= MOST_ANSWERS for count in needed)
    print(
        f"{name:9} from the first word to the right ruling: {'never' if math.isinf(middle) else f'{middle:g} answers'} (median), "
        f"within {MOST_ANSWERS} {wilson(within, len(needed))}; ruled right once the fault is known {right} of {ruled}"
    )
    return good and middle <= MOST_ANSWERS


def confusions(all_put: Sequence[Put], most: int) -> None:
    """Print the pairs of wrong and right fault, by frequency."""
    counts = Counter(
        (put.told["fault"], put.found.offered[0] if put.found.offered else "(nothing)")
        for put in all_put
        if put.place(put.found) != 1
    )
    for (right, wrong), times in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]:
        print(f"    {times}  {right:24} taken for {wrong}")


def main(*args: str) -> int:
    """Print the figures; return 1 if one misses its goal."""
    good = True
    everything: list[Put] = []
    searches = ["desk", "untold", *(["search"] if "--search" in args else [])]
    for name in FAMILIES:
        stories = family(name)
        all_put = put(stories, searches)
        good &= shown(name, stories, all_put, listed="--list" in args)
        everything += all_put
    unknown = put(family("unknown"))
    sure = [put for put in unknown if put.found.sure]
    silent = sum(not put.found.offered for put in unknown)
    named = sum(put.found.gap for put in unknown)
    doubted = sum(put.found.gap for put in everything)
    print(
        f"unknown   {len(unknown)} tellings: {len(sure)} ruled on, {named} told that no rule is about them, "
        f"{silent} offered nothing; {len(unknown) - named} offered something without a word (goal {MOST_UNKNOWN}); "
        f"of the known ones {doubted} of {len(everything)} are told so, and offered all the same"
    )
    two = put(family("two"))
    both = [put for put in two if set(put.told["faults"][:2]) <= set(put.found.offered)]
    order = sum(put.found.offered.index(put.told["faults"][0]) < put.found.offered.index(put.told["faults"][1]) for put in both)
    print(f"two       {len(two)} tellings: both offered {wilson(len(both), len(two))}, in their order {order} of {len(two)}")
    good &= len(sure) <= MOST_UNKNOWN and len(unknown) - named <= MOST_UNKNOWN and len(both) == order == len(two)
    print(f"confusions ({sum(put.place(put.found) != 1 for put in everything)} of {len(everything)}; all with --confusions):")
    confusions(everything, 1000 if "--confusions" in args else 12)
    return int(not good)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
