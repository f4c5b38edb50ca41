"""The table under hands: whole rounds by mouse, touch, keys and dragging in a real browser; nothing lost, nothing doubled."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from starlette.applications import Starlette

from dealerkit.felt import Act
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from dealerkit.training.walk.code import Plan
from dealerkit.training.walk.opening import usual_seats
from dealerkit.web.deal.gestures import first_table
from dealerkit.web.people import ALONE
from dealerkit.web.tables import LiveTable
from tests.sampling import daily
from tests.web.dealing import Dealer, found
from tests.web.waits import becomes, is_so, no_wider_than_the_window

Screen = Callable[..., Any]

TARGETS = """() => [...document.querySelectorAll('.thing')].map(one => {
  const box = one.getBoundingClientRect();
  return [one.dataset.thing, box.left, box.top, box.right, box.bottom];
})"""


def crowded(boxes: list[tuple[str, float, float, float, float]]) -> list[tuple[str, ...]]:
    """What is too small to be touched, and what lies over another: names, of boxes with left, top, right, bottom in pixels."""
    wrong: list[tuple[str, ...]] = []
    for at, (name, left, top, right, bottom) in enumerate(boxes):
        if right - left < 44 or bottom - top < 44:
            wrong.append((name,))
        for other, left2, top2, right2, bottom2 in boxes[at + 1 :]:
            if not (right <= left2 + 0.5 or right2 <= left + 0.5 or bottom <= top2 + 0.5 or bottom2 <= top + 0.5):
                wrong.append((name, other))
    return wrong


def opened(app: Starlette, game: str, seats: int = 0, seed: int = 5, **more: Any) -> LiveTable:
    """A table at the server."""
    people = load(game).data["players"]
    bots = int(people["max"]) > 1
    plan = Plan(game, None, {}, seats or usual_seats(load(game)), seed, bots=bots, **more)
    return app.state.site.tables.open(plan, ALONE)


def at_table(screen: Screen, live: LiveTable, width: int = 1024, height: int = 768, **more: Any) -> Any:
    """A window on it."""
    page = screen(width, height, **more)
    page.goto(f"/deal/{live.id}")
    page.wait_for_selector("#deal.ready")
    return page


@pytest.mark.parametrize(
    ("game", "by"),
    daily([
        ("mini-baccarat", "touch"), ("mini-baccarat", "mouse"), ("mini-baccarat", "keys"),
        ("holdem", "mouse"), ("holdem", "keys"), ("holdem", "touch"),
        ("omaha", "drag"), ("stud7", "touch"), ("draw", "touch"), ("thirty-one", "touch"),
    ], 10),
)  # fmt: skip
@pytest.mark.thorough
def test_a_round_is_dealt_whole(screen: Screen, app: Starlette, game: str, by: str) -> None:
    """On a tablet: everything that is due is done by hand, nothing has to be said, nothing is found."""
    live = opened(app, game)
    page = at_table(screen, live, touch=by == "touch")
    dealer = Dealer(page, live, by)
    dealer.deal(1)
    assert dealer.said == 0
    assert live.session.findings() == []
    no_wider_than_the_window(page)


@pytest.mark.slow
def test_a_coup_takes_few_touches(screen: Screen, app: Starlette) -> None:
    """At most 1.3 touches for each act on record, over five coups."""
    live = opened(app, "mini-baccarat")
    dealer = Dealer(at_table(screen, live, touch=True), live, "hands")
    dealer.deal(1)
    dealer.taps = 0
    acts = dealer.deal(5)
    assert dealer.taps <= 1.3 * acts


@pytest.mark.thorough
def test_a_slip_its_ruling_and_its_remedy(screen: Screen, app: Starlette) -> None:
    """The first minute: the dare is taken, the slip stands at the Banker's hand, and what is marked puts it right."""
    page = screen(1024, 768)
    page.goto("/deal")
    page.wait_for_selector("#deal.ready")
    expect(page.locator(found("cards shoe") + ".next")).to_have_count(1)
    page.click(found("cards shoe"))
    page.click(found("cards banker"))
    expect(page.locator(".bubble")).to_contain_text("why:")
    expect(page.locator(".bubble")).to_contain_text("floor:")

    def stands_at_the_hand() -> bool:
        bubble, hand = page.locator(".bubble").bounding_box(), page.locator(found("cards banker")).bounding_box()
        below = abs(bubble["y"] - hand["y"] - hand["height"]) < 30
        return bool(below and bubble["x"] <= hand["x"] + hand["width"] / 2 <= bubble["x"] + bubble["width"])

    becomes(stands_at_the_hand, True, page)
    live = app.state.site.tables.find(page.url.rsplit("/", 1)[-1])
    page.click(".bubble .close")
    dealer = Dealer(page, live)
    remedy = live.session.table.next_act()
    dealer.act(remedy)
    assert dealer.said == 0
    assert not live.session.table.owed
    expect(page.locator(".next")).to_have_count(1)
    assert live.plan == first_table().plan


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(1024, 768), pytest.param((390, 844), marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("before", "slip", "remedy"),
    [
        ("d burn", "d deal board", "d move board burns"),
        pytest.param("d deal board", "d deal board 2", "d rebuild stub", marks=pytest.mark.slow),
    ],
)
def test_what_is_marked_puts_a_slip_right(
    screen: Screen, app: Starlette, size: tuple[int, int], before: str, slip: str, remedy: str
) -> None:
    """On the turn: whoever closes what is told and touches what is marked does all that is owed, and no new slip."""
    live = opened(app, "holdem", mode="learn")
    table = live.session.table
    for number in range(60):
        act = table.next_act()
        assert act is not None
        if str(act) == before and len(table.felt.places["board"]) == 3:
            break
        live.say(f"k{number}", [act])
    live.say("slip", [Act.parse(slip)])
    page = at_table(screen, live, *size, touch=True)
    known = len(live.session.findings())
    assert known
    for _ in range(30):
        if not table.owed and any(act.text.startswith(remedy) for act in table.log):
            break
        at, stood = len(table.log), page.inner_html("#tray")
        page.locator(".next").first.tap()
        becomes(functools.partial(_did_something, page, live, at, stood), True, page)
        if page.locator("#pad[open]").count():
            page.locator("#pad-ok").tap()
            becomes(functools.partial(_shown, page, live, at), True, page)
    assert any(act.text.startswith(remedy) for act in table.log)
    assert len(live.session.findings()) == known


def _did_something(page: Any, live: LiveTable, at: int, stood: str) -> bool:
    """Whether a touch has changed what is in the hand, has done an act that the page shows, or the pad asks for more."""
    return _moved_or_asked(page, live, at) or (len(live.session.table.log) == at and page.inner_html("#tray") != stood)


@pytest.mark.thorough
def test_several_slips_at_once_are_read_on_a_phone(screen: Screen, app: Starlette) -> None:
    """A flop dealt before anything that comes before it: no slip lies over another, and each is closed by itself."""
    live = opened(app, "holdem", seed=559)
    for number in range(60):
        act = live.session.table.next_act()
        assert act is not None
        if act.verb == "sweep":
            break
        live.say(f"k{number}", [act])
    page = at_table(screen, live, 390, 844, touch=True)
    page.locator(found("cards stub")).tap()
    page.locator(found("cards board")).tap()
    page.wait_for_selector(".bubble >> nth=1")
    boxes = [one.bounding_box() for one in page.locator(".bubble").all()]
    tops = sorted((box["y"], box["y"] + box["height"]) for box in boxes)
    assert all(after[0] >= before[1] for before, after in itertools.pairwise(tops)), tops
    for left in reversed(range(len(boxes))):
        page.locator(".bubble .close").first.tap()
        expect(page.locator(".bubble")).to_have_count(left)
    no_wider_than_the_window(page)


@pytest.mark.thorough
def test_what_is_done_without_a_net_waits_and_is_sent_once(screen: Screen, app: Starlette) -> None:
    """Acts wait in their order, over a reload of the page too."""
    live = opened(app, "mini-baccarat", step="deal", seed=7)
    page = at_table(screen, live)
    before = len(live.session.table.log)
    page.context.set_offline(True)
    page.click(found("cards shoe"))
    for place in ("player", "banker", "player", "banker"):
        page.click(found(f"cards {place}"))
    expect(page.locator("#net.offline")).to_contain_text("4 waiting")
    assert len(live.session.table.log) == before
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector(f'.felt[data-at="{before + 4}"]')
    becomes(lambda: len(live.session.table.log), before + 4, page)
    assert [act.text for act in live.session.table.log[before : before + 4]] == [
        f"d deal {place}" for place in ("player", "banker", "player", "banker")
    ]
    expect(page.locator("#net")).to_have_text("")
    assert live.session.findings() == []


@pytest.mark.thorough
def test_an_answer_that_is_lost_holds_nothing_up(screen: Screen, app: Starlette) -> None:
    """The server has kept the act and the network goes: it is sent once more, told as done, and what waits behind it follows."""
    live = opened(app, "mini-baccarat", step="deal", seed=7)
    page = at_table(screen, live)
    before, lost = len(live.session.table.log), list[int]()

    def lose(route: Any) -> None:
        if len(lost) < 2:
            lost.append(route.fetch().status)
            route.abort("internetdisconnected")
        else:
            route.continue_()

    page.route("**/say", lose)
    page.click(found("cards shoe"))
    page.click(found("cards player"))
    becomes(lambda: len(lost) > 0, True, page)
    for place in ("banker", "player", "banker"):
        page.click(found(f"cards {place}"))
    page.wait_for_selector(f'.felt[data-at="{before + 4}"]')
    expect(page.locator("#net")).to_have_text("")
    expect(page.locator("#asked")).to_be_empty()
    assert lost == [200, 200]
    assert [act.text for act in live.session.table.log[before:]] == [
        f"d deal {place}" for place in ("player", "banker", "player", "banker")
    ]
    assert page.evaluate("localStorage.length") == 0


@pytest.mark.thorough
def test_a_network_that_is_gone_without_a_word_is_told(screen: Screen, app: Starlette) -> None:
    """Nothing comes back, no error either: after a while the page says so, and sends it once more."""
    live = opened(app, "mini-baccarat", step="deal", seed=7)
    page = screen(1024, 768)
    page.add_init_script("const wait = AbortSignal.timeout; AbortSignal.timeout = (time) => wait.call(AbortSignal, time / 20)")
    page.goto(f"/deal/{live.id}")
    page.wait_for_selector("#deal.ready")
    before = len(live.session.table.log)
    page.route("**/say", lambda _: None)
    page.click(found("cards shoe"))
    page.click(found("cards player"))
    expect(page.locator("#net.offline")).to_contain_text("1 waiting")
    page.unroute("**/say")
    page.wait_for_selector(f'.felt[data-at="{before + 1}"]')
    expect(page.locator("#net")).to_have_text("")
    assert [act.text for act in live.session.table.log[before:]] == ["d deal player"]


@pytest.mark.slow
def test_two_windows_show_one_table(screen: Screen, app: Starlette) -> None:
    """What is done in one is seen in the other."""
    live = opened(app, "mini-baccarat", step="deal", seed=7)
    one, other = at_table(screen, live), at_table(screen, live)
    before = len(live.session.table.log)
    one.click(found("cards shoe"))
    one.click(found("cards player"))
    one.wait_for_selector(f'.felt[data-at="{before + 1}"]')
    other.wait_for_selector(f'.felt[data-at="{before + 1}"]')
    other.click("#undo")
    one.wait_for_selector(f'.felt[data-at="{before}"]')


@pytest.mark.slow
def test_words_hint_and_choices(screen: Screen, app: Starlette) -> None:
    """A line does what hands do; what is due is told on demand, and marked."""
    live = opened(app, "mini-baccarat", step="deal", seed=7)
    page = at_table(screen, live)
    page.click("[data-ask=hint]")
    expect(page.locator("#asked .asked")).to_contain_text("due:")
    expect(page.locator(found("cards shoe") + ".next")).to_have_count(1)
    before = len(live.session.table.log)
    page.fill("#line", "card for the player")
    page.press("#line", "Enter")
    page.wait_for_selector(f'.felt[data-at="{before + 1}"]')
    page.keyboard.press("Escape")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("holdem", 10), ("omaha", 10), ("draw", 8), ("stud7", 8), ("five-card-stud", 10)])
def test_a_full_table_is_seen_whole_on_a_tablet(screen: Screen, app: Starlette, game: str, seats: int) -> None:
    """The players across stand in one row while hands are dealt, and the stub stands above what is in the dealer's hand."""
    live = opened(app, game, seats, 11)
    page = at_table(screen, live, touch=True)
    for acts in (0, 40, 45):
        for number in range(acts):
            act = live.session.table.next_act()
            if act is not None:
                live.say(f"k{acts}-{number}", [act])
        page.reload()
        page.wait_for_selector("#deal.ready")
        tops = page.evaluate("[...document.querySelectorAll('.at-top > .seat')].map(one => one.getBoundingClientRect().top)")
        assert max(tops) - min(tops) < 30, tops
        assert page.evaluate("document.querySelector('.near').getBoundingClientRect().bottom < 768 - 54")


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_targets_are_large_and_apart(screen: Screen, app: Starlette, game: str) -> None:
    """On a tablet and on a phone: 44 px and more, none over another, nothing beside the screen."""
    pairs = 4 if game == "cash" else 7  # partners sit across
    live = opened(app, game, seats=min(int(load(game).data["players"]["max"]), pairs))
    page = at_table(screen, live)
    for acts in (0, 28, 30):
        for number in range(acts):
            act = live.session.table.next_act()
            if act is not None:
                live.say(f"k{acts}-{number}", [act])
        page.reload()
        page.wait_for_selector("#deal.ready")
        for width, height in ((1024, 768), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            is_so(page, f"innerWidth === {width}")
            no_wider_than_the_window(page)
            becomes(lambda: crowded(page.evaluate(TARGETS)), [], page)


@pytest.mark.slow
def test_nothing_is_wrong_for_whoever_does_not_see(screen: Screen, app: Starlette, axe: Callable[[Any], list[str]]) -> None:
    """Axe finds no violation on any page of the door."""
    live = opened(app, "mini-baccarat", step="deal", seed=7)
    page = at_table(screen, live)
    assert axe(page) == []
    page.click(found("cards shoe"))
    page.click(found("cards banker"))
    page.wait_for_selector(".bubble")
    assert axe(page) == []
    page.keyboard.press("?")
    page.click(found("spot s1 player"))
    assert axe(page) == []
    for path in ("/deal", "/deal/games", "/deal/games?game=mini-baccarat", f"/deal/{live.id}/summary"):
        page.goto(path)
        assert axe(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1024, 768), (390, 844)])
def test_whoever_does_what_is_marked_deals_a_clean_coup(screen: Screen, app: Starlette, size: tuple[int, int]) -> None:
    """A stranger touches what is marked and looks for nothing: it is in the window each time, and the coup is clean."""
    page = screen(*size, touch=True)
    page.goto("/deal")
    page.wait_for_selector("#deal.ready")
    taps = 0
    for _ in range(60):
        spot = page.locator(".next").first
        spot.wait_for()
        top, bottom = spot.evaluate("one => { const at = one.getBoundingClientRect(); return [at.top, at.bottom]; }")
        assert top >= 0, spot.inner_text()
        assert bottom <= size[1], spot.inner_text()
        at = int(page.get_attribute("#felt .felt", "data-at"))
        held = page.locator(".thing.held").count()
        if size[0] == 1024:  # what is called is counted from the cards: they stay in the window, and the page does not jump
            assert page.evaluate("document.querySelector('#felt .middle').getBoundingClientRect().top") >= 0
            assert page.evaluate("scrollY") == 0
        spot.tap()
        taps += 1
        becomes(functools.partial(_moved, page, app, at, held), True, page)
        if page.locator("#pad[open]").count():  # how much is paid stands there already
            page.tap("#pad-ok")
            taps += 1
            becomes(functools.partial(_dealt, page, app, at), True, page)
        live = app.state.site.tables.of(ALONE)
        if live and app.state.site.tables.find(live[0][0], ALONE).session.rounds.done:
            break
    assert page.locator(".dare").count() == 0  # it was of the first card
    expect(page.locator(".over")).to_have_text("That coup was clean.")
    expect(page.locator(".over")).to_have_css("box-shadow", "none")  # the ring is for what a thing is dragged over
    assert page.locator(".thing.held").count() == 0
    (name, _, _) = app.state.site.tables.of(ALONE)[0]
    session = app.state.site.tables.find(name, ALONE).session
    assert session.rounds.done == 1
    assert session.findings() == []
    assert taps <= 1.3 * (len(session.table.log) - session.began)


@pytest.mark.slow
def test_the_pad_has_what_is_marked(screen: Screen, app: Starlette) -> None:
    """Where each step is said before it is done, the number said stands in the pad; a key takes its place."""
    live = opened(app, "holdem", mode="learn")
    page = at_table(screen, live, touch=True)
    for _ in range(20):
        at = len(live.session.table.log)
        page.locator(".next").first.tap()
        becomes(functools.partial(_moved_or_asked, page, live, at), True, page)
        if page.locator("#pad[open]").count():
            break
    said = page.locator("#pad-sum").input_value()
    act = live.session.table.next_act()
    assert act is not None
    assert said == str(act.n)
    page.locator('#pad-sum ~ .pad-keys [data-key="7"]').tap()
    assert page.locator("#pad-sum").input_value() == "7"
    page.locator("#pad-no").tap()
    page.locator(".next").first.tap()
    page.locator("#pad-ok").tap()
    becomes(lambda: len(live.session.table.log) > at, True, page)
    assert live.session.findings() == []


def _moved_or_asked(page: Any, live: LiveTable, at: int) -> bool:
    """Whether a touch has done an act that the page shows, or the pad asks for more."""
    return _shown(page, live, at) or bool(page.locator("#pad[open]").count())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), [("holdem", 5), ("holdem", 16), ("stud7", 5), ("thirty-one", 5)])
def test_a_stranger_touches_what_is_marked_first_and_nothing_is_wrong(
    screen: Screen, app: Starlette, game: str, seed: int
) -> None:
    """Three cards of a flop, cards face up, another thing than lies in the hand: the first mark is right each time."""
    live = opened(app, game, seed=seed, mode="learn")
    page = at_table(screen, live, touch=True)
    log, taps = live.session.table.log, 0
    began = len(log)
    for _ in range(90):
        if live.session.rounds.done:
            break
        at, held = len(log), page.locator(".thing.held").count()
        if page.locator("#pad[open]").count():
            same = page.locator("#pad-same:visible")  # it is offered only where so much is due
            (same if same.count() else page.locator("#pad-ok")).tap()
            becomes(functools.partial(_shown, page, live, at), True, page)
        else:
            page.locator(".next").first.tap()
            becomes(functools.partial(_taken_or_asked, page, live, at, held), True, page)
        taps += 1
    assert live.session.rounds.done
    assert [one.code for one in live.session.findings()] == []
    dealt = sum(act.who == "d" for act in log[began:])
    assert taps <= 1.4 * dealt


def _taken_or_asked(page: Any, live: LiveTable, at: int, held: int) -> bool:
    """Whether a touch has taken something up, has done an act that the page shows, or the pad asks for more."""
    return _moved_or_asked(page, live, at) or page.locator(".thing.held").count() > held


def _shown(page: Any, live: LiveTable, at: int) -> bool:
    """Whether an act is done and the page shows it."""
    log = len(live.session.table.log)
    return log > at and bool(page.locator(f'#felt .felt[data-at="{log}"]').count())


@pytest.mark.slow
def test_a_stranger_deals_a_clean_coup_by_keys(screen: Screen, app: Starlette) -> None:
    """The page says which keys: Enter does what is marked; from the first page to the coup's end nothing else is pressed."""
    page = screen(1024, 768)
    page.goto("/deal")
    page.wait_for_selector("#deal.ready")
    assert "or press Enter" in page.locator(".dare").inner_text()
    page.keyboard.press("?")
    assert page.locator(".key").count() > 10
    page.keyboard.press("?")
    pressed = 0
    for _ in range(60):
        page.locator(".next").first.wait_for()
        at = int(page.get_attribute("#felt .felt", "data-at"))
        held = page.locator(".thing.held").count()
        page.keyboard.press("Enter")
        pressed += 1
        becomes(functools.partial(_moved, page, app, at, held), True, page)
        if page.locator("#pad[open]").count():
            page.keyboard.press("Enter")
            pressed += 1
            becomes(functools.partial(_dealt, page, app, at), True, page)
        live = app.state.site.tables.of(ALONE)
        if live and app.state.site.tables.find(live[0][0], ALONE).session.rounds.done:
            break
    session = app.state.site.tables.find(app.state.site.tables.of(ALONE)[0][0], ALONE).session
    assert session.rounds.done == 1
    assert session.findings() == []
    assert pressed <= 1.3 * (len(session.table.log) - session.began)


def _moved(page: Any, app: Starlette, at: int, held: int) -> bool:
    """Whether a touch has taken something up, opened the pad, or done an act that the page shows."""
    return _dealt(page, app, at) or page.locator(".thing.held").count() > held or bool(page.locator("#pad[open]").count())


def _dealt(page: Any, app: Starlette, at: int) -> bool:
    """Whether an act is done and the page shows it."""
    known = app.state.site.tables.of(ALONE)
    log = len(app.state.site.tables.find(known[0][0], ALONE).session.table.log) if known else 0
    return log > at and bool(page.locator(f'#felt .felt[data-at="{log}"]').count())
