"""The first page, with its three entries (deal, drill, rule) and links."""

from __future__ import annotations

from starlette.responses import PlainTextResponse, Response

from dealerkit.web import pages
from dealerkit.web.people import ANYBODY
from dealerkit.web.visit import Visit, get


def index(visit: Visit) -> Response:
    """Show the first page."""
    return visit.page("home.html")


def icon(_visit: Visit) -> Response:
    """Return the icon that browsers request by themselves."""
    return Response((pages.static_folder() / "icon.svg").read_bytes(), media_type="image/svg+xml")


def health(visit: Visit) -> Response:
    """Report to monitors that the server and its database are up."""
    with visit.site.store.begin():
        return PlainTextResponse("well\n")


ROUTES = [
    get("/", index, name="home", may=ANYBODY),
    get("/favicon.ico", icon, name="icon", may=ANYBODY),
    get("/health", health, name="health", may=ANYBODY),
]
