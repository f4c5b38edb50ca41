"""The schemas of a house's own file (its printed texts and its games), and of the file with the numbers under which its rules
are printed.
"""

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
    "description": "a rule's key as in the file of numbers, such as holdem/rule/HR-04",
}
HOUSE = closed(
    {
        "house": said(TEXT, "The name of the house, as it is printed."),
        "games": said(
            by_name(
                either(
                    said(STRING, "A rule set: a name from `dealerkit rules list`, or a path relative to this file."),
                    closed(
                        {},
                        rules=said(STRING, "A rule set: a name from `dealerkit rules list`, or a path relative to this file."),
                        options=said(
                            by_name(LITERAL), "Options of the game that the rule set does not set, or that differ here."
                        ),
                    ),
                )
            ),
            "The games that the house deals, in the order in which they are printed, each with its rule set.",
        ),
    },
    address=said(either(STRING, some(STRING)), "The address, line by line."),
    logo=said(STRING, "The house's logo: an SVG or PNG file in the folder of this file or below it."),
    document=said(
        closed(
            {},
            number=said(NUMBER_OR_TEXT, "The document's number in the house's files."),
            edition=said(NUMBER_OR_TEXT, "The edition, by which a posted copy is identified and recalled."),
            effective=said(DAY, "The effective date."),
            status=said(word("draft", "in_force", "superseded"), "The status of the document; `draft` if left out."),
            prepared_by=said(STRING, "Who prepared it."),
            approved_by=said(STRING, "Who approved it."),
            signatures=said(some(STRING), "The required signatures; each gets a line."),
        ),
        "What is printed at the top, at the foot and above the signature lines.",
    ),
    paper=said(
        closed(
            {},
            size=said(
                word("a3", "a4", "a5", "a6", "letter", "legal"), "The size of paper, if an edition has no size of its own."
            ),
            large=said(BOOL, "`true` to print everything in large print."),
        ),
        "The paper for printing.",
    ),
    languages=said(
        some(STRING, 1),
        "The languages; `en+zh-Hans` prints two side by side. The first is the default.",
    ),
    sources=said(
        word("none", "notes", "inline", "adopted"),
        "Where sources are printed: `none`, `notes` (at the end) or `inline` (in the text). `adopted`: the house has "
        "adopted the rules and is their source, so other sources are not printed.",
    ),
    house_rules=said(
        by_name(
            closed(
                {
                    "title": said(TEXT, "The title of the rule, such as `Coming back`."),
                    "text": said(TEXT, "The text of the rule, as printed."),
                },
                readers=said(
                    some(STRING, 1),
                    "The editions that print the rule: player, wall, dealer, floor, book, control. If left out: player, "
                    "floor and book.",
                ),
                games=said(some(STRING, 1), "The games to which the rule applies; all games of the house if left out."),
            )
        ),
        "House rules that no fault covers, such as how long a seat is held. Give each a name; they are printed in this order.",
    ),
    text=said(
        by_text(
            either(
                TEXT,
                closed(
                    {"text": said(TEXT, "The sentence to print.")},
                    games=said(
                        some(STRING, 1), "The games for which the sentence is printed; all games of the house if left out."
                    ),
                ),
            )
        ),
        "The house's own sentences in place of printed ones, each by name: the id of a rule (`MD-05`), `step/NAME`, "
        "`card/LINE`, `player/SECTION/LINE`, `ruling/FAULT/CASE`, or the number of a clause in the house's book.",
    ),
    currency=said(
        closed(
            {"symbol": said(STRING, "The sign of the currency, such as `$`.")},
            place=said(word("before", "after"), "Where the sign is printed; `before` the amount if left out."),
        ),
        "The house's currency. If left out, amounts are printed without a sign.",
    ),
    helpline=said(TEXT, "The helpline, printed at the foot of papers for guests."),
    templates=said(STRING, "A folder with the house's own templates, relative to this file."),
    was=said(
        {"type": "object", "additionalProperties": STRING, "propertyNames": RULE_KEY},
        "Renamed rules: the present key, and the earlier key that has the number.",
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
