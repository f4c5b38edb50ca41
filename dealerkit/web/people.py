"""Who looks at a page, and what they may do."""

from __future__ import annotations

import attrs

PRACTISE = "practise"
DECIDE = "decide"
TEACH = "teach"
SETTLE = "settle"
AUDIT = "audit"

RIGHTS: dict[str, str] = {
    PRACTISE: "deal and drill",
    DECIDE: "rule on disputes, and keep decisions in the journal",
    TEACH: "open a class, and watch others deal",
    SETTLE: "change the house's rules",
    AUDIT: "look through records",
}
"""Every right, and what it lets somebody do."""


@attrs.frozen
class Visitor:
    """Somebody who looks at pages.

    Attributes:
        name: What they are called; empty for nobody in particular.
        rights: What they may do.
        key: What tells them from others in the database; empty for whoever sits at this machine.
    """

    name: str
    rights: frozenset[str]
    key: str = ""

    def may(self, right: str) -> bool:
        """Return whether they may do something; everybody may do what needs no right, which is called by the empty text."""
        return not right or right in self.rights


ALONE = Visitor("", frozenset(RIGHTS))
"""Whoever sits at this machine, where only this machine can reach the server: they may do everything and are asked nothing."""

NOBODY = Visitor("", frozenset(), "nobody")
"""Somebody who has not signed in."""
