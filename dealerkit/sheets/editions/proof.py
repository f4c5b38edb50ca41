"""The page in a house's book about the check of its rulings: each property, the number of cases checked, the result, and the
number of cases in which the house differs from the rule set that it builds on.
"""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.rules.page_data import page_data
from dealerkit.rules.sets import RuleSet, at_one_moment
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.differences.rulings import outcome_differences
from dealerkit.rulings.proof import Property, changed_faults, proved
from dealerkit.sheets.document import Block, Paragraph, TableBlock, TableCell, cell
from dealerkit.sheets.voice import Said, Voice


class ProofPage:
    """Maker of this page for one rule set of a house.

    Args:
        rules: The rule set in force.
        base: The rule set that the house builds on; None for none.
        voice: The language of the paper, and its texts.
    """

    def __init__(self, rules: RuleSet, base: RuleSet | None, voice: Voice) -> None:
        self.rules, self.base, self.voice = rules, base, voice

    def word(self, name: str, **values: object) -> Said:
        """Return one of the page's own sentences."""
        return self.voice.say(page_data("book")["proof"]["words"][name], **values)

    def blocks(self, fingerprint: str) -> Iterator[Block]:
        """Yield the page's content below its heading; a property with nothing to check has no row.

        Args:
            fingerprint: The fingerprint of the rules in force, as printed in the book.

        Raises:
            RuleFileError: If a decision list cannot be used.
        """
        with at_one_moment():
            properties = proved(self.rules)
            otherwise = self._otherwise()
        yield Paragraph(self.word("walked", lists=len(self.rules.faults), cases=self._cases(), fingerprint=fingerprint))
        head = [self.word(name) for name in ("holds", "looked_at", "result")]
        yield TableBlock(head, [self._row(prop) for prop in properties if prop.count], widths=(6, 3, 2))
        if otherwise is not None:
            yield Paragraph(otherwise)

    def _cases(self) -> int:
        return sum(len(decision_list(self.rules, fault).cases) for fault in self.rules.faults)

    def _row(self, prop: Property) -> list[TableCell]:
        """Return a property with its checked cases and its result, in words of the paper's language, if it has them."""
        words = page_data("book")["proof"]["properties"][prop.name]
        means = self.voice.say({"en": prop.means, **words["means"]})
        looked_at = self.voice.say({"en": prop.looked_at, **words["looked_at"]}, count=f"{prop.count:,}")
        against = dict.fromkeys("; ".join([example.title, *example.facts]) for example in prop.against)
        result = cell(self.word("so")) if prop.holds else cell(self.word("not_so"), *against)
        return [cell(means), cell(looked_at), result]

    def _otherwise(self) -> Said | None:
        """Return the number of cases in which the house differs from its base; None without a base."""
        if self.base is None or self.base is self.rules:
            return None
        base = self.voice.say(self.base.title)
        changed = changed_faults(self.rules)
        if not changed:
            return self.word("as_base", base=base)
        shared = [fault for fault in changed if fault in self.base.faults]
        compared = outcome_differences(self.base, self.rules, shared) if shared else None
        titles = self.voice.join((self.voice.say(self.rules.faults[fault].get("title")) for fault in changed), "; ")
        many = sum(difference.classes for difference in compared.differences) if compared is not None else 0
        of = compared.classes if compared is not None else 0
        return self.word("own_lists" if many else "own_lists_alike", base=base, titles=titles, otherwise=many, of=of)
