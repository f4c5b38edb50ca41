"""Pages of a house: creating it, choosing its games' options, the effects shown before saving, its printed rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs
from starlette.responses import Response

from dealerkit.errors import DealerkitError, Problem
from dealerkit.rules.games import Game, games_under
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rulings.differences.authority import base_of
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.edition import Edition
from dealerkit.sheets.editions.languages import make
from dealerkit.sheets.formats import render
from dealerkit.web.house import force
from dealerkit.web.house.changed_rulings import changed_rulings
from dealerkit.web.house.files import CHANGED, HouseFile, tried, with_options
from dealerkit.web.house.form import chosen, fields, in_words
from dealerkit.web.house.sets import houses
from dealerkit.web.people import SETTLE
from dealerkit.web.refusals import Refused
from dealerkit.web.visit import Visit, attached, get, post

PAPER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"
"""Content policy of a paper, which is a page of its own, contains its styles and runs no script."""
KINDS = {"html": "text/html; charset=utf-8", "pdf": "application/pdf", "md": "text/markdown; charset=utf-8"}


@attrs.frozen
class ChangedOption:
    """An option that would change.

    Attributes:
        title: The option's title.
        old: The old value, in words.
        new: The new value, in words.
        rule: The id of its rule.
    """

    title: str
    old: str
    new: str
    rule: str


def index(visit: Visit) -> Response:
    """Show the houses, and the form for beginning one."""
    return _index(visit)


def _index(visit: Visit, status: int = 200, problem: str = "", typed: Mapping[str, str] | None = None) -> Response:
    bases = [(name, rule_set(name).title) for name in rule_sets()]
    typed = typed or {"name": "", "title": "", "base": ""}
    return visit.page("house/index.html", status, houses=list(houses()), bases=bases, problem=problem, typed=typed)


def begun(visit: Visit) -> Response:
    """Create a house."""
    typed = {name: visit.field(name).strip() for name in ("name", "title", "base")}
    try:
        house = houses().begin(typed["name"], typed["title"], typed["base"])
    except Refused as error:
        return _index(visit, error.status, str(error), typed)
    return visit.go("house.one", name=house.name)


def house_page(visit: Visit) -> Response:
    """Show a house: its games, its choices in each, its printed rules."""
    house = houses().find(visit.path("name"))
    try:
        rules = house.rules
        dealt = [load(name, house.path) for name in games_under(rules)]
    except DealerkitError as error:
        return visit.page("house/broken.html", 422, house=house, problems=_problems_of(error))
    base = base_of(rules)
    own = _own(house)
    rows = [(game, len(own.get(game.id, {})) + len(own.get(game.family, {}))) for game in dealt]
    state = force.state_of(house, rules)
    return visit.page("house/one.html", house=house, title=rules.title, base=base, rows=rows, kept=str(house.path), state=state)


def _problems_of(error: DealerkitError) -> tuple[Problem, ...]:
    problems = getattr(error, "problems", None)
    return tuple(problems) if problems else (Problem("", 0, 0, "", str(error)),)


def _own(house: HouseFile) -> dict[str, dict[str, object]]:
    """Return the options that a house itself has decided, by game or family."""
    rules = house.rules
    base = base_of(rules)
    own: dict[str, dict[str, object]] = {}
    under = base.options if base is not None else {}
    for game, values in rules.options.items():
        mine = {name: value for name, value in values.items() if name not in under.get(game, {}) or under[game][name] != value}
        if mine:
            own[game] = mine
    return own


def _game(house: HouseFile, name: str) -> tuple[Game, Game]:
    """Return a game as the house deals it, and as it would be without the house's choices.

    Raises:
        Refused: If the house does not deal it.
    """
    if name not in games_under(house.rules):
        raise Refused(404, "this house does not deal that game")
    now = load(name, house.path)
    with tried(house, with_options(house, name, dict.fromkeys(now.choices))) as silent:
        return now, load(name, silent.house.path)


def form(visit: Visit) -> Response:
    """Show the options of a game."""
    house = houses().find(visit.path("name"))
    now, base = _game(house, visit.path("game"))
    groups = list(fields(now, base, _own(house).get(now.id, {})))
    return visit.page("house/form.html", house=house, game=now, groups=groups, problems=(), mark=house.mark)


def changes(visit: Visit) -> Response:
    """Show the effects of a change before it is saved; or errors at their fields."""
    house = houses().find(visit.path("name"))
    now, base = _game(house, visit.path("game"))
    values, typed, wrong = chosen(now, base, visit.field)
    if wrong:
        return _again(visit, house, (now, base), typed, wrong)
    text = with_options(house, now.id, values)
    with tried(house, text) as candidate:
        try:
            then = load(now.id, candidate.house.path) if not candidate.problems else None
        except DealerkitError as error:
            return _again(visit, house, (now, base), typed, _at_fields(now, _problems_of(error)), _problems_of(error))
        if then is None:
            return _again(visit, house, (now, base), typed, _at_fields(now, candidate.problems), candidate.problems)
        rulings = list(changed_rulings(house.rules, candidate.house.rules))
        papers = list(_papers(now, then))
        news = _news(now, then)
    changed = list(_changed(now, then))
    return visit.page(
        "house/changes.html",
        house=house,
        game=now,
        typed=typed,
        mark=visit.field("mark") or house.mark,
        changed=changed,
        rulings=rulings,
        papers=papers,
        news=news,
        text=text,
    )


def _again(
    visit: Visit,
    house: HouseFile,
    games: tuple[Game, Game],
    typed: Mapping[str, str],
    wrong: Mapping[str, str],
    problems: tuple[Problem, ...] = (),
) -> Response:
    """Show the form again with the typed values and the errors."""
    groups = list(fields(*games, {}, typed, wrong))
    elsewhere = tuple(problem for problem in problems if not any(problem.path.endswith(f".{name}") for name in wrong))
    mark = visit.field("mark") or house.mark
    return visit.page("house/form.html", 422, house=house, game=games[0], groups=groups, problems=elsewhere, mark=mark)


def _at_fields(game: Game, problems: tuple[Problem, ...]) -> dict[str, str]:
    """Return the errors of options, by option, from the problems of the file."""
    by_field = {}
    for problem in problems:
        name = problem.path.rpartition(".")[2]
        if name in game.choices and problem.path == f"options.{game.id}.{name}":
            by_field[name] = problem.message + (f"; {problem.hint}" if problem.hint else "")
    return by_field


def _changed(now: Game, then: Game) -> Iterator[ChangedOption]:
    for name, option in then.choices.items():
        if now.options.get(name) != then.options[name]:
            old = in_words(now, option, now.options[name]) if name in now.options else ""
            yield ChangedOption(
                " ".join(then.say(option.title).split()), old, in_words(then, option, then.options[name]), option.rule
            )


def _offered(game: Game) -> list[Edition]:
    return [edition for edition in EDITIONS.values() if edition.offered(game) and edition.since != "must" and not edition.beside]


def _papers(now: Game, then: Game) -> Iterator[str]:
    """Yield the titles of the papers that would change."""
    for edition in _offered(then):
        before = render(make(edition, EditionOrder((now,))), "md")[0]
        if render(make(edition, EditionOrder((then,))), "md")[0] != before:
            yield edition.title


def _news(now: Game, then: Game) -> list[str]:
    """Return the notice of the change as lines of text."""
    text = render(make(EDITIONS["changes"], EditionOrder((then,), before=(now,))), "md")[0].decode()
    return [line for line in text.split("\n") if line.strip()]


def kept(visit: Visit) -> Response:
    """Save the choices, unless the house was changed since the form was shown.

    Raises:
        Refused: If the house was changed since the form was shown (409).
    """
    house = houses().find(visit.path("name"))
    if visit.field("mark") != house.mark:
        raise Refused(409, CHANGED)
    now, base = _game(house, visit.path("game"))
    values, typed, wrong = chosen(now, base, visit.field)
    if wrong:
        return _again(visit, house, (now, base), typed, wrong)
    text = with_options(house, now.id, values)
    with tried(house, text) as candidate:
        if candidate.problems:
            return _again(visit, house, (now, base), typed, _at_fields(now, candidate.problems), candidate.problems)
    houses().keep(house, text)
    return visit.go("house.one", {"kept": now.id}, name=house.name)


def papers(visit: Visit) -> Response:
    """List the printed rules of a game (dealer's card, player's page and so on), to view or download."""
    house = houses().find(visit.path("name"))
    game, _ = _game(house, visit.path("game"))
    return visit.page("house/papers.html", house=house, game=game, editions=_offered(game))


def paper(visit: Visit) -> Response:
    """Return one of the printed rules of a game, in the requested format.

    Raises:
        Refused: If the game has no such paper, or not in that format (404).
    """
    house = houses().find(visit.path("name"))
    game, _ = _game(house, visit.path("game"))
    name, form_ = visit.path("paper"), visit.path("form")
    edition = EDITIONS.get(name)
    if edition is None or edition not in _offered(game) or form_ not in KINDS:
        raise Refused(404, "there is no such paper for this game")
    return _given(render(make(edition, EditionOrder((game,))), form_)[0], f"{house.name}-{game.id}-{name}", form_)


def _given(body: bytes, name: str, form_: str) -> Response:
    """Return a paper as a page to view, or as a file to download."""
    given = Response(body, media_type=KINDS[form_]) if form_ == "html" else attached(body, f"{name}.{form_}", KINDS[form_])
    given.headers["Content-Security-Policy"] = PAPER_POLICY
    return given


def notice(visit: Visit) -> Response:
    """Return the notice of what changes in a game with the present file, compared with the version in force before it."""
    house = houses().find(visit.path("name"))
    was = force.games_before(house, house.rules).get(visit.path("game"))
    form_ = visit.path("form")
    if was is None or form_ not in KINDS:
        raise Refused(404, "there is no such notice: the game is new")
    order = EditionOrder((load(was.id, house.path),), before=(was,))
    return _given(render(make(EDITIONS["changes"], order), form_)[0], f"{house.name}-{was.id}-changes", form_)


def text(visit: Visit) -> Response:
    """Return the house's file."""
    house = houses().find(visit.path("name"))
    return attached(house.text.encode("utf-8", "surrogateescape"), f"{house.name}.yaml", "application/yaml")


ROUTES = [
    get("/house", index, name="house", may=SETTLE),
    post("/house", begun, name="house.begin", may=SETTLE),
    get("/house/{name}", house_page, name="house.one", may=SETTLE),
    get("/house/{name}/force", force.form, name="house.force", may=SETTLE),
    post("/house/{name}/force", force.put, name="house.put", may=SETTLE),
    post("/house/{name}/force/back", force.take_back, name="house.back", may=SETTLE),
    get("/house/{name}/force/{game}.{form}", notice, name="house.notice", may=SETTLE),
    get("/house/{name}/file", text, name="house.file", may=SETTLE),
    get("/house/{name}/{game}", form, name="house.form", may=SETTLE),
    post("/house/{name}/{game}/changes", changes, name="house.changes", may=SETTLE, audited=False),
    post("/house/{name}/{game}/keep", kept, name="house.keep", may=SETTLE),
    get("/house/{name}/{game}/papers", papers, name="house.papers", may=SETTLE),
    get("/house/{name}/{game}/papers/{paper}.{form}", paper, name="house.paper", may=SETTLE),
]
