"""Cost of a ruling, from facts to the words, the steps, the citation and the facts that would change it; of three sets side by
side; and of all differences between two sets.

The facts are those of all cases included with the rule sets. Each ruling is the best of several, with the sets loaded in
advance; the figure is the slowest of them, with the median. The comparison is the same facts under rrop, tda and wsop-live, by
name, as for `dealerkit rule`, for the faults that all three rule on.

    python bench/rulings.py [REPEATS]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from dealerkit.rules.data import data_dir
from dealerkit.rules.files import read_file
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import rule
from dealerkit.rulings.differences.rulings import outcome_differences

RULING, THREE, ALL = 1.0, 5.0, 60.0  # milliseconds, milliseconds, seconds
SETS = ("rrop", "tda", "wsop-live")


def best(work: Callable[[], object], repeats: int) -> float:
    """Return the shortest of several runs, in seconds."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def shipped() -> list[dict[str, Any]]:
    """Return the cases of all rule sets that are rulings on facts."""
    files = sorted(data_dir("rulings").glob("*/cases/*.yaml"))
    return [case for file in files for case in read_file(file).data["cases"] if "facts" in case and "rules" in case]


def main(repeats: int = 7) -> int:
    """Print the figures; return 1 if a goal is missed."""
    began = time.perf_counter()
    differences = outcome_differences(rule_set("rrop"), rule_set("tda"))
    everything = time.perf_counter() - began
    cases = shipped()
    times = []
    for case in cases:
        rules = rule_set(case["rules"])
        times.append(1e3 * best(lambda case=case, rules=rules: rule(case["facts"], rules), repeats))  # type: ignore[misc]
    shared = set.intersection(*(set(rule_set(name).faults) for name in SETS))
    three = [
        1e3 * best(lambda facts=case["facts"]: [rule(facts, name) for name in SETS], repeats)  # type: ignore[misc]
        for case in cases
        if shared.issuperset(case["facts"].get("faults") or [case["facts"]["fault"]])
    ]
    print(
        f"rulings: {max(times):.2f} ms at most, {statistics.median(times):.2f} ms in the middle "
        f"of {len(times)} (at most {RULING}); "
        f"three sets {max(three):.2f} ms, {statistics.median(three):.2f} ms (at most {THREE}); rrop against tda on all facts "
        f"{everything:.2f} s with the sets read (at most {ALL:.0f}), {len(differences.differences)} other rulings "
        f"in {differences.classes} classes"
    )
    return int(max(times) > RULING or max(three) > THREE or everything > ALL)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
