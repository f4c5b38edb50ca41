"""What all requests share."""

from __future__ import annotations

from dealerkit.web.news import News
from dealerkit.web.settings import WebSettings
from dealerkit.web.sittings import Sittings
from dealerkit.web.storage.store import Store
from dealerkit.web.tables import Tables


class Site:
    """What all requests share.

    Attributes:
        settings: What the server was told.
        store: The database.
        news: What has just happened, to whoever looks.
        tables: The tables that somebody deals at.
        sittings: The sittings at drills.
    """

    def __init__(self, settings: WebSettings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.news = News()
        self.tables = Tables(self.store, lambda live: self.news.tell(f"table/{live.id}"))
        self.sittings = Sittings(self.store)

    def close(self) -> None:
        """Let go of everything."""
        self.news.close()
        self.store.close()
