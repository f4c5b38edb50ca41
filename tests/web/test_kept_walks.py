"""What is dealt at a table is kept for progress as `dealerkit walk` keeps it: once, whatever happens to page and server."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest

from dealerkit.errors import TrainingError
from dealerkit.felt import Act
from dealerkit.training.walk_results import SLIPS
from dealerkit.web import kept_walks
from dealerkit.web.app import application
from dealerkit.web.settings import WebSettings
from dealerkit.web.sittings import training
from tests.web.conftest import PageClient


def opened(client: PageClient, page: Any) -> Any:
    """The table that a page is of."""
    found = re.search(r"/deal/([\w-]{8,})$", str(page.url.path))
    assert found, page.text[:400]
    return client.app.state.site.tables.find(found[1])  # type: ignore[attr-defined]


def deal_round(live: Any, begin: str = "r") -> None:
    """Deal a round rightly to its end."""
    had = len(live.session.times)
    for number in range(300):
        act = live.session.table.next_act()
        if act is None or len(live.session.times) > had:
            return
        live.say(f"{begin}{number}", [act])


def slip(live: Any) -> None:
    """Deal up to the first card, and give it to the wrong hand."""
    for number in range(100):
        act = live.session.table.next_act()
        if str(act).startswith("d deal player"):
            break
        live.say(f"s{number}", [act])
    live.say("wrong", [Act.parse("d deal banker")])
    assert live.session.findings()


def kept(drill: str, trainee: str = "") -> list[Any]:
    """What is kept of a drill."""
    with training() as store:
        return [one for one in store.answers(trainee) if one.drill == drill]


def test_a_drill_brings_its_step_rounds_and_help(client: PageClient) -> None:
    """Coup walk, level 2: from the bets on, five coups without prompts; then nothing more is taken, and it is kept once."""
    live = opened(client, client.fill("/drills/deal", drill="baccarat/coup-walk", level="2", seed="7"))
    assert (live.plan.mode, live.task.rounds, live.plan.seats) == ("practice", 5, 3)
    assert live.session.began, "a perfect dealer has dealt up to the bets"
    page = client.get(f"/deal/{live.id}").text
    assert "Coup walk, level 2" in page
    assert "0 of 5 coups dealt" in page
    for number in range(5):
        deal_round(live, f"{number}/")
        answers = kept("baccarat/coup-walk")
        assert [one.seed for one in answers] == [f"7/{at + 1}" for at in range(number + 1)]
    assert all(one.right and one.level == 2 and one.mode == "practice" and not one.helped for one in answers)
    assert live.session.score().complete == 5, "nobody begins a sixth"
    act = live.session.table.next_act() or Act.parse("d close")
    assert live.say("more", [act]).refused.startswith("Every hand is dealt")
    assert live.undo("back").refused.startswith("Every hand is dealt")
    found = client.get(f"/deal/{live.id}/summary").text
    assert "To master level 2: 45 more items" in found
    assert len(kept("baccarat/coup-walk")) == 5
    assert "5 of 5 right" in client.get("/drills/baccarat/coup-walk").text


def test_a_drill_against_the_clock_goes_to_its_step(client: PageClient) -> None:
    """Coup walk, level 3: a shoe of one deck up to the gathering; a coup that took too long is none that is right."""
    live = opened(client, client.fill("/drills/deal", drill="baccarat/coup-walk", level="3", seed="3"))
    assert live.task.paced
    assert live.task.until == "gather"
    live.clock.run(0.0)
    for number in range(40):
        if live.dealt:
            break
        live.clock.run(live.clock() + (1000.0 if number == 0 else 30.0))
        deal_round(live, f"{number}/")
    assert live.dealt
    answers = kept("baccarat/coup-walk")
    assert [one.right for one in answers][:2] == [False, True]
    assert len(answers) > 4


def test_levels_ask_what_the_drill_asks(client: PageClient) -> None:
    """Full hand, level 4: relief and disputes besides what level 4 of the walk asks, after the server was stopped as well."""
    live = opened(client, client.fill("/drills/deal", drill="walk/full-hand", level="4", seed="5"))
    assert live.session.watch.level.asks["relief"] == 100
    assert live.session.watch.level.rounds == 3
    again = PageClient(application(WebSettings())).app.state.site.tables.find(live.id)  # type: ignore[attr-defined]
    assert again.session.watch.level.asks == live.session.watch.level.asks
    assert again.session.watch.level.patrons == live.session.watch.level.patrons
    assert again.task == live.task


def test_a_walk_and_its_slips_are_kept_as_the_terminal_keeps_them(client: PageClient) -> None:
    """A slip, taken back; a hint; two coups: the answers of `walk`, under the name this browser keeps, each once."""
    client.fill("/drills/trainee", trainee="Ann")
    live = opened(client, client.fill("/deal/games", game="mini-baccarat", mode="guided", seed="7"))
    slip(live)
    live.undo("back")
    deal_round(live, "a")
    client.get(f"/deal/{live.id}/ask/hint")
    deal_round(live, "b")
    answers = kept("walk/full-hand", "Ann")
    assert [(one.helped, one.mode, one.cell) for one in answers] == [
        (False, "guided", "mini-baccarat"),
        (True, "guided", "mini-baccarat"),
    ]
    slips = kept(SLIPS, "Ann")
    assert len(slips) == len(live.session.taken_back)
    for _ in range(2):
        page = client.get(f"/deal/{live.id}/summary").text
        assert "Saved for Ann" in page
    assert len(kept("walk/full-hand", "Ann")) == 2
    assert len(kept(SLIPS, "Ann")) == len(slips)
    with training() as store:
        assert {one.cell for one in store.scheduled("Ann", SLIPS)} == {one.cell for one in slips}


def test_slips_of_a_round_that_was_left_are_kept_by_the_summary(client: PageClient) -> None:
    """No coup was dealt to its end: its slips are kept all the same when somebody looks how it went."""
    live = opened(client, client.fill("/deal/games", game="mini-baccarat", mode="guided", seed="7"))
    slip(live)
    assert not kept(SLIPS)
    client.get(f"/deal/{live.id}/summary")
    assert kept(SLIPS)


def test_nothing_of_an_exam_is_kept_before_it_is_handed_in(client: PageClient) -> None:
    """Where I stand would tell it."""
    live = opened(client, client.fill("/deal/games", game="mini-baccarat", mode="exam", seed="7"))
    deal_round(live)
    assert not kept("walk/full-hand")
    client.get(f"/deal/{live.id}/summary")
    assert not kept("walk/full-hand")
    client.fill(f"/deal/{live.id}/hand-in")
    assert len(kept("walk/full-hand")) == 1


def test_what_was_not_kept_is_kept_by_the_next(client: PageClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of training cannot be written while a coup ends: the coup stands, and is kept with the next, each once."""
    live = opened(client, client.fill("/deal/games", game="mini-baccarat", mode="guided", seed="7"))

    def full() -> Any:
        where, what = "training.db", "the disk is full"
        raise TrainingError(where, what)

    with monkeypatch.context() as broken:
        broken.setattr(kept_walks, "training", full)
        deal_round(live, "a")
        assert live.session.times
        assert "the disk is full" in client.get(f"/deal/{live.id}/summary").text
    assert not kept("walk/full-hand")
    again = application(WebSettings()).state.site.tables.find(live.id)
    assert len(again.session.times) == 1
    assert len(kept("walk/full-hand")) == 1, "a server that is started again keeps what was left out"
    deal_round(again, "b")
    assert [one.seed.rpartition("/")[2] for one in kept("walk/full-hand")] == ["1", "2"]


def test_the_next_level_is_offered_where_one_was_passed(client: PageClient) -> None:
    """A coup without a slip at no level: level 1 is one touch away, and asks what level 1 asks."""
    live = opened(client, client.fill("/deal/games", game="mini-baccarat", mode="guided", seed="7"))
    deal_round(live)
    page = client.get(f"/deal/{live.id}/summary").text
    assert "Next: level 1" in page
    made = opened(client, client.fill(f"/deal/{live.id}/again", level="1"))
    assert made.plan.level == 1
    assert made.session.watch is not None
    assert client.fill(f"/deal/{live.id}/again", level="99").status_code == 200
    assert client.fill(f"/deal/{live.id}/again", level="x").status_code == 422


def test_two_windows_keep_a_round_once(client: PageClient) -> None:
    """Summary from two windows while the round ends."""
    live = opened(client, client.fill("/deal/games", game="mini-baccarat", mode="guided", seed="9"))
    deal_round(live)
    many = [threading.Thread(target=lambda: client.get(f"/deal/{live.id}/summary")) for _ in range(4)]
    for one in many:
        one.start()
    for one in many:
        one.join()
    assert len(kept("walk/full-hand")) == 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"drill": "no/such"}, "Unknown drill"),
        ({"drill": "baccarat/third-card-flash"}, "is not dealt at a table"),
        ({"drill": "walk/full-hand", "level": "9"}, "level of walk/full-hand"),
        ({"drill": "walk/full-hand", "level": "<b>"}, "whole number"),
        ({"drill": "walk/full-hand", "level": "1", "game": "blackjack<"}, "is dealt only in"),
        ({"drill": "walk/full-hand", "level": "1", "mode": "easy"}, "nknown kind of help"),
    ],
)
def test_drills_asked_for_wrongly(client: PageClient, fields: dict[str, str], said: str) -> None:
    """Each is told in words."""
    page = client.fill("/drills/deal", **fields)
    assert page.status_code in (404, 422)
    assert said in page.text
