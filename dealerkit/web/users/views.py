"""The pages of users: sign-in and sign-out, one's own sessions and password, the list of users, the audit."""

from __future__ import annotations

import math
import time
from typing import Final
from urllib.parse import quote

from starlette.responses import RedirectResponse, Response, StreamingResponse

from dealerkit.files.screen_text import count_of
from dealerkit.web.classroom.addresses import base_for_others, picture
from dealerkit.web.local_time import when
from dealerkit.web.people import ADMIT, ANYBODY, AUDIT, RIGHTS, SIGNED_IN
from dealerkit.web.refusals import Refused
from dealerkit.web.users import passwords
from dealerkit.web.users.accounts import AccountError, User
from dealerkit.web.users.people import KNOWN, SESSION, actor, address_of
from dealerkit.web.users.trail import REFUSED
from dealerkit.web.visit import Visit, get, post, whole

LINES: Final = 100
"""Number of audit lines on a page."""
MOST_CHECKED: Final = 5000
"""Most lines whose seals are verified without a request."""


def inside(to: str) -> str:
    """Return an address to go to if it is on this server; else that of the first page.

    >>> inside("/desk?x=1"), inside("//elsewhere.example"), inside("https://elsewhere.example"), inside("/\\\\elsewhere")
    ('/desk?x=1', '/', '/', '/')
    """
    good = to.startswith("/") and not to.startswith(("//", "/\\")) and to.isprintable()
    return to[:2000] if good else "/"


# -- in and out ---------------------------------------------------------------------------------------------------------


def sign_in(visit: Visit, status: int = 200, wrong: str = "") -> Response:
    """Ask for name and password."""
    to = inside(visit.field("next") or visit.query("next"))
    if visit.request.method == "GET" and visit.person.session:
        return RedirectResponse(to, 303)
    if not visit.site.sign_in():
        raise Refused(
            404, "there is no sign-in here yet; `dealerkit users add NAME --role manager` on this machine adds the first user"
        )
    return visit.page("users/sign_in.html", status, called=visit.field("name")[:80], to=to, wrong=wrong)


def signed_in(visit: Visit) -> Response:
    """Sign a user in, with a new session."""
    if not visit.site.sign_in():
        return sign_in(visit)
    people, address = visit.site.people, address_of(visit.request)
    came = people.signs_in(visit.field("name"), visit.field("password"), address, visit.cookie(KNOWN))
    if came.user is None:
        return _wrong(visit, came.waits)
    visit.remember(KNOWN, came.known)
    return _let_in(visit, came.user, RedirectResponse(inside(visit.field("next")), 303), visit.request.cookies.get(SESSION, ""))


def too_many_wrong(waits: float) -> str:
    """Return the refusal after too many wrong passwords or PINs, with the seconds to wait."""
    return f"Too many wrong tries. Wait {count_of(math.ceil(waits), 'second')}, then try again."


def _wrong(visit: Visit, waits: float) -> Response:
    if waits > 0:
        page = sign_in(visit, 429, too_many_wrong(waits))
        page.headers["Retry-After"] = str(round(waits) + 1)
        return page
    return sign_in(visit, 422, "Wrong name or password.")


def _let_in(visit: Visit, user: User, answer: Response, before: str = "") -> Response:
    """Begin a session that replaces the former one, and set its cookie.

    Args:
        visit: The visit.
        user: The user.
        answer: The response.
        before: The former session cookie; empty for none.
    """
    browser = visit.request.headers.get("user-agent", "")
    return _with_session(visit, answer, visit.site.people.sessions.start(user, address_of(visit.request), browser, before))


def _with_session(visit: Visit, answer: Response, token: str) -> Response:
    """Set the session cookie, which lasts until the browser is closed; no script may read it."""
    answer.set_cookie(SESSION, token, httponly=True, samesite="lax", secure=visit.https, path="/")
    return answer


def sign_out(visit: Visit) -> Response:
    """End the session."""
    visit.site.people.sessions.end(visit.person, visit.person.session, actor(visit.person))
    answer = RedirectResponse(visit.url("home"), 303)
    answer.delete_cookie(SESSION, path="/", httponly=True, samesite="lax", secure=visit.https)
    return answer


def again(visit: Visit, status: int = 200, wrong: str = "") -> Response:
    """Ask for the password again, before a change of accounts."""
    return visit.page("users/again.html", status, to=inside(visit.field("next") or visit.query("next")), wrong=wrong)


def said_again(visit: Visit) -> Response:
    """Check the password typed again."""
    if why := _not_theirs(visit, visit.field("password")):
        return again(visit, 422, why)
    token = visit.site.people.sessions.prove(visit.person)
    return _with_session(visit, RedirectResponse(inside(visit.field("next")), 303), token)


def _not_theirs(visit: Visit, password: str) -> str:
    """Return the reason why a password is not the visitor's; empty if it is. Wrong ones are counted, as at sign-in."""
    people, person = visit.site.people, visit.person
    key = f"again {person.user}"
    if (waits := people.tries.begin(key, person.address)) > 0:
        return too_many_wrong(waits)
    if not passwords.fits(people.accounts.password_of(person.user), password):
        people.trail.note(actor(person), "type the password again", "a wrong password", came=REFUSED)
        return "That is not your password."
    people.tries.right(key, person.address)
    return ""


# -- one's own ----------------------------------------------------------------------------------------------------------


def me(visit: Visit, status: int = 200, wrong: str = "", good: str = "") -> Response:
    """Show a user's own rights and sessions, and the form for a new password."""
    people = visit.site.people
    role = people.policy.roles[visit.person.role]
    return visit.page(
        "users/me.html",
        status,
        role=role,
        may=[title for right, title in RIGHTS.items() if right in role.may],
        sessions=[
            (session, when(session.made), when(session.seen), _browser(session.browser))
            for session in people.sessions.of(visit.person)
        ],
        idle=round(role.idle / 60),
        hours=round(role.longest / 3600),
        wrong=wrong,
        good=good or ("The password is changed; every other session has ended." if visit.query("changed") else ""),
    )


def _browser(agent: str) -> str:
    """Return the name of a browser, a word or two from its user agent."""
    kinds = ("Edg", "Firefox", "Chrome", "Safari")
    where = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")
    parts = [next((name for name in names if name in agent), "") for names in (kinds, where)]
    return " on ".join(name.replace("Edg", "Edge") for name in parts if name) or agent[:40] or "unknown browser"


def end_session(visit: Visit) -> Response:
    """End one of the user's own sessions."""
    visit.site.people.sessions.end(visit.person, visit.path("id"), actor(visit.person))
    return visit.go("users.me")


def end_others(visit: Visit) -> Response:
    """End all of the user's own sessions except the present one."""
    visit.site.people.sessions.end_others(visit.person, actor(visit.person))
    return visit.go("users.me")


def new_password(visit: Visit) -> Response:
    """Set a new password; every session ends, and this browser gets a new one."""
    people, person = visit.site.people, visit.person
    if visit.field("new") != visit.field("twice"):
        return me(visit, 422, "The two new passwords differ.")
    if why := _not_theirs(visit, visit.field("password")):
        return me(visit, 422, why)
    try:
        user = people.accounts.set_password(actor(person), person.user, visit.field("new"), may="")
    except AccountError as error:
        return me(visit, 422, _sentence(error))
    return _let_in(visit, user, visit.go("users.me", {"changed": "yes"}))


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


# -- an invitation ------------------------------------------------------------------------------------------------------


def invitation(visit: Visit, status: int = 200, wrong: str = "") -> Response:
    """Show an invited user the form for a password; without a valid code, ask for the code.

    A right code is accepted however many wrong ones came before: there are more codes than anybody can try.
    """
    code = visit.request.path_params.get("code", "") or visit.query("code")
    user = visit.site.people.accounts.invited(code) if code else None
    if user is None and code:
        if visit.site.wrong_invitations.note(visit.token, address_of(visit.request)):
            return visit.page("users/code.html", 429, wrong="Too many wrong codes from here; wait a minute.")
        return visit.page("users/code.html", 422, wrong="This invitation has expired or been used. Ask for another.")
    if user is None:
        return visit.page("users/code.html", wrong="")
    role = visit.site.people.policy.roles.get(user.role)
    return visit.page(
        "users/invitation.html",
        status,
        code=code,
        user=user,
        role=role.title if role is not None else user.role,
        shortest=visit.site.people.policy.shortest,
        wrong=wrong,
    )


def taken(visit: Visit) -> Response:
    """Store the chosen password, and sign the user in."""
    if visit.field("new") != visit.field("twice"):
        return invitation(visit, 422, "The two passwords differ.")
    people, address = visit.site.people, address_of(visit.request)
    try:
        user = people.accounts.take(visit.path("code"), visit.field("new"), address)
    except AccountError as error:
        return invitation(visit, 422, _sentence(error))
    return _let_in(visit, user, visit.go("home"), visit.request.cookies.get(SESSION, ""))


# -- accounts -----------------------------------------------------------------------------------------------------------


def index(visit: Visit, status: int = 200, wrong: str = "", good: str = "") -> Response:
    """Show the accounts."""
    people = visit.site.people
    return visit.page(
        "users/people.html",
        status,
        users=[(user, when(user.made), when(user.seen)) for user in people.accounts.all()],
        roles=people.policy.roles,
        rights=RIGHTS,
        guests=[RIGHTS[right] for right in RIGHTS if people.guests and right in people.policy.guests_may],
        called=visit.field("name")[:80],
        chosen=visit.field("role"),
        wrong=wrong,
        good=good,
    )


def _proved(visit: Visit) -> Response | None:
    """Return the redirect to the page that asks for the password again, if it was not typed recently; else None."""
    return None if visit.site.people.sessions.proved(visit.person) else visit.go("users.again", {"next": visit.url("users")})


def add(visit: Visit) -> Response:
    """Add a user, and show the link with which they choose their password."""
    if (first := _proved(visit)) is not None:
        return first
    accounts = visit.site.people.accounts
    try:
        user = accounts.add(actor(visit.person), visit.field("name"), visit.field("role"))
    except AccountError as error:
        return index(visit, 422, _sentence(error))
    return _link(visit, user)


def invite(visit: Visit) -> Response:
    """Show a new link with which a user chooses a password."""
    return _proved(visit) or _link(visit, _user_named(visit))


def _link(visit: Visit, user: User) -> Response:
    people = visit.site.people
    code = people.accounts.invite(actor(visit.person), user.id)
    base = base_for_others(visit.site.settings, visit.request.headers.get("host", ""), visit.request.url.scheme)
    to = f"{base or str(visit.request.base_url).rstrip('/')}{visit.url('users.invitation', code=code)}"
    until = when(time.time() + people.policy.invitation)
    return visit.page("users/link.html", user=user, code=code, to=to, qr=picture(to), until=until)


def _user_named(visit: Visit) -> User:
    try:
        return visit.site.people.accounts.find(visit.path("id"))
    except AccountError:
        raise Refused(404, "unknown user; go back to the list") from None


def change(visit: Visit) -> Response:
    """Change a user's role, end their sessions, or remove them."""
    if (first := _proved(visit)) is not None:
        return first
    user, accounts, by = _user_named(visit), visit.site.people.accounts, actor(visit.person)
    what = visit.path("what")
    try:
        if what == "role":
            accounts.set_role(by, user.id, visit.field("role"))
            good = f"{user.name} now has the role {visit.field('role')}, and must sign in again."
        elif what == "end":
            accounts.end_sessions(by, user.id)
            good = f"{user.name} is signed out everywhere."
        elif what == "remove":
            accounts.remove(by, user.id)
            good = f"{user.name} can no longer sign in. Their decisions stay in the journal and the audit."
        else:
            raise Refused(404, "unknown action; go back to the list")
    except AccountError as error:
        return index(visit, 422, _sentence(error))
    if user.id == visit.person.user:  # their own session has ended with the others
        return visit.go("users.sign_in")
    return index(visit, good=good)


# -- the audit ----------------------------------------------------------------------------------------------------------


def audit(visit: Visit) -> Response:
    """Show the audit, latest line first, and whether it is unchanged."""
    trail, who = visit.site.people.trail, visit.query("who")[:80]
    lines = trail.lines(who=who, before=whole(visit.query("before"), 9), most=LINES)
    return visit.page(
        "users/audit.html",
        lines=lines,
        who=who,
        checked=trail.check() if visit.query("check") or trail.count() <= MOST_CHECKED else None,
        older=visit.url("users.audit", {"who": who, "before": lines[-1].number}) if len(lines) == LINES else "",
        when=when,
    )


def export(visit: Visit) -> Response:
    """Return the whole audit as CSV, or as JSON with a line for each entry."""
    trail, form = visit.site.people.trail, visit.path("form")
    if form not in ("csv", "jsonl"):
        raise Refused(404, "choose csv or jsonl for the export")
    visit.site.people.note(visit.person, "exported the audit", form, AUDIT)
    lines, media = (trail.as_csv(), "text/csv") if form == "csv" else (trail.as_json_lines(), "application/x-ndjson")
    named = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(f'audit.{form}')}"}
    return StreamingResponse(lines, media_type=media, headers=named)


ROUTES = [
    get("/sign-in", sign_in, name="users.sign_in", may=ANYBODY),
    post("/sign-in", signed_in, name="users.signed_in", may=ANYBODY),
    post("/sign-out", sign_out, name="users.sign_out", may=SIGNED_IN),
    get("/me", me, name="users.me", may=SIGNED_IN),
    get("/me/again", again, name="users.again", may=SIGNED_IN),
    post("/me/again", said_again, name="users.said_again", may=SIGNED_IN),
    post("/me/password", new_password, name="users.password", may=SIGNED_IN),
    post("/me/sessions/end", end_others, name="users.end_others", may=SIGNED_IN),
    post("/me/sessions/{id}/end", end_session, name="users.end_session", may=SIGNED_IN),
    get("/invitation", invitation, name="users.code", may=ANYBODY),
    get("/invitation/{code}", invitation, name="users.invitation", may=ANYBODY),
    post("/invitation/{code}", taken, name="users.taken", may=ANYBODY),
    get("/people", index, name="users", may=ADMIT),
    post("/people", add, name="users.add", may=ADMIT),
    post("/people/{id}/invite", invite, name="users.invite", may=ADMIT),
    post("/people/{id}/{what}", change, name="users.change", may=ADMIT),
    get("/audit", audit, name="users.audit", may=AUDIT),
    get("/audit/audit.{form}", export, name="users.export", may=AUDIT),
]
