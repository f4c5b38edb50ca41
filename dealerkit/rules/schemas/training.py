"""The schemas of the files of training: drills, courses, syllabuses, lessons, slips, walks."""

from __future__ import annotations

from dealerkit.rules.schemas.words import (
    CODES,
    DECIMAL,
    DRILL_ID,
    FREE,
    LITERAL,
    NAME,
    NUMBER_OR_TEXT,
    RULE_ID,
    STRING,
    TEXT,
    WHOLE,
    Json,
    by_name,
    closed,
    either,
    ref,
    said,
    some,
    word,
)

SECONDS: Json = either(
    {"type": "integer", "minimum": 1},
    {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$", "description": 'a number of seconds such as 4 or "2.5"'},
)
LEVEL: Json = {"pattern": r"^[1-9]$", "description": "a level: 1 to 9"}
LETTER: Json = {"pattern": r"^[a-pr-z]$", "description": "a letter, not q"}


def _set_of(what: str) -> Json:
    return said(
        by_name(either(LITERAL, some(LITERAL))),
        f"options of the {what} at this level; of a list, the house's own value if the list has it, otherwise the first",
    )


def _with(meaning: str) -> Json:
    """Return the schema of a generator's parameters, including the help lines that every drill may have."""
    return said({**FREE, "properties": {"help": said(some(STRING), "what the key `?` shows, line by line")}}, meaning)


DRILL = closed(
    {"drill": {"type": "string", **DRILL_ID}},
    extends=STRING,
    title=TEXT,
    note=TEXT,
    kind=said(
        word("asked", "ordered", "ruled", "reviewed", "walked", "timed", "written", "exam", "own"),
        "the kind of drill: a question and an answer (asked); steps put in order (ordered); facts, then a ruling (ruled); "
        "a record read for slips (reviewed); dealt step by step (walked); real cards with an instructor (timed); on paper "
        "(written); an exam (exam); the room's own incidents (own)",
    ),
    skill=TEXT,
    games=some(STRING, least=1),
    rules=said(some(STRING), "the rule sets that have an answer, if not every rule set of the game has one"),
    generator=said(STRING, "the module of `dealerkit/training/generators` that makes the exercises"),
    cite=some(RULE_ID),
    codes=some(STRING),
    target=said(SECONDS, "the target time for an answer, in seconds"),
    streaks=some(ref("count")),
    with_=_with("settings of the generator at every level"),
    levels=by_name(
        closed(
            {},
            title=TEXT,
            target=SECONDS,
            set=_set_of("game"),
            games=some(STRING, least=1),
            with_=_with("settings of the generator at this level"),
        ),
        LEVEL,
    ),
)
COURSES = closed(
    {
        "courses": by_name(
            closed(
                {"key": {"type": "string", **LETTER}, "game": STRING},
                title=TEXT,
                drills=some({"type": "string", **DRILL_ID}, 1),
            )
        ),
        "day": said(
            closed({"minutes": ref("count"), "item": ref("count")}),
            "`minutes`: the maximum a day for repeated items; `item`: the seconds for an item until the trainee's own pace "
            "is known",
        ),
    },
    looked_at=said(
        some(closed({"what": TEXT}, families=said(some(STRING), "the families of games to which it applies; all if left out"))),
        "what an instructor marks from 1 to 5, besides the answers",
    ),
    observed=said(
        by_name(some(STRING)), "by family of games, the slips that have a key of their own while an instructor watches a dealer"
    ),
    calibration=said(
        closed({"disputes": ref("count"), "choices": ref("count"), "least": ref("count")}),
        "`disputes`: the number of disputes on a calibration paper; `choices`: the choices for each; `least`: the minimum "
        "number of sheets for a report with figures",
    ),
)

SYLLABUS = closed(
    {"syllabus": {"type": "string", **NAME}},
    extends=STRING,
    title=TEXT,
    note=TEXT,
    terms=said(STRING, "the drill of the same exam; its minutes and pass mark apply here too"),
    minutes=ref("count"),
    pass_=said(NUMBER_OR_TEXT, "the pass mark, in per cent"),
    written=closed(
        {"strata": by_name(closed({"drill": STRING, "level": ref("count"), "items": ref("count")}, game=STRING))},
        weight=ref("count"),
    ),
    performance=closed(
        {"walks": by_name(closed({"game": STRING}, seats=ref("count"), rounds=ref("count"), at=STRING))},
        weight=ref("count"),
        majors=said(WHOLE, "the maximum number of major findings in a walk that is passed"),
    ),
)

PERCENT: Json = {"type": "integer", "minimum": 0, "maximum": 100, "description": "per cent: 0 to 100"}
LESSON = closed(
    {"lesson": {"type": "string", **DRILL_ID}},
    title=TEXT,
    note=TEXT,
    families=said(some(STRING), "the families of games that this lesson is for"),
    tray=said(some(DECIMAL), "the chips in the tray, if the game names none"),
    words=said(by_name(some(STRING)), "by kind of answer, the words that are ignored in it"),
    disputes=said(by_name(TEXT), "what the patron says, by what is disputed; {seat} is the patron's seat"),
    rules=said(by_name(some(RULE_ID)), "the rules behind each question, or behind what the patron did wrong"),
    levels=by_name(
        closed(
            {},
            title=TEXT,
            at=said(STRING, "the step at which the level starts; of `A|B`, the step that the game has"),
            set=_set_of("table"),
            stacks=said(
                some({"type": "integer", "minimum": 1, "maximum": 1000}),
                "the seats' stacks, in per cent of the game's own stack; the list is repeated for further seats",
            ),
            asks=said(by_name(PERCENT), "what the dealer is asked, and how often, in per cent"),
            patrons=said(by_name(PERCENT), "what patrons do wrong or should not do, and how often, in per cent"),
        ),
        LEVEL,
    ),
)
SLIPS = closed(
    {
        "slips": by_name(
            some(
                closed(
                    {"game": STRING, "acts": some(STRING)},
                    at=said(STRING, "the step at which the slip is made"),
                    rules=STRING,
                    set=by_name(LITERAL),
                    seats=ref("count"),
                    button=ref("count"),
                    stacks=by_name(LITERAL),
                    deck=STRING,
                    with_=said(some(STRING), "all findings, in order, if there is more than one"),
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
                "often": said(
                    WHOLE,
                    "the maximum number of times in a hand that a minor slip is minor; after that it counts as one major slip",
                ),
                "pass": said(WHOLE, "the pass mark of a walk, out of 100"),
            },
            majors=said(WHOLE, "the maximum number of major slips in a walk that is passed"),
        ),
        "pace": closed(
            {
                "apart": said(some(STRING), "acts before which the clock is stopped"),
                "least": said(ref("count"), "the minimum seconds of dealing for a pace to be shown"),
                "sample": said(ref("count"), "the seconds of dealing that make a fair sample"),
            }
        ),
        "walks": said(
            by_name(closed({}, pace=some(ref("count"), 2) | {"maxItems": 2})),
            "the target pace in hands an hour: by game, by family of games, or `every`",
        ),
        "offered": by_name(STRING, LETTER),
    }
)
