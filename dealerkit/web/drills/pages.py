"""The pages for choosing and beginning a drill: the list, a drill with its levels, its printed questions."""

from __future__ import annotations

import contextlib
import functools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import attrs
from starlette.responses import Response

from dealerkit.errors import DealerkitError
from dealerkit.felt.numbers import is_whole
from dealerkit.jobs.journal.people import clean_name
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import rule_set
from dealerkit.sheets.document import Document
from dealerkit.sheets.drawings.cards import card
from dealerkit.sheets.formats import render
from dealerkit.training.answers import moment
from dealerkit.training.cell_names import cell_title, title_of
from dealerkit.training.drill_choice import ANSWERED, drill_row, helps_most, open_level
from dealerkit.training.drills import Drill, courses, drill, drill_ids
from dealerkit.training.help_modes import MODES
from dealerkit.training.paper import paper
from dealerkit.training.reports.drills import best_level
from dealerkit.web.house.sets import rules_unsaid, selector, set_of, sets_known, titled_sets
from dealerkit.web.people import ANYBODY, PRACTISE
from dealerkit.web.refusals import Refused
from dealerkit.web.sitting_plans import SittingPlan
from dealerkit.web.sittings import now, training
from dealerkit.web.table_tasks import drill_table
from dealerkit.web.trainees import TRAINEE, called, trainee_of
from dealerkit.web.visit import Visit, get, post

LENGTHS: Final = (10, 20, 0)
"""Numbers of items to choose from; 0 for no end."""
PAPER: Final = 20
"""Number of exercises on a sheet of paper."""
PAPER_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox allow-modals"
"""Content policy of a paper, which contains its styles, loads nothing and runs nothing."""
SEEDS: Final = 1_000_000
"""Number of seeds from which a random one is drawn."""
_MOST_CODE: Final = 4


@functools.cache
def known_drill(name: str) -> Drill:
    """Return a drill by name; an unknown name is refused as a missing page.

    Raises:
        Refused: If there is no such drill.
    """
    if name not in drill_ids():
        raise Refused(404, f"unknown drill: {name[:80]}; the Drill page lists them all")
    return drill(name)


# -- all drills -------------------------------------------------------------------------------------------------------


def index(visit: Visit) -> Response:
    """Show all drills, those due first, and the one to begin with; under the rule set in the address, if any."""
    trainee = trainee_of(visit)
    rules, problem = visit.query("rules"), ""
    if rules and rules not in sets_known(visit.site.settings):
        rules, problem = "", f"unknown rule set: {rules[:60]} here; choose one of these"
    with training() as store:
        due = Counter(cell.drill for cell in store.today(trainee))
        rows = {name: _drill_row(drill_row(known_drill(name), store, trainee), due[name]) for name in drill_ids()}
        best = helps_most(store, trainee)
        level = open_level(known_drill(best), store, trainee)
    groups = [(course.title, [rows[name] for name in course.drills if name in rows]) for course in courses()]
    grouped = {name for course in courses() for name in course.drills}
    rest = [row for name, row in rows.items() if name not in grouped]
    going_on = next((sitting for sitting in visit.site.sittings.of(visit.person, trainee)), None)
    return visit.page(
        "drills/index.html",
        422 if problem else 200,
        rules=rules,
        problem=problem,
        rule_sets=titled_sets(visit.site.settings),
        trainee=trainee,
        called=visit.person.name or called(visit),
        groups=[*groups, ("More drills", rest)] if rest else groups,
        due=[rows[name] for name, _ in due.most_common() if name in rows],
        best=rows[best],
        best_level=level,
        going_on=(going_on[0], going_on[1].title or title_of(going_on[1].drill)) if going_on else None,
    )


def _drill_row(row: dict[str, Any], due: int) -> dict[str, Any]:
    """Return a row of the list, with its state in words."""
    mastered = sum(level["mastered"] for level in row["levels"])
    return {**row, "own": best_level(row), "mastered": mastered, "due": due, "asked": row["kind"] in ANSWERED}


def name_trainee(visit: Visit) -> Response:
    """Remember the trainee's name in this browser.

    Raises:
        Refused: If the name has more than 80 characters (422).
    """
    name = clean_name(visit.field("trainee"))
    if len(name) > 80:
        raise Refused(422, "a name has at most 80 characters; go back and make it shorter")
    visit.remember(TRAINEE, name)
    return visit.go("drills")


def one_drill(visit: Visit) -> Response:
    """Show a drill: its levels, the trainee's progress, and the settings to begin it with."""
    return drill_page(visit, known_drill(f"{visit.path('family')}/{visit.path('drill')}"))


def drill_page(visit: Visit, drill_: Drill, problem: str = "", field: str = "rules") -> Response:
    """Show a drill's page, with the choices made in its form.

    Args:
        visit: The visit.
        drill_: The drill.
        problem: Reason why it could not begin with these choices; empty if there is none.
        field: The field at which the problem is shown: `rules` or `since`.
    """
    trainee = trainee_of(visit)
    with contextlib.suppress(DealerkitError):  # the attempt to begin reports the problem
        drill_ = drill_under(drill_, rules_asked(visit, drill_))
    with training() as store:
        row = _drill_row(drill_row(drill_, store, trainee), len(store.today(trainee, drill_.id)))
        level = open_level(drill_, store, trainee)
        coming = [(cell_title(cell.cell), said_until(cell.due)) for cell in store.scheduled(trainee, drill_.id)[:8]]
    names = ("level", "items", "mode", "clock", "game", "rules", "since")
    return visit.page(
        "drills/drill.html",
        422 if problem else 200,
        made=drill_,
        row=row,
        level=level,
        coming=coming,
        modes=MODES,
        lengths=LENGTHS,
        games=list(dict.fromkeys(game for level_ in drill_.levels.values() for game in level_.games)),
        rule_sets=list(_fitting(visit, drill_)),
        trainee=trainee,
        chosen={name: visit.field(name) or visit.query(name) for name in names},
        problem=problem.rstrip(".") if field == "rules" else "",
        since_problem=problem.rstrip(".") if field == "since" else "",
        minutes=next((int(level_.told.get("minutes", 0)) for level_ in drill_.levels.values()), 0),
    )


def _fitting(visit: Visit, drill_: Drill) -> Iterator[tuple[str, str]]:
    """Yield key and title of each rule set under which a drill can be asked or dealt."""
    dealt = [load(name).data for name in dict.fromkeys(name for level in drill_.levels.values() for name in level.games)]
    for key, title in titled_sets(visit.site.settings):
        rules = set_of(key)
        if any(rules.serves(game_) for game_ in dealt) and (not drill_.rules or set(drill_.rules) & set(rules.chain)):
            yield key, title


def drill_under(drill_: Drill, rules: str) -> Drill:
    """Return a drill with a rule set's own levels and targets.

    Args:
        drill_: The drill.
        rules: The selector of the rule set; empty for none.

    Raises:
        RuleFileError: If the rule set's levels or targets cannot be used.
    """
    return drill(drill_.id, rule_set(rules)) if rules else drill_


def rules_asked(visit: Visit, drill_: Drill) -> str:
    """Return the selector of the rule set chosen in the form, or of the default.

    Args:
        visit: The visit.
        drill_: The drill.

    Raises:
        Refused: If there is no such rule set (422).
    """
    return set_asked(visit) or house_rules(visit, drill_)


def set_asked(visit: Visit) -> str:
    """Return the selector of the rule set chosen for exercises; empty if none is chosen.

    Raises:
        Refused: If the rule set is unknown here (422).
    """
    key = visit.field("rules") or visit.query("rules")
    if key and key not in sets_known(visit.site.settings):
        raise Refused(422, "there is no such rule set here; leave it empty, or name one that the house has")
    return selector(key) if key else ""


def mode_asked(visit: Visit, usual: str) -> str:
    """Return the chosen help mode, or `usual`.

    Raises:
        Refused: If there is no such mode (422).
    """
    mode = visit.field("mode")
    if mode and mode not in MODES:
        raise Refused(422, f"unknown kind of help; choose one of {', '.join(MODES)}")
    return mode or usual


def row_begun(visit: Visit, plan: SittingPlan) -> Response:
    """Begin a series of questions by a plan, and show the first."""
    return visit.go("drills.question", id=visit.site.sittings.open(plan, visit.person).id, number=1)


@attrs.frozen
class AskedDrill:
    """A drill with the choices of a form.

    Attributes:
        trainee: The trainee's name.
        rules: The rule set; empty for the game's own.
        level: The level: the chosen one, else the highest one open to the trainee.
        named: Whether the form names the level.
        game: The game; empty for the level's own.
    """

    trainee: str
    rules: str
    level: int
    named: bool
    game: str


def drill_asked(visit: Visit, drill_: Drill) -> AskedDrill:
    """Return the drill, level, game and rules chosen in a form.

    Args:
        visit: The request, with the fields `level`, `game` and those of the rules.
        drill_: The drill.

    Raises:
        Refused: If there is no such level or rule set, or the level is for other games (422).
    """
    trainee, rules = trainee_of(visit), rules_asked(visit, drill_)
    under = drill_under(drill_, rules)
    named = whole_number(visit.field("level"), "level", 0)
    with training() as store:
        level = named or open_level(under, store, trainee)
    game, games = visit.field("game"), under.level(level).games
    if game and game not in games:
        how = "asked" if drill_.kind in ANSWERED else "dealt"
        raise Refused(422, f"that level is {how} only in {', '.join(games)}; choose one of them, or none")
    return AskedDrill(trainee, rules, level, bool(named), game)


def deal(visit: Visit) -> Response:
    """Open a table for a drill that is dealt, with its step, rounds, pace and help; without a chosen level, at the highest open
    one.

    Raises:
        Refused: If the drill is not dealt, its level is for other games, or the help mode is unknown (422).
    """
    drill_ = known_drill(visit.field("drill"))
    if drill_.kind != "walked":
        raise Refused(422, f"{drill_.title} is not dealt at a table; see its page")
    asked, mode = drill_asked(visit, drill_), mode_asked(visit, "")
    seed = whole_number(visit.field("seed"), "seed", random.randrange(SEEDS))
    try:
        plan, task = drill_table(drill_.id, asked.level, seed=seed, game=asked.game, rules=asked.rules, trainee=asked.trainee)
    except DealerkitError as error:
        return drill_page(visit, drill_, str(error))
    task = attrs.evolve(task, clocked=visit.field("clock", "on") != "off")
    live = visit.site.tables.open(attrs.evolve(plan, mode=mode or plan.mode), visit.person, task)
    return visit.go("deal.table", id=live.id)


def said_until(due: str) -> str:
    """Return the time when an exercise is due again, in words."""
    at, here = moment(due), now()
    days = (at.astimezone(here.tzinfo).date() - here.date()).days
    if at <= here:
        return "due now"
    if days == 0:
        return "later today"
    return "tomorrow" if days == 1 else f"in {days} days"


# -- beginning a drill --------------------------------------------------------------------------------------------------


def begin(visit: Visit) -> Response:
    """Begin a series of questions at a drill, and show the first.

    Raises:
        Refused: If the drill does not ask questions, its level is for other games, or the rule set or help mode is unknown
            (422).
    """
    drill_ = known_drill(visit.field("drill"))
    if drill_.kind not in ANSWERED:
        raise Refused(422, f"{drill_.title} has no questions: it is dealt, or an instructor watches; see its page")
    asked = drill_asked(visit, drill_)
    mode = mode_asked(visit, "guided")
    seed = whole_number(visit.field("seed"), "seed", -1)
    plan = SittingPlan(
        drill_.id,
        asked.level,
        game=asked.game,
        rules=asked.rules,
        seed=str(random.randrange(SEEDS) if seed < 0 else seed),
        mode=mode,
        items=whole_number(visit.field("items"), "items", 0),
        trainee=asked.trainee,
        clocked=visit.field("clock", "on") != "off",
        adaptive=seed < 0,
        climbs=not asked.named,
    )
    try:
        plan.at(asked.level)
    except DealerkitError as error:
        return drill_page(visit, drill_, str(error))
    return row_begun(visit, plan)


def house_rules(visit: Visit, drill_: Drill) -> str:
    """Return the selector of the default rule set, if the drill can be asked under it; else empty, for the drill's own."""
    for key in rules_unsaid(visit.site.settings):
        with contextlib.suppress(DealerkitError):
            rules = selector(key)
            SittingPlan(drill_.id, next(iter(drill_.levels)), rules=rules).at(next(iter(drill_.levels)))
            return rules
    return ""


def whole_number(text: str, what: str, usual: int) -> int:
    """Return the whole number in a field.

    Args:
        text: The field.
        what: The noun for the number, for error messages.
        usual: The number for an empty field.

    Raises:
        Refused: If it is not a whole number of less than ten digits (422).
    """
    if not text.strip():
        return usual
    if not (is_whole(text) and len(text) < 10):
        raise Refused(422, f"the {what} must be a whole number, not '{text[:40]}'")
    return int(text)


# -- paper and pictures -----------------------------------------------------------------------------------------------


def on_paper(visit: Visit) -> Response:
    """Show a drill to print: the questions, or the right answers.

    Raises:
        Refused: If the drill does not ask questions (404).
    """
    drill_ = known_drill(f"{visit.path('family')}/{visit.path('drill')}")
    if drill_.kind not in ANSWERED:
        raise Refused(404, f"{drill_.title} has no questions, so it has no exam paper")
    level = whole_number(visit.query("level"), "level", 1)
    drill_.level(level)
    count = min(100, max(1, whole_number(visit.query("items"), "number of items", PAPER)))
    seed = whole_number(visit.query("seed"), "seed", 1)
    sheet = paper(SittingPlan(drill_.id, level, rules=rules_asked(visit, drill_)).at(level), str(seed), count)
    return printed(sheet.key() if visit.query("key") else sheet.questions())


def printed(document: Document) -> Response:
    """Return a document as a complete HTML page."""
    (page,) = render(document, "html")
    return Response(page, media_type="text/html", headers={"Content-Security-Policy": PAPER_POLICY})


def draw_card(visit: Visit) -> Response:
    """Return the drawing of a card as SVG.

    Raises:
        Refused: If there is no such card (404).
    """
    code = visit.path("code")
    if len(code) > _MOST_CODE:
        raise Refused(404, "there is no such card")
    try:
        drawn = card(code, compact=True)
    except DealerkitError as error:
        raise Refused(404, "there is no such card") from error
    return Response(drawn.svg, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=604800"})


ROUTES = [
    get("/drills", index, name="drills", may=PRACTISE),
    post("/drills/trainee", name_trainee, name="drills.trainee", may=PRACTISE),
    post("/drills/begin", begin, name="drills.begin", may=PRACTISE),
    post("/drills/deal", deal, name="drills.deal", may=PRACTISE),
    get("/drills/card/{code}.svg", draw_card, name="drills.card", may=ANYBODY),
    get("/drills/{family}/{drill}", one_drill, name="drills.drill", may=PRACTISE),
    get("/drills/{family}/{drill}/paper", on_paper, name="drills.paper", may=PRACTISE, costly=True),
]
