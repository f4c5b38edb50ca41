"""The kinds of rule files, each with its shape, and the shapes that they share."""

from __future__ import annotations

from typing import Literal, get_args

from dealerkit.rules.schemas.cases import CASE
from dealerkit.rules.schemas.game import (
    DEALER_STEP,
    DUTY,
    FELT,
    LIKE_STEP,
    OPTION,
    PAPER,
    PLACE,
    PLAYER_STEP,
    PROCEDURE,
    SECTION,
)
from dealerkit.rules.schemas.house import HOUSE, NUMBERS
from dealerkit.rules.schemas.promotions import CLAUSE, PROMOTION, SETTLED
from dealerkit.rules.schemas.rule_set import (
    ELSEWHERE,
    FACT,
    FINDING,
    ORDER,
    OWN_FACT,
    REMEDY,
    RENAMED,
    RULESET,
    RULING_CASE,
    STORY,
    TELLS,
    TOLD,
    WAY,
)
from dealerkit.rules.schemas.sources import LANGUAGES, SECTIONS, SOURCE_OF_FILE, WHOLE_SOURCE
from dealerkit.rules.schemas.training import COURSES, DRILL, LESSON, SLIPS, SYLLABUS, WALKS
from dealerkit.rules.schemas.words import (
    BOOL,
    CODE,
    CODE_OR_TABLE,
    CODES,
    FITS,
    GRADE,
    LATER,
    NUMBER_OR_TEXT,
    RULE_ID,
    STRING,
    TEXT,
    Json,
    by_name,
    by_text,
    closed,
    either,
    ref,
    said,
    some,
)

Kind = Literal[
    "procedure",
    "paper",
    "ruleset",
    "facts",
    "sources",
    "findings",
    "remedies",
    "cases",
    "promotion",
    "clauses",
    "drill",
    "courses",
    "slips",
    "walks",
    "syllabus",
    "told",
    "elsewhere",
    "lesson",
    "house",
    "numbers",
    "renamed",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
DEFS: dict[str, Json] = {
    "text": either(
        STRING,
        {
            "type": "object",
            "properties": {"en": STRING},
            "required": ["en"],
            "additionalProperties": STRING,
            "propertyNames": LANGUAGES,
        },
    ),
    "source": WHOLE_SOURCE,
    "mention": closed({"option": STRING}),
    "count": {"type": "integer", "minimum": 1},
    "letter": {"type": "string", "pattern": r"^[^\s/.0-9]$", "description": "one sign, no digit, stroke or point"},
    "codes": either(CODE_OR_TABLE, by_text(ref("codes"))),
    "code_table": by_text(CODE),
    "node": either(SECTION, DEALER_STEP, PLAYER_STEP, LIKE_STEP),
    "duty": DUTY,
    "felt": FELT,
    "place": PLACE,
    "option": OPTION,
    "work": closed(
        {"title": TEXT},
        edition=NUMBER_OR_TEXT,
        date=NUMBER_OR_TEXT,
        publisher=STRING,
        note=TEXT,
        sections=SECTIONS,
        look_up=said(TEXT, "where it can be looked up"),
        verified=GRADE,
        places=said(
            by_name(either(TEXT, closed(verified=GRADE, holds=TEXT)), {"pattern": r"^\S", "description": "a place of the work"}),
            "what each place holds, in own words",
        ),
    ),
    "finding": FINDING,
    "remedy": REMEDY,
    "case": RULING_CASE,
    "fault": closed(
        {"title": TEXT, "cases": by_name(ref("case"))}, order=ORDER, note=TEXT, before=LATER, after=LATER, **TELLS, **STORY
    ),
    "fact": FACT,
    "own_fact": OWN_FACT,
    "known_fault": closed({"title": TEXT}, note=TEXT, **TELLS),
}

ROOTS: dict[Kind, Json] = {
    "procedure": PROCEDURE,
    "paper": PAPER,
    "ruleset": RULESET,
    "facts": closed(
        {"facts": by_name(ref("fact"))},
        faults=by_name(ref("known_fault")),
        families=said(by_name(STRING), "what each family of games is called"),
        at_home=said(some(STRING), "families of games that nobody takes to be dealt unless somebody says so"),
        outcomes=said(by_name(TEXT), "the outcomes that a ruling can come to, as they are told"),
        waits=said(by_name(TEXT), "what comes before remedies that are not carried out at once, by `at` of the case"),
        follows=by_name(some(WAY)),
        arguments=by_name(closed({"words": some(STRING)}, faults=some(STRING), rule=RULE_ID, because=TEXT, is_fact=STRING)),
        contradictions=closed(
            {},
            pairs=some(closed({"one": FITS, "other": FITS, "because": TEXT}, written=BOOL)),
            orders=some(closed({"low": STRING, "high": STRING, "because": TEXT})),
            compared=some(STRING),
        ),
    ),
    "sources": closed({"sources": by_name(ref("work"))}),
    "findings": closed({"findings": by_name(ref("finding"), CODES)}, source=SOURCE_OF_FILE),
    "remedies": closed({"remedies": by_name(ref("remedy"))}, source=SOURCE_OF_FILE),
    "cases": closed({"cases": some(CASE)}),
    "promotion": PROMOTION,
    "clauses": closed({"clauses": by_name(CLAUSE), "settle": by_name(SETTLED), "words": by_name(TEXT), "parts": by_text(TEXT)}),
    "drill": DRILL,
    "courses": COURSES,
    "slips": SLIPS,
    "syllabus": SYLLABUS,
    "walks": WALKS,
    "told": TOLD,
    "elsewhere": ELSEWHERE,
    "lesson": LESSON,
    "house": HOUSE,
    "numbers": NUMBERS,
    "renamed": RENAMED,
}
