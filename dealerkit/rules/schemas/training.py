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
        f"options of the {what} at this level; of a list the house's own value if it is in it, else the first",
    )


def _with(meaning: str) -> Json:
    """Return the schema of a generator's parameters, including the help lines that every drill may have."""
    return said({**FREE, "properties": {"help": said(some(STRING), "what `?` shows, line by line")}}, meaning)


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
    games=some(STRING, least=1),
    rules=said(some(STRING), "the rule sets it can be asked under, where not every set of the game has an answer"),
    generator=said(STRING, "what makes its exercises, a module of `dealerkit/training/generators`"),
    cite=some(RULE_ID),
    codes=some(STRING),
    target=said(SECONDS, "seconds that an answer may take"),
    streaks=some(ref("count")),
    with_=_with("what the generator is told at every level"),
    levels=by_name(
        closed(
            {},
            title=TEXT,
            target=SECONDS,
            set=_set_of("game"),
            games=some(STRING, least=1),
            with_=_with("what the generator is told, in words of its own"),
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
            "how many minutes of a day what comes back fills at most; how many seconds an item takes before anybody was clocked",
        ),
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

SYLLABUS = closed(
    {"syllabus": {"type": "string", **NAME}},
    extends=STRING,
    title=TEXT,
    note=TEXT,
    terms=said(STRING, "the drill of the same exam, whose minutes and pass mark hold here too"),
    minutes=ref("count"),
    pass_=said(NUMBER_OR_TEXT, "per cent from which it is passed"),
    written=closed(
        {"strata": by_name(closed({"drill": STRING, "level": ref("count"), "items": ref("count")}, game=STRING))},
        weight=ref("count"),
    ),
    performance=closed(
        {"walks": by_name(closed({"game": STRING}, seats=ref("count"), rounds=ref("count"), at=STRING))},
        weight=ref("count"),
        majors=said(WHOLE, "how many major findings a walk may have and still be passed"),
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
            at=said(STRING, "the step it begins at; of `A|B` the step the game has"),
            set=_set_of("table"),
            stacks=said(
                some({"type": "integer", "minimum": 1, "maximum": 1000}),
                "chips of the seats, in per cent of the game's own stack, over and over",
            ),
            asks=said(by_name(PERCENT), "what the dealer is asked for, and how often, in per cent"),
            patrons=said(by_name(PERCENT), "what patrons do wrong, or as they should not, and how often, in per cent"),
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
            by_name(closed({}, pace=some(ref("count"), 2) | {"maxItems": 2})),
            "by game, family of games, or `every`: hands an hour",
        ),
        "offered": by_name(STRING, LETTER),
    }
)
