"""Citations on a sheet: in words, with how far each was verified, and the list of works at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealerkit.rules.readings import READ, reading
from dealerkit.rules.sets import RuleSet, catalogue
from dealerkit.rules.texts import text
from dealerkit.sheets.model import Source, Work
from dealerkit.sheets.voice import EMPTY, Said, Voice

MOST_SECTIONS = 12


class Cited:
    """Says citations and remembers them.

    Args:
        voice: The sheet's voice.
        rules: The rule set in force; None where the game needs none, and then only the shared list of works is known.
    """

    def __init__(self, voice: Voice, rules: RuleSet | None) -> None:
        self.voice = voice
        self._works: Mapping[str, Any] = rules.sources if rules is not None else catalogue().sources.data.get("sources", {})
        self._sections: dict[str, dict[str, None]] = {}

    def source(self, source: object) -> Source | None:
        """Return a citation in words, or None if there is none."""
        if not isinstance(source, Mapping) or "work" not in source:
            return None
        work, section = str(source["work"]), text(source.get("section"), self.voice.lang)
        self._sections.setdefault(work, {}).update({section: None} if section else {})
        title = self.voice.say((self._works.get(work) or {}).get("title") or work)
        verified = reading(self._works, source).grade
        note = EMPTY if verified == READ else self.voice.word(f"verified_{verified}")
        return Source(self.voice.join([title, *([section] if section else [])]), verified, note)

    def works(self) -> tuple[Work, ...]:
        """Return every work that was cited so far, in the order of the list of works."""
        say = self.voice.say
        made = []
        for work in [name for name in self._works if name in self._sections] + [
            name for name in self._sections if name not in self._works
        ]:
            entry = self._works.get(work) or {}
            details = [say(entry[key]) for key in ("edition", "publisher", "date") if entry.get(key)]
            listed = [Said(section) for section in self._sections[work]]
            more = [self.voice.word("and_others")] if len(listed) > MOST_SECTIONS else []
            said = self.voice.join([*listed[:MOST_SECTIONS], *more], "; ")
            made.append(
                Work(
                    id=work,
                    title=say(entry.get("title") or work),
                    details=self.voice.join(details),
                    sections=self.voice.word("sections_cited", sections=said) if listed else EMPTY,
                    note=say(entry.get("note")),
                )
            )
        return tuple(made)
