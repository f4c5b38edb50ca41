"""Costly pages: an address, or a person, gets so much of the processor's time and no more; others are not kept waiting by it."""

from __future__ import annotations

import difflib
from typing import Any

import pytest

from dealerkit.rulings.complaint import MOST_SLIPS
from dealerkit.rulings.story import offer
from dealerkit.web import costs
from dealerkit.web.app import application
from dealerkit.web.desk import words
from dealerkit.web.settings import WebSettings
from dealerkit.web.users.trail import Actor
from tests.web.conftest import PageClient

COSTLY = (
    "/desk/heard?said=card+off+the+table",
    "/desk/dispute?said=card+off+the+table",
    "/drills/poker/next-step/paper?seed=1&items=1",
)


@pytest.fixture
def building(home: Any) -> Any:
    """A server that others reach."""
    return application(WebSettings(host="0.0.0.0"))


def come(app: Any, address: str = "192.168.1.77", cookie: str = "") -> PageClient:
    """Somebody's browser at an address."""
    client = PageClient(app, base_url="http://192.168.1.20", client=(address, 5))
    if cookie:
        client.cookies.set("dealerkit_token", cookie)
    return client


@pytest.fixture
def dear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each costly page takes half of what there is."""
    taken = [0.0]

    def spent() -> float:
        taken[0] += costs.MOST / 2
        return taken[0]

    monkeypatch.setattr(costs, "spent", spent)


@pytest.mark.parametrize("path", COSTLY)
def test_another_cookie_for_each_is_no_way_around(building, dear, path):
    """A guest is counted by address, whatever cookie is sent; another address goes on, and so does all that costs little."""
    statuses = [come(building, cookie=f"{number:032}").get(path).status_code for number in range(3)]
    assert statuses == [200, 200, 429]
    assert come(building, "192.168.1.78").get(path).status_code == 200
    assert come(building).get("/deal/games").status_code == 200


def test_a_page_that_fails_has_cost_something_too(building, dear):
    """What is refused after all is counted."""
    for _ in range(2):
        assert come(building).get("/drills/poker/next-step/paper?level=999").status_code == 422
    assert come(building).get(COSTLY[0]).status_code == 429


def test_whoever_signs_in_has_their_own(building, dear):
    """What guests ask for at the same address is not theirs."""
    building.state.site.people.accounts.add(Actor("test", "", ""), "Ann Lee", "manager", "three words apart")
    ann = come(building)
    ann.fill("/sign-in", name="Ann Lee", password="three words apart")
    assert [come(building).get(COSTLY[0]).status_code for _ in range(3)] == [200, 200, 429]
    assert [ann.get(COSTLY[0]).status_code for _ in range(3)] == [200, 200, 429]


def test_what_was_spent_long_ago_is_forgotten(building, dear, monkeypatch):
    """After a minute the address may ask again, and nothing stays of it."""
    assert [come(building).get(COSTLY[0]).status_code for _ in range(3)] == [200, 200, 429]
    monkeypatch.setattr(costs, "WITHIN", -1.0)
    assert come(building).get(COSTLY[0]).status_code == 200


def test_no_more_words_of_a_story_are_looked_at(client, monkeypatch):
    """A story as long as the field takes is looked at as far as anybody tells one."""
    looked: list[str] = []

    def offered(said: str, *given: Any) -> Any:
        looked.append(said)
        return OFFER(said, *given)

    monkeypatch.setattr(words, "offer", offered)
    page = client.get("/desk/heard", params={"said": " ".join(["he bet"] * 100)})
    assert page.status_code == 200
    assert [len(said.split()) for said in looked] == [words.MOST_HEARD]


OFFER = offer


@pytest.mark.parametrize("joined", [" ", ". "], ids=["in one", "in sentences"])
def test_slips_are_forgiven_in_so_many_words(client, monkeypatch, joined):
    """Eighty words that nobody knows are not all compared with every word there is, in the story or in its parts."""
    compared: list[str] = []
    alike = difflib.get_close_matches

    def counted(word: str, *given: Any, **more: Any) -> Any:
        compared.append(word)
        return alike(word, *given, **more)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    said = ["card off the table and then", *(f"crad{chr(97 + at % 26)}x{chr(97 + at // 26)}" for at in range(70))]
    sentences = [" ".join(said[at : at + 3]) for at in range(0, len(said), 3)]
    assert client.get("/desk/heard", params={"said": joined.join(sentences)}).status_code == 200
    assert len(set(compared)) <= MOST_SLIPS
    assert len(compared) <= 2 * MOST_SLIPS  # once for the faults, once for what no rule is about
