"""Citations of sources on a printed sheet: each in words, with a mark if nobody here has read that passage; and the list of cited
works.
"""

from __future__ import annotations

from collections.abc import Mapping

from dealerkit.rules.entries import WorkEntry
from dealerkit.rules.readings import GRADES, OURS, READ, reading
from dealerkit.rules.sets import RuleSet, catalogue
from dealerkit.rules.texts import text
from dealerkit.sheets.model import HOUSE, Source, Work
from dealerkit.sheets.voice import EMPTY, Said, Voice

MOST_SECTIONS = 12


class Cited:
    """Writer of a sheet's citations, which remembers what was cited.

    Args:
        voice: The sheet's language and texts.
        rules: The rule set in force, with its list of works; None for a game without one, which has only the shared list.
    """

    def __init__(self, voice: Voice, rules: RuleSet | None) -> None:
        self.voice = voice
        self._works: Mapping[str, WorkEntry] = rules.sources if rules is not None else catalogue().sources.data.get("sources", {})
        self._sections: dict[str, dict[str, tuple[str, str]]] = {}

    def source(self, source: object) -> Source | None:
        """Return a citation in words, and remember it; None if there is none.

        Args:
            source: The citation as the rule file has it.
        """
        if not isinstance(source, Mapping) or "work" not in source:
            return None
        work, section = str(source["work"]), text(source.get("section"), self.voice.lang)
        verified = reading(self._works, source).grade
        listed = self._sections.setdefault(work, {})
        if section:
            listed.setdefault(section.casefold(), (section, verified))
        title = self.voice.say((self._works.get(work) or {}).get("title") or work)
        return Source(self.voice.join([title, *([section] if section else [])]), verified)

    def house(self) -> Source:
        """Return the citation for a house's own choice that has no source: the house itself."""
        return Source(self.voice.word("house_rule"), HOUSE)

    def include(self, other: Cited) -> None:
        """Add the citations remembered by another writer, after those remembered here.

        Args:
            other: Citations of the same rule set, in the same language.
        """
        for work, sections in other._sections.items():
            listed = self._sections.setdefault(work, {})
            for place, section in sections.items():
                listed.setdefault(place, section)

    def works(self) -> tuple[Work, ...]:
        """Return every work cited so far, in the order of the list of works; dealerkit's own interpretations are not works."""
        say = self.voice.say
        blocks = []
        for work in [name for name in self._works if name in self._sections] + [
            name for name in self._sections if name not in self._works
        ]:
            entry = self._works.get(work) or {}
            if entry.get("verified") == OURS:
                continue
            details = [say(entry[key]) for key in ("edition", "publisher", "date") if entry.get(key)]
            blocks.append(
                Work(
                    id=work,
                    title=say(entry.get("title") or work),
                    details=self.voice.join(details),
                    sections=self._cited_of(work),
                    note=say(entry.get("note")),
                    look_up=self.voice.word("look_it_up", where=say(entry["look_up"])) if entry.get("look_up") else EMPTY,
                )
            )
        return tuple(blocks)

    def _cited_of(self, work: str) -> Said:
        """Return in words the sections of a work that are cited, with those not read in full listed separately."""
        by_grade: dict[str, list[str]] = {grade: [] for grade in GRADES}
        for section, grade in self._sections[work].values():
            by_grade[grade].append(section)
        texts = []
        for grade, listed in by_grade.items():
            shown = listed if grade != READ else listed[:MOST_SECTIONS]
            more = [self.voice.word("and_others")] if len(listed) > len(shown) else []
            sections = self.voice.join([*map(Said, shown), *more], "; ")
            if listed:
                texts.append(self.voice.word("sections_cited" if grade == READ else f"sections_{grade}", sections=sections))
        return self.voice.join(texts, ". ")
