"""The desk's memory: the last disputes of this browser, and the most frequent ones."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from urllib.parse import parse_qsl, urlencode

import attrs
import sqlalchemy as sa

from dealerkit.rules.sets import facts_under
from dealerkit.rulings.complaint import story_in_force
from dealerkit.rulings.facts import known_faults
from dealerkit.rulings.games import families_of, faults_of
from dealerkit.web.desk.dispute import Dispute
from dealerkit.web.desk.ground import DealtChoice, DisputeGround, sets_named
from dealerkit.web.people import Visitor
from dealerkit.web.refusals import Refused
from dealerkit.web.storage.schema import DISPUTES
from dealerkit.web.storage.store import Store
from dealerkit.web.storage.trouble import DatabaseError

LAST = 4
"""Number of last disputes shown."""
KEPT = 50
"""Number of disputes remembered for each person."""
OFTEN = 6
"""Number of frequent disputes offered."""


@attrs.frozen
class RememberedDispute:
    """A dispute that was begun.

    Attributes:
        dispute: The dispute, with the answers so far.
        title: The dispute in words.
        state: Its progress: `asked`, `ruled` or the number of its case.
        at: Time of the last visit, in seconds since 1970.
    """

    dispute: Dispute
    title: str
    state: str
    at: float


def remember(store: Store, person: Visitor, dispute: Dispute, title: str, state: str) -> None:
    """Store the progress of a dispute; one without an id, or that has become a case, is not changed.

    Args:
        store: The database.
        person: The owner of the dispute.
        dispute: The dispute.
        title: The dispute in words.
        state: `asked`, `ruled` or the number of its case.
    """
    if not dispute.id:
        return
    row = {"query": urlencode(list(dispute.pairs())), "title": title[:200], "state": state, "at": time.time()}
    mine = (DISPUTES.c.id == dispute.id) & (DISPUTES.c.owner == person.key)
    # a list of the last disputes must not stop a ruling, nor a decision that is already written
    with contextlib.suppress(DatabaseError), store.begin() as connection:
        was = connection.scalar(sa.select(DISPUTES.c.state).where(mine))
        if was is None:
            old = sa.select(DISPUTES.c.id).where(DISPUTES.c.owner == person.key).order_by(DISPUTES.c.at.desc()).offset(KEPT - 1)
            ids = list(connection.scalars(old))
            connection.execute(sa.delete(DISPUTES).where(DISPUTES.c.owner == person.key, DISPUTES.c.id.in_(ids)))
            connection.execute(DISPUTES.insert().values(id=dispute.id, owner=person.key, **row))
        elif was in {"asked", "ruled"}:
            connection.execute(sa.update(DISPUTES).where(mine).values(**row))


def last(store: Store, person: Visitor) -> list[RememberedDispute]:
    """Return a person's last disputes, latest first; those that need facts of a deleted house are left out."""
    wanted = sa.select(DISPUTES).where(DISPUTES.c.owner == person.key).order_by(DISPUTES.c.at.desc()).limit(LAST)
    rows = store.rows(wanted)
    disputes = []
    for row in rows:
        pairs = parse_qsl(row.query)
        with contextlib.suppress(Refused), facts_under(*sets_named(value for name, value in pairs if name == "rules")):
            disputes.append(RememberedDispute(Dispute.read(pairs), row.title, row.state, row.at))
    return disputes


def often(counted: Counter[str], choice: DealtChoice, ground: DisputeGround) -> list[tuple[str, str]]:
    """Return the names and titles of the most frequent faults in a game, most frequent first.

    Args:
        counted: The number of cases in this house, by fault.
        choice: The chosen game and rules.
        ground: The game and the rule sets.
    """
    here = list(_possible(choice, ground))
    ranked = sorted(here, key=lambda name: (-counted[name], -story_in_force(name).often))
    known = known_faults()
    return [(name, known[name].title) for name in ranked[:OFTEN]]


def _possible(choice: DealtChoice, ground: DisputeGround) -> Iterator[str]:
    game = ground.game
    here: Sequence[str] | None = None
    if game is not None and game.rules is not None:
        here = list(faults_of(game))
    family = game.family if game is not None else choice.family
    for name, fault in known_faults().items():
        if fault.kind != "question" and (not family or family in families_of(name)) and (here is None or name in here):
            yield name
