"""Statements of printed sentences, as plain values: the facts of a dispute and what comes of them; of tables, cards and pay.

They hang on the cells of a document and are printed nowhere: a proof of a paper puts the facts to the decision lists or to
the engine again, and holds what comes of them against what is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

Reckoned = Literal["player_draws", "banker_draws", "counts", "burns", "pays"]


@attrs.frozen(eq=False)
class Statement:
    """A sentence that says what comes of a dispute.

    Attributes:
        rules_set: The name of the rule set in force.
        fault: What happened, or what is asked: a name of `facts.yaml`.
        facts: What each fact must be, as a decision list says it: a value, several, a range. Of sentences in one table that are
            about the same fault the first that fits holds.
        known: What is known at this table without asking: its form, its options, what paper takes for granted.
        options: The options in force.
        outcomes: What comes of it: one word; several where the sentence holds if any of them does, as `ends` for a misdeal.
        case: The case of the decision list that it was printed from; empty where it says less than a case.
        rules: The ids of the rules that it rests on.
        remedies: The remedies it names.
        say: What is said aloud, as printed; may be empty.
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
    """A cell of a table that says something of cards or pay.

    Attributes:
        what: What it is about: whether a hand draws, what a rank counts, how many cards are burned, what a bet is paid.
        given: On what: `total` and `third` of the hands, None for a hand that stood; `rank`; `bet` and what its line asks of the
            coup, feature by feature.
        comes_to: What it comes to: yes or no, a number, or of a pay line its result and its odds.
        options: The options in force.
    """

    what: Reckoned
    given: Mapping[str, object]
    comes_to: object
    options: Mapping[str, object]


Stated = Statement | TableStatement
