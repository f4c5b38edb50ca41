"""The page that explains a ruling to a player, in large print: the incident, the ruling, the rule, who decides, how to appeal.

It has no internal names: no id of a fault, fact or remedy, and no file name.
"""

from __future__ import annotations

import attrs

from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import text
from dealerkit.rulings import OUTCOMES, Ruling, known_facts
from dealerkit.rulings.amounts import in_words
from dealerkit.rulings.outcome_words import ANSWER
from dealerkit.rulings.wording import hands_missed
from dealerkit.sheets.document import Block, Control, Document, Heading, Paper, Paragraph

OURS = "ours"
"""The grade of a source that is our own reading, without a text to look up."""
MOST_FACTS = 5
"""The most facts that are readable at arm's length."""
SIZES = ((420, 18.0), (740, 14.5))
"""Page lengths in characters with the size of type in points for pages up to that length, to fit on one sheet."""
SMALL = 12.0
"""The size of type for longer pages, in points."""


@attrs.frozen
class PlayerPage:
    """The page that explains a ruling to a player, in parts.

    Attributes:
        house: The house or rule set of the ruling.
        happened: The incident: a sentence, and the known facts.
        ruling: The ruling in a few words.
        said: The words that the floor says.
        follows: The consequences for cards, chips and player, a sentence each.
        because: The reason.
        rule: The rule's numbers, and its address.
        decides: Who decides.
        appeal: The way to object.
        until: The time limit for an objection; may be empty.
    """

    house: str
    happened: tuple[str, ...]
    ruling: str
    said: str
    follows: tuple[str, ...]
    because: str
    rule: tuple[str, ...]
    decides: str
    appeal: str
    until: str = ""

    @property
    def parts(self) -> list[tuple[str, tuple[str, ...]]]:
        """Every part with content, in order: its heading and its sentences; without the ruling."""
        parts = [
            ("What happened", self.happened),
            ("What follows", self.follows),
            ("Why", (self.because,)),
            ("The rule", self.rule),
            ("Who decides", (self.decides,)),
            ("If you do not agree", (self.appeal, self.until)),
        ]
        filled = [(heading, tuple(text for text in texts if text)) for heading, texts in parts]
        return [(heading, texts) for heading, texts in filled if texts]

    @property
    def signs(self) -> int:
        """The length of the page's text, in characters."""
        return len(self.ruling) + len(self.said) + sum(len(text) for _, texts in self.parts for text in texts)

    @property
    def points(self) -> float:
        """The size of type, in points."""
        return next((points for most, points in SIZES if self.signs <= most), SMALL)


def player_page(rules: RuleSet, ruling: Ruling) -> PlayerPage:
    """Return the page on a ruling.

    Args:
        rules: The rule set of the ruling.
        ruling: The decided ruling.
    """
    facts = known_facts()
    weighed = {passed_over.fact for passed_over in ruling.passed_over} | {change.fact for change in ruling.would_change}
    known = [
        f"{facts[name].title}: {facts[name].short(value)}"
        for name, value in ruling.facts.items()
        if name in weighed and name not in ruling.assumed and name in facts and not facts[name].of_game
    ]
    follows = [text((rules.remedies.get(name) or {}).get("title")) for name in ruling.to_deal]  # the dealer does the steps
    if ruling.penalty is not None:
        follows = [ruling.penalty.hand, ruling.penalty.player, *follows]
    follows += [f"{in_words(name)}: {amount}" for name, amount in ruling.amounts.items()]
    if ruling.penalty is not None and ruling.penalty.hands is not None:
        follows.append(hands_missed(ruling.penalty.hands))
    if ruling.choices:
        follows.append(f"The floor chooses: {'; or '.join(ruling.choices)}")
    outcome = ruling.title if ruling.outcome == ANSWER else OUTCOMES.get(ruling.outcome, ruling.outcome)
    return PlayerPage(
        house=text(rules.doc.data.get("house")) or text(rules.doc.data.get("title")),
        happened=tuple(map(_sentence, ([] if ruling.outcome == ANSWER else [ruling.title]) + known[:MOST_FACTS])),
        ruling=_sentence(outcome),
        said=ruling.say,
        follows=tuple(map(_sentence, follows)),
        because=ruling.because,
        rule=tuple(text for text in (", ".join(ruling.rules), ruling.cite if ruling.verified != OURS else "") if text),
        decides=text(rules.desk.get("decides")),
        appeal=text(rules.desk.get("appeal")),
        until=ruling.window,
    )


def document(page: PlayerPage) -> Document:
    """Return the page as a document in large print, on one sheet of paper."""
    blocks: list[Block] = [Paragraph(f"\u201c{page.said}\u201d", "say")] if page.said else []
    for heading, texts in page.parts:
        blocks += [Heading(heading), *map(Paragraph, texts)]
    paper = Paper(points=page.points)
    return Document("ruling", page.ruling, blocks, paper=paper, control=Control(house=page.house), running=False)


def _sentence(text: str) -> str:
    """Return a text with an initial capital and a final full stop.

    >>> _sentence("total wager: 200"), _sentence("Misdeal?")
    ('Total wager: 200.', 'Misdeal?')
    """
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
