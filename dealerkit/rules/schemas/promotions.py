"""Schema of a promotion's policy, and of the clauses against which claims are checked."""

from __future__ import annotations

from dealerkit.rules.schemas.words import (
    BOOL,
    CODE,
    DECIMAL,
    NAME,
    NUMBER_OR_TEXT,
    RULE_ID,
    STRING,
    TEXT,
    WHOLE,
    Json,
    by_name,
    by_text,
    closed,
    either,
    free,
    some,
    word,
)

CHIPS: Json = either(WHOLE, DECIMAL)
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
HELD = some(word("mon", "tue", "wed", "thu", "fri", "sat", "sun"))


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
        falls=by_text(STRING),
        winner_at_least=STRING,
        own_cards=WHOLE,
        pair_for_four=BOOL,
        kicker_plays=BOOL,
        sole_winner=BOOL,
        flopped=some(STRING),
        wild_cards=word("natural", "as_played"),
    ),
    dealt_in={"type": "integer", "minimum": 2},
    pot=CHIPS,
    pot_in_big_blinds=WHOLE,
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
        by_hand=by_text(NUMBER_OR_TEXT),
        places=some(PART),
        unclaimed=word("rolls_over", "to_house"),
        odd_chips=word("fund", "first"),
    ),
    shares=closed({}, holder=PART, loser=PART, winner=PART, table=PART, room=PART),
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
    values=by_text(TEXT),
)
