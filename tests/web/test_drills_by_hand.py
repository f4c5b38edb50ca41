"""Drills as hands do them: every control by touch on a phone, a whole drill by keyboard alone, axe on every page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from dealerkit.training.exercises import exercises, setting
from dealerkit.training.items import Item
from dealerkit.training.replies import (
    AmountReply,
    AmountsReply,
    AnyOfReply,
    CardsReply,
    ChipsReply,
    CountReply,
    GroupsReply,
    OneOfReply,
    OrderReply,
    PartsReply,
    Reply,
    SeatReply,
    SlipsReply,
)
from dealerkit.web.sittings import training
from tests.sampling import daily
from tests.web.waits import arrived, becomes, is_so, no_wider_than_the_window

pytestmark = pytest.mark.thorough

PHONE = (390, 844)
SEED = "7"
CONTROLS = [
    ("baccarat/totals-and-naturals", 1),
    ("baccarat/totals-and-naturals", 4),
    ("baccarat/side-bets", 1),
    ("baccarat/commission", 4),
    ("baccarat/shoe-opening", 1),
    ("baccarat/shoe-opening", 4),
    ("poker/side-pots", 1),
    ("poker/split-pot", 4),
    ("poker/table-set-up", 1),
    ("poker/early-street", 2),
    ("poker/early-street", 4),
    ("poker/hand-reading", 4),
    ("poker/find-the-slip", 1),
    ("floor/rule-it", 1),
    ("chips/make-the-amount", 1),
    ("floor/fact-report", 4),
]
"""A drill for each kind of answer, alone and as a part of several."""


def asked(page: Any) -> None:
    """Wait until a question stands there, whole."""
    arrived(page, "form.question")


def begin(page: Any, name: str, level: int, **more: str) -> None:
    """Begin a drill at a level, of a seed."""
    page.goto(f"/drills/{name}")
    page.evaluate(
        """(said) => {
            const form = document.querySelector('form[action$="begin"]');
            for (const [name, value] of Object.entries(said)) {
                for (const old of form.querySelectorAll(`[name=${name}]`)) old.remove();
                const made = document.createElement('input');
                made.type = 'hidden'; made.name = name; made.value = value; form.append(made);
            }
        }""",
        {"level": str(level), "seed": SEED, **more},
    )
    page.get_by_role("button", name="Start").click()
    asked(page)


def item_of(name: str, level: int, number: int = 1) -> Item:
    """The exercise of a number, of the seed."""
    row = exercises(setting(name, level), SEED)
    return [next(row) for _ in range(number)][-1]


def no_sideways(page: Any) -> None:
    """Nothing is wider than the window, and what is touched is large enough."""
    no_wider_than_the_window(page)
    is_so(page, f"innerWidth === {page.viewport_size['width']}")
    small = """[...document.querySelectorAll('button, .button, label.choice, select')]
            .filter((one) => one.offsetParent && !one.disabled)
            .map((one) => [one.textContent.trim().slice(0, 30), one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
            .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""
    becomes(lambda: page.evaluate(small), [], page)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1024, 768), (1440, 900), PHONE])
@pytest.mark.parametrize(
    ("name", "level"), [("baccarat/totals-and-naturals", 4), ("chips/count-the-bank", 4), ("floor/fact-report", 4)]
)
def test_no_answer_runs_out_of_its_button(screen: Callable[..., Any], size: tuple[int, int], name: str, level: int) -> None:
    """Circle, key and word have room in each choice, wherever a mouse shows the keys."""
    page = screen(*size)
    begin(page, name, level)
    out = """[...document.querySelectorAll('.choice')].filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent.trim())"""
    becomes(lambda: page.evaluate(out), [], page)
    assert page.locator(".choice").count() > 2


def touch(page: Any, reply: Reply, answer: str, name: str) -> None:
    """Give one answer by its control."""
    block = page.locator(f".answer:has([name={name}])")
    if isinstance(reply, OneOfReply):
        key = next(one.key for one in reply.choices if one.word == answer)
        page.locator(f"label:has(input[name={name}][value='{key}']), button[name={name}][value='{key}']").tap()
    elif isinstance(reply, AnyOfReply):
        for one in reply.choices:
            if one.word in answer.split(" "):
                page.locator(f"label:has(input[name={name}][value='{one.key}'])").tap()
    elif isinstance(reply, AmountReply | AmountsReply | CountReply):
        page.locator(f"[name={name}]").tap()
        for sign in answer:
            page.locator(".pad").get_by_role("button", name={".": "point", " ": "space"}.get(sign, sign), exact=True).tap()
    elif isinstance(reply, SeatReply):
        block.get_by_role("button", name=f"seat {answer[1:]}", exact=True).tap()
    elif isinstance(reply, GroupsReply):
        for at, pot in enumerate(answer.split(" / ")):
            if at:
                block.get_by_role("button", name="Add a pot").tap()
            for seat in pot.split(" "):
                block.locator(".pot").nth(at).get_by_role("button", name=f"seat {seat}", exact=True).tap()
    elif isinstance(reply, OrderReply):
        for sign in answer.split(" "):
            block.locator(f"[data-letter={sign}]").tap()
    else:
        touch_things(page, block, reply, answer)


def touch_things(page: Any, block: Any, reply: Reply, answer: str) -> None:
    """Give cards, chips, or the acts that were slips."""
    if isinstance(reply, CardsReply):
        if answer == "none":
            block.get_by_role("button", name="none").tap()
            return
        for code in answer.split(" "):
            block.locator(".pick-cards").get_by_role("button", name=code[0].replace("T", "10"), exact=True).tap()
            suit = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}[code[1]]
            block.get_by_role("button", name=suit, exact=True).tap()
    elif isinstance(reply, ChipsReply):
        for many, worth in (one.split("x") for one in answer.split(" ")):
            for _ in range(int(many)):
                block.get_by_role("button", name=f"one chip of {worth}", exact=True).tap()
    else:
        assert isinstance(reply, SlipsReply), reply
        for act, code in (one.split(" ", 1) for one in answer.split(", ")):
            page.locator(f"button.act[data-act='{act}']").tap()
            key = next(one.key for one in reply.choices if one.word == code)
            page.locator(f".picker [data-key={key}]").tap()
        expect(page.locator("button.act[aria-pressed=true]")).to_have_count(len(answer.split(", ")))


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "level"), daily(CONTROLS, 5), ids=[f"{name}:{level}" for name, level in CONTROLS])
def test_each_control_answers_by_touch(
    screen: Callable[..., Any], axe: Callable[[Any], list[str]], name: str, level: int
) -> None:
    """On a phone of 390: nothing sideways, everything large enough, and what is touched is the right answer."""
    page = screen(*PHONE, touch=True)
    begin(page, name, level)
    no_sideways(page)
    assert axe(page) == []
    item = item_of(name, level)
    reply = item.question.reply
    answer = item.key.answers[0]
    parts = [part for _, part in reply.parts] if isinstance(reply, PartsReply) else [reply]
    given = answer.split(" | ") if isinstance(reply, PartsReply) else [answer]
    for at, (part, one) in enumerate(zip(parts, given, strict=True)):
        touch(page, part, one, f"a{at}")
    if not isinstance(reply, OneOfReply | SeatReply):  # one touch is the whole answer then
        page.locator(".send").tap()
    expect(page.locator(".verdict h1")).to_have_text(re.compile("Right"))
    no_sideways(page)
    assert axe(page) == []


def test_a_whole_drill_by_keyboard(screen: Callable[..., Any]) -> None:
    """From the list to the result without a mouse: Start by Enter, one key an answer, Enter for the next."""
    page = screen(1024, 768)
    page.goto("/drills")
    page.get_by_role("button", name="Start").first.focus()
    page.keyboard.press("Enter")
    asked(page)
    for number in range(1, 7):
        page.wait_for_url(f"**/{number}")
        key = page.locator("[data-key]").nth(number % 2).get_attribute("data-key")
        page.keyboard.press(key)
        arrived(page, ".verdict")
        page.wait_for_url(f"**/{number}")
        page.keyboard.press("Enter")
        asked(page)
    with training() as store:
        assert len(list(store.answers())) == 6
    page.keyboard.press("?")
    arrived(page, ".rule")
    page.get_by_role("button", name="Stop here").focus()
    page.keyboard.press("Enter")
    arrived(page, ".tally")


@pytest.mark.slow
def test_parts_by_keyboard(screen: Callable[..., Any]) -> None:
    """Amounts: typed, Enter for the next field, Enter for the answer; then choices by their keys and a record by its fields."""
    page = screen(1024, 768)
    begin(page, "baccarat/commission", 1)
    fee, paid = item_of("baccarat/commission", 1).key.answers[0].split(" | ")
    page.keyboard.type(fee)
    page.keyboard.press("Enter")
    page.keyboard.type(paid)
    page.keyboard.press("Enter")
    arrived(page, ".good.verdict")
    begin(page, "baccarat/totals-and-naturals", 4)
    item = item_of("baccarat/totals-and-naturals", 4)
    assert isinstance(item.question.reply, PartsReply)
    for (_, part), word in zip(item.question.reply.parts, item.key.answers[0].split(" | "), strict=True):
        assert isinstance(part, OneOfReply)
        page.keyboard.press(next(one.key for one in part.choices if one.word == word))
    page.keyboard.press("Enter")
    arrived(page, ".good.verdict")


@pytest.mark.slow
def test_back_reload_and_two_tabs(screen: Callable[..., Any]) -> None:
    """The back button shows what was said; a reload doubles nothing; a second tab is told that there was an answer."""
    page = screen(*PHONE, touch=True)
    begin(page, "baccarat/third-card-flash", 1)
    first = page.url
    other = page.context.new_page()
    other.goto(first)
    page.locator("[data-key=d]").tap()
    arrived(page, ".verdict")
    page.reload()
    arrived(page, ".verdict")
    other.locator("[data-key=s]").click()
    arrived(other, ".verdict")
    expect(other.locator("main")).to_contain_text("have already answered")
    page.locator("[data-next]").tap()
    asked(page)
    page.go_back()
    arrived(page, ".verdict")
    page.go_forward()
    asked(page)
    with training() as store:
        assert [one.given for one in store.answers()] == ["d"]


@pytest.mark.slow
def test_without_scripts_it_is_asked_all_the_same(screen: Callable[..., Any]) -> None:
    """A choice is a button, an amount a field: forms are forms."""
    page = screen(*PHONE, scripts=False)
    page.goto("/drills/poker/pot-limit")
    page.get_by_role("button", name="Start").click()
    page.fill("[name=a0]", "7")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".verdict h1")).to_have_text(re.compile("Right|Wrong"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", daily(["/drills", "/drills/poker/find-the-slip", "/drills/walk/full-hand", "/progress"], 4, first=1)
)
def test_axe_finds_nothing(screen: Callable[..., Any], axe: Callable[[Any], list[str]], path: str) -> None:
    """On the list, a drill's own page, and where somebody stands; light and dark."""
    page = screen(*PHONE, touch=True)
    begin(page, "baccarat/third-card-flash", 1, items="1")
    page.locator("[data-key=d]").tap()
    arrived(page, ".verdict")
    page.locator("[data-next]").tap()
    arrived(page, ".tally")
    assert axe(page) == []
    page.goto(path)
    no_sideways(page)
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    page.reload()
    assert axe(page) == []


@pytest.mark.slow
def test_an_exam_by_touch(screen: Callable[..., Any], axe: Callable[[Any], list[str]]) -> None:
    """Drawn, begun with a code, a question answered, one put off, stopped and marked, on a phone."""
    page = screen(*PHONE, touch=True)
    page.goto("/exams")
    no_sideways(page)
    assert axe(page) == []
    page.fill("#candidate", "Ann <b>Lee</b>")
    page.get_by_role("button", name="Draw a paper").tap()
    page.get_by_role("button", name="Begin").wait_for()
    no_sideways(page)
    assert axe(page) == []
    page.get_by_role("button", name="Get a code to read out").tap()
    code = page.locator(".exam-code").inner_text()
    no_sideways(page)
    assert axe(page) == []
    page.get_by_role("link", name="To the exam").tap()
    page.fill("#code", code)
    page.get_by_role("button", name="Begin").tap()
    asked(page)
    expect(page.locator(".clock")).to_contain_text("left")
    assert axe(page) == []
    page.locator("[data-key=d]").tap()
    page.wait_for_url("**/2")
    page.get_by_role("link", name="Later").tap()
    page.wait_for_url("**/3")
    page.get_by_role("link", name="Stop here").tap()
    page.get_by_role("button", name="Mark it").tap()
    arrived(page, ".tally")
    expect(page.locator("h1")).to_contain_text("Ann <b>Lee</b>")
    no_sideways(page)
    assert axe(page) == []


def test_a_drill_on_chips_is_timed_by_hand(screen: Callable[..., Any], axe: Callable[[Any], list[str]]) -> None:
    """Start, stop, what was wrong; a try waits while there is no network, and in a page that is too old, and is kept once."""
    page = screen(*PHONE, touch=True)
    page.goto("/drills/chips/run-down")
    page.fill("input[name=trainee] >> nth=-1", "Ann Lee")
    page.tap("form[action$='/drills/timed'] button")
    arrived(page, "#timed")
    assert axe(page) == []

    def tried(fault: str = "") -> None:
        page.tap("#go")
        expect(page.locator("#go")).to_contain_text("Stop")
        page.tap("#go")
        if fault:
            page.tap(f'.fault:has-text("{fault}")')
        page.tap("#keep")

    tried()
    expect(page.locator("#net")).to_have_text("")
    page.context.set_offline(True)
    fault = page.locator(".fault >> nth=0").get_attribute("data-fault")
    tried(fault)
    expect(page.locator("#net")).to_contain_text("1 try waits")
    page.context.set_offline(False)
    expect(page.locator("#net")).to_have_text("")
    page.context.clear_cookies(name="dealerkit_token")
    tried()
    expect(page.locator("#net")).to_contain_text("load it again")
    page.reload()
    becomes(lambda: len(kept_tries()), 3, page)
    assert [one.right for one in kept_tries()][0::2] == [True, True]
    page.reload()
    expect(page.locator("#tries li")).to_have_count(3)
    no_wider_than_the_window(page)


def kept_tries() -> list[Any]:
    """The tries that are kept for progress."""
    with training() as store:
        return list(store.answers("Ann Lee"))
