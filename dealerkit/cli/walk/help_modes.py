"""The help modes of a walk: `dealerkit walk --help-mode`, and the hands of an exam."""

from __future__ import annotations

from typing import Protocol

from dealerkit.cli.walk.outlets import Outlet
from dealerkit.felt import Act, sentence
from dealerkit.files import screen_text
from dealerkit.training.help_modes import MODES
from dealerkit.training.walk import commentary, table_lines, wording
from dealerkit.training.walk.session import Session
from dealerkit.training.walk.talk import COURTESY, LOOK, HeardTalk

YES = frozenset({"y", "yes", "yes please", "that is it", "i do"})


class HelpedTalk(Protocol):
    """The part of a conversation that the help modes use.

    Attributes:
        session: The session.
        out: The output.
        names_first: Whether the first step has still to be named.
        unclear: Number of lines that had to be repeated or confirmed.
    """

    session: Session
    out: Outlet
    names_first: bool
    unclear: int

    def in_words(self, act: Act) -> str:
        """Return a dealer's act as the phrase to say at this table."""

    def names_the_answer(self) -> bool:
        """Print the answer to the open question; return whether there is one."""


class Help:
    """Guided mode, and the base of the others: slips are shown as they happen, and the next step is shown on request.

    Args:
        talk: The conversation.

    Attributes:
        barred: Commands that are switched off.
        when: When slips are shown, as words that follow "at the end".
    """

    barred: frozenset[str] = frozenset()
    when = ""

    def __init__(self, talk: HelpedTalk) -> None:
        self.talk = talk

    def before(self) -> None:
        """Print help before a line is read: here, once, the first step, if it is to be named."""
        if not self.talk.names_first:
            return
        self.talk.names_first = False
        act = table_lines.coming(self.talk.session.table)
        if act is not None:
            self.talk.out.say(screen_text.line(f"{sentence(act)} (say: {self.talk.in_words(act)})", 2, "first: "))

    def heard(self, line: str, talk: HeardTalk) -> HeardTalk | None:
        """Return the meaning of a line that is to be carried out; None if the dealer must confirm or repeat it first.

        Args:
            line: The line as typed.
            talk: Its meaning as acts.
        """
        return talk

    def round_over(self) -> None:
        """Print help at the end of a round: here, nothing."""


class LearnHelp(Help):
    """Learn mode: each step is explained before it is done."""

    def __init__(self, talk: HelpedTalk) -> None:
        super().__init__(talk)
        self._said: tuple[str, str, int] = ("", "", -1)

    def before(self) -> None:
        """Print the next step and how to say it, and at the beginning of a step also why it is done."""
        if self.talk.names_the_answer():
            return
        table = self.talk.session.table
        act = table_lines.coming(self.talk.session.table)
        step, before = table.expected.step, len(table.log)
        if act is None or (step, act.text, before) == self._said:
            return
        begins = step != self._said[0] or table.floor.puts_right
        self._said = step, act.text, before
        say = self.talk.in_words(act)
        self.talk.out.say(screen_text.line(f"{sentence(act)} (say: {say})", 2, "next: "))
        words = wording.step_words(table, step) if begins else ""
        if words:
            self.talk.out.say(screen_text.line(words, 4, "why: "))
        elif begins:
            for row in list(commentary.rules(table, wording.step_rules(table, step)))[:1]:
                self.talk.out.say(row)


class PracticeHelp(Help):
    """Practice mode: slips are shown at the end of the hand, with reason and rule."""

    when = " of the hand"

    def before(self) -> None:
        """Print nothing: in practice the dealer gets no help beforehand."""

    def __init__(self, talk: HelpedTalk) -> None:
        super().__init__(talk)
        self._told, self._back = talk.session.here, 0

    def round_over(self) -> None:
        """Print the slips of the round."""
        session, out = self.talk.session, self.talk.out
        back = [finding for _, finding in session.taken_back[self._back :]]
        known = [finding for finding in session.findings() if finding.act > self._told]
        self._told, self._back = len(session.table.log), len(session.taken_back)
        word = wording.round_word(session.table)
        if not known and not back:
            out.say(screen_text.line(f"that {word} was clean", 2, "ok  "))
            return
        for finding in back:
            out.say(screen_text.line(f"taken back: {wording.what_was_wrong(session.table, finding)}", 2))
        for finding in known:
            out.finding(finding)
            for row in commentary.rules(session.table, session.table.explain(finding).cite):
                out.say(row)

    @property
    def told(self) -> int:
        """Number of the last act whose slips have been shown."""
        return self._told

    @property
    def told_back(self) -> int:
        """Number of slips that were shown and taken back."""
        return self._back


class ExamHelp(Help):
    """Exam mode: no help or slip is shown, nothing can be taken back, and unclear words must be confirmed.

    Lines that are not understood cost nothing, and are counted.
    """

    barred = frozenset({"hint", "why", "menu", "undo", "findings", "save"})

    def __init__(self, talk: HelpedTalk) -> None:
        super().__init__(talk)
        self._unsure: HeardTalk | None = None

    def before(self) -> None:
        """Print nothing: in an exam the dealer gets no help."""

    def heard(self, line: str, understood: HeardTalk) -> HeardTalk | None:
        """Return the meaning of a line; None after asking for confirmation, if its words may mean another act.

        Args:
            line: The line as typed.
            understood: Its meaning as acts.
        """
        unsure, self._unsure = self._unsure, None
        out = self.talk.out
        if unsure is not None and " ".join(line.lower().split()).strip(".!") in YES:
            return HeardTalk(unsure.acts)
        if unsure is not None and understood.asks == COURTESY:
            out.say(screen_text.line("Nothing has been done. Say it again."))
            return None
        if understood.acts and understood.guessed:
            self.talk.unclear += 1
            self._unsure = understood
            acts = ", ".join(self.talk.in_words(act) for act in understood.acts)
            out.say(screen_text.line(f"Did you mean: {acts}? Nothing has been done. Type yes, or say it another way."))
            return None
        if not understood.acts and understood.asks != COURTESY:
            self.talk.unclear += 1
            return HeardTalk(choices=understood.choices, asks=understood.asks.replace(LOOK, ""))
        return understood


_HELP = dict(zip(MODES, (LearnHelp, Help, PracticeHelp, ExamHelp), strict=True))


def help_for(talk: HelpedTalk, mode: str) -> Help:
    """Return the help that a mode gives in a conversation.

    Args:
        talk: The conversation.
        mode: The help mode: `learn`, `guided`, `practice` or `exam`.
    """
    return _HELP[mode](talk)
