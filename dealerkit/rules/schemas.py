"""The shape of every kind of rule file, as JSON Schema written in a few words of our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

Kind = Literal[
    "procedure",
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
Json = dict[str, Any]

STRING: Json = {"type": "string"}
BOOL: Json = {"type": "boolean"}
LITERAL: Json = {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]}
FREE: Json = {"type": "object", "additionalProperties": True}
NUMBER_OR_TEXT: Json = {"anyOf": [{"type": "string"}, {"type": "integer"}]}
DECIMAL: Json = {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$", "description": 'an amount such as "0.01"'}
SEVERITY: Json = {"type": "string", "enum": ["minor", "major", "critical"]}
GRADE: Json = {
    "type": "string",
    "enum": ["read", "part", "second_hand", "known", "ours"],
    "description": "how far it was read: read, part, second_hand (another's report), known (generally), ours (no text speaks)",
}
VERIFIED: Json = {**GRADE, "enum": [*GRADE["enum"], "no"]}
RULE_ID: Json = {"type": "string", "pattern": r"^[A-Z]{2,4}-[A-Z0-9]+[a-z]?$", "description": "a rule id such as BA-07"}
REMEDY_ID: Json = {"type": "string", "pattern": r"^[A-Z]{2,4}-[A-Z0-9]+[a-z]?$", "description": "a remedy id such as RB-02"}
CODE: Json = {
    "type": "string",
    "pattern": r"^[a-z0-9-]+/[A-Za-z0-9_{}.-]+$",
    "description": "a finding's code such as burn/missed",
}
TABLE_NAME = r"[a-z][a-z0-9_]*"
CODE_OR_TABLE: Json = {
    "type": "string",
    "pattern": rf"^([a-z0-9-]+/[A-Za-z0-9_{{}}.-]+|{TABLE_NAME})$",
    "description": "a finding's code such as burn/missed, or a table's name such as live_hand",
}
NAME = {"pattern": r"^[A-Za-z0-9][A-Za-z0-9_-]*$", "description": "a name: letters, digits, - and _"}
DRILL_ID: Json = {
    "pattern": r"^[a-z0-9-]+/[a-z0-9-]+$",
    "description": "a drill's id such as baccarat/third-card-flash",
}
GAME_OR_DRILL: Json = {
    "pattern": r"^[A-Za-z0-9][A-Za-z0-9_-]*(/[a-z0-9-]+)?$",
    "description": "a game's name, or a drill's id such as baccarat/third-card-flash",
}
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


def said(shape: Json, meaning: str) -> Json:
    """Describe a shape and say what it means: editors show that, and `docs/words.md` lists it."""
    if "pattern" in shape or "not" in shape:  # there the description belongs to the message
        return {"anyOf": [shape], "description": meaning}
    return {**shape, "description": meaning}


def word(*words: str) -> Json:
    """Describe one of a few words."""
    return {"type": "string", "enum": list(words)}


FACTS: Json = either(STRING, some(STRING))
VERBS: Json = some(STRING)
STEP: dict[str, Json] = {
    "title": said(TEXT, "What the step is called; shown where it has no `say`."),
    "if": said(FACTS, "Facts that must all hold when the step opens; otherwise it asks for nothing."),
    "cite": said(some(RULE_ID), "The rules that the step carries out; a finding of the step cites them."),
    "say": said(TEXT, "The sentence that tells a dealer what to do; options in force can be filled in, as `{cut_card_depth}`."),
    "why": said(TEXT, "Why it is done, as a trainer would say."),
    "severity": said(
        or_option(SEVERITY), "How bad a finding is that has only the step's name (`step/<id>-<kind>`); `minor` if left out."
    ),
    "codes": said(
        ref("codes"),
        "The findings of this step, instead of `step/<id>-<kind>`: by kind, or by verb and kind. `any` stands for every kind. "
        "Where it hangs on what has happened, the name of a table stands there, which the game has under `codes`; "
        "`step/no-fault` says that it is no fault, `step/same-slip` that it belongs to a slip that is told already.",
    ),
    "over": said(
        by_name(either(CODE_OR_TABLE, by_name(either(CODE_OR_TABLE, ref("code_table"))))),
        "The finding where this step is done although an earlier one is owed: by the earlier step's id, and there by the verb "
        "that is missing, `any` for every other; or the name of a table.",
    ),
    "before": LATER,
    "after": LATER,
}

SECTION = closed(
    {"steps": said(by_name(NODE), "The steps and sections it is made of, in order.")},
    title=said(TEXT, "What the section is called."),
    if_=said(FACTS, "Facts that must all hold when the section is reached; otherwise it is left out."),
    repeat=said(STRING, "The fact that lets the section begin, and begin again when it has come to its end."),
    part=said(BOOL, "Whether it repeats within a round, as one player after the other; what was done before stays known then."),
    codes=said(ref("codes"), "`left-early`: the finding when the section is left although it should begin again."),
    cite=said(some(RULE_ID), "The rules that the section carries out; for whoever reads the file, nothing prints it."),
    say=said(TEXT, "What a dealer does in it; for whoever reads the file, nothing prints it."),
    why=said(TEXT, "Why it is done; for whoever reads the file, nothing prints it."),
    before=LATER,
    after=LATER,
)
DEALER_STEP = free(
    {"do": said(STRING, "The word of what the dealer does; the words are listed below.")},
    **STEP,
    any_order=said(or_option(BOOL), "Whether the acts that are due may come in any order."),
    optional=said(
        either(BOOL, STRING, MENTION), "Whether leaving the step out is no fault; a fact makes it so only where the fact holds."
    ),
    floating=said(
        or_option(BOOL),
        "Whether the acts may come elsewhere too, as a tap does while players act; going past the step is a slip.",
    ),
    deadline=said(STRING, "The id of the step before which a missing act must be made good; until then it is not reported."),
    verb=said(STRING, "The verb by which it is done, where the word has several of them and this step means one."),
    grace=said(
        STRING, "The id of the step until which something may still be done that was left out without fault (`step/no-fault`)."
    ),
    minimum=said(or_option({"type": "integer"}), "The fewest cards that count as done, where the act's number is not fixed."),
    piecemeal=said(
        or_option(BOOL), "Whether cards that are due at once may come in parts; the step is planned again after each act."
    ),
    repeatable=said(or_option(BOOL), "Whether doing the step once more than asked is no fault."),
    excused=said(STRING, "The fact under which an act of the step's kind passes in silence, because a duty judges it."),
    streets_on=said(
        {"type": "integer", "minimum": 1}, "In a remedy: the step waits for the next street (1) or for the one after it (2)."
    ),
)
PLAYER_STEP = free(
    {"play": said(STRING, "The word of the mechanic; the words are listed below.")},
    **STEP,
    until=said(STRING, "The id of the dealer's step that ends this one, as the close ends the betting of a coup."),
    deadline=said(
        STRING, "The id of the dealer's step before which the players must be done; the dealer may go on beside them until then."
    ),
    optional=said(or_option(BOOL), "Whether the dealer may go on without the players, and no fault of it."),
    passable=said(
        or_option(BOOL), "Whether the dealer can go on without the players; it is a fault unless the step is `optional`."
    ),
    anytime=said(
        or_option(BOOL), "Whether players may do it before the step opens; the mechanic counts what lies there already."
    ),
    sums=said(BOOL, "Where the dealer goes on without the players, whether the finding tells what lies in the pots."),
    again_from=said(STRING, "The id of the dealer's step from which on players may act for the next round already."),
    rules=said(
        by_name(STRING),
        "What can be wrong with a player's act, by the mechanic's own keys: the rule it breaks (the finding is `play/<rule>`), "
        "or a finding's code.",
    ),
)
LIKE_STEP = free(
    {"like": said(STRING, "The id of the step that this one takes everything over from; what is said here differs.")}
)

DUTY = free(
    {},
    on=said(
        {"type": "object", "additionalProperties": FACTS},
        "What brings the duty: verbs, each with the facts of which one must hold then, or `always`. Several verbs with the same "
        "facts stand in one key, separated by spaces.",
    ),
    if_=said(FACTS, "Facts that must all hold besides."),
    do=said(
        VERBS,
        "Acts that settle it: WHO VERB [TARGET]. WHO is `d`, `f`, `s` for any seat, `owner` for whoever brought it, `turn` for "
        "the seat that was to act, `others` for any other seat. Verbs are joined by `|`; `action` stands for all of a betting "
        "round, `handle` for whatever a dealer does with cards and chips. TARGET may be `same`, the place of the act that "
        "brought it, or `owner`. Without `do` and `done` the duty is a slip as soon as it comes.",
    ),
    all=said(BOOL, "Whether every act of `do` is needed, in any order; with `done`, only its facts say when all is done."),
    done=said(FACTS, "Facts of which one settles it, besides the acts of `do`."),
    before=said(VERBS, "Acts that end its time, written as in `do`; the slip is found then."),
    by=said(
        FACTS,
        "Facts of which one ends its time; `ruled_otherwise` holds when the rule set does not rule as `ruled` says any more.",
    ),
    code=said(
        either(CODE_OR_TABLE, ref("code_table")),
        "The finding; or the name of a table that chooses it.",
    ),
    severity=said(or_option(SEVERITY), "How bad it is, where that differs from the finding's own line."),
    say=said(TEXT, "What is due, for people; the finding says that it was expected."),
    cite=said(some(RULE_ID), "The rules it rests on."),
    unplanned=said(BOOL, "Whether only an act that nothing asked for brings it."),
    ruled=said(
        FREE,
        "Faults, each with outcomes, groups of outcomes (`ends`, `stands`) or remedies of which the rule set in force has to "
        "rule one, as things stand; otherwise the duty does not come.",
    ),
    unless=said(FREE, "The same, for the duty not to come."),
)
PLACE = free(
    {},
    title=said(TEXT, "What it is called at the table; its name, in words, if left out."),
    kind=said(
        STRING, "`stock` (cards are dealt from it), `discards`, `hand`, `board`, `trick`, `row`, `tableau`, `pile` or `aside`."
    ),
    face=said(or_option(word("up", "down")), "How cards lie there unless the act says otherwise; `down` if left out."),
    looks=said(or_option(word("owner", "nobody")), "Who sees a card that is dealt there face down; `nobody` if left out."),
    cleared=said(or_option(BOOL), "Whether clearing the layout takes its cards away."),
    takes=said(STRING, "The cards that are played there, in the order in which they are: `8h 9h Th`."),
    after=said(STRING, "The place that must hold all of its own cards before the first comes here."),
    whole=said(or_option(BOOL), "Whether whoever takes from it takes all of it, unless a card or a number is named."),
    keeps=said({"type": "integer", "minimum": 0}, "So many cards stay on it when its cards go back into the stock: the upcard."),
)
SPOT = free(
    {},
    title=said(TEXT, "What it is called."),
    offered=said(or_option(BOOL), "Whether it may be bet on; true if left out."),
    side=said(BOOL, "Whether it is a side bet, which wants a main bet beside it where the house says so."),
    minimum=said(or_option(DECIMAL), "The smallest bet, in units of money."),
    maximum=said(or_option(DECIMAL), "The largest bet, in units of money; 0 for any amount."),
    step=said(or_option(DECIMAL), "Bets are multiples of this amount; 0 for any amount."),
)
_PILES = either(VERBS, {"type": "object", "additionalProperties": ref("place")})
FELT = free(
    {},
    places=said(by_name(ref("place")), "Every place where a card can lie, besides the hands and piles of the seats."),
    stock=said(STRING, "The place that cards are dealt from."),
    start=said(STRING, "The place where the pack lies at the beginning; the stock if left out."),
    burns=said(STRING, "The place where burned cards go; `discards` if left out."),
    discards=said(STRING, "The place where used cards go; the stock if left out."),
    played=said(STRING, "The place where a card goes that is played; `trick` if there is one, else `discards`."),
    hands=said(ref("place"), "What the hand of each seat is like; without it seats have no hands."),
    piles=said(_PILES, "The piles of each seat besides its hand, a list of names, or a map that says of each how its cards lie."),
    side_piles=said(_PILES, "The same for each side where partners play; of each seat where they do not."),
    melds=said(
        {"type": "object", "additionalProperties": STRING},
        "The pile on which cards of a rank are laid down, by the rank's letter.",
    ),
    full_meld=said(TEXT, "What a meld is called that is full: canasta."),
    rows=said(
        VERBS, "The rows of chips besides each seat's stack: `bet`, `ante`, `dead` lie in front of players, the others apart."
    ),
    spots=said(by_name(SPOT), "The places for bets of a layout, outward from the bettor."),
    pots=said(VERBS, "The rows that belong to nobody until they are won; `[pot]` if left out."),
    side_pots=said(or_option(BOOL), "Whether there are side pots."),
    marks=said(VERBS, "The columns of marks: commission, points, strikes. Marks are no chips."),
    debt=said(or_option(BOOL), "Whether a stack may go below zero, as at home (SG-07)."),
    gestures=said(VERBS, "Acts that no step asks for and that are no fault by themselves: duties say what follows from them."),
    freely=said(VERBS, "Acts that may come at any time, of players or the dealer; the players' step that is open hears of them."),
    never=said(
        {"type": "object", "additionalProperties": either(CODE_OR_TABLE, ref("code_table"))},
        "The dealer's verbs that are always a fault where no step asks for them, each with its finding; or with the name of a "
        "table, where only what has happened makes it a fault.",
    ),
    unasked=said(
        {"type": "object", "additionalProperties": STRING},
        "What players may do while nobody is asked anything: verbs, each with the fact under which it is no fault.",
    ),
    anew=said(
        {"type": "object", "additionalProperties": VERBS},
        "The dealer's verbs by which a part of the round begins anew as long as no card is out, each with the sections that do.",
    ),
    odd_cards=said(
        {"type": "object", "additionalProperties": STRING},
        "What is odd about a card that is dealt (`boxed`, `foreign`, `duplicate`, `wrong-back`), each with the fault "
        "that is ruled on.",
    ),
    stops_for=said(
        VERBS, "Verbs with which a card that cannot be there is no slip of the dealer: a duty says what is to be done instead."
    ),
    ran_out=said(
        CODE, "The finding where a card is dealt that the stock cannot hold any more; `record/card-not-dealt` if left out."
    ),
    pushed=said(
        or_option(word("stay", "taken_up")),
        "Whether bets that the dealer neither takes nor pays `stay` when the cards are cleared, and play in the next round; "
        "`taken_up` if left out (BA-53).",
    ),
    stands=said(STRING, "The fact after which a deal that went wrong is not dealt again (SG-06)."),
    decides=said(
        VERBS,
        "Without `stands`: the players' verbs after which a deal that went wrong is not dealt again; any decision if left out.",
    ),
    exchanges=said(
        VERBS, "Remedies or outcomes by which a card shown in the deal is exchanged after it; `card_replaced` if left out."
    ),
    in_order=said(
        VERBS, "Remedies after which the cards of a coup count in the order in which they came out, wherever they lie (BI-06)."
    ),
    languages=said(VERBS, "The languages that the house posts: others are not spoken while a hand is on."),
)

OPTION = closed(
    {},
    title=TEXT,
    values=either(
        {"type": "array", "items": LITERAL, "minItems": 1},
        {"type": "string", "pattern": "^-?[0-9]+-[0-9]+$", "description": "a range of whole numbers such as 1-12"},
        word("odds"),
        closed({"number": {"type": "array", "items": DECIMAL, "minItems": 2, "maxItems": 2}}),
    ),
    default=LITERAL,
    rule=RULE_ID,
    help=TEXT,
    unrecorded=LITERAL,
    aliases={"type": "object", "additionalProperties": LITERAL},
    answers={"type": "object", "additionalProperties": TEXT},
    chips=BOOL,
    not_with=by_name(by_name(LITERAL)),
    not_over=some(STRING),
    group=STRING,
    note=TEXT,
    unit=said(word("percent"), "What a value is a number of: `percent`, a share, so that 0.05 is printed as 5%."),
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
    amounts=by_name(either(STRING, closed({"times": ref("count"), "of": STRING}))),
    at=said(word("end_of_round", "betting_over"), "When the remedies are carried out, if not at once."),
    hand=said(word("live", "folded", "none"), "Of a penalty: what becomes of the hand; `live` if left out."),
    penalty=said(
        by_name(STRING), "Of a penalty: the rung of the remedy's ladder at which it begins, by kind of game; else the first."
    ),
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
    ladder=said(
        by_name(by_name(closed({"title": TEXT}, counted=word("round")))),
        "What a player gets, by kind of game (`setting`), the mildest first; whoever was warned before gets the next.",
    ),
    code=STRING,
    cite=some(RULE_ID),
    source=SOURCE,
    say=TEXT,
    why=TEXT,
    note=TEXT,
)
FACT = closed(
    {
        "type": {
            "type": "string",
            "enum": ["bool", "int", "choice", "text", "cards", "amount", "acts", "bets", "seats", "boards"],
        },
        "title": TEXT,
    },
    question=TEXT,
    unit=TEXT,
    values=either(some(LITERAL), STRING),
    assume=LITERAL,
    of_game=BOOL,
    of_forms=by_name(some(STRING)),
    spelled=said(by_name(some(STRING)), "other ways to write its values"),
    worked_out_of=said(some(STRING), "facts that it is worked out of where they are known"),
    ask_those=said(BOOL, "they are asked for in its place"),
    of_cards=said(BOOL, "it can be said by cards that were shown"),
    example=LITERAL,
    note=TEXT,
    answers={"type": "object", "additionalProperties": TEXT},
    ask_first=said(STRING, "the fact that is asked for instead, as long as nobody has said not to know it"),
    option=STRING,
    means=by_name(closed({"when": by_name(LITERAL)}, gate=TEXT, gate_open=TEXT, gate_passed=TEXT)),
)

WAY = closed(
    {"when": by_name(either(*LITERAL["anyOf"], {"type": "array", "items": LITERAL, "minItems": 1})), "is": LITERAL}, written=BOOL
)

SECTIONS: Json = some(STRING) | {"description": "sections it has, with the range of their numbers: 1-71, RP-1-22, Misdeals"}
LANGUAGES: Json = {"pattern": "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$", "description": "a language such as en or zh-Hans"}
WHOLE_SOURCE = closed(
    {
        "work": said(
            STRING, "a name under `sources:`; said once at the top of a file, as source: {work: ...}, it holds for every entry"
        )
    },
    verified=VERIFIED,
    section=NUMBER_OR_TEXT,
    note=TEXT,
)
WRITTEN_SOURCE = said(
    either(STRING, {"type": "integer"}, {key: value for key, value in WHOLE_SOURCE.items() if key != "required"}),
    "Where it comes from; the place alone, or a map without `work`, is of the work that the file names at its top.",
)
"""A citation as a file may write it; `dealerkit.rules.default_source` completes it before it is checked."""
SOURCE_OF_FILE = said(
    WHOLE_SOURCE, "What every finding and every case of this file comes from that does not say a `source` of its own."
)
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
    "codes": either(CODE_OR_TABLE, {"type": "object", "additionalProperties": ref("codes")}),
    "code_table": {"type": "object", "additionalProperties": CODE},
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
        several=said(by_name(closed({"counts": STRING, "stands": word("first", "last")})), "facts that may hold two of a thing"),
        asks=said(by_name(closed({}, title=TEXT, question=TEXT, values=some(STRING))), "what a fact means in this fault"),
        disputes=said(some(STRING), "acts of `bets` that are in dispute where the line ends with one: raise, bet, all_in, call"),
        kind=said(word("fault", "question"), "`question` where nobody erred: its cases come to `answer`, and nothing is undone"),
        goes_on=said(BOOL, "The hand is not stopped for it: `goes_on` of the set's `desk` is said in place of what to freeze."),
        note=TEXT,
    ),
}

CODES: Json = {"pattern": CODE["pattern"], "description": CODE["description"]}
COUNT = or_option(ref("count"))
RULE_TEXT = either(TEXT, closed({"text": TEXT}, source=SOURCE, shows=STRING))
OUR_READINGS = said(some(RULE_ID), "which of its rules are readings of ours, since no text speaks")
BOOK = by_name(closed({"rules": by_name(RULE_TEXT, RULE_ID)}, title=TEXT, note=TEXT, forms=some(STRING), ours=OUR_READINGS))

COLOUR = word("red", "blue", "green", "black", "brown")
FITS = by_name(either(*LITERAL["anyOf"], {"type": "array", "items": LITERAL, "minItems": 1}))
ROADS = closed(
    {
        "per": STRING,
        "marks": by_name(closed({"letter": ref("letter"), "colour": COLOUR}, title=TEXT)),
        "kept": by_name(
            closed(
                {"plan": word("beads", "runs", "derived"), "rows": COUNT, "columns": COUNT},
                title=TEXT,
                back=COUNT,
                dots=some(STRING),
                shape=word("disc", "ring", "slash"),
                cite=some(RULE_ID),
            )
        ),
    },
    dots=by_name(
        closed(
            {"when": FITS, "letter": ref("letter"), "colour": COLOUR},
            title=TEXT,
            corner=word("top-left", "top-right", "bottom-left", "bottom-right"),
        )
    ),
)

IF_OPTIONS = said(FITS, "Values of options for which alone the line is printed.")
UNLESS_OPTIONS = said(FITS, "Values of options for which it is not printed, any of them.")
OFFERS = said(some(STRING), "Bets of which one must be offered; without one the line is not printed.")
CARD = closed(
    {},
    lines=by_name(
        closed(
            {},
            steps=said(some(STRING), "The steps of the procedure that the line stands for; it stands at the first."),
            duties=said(some(STRING), "The duties that it stands for besides."),
            title=said(TEXT, "The heading that begins with it, where the section's own does not serve."),
            text=said(TEXT, "What is done, in a few words; the steps' own words if left out."),
            say=said(TEXT, "What is said aloud at it."),
            codes=said(some(CODE), "Findings that stand beside it besides the grave ones of its steps and duties."),
            if_=IF_OPTIONS,
            unless=UNLESS_OPTIONS,
            offers=OFFERS,
            before=LATER,
            after=LATER,
        )
    ),
    slips=said(
        by_name(closed({}, title=TEXT, help=TEXT, if_=IF_OPTIONS, unless=UNLESS_OPTIONS), CODES),
        "By the code of a finding: its short name and what puts it right, where the catalogue is too long for a card.",
    ),
    left_out=said(some(CODE), "Findings that are not critical and for which the card has no room."),
    tables=said(some(STRING), "The tables of the game that are printed on the card."),
)
PLAYER = by_name(
    closed(
        {},
        title=said(TEXT, "The heading of the section."),
        shows=said(
            some(word("bets", "draws", "ranks", "decides", "rules")),
            "What stands below its lines: bets with odds and limits, drawing tables, ranks of hands, who decides, the rules.",
        ),
        left_out=said(some(RULE_ID), "Rules of the rule book that tell a player nothing."),
        lines=by_name(
            closed(
                {"text": TEXT},
                title=said(TEXT, "What it is about: the line is a row of a table then."),
                if_=IF_OPTIONS,
                unless=UNLESS_OPTIONS,
                offers=OFFERS,
                fault=said(STRING, "A fault of the rule set: what is ruled on it stands behind the text."),
                facts=said(FREE, "What is known of that fault."),
                before=LATER,
                after=LATER,
            )
        ),
    )
)

PACK = closed(
    {},
    decks=COUNT,
    jokers=or_option({"type": "integer", "minimum": 0}),
    ranks=either(STRING, closed({"by_seats": {"type": "object", "additionalProperties": STRING}})),
    back=STRING,
    title=TEXT,
    text=TEXT,
    note=TEXT,
)

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
    equipment=by_name(FREE) | {"properties": {"pack": PACK}},
    felt=ref("felt"),
    tables=FREE,
    printed=by_name(TEXT),
    roads=ROADS,
    odds={**word("turned_card", "rolled_hand"), "description": "what `odds` counts, where it is no coup and no showdown"},
    showdown=free(
        form=STRING, kind=STRING, boards=some(STRING), hand=or_option({"type": "integer"}), bring_in=STRING, opens=STRING
    ),
    duties={"type": "object", "additionalProperties": ref("duty")},
    codes=said(
        by_name(ref("code_table"), {"pattern": f"^{TABLE_NAME}$", "description": "a table's name: small letters, digits and _"}),
        "Tables of findings that steps, duties and the felt use by name: facts, each with the finding where it holds. The first "
        "that holds decides; `otherwise` is for the rest.",
    ),
    ends=some(STRING),
    wins=closed(box=or_option(STRING), chips=STRING, lowest=either(BOOL, by_name(BOOL)), least=COUNT),
    target=closed({"box": or_option(STRING), "at": either(NUMBER_OR_TEXT, MENTION, by_name(or_option(NUMBER_OR_TEXT)))}),
    partners=closed(sides=COUNT, each=COUNT),
    lives=closed({"box": STRING, "out_at": COUNT}),
    procedure=by_name(NODE),
    note=TEXT,
    source=SOURCE_OF_FILE,
    card=said(CARD, "The dealer's step card: its lines, and the slips in short words."),
    player=said(PLAYER, "The words for players, section by section."),
    rules=by_name(
        closed({"title": TEXT, "rules": by_name(RULE_TEXT, RULE_ID)}, note=TEXT, ours=OUR_READINGS, before=LATER, after=LATER)
    ),
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
    source=SOURCE_OF_FILE,
    options=by_name(by_name(LITERAL)),
    desk=closed(
        freeze=TEXT,
        goes_on=TEXT,
        hold=TEXT,
        window=TEXT,
        gate=TEXT,
        gate_open=TEXT,
        gate_passed=TEXT,
        over=TEXT,
        decides=said(TEXT, "Who decides, as the page for the player has it."),
        appeal=said(TEXT, "What a player does who does not agree, as the page for the player has it."),
    ),
    choices=said(
        by_name(closed(cards=TEXT, chips=TEXT), {"pattern": "."}),
        "By the words of a choice that cases leave to the floor: what it does to cards and to chips.",
    ),
    procedures=by_name(FREE, GAME_OR_DRILL),
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
    odds=FREE,
    roads=STRING,
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

SECONDS: Json = either({"type": "integer", "minimum": 1}, {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$"})
DRILL = closed(
    {"drill": {"type": "string", **DRILL_ID}},
    extends=STRING,
    title=TEXT,
    note=TEXT,
    kind=said(
        word("asked", "ordered", "ruled", "reviewed", "walked", "timed", "written", "exam", "own"),
        "how it is done: a question and an answer; steps put in order; facts, then a ruling; a record read for slips; dealt step "
        "by step; on real cards with an instructor; written; an exam; asked of what the room itself has written down",
    ),
    skill=TEXT,
    games=some(STRING),
    rules=said(some(STRING), "the rule sets it can be asked under, where not every set of the game has an answer"),
    generator=said(STRING, "what makes its exercises, a module of `dealerkit/training/generators`"),
    cite=some(RULE_ID),
    codes=some(STRING),
    target=said(SECONDS, "seconds that an answer may take"),
    streaks=some(ref("count")),
    with_=said(FREE, "what the generator is told at every level"),
    levels=by_name(
        closed(
            {},
            title=TEXT,
            target=SECONDS,
            set=said(
                by_name(either(LITERAL, some(LITERAL))),
                "options of the game at this level; of a list the house's own value if it is in it, else the first",
            ),
            games=some(STRING),
            with_=said(FREE, "what the generator is told, in words of its own"),
        ),
        {"pattern": r"^[1-9]$", "description": "a level: 1 to 9"},
    ),
)
COURSES = closed(
    {
        "courses": by_name(
            closed(
                {"key": {"type": "string", "pattern": r"^[a-pr-z]$", "description": "a letter, not q"}, "game": STRING},
                title=TEXT,
                drills={"type": "array", "items": {"type": "string", **DRILL_ID}, "minItems": 1},
            )
        )
    },
    looked_at=said(
        some(closed({"what": TEXT}, families=said(some(STRING), "only in these families of games"))),
        "what an instructor marks from 1 to 5 besides the answers",
    ),
    observed=said(by_name(some(STRING)), "by family of games, the slips that have a key of their own while a dealer is watched"),
    calibration=said(
        closed({"disputes": ref("count"), "choices": ref("count"), "least": ref("count")}),
        "how many disputes a calibration paper has, how many choices each, and from how many sheets on a report shows figures",
    ),
)

WHOLE: Json = {"type": "integer", "minimum": 0}
SYLLABUS = closed(
    {"syllabus": {"type": "string", **NAME}},
    extends=STRING,
    title=TEXT,
    note=TEXT,
    minutes=ref("count"),
    pass_=said(NUMBER_OR_TEXT, "per cent from which it is passed"),
    written=closed(
        {"strata": by_name(closed({"drill": STRING, "level": ref("count"), "items": ref("count")}, game=STRING))},
        weight=ref("count"),
    ),
    performance=closed(
        {"walks": by_name(closed({"game": STRING}, seats=ref("count"), rounds=ref("count"), at=STRING))},
        weight=ref("count"),
        majors=said({"type": "integer", "minimum": 0}, "how many major findings a walk may have and still be passed"),
    ),
)

PERCENT: Json = {"type": "integer", "minimum": 0, "maximum": 100, "description": "per cent: 0 to 100"}
LESSON = closed(
    {"lesson": {"type": "string", **DRILL_ID}},
    title=TEXT,
    note=TEXT,
    families=said(some(STRING), "the families of games that are walked so"),
    tray=said(some(DECIMAL), "the chips in the tray, where the game names none"),
    words=said(by_name(some(STRING)), "by kind of answer, the words that may stand in it and say nothing by themselves"),
    disputes=said(by_name(TEXT), "by what is disputed, what the patron says; {seat} is the patron's"),
    rules=said(by_name(some(RULE_ID)), "by question, or by what the patron did wrong, the rules that it rests on"),
    levels=by_name(
        closed(
            {},
            title=TEXT,
            at=said(STRING, "the step it begins at; of `A|B` the one that the game has"),
            set=said(
                by_name(either(LITERAL, some(LITERAL))),
                "options of the table at this level; of a list the house's own value if it is in it, else the first",
            ),
            stacks=said(
                some({"type": "integer", "minimum": 1, "maximum": 1000}),
                "chips of the seats, in per cent of the game's own stack, over and over",
            ),
            asks=said(by_name(PERCENT), "what the dealer is asked for, and how often, in per cent"),
            patrons=said(by_name(PERCENT), "what patrons do wrong, or as they should not, and how often, in per cent"),
        ),
        {"pattern": r"^[1-9]$", "description": "a level: 1 to 9"},
    ),
)
SLIPS = closed(
    {
        "slips": by_name(
            some(
                closed(
                    {"game": STRING, "acts": some(STRING)},
                    at=said(STRING, "the step at which it is made"),
                    rules=STRING,
                    set=by_name(LITERAL),
                    seats=ref("count"),
                    button=ref("count"),
                    stacks=by_name(LITERAL),
                    deck=STRING,
                    with_=said(some(STRING), "everything that is found, in order, where it is more than one finding"),
                )
            ),
            CODES,
        )
    }
)

WALKS = closed(
    {
        "score": closed(
            {
                "points": closed({"minor": WHOLE, "major": WHOLE, "critical": WHOLE}),
                "often": said(WHOLE, "the same minor slip more often than this in one hand counts as one major"),
                "pass": said(WHOLE, "of 100, from which a walk is passed"),
            },
            majors=said(WHOLE, "how many major slips a walk may have and still be passed"),
        ),
        "pace": closed(
            {
                "apart": said(some(STRING), "acts before which the time is not counted"),
                "least": said(ref("count"), "seconds of dealing under which no pace is told"),
                "sample": said(ref("count"), "seconds of dealing that a fair sample takes"),
            }
        ),
        "walks": said(
            by_name(
                closed(
                    {},
                    pace={"type": "array", "items": ref("count"), "minItems": 2, "maxItems": 2},
                )
            ),
            "by game, family of games, or `every`: hands an hour",
        ),
        "offered": by_name(STRING, {"pattern": r"^[a-pr-z]$", "description": "a letter, not q"}),
    }
)

TOLD = closed(
    {
        "told": by_name(
            closed(
                {"told": said(some(STRING) | {"minItems": 1}, "how players and dealers say it, a phrase a line")},
                unlike=said(by_name(STRING), "faults it is taken for, and how to tell it from each"),
                often=said(ref("count"), "how many times as often as others it is told of; 1 if left out"),
            )
        )
    }
)

ELSEWHERE = closed(
    {
        "elsewhere": by_name(
            closed(
                {},
                says=said(some(STRING) | {"minItems": 1}, "what it is called, and words that are said of it alone"),
                told=said(some(STRING) | {"minItems": 1}, "how people tell of it"),
                family=said(STRING, "of ours: it is elsewhere only where another family of games is dealt"),
            )
        ),
        "known": said(by_name(DECIMAL), "how well a story fits that a family's rules speak of, by family"),
        "against": said(by_name(DECIMAL), "how many times as well as any fault a story fits what no rule is about, by family"),
        "asks": said(some(STRING), "words that a question begins with"),
        "asked": said(DECIMAL, "how many times better a story has to fit that begins as a question"),
    }
)

DAY: Json = {"type": "string", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "description": "a day such as 2026-12-01"}
RULE_KEY: Json = {
    "pattern": r"^\S+(/\S+)*$",
    "description": "the key of a rule, as the file of numbers has it: holdem/rule/HR-04",
}
HOUSE = closed(
    {
        "house": said(TEXT, "The name of the house, as it is printed."),
        "games": said(
            by_name(
                either(
                    said(STRING, "A rule set: a name of `dealerkit rules list`, or a path counted from this file."),
                    closed(
                        {},
                        rules=said(STRING, "The same."),
                        options=said(by_name(LITERAL), "Options of the game, where the rule set says otherwise or nothing."),
                    ),
                )
            ),
            "The games that are dealt here, in the order in which they are printed: each with its rule set.",
        ),
    },
    address=said(either(STRING, some(STRING)), "The address, line by line."),
    logo=said(STRING, "The sign of the house: an SVG or PNG file in the folder of this file, or below it."),
    document=said(
        closed(
            {},
            number=said(NUMBER_OR_TEXT, "The number of the document in the files of the house."),
            edition=said(NUMBER_OR_TEXT, "The edition: what a posted copy is known and called back by."),
            effective=said(DAY, "From which day it holds."),
            status=said(word("draft", "in_force", "superseded"), "`draft` if left out."),
            prepared_by=said(STRING, "Who prepared it."),
            approved_by=said(STRING, "Who approved it."),
            signatures=said(some(STRING), "Whose signatures it waits for; each gets a line."),
        ),
        "What is printed at the head, at the foot and where it is signed.",
    ),
    paper=said(
        closed(
            {},
            size=said(
                word("a3", "a4", "a5", "a6", "letter", "legal"), "The size of sheets, where an edition has no size of its own."
            ),
            large=said(BOOL, "Whether all is set in large print."),
        ),
        "What it is printed on.",
    ),
    languages=said(
        some(STRING) | {"minItems": 1},
        "The languages, `en+zh-Hans` for two side by side; the first is printed if nobody asks for another.",
    ),
    sources=said(word("none", "notes", "inline"), "Where sources are told: not at all, in notes at the end, or in the text."),
    templates=said(STRING, "A folder of templates of the house's own, counted from this file."),
    was=said(
        {"type": "object", "additionalProperties": STRING, "propertyNames": RULE_KEY},
        "Rules that were renamed: the key of today, and the key that had its number.",
    ),
)
NUMBERED = {"type": "string", "pattern": r"^[1-9][0-9]*(\.[1-9][0-9]*)*$", "description": "a number such as 3.12"}
HASH = {"type": "string", "pattern": r"^[0-9a-f]{12}$", "description": "twelve hexadecimal digits"}
_SINCE = {"edition": STRING}
NUMBERS = closed(
    {
        "numbers": some(
            either(
                closed({"given": NUMBERED, "to": STRING, "hash": HASH}, text=STRING, **_SINCE),
                closed({"changed": NUMBERED, "hash": HASH}, text=STRING, **_SINCE),
                closed({"renamed": NUMBERED, "to": STRING}, **_SINCE),
                closed({"withdrawn": NUMBERED}, **_SINCE),
                closed({"restored": NUMBERED}, **_SINCE),
            )
        )
    }
)

VERSION = {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)+$", "description": "a release such as 0.3"}
RENAMED = closed(
    {
        "renamed": closed(
            {},
            words=said(
                by_name(closed({"now": STRING, "until": VERSION}, below=said(STRING, "The key below which it has changed."))),
                "Keys of the rule files.",
            ),
            do=said(
                by_name(
                    closed(
                        {
                            "now": said(
                                by_name(either(LITERAL, some(STRING))),
                                "What the step says instead.",
                            ),
                            "until": VERSION,
                        },
                        what_was=said(
                            by_name(by_name(STRING)),
                            "Parameters that said it before `what`, and their values.",
                        ),
                    )
                ),
                "Words of dealer's steps.",
            ),
            options=said(by_name(closed({"now": STRING, "until": VERSION})), "Options of games."),
            facts=said(by_name(closed({"now": STRING, "until": VERSION})), "Facts of rulings and of steps."),
            findings=said(by_name(closed({"now": CODE, "until": VERSION}), CODES), "Codes of findings."),
        )
    }
)

ROOTS: dict[Kind, Json] = {
    "procedure": PROCEDURE,
    "ruleset": RULESET,
    "facts": closed(
        {"facts": by_name(ref("fact"))},
        faults=by_name(ref("known_fault")),
        families=said(by_name(STRING), "what each family of games is called"),
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
    "clauses": closed({"clauses": by_name(CLAUSE), "settle": by_name(SETTLED), "words": by_name(TEXT)}),
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
