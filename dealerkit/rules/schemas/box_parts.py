"""The schema of what a game against the house is made of: boxes, wagers, decisions, pay lines and the reading of hands."""

from __future__ import annotations

from dealerkit.rules.schemas.words import (
    BOOL,
    COUNT,
    DECIMAL,
    FITS,
    RULE_ID,
    STRING,
    TEXT,
    VERBS,
    WHOLE,
    by_name,
    by_text,
    closed,
    either,
    or_option,
    said,
    some,
    word,
)

_WHEN = said(FITS, "Conditions on the hand and the options, all of which must be true: `{total: 17+, soft: false}`.")
_OPEN = said(either(FITS, some(FITS)), "When it is allowed: a condition, or a list of conditions of which one must be true.")
_WHENS = said(some(FITS), "Conditions of which one must hold.")
BOXES = closed(
    {"cards": said(COUNT, "The number of cards with which a hand starts.")},
    board=said(WHOLE, "The number of community cards, on the place `board`; 0 if left out."),
    most=said(COUNT, "The maximum number of hands in a box; one if left out."),
    hands=said(by_name(TEXT), "The names of the second and further hands, in the order in which a box gets them."),
    over=said(some(FITS), "When a hand has no decisions left: conditions of which one must be true."),
)
MULTIPLES = closed({"times": said(some(COUNT), "The multiples that a player may choose: `[3, 4]`.")}, when=_WHEN)
WAGER = closed(
    {},
    title=said(TEXT, "The name to display."),
    offered=said(or_option(BOOL), "Whether players may make this bet; true if left out."),
    side=said(BOOL, "`true` for a side bet, which belongs to the box."),
    box=said(BOOL, "`true` if the wager belongs to the box and not to each of its hands."),
    minimum=said(or_option(DECIMAL), "The minimum bet, in units of money."),
    maximum=said(or_option(DECIMAL), "The maximum bet, in units of money; 0: no limit."),
    step=said(or_option(DECIMAL), "Bets are multiples of this amount; 0: any amount."),
    rule=said(RULE_ID, "The rule that a bet outside these limits is against."),
    by=said(
        word("word", "offer"),
        "How players get this wager after the deal: `word` by a decision on the hand, `offer` by an offer to all players.",
    ),
    of=said(
        STRING,
        "The wager from which the size is worked out; the main wager if left out. With `of` and without `by`, a wager is made "
        "before the deal and must be as large as that one.",
    ),
    share=said(STRING, "The size as a share of the wager in `of`, such as `1/2`; the same amount if left out."),
    less=said(or_option(BOOL), "`true` if the player may bet less."),
    times=said(
        either(some(COUNT), some(MULTIPLES)),
        "The multiples of that amount that a player may choose: `[1, 2, 3]`; or lists of them with conditions, of which the "
        "first that holds counts: `[{when: {decisions: 0}, times: [3, 4]}, {times: [1]}]`.",
    ),
    rounding=said(or_option(word("up", "down", "nearest")), "How the maximum is rounded if the table has no chips for it."),
    open=_OPEN,
    unless=_WHENS,
)
DECISION = closed(
    {},
    title=said(TEXT, "The name to display."),
    signal=said(TEXT, "The hand signal for it."),
    signal_in_hand=said(TEXT, "The hand signal of a player who holds face-down cards in the hand."),
    phrases=said(VERBS, "Other words that players say for it."),
    open=_OPEN,
    unless=_WHENS,
    wager=said(STRING, "The wager that the decision allows."),
    unpaid=said(STRING, "The decision that counts instead if the chips were not put down before the next card."),
    cards=said(WHOLE, "The number of cards that the hand gets at once."),
    ends=said(BOOL, "`true` if the hand has no decisions left after this one."),
    new_hand=said(BOOL, "`true` if the last card of the hand starts another hand of the box."),
    shows=said(BOOL, "Whether a player who holds face-down cards turns them up for it."),
    offered=said(
        some(FITS),
        "When it can be said out of turn, while a bet is offered to all players: conditions of which one must be true.",
    ),
    usual=said(some(FITS), "When a sensible player says it: conditions of which one must be true."),
    most=said(some(FITS), "When a sensible player chooses the largest of the `times`; otherwise the smallest."),
)
PAYMENT = closed(
    {
        "pays": said(
            or_option(STRING), 'Odds in quotes, such as `"3 to 2"`, or `push`, `lose` or `half_back` (half of the bet is lost).'
        )
    },
    when=_WHEN,
    of=said(
        some(either(STRING, FITS)),
        "The hands of a pay table, best first, by name or by features; `pays` then has a figure for each: `1-4-5`, `1-3/2`.",
    ),
    at=said(
        or_option(word("at_once", "at_end")),
        "`at_once` if the wager is settled and the cards picked up as soon as the result is known; otherwise `at_end`.",
    ),
    unit=said(or_option(DECIMAL), "With `half_back`: the half is rounded down to a multiple of this amount."),
    text=TEXT,
)
READING = closed(
    {"order": said(STRING, "The order of hands, from `procedures/ranking.yaml`: `high`, `three-card`.")},
    least=said(
        by_text(STRING),
        "Hands that others are compared with, as the ranks of their cards: `{qualifies: Q-3-2}` makes the feature `qualifies`, "
        "for a hand at least as good, and `dealer_qualifies`.",
    ),
)
