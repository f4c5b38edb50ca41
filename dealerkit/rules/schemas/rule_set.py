"""Schemas of a rule set's files: decision lists, findings, remedies, facts, players' words, and stories of faults."""

from __future__ import annotations

from dealerkit.rules.schemas.game import BOOK
from dealerkit.rules.schemas.sources import SOURCE_OF_FILE
from dealerkit.rules.schemas.words import (
    BOOL,
    CODE,
    CODES,
    DECIMAL,
    FITS,
    FREE,
    GAME_OR_DRILL,
    LATER,
    LITERAL,
    NODE,
    NUMBER_OR_TEXT,
    REMEDY_ID,
    RULE_ID,
    SEVERITY,
    SOURCE,
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
    word,
)

ORDER: Json = {"type": "string", "enum": ["deliberate"], "description": "lint need not note that only the order decides"}
REST: Json = {
    "type": "string",
    "pattern": "^(1|[1-9]/(?:[2-9]|[1-9][0-9]))$",
    "description": "of a chip race (CO-42): the minimum share of a new chip for which a remainder earns one, such as 1/2",
}
RULING_CASE = closed(
    {"rule": RULE_ID, "outcome": STRING},
    when=FITS,
    rules=some(RULE_ID),
    remedies=some(REMEDY_ID),
    dealt_by=some(REMEDY_ID),
    because=TEXT,
    say=TEXT,
    source=SOURCE,
    weigh=some(TEXT),
    choices=some(TEXT),
    amounts=by_name(
        either(
            STRING,
            closed({"times": ref("count"), "of": STRING}, less=STRING),
            closed({"of": {"type": "string", "pattern": "^race_"}, "rest_earns": REST}),
        )
    ),
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
    when=word("now", "after_step", "after_section"),
    then=closed(end=STRING, restart=STRING),
    told=BOOL,
    floor=word("begins", "binds"),
    again=some(STRING),
    ladder=said(
        by_name(by_name(closed({"title": TEXT}, counted=word("round")))),
        "What a player gets, by kind of game (`setting`), the mildest first; a player warned before gets the next.",
    ),
    code=STRING,
    cite=some(RULE_ID),
    source=SOURCE,
    say=TEXT,
    why=TEXT,
    note=TEXT,
)
_TYPED: dict[str, Json] = {
    "type": word("bool", "int", "choice", "text", "cards", "amount", "acts", "bets", "seats", "boards"),
    "title": TEXT,
}
_ASKED: dict[str, Json] = dict(
    question=TEXT,
    unit=TEXT,
    values=either(some(LITERAL), STRING),
    assume=LITERAL,
    of_game=BOOL,
    of_forms=by_name(some(STRING)),
    under=said(by_text(FITS), "values that come only under some values of options, each with these; paper leaves them out"),
    unless=said(by_text(FITS), "values that do not come under some values of options, each with these"),
    spelled=said(by_name(some(STRING)), "other ways to write its values"),
    worked_out_of=said(some(STRING), "facts that it is worked out of where they are known"),
    ask_those=said(BOOL, "they are asked for in its place"),
    of_cards=said(BOOL, "it can be said by cards that were shown"),
    example=LITERAL,
    note=TEXT,
    answers=by_text(TEXT),
    ask_first=said(STRING, "the fact that is asked for instead, as long as nobody has said not to know it"),
    option=STRING,
    means=by_name(closed({"when": by_name(LITERAL)}, gate=TEXT, gate_open=TEXT, gate_passed=TEXT)),
)
FACT = closed(_TYPED, **_ASKED)
OWN_FACT = closed({}, **_TYPED, **_ASKED)
TELLS: dict[str, Json] = dict(
    words=either(some(TEXT), by_text(some(TEXT))),
    facts=some(STRING),
    family=STRING,
    forms=some(STRING),
    games=some(STRING),
    under=said(FITS, "Values of options under which alone it can happen; paper leaves it out under others."),
    unless=said(FITS, "Values of options under which it cannot happen, any of them; paper leaves it out there."),
    instead_of=some(STRING),
    also=by_text(STRING),
    usual=by_text(LITERAL),
    several=said(by_name(closed({"counts": STRING, "stands": word("first", "last")})), "facts that may hold two of a thing"),
    asks=said(by_name(closed({}, title=TEXT, question=TEXT, values=some(STRING))), "what a fact means in this fault"),
    disputes=said(
        some(STRING),
        "what of `bets` can be in dispute: kinds of acts (too_small), verbs (raise); the last such act",
    ),
    kind=said(word("fault", "question"), "`question` where nobody erred: its cases come to `answer`, and nothing is undone"),
    goes_on=said(BOOL, "The hand is not stopped for it: `goes_on` of the set's `desk` is said in place of what to freeze."),
)
"""Story and questions of a fault, in the catalogue of all sets or beside the cases of a set's own fault."""

WAY = closed({"when": FITS, "is": LITERAL}, written=BOOL)
MEANT: Json = word("fold", "check", "call", "bet", "raise", "amount")
STORY = {
    "tells": said(
        by_name(
            closed(
                {},
                words=said(by_name(some(STRING, 1)), "how each of the fact's values is said"),
                beside=said(some(STRING, 1), "one of these stands right before or behind it; sums between them do not count"),
                asked=said(some(STRING, 1), "where the story has one of these, nothing is taken for granted of the fact"),
            )
        ),
        "what the words of a story tell of facts, which then need not be asked",
    ),
    "told": said(some(STRING, 1), "how players and dealers say it, a phrase a line"),
    "unlike": said(by_name(STRING), "faults it is taken for, and how to tell it from each"),
    "often": said(ref("count"), "how many times as often as others it is told of; 1 if left out"),
}
SPEECH = closed(
    said=by_name(closed(also=some(STRING), facing=MEANT, unfaced=MEANT, fits=some(STRING), sum=word("most", "stack"))),
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
    facts=said(by_name(ref("own_fact")), "facts of its own, or other words for those of all sets"),
    rules=BOOK,
    precedence=some(STRING),
    speech=SPEECH,
)

TOLD = closed(
    {"told": by_name(closed({"told": STORY["told"]}, unlike=STORY["unlike"], often=STORY["often"], tells=STORY["tells"]))}
)

ELSEWHERE = closed(
    {
        "elsewhere": by_name(
            closed(
                {},
                says=said(some(STRING, 1), "what it is called, and words that are said of it alone"),
                told=said(some(STRING, 1), "how people tell of it"),
                family=said(STRING, "of ours: it is elsewhere only where another family of games is dealt"),
                games=said(by_name(some(STRING, 1)), "what each game of the family is called, by its id"),
            )
        ),
        "known": said(by_name(DECIMAL), "how well a story fits that a family's rules speak of, by family"),
        "against": said(by_name(DECIMAL), "how many times as well as any fault a story fits what no rule is about, by family"),
        "asks": said(some(STRING), "words that a question begins with"),
        "asked": said(DECIMAL, "how many times better a story has to fit that begins as a question"),
    }
)

VERSION = {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)+$", "description": "a release such as 0.3"}


def _renamed(now: Json, names: Json | None = None, /, **optional: Json) -> Json:
    """Return the schema of changed names: for each the new one, and the release that drops the old one."""
    return by_name(closed({"now": now, "until": VERSION}, **optional), names)


_SAYS_NOW = said(by_name(either(LITERAL, some(STRING))), "What the step says instead.")
_WHAT_WAS = said(by_name(by_name(STRING)), "Parameters that said it before `what`, and their values.")
RENAMED = closed(
    {
        "renamed": closed(
            {},
            words=said(_renamed(STRING, below=said(STRING, "The key below which it has changed.")), "Keys of the rule files."),
            do=said(_renamed(_SAYS_NOW, what_was=_WHAT_WAS), "Words of dealer's steps."),
            options=said(_renamed(STRING), "Options of games."),
            facts=said(_renamed(STRING), "Facts of rulings and of steps."),
            findings=said(_renamed(CODE, CODES), "Codes of findings."),
        )
    }
)
