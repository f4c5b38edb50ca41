"""The Starlette application: its pages, its middleware, and the error pages."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import traceback
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from dealerkit.errors import DealerkitError
from dealerkit.files.printable import printable
from dealerkit.web import pages
from dealerkit.web.guard import Guard
from dealerkit.web.people import ADMIT, NOBODY
from dealerkit.web.refusals import Refused, TooOld
from dealerkit.web.settings import WebSettings
from dealerkit.web.site import Site
from dealerkit.web.storage.trouble import DatabaseError
from dealerkit.web.visit import KEPT, Visit

DOORS = (
    "home",
    "deal",
    "classroom",
    "drills",
    "desk",
    "records.views",
    "house.views",
    "users.views",
)
"""The modules with pages, each of which has `ROUTES`, in the order in which addresses are matched."""

log = logging.getLogger("dealerkit.web")


class KeptFiles(StaticFiles):
    """Styles and scripts, served at addresses that change with their content."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file; a browser may cache it for good if the address contained the content's hash."""
        response = await super().get_response(path, scope)
        if scope["query_string"]:
            response.headers.update(KEPT)
        return response


def application(settings: WebSettings | None = None) -> Starlette:
    """Return the application.

    Args:
        settings: The server's settings; None for the defaults.

    Raises:
        DatabaseError: If the database cannot be used.
    """
    settings = settings or WebSettings()
    site = Site(settings)

    @contextlib.asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        yield
        site.close()

    app = Starlette(
        routes=[Mount("/static", KeptFiles(directory=pages.static_folder()), name="static"), *_routes()],
        middleware=[Middleware(GZipMiddleware, minimum_size=1000), Middleware(Guard, settings=settings, fault=_fault)],
        exception_handlers={DealerkitError: _dealerkit_error, HTTPException: _missing},
        lifespan=life,
    )
    app.state.site = site
    return app


def _routes() -> Iterator[BaseRoute]:
    for door in DOORS:
        yield from importlib.import_module(f"dealerkit.web.{door}").ROUTES


def _message_page(request: Request, status: int, message: str, *, again: bool = False) -> Response:
    """Return an error page, or JSON for a script.

    Args:
        request: The request.
        status: The HTTP status.
        message: The error.
        again: Whether loading the page again may help.
    """
    if not hasattr(request.state, "person"):
        request.state.person, request.state.token = NOBODY, ""
    visit = Visit(request)
    if visit.wants_json:
        return visit.answer({"error": message, "again": again}, status)
    return visit.page("refused.html", status, message=message, missing=status == 404, to_sign_in=_way_in(visit))


def _way_in(visit: Visit) -> str:
    """Return the address of the sign-in page that leads back here; empty for a signed-in visitor, or without sign-in."""
    if not visit.signs_in():
        return ""
    here = visit.request.url.path + (f"?{visit.request.url.query}" if visit.request.url.query else "")
    return visit.url("users.sign_in", {"next": here} if visit.request.method == "GET" else None)


async def _dealerkit_error(request: Request, error: Exception) -> Response:
    """Return the page for a dealerkit error: status 422 for wrong input, its own status for any other refusal."""
    status = error.status if isinstance(error, Refused) else 503 if isinstance(error, DatabaseError) else 422
    message = _without_place(request, error) if isinstance(error, DatabaseError) else str(error)
    return _message_page(request, status, message, again=isinstance(error, TooOld) or status == 401)


def _without_place(request: Request, error: DatabaseError) -> str:
    """Log a database error, and return the sentence for the page.

    No page shows the address of a database server or the name used there; the path of a file is shown to people who may manage
    users.
    """
    message = str(error)
    log.error("%s", printable(message))
    store = request.app.state.site.store
    admits = getattr(request.state, "person", NOBODY).may(ADMIT)
    if admits and store.url.get_backend_name() == "sqlite":
        return message
    to_whom = "the server's log says why" if admits else "tell the server's administrator"
    return f"your entry could not be saved: the database cannot be used just now; {to_whom}"


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "There is no such page here.", 405: "This page can't do that."}
    return _message_page(request, error.status_code, words.get(error.status_code, str(error.detail)))


def _fault(request: Request, error: Exception) -> Response:
    """Return the page for an internal error. The log has the exception, with its traceback if `DEALERKIT_DEBUG` is set; the
    page has neither.
    """
    at = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(at.filename).name}:{at.lineno}"
    all_of_it = error if os.environ.get("DEALERKIT_DEBUG") else None
    log.error("an internal error at %s: %s (%s)", printable(request.url.path), type(error).__name__, where, exc_info=all_of_it)
    message = "Something went wrong in dealerkit; nothing you answered before is lost. Go back and try another way."
    return _message_page(request, 500, message)
