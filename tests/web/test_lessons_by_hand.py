"""Training by hand in real browsers: a class that is asked, what waits without network, and a server that is killed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from starlette.applications import Starlette

from dealerkit.training.exams.answer_sheet import read_answers
from dealerkit.training.exams.exam import sealed_exam
from dealerkit.training.store import TrainingStore
from dealerkit.web.app import application
from dealerkit.web.settings import WebSettings
from dealerkit.web.sittings import now
from tests.web.forms import code_shown
from tests.web.test_class_browsers import Hand, Killed, fits, join, killed

pytestmark = pytest.mark.thorough

__all__ = ["killed"]


def open_drill_room(page: Any, mode: str = "guided") -> str:
    """Open a room that asks; its code."""
    page.goto("/class")
    page.select_option("#drill", "baccarat/third-card-flash")
    page.fill("#items", "3")
    page.select_option("#drill-mode", mode)
    page.click("form[action='/class/drill'] button.primary")
    return str(page.locator(".code").inner_text())


def test_a_class_is_asked_and_an_answer_waits_without_network(screen: Callable[..., Any], app: Starlette) -> None:
    """On a phone: asked, answered without network, sent once; paused and gone on with; at the end what was right is shown."""
    teacher, ann = screen(1024, 768), screen(390, 844, touch=True)
    code = open_drill_room(teacher)
    join(ann, code, "Ann Lee")
    teacher.click("text=Start for everyone")
    ann.wait_for_url("**/drills/sitting/*/1")
    expect(ann.locator("#class-place")).to_contain_text("Ann Lee")
    live = app.state.site.sittings.find(ann.url.split("/")[-2])
    ann.context.set_offline(True)
    ann.locator(".at-once button").first.tap()
    expect(ann.locator(".waits")).to_contain_text("your answer waits in this page")
    assert not live.answers
    ann.context.set_offline(False)
    expect(ann.locator(".verdict")).to_be_visible()
    assert len(live.answers) == 1
    expect(teacher.locator(".pupil .marks span")).to_have_count(1)
    teacher.click("text=Pause for everyone")
    expect(ann.locator("#class-stop-title")).to_have_text("Hands off: the class is paused")
    teacher.click("text=Resume")
    expect(ann.locator("#class-stop")).to_be_hidden()
    for number in (2, 3):
        ann.locator("[data-next]").tap()
        ann.locator(".at-once button").first.tap()
        expect(ann.locator(".verdict")).to_be_visible()
        ann.wait_for_url(f"**/{number}")
    expect(teacher.locator("text=Everyone has answered every question")).to_be_visible()
    teacher.click("summary:has-text('End')")
    teacher.click("text=End for everyone and show the report")
    expect(teacher.locator("text=The questions, and the right answers")).to_be_visible()
    ann.locator("#class-stop-to").click()
    expect(ann.locator(".tally")).to_contain_text("of 3")
    with TrainingStore.open(now=now) as store:
        assert len(list(store.answers("Ann Lee"))) == 3


@pytest.mark.slow
def test_an_answer_waits_through_a_reload_and_a_second_tab(screen: Callable[..., Any], app: Starlette) -> None:
    """What waited is sent after the page was loaded again; what another tab has answered meanwhile counts."""
    page = screen(390, 844, touch=True)
    page.goto("/drills/baccarat/third-card-flash")
    page.click("button:has-text('Start')")
    page.wait_for_url("**/1")
    live = app.state.site.sittings.find(page.url.split("/")[-2])
    page.context.set_offline(True)
    page.locator(".at-once button").first.tap()
    expect(page.locator(".waits")).to_contain_text("waits")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(".verdict")).to_be_visible()
    assert len(live.answers) == 1
    page.locator("[data-next]").tap()
    page.wait_for_url("**/2")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(".at-once button").last.tap()
    expect(other.locator(".verdict")).to_be_visible()
    given = live.answers[1].taken.given
    page.locator(".at-once button").first.tap()
    expect(page.locator("text=You have already answered this question")).to_be_visible()
    assert live.answers[1].taken.given == given
    assert len(live.answers) == 2


@pytest.mark.slow
def test_an_act_waits_while_the_class_pauses(screen: Callable[..., Any], app: Starlette) -> None:
    """Done without network, sent while the class is paused: it waits in the page, and is done once when the class goes on."""
    teacher, ann = screen(1024, 768), screen(1024, 768)
    teacher.goto("/class")
    teacher.click("form[action='/class'] button.primary")
    code = str(teacher.locator(".code").inner_text())
    join(ann, code, "Ann")
    teacher.click("text=Start for everyone")
    ann.wait_for_url("**/deal/*")
    live = app.state.site.tables.find(ann.url.rpartition("/")[2])
    before = len(live.session.table.log)
    ann.context.set_offline(True)
    ann.fill("#line", "wash the cards")
    ann.press("#line", "Enter")
    expect(ann.locator("#net")).to_contain_text("waiting")
    teacher.click("text=Pause for everyone")
    expect(teacher.locator(".state")).to_have_text("paused")
    ann.context.set_offline(False)
    expect(ann.locator("#net")).to_contain_text("the class is paused")
    assert len(live.session.table.log) == before
    teacher.click("text=Resume")
    expect(ann.locator("#net")).to_have_text("")
    assert len(live.session.table.log) == before + 1


@pytest.mark.slow
def test_a_timed_try_waits_without_network(screen: Callable[..., Any], axe: Callable[[Any], list[str]]) -> None:
    """Two tries, one of them without network: both are kept, once; nothing for axe while it is judged."""
    page = screen(390, 844, touch=True)
    page.goto("/drills/chips/run-down")
    page.fill("#who", "Bo")
    page.click("button:has-text('Time it')")
    for number, offline in enumerate((False, True), 1):
        page.context.set_offline(offline)
        page.locator("#go").tap()
        expect(page.locator("#watch")).not_to_have_text("0.0 s")
        page.locator("#go").tap()
        page.locator(".fault").first.tap()
        assert axe(page) == []
        page.locator("#keep").tap()
        expect(page.locator("#tries li")).to_have_count(number)
    expect(page.locator("#net")).to_contain_text("1 try waits")
    page.context.set_offline(False)
    expect(page.locator("#net")).to_have_text("")
    with TrainingStore.open(now=now) as store:
        assert [one.right for one in store.answers("Bo")] == [False, False]


@pytest.mark.slow
def test_the_felt_beside_a_record_by_keyboard(screen: Callable[..., Any], axe: Callable[[Any], list[str]]) -> None:
    """The arrows beside the slider, the slider itself, and the act that is touched."""
    page = screen(1024, 768)
    page.goto("/drills/poker/find-the-slip")
    page.click("button:has-text('Start')")
    told = page.locator(".felt-beside output")
    expect(told).to_have_text("the felt before these acts")
    page.locator(".felt-beside [rel=next]").focus()
    page.keyboard.press("Enter")
    expect(told).to_contain_text("the felt after act")
    page.locator("button.act").nth(2).click()
    expect(told).to_contain_text(f"after act {page.locator('button.act').nth(2).get_attribute('data-act')} of")
    assert axe(page) == []


@pytest.mark.slow
def test_pages_of_training_fit_and_axe_finds_nothing(
    screen: Callable[..., Any], axe: Callable[[Any], list[str]], app: Starlette
) -> None:
    """At each size: the drill's page, its table, what it came to, the felt beside a record, an exam with its hands, a class."""
    page = screen(390, 844)
    page.goto("/drills/baccarat/coup-walk")
    fits(page, axe)
    page.click("button:has-text('Deal it')")
    page.wait_for_url("**/deal/*")
    live = app.state.site.tables.find(page.url.rpartition("/")[2])
    for number in range(60):
        if live.dealt:
            break
        live.say(f"k{number}", [live.session.table.next_act()])
    page.reload()
    expect(page.locator("#in-hand")).to_contain_text("Everything is dealt.")
    assert axe(page) == []
    page.click("#options a")
    fits(page, axe)
    page.goto("/drills/poker/find-the-slip")
    page.click("button:has-text('Start')")
    assert axe(page) == []
    page.goto("/exams")
    page.fill("#candidate", "Ann Lee")
    page.click("button:has-text('Draw')")
    fits(page, axe)
    page.click("button:has-text('Get a code to read out')")
    code = page.inner_text(".exam-code")
    fits(page, axe)
    page.click("text=To the exam")
    page.fill("#code", code)
    page.click("button:has-text('Begin')")
    page.click("text=Stop here")
    fits(page, axe)
    page.click("button:has-text('Deal')")
    page.wait_for_url("**/deal/*")
    expect(page.locator("#clock")).to_contain_text("left")
    assert axe(page) == []
    open_drill_room(page, "exam")
    fits(page, axe)


# -- a server that is killed --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_training_outlives_a_server_that_is_killed(killed: Killed, home: Path) -> None:
    """Rounds are kept once, an exam's hands go on with nothing lost, a class that is asked finds everybody where they were."""
    with (
        Hand(base_url=killed.base, timeout=60, follow_redirects=True) as teacher,
        Hand(base_url=killed.base, timeout=60, follow_redirects=True) as ann,
    ):
        outlives(killed, home, teacher, ann)


def outlives(killed: Killed, home: Path, teacher: Hand, ann: Hand) -> None:
    """Deal, take an exam and be asked, while the server is killed twice."""
    page = teacher.fill("/drills/deal", drill="baccarat/coup-walk", level="2", seed="7")
    table = str(page.url.path)
    at = str(teacher.fill("/exams/draw", syllabus="baccarat-table-test", candidate="Ann", paper="A").url.path)
    teacher.fill(f"{at}/begin", code=code_shown(teacher.fill(f"{at}/code").text))
    hands = str(teacher.fill(f"{at}/deal", name="coups").url.path)
    room = teacher.fill("/class/drill", drill="baccarat/third-card-flash", at="1", items="5", mode="guided", seed="7")
    code = re.search(r'class="code">([a-z]+-\d{3})<', room.text)
    assert code
    ann.fill("/join", code=code[1], name="Ann")
    teacher.fill(f"{room.url.path}/state", state="running")
    sitting = str(ann.get("/class/here").url.path).rpartition("/")[0]
    ann.fill(f"{sitting}/1", a0="d")

    def deal(path: str, rounds: int, key: str) -> None:
        """Deal what is due, as a perfect dealer would, working it out from the files alone."""
        live = application(WebSettings()).state.site.tables.find(path.rpartition("/")[2])
        for number in range(200):
            if len(live.session.times) >= rounds:
                return
            act = live.session.table.next_act()
            answer = teacher.tell(f"{path}/say", {"key": f"{key}-{number}", "acts": [str(act)]})
            assert answer.status_code == 200, answer.text
            live._done([act])

    deal(table, 1, "a")
    deal(hands, 1, "b")
    killed.kill()
    killed.start()
    assert "1 of 5 coups dealt" in teacher.get(table).text
    assert "1 of 3 coups dealt" in teacher.get(hands).text
    assert ann.get("/class/here").url.path == f"{sitting}/2"
    deal(table, 2, "c")
    deal(hands, 3, "d")
    killed.kill()
    killed.start()
    assert "3 dealt" in teacher.fill(f"{at}/mark").text
    with TrainingStore.open(now=now) as store:
        kept = [one.seed for one in store.answers("") if one.drill == "baccarat/coup-walk"]
        assert len(list(store.answers("Ann"))) == 1
    assert kept == ["7/1", "7/2"]
    name = at.rpartition("/")[2]
    exam = sealed_exam(home / "exams" / name / "exam.sealed.json")
    assert read_answers(home / "exams" / name / "exam.answers.jsonl", exam.id, exam.commitment)
