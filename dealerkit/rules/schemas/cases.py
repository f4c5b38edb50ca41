"""Schema of a file of cases: the situation, the acts and the expected results."""

from __future__ import annotations

from dealerkit.rules.schemas.words import FREE, LITERAL, NUMBER_OR_TEXT, STRING, TEXT, by_name, closed, either, ref, some

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
