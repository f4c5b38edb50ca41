"""The site: the state shared by all requests, from the database to the tables in play."""

from __future__ import annotations

import contextlib

from dealerkit.errors import DealerkitError
from dealerkit.web import practice_exams
from dealerkit.web.class_states import may_go_on
from dealerkit.web.costs import Costs
from dealerkit.web.exam_folders import may_deal, write_hands
from dealerkit.web.guests import Guests
from dealerkit.web.kept_walks import keep_walk
from dealerkit.web.news import News
from dealerkit.web.presence import Presence
from dealerkit.web.records.record_files import OpenedFiles
from dealerkit.web.settings import WebSettings
from dealerkit.web.sittings import LiveSitting, Sittings
from dealerkit.web.storage.store import Store
from dealerkit.web.storage.trouble import DatabaseError
from dealerkit.web.streams import Streams
from dealerkit.web.tables import LiveTable, Tables
from dealerkit.web.users.people import People
from dealerkit.web.users.policy import read_policy
from dealerkit.web.wrong_codes import WrongCodes


class Site:
    """The state shared by all requests, from the database to the tables in play.

    Attributes:
        settings: The server's settings.
        store: The database.
        people: Users who sign in here.
        news: Announcements of changes, for viewers.
        tables: The tables of dealers.
        files: The opened files of records.
        presence: The trainees who are online.
        wrong_codes: Recent wrong codes of classes.
        wrong_invitations: Recent wrong codes of invitations.
        wrong_exam_codes: Recent wrong codes of exams.
        costs: Recent costs of costly pages.
        streams: The open event streams.
        sittings: The sittings at drills.
        guests: The limits of guests.
    """

    def __init__(self, settings: WebSettings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.people = People(self.store, read_policy(), guests=settings.guests)
        self.news = News()
        self.presence = Presence()
        self.wrong_codes, self.wrong_invitations, self.wrong_exam_codes = WrongCodes(), WrongCodes(), WrongCodes()
        self.costs = Costs()
        self.streams = Streams()
        self.people.sessions.ended = self.people.accounts.ended = self._sessions_ended
        self.tables = Tables(self.store, self._done_at, self._held)
        self.sittings = Sittings(self.store, self._answered, self._sitting_held)
        self.guests = Guests(self.store, self.people.policy, self.tables, self.sittings)
        self.tables.admits = self.sittings.admits = self.guests.admit
        self.files = OpenedFiles(self.store)
        self._sign_in = False

    def sign_in(self) -> bool:
        """Return whether users must sign in here. The first user takes over everything that was dealt before."""
        if not self._sign_in and self.people.sign_in():
            self.forget()
            self._sign_in = True
        return self._sign_in

    def _sessions_ended(self, user: str) -> None:
        """End the streams of a person whose sessions have ended. Without a connection to the database, streams notice it
        themselves.
        """
        with contextlib.suppress(DatabaseError):
            self.streams.end(user, self.people.sessions.ids(user))

    def _done_at(self, live: LiveTable) -> None:
        """Notify viewers of a table, or of its class, about an act; save finished rounds."""
        self.news.tell(f"table/{live.id}")
        if room := live.task.room:
            self.news.tell(f"room/{room}")
        if len(live.session.times) > live.rounds_kept:
            try:
                keep = write_hands if live.task.exam else keep_walk
                keep(live)
            except DealerkitError as error:  # the act is saved; its round will be saved at the next visit
                live.unkept = str(error)
            else:
                live.rounds_kept, live.unkept = len(live.session.times), ""

    def _answered(self, live: LiveSitting) -> None:
        """Notify viewers of a class about an answer."""
        if live.plan.room:
            self.news.tell(f"room/{live.plan.room}")

    def _sitting_held(self, live: LiveSitting) -> None:
        """Refuse an answer in a class that is paused or over."""
        if live.plan.room:
            may_go_on(self.store, live.plan.room)

    def _held(self, live: LiveTable) -> None:
        """Refuse acts at a table whose class is paused or over."""
        if live.task.room:
            may_go_on(self.store, live.task.room)
        if live.task.exam:
            may_deal(live)
        if live.task.practice:
            practice_exams.may_deal(self.sittings, live)

    def forget(self) -> None:
        """Drop tables and sittings from memory; they are rebuilt from the database when needed."""
        self.tables.sleep()
        self.sittings.sleep()

    def close(self) -> None:
        """Close everything."""
        self.news.close()
        self.store.close()
