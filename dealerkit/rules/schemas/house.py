"""The schemas of a house's own file, with its papers and games, and of the numbers of its rules."""

from __future__ import annotations

from dealerkit.rules.schemas.words import (
    BOOL,
    LITERAL,
    NUMBER_OR_TEXT,
    STRING,
    TEXT,
    Json,
    by_name,
    by_text,
    closed,
    either,
    said,
    some,
    word,
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
    logo=said(STRING, "The logo of the house: an SVG or PNG file in the folder of this file, or below it."),
    document=said(
        closed(
            {},
            number=said(NUMBER_OR_TEXT, "The number of the document in the files of the house."),
            edition=said(NUMBER_OR_TEXT, "The edition: what a posted copy is known and called back by."),
            effective=said(DAY, "The effective date."),
            status=said(word("draft", "in_force", "superseded"), "`draft` if left out."),
            prepared_by=said(STRING, "Who prepared it."),
            approved_by=said(STRING, "Who approved it."),
            signatures=said(some(STRING), "The required signatures; each gets a line."),
        ),
        "What is printed at the head, at the foot and where it is signed.",
    ),
    paper=said(
        closed(
            {},
            size=said(
                word("a3", "a4", "a5", "a6", "letter", "legal"), "The size of sheets, where an edition has no size of its own."
            ),
            large=said(BOOL, "Whether everything is in large print."),
        ),
        "The paper it is printed on.",
    ),
    languages=said(
        some(STRING, 1),
        "The languages, `en+zh-Hans` for two side by side; the first is the default.",
    ),
    sources=said(
        word("none", "notes", "inline", "adopted"),
        "Where sources are printed: not at all, in notes at the end, or in the text. `adopted`: the house has adopted the rules "
        "and is their source; what was read elsewhere, and how far, is told no more.",
    ),
    house_rules=said(
        by_name(
            closed(
                {
                    "title": said(TEXT, "Its title, such as `Coming back`."),
                    "text": said(TEXT, "Its text, as printed."),
                },
                readers=said(
                    some(STRING, 1),
                    "The editions on which it stands: player, wall, dealer, floor, book, control; if left out, player, floor "
                    "and book.",
                ),
                games=said(some(STRING, 1), "The games it is for; all of the house's if left out."),
            )
        ),
        "Rules of the house that no fault stands behind, such as how long a seat is kept: each by a name, printed in its order.",
    ),
    text=said(
        by_text(
            either(
                TEXT,
                closed(
                    {"text": said(TEXT, "What is printed.")},
                    games=said(some(STRING, 1), "The games for which it is printed; all of the house's if left out."),
                ),
            )
        ),
        "Sentences instead of printed ones, by their names: the id of a rule (`MD-05`), `step/NAME`, `card/LINE`, "
        "`player/SECTION/LINE`, `ruling/FAULT/CASE`, or the number of a clause in the house's book.",
    ),
    currency=said(
        closed(
            {"symbol": said(STRING, "Its sign, as `$`.")},
            place=said(word("before", "after"), "Where it stands; before the amount if left out."),
        ),
        "The money of the house; without it amounts are bare numbers.",
    ),
    helpline=said(TEXT, "The helpline for guests, at the foot of papers for guests."),
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
