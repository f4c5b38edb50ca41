"""Progress is told once: the screen's lines, the paper, the page and JSON come of one report, and are what they were."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from dealerkit.files.screen_text import unstyled
from dealerkit.sheets.document import Block, Document, texts
from dealerkit.training.progress import Signoffs, class_progress, progress
from dealerkit.training.reports.progress import ClassReport, SignoffReport, TraineeReport
from dealerkit.training.signoff import SignedRules, Signoff
from dealerkit.training.store import TrainingStore
from dealerkit.web.pages import fragment
from tests.gathered import holds_for_each
from tests.training.conftest import START, Clock, keep_all

TOLD = Path(__file__).parent / "data" / "told"
"""What each report told a screen and a program when it was frozen: a name's change is a change for whoever reads it."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TrainingStore]:
    """Ann has mastered a level and is marked in another, Bo has slips, nobody named has begun on two days."""
    clock = Clock(START)
    with TrainingStore.open(tmp_path_factory.mktemp("told") / "training.db", now=clock) as opened:
        keep_all(opened, clock, "-" * 3 + "+" * 57, trainee="Ann Lee", cell="banker 6, third 6")
        keep_all(opened, clock, "--", trainee="Ann Lee", drill="cards/pitch-and-shuffle", source="marked", codes=["deal/exposed"])
        keep_all(opened, clock, "+-" * 10, trainee="Bo")
        keep_all(opened, clock, "-", trainee="Bo", codes=["coup/player-third-card-wrong", "coup/wrong-payout"])
        for clean, right in ((False, True), (True, True), (True, False)):
            alarm = (not right) if clean else None
            keep_all(
                opened,
                clock,
                "+-"[not right],
                trainee="Bo",
                false_alarm=alarm,
                drill="poker/find-the-slip",
                codes=(),
                right=right,
            )
        keep_all(opened, clock, "+-", trainee="")
        clock.move(days=3)
        keep_all(opened, clock, "h+", trainee="", first_ms=9000, total_ms=9500)
        yield opened


SIGNED = Signoffs(
    "0.1",
    START.isoformat(),
    [
        Signoff("Ann Lee", START.isoformat(), 12, 12, (SignedRules("tda", "ab" * 32), SignedRules("us", "cd" * 32)), "s1"),
        Signoff("", None, 3, 12, (SignedRules("tda", "ab" * 32),), "s2"),
    ],
)


def answers(store: TrainingStore) -> dict[str, Any]:
    """Return every report by its name."""
    return {
        "ann": TraineeReport(progress(store, "Ann Lee")),
        "bo": TraineeReport(progress(store, "Bo")),
        "nobody": TraineeReport(progress(store, "")),
        "stranger": TraineeReport(progress(store, "Cy")),
        "class": ClassReport(class_progress(store)),
        "empty-class": ClassReport(class_progress(store, [])),
        "signoff": SignoffReport(SIGNED),
        "no-signoff": SignoffReport(attrs.evolve(SIGNED, signoffs=[])),
    }


NAMES = ("ann", "bo", "nobody", "stranger", "class", "empty-class", "signoff", "no-signoff")


@pytest.mark.parametrize("name", NAMES)
def test_a_program_and_a_screen_are_told_what_they_were(store, name, monkeypatch):
    """Every name, value and line is the frozen one, sign by sign."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TZ", "UTC")
    report = answers(store)[name]
    assert json.loads(json.dumps(report.as_json())) == json.loads((TOLD / f"{name}.json").read_text("utf-8"))
    assert unstyled("".join(f"{line}\n" for line in report.lines())) == (TOLD / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_paper_and_page_say_what_the_screen_says(store, name):
    """Each word and figure of the screen stands on both, but for bars of signs and commands to type."""
    report = answers(store)[name]
    document = report.document()
    paper = " ".join(texts(document))
    page = html.unescape(fragment(document))

    def is_told(said: str) -> None:
        assert said in paper
        assert said in page

    holds_for_each(is_told, [said for said in on_screen(report.blocks(paper=False)) if not said.startswith(("#", "dealerkit "))])


def on_screen(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the texts of a screen; a remark's parts stand in cells where paper has a table to sign."""
    for text in texts(Document("progress", "", blocks)):
        yield from (part for part in re.split("[;:,] ", text) if part)


def test_a_name_is_text_on_the_page(store):
    """Markup in a name is shown, not obeyed."""
    data = answers(store)["class"].data
    nasty = "<b>Bo</b> & {{ x }}"
    made = fragment(ClassReport(attrs.evolve(data, trainees=[attrs.evolve(data.trainees[0], trainee=nasty)])).document())
    assert "<b>" not in made
    assert nasty in html.unescape(made)
