"""The content of printed sentences, as data: the outcomes of disputes under given facts, and figures about cards and pay.

Statements belong to the cells of a document and are not printed. To prove a paper, the rules are applied to their facts again,
and the results are compared with the stated ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

Reckoned = Literal["player_draws", "banker_draws", "counts", "burns", "pays"]


@attrs.frozen(eq=False)
class Statement:
    """The content of a printed sentence about the outcome of a dispute.

    Attributes:
        rules_set: The name of the rule set in force.
        fault: The incident or question: a name from `facts.yaml`.
        facts: The condition on each fact, as in a decision list: a value, several, a range. Of the sentences in a table about
            the same fault, the first that fits applies.
        known: The facts known at this table without asking: its form, its options, assumptions of the paper.
        options: The options in force.
        outcomes: The stated outcome; several if the sentence is true of any of them.
        case: Its case in the decision list; empty for a sentence that states less than a case.
        rules: The ids of the rules that it rests on.
        remedies: Its remedies.
        say: The spoken words, as printed; may be empty.
    """

    rules_set: str
    fault: str
    facts: Mapping[str, object]
    known: Mapping[str, object]
    options: Mapping[str, object]
    outcomes: tuple[str, ...]
    case: str = ""
    rules: tuple[str, ...] = ()
    remedies: tuple[str, ...] = ()
    say: str = ""


@attrs.frozen(eq=False)
class TableStatement:
    """The content of a cell of a printed table about cards or pay.

    Attributes:
        what: Its subject: whether a hand draws, a rank's points, the number of burned cards, a bet's pay.
        given: The conditions: `total` and `third` of the hands, None for a hand that stood; `rank`; `bet` and the condition of
            its line, by feature of the coup.
        comes_to: The result: yes or no, a number, or for a pay line its result and its odds.
        options: The options in force.
    """

    what: Reckoned
    given: Mapping[str, object]
    comes_to: object
    options: Mapping[str, object]


Stated = Statement | TableStatement
