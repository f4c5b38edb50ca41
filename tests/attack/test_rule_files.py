"""Rule files with something wrong in them: told with their place, or used; never a fault of ours."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest

from dealerkit.rules import data
from dealerkit.rules.game_paper import is_paper, paper_of
from dealerkit.rules.games import games
from tests.attack.kinds import Attack, mutated, run, some

pytestmark = pytest.mark.campaign

BROKEN = Path(__file__).parents[1] / "broken"
HOUSES = [*some((data.data_dir("rulings") / "houses").glob("*.yaml")), *some((BROKEN / "house").glob("*.yaml"))]
PROCEDURES = [path for path in some(data.data_dir("procedures").glob("*/*.yaml")) if not is_paper(path)]
CASES = some(itertools.chain(data.data_dir("procedures").glob("*/cases/*.yaml"), (BROKEN / "cases").glob("*.yaml")))
PROMOTIONS = some([*(data.data_dir("procedures") / "promotions").glob("*.yaml"), *(BROKEN / "promotion").glob("*.yaml")])
WORDS = (Path(__file__).parent / "rule_words.txt").read_text(encoding="utf-8").split()


def test_a_house_file(record_property, tmp_path):
    """What `lint` has nothing against can be played under, sheets and rulings too."""
    path = tmp_path / "house.yaml"

    def trial(rng: random.Random, say) -> None:
        source = rng.choice(HOUSES)
        bad = mutated(source.read_bytes(), rng, WORDS)
        say(f"{source.name} {bad!r}")
        path.write_bytes(bad)
        said = json.loads(run("lint", path, "--json", codes=(0, 1)).stdout)
        name = rng.choice(("mini-baccarat", "holdem", "stud7", "nap"))
        played = run("play", name, "--rules", path, "--seed", 3, "--hands", 1)
        if said["errors"]:
            return
        run("rules", "diff", path, "us", codes=(0, 1))
        run("rule", "boxed_card", "--rules", path, "--json")
        if played.exit_code == 0:
            run("sheet", name, "--rules", path, codes=(0,))

    Attack("house files", 12, record_property).run(trial)


@pytest.mark.thorough
def test_a_game_s_file(record_property, tmp_path):
    """A procedure that is broken, or its paper, is told; one that is not is dealt, or says why it cannot go on."""
    path = tmp_path / "game.yaml"
    paper = paper_of(path)

    def trial(rng: random.Random, say) -> None:
        source = rng.choice(PROCEDURES)
        text = source.read_bytes().replace(b"extends: ./", b"extends: " + str(source.parent).encode() + b"/")
        text = text.replace(b"extends: ../", b"extends: " + str(source.parent.parent).encode() + b"/")
        printed = paper_of(source).read_bytes() if paper_of(source).exists() else b""
        on_paper = bool(printed) and rng.random() < 0.3
        bad = mutated(printed if on_paper else text, rng, [*WORDS, *games()])
        say(f"{source.name} {'paper ' if on_paper else ''}{bad!r}")
        path.write_bytes(text if on_paper else bad)
        paper.write_bytes(bad if on_paper else printed or b"rules: {}\n")
        run("lint", path, "--json", codes=(0, 1))
        run("play", path, "--seed", 3, "--hands", 1, "--json", codes=(0, 1, 2))

    Attack("procedures", 12, record_property).run(trial)


def test_files_of_cases_and_promotions(record_property, tmp_path):
    """`lint` and `test` tell what is wrong with them."""
    cases, promotion = tmp_path / "cases" / "a.yaml", tmp_path / "promotion.yaml"
    cases.parent.mkdir()

    def trial(rng: random.Random, say) -> None:
        source = rng.choice(CASES if rng.random() < 0.6 else PROMOTIONS)
        lines = source.read_bytes().split(b"\n")
        begin = rng.randrange(1, len(lines)) if len(lines) > 40 and source in CASES else 1
        text = b"\n".join([lines[0], *lines[begin : begin + 25]]) if source in CASES else source.read_bytes()
        bad = mutated(text, rng, WORDS)
        say(f"{source.name} {bad!r}")
        path = cases if source in CASES else promotion
        path.write_bytes(bad)
        run("lint", path, "--json", codes=(0, 1))
        if path is cases:
            run("test", path, "--json")

    Attack("cases and promotions", 12, record_property).run(trial)
