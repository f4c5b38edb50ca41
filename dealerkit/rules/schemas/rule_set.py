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

ORDER: Json = {
    "type": "string",
    "enum": ["deliberate"],
    "description": "`deliberate`: only the order of the cases decides, on purpose, so `dealerkit lint --notes` does not "
    "mention it",
}
REST: Json = {
    "type": "string",
    "pattern": "^(1|[1-9]/(?:[2-9]|[1-9][0-9]))$",
    "description": "in a chip race (CO-42), the minimum remainder that earns a new chip, as a share of it, such as 1/2",
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
    at=said(word("end_of_round", "betting_over"), "When the remedies are carried out; at once if left out."),
    hand=said(word("live", "folded", "none"), "For a penalty: what happens to the hand; `live` if left out."),
    penalty=said(
        by_name(STRING),
        "For a penalty: the step of the remedy's `ladder` that it starts at, by kind of game; the first if left out.",
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
        "The penalties by kind of game (`setting`), the mildest first. A player who was penalised before gets the next.",
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
    under=said(by_text(FITS), "values that are possible only under these values of options; paper leaves them out otherwise"),
    unless=said(by_text(FITS), "values that are not possible under these values of options"),
    spelled=said(by_name(some(STRING)), "other spellings of its values"),
    worked_out_of=said(some(STRING), "facts from which this one is worked out, if they are known"),
    ask_those=said(BOOL, "`true` if the facts in `worked_out_of` are asked for instead"),
    of_cards=said(BOOL, "`true` if the answer can be given as the cards that were shown"),
    example=LITERAL,
    note=TEXT,
    answers=by_text(TEXT),
    ask_first=said(STRING, 'the fact that is asked for first, until the answer to it is "not known"'),
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
    under=said(FITS, "Values of options under which the fault can happen. Paper leaves the fault out under all others."),
    unless=said(FITS, "Values of options under which the fault can't happen, each by itself. Paper leaves the fault out there."),
    instead_of=some(STRING),
    also=by_text(STRING),
    usual=by_text(LITERAL),
    several=said(
        by_name(closed({"counts": STRING, "stands": word("first", "last")})),
        "facts that can have two values at once, and which of the two counts",
    ),
    asks=said(
        by_name(closed({}, title=TEXT, question=TEXT, values=some(STRING))),
        "the title, question and values of a fact for this fault",
    ),
    disputes=said(
        some(STRING),
        "which act of `bets` can be in dispute: kinds of acts (too_small) or verbs (raise). The last such act is taken.",
    ),
    kind=said(
        word("fault", "question"),
        "`question` if no mistake was made: the outcome of its cases is `answer`, and nothing is undone",
    ),
    goes_on=said(BOOL, "`true` if the hand goes on: `goes_on` of the set's `desk` is said instead of `freeze`."),
)
"""Story and questions of a fault, in the catalogue of all sets or beside the cases of a set's own fault."""

WAY = closed({"when": FITS, "is": LITERAL}, written=BOOL)
MEANT: Json = word("fold", "check", "call", "bet", "raise", "amount")
STORY = {
    "tells": said(
        by_name(
            closed(
                {},
                words=said(by_name(some(STRING, 1)), "how people say each value of the fact"),
                beside=said(
                    some(STRING, 1), "words of which one must come right before or after; amounts in between are ignored"
                ),
                asked=said(some(STRING, 1), "words after which the fact is asked, and no value is assumed"),
            )
        ),
        "facts that are answered by words of the story, and so need not be asked",
    ),
    "told": said(some(STRING, 1), "how players and dealers describe it, one phrase a line"),
    "unlike": said(by_name(STRING), "faults that it can be mistaken for, and how each differs"),
    "often": said(ref("count"), "how many times more often than other faults it is described; 1 if left out"),
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
        decides=said(TEXT, "Who decides, as printed for the player."),
        appeal=said(TEXT, "What a player who disagrees can do, as printed for the player."),
    ),
    choices=said(
        by_name(closed(cards=TEXT, chips=TEXT), {"pattern": "."}),
        "By the words of a choice that a case leaves to the floor: what it means for cards and for chips.",
    ),
    procedures=by_name(FREE, GAME_OR_DRILL),
    findings=by_name(ref("finding"), CODES),
    remedies=by_name(ref("remedy")),
    sources=by_name(ref("work")),
    faults=by_name(ref("fault")),
    facts=said(by_name(ref("own_fact")), "this set's own facts, or other words for facts of all sets"),
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
                says=said(some(STRING, 1), "the name of the game, and words that are used only of it"),
                told=said(some(STRING, 1), "how people describe it"),
                family=said(STRING, "one of our own families: the words count only when a game of another family is dealt"),
                games=said(by_name(some(STRING, 1)), "the names of each game of the family, by the game's id"),
            )
        ),
        "known": said(by_name(DECIMAL), "by family, how well a story has to fit to be about a rule of the family"),
        "against": said(
            by_name(DECIMAL), "by family, how many times better than any fault a story has to fit a subject without rules"
        ),
        "asks": said(some(STRING), "the words that begin a question"),
        "asked": said(DECIMAL, "how many times better a story that begins as a question has to fit"),
    }
)

VERSION = {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)+$", "description": "a release such as 0.3"}


def _renamed(now: Json, names: Json | None = None, /, **optional: Json) -> Json:
    """Return the schema of changed names: for each the new one, and the release that drops the old one."""
    return by_name(closed({"now": now, "until": VERSION}, **optional), names)


_SAYS_NOW = said(by_name(either(LITERAL, some(STRING))), "What the step says now.")
_WHAT_WAS = said(by_name(by_name(STRING)), "The parameters that were used before `what`, and their values.")
RENAMED = closed(
    {
        "renamed": closed(
            {},
            words=said(
                _renamed(STRING, below=said(STRING, "The key under which the name has changed.")), "Keys of the rule files."
            ),
            do=said(_renamed(_SAYS_NOW, what_was=_WHAT_WAS), "Words after `do:` in a dealer's step."),
            options=said(_renamed(STRING), "Options of games."),
            facts=said(_renamed(STRING), "Facts of rulings and of steps."),
            findings=said(_renamed(CODE, CODES), "Codes of findings."),
        )
    }
)
