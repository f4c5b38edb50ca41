"""What a person reads on a page: titles and sentences, never the names that files and commands know things by."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from dealerkit.felt import Act
from dealerkit.training.walk.code import Plan
from dealerkit.web.deal.felt import drawn
from dealerkit.web.pages import command, sentence
from dealerkit.web.people import ALONE
from tests.web.conftest import PageClient
from tests.web.forms import submit
from tests.web.lived_in import RULED, slipped

DECIDE = RULED.replace("/dispute", "/decide")


def text(page: Any) -> str:
    """What somebody reads on a page: its text without its marks."""
    found = re.sub(r"<(script|style)\b.*?</\1>", " ", page.text, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", found)).split())


def test_a_record_tells_its_rule_set_by_its_title(client: PageClient) -> None:
    """On the page of a file, and where a hand is replayed; cards are printed, not coded."""
    sent: dict[str, Any] = {"file": ("monday.txt", slipped().encode())}
    page = client.post("/records/open", data={"token": client.token()}, files=sent)
    hand = client.get(f"{page.url.path}/1?at=16")
    for one in (page, hand):
        assert "Baccarat, American rules" in text(one)
        assert "rules us" not in text(one)
    assert re.search(r"the dealer deals to banker: (10|[2-9JQKA])[\u2660-\u2666]", text(hand))


def test_a_case_tells_game_rules_and_facts_in_words(client: PageClient) -> None:
    """The page of a case has no name of a fact, a fault, a game or a rule set."""
    submit(client, client.get(DECIDE), "/desk/begin", house="Riverside", zone="UTC")
    page = submit(client, client.get(DECIDE), "/desk/decide", **{"j.by": "Ann Lee", "j.pin": "1234", "j.again": "1234"})
    said = text(page)
    assert all(one in said for one in ("Hold'em", "Robert's Rules of Poker", "A single oversized chip was put in"))
    assert not [one for one in ("oversized_chip", "no_limit", "clock_count", "rrop", "holdem") if one in said]


def test_a_table_at_the_desk_is_called_in_words(client: PageClient, app: Starlette) -> None:
    """Its id stands in addresses alone."""
    live = app.state.site.tables.open(Plan("mini-baccarat", None, {}, 3, 7, step="deal"), ALONE)
    live.say("slip", [Act.parse("d deal banker")])
    said = text(client.get(f"/desk?table={live.id}"))
    assert "of what was dealt here" in said
    assert live.id not in said


@pytest.mark.thorough
def test_options_of_a_house_are_told_by_their_meaning(client: PageClient, home: Path) -> None:
    """So are the houses, by their titles; one whose file is broken by its short name."""
    client.fill("/house", name="harbour", title="Harbour Club", base="rrop")
    (home / "houses" / "broken.yaml").write_text("set: broken\nextends: nothing\n", encoding="utf-8")
    form = text(client.get("/house/harbour/holdem"))
    assert "unchanged: no limit" in form
    assert "no_limit" not in form
    assert form.count("Harbour Club") == 1
    assert [one in text(client.get("/house")) for one in ("Harbour Club", "broken", "(rrop)")] == [True, True, False]
    changes = submit(client, client.get("/house/harbour/holdem"), "/changes", structure="pot_limit")
    told = text(changes).partition("The new file")[0]
    print(told)
    assert "now: The action is binding; total wager: as it lies (BR-02)" in told
    assert not re.findall(r"\w+_\w+|\.yaml|\[1m|[\ue000-\uf8ff]", told)


@pytest.mark.parametrize("path", ["/deal/nothing", "/sign-in", "/me"])
def test_what_is_refused_is_a_sentence(client: PageClient, path: str) -> None:
    """It begins with a capital and ends with a full stop; commands stand apart."""
    said = client.get(path).text.partition('role="alert">')[2].partition("</p>")[0]
    assert re.fullmatch(r"[A-Z].*\.", said), said
    assert "`" not in said


def test_a_command_breaks_between_words_alone() -> None:
    """An option is never cut at its strokes, and what is quoted is text."""
    assert command("serve --host <x>") == (
        '<code><span class="whole">serve</span> <span class="whole">--host</span> <span class="whole">&lt;x&gt;</span></code>'
    )
    assert sentence("<b>; `a b` c") == '&lt;b&gt;; <code><span class="whole">a</span> <span class="whole">b</span></code> c.'


def test_lists_that_are_empty_say_so(client: PageClient) -> None:
    """People, the audit, exams, and marks of a dealer who is watched."""
    assert "The list is empty" in text(client.get("/people"))
    audit = text(client.get("/audit"))
    assert "Nothing yet" in audit
    assert "0 lines" not in audit
    assert "No papers drawn yet" in text(client.get("/exams"))
    watched = submit(client, client.get("/class/observe"), "/class/observe", game="mini-baccarat", trainee="Ann", by="Bo")
    assert "Nothing yet." in text(watched)


@pytest.mark.parametrize(
    ("path", "door"), [("/exams", "Drill"), ("/progress", "Drill"), ("/join", "Class"), ("/drills", "Drill")]
)
def test_the_door_that_one_came_through_is_marked(client: PageClient, path: str, door: str) -> None:
    """On pages, too, whose address begins otherwise."""
    assert re.findall(r'aria-current="page">([^<]+)<', client.get(path).text) == [door]


@pytest.mark.parametrize("seats", range(2, 11))
def test_seats_stand_in_their_order_around_a_narrow_felt(app: Starlette, seats: int) -> None:
    """Up the left side, along the top, down the right: at most four in the row, and as many at either side."""
    live = app.state.site.tables.open(Plan("holdem", None, {}, seats, 5), ALONE)
    places = [one.narrow for one in drawn(live.session.table).seats]
    if seats < 5:
        assert places == [""] * seats
        return
    aside = (seats - 3) // 2
    left, top, right = places[:aside], places[aside:-aside], places[-aside:]
    assert left == [f"left-row-{row}" for row in range(aside + 1, 1, -1)]
    assert set(top) == {f"top-{len(top)}"}
    assert len(top) in (3, 4)
    assert right == [one.replace("left", "right") for one in reversed(left)]


def test_what_is_to_be_said_can_be_typed(client: PageClient, app: Starlette) -> None:
    """Cards are printed where they are told, and coded in the line that whoever deals may type."""
    live = app.state.site.tables.open(Plan("mini-baccarat", None, {}, 3, 7, step="deal"), ALONE)
    live.say("slip", [Act.parse("d deal banker")])
    answer = client.get(f"/deal/{live.id}/ask/hint", headers={"Accept": "application/json"})
    told = html.unescape(re.sub("<[^>]+>", "", " ".join(map(str, answer.json().values()))))
    assert "move 4\u2666 from the banker" in told
    assert "say: move 4d from banker to player" in told
