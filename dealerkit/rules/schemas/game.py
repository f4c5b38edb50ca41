"""The schema of a game's file: steps, duties, felt, options, roads; and of its paper: rule book, dealer's card, player's page."""

from __future__ import annotations

from dealerkit.rules.schemas.sources import SOURCE_OF_FILE
from dealerkit.rules.schemas.words import (
    BOOL,
    CODE,
    CODE_OR_TABLE,
    CODES,
    COUNT,
    DECIMAL,
    FACTS,
    FITS,
    FREE,
    LATER,
    LITERAL,
    MENTION,
    NODE,
    NUMBER_OR_TEXT,
    RULE_ID,
    SEVERITY,
    SOURCE,
    STRING,
    TABLE_NAME,
    TEXT,
    VERBS,
    WHOLE,
    Json,
    by_name,
    by_text,
    closed,
    either,
    free,
    or_option,
    ref,
    said,
    some,
    word,
)

STEP: dict[str, Json] = {
    "title": said(TEXT, "What the step is called; shown where it has no `say`."),
    "if": said(FACTS, "Facts that must all hold when the step opens; otherwise it asks for nothing."),
    "cite": said(some(RULE_ID), "The rules that the step carries out; a finding of the step cites them."),
    "say": said(TEXT, "The sentence that tells a dealer what to do; options in force can be filled in, as `{cut_card_depth}`."),
    "why": said(TEXT, "The reason for it, as a trainer would say it."),
    "severity": said(
        or_option(SEVERITY), "How bad a finding is that has only the step's name (`step/<id>-<kind>`); `minor` if left out."
    ),
    "codes": said(
        ref("codes"),
        "The findings of this step, instead of `step/<id>-<kind>`: by kind, or by verb and kind. `any` stands for every kind. "
        "Where it hangs on what has happened, the name of a table stands there, which the game has under `codes`; "
        "`step/no-fault` says that it is not a fault, `step/same-slip` that it belongs to a slip that is told already.",
    ),
    "over": said(
        by_name(either(CODE_OR_TABLE, by_name(either(CODE_OR_TABLE, ref("code_table"))))),
        "The finding where this step is done although an earlier one is owed: by the earlier step's id, and there by the verb "
        "that is missing, `any` for every other; or the name of a table.",
    ),
    "before": LATER,
    "after": LATER,
}

_OF_SECTION: dict[str, Json] = {
    "title": said(TEXT, "What the section is called."),
    "if": said(FACTS, "Facts that must all hold when the section is reached; otherwise it is left out."),
    "repeat": said(STRING, "The fact that lets the section begin, and begin again when it has come to its end."),
    "part": said(BOOL, "Whether it repeats within a round, as one player after the other; what was before stays known."),
    "codes": said(ref("codes"), "`left-early`: the finding when the section is left although it should begin again."),
    "cite": said(some(RULE_ID), "The rules that the section carries out; a comment, not printed."),
    "say": said(TEXT, "What a dealer does in it; a comment, not printed."),
    "why": said(TEXT, "Why it is done; a comment, not printed."),
    "before": LATER,
    "after": LATER,
}
ADDED_BEFORE = said(
    STRING, "The entry before which stands what a file that is laid over this one adds, where that says no place itself."
)
SECTION = closed(
    {"steps": said(by_name(NODE), "The steps and sections it is made of, in order.")}, added_before=ADDED_BEFORE, **_OF_SECTION
)
STREET = free(
    {},
    street=said(STRING, "What `{street}` stands for, in the ids of its steps and in their texts; its own id if left out."),
    ids=said(by_text(STRING), "Steps that are called otherwise on this street: `{card: board}`."),
    **_OF_SECTION,
)
STREETS = closed(
    {
        "each": said(
            by_name(STREET),
            "The streets in their order, by the id of the section that each becomes: title and the like, and of a step, by its "
            "name in `steps`, what is otherwise; null where the street does not have it. A step that only this street has stands "
            "`before` or `after` one of the others.",
        ),
        "steps": said(
            by_text(NODE),
            "What every street is made of. `burn` is the step `turn_burn` of the street `turn`; an id with `{street}` in it is "
            "taken as it is written.",
        ),
    },
    **_OF_SECTION,
)
DEALER_STEP = free(
    {"do": said(STRING, "The word of what the dealer does; the words are listed below.")},
    **STEP,
    any_order=said(or_option(BOOL), "Whether the acts that are due may come in any order."),
    optional=said(
        either(BOOL, STRING, MENTION), "Whether leaving the step out is not a fault; with a fact, only where it holds."
    ),
    floating=said(
        or_option(BOOL),
        "Whether the acts may come elsewhere too, as a tap does while players act; going past the step is a slip. Before cards "
        "or players that are still to come such an act passes and does not count.",
    ),
    deadline=said(STRING, "The id of the step before which a missing act must be made good; until then it is not reported."),
    verb=said(STRING, "The verb by which it is done, where the word has several of them and this step means one."),
    grace=said(
        STRING, "The id of the step until which something may still be done that was left out without fault (`step/no-fault`)."
    ),
    minimum=said(
        or_option({"type": "integer"}), "The minimum number of cards that counts as done, where the act's number is not fixed."
    ),
    piecemeal=said(
        or_option(BOOL), "Whether cards that are due at once may come in parts; the step is planned again after each act."
    ),
    repeatable=said(or_option(BOOL), "Whether doing the step once more than asked is not a fault."),
    laid_out=said(STRING, "The fact under which cards that are picked up all the same are laid out again, with their bets."),
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
        by_text(FACTS),
        "What brings the duty: verbs, each with the facts of which one must hold then, or `always`. Several verbs with the same "
        "facts stand in one key, separated by spaces.",
    ),
    if_=said(FACTS, "Facts that must all hold besides."),
    do=said(
        VERBS,
        "Acts that settle it: WHO VERB [TARGET]. WHO is `d`, `f`, `s` for any seat, `owner` for the player who "
        "brought it, `turn` for the seat that was to act, `others` for any other seat. Verbs are joined by `|`; "
        "`action` stands for all of a betting round, `handle` for whatever a dealer does with cards and chips. "
        "TARGET may be `same`, the place of the act that brought it, or `owner`. "
        "Without `do` and `done` the duty is a slip as soon as it comes.",
    ),
    asks=said(
        STRING,
        "The `do` word that plans what settles it, where that takes more than a verb and a target: the table asks for it before "
        "an act that would end its time.",
    ),
    all=said(BOOL, "Whether every act of `do` is needed, in any order; with `done`, only its facts say when all is done."),
    done=said(FACTS, "Facts of which one settles it, besides the acts of `do`."),
    before=said(VERBS, "Acts that end its time, written as in `do`; the slip is found then."),
    by=said(
        FACTS,
        "Facts of which one ends its time; `ruled_otherwise` holds when the rule set does not rule as `ruled` says any more.",
    ),
    code=said(either(CODE_OR_TABLE, ref("code_table")), "The finding; or the name of a table that chooses it."),
    severity=said(or_option(SEVERITY), "How bad it is, where that differs from the finding's own line."),
    say=said(TEXT, "What is due, for people; the finding says that it was expected."),
    cite=said(some(RULE_ID), "The rules it rests on."),
    unplanned=said(BOOL, "Whether only an act that nothing asked for brings it."),
    outcome=said(
        BOOL,
        "Whether no table may ever be in this state: found whatever step is open, before the findings of steps; the correction "
        "comes next, then the acts that were due before.",
    ),
    ruled=said(
        by_text(FACTS),
        "Faults, each with outcomes, groups of outcomes (`ends`, `stands`) or remedies of which the rule set in force has to "
        "rule one, as things stand; otherwise the duty does not come.",
    ),
    unless=said(by_text(FACTS), "The same, for the duty not to come."),
)
PLACE = free(
    {},
    title=said(TEXT, "What it is called at the table; its name, in words, if left out."),
    kind=said(
        word("stock", "discards", "hand", "board", "trick", "row", "tableau", "pile", "aside"),
        "`stock` (cards are dealt from it), `discards`, `hand`, `board`, `trick`, `row`, `tableau`, `pile` or `aside`.",
    ),
    face=said(or_option(word("up", "down")), "How cards lie there unless the act says otherwise; `down` if left out."),
    looks=said(or_option(word("owner", "nobody")), "Who sees a card that is dealt there face down; `nobody` if left out."),
    cleared=said(or_option(BOOL), "Whether clearing the layout takes its cards away."),
    takes=said(STRING, "The cards that are played there, in the order in which they are: `8h 9h Th`."),
    after=said(STRING, "The place that must hold all of its own cards before the first comes here."),
    whole=said(or_option(BOOL), "Whether a player who takes from it takes all of it, unless a card or a number is named."),
    keeps=said(WHOLE, "So many cards stay on it when its cards go back into the stock: the upcard."),
    instead=said(
        some(closed({"if": FITS}, title=TEXT, phrases=some(STRING))),
        "What it is called by the house's options, and with `phrases` what is said when the cards are loaded there: the first "
        "whose `if` fits.",
    ),
)
SPOT = free(
    {},
    title=said(TEXT, "What it is called."),
    offered=said(or_option(BOOL), "Whether it may be bet on; true if left out."),
    side=said(BOOL, "Whether it is a side bet, which wants a main bet beside it where the house says so."),
    minimum=said(or_option(DECIMAL), "The minimum bet, in units of money."),
    maximum=said(or_option(DECIMAL), "The maximum bet, in units of money; 0: no limit."),
    step=said(or_option(DECIMAL), "Bets are multiples of this amount; 0: any amount."),
    rule=said(RULE_ID, "The rule that a bet outside these limits is against."),
)
_WHEN = said(FITS, "Features of the hand and options, all of which must fit: `{total: 17+, soft: false}`.")
_OPEN = said(either(FITS, some(FITS)), "When it is open: a condition, or several of which one must hold.")
_WHENS = said(some(FITS), "Conditions of which one must hold.")
BOXES = closed(
    {"cards": said(COUNT, "How many cards a hand begins with.")},
    board=said(WHOLE, "How many cards all hands share; they lie on the place `board`. None if left out."),
    most=said(COUNT, "How many hands a box may have; one if left out."),
    hands=said(by_name(TEXT), "The names of the hands besides the first, in the order in which they come into being."),
    over=said(some(FITS), "When a hand has nothing more to say: conditions of which one must hold."),
)
WAGER = closed(
    {},
    title=said(TEXT, "What it is called."),
    offered=said(or_option(BOOL), "Whether it may be bet on; true if left out."),
    side=said(BOOL, "Whether it is a side bet, which belongs to the box."),
    box=said(BOOL, "Whether it belongs to the box, and not to each of its hands."),
    minimum=said(or_option(DECIMAL), "The minimum bet, in units of money."),
    maximum=said(or_option(DECIMAL), "The maximum bet, in units of money; 0: no limit."),
    step=said(or_option(DECIMAL), "Bets are multiples of this amount; 0: any amount."),
    rule=said(RULE_ID, "The rule that a bet outside these limits is against."),
    by=said(word("word", "offer"), "What opens it, where that is not the betting: a word said of the hand, or an offer to all."),
    of=said(STRING, "The wager that it is measured by; the main one if left out."),
    share=said(STRING, "How much of that it is: `1/2`; as much if left out."),
    less=said(or_option(BOOL), "Whether less may be put."),
    times=said(some(COUNT), "How many times that may be put, where there is a choice: `[1, 2, 3]`."),
    rounding=said(or_option(word("up", "down", "nearest")), "How the most is rounded where it does not come out in chips."),
    open=_OPEN,
    unless=_WHENS,
)
DECISION = closed(
    {},
    title=said(TEXT, "What it is called."),
    signal=said(TEXT, "The sign that a player makes."),
    signal_in_hand=said(TEXT, "The sign of a player whose cards lie face down, and who holds them in the hand."),
    phrases=said(VERBS, "What else is said for it."),
    open=_OPEN,
    unless=_WHENS,
    wager=said(STRING, "The wager that it opens."),
    unpaid=said(STRING, "The word that counts instead where its wager was not put before the next card."),
    cards=said(WHOLE, "How many cards follow at once."),
    ends=said(BOOL, "Whether the hand has nothing more to say."),
    new_hand=said(BOOL, "Whether the last card of the hand begins another hand of the box."),
    shows=said(BOOL, "Whether a player whose cards lie face down turns them up for it."),
    offered=said(
        some(FITS), "When it is said while something is offered to all, and not in turn: conditions of which one must hold."
    ),
    usual=said(some(FITS), "When a player with some sense says it."),
    most=said(
        some(FITS), "When such a player puts the most that may be put; else the least, where there is a choice of `times`."
    ),
)
PAYMENT = closed(
    {"pays": said(or_option(STRING), "Odds, `push`, `lose`, or `half_back` where half of the stake is lost.")},
    when=_WHEN,
    of=said(
        some(either(STRING, FITS)),
        "The hands of a pay table, best first, by name or by features; `pays` then has a figure for each: `1-4-5`, `1-3/2`.",
    ),
    at=said(or_option(word("at_once", "at_end")), "Whether it is settled as soon as that is known, and the cards picked up."),
    unit=said(or_option(DECIMAL), "Of `half_back`: the half kept is a multiple of this amount, rounded down."),
    text=TEXT,
)
READING = closed(
    {"order": said(STRING, "The order of hands, from `procedures/ranking.yaml`: `high`, `three-card`.")},
    least=said(
        by_text(STRING),
        "Hands to measure others by, as the ranks of their cards: `{qualifies: Q-3-2}` makes the feature `qualifies`, for a hand "
        "at least as good, and `dealer_qualifies`.",
    ),
)
_PILES = either(VERBS, by_text(ref("place")))
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
        by_text(STRING),
        "The pile on which cards of a rank are laid down, by the rank's letter.",
    ),
    full_meld=said(TEXT, "What a meld is called that is full: canasta."),
    rows=said(
        VERBS, "The rows of chips besides each seat's stack: `bet`, `ante`, `dead` lie in front of players, the others apart."
    ),
    spots=said(by_name(SPOT), "The places for bets of a layout, outward from the bettor."),
    printed=said(
        by_text(TEXT),
        "The words printed along the betting places, with options in force filled in; under the name of a wager that is offered "
        "to all, those on its line (BJ-05).",
    ),
    pots=said(VERBS, "The rows that belong to nobody until they are won; `[pot]` if left out."),
    side_pots=said(or_option(BOOL), "Whether there are side pots."),
    marks=said(VERBS, "The columns of marks: commission, points, strikes. Marks are not chips."),
    debt=said(or_option(BOOL), "Whether a stack may go below zero, as at home (SG-07)."),
    gestures=said(VERBS, "Acts that no step asks for and that are not a fault by themselves: duties say what follows from them."),
    freely=said(VERBS, "Acts that may come at any time, of players or the dealer; the players' step that is open hears of them."),
    never=said(
        by_text(either(CODE_OR_TABLE, ref("code_table"))),
        "The dealer's verbs that are always a fault where no step asks for them, each with its finding; or with the name of a "
        "table, where only what has happened makes it a fault.",
    ),
    unasked=said(
        by_text(STRING),
        "What players may do while nobody is asked anything: verbs, each with the fact under which it is not a fault.",
    ),
    anew=said(
        by_text(VERBS),
        "The dealer's verbs by which a part of the round begins again as long as no card is out, each with the sections that do.",
    ),
    odd_cards=said(
        by_text(STRING),
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

IF_OPTIONS = said(FITS, "Values of options for which alone the line is printed; `form` asks which form of poker the game is.")
UNLESS_OPTIONS = said(FITS, "Values of options, or forms of poker, for which it is not printed, any of them.")
OFFERS = said(some(STRING), "Bets of which one must be offered; without one the line is not printed.")
HAS = said(some(STRING), "Options that the game must have; without one of them the line is not printed.")
IDLE = closed(
    {
        "is": said(some(LITERAL, 1), "Its values; of a number also 2+ or 1-3."),
        "because": said(STRING, "Why, in words for the person who sets both."),
    }
)
OPTION = closed(
    {},
    title=TEXT,
    values=either(
        some(LITERAL, 1),
        {"type": "string", "pattern": "^-?[0-9]+-[0-9]+$", "description": "a range of whole numbers such as 1-12"},
        word("odds"),
        closed({"number": some(DECIMAL, 2) | {"maxItems": 2}}),
    ),
    default=LITERAL,
    rule=RULE_ID,
    settles=said(some(STRING), "The disputes and questions that it decides, by name; an empty list where it decides none."),
    help=TEXT,
    unrecorded=LITERAL,
    aliases=by_text(LITERAL),
    answers=by_text(TEXT),
    chips=BOOL,
    not_with=by_name(by_name(either(LITERAL, some(LITERAL)))),
    default_with=said(
        by_name(by_name(LITERAL)), "The default where another option has a value: by that option, then by its value."
    ),
    comes_to=said(
        by_text(closed({"is": LITERAL, "with": by_name(LITERAL)})),
        "By a value that means nothing where other options have values (`with`), the value that is in force there (`is`).",
    ),
    idle_with=said(
        by_name(IDLE), "Other options with values under which this one decides no dispute: that is meant, and the reason is told."
    ),
    not_over=some(STRING),
    group=STRING,
    note=TEXT,
    is_none=said(LITERAL, "The value with which there is no such thing: paper says none, and no sentence that speaks of it."),
    unit=said(
        word("percent", "number"),
        "What a value is a number of: `percent`, a share, so that 0.05 is printed as 5%; `number`, if decimal and no money.",
    ),
    if_=said(FITS, "Values of other options, or forms of poker, under which alone it decides something; paper lists it there."),
    unless=said(FITS, "Values of other options under which it decides nothing, any of them; paper does not list it there."),
    offers=said(some(STRING), "Bets of which one must be offered for it to decide something."),
)
_RULE_LINE = closed({"text": TEXT}, if_=IF_OPTIONS, unless=UNLESS_OPTIONS, offers=OFFERS, has=HAS, shows=STRING)
RULE_TEXT = either(
    TEXT,
    closed({"text": TEXT}, source=SOURCE, shows=STRING, if_=IF_OPTIONS, unless=UNLESS_OPTIONS, offers=OFFERS, has=HAS),
    closed({"lines": said(by_name(_RULE_LINE), "Its sentences, those that hold under the options in force.")}, source=SOURCE),
)
OUR_READINGS = said(some(RULE_ID), "which of its rules are readings of ours, since no text speaks")
BOOK = by_name(closed({"rules": by_name(RULE_TEXT, RULE_ID)}, title=TEXT, note=TEXT, forms=some(STRING), ours=OUR_READINGS))

COLOUR = word("red", "blue", "green", "black", "brown")
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

RULED = said(
    by_name(TEXT),
    "By fault, what stands behind the text of how it is ruled on; what a house that rules otherwise says aloud stands there.",
)
CASES = said(some(STRING), "The cases of the fault that `ruled` states; all of them if left out.")
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
            ruled=RULED,
            cases=CASES,
            if_=IF_OPTIONS,
            unless=UNLESS_OPTIONS,
            offers=OFFERS,
            before=LATER,
            after=LATER,
        )
    ),
    slips=said(
        by_name(
            closed(
                {},
                title=TEXT,
                help=said(TEXT, "What the dealer does, whatever is ruled."),
                ruled=said(
                    TEXT, "What is ruled on the finding's fault; what a house that rules otherwise says aloud stands there."
                ),
                if_=IF_OPTIONS,
                unless=UNLESS_OPTIONS,
                has=HAS,
            ),
            CODES,
        ),
        "By the code of a finding: its short name and its cure, where the catalogue is too long for a card.",
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
        added_before=ADDED_BEFORE,
        lines=by_name(
            closed(
                {},
                text=said(TEXT, "What a player is told, apart from the ruling."),
                ruled=RULED,
                cases=CASES,
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

BY_SEATS = closed({"by_seats": by_text(STRING)})
PACK = closed(
    {},
    decks=COUNT,
    jokers=either(or_option(WHOLE), closed({}, of=or_option(STRING), cards=by_text(WHOLE))),
    ranks=either(STRING, BY_SEATS, closed({}, of=or_option(STRING), packs=by_name(either(STRING, BY_SEATS)))),
    back=STRING,
    title=TEXT,
    text=TEXT,
    note=TEXT,
)

_RANK = "([2-9TJQKA]|Jk)"
RANK: Json = {"pattern": f"^{_RANK}$", "description": "a rank: 2 to 9, T, J, Q, K, A, or Jk for a joker"}
RANKS: Json = {"type": "string", "pattern": f"^{_RANK}( {_RANK})*$", "description": "ranks such as J Q K Jk"}
CARDS: Json = {
    "type": "string",
    "pattern": "^[2-9TJQKA][cdhs]( [2-9TJQKA][cdhs])*$",
    "description": "cards such as 3h 3d",
}
_NUMBER = or_option({"type": "integer"})
_EACH = by_text(_NUMBER)
TABLES = free(
    values=said(by_name(_NUMBER, RANK), "What cards of a rank count."),
    card_points=said(by_name(_NUMBER, RANK), "What cards of a rank count toward the game; others count nothing."),
    drawing_rules=said(
        by_name(by_name(TEXT)), "Which rule a cell of the drawing table rests on, by `player`, `stood` or `drew` and the total."
    ),
    pay_cards=said(by_name(CARDS), "The cards that are paid for, by the name of the pot that lies on each."),
    wild=said(RANKS, "The ranks that stand for any other in a meld."),
    money=said(RANKS, "The ranks that are paid with."),
    set=said(RANKS, "The ranks of a whole set."),
    bonus=said(CARDS, "The cards that are laid down as soon as they are held."),
    last=said(CARDS, "The cards that are melded only by the player who goes out."),
    melds=said(by_name(_NUMBER), "How large melds are, and how many are needed."),
    first_melds=said(
        by_name(closed({"least": _NUMBER}, below=_NUMBER)),
        "What the first melds must come to, by the score that a side is below.",
    ),
    bonuses=said(by_name(_NUMBER), "What is scored besides the cards."),
    bids=said(
        by_name(
            closed(
                {"tricks": or_option(WHOLE), "pays": or_option(WHOLE)},
                trumps=BOOL,
                after=STRING,
                rule=RULE_ID,
                shuffles_after=BOOL,
                loss_factor=either(NUMBER_OR_TEXT, MENTION),
                title=TEXT,
            )
        ),
        "The bids, lowest first: the tricks, what each other player pays, the bid that must have been made before it.",
    ),
    calls=said(by_name(closed({"speaks": word("for", "against")})), "Whose hand each call speaks of."),
    call_scores=said(
        by_name(by_name(closed({"good": _EACH, "wrong": _EACH}))), "Who scores what for a call that proves good or wrong, by box."
    ),
    signals=said(by_name(FREE), "How long a signal serves, and some that are in use."),
)

_PRINTED: dict[str, Json] = {
    "card": said(CARD, "The dealer's step card: its lines, and the slips in short words."),
    "player": said(PLAYER, "The words for players, section by section."),
    "printed": said(by_name(TEXT), "What the tables, and the names in them, are called on paper."),
    "rules": said(
        by_name(
            closed({"title": TEXT, "rules": by_name(RULE_TEXT, RULE_ID)}, note=TEXT, ours=OUR_READINGS, before=LATER, after=LATER)
        ),
        "The rule book in our own words, chapter by chapter, each rule under its id; findings and steps cite it.",
    ),
}
PAPER = closed({}, source=SOURCE_OF_FILE, **_PRINTED)
# The keys are in the order in which a game's file is read from top to bottom; our own files keep to it.
PROCEDURE = closed(
    {"game": STRING},
    extends=STRING,
    family=STRING,
    title=TEXT,
    summary=TEXT,
    players=closed({"min": or_option(COUNT), "max": or_option(COUNT)}, step=COUNT, all_served=BOOL),
    partners=closed(sides=COUNT, each=COUNT),
    rulings=STRING,
    dealing=word("house", "seat"),
    button=WHOLE,
    money=free(unit=or_option(DECIMAL), stack=or_option(either(DECIMAL, WHOLE))),
    odds={**word("turned_card", "rolled_hand"), "description": "what `odds` counts, where it is neither a coup nor a showdown"},
    showdown=free(
        form=STRING, kind=STRING, boards=some(STRING), hand=or_option({"type": "integer"}), bring_in=STRING, opens=STRING
    ),
    ends=some(STRING),
    target=closed({"box": or_option(STRING), "at": either(NUMBER_OR_TEXT, MENTION, by_name(or_option(NUMBER_OR_TEXT)))}),
    wins=closed(box=or_option(STRING), chips=STRING, lowest=either(BOOL, by_name(BOOL)), least=COUNT),
    lives=closed({"box": STRING, "out_at": COUNT}),
    equipment=by_name(FREE) | {"properties": {"pack": PACK}},
    groups={"type": "object", "additionalProperties": TEXT, "description": "the titles of groups of options, in order"},
    options=by_name(ref("option")),
    felt=ref("felt"),
    boxes=said(BOXES, "A game against the house: the hands of a box, which are not listed but made."),
    reading=said(
        either(word("twenty_one", "count"), READING),
        "How cards are worth something: `twenty_one`, `count` where one card decides, or an order of hands: `{order: high}`.",
    ),
    wagers=said(by_name(WAGER), "What can be bet on a hand or a box, outward from the bettor; the first is the main one."),
    words=said(by_name(DECISION), "What can be decided about a hand, in the order in which it is offered."),
    draws=said(
        by_name(either(STRING, MENTION, closed({}, hard=STRING, soft=STRING))),
        "The totals on which the dealer draws, hard and soft; `by` names the table that is in force.",
    ),
    pays=said(
        by_name(either(some(PAYMENT), closed({"like": said(STRING, "The wager that is paid by the same lines.")}))),
        "What each wager comes to: the first line that fits, or it loses.",
    ),
    bonus=said(by_name(some(PAYMENT)), "What is paid on a wager besides, whether it wins or loses: the first line that fits."),
    tables=said(TABLES, "Tables of numbers and names, as a house book prints them; coups have `points`, `tableau`, `pays`."),
    roads=ROADS,
    procedure=by_name(NODE),
    codes=said(
        by_name(ref("code_table"), {"pattern": f"^{TABLE_NAME}$", "description": "a table's name: small letters, digits and _"}),
        "Tables of findings that steps, duties and the felt use by name: facts, each with the finding where it holds. The first "
        "that holds decides; `otherwise` is for the rest.",
    ),
    duties=by_text(ref("duty")),
    note=TEXT,
    source=SOURCE_OF_FILE,
    **_PRINTED,
)
