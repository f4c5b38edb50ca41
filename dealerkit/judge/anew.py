"""What is done once more, rightly: cards dealt again where some were taken back, a part of the round that begins anew."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.felt import Act
from dealerkit.judge.due import After, same_act
from dealerkit.judge.findings import Draft, nothing
from dealerkit.judge.owing import Owing
from dealerkit.procedure.cursor import Loop
from dealerkit.procedure.steps import DealerStep, Section


class Anew(Owing):
    """A cursor that lets things begin anew."""

    def _anew(self, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG002 - a rung like the others
        """A part of the round that may begin anew until a card is out: the shuffle, with a wash or another deck."""
        names = self.now.game.data["felt"].get("anew", {}).get(act.verb)
        if not names or act.plain is self.head or self._dealt() or self._last_dealer_act(act):
            return None
        if any(
            isinstance(step, DealerStep) and step is not self.step and act.plain in (step.plan(self.now) or ())
            for step in self._coming()
        ):
            return None  # its place is still to come
        if any(same_act(due, act) for owed in self.owed for due in owed.acts):
            return None  # it was left out, and is made good
        sections = [section for section in self.program.sections() if section.id in names]
        if not sections:
            return None
        return lambda: self._begin_anew(sections, act)

    def _begin_anew(self, sections: Sequence[Section], act: Act) -> None:
        """Drop what is left of some sections and put them on top, as if nothing of them had been done; an act that they begin
        with has been done now.
        """
        mine = [step for section in sections for step in section.walk()]
        known = {*mine, *(part for section in sections for part in section.sections())}
        since = len(self.log) - len(self._this_round())
        for at, finding in enumerate(self.findings):
            if finding.act > since and any(finding.step == step.id for step in mine):
                self.findings[at] = attrs.evolve(finding, self_corrected=True)
        self.owed = [owed for owed in self.owed if owed.step not in mine]
        self.pending = tuple(
            one
            for one in self.pending
            if not any(isinstance(step, DealerStep) and step.covers(act) for step in mine) or one.after(act) is one
        )
        if self.step in mine:
            self.step, self.head, self.rest, self.guarded = None, None, [], None
        self.agenda = [item for item in self.agenda if item not in known]
        self.passed = [step for step in self.passed if step not in mine]
        self.interrupt(sections)
        if self.step in mine and self.head is act.plain:
            self.drop(0)
            self._move_on()

    def _dealt(self) -> bool:
        """Whether a card of this round is out."""
        return any(past.verb == "deal" for past in self._this_round())

    def _this_round(self) -> list[Act]:
        """The acts since the innermost repeated section began."""
        loop = next((item for item in reversed(self.agenda) if isinstance(item, Loop)), None)
        return self.now.since(loop.section.id) if loop is not None else self.log

    def _once_more(self, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG002 - a rung like the others
        """Cards in the place of those that were taken back: a flop dealt again, a card replaced."""
        if act.verb != "deal":
            return None
        taken = self.taken()
        if not 0 < act.count <= taken.get(act.to[0], 0) or self._due_now(act):
            return None
        taken[act.to[0]] -= act.count
        return nothing

    def taken(self) -> dict[str, int]:
        """How many cards were taken back from each place in this round and not dealt again."""
        mark = len(self.log) - len(self._this_round())
        kept = self.now.memo.get("taken back")
        if kept is None or kept[0] != mark:
            kept = self.now.memo["taken back"] = (mark, {})
        found: dict[str, int] = kept[1]
        return found

    def note_taken(self, act: Act) -> None:
        """Cards are about to be taken back; a street that was dealt early with them is due again when its time comes."""
        if act.who != "d" or act.verb not in _TAKING:
            return
        stock = self.felt.layout.stock
        for place in act.to if act.verb == "rebuild" else act.to[:1]:
            if place == stock or place not in self.felt.places:
                continue
            count = len(self.felt.places[place]) if act.verb in ("rebuild", "merge") else act.count
            for step in list(self.credit):
                kept = [done for done in self.credit[step] if done.verb != "deal" or done.to[:1] != (place,)]
                if len(kept) < len(self.credit[step]):
                    self.credit[step], count = kept, 0
                    self.hurried.discard(step)
                    if act.verb == "move":  # it stays out, so what comes in its place has a burn of its own (RM-15)
                        self._burn_again()
            if count and not (self.step is not None and self.step.remedy):  # a remedy says itself what comes in their place
                self.taken()[place] = self.taken().get(place, 0) + count

    def _burn_again(self) -> None:
        """A burn that was made early does not count for the street."""
        for step, done in self.credit.items():
            if any(one.verb == "burn" for one in done):
                self.credit[step] = [one for one in done if one.verb != "burn"]
                self.hurried.discard(step)


_TAKING = frozenset({"rebuild", "merge", "putback", "discard", "move", "hold"})
"""What takes cards back from where they were dealt."""
