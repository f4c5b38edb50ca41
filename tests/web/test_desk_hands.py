"""The desk in a browser as hands use it: a phone by touch, a keyboard alone, two windows at once, no scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from dealerkit.jobs.journal.cases import cases
from dealerkit.jobs.journal.clock import zone_here
from dealerkit.jobs.journal.places import journal_place
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from tests.web.waits import arrived, becomes, no_wider_than_the_window

pytestmark = pytest.mark.thorough

PHONE = (390, 844)
STORY = "he threw in a 500 chip and said nothing"
QUESTION = "/desk/dispute?d=two&game=holdem&fault=oversized_chip"
RULED = f"{QUESTION}&f.facing_bet=yes"


@pytest.fixture
def journal(home):
    """A house whose journal is begun."""
    home.mkdir(parents=True, exist_ok=True)
    with Journal.begin(journal_place(), zone=zone_here()):
        pass
    return journal_place()


def kept(path):
    """The cases of a journal, which is whole."""
    with Journal.open(path) as opened:
        assert not verify(opened).flaws
        return cases(opened)


def fits(page):
    """Nothing goes beyond the sides, and whatever can be touched is large enough."""
    no_wider_than_the_window(page)
    small = """() => [...document.querySelectorAll("main a, main button, main input, main select, main summary, main textarea")]
        .filter(one => one.offsetParent && one.type !== "hidden")
        .map(one => [one.outerHTML.slice(0, 90), (one.closest("label") || one).getBoundingClientRect()])
        .filter(([, place]) => place.width < 44 || place.height < 44).map(([said]) => said)"""
    becomes(lambda: page.evaluate(small), [], page)


def test_a_dispute_by_touch_on_a_phone(screen, journal, axe):
    """From words to the journal by taps; every page fits, and axe finds nothing on any of them."""
    page = screen(*PHONE, touch=True)

    def look():
        fits(page)
        assert axe(page) == []

    page.goto("/desk?game=holdem&family=&rules=")
    look()
    page.tap("#said")
    page.keyboard.insert_text(STORY)
    arrived(page, "#heard a.answer")
    look()
    page.tap("#heard a.answer >> nth=0")
    arrived(page, "#question")
    look()
    page.tap("a.answer >> nth=0")
    arrived(page, ".ruling")
    look()
    for one in page.locator("details").all():
        one.locator("summary").first.tap()
    look()
    page.tap("text=Decide and save")
    arrived(page, "form.decision")
    look()
    page.fill("#table", "M3")
    page.fill("#by", "Ann Lee")
    page.fill("#pin", "1234")
    page.tap("text=Save the decision")
    arrived(page, "#again")
    look()
    expect(page.locator("#table")).to_have_value("M3")
    page.fill("#pin", "1234")
    page.fill("#again", "1234")
    page.tap("text=Save the decision")
    arrived(page, ".entries")
    look()
    (case,) = kept(journal)
    assert (case.outcome, case.said["table"]) == ("call", "M3")
    page.goto("/desk/player" + RULED.removeprefix("/desk/dispute"))
    look()


@pytest.mark.slow
def test_a_dispute_by_keyboard_alone(screen, journal):
    """Words, digits for answers, Tab and Enter; nothing is clicked."""
    page = screen(1024, 768)
    page.goto("/desk?game=holdem&family=&rules=")
    page.keyboard.type(STORY)
    page.keyboard.press("Enter")
    arrived(page, "ol.meant")
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("1")
    arrived(page, "#question")
    page.keyboard.press("1")
    arrived(page, ".ruling")
    tab_to(page, "Decide and save")
    page.keyboard.press("Enter")
    arrived(page, "form.decision")
    tab_to(page, "", "by")
    page.keyboard.type("Ann Lee")
    page.keyboard.press("Tab")
    page.keyboard.type("1234")
    page.keyboard.press("Enter")
    arrived(page, "#again")
    expect(page.locator("#pin")).to_be_focused()
    page.keyboard.type("1234")
    tab_to(page, "", "again")
    page.keyboard.type("1234")
    page.keyboard.press("Enter")
    arrived(page, ".entries")
    assert kept(journal)[0].outcome == "call"


@pytest.mark.slow
def test_another_game_is_chosen_from_all(screen):
    """The list comes when it is opened; what is chosen stays chosen."""
    page = screen(*PHONE, touch=True)
    page.goto("/desk")
    page.tap("text=Another game or rule set")
    page.tap("text=Razz")
    page.wait_for_url("**/desk?game=razz*")
    page.goto("/desk")
    expect(page.locator(".chip[aria-current]")).to_have_text("Razz")
    fits(page)


def tab_to(page, words, name=""):
    """Press Tab until what has these words, or this id, has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        focus = page.evaluate("[document.activeElement.innerText || '', document.activeElement.id]")
        if (words and words in focus[0]) or (name and focus[1] == name):
            return
    raise AssertionError(words or name)


@pytest.mark.slow
def test_numbers_have_a_pad_and_acts_have_words(screen):
    """An amount and acts in turn are put together by taps."""
    page = screen(*PHONE, touch=True)
    page.goto("/desk/dispute?game=holdem&d=pad&fault=smallest_bet&f.bets=?&more=yes")
    expect(page.locator(".pad")).to_be_visible()
    fits(page)
    for key, given in (("1", "1"), ("0", "10"), ("0", "100"), ("", "10")):
        page.tap(f".pad button[data-digit='{key}']")
        expect(page.locator("#given")).to_have_value(given)
    page.tap(".ok")
    page.wait_for_url(re.compile(r"f\.\w+=10"))


@pytest.mark.slow
def test_the_browser_s_back_button_takes_an_answer_back(screen):
    """And a page that is loaded again is where it was."""
    page = screen(*PHONE, touch=True)
    page.goto(QUESTION)
    page.tap("a.answer >> nth=0")
    arrived(page, ".ruling")
    page.reload()
    expect(page.locator(".ruling")).to_have_count(1)
    page.go_back()
    arrived(page, "#question")
    page.tap("a.answer >> nth=1")
    arrived(page, ".ruling")
    expect(page.locator(".ruling")).to_contain_text("The action is a bet")


@pytest.mark.slow
def test_two_windows_do_not_disturb_each_other(screen):
    """The same dispute answered differently in each: each shows its own ruling."""
    one, other = screen(*PHONE), screen(*PHONE)
    for page, answer in ((one, 0), (other, 1)):
        page.goto(QUESTION)
        page.click(f"a.answer >> nth={answer}")
        arrived(page, ".ruling")
    one.reload()
    expect(one.locator(".ruling")).to_contain_text("The action is a call")
    expect(other.locator(".ruling")).to_contain_text("The action is a bet")


@pytest.mark.slow
def test_a_second_tap_on_keep_keeps_it_once(screen, journal):
    """Two taps before the answer comes."""
    page = screen(*PHONE, touch=True)
    page.goto(RULED.replace("/desk/dispute", "/desk/decide"))
    page.fill("#by", "Ann Lee")
    page.fill("#pin", "1234")
    page.tap("text=Save the decision")
    arrived(page, "#again")
    page.fill("#pin", "1234")
    page.fill("#again", "1234")
    page.dblclick("text=Save the decision")
    arrived(page, ".entries")
    assert len(kept(journal)) == 1


@pytest.mark.slow
def test_it_works_whole_without_scripts(screen, journal):
    """Plain links and forms: words, a choice, a question, a number, the decision."""
    page = screen(*PHONE, scripts=False)
    page.goto("/desk?game=holdem&family=&rules=")
    page.fill("#said", STORY)
    page.click(".words button")
    page.click("ol.meant a >> nth=0")
    page.click("a.answer >> nth=0")
    page.click("text=Decide and save")
    page.check("input[value=otherwise]")
    page.select_option("#outcome", "raise")
    page.fill("#reason", "the dealer had heard him")
    page.fill("#by", "Ann Lee")
    page.fill("#pin", "1234")
    page.click("text=Save the decision")
    page.fill("#pin", "1234")
    page.fill("#again", "1234")
    page.click("text=Save the decision")
    expect(page.locator("main")).to_contain_text("against the rules", ignore_case=True)
    (case,) = kept(journal)
    assert (case.outcome, case.departs) == ("raise", True)
    page.goto("/desk/dispute?game=holdem&d=pad&fault=smallest_bet&f.bets=?&more=yes")
    page.fill("#given", "100")
    page.click(".ok")
    expect(page.locator(".ruling, #question")).to_have_count(1)


@pytest.mark.slow
def test_bets_cards_and_boards_are_put_together_by_taps(screen):
    """Who, what and chips make a line of bets; a card is one tap of a grid, at its seat; both are written into the field."""
    page = screen(*PHONE, touch=True)
    page.goto("/desk/dispute?game=holdem&d=bets&fault=several_chips")
    fits(page)
    for what, name in [
        ("begin", "blinds"), ("key", "5"), ("key", "0"), ("key", "/"), ("chip", "100"), ("begin", "seat 3"), ("verb", "raise"),
        ("chip", "100"), ("chip", "100"), ("chip", "25"), ("chip", "25"), ("begin", "seat 5"), ("verb", "call"), ("key", ""),
        ("verb", "puts"), ("chip", "500"), ("chip", "100"),
    ]:  # fmt: skip
        page.tap(f'.maker [data-{what}="{name}"]')
    expect(page.locator("#given")).to_have_value("blinds 50/100, seat 3 raise 250, seat 5 puts 500+100")
    page.tap(".ok")
    page.wait_for_url(re.compile("f.bets=blinds"))
    expect(page.locator("#problem")).to_have_count(0)

    page.goto("/desk/dispute?d=three&fault=chip_race&f.race_when=race&more=yes")
    fits(page)
    page.tap('[data-card="Kh"]')
    expect(page.locator("[data-told]")).to_contain_text("First touch the seat")
    for seat, cards in (("5", ("2c", "7d")), ("2", ("Kh", "9c", "9c"))):
        page.tap(f'[data-seat="{seat}"]')
        for card in cards:
            page.tap(f'[data-card="{card}"]')
    expect(page.locator("#given")).to_have_value("2: Kh, 5: 2c 7d")
    expect(page.locator('[data-card="7d"]')).to_have_attribute("aria-disabled", "true")
    page.tap(".ok")
    page.wait_for_url(re.compile("f.race_cards=2%3A"))
    expect(page.locator("#problem")).to_have_count(0)


@pytest.mark.slow
def test_cards_are_picked_by_keyboard_alone(screen, axe):
    """Tab to the grid, arrows from card to card, Enter takes one; the answer is what the cards are."""
    page = screen(1024, 768)
    page.goto("/desk/dispute?game=draw&d=two&fault=false_openers&f.street=?")
    tab_to(page, "Or the cards that were shown")
    page.keyboard.press("Enter")
    tab_to(page, "A\u2660")
    for key in ("Enter", "ArrowRight", "ArrowRight", "ArrowDown", "Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#given")).to_have_value("As Qh Kh")
    assert not axe(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("f.opening_hand="))
    expect(page.locator("#problem")).to_have_count(0)
