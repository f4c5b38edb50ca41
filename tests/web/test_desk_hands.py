"""The desk in a browser as hands use it: a phone by touch, a keyboard alone, two windows at once, no scripts."""

from __future__ import annotations

import re

import pytest

from dealerkit.files.folders import journal_path
from dealerkit.jobs.journal.cases import cases
from dealerkit.jobs.journal.clock import zone_here
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify

PHONE = (390, 844)
STORY = "he threw in a 500 chip and said nothing"
QUESTION = "/desk/dispute?d=two&game=holdem&fault=oversized_chip"
RULED = f"{QUESTION}&f.facing_bet=yes"


@pytest.fixture
def journal(home):
    """A house whose journal is begun."""
    home.mkdir(parents=True, exist_ok=True)
    with Journal.begin(journal_path(), zone=zone_here()):
        pass
    return journal_path()


def kept(path):
    """The cases of a journal, which is whole."""
    with Journal.open(path) as opened:
        assert not verify(opened).flaws
        return cases(opened)


def fits(page):
    """Nothing goes beyond the sides, and whatever can be touched is large enough."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    small = page.evaluate(
        """() => [...document.querySelectorAll("main a, main button, main input, main select, main summary, main textarea")]
        .filter(one => one.offsetParent && one.type !== "hidden")
        .map(one => [one.outerHTML.slice(0, 90), (one.closest("label") || one).getBoundingClientRect()])
        .filter(([, place]) => place.width < 44 || place.height < 44).map(([said]) => said)"""
    )
    assert not small


def test_a_dispute_by_touch_on_a_phone(screen, journal, axe):
    """From words to the journal by taps; every page fits, and axe finds nothing on any of them."""
    page = screen(*PHONE, touch=True)

    def look():
        fits(page)
        assert not axe(page)

    page.goto("/desk?game=holdem&family=&rules=")
    look()
    page.tap("#said")
    page.keyboard.insert_text(STORY)
    page.wait_for_selector("#heard a.answer")
    look()
    page.tap("#heard a.answer >> nth=0")
    page.wait_for_selector("#question")
    look()
    page.tap("a.answer >> nth=0")
    page.wait_for_selector(".ruling")
    look()
    for one in page.locator("details").all():
        one.locator("summary").first.tap()
    look()
    page.tap("text=Decide, and keep it")
    page.wait_for_selector("form.decision")
    look()
    page.fill("#table", "M3")
    page.fill("#by", "Ann Lee")
    page.fill("#pin", "1234")
    page.tap("text=Keep the decision")
    page.wait_for_selector("#again")
    look()
    assert page.input_value("#table") == "M3"
    page.fill("#pin", "1234")
    page.fill("#again", "1234")
    page.tap("text=Keep the decision")
    page.wait_for_selector(".entries")
    look()
    (case,) = kept(journal)
    assert (case.outcome, case.said["table"]) == ("call", "M3")
    page.goto("/desk/player" + RULED.removeprefix("/desk/dispute"))
    look()


def test_a_dispute_by_keyboard_alone(screen, journal):
    """Words, digits for answers, Tab and Enter; nothing is clicked."""
    page = screen(1024, 768)
    page.goto("/desk?game=holdem&family=&rules=")
    page.keyboard.type(STORY)
    page.keyboard.press("Enter")
    page.wait_for_selector("ol.meant")
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("1")
    page.wait_for_selector("#question")
    page.keyboard.press("1")
    page.wait_for_selector(".ruling")
    tab_to(page, "Decide, and keep it")
    page.keyboard.press("Enter")
    page.wait_for_selector("form.decision")
    tab_to(page, "", "by")
    page.keyboard.type("Ann Lee")
    page.keyboard.press("Tab")
    page.keyboard.type("1234")
    page.keyboard.press("Enter")
    page.wait_for_selector("#again")
    assert page.evaluate("document.activeElement.id") == "pin"
    page.keyboard.type("1234")
    tab_to(page, "", "again")
    page.keyboard.type("1234")
    page.keyboard.press("Enter")
    page.wait_for_selector(".entries")
    assert kept(journal)[0].outcome == "call"


def test_another_game_is_chosen_from_all(screen):
    """The list comes when it is opened; what is chosen stays chosen."""
    page = screen(*PHONE, touch=True)
    page.goto("/desk")
    page.tap("text=Another game or rule set")
    page.tap("text=Razz")
    page.wait_for_url("**/desk?game=razz*")
    page.goto("/desk")
    assert page.inner_text(".chip[aria-current]") == "Razz"
    fits(page)


def tab_to(page, words, name=""):
    """Press Tab until what has these words, or this id, has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        focus = page.evaluate("[document.activeElement.innerText || '', document.activeElement.id]")
        if (words and words in focus[0]) or (name and focus[1] == name):
            return
    raise AssertionError(words or name)


def test_numbers_have_a_pad_and_acts_have_words(screen):
    """An amount and acts in turn are put together by taps."""
    page = screen(*PHONE, touch=True)
    page.goto("/desk/dispute?game=holdem&d=pad&fault=smallest_bet&f.bets=?&more=yes")
    assert page.locator(".pad").is_visible()
    fits(page)
    for key in ("1", "0", "0"):
        page.tap(f".pad button[data-digit='{key}']")
    page.tap(".pad button[data-digit='']")
    assert page.input_value("#given") == "10"
    page.tap(".ok")
    page.wait_for_url(re.compile(r"f\.\w+=10"))


def test_the_browser_s_back_button_takes_an_answer_back(screen):
    """And a page that is loaded again is where it was."""
    page = screen(*PHONE, touch=True)
    page.goto(QUESTION)
    page.tap("a.answer >> nth=0")
    page.wait_for_selector(".ruling")
    page.reload()
    assert page.locator(".ruling").count() == 1
    page.go_back()
    page.wait_for_selector("#question")
    page.tap("a.answer >> nth=1")
    page.wait_for_selector(".ruling")
    assert "It is a bet" in page.inner_text(".ruling")


def test_two_windows_do_not_disturb_each_other(screen):
    """The same dispute answered differently in each: each shows its own ruling."""
    one, other = screen(*PHONE), screen(*PHONE)
    for page, answer in ((one, 0), (other, 1)):
        page.goto(QUESTION)
        page.click(f"a.answer >> nth={answer}")
        page.wait_for_selector(".ruling")
    one.reload()
    assert "It is a call" in one.inner_text(".ruling")
    assert "It is a bet" in other.inner_text(".ruling")


def test_a_second_tap_on_keep_keeps_it_once(screen, journal):
    """Two taps before the answer comes."""
    page = screen(*PHONE, touch=True)
    page.goto(RULED.replace("/desk/dispute", "/desk/decide"))
    page.fill("#by", "Ann Lee")
    page.fill("#pin", "1234")
    page.tap("text=Keep the decision")
    page.wait_for_selector("#again")
    page.fill("#pin", "1234")
    page.fill("#again", "1234")
    page.dblclick("text=Keep the decision")
    page.wait_for_selector(".entries")
    assert len(kept(journal)) == 1


def test_it_works_whole_without_scripts(screen, journal):
    """Plain links and forms: words, a choice, a question, a number, the decision."""
    page = screen(*PHONE, scripts=False)
    page.goto("/desk?game=holdem&family=&rules=")
    page.fill("#said", STORY)
    page.click(".words button")
    page.click("ol.meant a >> nth=0")
    page.click("a.answer >> nth=0")
    page.click("text=Decide, and keep it")
    page.check("input[value=otherwise]")
    page.select_option("#outcome", "raise")
    page.fill("#reason", "the dealer had heard him")
    page.fill("#by", "Ann Lee")
    page.fill("#pin", "1234")
    page.click("text=Keep the decision")
    page.fill("#pin", "1234")
    page.fill("#again", "1234")
    page.click("text=Keep the decision")
    assert "otherwise than the rules" in page.inner_text("main").casefold()
    (case,) = kept(journal)
    assert (case.outcome, case.departs) == ("raise", True)
    page.goto("/desk/dispute?game=holdem&d=pad&fault=smallest_bet&f.bets=?&more=yes")
    page.fill("#given", "100")
    page.click(".ok")
    assert page.locator(".ruling").count() + page.locator("#question").count() == 1
