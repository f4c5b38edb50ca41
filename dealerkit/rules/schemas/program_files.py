"""Schemas of files that are not rules of a game: decks, speech, gestures, rankings, the Poker Hand History, the demo."""

from __future__ import annotations

from dealerkit.rules.schemas.words import (
    BOOL,
    CODE,
    LITERAL,
    RULE_ID,
    STRING,
    TEXT,
    WHOLE,
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

CITED = some(RULE_ID, 1)
FACTS_TOLD = by_name(LITERAL)
SUITS = some(word("c", "d", "h", "s"), 4)
RANKS: Json = {"type": "string", "pattern": r"^[AKQJT2-9]+$", "description": "letters of ranks such as AKQJT9876"}

DECKS = closed(
    {
        "packs": by_name(closed({"title": TEXT}, decks=ref("count"), jokers=WHOLE, ranks=RANKS)),
        "orders": by_name(
            closed({"title": TEXT, "suits": either(word("any"), SUITS), "ranks": either(word("either"), RANKS)}, cite=CITED),
        ),
        "finds": by_name(
            closed(
                {
                    "title": TEXT,
                    "one": said(TEXT, "the words for one such card"),
                    "rulings": said(
                        by_name(FACTS_TOLD), "the names of the fault in rule sets; the first one on which a set rules is used"
                    ),
                    "cite": CITED,
                    "deck": said(TEXT, "what to do with the deck"),
                },
                number=said(STRING, "the fact that says how many there are"),
            )
        ),
        "moments": said(
            by_name(closed({"title": TEXT, "facts": FACTS_TOLD})), "how far a hand has gone, and the facts at that point"
        ),
        "marks": said(by_name(some(STRING, 1)), "by a name under `finds`, the words that can follow a card in a list"),
        "reasons": said(by_name(closed({"title": TEXT}, fault=STRING)), "the reasons for changing a deck"),
        "slips": said(
            by_name(closed({"title": TEXT, "cite": CITED, "remedy": TEXT}, code=CODE)),
            "what can be wrong, by the log, with a deck that is put in play",
        ),
        "check": said(
            by_name(closed({"do": TEXT, "why": TEXT, "cite": CITED, "asks": by_name(TEXT)}, used=BOOL)),
            "the guided check, step by step; `asks` has the questions, by a name under `finds`",
        ),
        "cut": closed(
            {
                "least_share": ref("count"),
                "least_left": ref("count"),
                "most": ref("count"),
                "options": by_name(STRING),
                "finds": by_name(closed({"title": TEXT, "cite": CITED}, fault=STRING, facts=FACTS_TOLD)),
            }
        ),
        "draw": closed(
            {
                "players": closed({"min": ref("count"), "max": ref("count")}),
                "first_of": {**RANKS, "pattern": r"^[AKQJT2-9]$", "description": "the letter of a rank"},
                "suits": SUITS,
                "cite": by_name(CITED),
            }
        ),
    }
)

TALK = closed(
    {
        "talk": by_name(
            closed(
                {},
                fillers=said(some(STRING), "small words that are ignored"),
                numbers=by_text(WHOLE),
                names=said(by_name(some(STRING)), "other names of places"),
                courtesies=said(some(STRING), "phrases that are not acts"),
                phrases=said(by_text(some(STRING, 1)), "how each act is said"),
                outcome=said(some(STRING), "the acts that announce how a round ended"),
            )
        )
    }
)

GESTURES = closed(
    {
        "first": closed(
            {"game": STRING, "seats": ref("count"), "seed": WHOLE, "mode": STRING, "step": STRING}, so_far=TEXT, dare=TEXT
        ),
        "gestures": some(
            closed({"take": STRING, "act": STRING, "say": TEXT}, put=STRING, uses=STRING, other=BOOL, as_much=BOOL),
        ),
        "buttons": said(by_name(some(STRING)), "verbs of acts that move no cards or chips, by the place of their button"),
        "behind": said(some(STRING), "verbs that are listed last"),
        "spoken": said(some(STRING), "verbs that are spoken"),
        "always": said(some(STRING), "verbs that are offered at any time"),
    }
)

SCALE = closed(
    {},
    title=TEXT,
    extends=STRING,
    best=word("high", "low"),
    cards=ref("count"),
    ace=word("high", "low"),
    wheel=BOOL,
    ranks=RANKS,
    rules=CITED,
    categories=some(STRING, 1),
    words=said(STRING, "a name under `words`: the words for its hands"),
    special=by_text(STRING),
)
SIZES = some(WHOLE, 1)
RANKING = closed(
    {
        "orders": by_name(SCALE),
        "words": by_name(by_text(either(STRING, some(STRING), by_text(STRING)))),
        "heard": by_name(either(some(STRING), by_text(either(STRING, some(STRING))))),
        "options": by_name(closed({"title": TEXT, "default": LITERAL, "rule": RULE_ID}, values=some(LITERAL, 1))),
        "compared": by_name(closed({"text": TEXT, "rule": RULE_ID})),
        "low_scales": said(by_name(STRING), "the order of hands for each value of `low_scale`"),
        "odd_chips": by_name(closed({"why": TEXT, "rule": RULE_ID}, low=TEXT)),
        "games": by_name(
            closed(
                {"title": TEXT, "deals": SIZES, "board": SIZES},
                boards=ref("count"),
                total=ref("count"),
                from_hand=ref("count"),
                lengths_differ=BOOL,
                high=STRING,
                low=STRING,
                set=by_name(LITERAL),
                stages=by_text(by_name(LITERAL)),
            )
        ),
    }
)

READINGS = some(by_name(LITERAL))
PHH = closed(
    {
        "phh": closed(
            {
                "every": closed({"required": some(STRING), "lists": some(STRING)}),
                "order": some(STRING),
                "raked": some(STRING),
                "table": by_name(LITERAL),
                "caps": by_name(ref("count")),
                "reading": by_name(READINGS),
                "variants": by_text(
                    closed(
                        {},
                        title=TEXT,
                        extends=STRING,
                        game=STRING,
                        structure=word("fixed_limit", "no_limit", "pot_limit"),
                        fields=some(STRING),
                        opens=some(STRING, 2) | {"maxItems": 2},
                        open_pair=WHOLE,
                        also=READINGS,
                        streets=some(
                            closed(
                                {"bet": STRING},
                                down=ref("count"),
                                up=ref("count"),
                                board=ref("count"),
                                draw=ref("count"),
                                burn=WHOLE,
                            )
                        ),
                    )
                ),
            }
        )
    }
)

SCENE = closed(
    {"title": TEXT, "say": TEXT},
    to=said(STRING, "the step up to which the scene is dealt"),
    hands=ref("count"),
    at=said(STRING, "the step at which the dealer slips"),
    kind=word("place", "amount", "face", "skipped", "early", "again"),
    finding=CODE,
)
DEMO = closed(
    {
        "demo": closed(
            {
                "game": STRING,
                "seats": ref("count"),
                "seed": WHOLE,
                "scenes": some(SCENE, 1),
                "dispute": closed({"say": TEXT, "facts": FACTS_TOLD, "rules": some(STRING, 1)}),
                "sheet": closed({"doc": STRING, "format": STRING, "file": STRING}),
            }
        )
    }
)
