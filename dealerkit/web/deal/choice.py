"""The page for choosing a game and a table."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from starlette.responses import Response

from dealerkit.errors import DealerkitError, UnknownName
from dealerkit.rules.games import Game, games
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import families
from dealerkit.training.action.levels import levels
from dealerkit.training.help_modes import MODES
from dealerkit.training.walk.code import Plan, decode
from dealerkit.training.walk.opening import usual_seats
from dealerkit.web.deal.gestures import first_table
from dealerkit.web.house.form import FieldGroup, chosen, fields
from dealerkit.web.house.sets import rules_for, selector, sets_known, titled_sets
from dealerkit.web.local_time import when
from dealerkit.web.people import PRACTISE
from dealerkit.web.refusals import Refused
from dealerkit.web.table_tasks import TableTask
from dealerkit.web.trainees import trainee_of
from dealerkit.web.visit import Visit, get, post, whole

MODE_WORDS: Final = {
    "learn": "each step is announced first",
    "guided": "slips are shown as they happen",
    "practice": "slips are shown after each hand",
    "exam": "no help; unclear words are confirmed first",
}
_LONGEST: Final = 300


def choose(visit: Visit) -> Response:
    """Show all games, or the options of the game in the address.

    Raises:
        Refused: If the address names an unknown game (404).
    """
    name = visit.query("game")
    if name and name not in games():
        raise Refused(404, "there is no such game here")
    return _chooser(visit, asked={"with": name})


def _chooser(visit: Visit, status: int = 200, problem: str = "", asked: Mapping[str, str] | None = None) -> Response:
    """Show the form for choosing a table.

    Args:
        visit: The visit.
        status: The status of the answer.
        problem: The error of the form as a whole; empty if there is none.
        asked: The typed fields; `with` is the game whose options are shown.
    """
    by_family: dict[str, list[Game]] = {}
    for name in games():
        game_ = load(name)
        by_family.setdefault(game_.family, []).append(game_)
    titles = families()
    order = [*(family for family in titles if family in by_family), *(family for family in by_family if family not in titles)]
    typed = asked or {}
    own, groups = _own_options(visit, typed)
    return visit.page(
        "deal/choose.html",
        status,
        chosen=own,
        groups=groups,
        families=[(titles.get(family, family.capitalize()), by_family[family]) for family in order],
        modes=MODE_WORDS,
        rule_sets=titled_sets(visit.site.settings),
        problem=problem,
        said=typed,
        rules=typed.get("rules", ""),
        tables=[
            (table_id, load(plan.game).title, plan, when(made_at))
            for table_id, plan, made_at in visit.site.tables.of(visit.person, 3)
        ],
    )


def opened(visit: Visit) -> Response:
    """Open the chosen table."""
    names = ("game", "mode", "level", "seats", "rules", "code", "seed", "with")
    asked = {name: visit.field(name).strip()[:_LONGEST] for name in names}
    try:
        if not asked["code"] and _typed(visit, asked)[1]:
            return _chooser(visit, 422, "The option can't have that value; no table was opened.", asked)
        live = visit.site.tables.open(_plan(visit, asked), visit.person, TableTask(trainee_of(visit)))
    except DealerkitError as error:
        return _chooser(visit, 422, str(error), asked)
    return visit.go("deal.table", id=live.id)


def _game_asked(visit: Visit, asked: Mapping[str, str], name: str) -> tuple[str, str | None]:
    """Return the game and the rule set that a form names.

    Args:
        visit: The visit.
        asked: The typed fields.
        name: The name of the game.

    Raises:
        UnknownName: If there is no such game or rule set.
    """
    # only names that we know are accepted from a form, never a path
    settings, rules = visit.site.settings, asked.get("rules", "")
    for kind, value, known in (("rule set", rules, sets_known(settings)), ("game", name, games())):
        if value and value not in known:
            raise UnknownName(kind=kind, name=value[:60], known=known)
    return name, (selector(rules) if rules else rules_for(settings, name)) or None


def _typed(visit: Visit, asked: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the options typed into a table's form, and error messages, both by option.

    Args:
        visit: The visit.
        asked: The typed fields besides the options: the game, under `with`, and the rule set.

    Raises:
        DealerkitError: If there is no such game under such rules.
    """
    if not asked.get("with"):
        return {}, {}
    base = load(*_game_asked(visit, asked, asked["with"]))
    _, typed, wrong = chosen(base, base, lambda name: visit.field(f"set.{name}"))
    return {name: text for name, text in typed.items() if text}, wrong


def _own_options(visit: Visit, asked: Mapping[str, str]) -> tuple[Game | None, list[FieldGroup]]:
    """Return the game whose options are shown, and its fields with the typed values; None and no fields if all games are
    shown.
    """
    if asked.get("with") not in games():
        return None, []
    try:
        base = load(*_game_asked(visit, asked, asked["with"]))
        typed, wrong = _typed(visit, asked)
    except DealerkitError:  # the rule set cannot be used, which is shown above the form
        base, typed, wrong = load(asked["with"]), {}, {}
    return base, list(fields(base, base, {}, typed, wrong))


def _plan(visit: Visit, asked: Mapping[str, str]) -> Plan:
    """Return the requested walk.

    Raises:
        DealerkitError: If there is no such walk.
    """
    if asked["code"]:
        return decode(asked["code"]).plan
    name, rules = _game_asked(visit, asked, asked["game"] or visit.site.settings.game or first_table().plan.game)
    options = _typed(visit, asked)[0] if asked.get("with") == name else {}
    game = load(name, rules, options)
    level = whole_or_usual(asked["level"], "the level", 0)
    if level and level not in levels(game):
        level = 0
    people = game.data["players"]
    seats = whole_or_usual(asked["seats"], "the number of players", usual_seats(game))
    seats = min(max(seats, int(people["min"])), int(people["max"]))
    seed = whole_or_usual(asked["seed"], "the seed", random.randrange(1_000_000))
    mode = asked["mode"] if asked["mode"] in MODES else "guided"
    return Plan(game.id, rules, options, seats, seed, level, mode, bots=int(people["max"]) > 1)


def whole_or_usual(typed: str, what: str, usual: int) -> int:
    """Return a number typed into a form.

    Args:
        typed: The field's text.
        what: The noun for the number, for the error message.
        usual: The number if nothing was typed.

    Raises:
        Refused: If it is not a number (422).
    """
    number = whole(typed, 9) if typed else usual
    if number is None:
        raise Refused(422, f"'{typed[:40]}' can't be {what}; type digits")
    return number


ROUTES = [
    get("/deal/games", choose, name="deal.games", may=PRACTISE),
    post("/deal/games", opened, name="deal.open", may=PRACTISE),
]
