"""The shape of every kind of rule file, as JSON Schema written in a few words of our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

Kind = Literal["procedure", "ruleset", "facts", "sources", "findings", "remedies", "cases", "promotion", "clauses"]
KINDS: tuple[Kind, ...] = ("procedure", "ruleset", "facts", "sources", "findings", "remedies", "cases", "promotion", "clauses")
Json = dict[str, Any]

STRING: Json = {"type": "string"}
BOOL: Json = {"type": "boolean"}
LITERAL: Json = {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]}
FREE: Json = {"type": "object", "additionalProperties": True}
NUMBER_OR_TEXT: Json = {"anyOf": [{"type": "string"}, {"type": "integer"}]}
DECIMAL: Json = {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$", "description": 'an amount such as "0.01"'}
SEVERITY: Json = {"type": "string", "enum": ["minor", "major", "critical"]}
VERIFIED: Json = {"type": "string", "enum": ["read", "part", "second_hand", "no"]}
RULE_ID: Json = {"type": "string", "pattern": r"^[A-Z]{2,4}-[A-Z0-9]+[a-z]?$", "description": "a rule id such as BA-07"}
REMEDY_ID: Json = {"type": "string", "pattern": r"^[A-Z]{2,4}-[A-Z0-9]+[a-z]?$", "description": "a remedy id such as RB-02"}
CODE: Json = {
    "type": "string",
    "pattern": r"^[a-z0-9-]+/[A-Za-z0-9_{}.-]+$",
    "description": "a finding's code such as burn/missed",
}
NAME = {"pattern": r"^[A-Za-z0-9][A-Za-z0-9_-]*$", "description": "a name: letters, digits, - and _"}
LATER: Json = {"not": {}, "description": "it places an entry in an overlay; a step's deadline is called `deadline`"}


def ref(name: str) -> Json:
    """Mention a definition."""
    return {"$ref": f"#/$defs/{name}"}


TEXT, SOURCE, NODE, MENTION = ref("text"), ref("source"), ref("node"), ref("mention")


def closed(required: Mapping[str, Json] | None = None, /, **optional: Json) -> Json:
    """Describe a map that has these keys and no others; `if_` stands for `if`."""
    properties = {**(required or {}), **{key.rstrip("_"): value for key, value in optional.items()}}
    made: Json = {"type": "object", "properties": properties, "additionalProperties": False}
    return made | ({"required": list(required)} if required else {})


def free(required: Mapping[str, Json] | None = None, /, **optional: Json) -> Json:
    """Describe a map that may have other keys too."""
    return closed(required, **optional) | {"additionalProperties": True}


def some(item: Json) -> Json:
    """Describe a list."""
    return {"type": "array", "items": item}


def by_name(value: Json, names: Json | None = None) -> Json:
    """Describe a map from names to values of one kind."""
    return {"type": "object", "additionalProperties": value, "propertyNames": names or NAME}


def either(*options: Json) -> Json:
    """Describe a value that is one of several kinds."""
    return {"anyOf": list(options)}


def or_option(value: Json) -> Json:
    """Describe a value, or a mention of the option that gives it."""
    return either(value, MENTION)


FACTS: Json = either(STRING, some(STRING))
STEP: dict[str, Json] = {
    "title": TEXT,
    "if": FACTS,
    "cite": some(RULE_ID),
    "say": TEXT,
    "why": TEXT,
    "severity": or_option(SEVERITY),
    "codes": ref("codes"),
    "over": by_name(either(CODE, by_name(CODE))),
    "before": LATER,
    "after": LATER,
}

SECTION = closed(
    {"steps": by_name(NODE)},
    title=TEXT,
    if_=FACTS,
    repeat=STRING,
    part=BOOL,
    codes=ref("codes"),
    cite=some(RULE_ID),
    say=TEXT,
    why=TEXT,
    before=LATER,
    after=LATER,
)
DEALER_STEP = free(
    {"do": STRING},
    **STEP,
    any_order=or_option(BOOL),
    optional=either(BOOL, STRING, MENTION),
    floating=or_option(BOOL),
    deadline=STRING,
)
PLAYER_STEP = free({"play": STRING}, **STEP, until=STRING)
LIKE_STEP = free({"like": STRING})

OPTION = closed(
    {},
    title=TEXT,
    values=either(
        {"type": "array", "items": LITERAL, "minItems": 1},
        {"type": "string", "pattern": "^-?[0-9]+-[0-9]+$", "description": "a range of whole numbers such as 1-12"},
        closed({"number": {"type": "array", "items": DECIMAL, "minItems": 2, "maxItems": 2}}),
    ),
    default=LITERAL,
    rule=RULE_ID,
    help=TEXT,
    aliases={"type": "object", "additionalProperties": LITERAL},
    answers={"type": "object", "additionalProperties": TEXT},
    group=STRING,
    note=TEXT,
)
ORDER: Json = {"type": "string", "enum": ["deliberate"], "description": "lint need not note that only the order decides"}
RULING_CASE = closed(
    {"rule": RULE_ID, "outcome": STRING},
    when=by_name(either(*LITERAL["anyOf"], {"type": "array", "items": LITERAL, "minItems": 1})),
    rules=some(RULE_ID),
    remedies=some(REMEDY_ID),
    dealt_by=some(REMEDY_ID),
    because=TEXT,
    say=TEXT,
    source=SOURCE,
    weigh=some(TEXT),
    choices=some(TEXT),
    amounts=by_name(STRING),
    order=ORDER,
    note=TEXT,
    before=LATER,
    after=LATER,
)
FINDING = closed(
    {"title": TEXT, "severity": SEVERITY},
    why=TEXT,
    remedy=TEXT,
    cite=some(RULE_ID),
    source=SOURCE,
    fault=STRING,
    dispute=STRING,
    once=BOOL,
    slip=STRING,
    note=TEXT,
)
REMEDY = closed(
    {"title": TEXT, "steps": by_name(NODE)},
    when={"type": "string", "enum": ["now", "after_step", "after_section"]},
    then=closed(end=STRING, restart=STRING),
    told=BOOL,
    floor={"type": "string", "enum": ["begins", "binds"]},
    again=some(STRING),
    code=STRING,
    cite=some(RULE_ID),
    source=SOURCE,
    say=TEXT,
    why=TEXT,
    note=TEXT,
)
FACT = closed(
    {"type": {"type": "string", "enum": ["bool", "int", "choice", "text", "cards", "amount"]}, "title": TEXT},
    question=TEXT,
    unit=TEXT,
    values=either(some(LITERAL), STRING),
    assume=LITERAL,
    of_game=BOOL,
    example=LITERAL,
    note=TEXT,
    answers={"type": "object", "additionalProperties": TEXT},
    option=STRING,
    means=by_name(closed({"when": by_name(LITERAL)}, gate=TEXT, gate_open=TEXT, gate_passed=TEXT)),
)

WAY = closed(
    {"when": by_name(either(*LITERAL["anyOf"], {"type": "array", "items": LITERAL, "minItems": 1})), "is": LITERAL}, written=BOOL
)

SECTIONS: Json = some(STRING) | {"description": "sections it has, with the range of their numbers: 1-71, RP-1-22, Misdeals"}
LANGUAGES: Json = {"pattern": "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$", "description": "a language such as en or zh-Hans"}
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
    "source": closed({"work": STRING, "verified": VERIFIED}, section=NUMBER_OR_TEXT, note=TEXT),
    "mention": closed({"option": STRING}),
    "count": {"type": "integer", "minimum": 1},
    "codes": either(CODE, {"type": "object", "additionalProperties": ref("codes")}),
    "node": either(SECTION, DEALER_STEP, PLAYER_STEP, LIKE_STEP),
    "option": OPTION,
    "work": closed({"title": TEXT}, edition=NUMBER_OR_TEXT, date=NUMBER_OR_TEXT, publisher=STRING, note=TEXT, sections=SECTIONS),
    "finding": FINDING,
    "remedy": REMEDY,
    "case": RULING_CASE,
    "fault": closed({"title": TEXT, "cases": by_name(ref("case"))}, order=ORDER, note=TEXT, before=LATER, after=LATER),
    "fact": FACT,
    "known_fault": closed(
        {"title": TEXT},
        words=either(some(TEXT), FREE),
        facts=some(STRING),
        family=STRING,
        forms=some(STRING),
        games=some(STRING),
        instead_of=some(STRING),
        also={"type": "object", "additionalProperties": STRING},
        usual={"type": "object", "additionalProperties": LITERAL},
        note=TEXT,
    ),
}

CODES: Json = {"pattern": CODE["pattern"], "description": CODE["description"]}
COUNT = or_option(ref("count"))
RULE_TEXT = either(TEXT, closed({"text": TEXT}, source=SOURCE, shows=STRING))
BOOK = by_name(closed({"rules": by_name(RULE_TEXT, RULE_ID)}, title=TEXT, note=TEXT, forms=some(STRING)))

PROCEDURE = closed(
    {"game": STRING},
    family=STRING,
    title=TEXT,
    players=closed({"min": COUNT, "max": COUNT}, step=COUNT, all_served=BOOL),
    extends=STRING,
    summary=TEXT,
    groups={"type": "object", "additionalProperties": TEXT, "description": "the titles of groups of options, in order"},
    rulings=STRING,
    dealing={"type": "string", "enum": ["house", "seat"]},
    button={"type": "integer", "minimum": 0},
    money=free(unit=or_option(DECIMAL), stack=or_option(either(DECIMAL, {"type": "integer", "minimum": 0}))),
    options=by_name(ref("option")),
    equipment=by_name(FREE),
    felt=free(places=by_name(FREE)),
    tables=FREE,
    showdown=free(
        form=STRING, kind=STRING, boards=some(STRING), hand=or_option({"type": "integer"}), bring_in=STRING, opens=STRING
    ),
    duties=FREE,
    ends=some(STRING),
    wins=closed(box=or_option(STRING), chips=STRING, lowest=either(BOOL, by_name(BOOL)), least=COUNT),
    target=closed({"box": or_option(STRING), "at": either(NUMBER_OR_TEXT, MENTION, by_name(or_option(NUMBER_OR_TEXT)))}),
    partners=closed(sides=COUNT, each=COUNT),
    lives=closed({"box": STRING, "out_at": COUNT}),
    procedure=by_name(NODE),
    note=TEXT,
    rules=by_name(closed({"title": TEXT, "rules": by_name(RULE_TEXT, RULE_ID)}, note=TEXT, before=LATER, after=LATER)),
)
MEANT: Json = {"type": "string", "enum": ["fold", "check", "call", "bet", "raise", "amount"]}
SPEECH = closed(
    said=by_name(
        closed(
            also=some(STRING), facing=MEANT, unfaced=MEANT, fits=some(STRING), sum={"type": "string", "enum": ["most", "stack"]}
        )
    ),
    numbers=by_name(ref("count")),
    times=by_name(ref("count")),
    on_top=some(STRING),
    stands_for=some(ref("count")),
    rests_on=closed(words=some(RULE_ID), announced=some(RULE_ID), call=some(RULE_ID), bet=some(RULE_ID)),
)
RULESET = closed(
    {"set": STRING},
    title=TEXT,
    extends=STRING,
    family=STRING,
    house=TEXT,
    date=NUMBER_OR_TEXT,
    version=NUMBER_OR_TEXT,
    note=TEXT,
    options=by_name(by_name(LITERAL)),
    desk=closed(freeze=TEXT, hold=TEXT, window=TEXT, gate=TEXT, gate_open=TEXT, gate_passed=TEXT, over=TEXT),
    procedures=by_name(FREE),
    findings=by_name(ref("finding"), CODES),
    remedies=by_name(ref("remedy")),
    sources=by_name(ref("work")),
    faults=by_name(ref("fault")),
    rules=BOOK,
    precedence=some(STRING),
    speech=SPEECH,
)
AMOUNTS = by_name(NUMBER_OR_TEXT)
GIVEN = closed(
    {"at": STRING},
    button=STRING,
    places=by_name(NUMBER_OR_TEXT, {"pattern": r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", "description": "a place's name"}),
    up=by_name(NUMBER_OR_TEXT),
    chips=AMOUNTS,
    rows=by_name(either(NUMBER_OR_TEXT, AMOUNTS)),
    marks=by_name(AMOUNTS),
    done=by_name(FREE),
    mid=FREE,
)
CASE = closed(
    {"name": STRING, "expect": FREE},
    rules=STRING,
    game=STRING,
    set=by_name(LITERAL),
    facts=FREE,
    coup=FREE,
    seats=either(ref("count"), FREE),
    stacks=FREE,
    button=either(STRING, {"type": "integer"}),
    seed={"type": "integer"},
    deck=STRING,
    at=STRING,
    given=GIVEN,
    acts=some(STRING),
    record=STRING,
    promotion=STRING,
    policy=FREE,
    zone=STRING,
    events=some(FREE),
    check=FREE,
    cuts=FREE,
    draw=FREE,
    note=TEXT,
)

CHIPS: Json = either({"type": "integer", "minimum": 0}, DECIMAL)
TIME_OF_DAY: Json = {
    "type": "string",
    "pattern": r"^([01]?[0-9]|2[0-3]):[0-5][0-9]$",
    "description": "a time of day such as 18:00",
}
LASTS: Json = {
    "type": "string",
    "pattern": r"^[0-9]+ ?(minutes?|hours?)$",
    "description": "a length such as 30 minutes or 1 hour",
}
PART: Json = {"type": "string", "pattern": r"^(0|1|[0-9]+/[1-9][0-9]*)$", "description": "a share such as 1/2"}
HELD = some({"type": "string", "enum": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]})


def word(*words: str) -> Json:
    """Describe one of a few words."""
    return {"type": "string", "enum": list(words)}


PROMOTION = closed(
    {"promotion": {"type": "string", **NAME}},
    title=TEXT,
    extends=STRING,
    house=TEXT,
    version=NUMBER_OR_TEXT,
    date=NUMBER_OR_TEXT,
    note=TEXT,
    summary=TEXT,
    games=some(STRING),
    tables=some(NUMBER_OR_TEXT),
    window=closed(
        {"kind": word("fixed", "rolling", "until_hit", "until_closed")},
        from_=TIME_OF_DAY,
        until=TIME_OF_DAY,
        length=LASTS,
        days=HELD,
        counts=word("tabled", "hand_started", "verified"),
    ),
    hand=closed(
        {},
        goes_by=word("highest", "beaten"),
        at_least=STRING,
        winner_at_least=STRING,
        own_cards={"type": "integer", "minimum": 0},
        pair_for_four=BOOL,
        wild_cards=word("natural", "as_played"),
    ),
    dealt_in={"type": "integer", "minimum": 2},
    pot=CHIPS,
    ties=word("first", "split", "last"),
    must_be_present=word("no", "at_the_end", "throughout"),
    leaver=word("next", "rolls_over"),
    exclusions=closed({}, findings=some(STRING), talk=BOOL),
    verification=by_name(closed({"text": TEXT}, from_=CHIPS, finding=CODE)),
    contribution=closed({"amount": CHIPS}, covers=word("window", "promotion")),
    fund=closed(
        {},
        unit=CHIPS,
        seed=CHIPS,
        each_window=CHIPS,
        reserve=PART,
        prize=NUMBER_OR_TEXT,
        unclaimed=word("rolls_over", "to_house"),
        odd_chips=word("fund", "first"),
    ),
    shares=closed({}, holder=PART, loser=PART, winner=PART, table=PART),
    notices=closed({}, law=TEXT, tax=TEXT, house=some(TEXT)),
)
CLAUSE = free({"title": TEXT}, cite=some(RULE_ID), sheet=TEXT)
SETTLED = closed(
    {"title": TEXT, "key": STRING},
    cite=some(RULE_ID),
    unset=TEXT,
    hint=STRING,
    open=TEXT,
    default=STRING,
    values={"type": "object", "additionalProperties": TEXT},
)

ROOTS: dict[Kind, Json] = {
    "procedure": PROCEDURE,
    "ruleset": RULESET,
    "facts": closed({"facts": by_name(ref("fact"))}, faults=by_name(ref("known_fault")), follows=by_name(some(WAY))),
    "sources": closed({"sources": by_name(ref("work"))}),
    "findings": closed({"findings": by_name(ref("finding"), CODES)}),
    "remedies": closed({"remedies": by_name(ref("remedy"))}),
    "cases": closed({"cases": some(CASE)}),
    "promotion": PROMOTION,
    "clauses": closed({"clauses": by_name(CLAUSE), "settle": by_name(SETTLED), "words": by_name(TEXT)}),
}
