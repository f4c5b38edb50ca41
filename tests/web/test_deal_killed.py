"""The server is killed in the middle of a hand, with the table open in a browser: nothing acknowledged is lost, and the page goes
on by itself once the server is back.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from dealerkit.felt import Act
from dealerkit.table.playback import replay
from dealerkit.training.walk.opening import seated
from dealerkit.training.walk.session import Session
from dealerkit.web.deal.felt import drawn
from dealerkit.web.deal.gestures import hands_of
from tests.web.dealing import Dealer
from tests.web.test_class_browsers import Killed, hand, killed
from tests.web.waits import arrived

__all__ = ["killed"]  # a fixture

pytestmark = pytest.mark.slow

ROUNDS = 2
EVERY = 11
"""After so many acts the server is killed, three times."""
DOWN = 2
"""So many acts are done by hand while there is no server."""


class Hands(Dealer):
    """Hands at a page whose server is another process: whether the pad asks is seen on the page alone."""

    def answered(self) -> bool:
        """Whether the pad has had the time to ask: it does so at once, without the server."""
        return True


@pytest.fixture
def window(chromium: Any) -> Iterator[Any]:
    """A window on a tablet; what its console says of a server that is gone is as it should be."""
    context = chromium.new_context(viewport={"width": 1024, "height": 768}, has_touch=True)
    yield context.new_page()
    context.close()


def touched(dealer: Dealer, beside: Session, act: Act) -> None:
    """Do an act by hand in the page, and at the table that is dealt beside it."""
    way = hands_of(beside.table.game).way(act, drawn(beside.table).things)
    assert way is not None, act
    dealer.go(way)
    beside.say(act)
    beside.players_act()


def due(beside: Session) -> Act:
    """What the dealer does next."""
    act = beside.table.next_act()
    assert act is not None
    return act


@pytest.mark.parametrize("game", ["mini-baccarat", "holdem"])
def test_a_hand_goes_on_over_a_server_that_is_killed(killed: Killed, window: Any, game: str) -> None:
    """Killed three times in two rounds; acts done while it is down wait in the page and are done once, in their order."""
    beside = seated(game, None, {}, seats=3, seed=7, bettors="bots", step=None, level_=None)
    beside.players_act()
    with hand(killed.base) as browser:
        address = str(browser.fill("/deal/games", game=game, seats="3", seed="7").url)
    window.goto(address)
    arrived(window, "#deal.ready")
    dealer = Hands(window, SimpleNamespace(session=beside), "touch")  # type: ignore[arg-type]
    kills = 0
    while beside.rounds.done < ROUNDS:
        acts = len(beside.table.log)
        if kills < 3 and acts > EVERY * (kills + 1) and due(beside).who == "d":
            kills += 1
            killed.kill()
            for _ in range(DOWN):
                players = len(beside.table.log)
                touched(dealer, beside, due(beside))
                if len(beside.table.log) > players + 1:
                    break  # players have acted: what they did is not on a page without a server
            window.wait_for_selector("#net.offline")
            killed.start()
        else:
            touched(dealer, beside, due(beside))
        dealer.settled()
    assert kills == 3
    with hand(killed.base) as browser:
        record = browser.get(f"{address}/record").text
    again = replay(record)
    assert [(act.who, act.move) for act in again.log] == [(act.who, act.move) for act in beside.table.log]
    assert again.felt.places == beside.table.felt.places
    assert again.felt.rows == beside.table.felt.rows
