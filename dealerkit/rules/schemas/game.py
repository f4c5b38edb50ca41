"""The schema of a game's file (steps, duties, felt, options, roads), and of the file of its printed parts (rule book, dealer's
card, player's page).
"""

from __future__ import annotations

from dealerkit.rules.schemas.box_parts import BOXES, DECISION, PAYMENT, READING, WAGER
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
    "title": said(TEXT, "The name of the step, shown where it has no `say`."),
    "if": said(FACTS, "Facts that must all be true when the step is reached; otherwise the step is skipped."),
    "cite": said(some(RULE_ID), "The rules that require the step. A finding on the step cites them."),
    "say": said(
        TEXT,
        "The sentence that tells the dealer what to do. The name of an option in braces prints its value: `{cut_card_depth}`.",
    ),
    "why": said(TEXT, "The reason for the step, as a trainer would say it."),
    "severity": said(
        or_option(SEVERITY),
        "The severity of this step's findings that have no code of their own (`step/<id>-<kind>`); `minor` if left out.",
    ),
    "codes": said(
        ref("codes"),
        "The finding codes to use instead of `step/<id>-<kind>`: by kind of slip, or by verb and kind; `any` stands for "
        "every kind. If facts decide which code, write the name of a table under `codes` of the game. `step/no-fault`: not "
        "a fault. `step/same-slip`: part of a slip that is already reported.",
    ),
    "over": said(
        by_name(either(CODE_OR_TABLE, by_name(either(CODE_OR_TABLE, ref("code_table"))))),
        "The finding if this step is done before an earlier one: by the earlier step's id, then by the missing verb, or "
        "`any` for every other verb; or the name of a table under `codes` of the game.",
    ),
    "before": LATER,
    "after": LATER,
}

_OF_SECTION: dict[str, Json] = {
    "title": said(TEXT, "The name of the section."),
    "if": said(FACTS, "Facts that must all be true when the section is reached; otherwise the section is skipped."),
    "repeat": said(
        STRING,
        "The fact that must be true for the section to start. At its end the section starts again if the fact is still true.",
    ),
    "part": said(
        BOOL, "`true` if the section repeats within a round, such as once for each player. Facts established earlier stay known."
    ),
    "codes": said(ref("codes"), "`left-early`: the finding if the dealer leaves the section when it should start again."),
    "cite": said(some(RULE_ID), "The rules that require the section; a comment, not printed."),
    "say": said(TEXT, "What the dealer does in the section; a comment, not printed."),
    "why": said(TEXT, "The reason for the section; a comment, not printed."),
    "before": LATER,
    "after": LATER,
}
ADDED_BEFORE = said(
    STRING,
    "The name before which the additions of an extending file are placed, unless they have a `before` or `after` of their own.",
)
SECTION = closed(
    {"steps": said(by_name(NODE), "The steps and sections within this section, in order.")},
    added_before=ADDED_BEFORE,
    **_OF_SECTION,
)
STREET = free(
    {},
    street=said(STRING, "The word that replaces `{street}` in the ids and texts of the steps; the street's own id if left out."),
    ids=said(by_text(STRING), "Steps that have another id on this street: `{card: board}`."),
    **_OF_SECTION,
)
STREETS = closed(
    {
        "each": said(
            by_name(STREET),
            "The streets in order. Each becomes a section with the street's name as its id. Write its title and other keys "
            "of a section; under the name of a step in `steps`, write what differs on this street, or `null` if the street "
            "has no such step. A step that only this street has needs a `before` or `after`.",
        ),
        "steps": said(
            by_text(NODE),
            "The steps of every street. `burn` becomes the step `turn_burn` of the street `turn`; an id with `{street}` in "
            "it is used as written.",
        ),
    },
    **_OF_SECTION,
)
DEALER_STEP = free(
    {"do": said(STRING, "What the dealer does: one of the words listed in `docs/words/do.md`.")},
    **STEP,
    any_order=said(or_option(BOOL), "`true` if the acts of the step may come in any order."),
    optional=said(
        either(BOOL, STRING, MENTION),
        "`true` if leaving the step out is not a fault. The name of a fact: only if that fact is true.",
    ),
    floating=said(
        or_option(BOOL),
        "`true` if the acts may also come during other steps, such as a tap while players act. Going past the step without "
        "them is a slip. An act that comes too early, with cards or players still to come, is not a slip, but does not count.",
    ),
    deadline=said(
        STRING,
        "The id of the step before which the dealer can still make good a missing act; the slip is reported only after that.",
    ),
    verb=said(STRING, "The dealer's verb in this step, if the word after `do` allows several."),
    grace=said(
        STRING, "The id of the step until which an act that was left out without fault may still be done (`step/no-fault`)."
    ),
    minimum=said(
        or_option({"type": "integer"}), "The minimum number of cards for the step to count as done, if the number is not fixed."
    ),
    piecemeal=said(
        or_option(BOOL),
        "`true` if cards that are due together may be dealt a few at a time. After each act the rest of the "
        "step is planned again.",
    ),
    repeatable=said(or_option(BOOL), "`true` if doing the step once more than required is not a fault."),
    laid_out=said(STRING, "The fact that must be true for cards that were picked up to be laid out again, with their bets."),
    excused=said(STRING, "The fact under which an act of this kind is not reported here, because a duty judges it."),
    streets_on=said(
        {"type": "integer", "minimum": 1},
        "In a remedy: how many streets later the step is done, 1 for the next street and 2 for the one after it.",
    ),
)
PLAYER_STEP = free(
    {"play": said(STRING, "What the players do: one of the words listed in `docs/words/play.md`.")},
    **STEP,
    until=said(
        STRING, "The id of the dealer's step that ends this one, such as closing the bets, which ends the betting on a coup."
    ),
    deadline=said(STRING, "The id of the dealer's step before which the players must be done. Until then the dealer may go on."),
    optional=said(or_option(BOOL), "`true` if the dealer may go on without the players; this is not a fault."),
    passable=said(
        or_option(BOOL), "`true` if the dealer can go on without the players. This is a fault unless the step is `optional`."
    ),
    anytime=said(
        or_option(BOOL), "`true` if players may act before the step is reached; chips and cards that are already there count."
    ),
    sums=said(BOOL, "`true` if the finding says how much is in the pots when the dealer goes on without the players."),
    again_from=said(STRING, "The id of the dealer's step from which players may already act for the next round."),
    rules=said(
        by_name(STRING),
        "What can be wrong with a player's act, by the names that are listed with the word: the rule that the act breaks "
        "(the finding is `play/<rule>`), or a finding's code.",
    ),
)
LIKE_STEP = free({"like": said(STRING, "The id of a step to copy. Write here only what differs.")})

DUTY = free(
    {},
    on=said(
        by_text(FACTS),
        "The acts that create the duty: verbs, each with facts of which one must be true, or `always`. Write verbs with "
        "the same facts as one key, separated by spaces.",
    ),
    if_=said(FACTS, "Facts that must all be true as well."),
    do=said(
        VERBS,
        "The acts that fulfil the duty, written WHO VERB [TARGET]. WHO is `d` (dealer), `f` (floor), `s` (any seat), "
        "`owner` (the player whose act created the duty), `turn` (the seat that was to act) or `others` (any other seat). "
        "Join verbs with `|`; `action` stands for all verbs of a betting round, `handle` for all verbs with which a dealer "
        "handles cards and chips. TARGET can be `same` (the place of the act that created the duty) or `owner`. A duty "
        "without `do` and `done` is a slip at once.",
    ),
    asks=said(
        STRING,
        "The word for `do` of a step that plans the acts, if a verb and a target are not enough. The table asks for the "
        "acts before another act ends the time for them.",
    ),
    all=said(
        BOOL,
        "`true` if every act of `do` is needed, in any order. With `done`, only the facts of `done` decide when "
        "the duty is fulfilled.",
    ),
    done=said(FACTS, "Facts, any one of which also fulfils the duty."),
    before=said(VERBS, "Acts that end the time for the duty, written as in `do`; then the slip is reported."),
    by=said(
        FACTS,
        "Facts, each of which ends the time for the duty. `ruled_otherwise` is true if the rule set no longer rules as "
        "`ruled` says.",
    ),
    code=said(either(CODE_OR_TABLE, ref("code_table")), "The code of the finding, or the name of a table that chooses it."),
    severity=said(or_option(SEVERITY), "The severity, if it differs from the finding's own."),
    say=said(TEXT, "What was due, in words for the dealer; the finding prints it."),
    cite=said(some(RULE_ID), "The rules that require the duty."),
    unplanned=said(BOOL, "`true` if the duty is created only by an act that no step asked for."),
    outcome=said(
        BOOL,
        "`true` if a table may never be in this state. The finding is reported during any step, before the findings of "
        "steps. The correction comes next, then the acts that were due.",
    ),
    ruled=said(
        by_text(FACTS),
        "Faults, each with outcomes, groups of outcomes (`ends`, `stands`) or remedies. The duty is created only if the "
        "rule set in force rules one of them on the facts at the table.",
    ),
    unless=said(by_text(FACTS), "Faults as under `ruled`. The duty is not created if the rule set in force rules one of them."),
)
PLACE = free(
    {},
    title=said(TEXT, "The name of the place at the table; its key, in words, if left out."),
    kind=said(
        word("stock", "discards", "hand", "board", "trick", "row", "tableau", "pile", "aside"),
        "`stock` (cards are dealt from it), `discards`, `hand`, `board`, `trick`, `row`, `tableau`, `pile` or `aside`.",
    ),
    face=said(or_option(word("up", "down")), "How cards lie there unless the act says otherwise; `down` if left out."),
    looks=said(or_option(word("owner", "nobody")), "Who sees a card that is dealt face down there; `nobody` if left out."),
    cleared=said(or_option(BOOL), "`true` if the cards there are removed when the layout is cleared."),
    takes=said(STRING, "The cards that are played there, in order: `8h 9h Th`."),
    after=said(STRING, "The place that must have all of its cards before the first card is played here."),
    whole=said(
        or_option(BOOL), "`true` if a player who takes from here takes all the cards, unless a card or a number is named."
    ),
    keeps=said(WHOLE, "How many cards stay there when the others go back into the stock, such as 1 for the upcard."),
    instead=said(
        some(closed({"if": FITS}, title=TEXT, phrases=some(STRING))),
        "The names of the place under the house's options, and with `phrases` what is said when cards are loaded there; the "
        "first whose `if` is true counts.",
    ),
)
SPOT = free(
    {},
    title=said(TEXT, "The name to display."),
    offered=said(or_option(BOOL), "Whether players may make this bet; true if left out."),
    side=said(BOOL, "`true` for a side bet, which needs a main bet beside it if the house says so."),
    minimum=said(or_option(DECIMAL), "The minimum bet, in units of money."),
    maximum=said(or_option(DECIMAL), "The maximum bet, in units of money; 0: no limit."),
    step=said(or_option(DECIMAL), "Bets are multiples of this amount; 0: any amount."),
    rule=said(RULE_ID, "The rule that a bet outside these limits is against."),
)
_PILES = either(VERBS, by_text(ref("place")))
FELT = free(
    {},
    places=said(by_name(ref("place")), "Every place for cards, besides the hands and piles of the seats."),
    stock=said(STRING, "The place from which cards are dealt."),
    start=said(STRING, "The place where the pack is at the start; the stock if left out."),
    burns=said(STRING, "The place where burned cards go; `discards` if left out."),
    discards=said(STRING, "The place where used cards go; the stock if left out."),
    played=said(STRING, "The place for a card that is played; `trick` if there is one, otherwise `discards`."),
    hands=said(ref("place"), "How the hand of each seat lies and who sees it. Leave it out if seats have no hands."),
    piles=said(
        _PILES, "The piles of each seat besides its hand: a list of names, or a map that says how the cards of each pile lie."
    ),
    side_piles=said(_PILES, "The piles of each side if there are partners, otherwise of each seat, written as under `piles`."),
    melds=said(
        by_text(STRING),
        "The pile for melded cards of each rank, by the letter of the rank.",
    ),
    full_meld=said(TEXT, "The name of a full meld, such as canasta."),
    rows=said(
        VERBS,
        "The places for a seat's chips besides its stack. `bet`, `ante` and `dead` are in front of the player, the others apart.",
    ),
    spots=said(by_name(SPOT), "The betting spots of the layout, outward from the bettor."),
    printed=said(
        by_text(TEXT),
        "The words printed beside the betting spots; the name of an option in braces prints its value. Under the name of a "
        "wager that is offered to all players: the words on its line (BJ-05).",
    ),
    pots=said(VERBS, "The pots, which belong to no player until they are won; `[pot]` if left out."),
    side_pots=said(or_option(BOOL), "`true` if there are side pots."),
    marks=said(VERBS, "What is marked for each seat: commission, points, strikes. Marks are not chips."),
    debt=said(or_option(BOOL), "`true` if a stack may go below zero, as in a home game (SG-07)."),
    gestures=said(VERBS, "Acts that are not a fault although no step asks for them. Duties say what must follow."),
    freely=said(
        VERBS, "Acts of players or the dealer that may come at any time. They count in the players' step that is in progress."
    ),
    never=said(
        by_text(either(CODE_OR_TABLE, ref("code_table"))),
        "The dealer's verbs that are a fault if no step asks for them, each with its finding; or with the name of a table, "
        "if facts decide whether it is a fault.",
    ),
    unasked=said(
        by_text(STRING),
        "What players may do when no player is to act: verbs, each with the fact that must be true for it not to be a fault.",
    ),
    anew=said(
        by_text(VERBS),
        "The dealer's verbs that start sections again as long as no card is out, each with the names of the sections.",
    ),
    odd_cards=said(
        by_text(STRING),
        "What can be wrong with a dealt card (`boxed`, `foreign`, `duplicate`, `wrong-back`), each with the fault that is "
        "ruled on.",
    ),
    stops_for=said(VERBS, "Verbs with which an impossible card is not the dealer's slip: a duty says what to do instead."),
    ran_out=said(CODE, "The finding if a card is dealt that can no longer be in the stock; `record/card-not-dealt` if left out."),
    pushed=said(
        or_option(word("stay", "taken_up")),
        "`stay` if bets that are neither taken nor paid stay for the next round when the cards are cleared; `taken_up` if "
        "left out (BA-53).",
    ),
    stands=said(STRING, "The fact that must be true for a misdealt hand to be played on and not dealt again (SG-06)."),
    decides=said(
        VERBS,
        "Without `stands`: the players' verbs after which a misdealt hand is not dealt again; any decision if left out.",
    ),
    exchanges=said(
        VERBS, "Remedies or outcomes by which a card exposed in the deal is replaced after the deal; `card_replaced` if left out."
    ),
    in_order=said(
        VERBS, "Remedies after which the cards of a coup count in the order in which they were drawn, wherever they are (BI-06)."
    ),
    languages=said(VERBS, "The languages that the house posts as allowed. No other language may be spoken during a hand."),
)

IF_OPTIONS = said(FITS, "The line is printed only under these values of options. `form` is the form of poker.")
UNLESS_OPTIONS = said(FITS, "The line is not printed under any of these values of options. `form` is the form of poker.")
OFFERS = said(some(STRING), "Bets. The line is printed only if one of them is offered.")
HAS = said(some(STRING), "Options. The line is printed only if the game has all of them.")
IDLE = closed(
    {
        "is": said(some(LITERAL, 1), "Values of the other option; for a number also `2+` or `1-3`."),
        "because": said(STRING, "The reason, for the person who sets both options."),
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
    settles=said(some(STRING), "The disputes and questions that the option decides, by name; an empty list if it decides none."),
    help=TEXT,
    unrecorded=LITERAL,
    aliases=by_text(LITERAL),
    answers=by_text(TEXT),
    chips=BOOL,
    not_with=by_name(by_name(either(LITERAL, some(LITERAL)))),
    default_with=said(
        by_name(by_name(LITERAL)), "The default under a value of another option: by the option, then by the value."
    ),
    comes_to=said(
        by_text(closed({"is": LITERAL, "with": by_name(LITERAL)})),
        "By a value that has no meaning under other options (`with`): the value that is in force instead (`is`).",
    ),
    idle_with=said(by_name(IDLE), "Values of other options under which this one decides no dispute on purpose, with the reason."),
    not_over=some(STRING),
    group=STRING,
    note=TEXT,
    is_none=said(LITERAL, 'The value that means "none". On paper, sentences about the option are then left out.'),
    unit=said(
        word("percent", "number"),
        "What the number means: `percent` for a share, so that 0.05 is printed as 5%; `number` for a decimal that is not money.",
    ),
    if_=said(
        FITS,
        "The option matters only under these values of other options. `form` is the form of poker. Paper lists the option there.",
    ),
    unless=said(
        FITS, "The option does not matter under any of these values of other options. Paper leaves the option out there."
    ),
    offers=said(some(STRING), "Bets. The option matters only if one of them is offered."),
)
_RULE_LINE = closed({"text": TEXT}, if_=IF_OPTIONS, unless=UNLESS_OPTIONS, offers=OFFERS, has=HAS, shows=STRING)
RULE_TEXT = either(
    TEXT,
    closed({"text": TEXT}, source=SOURCE, shows=STRING, if_=IF_OPTIONS, unless=UNLESS_OPTIONS, offers=OFFERS, has=HAS),
    closed(
        {
            "lines": said(
                by_name(_RULE_LINE), "The sentences of the rule; those that apply under the options in force are printed."
            )
        },
        source=SOURCE,
    ),
)
OUR_READINGS = said(some(RULE_ID), "the rules of this chapter that are our own readings, because no text covers them")
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
    "By fault, the words about the ruling that follow the text. If the house rules otherwise, what is said aloud is "
    "printed instead.",
)
CASES = said(some(STRING), "The cases of the fault that `ruled` describes; all of them if left out.")
CARD = closed(
    {},
    lines=by_name(
        closed(
            {},
            steps=said(
                some(STRING), "The steps of the procedure that the line covers. The line is printed at the first of them."
            ),
            duties=said(some(STRING), "The duties that the line also covers."),
            title=said(TEXT, "The heading above the line, if the section's own does not fit."),
            text=said(TEXT, "What the dealer does, in a few words; the text of the steps if left out."),
            say=said(TEXT, "What the dealer says aloud."),
            codes=said(
                some(CODE), "Findings that are printed beside the line, besides the critical ones of its steps and duties."
            ),
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
                help=said(TEXT, "What the dealer does, whatever the ruling."),
                ruled=said(
                    TEXT,
                    "The ruling on the finding's fault. If the house rules otherwise, what is said aloud is printed instead.",
                ),
                if_=IF_OPTIONS,
                unless=UNLESS_OPTIONS,
                has=HAS,
            ),
            CODES,
        ),
        "By the code of a finding: its short name and its cure, if the catalogue's words are too long for a card.",
    ),
    left_out=said(some(CODE), "Findings that are not critical and are left off the card for lack of room."),
    tables=said(some(STRING), "The tables of the game that are printed on the card."),
)
PLAYER = by_name(
    closed(
        {},
        title=said(TEXT, "The heading of the section."),
        shows=said(
            some(word("bets", "draws", "hands_paid", "ranks", "decides", "rules")),
            "What is printed below the lines: bets with odds and limits, drawing tables, the pay table by hands, ranks of hands, "
            "who decides, the rules.",
        ),
        left_out=said(some(RULE_ID), "Rules of the rule book that do not concern a player."),
        added_before=ADDED_BEFORE,
        lines=by_name(
            closed(
                {},
                text=said(TEXT, "The words for the player, apart from the ruling."),
                ruled=RULED,
                cases=CASES,
                title=said(TEXT, "The heading of a row: the line is then printed as a row of a table."),
                if_=IF_OPTIONS,
                unless=UNLESS_OPTIONS,
                offers=OFFERS,
                fault=said(STRING, "A fault of the rule set. The ruling on it is printed after the text."),
                facts=said(FREE, "The facts of that fault."),
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
    values=said(by_name(_NUMBER, RANK), "The value of each rank."),
    card_points=said(
        by_name(_NUMBER, RANK), "The points that each rank counts toward the game; ranks that are not listed count nothing."
    ),
    drawing_rules=said(
        by_name(by_name(TEXT)), "The rule behind a cell of the drawing table: by `player`, `stood` or `drew`, then by the total."
    ),
    pay_cards=said(by_name(CARDS), "The cards that win a pot, by the name of the pot on each."),
    wild=said(RANKS, "The ranks that are wild in a meld."),
    money=said(RANKS, "The ranks that are used as money."),
    set=said(RANKS, "The ranks of a whole set."),
    bonus=said(CARDS, "The cards that a player must lay down as soon as they are drawn."),
    last=said(CARDS, "The cards that only the player who goes out can meld."),
    melds=said(by_name(_NUMBER), "The sizes of melds, and how many are needed to go out."),
    first_melds=said(
        by_name(closed({"least": _NUMBER}, below=_NUMBER)),
        "The minimum count of a side's first melds, for scores below each limit.",
    ),
    bonuses=said(by_name(_NUMBER), "Points that are scored besides those of the cards."),
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
        "The bids, lowest first: the tricks, what each other player pays, and the bid that must come before.",
    ),
    calls=said(
        by_name(closed({"speaks": word("for", "against")})),
        "By call: `for` if the caller speaks of their own hand, `against` if of another's.",
    ),
    call_scores=said(
        by_name(by_name(closed({"good": _EACH, "wrong": _EACH}))),
        "The points for a right or wrong call, and who scores them, by column of the score.",
    ),
    signals=said(by_name(FREE), "How long signals are used, and examples."),
)

_PRINTED: dict[str, Json] = {
    "card": said(CARD, "The dealer's step card: its lines, and the slips in short words."),
    "player": said(PLAYER, "The page for players, section by section."),
    "printed": said(by_name(TEXT), "The printed names of the tables and of what is in them."),
    "rules": said(
        by_name(
            closed({"title": TEXT, "rules": by_name(RULE_TEXT, RULE_ID)}, note=TEXT, ours=OUR_READINGS, before=LATER, after=LATER)
        ),
        "The rule book in our own words, chapter by chapter, each rule under its id. Findings and steps cite these ids.",
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
    odds={
        **word("turned_card", "rolled_hand"),
        "description": "what `odds` counts in a game that has neither coups nor a showdown",
    },
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
    boxes=said(BOXES, "In a game against the house: how many cards and hands a box has."),
    reading=said(
        either(word("twenty_one", "count"), READING),
        "How hands are valued: `twenty_one`, `count` if one card decides, or an order of hands: `{order: high}`.",
    ),
    wagers=said(by_name(WAGER), "The wagers on a hand or a box, outward from the bettor. The first is the main wager."),
    words=said(by_name(DECISION), "The decisions on a hand, in the order in which they are offered."),
    draws=said(
        by_name(either(STRING, MENTION, closed({}, hard=STRING, soft=STRING))),
        "The totals on which the dealer draws, hard and soft. `by` names the table in force.",
    ),
    pays=said(
        by_name(either(some(PAYMENT), closed({"like": said(STRING, "The wager that is paid by the same lines.")}))),
        "What each wager pays: the first line whose conditions are true. If none is, the wager loses.",
    ),
    bonus=said(by_name(some(PAYMENT)), "Bonuses paid whether the wager wins or loses: the first line whose conditions are true."),
    tables=said(TABLES, "Tables of numbers and names, as a house book prints them; coups have `points`, `tableau`, `pays`."),
    roads=ROADS,
    procedure=by_name(NODE),
    codes=said(
        by_name(ref("code_table"), {"pattern": f"^{TABLE_NAME}$", "description": "a table's name: small letters, digits and _"}),
        "Tables of findings that steps, duties and the felt use by name. Each line is a fact and the finding if it is "
        "true; the first true fact decides. `otherwise` is for all other cases.",
    ),
    duties=by_text(ref("duty")),
    note=TEXT,
    source=SOURCE_OF_FILE,
    **_PRINTED,
)
