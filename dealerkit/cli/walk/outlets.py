"""The output of `dealerkit walk`: lines that scroll, or a screen that keeps the table in place."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, Self

import attrs

from dealerkit.cli import common
from dealerkit.cli.display import in_color
from dealerkit.felt import FLOOR, Act
from dealerkit.felt.acts import is_seat
from dealerkit.felt.verbs import VERBS, sentence
from dealerkit.files import screen_text
from dealerkit.judge import Finding
from dealerkit.judge.floor import Ruled
from dealerkit.rulings import OUTCOMES
from dealerkit.table.next_acts import urgent_act
from dealerkit.table.scene import look
from dealerkit.table.scene.screen import LEAST, Notes, ShownSlip, Signs, Terminal, answer_room, page, sheet
from dealerkit.training.replies import LEAVE
from dealerkit.training.walk import commentary, table_lines, wording
from dealerkit.training.walk.felt_text import Print, signs
from dealerkit.training.walk.session import Done, Session

PROMPT = "dealer> "
MORE = "q: back to the table; Enter: next> "
WAITING = "the players are waiting for you to announce or mark the last action"


class Outlet(Protocol):
    """The output and input of a walk's conversation: scrolling lines, or a screen that keeps the table in place."""

    def __enter__(self) -> Self:
        """Begin the conversation."""

    def __exit__(self, *_: object) -> None:
        """End the conversation, whatever the reason."""

    def say(self, text: str = "") -> None:
        """Print an answer to the dealer, or the reason why a line is not carried out.

        Args:
            text: The text, already wrapped.
        """

    def finding(self, shown: Finding, *, short: bool = False) -> None:
        """Show a finding that the dealer asked to see.

        Args:
            shown: The finding.
            short: Whether to leave out its reason, rules and remedy.
        """

    def done(self, done: Done, *, several: bool = False) -> None:
        """Show the result of an act.

        Args:
            done: The act with its findings and rulings.
            several: Whether it is one of several acts typed on one line.
        """

    def together(self) -> None:
        """Show the acts typed on one line together, after the last of them."""

    def felt(self) -> None:
        """Show the felt at the end of a line, and the player to act."""

    def read(self) -> str | None:
        """Return the next typed line; None at the end of the input."""

    @property
    def types(self) -> bool:
        """Whether a person types at a terminal."""

    def complete(self, editor: object) -> None:
        """Let the screen show possible words while a line is typed.

        Args:
            editor: The module that reads and edits lines, such as `readline`.
        """


def outlet(session: Session, *, at_once: bool, show: Print, plain: bool) -> Outlet:
    """Return a screen that keeps the table in place, on a capable terminal; otherwise lines that scroll.

    Args:
        session: The session at the table.
        at_once: Whether slips are shown at once.
        show: The style of cards.
        plain: Whether scrolling lines are asked for.
    """
    paper = Scroll(session, at_once=at_once, show=show)
    if plain or not paper.types or os.environ.get("TERM", "") in ("", "dumb"):
        return paper
    return OutletStage(paper)


class Scroll:
    """Lines that scroll: for a pipe, a file, a simple terminal, a screen reader.

    Args:
        session: The session.
        at_once: Whether findings are shown at once, or at the end.
        show: The style of cards.
    """

    def __init__(self, session: Session, *, at_once: bool, show: Print) -> None:
        self.session, self.at_once, self.show = session, at_once, show
        self.felt_shown = ""
        self.told_to_wait = False
        self.quiet: list[tuple[Act, str]] = []
        self.types = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()

    def complete(self, editor: object) -> None:
        """Leave the display as it is: the library prints the possible words under the line."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def say(self, text: str = "") -> None:
        """Print an answer to the dealer."""
        common.echo(text)

    def finding(self, shown: Finding, *, short: bool = False) -> None:
        """Print a finding that the dealer asked to see.

        Args:
            shown: The finding.
            short: Whether to leave out its reason, rules and remedy.
        """
        common.echo(commentary.finding(self.session.table, shown, short=short))

    def done(self, done: Done, *, several: bool = False) -> None:
        """Print the result of an act; correct acts typed on one line are kept, to be printed together at its end.

        Args:
            done: The act with its findings and rulings.
            several: Whether it is one of several acts typed on one line.
        """
        if several and not (done.findings or done.corrected or done.rulings):
            self.quiet.append((done.act, wording.doing(self.session.table, done.act, self.show, done.moved)))
        else:
            self.together()
            common.echo_lines(self.told(done))

    def together(self) -> None:
        """Print the correct acts of one line, cards to several seats as one sentence, and forget them."""
        for _, group in itertools.groupby(self.quiet, key=lambda pair: (pair[0].verb, pair[0].face, pair[0].n)):
            same = list(group)
            seats = [act.to[0] for act, _ in same if act.to and is_seat(act.to[0])]
            if len(same) > 2 and len(seats) == len(same):
                doing = sentence(Act.make(same[0][0].who, same[0][0].verb, "s1", n=same[0][0].n))
                up = f" face {same[0][0].face}" if same[0][0].face else ""
                common.echo(screen_text.line(f"{doing.removesuffix('seat 1')}{', '.join(seats)}{up}", 2))
            else:
                for _, text in same:
                    common.echo(screen_text.line(text, 2))
        self.quiet.clear()

    def told(self, done: Done) -> Iterator[str]:
        """Yield the lines that show the result of an act: the act in words, its findings and rulings."""
        table = self.session.table
        yield screen_text.line(wording.doing(table, done.act, self.show, done.moved), 2)
        if not self.at_once:
            return
        for slip in done.findings:
            yield commentary.finding(table, slip, indent=2)
        for slip in done.corrected:
            yield screen_text.line(f"{slip.code}: fixed at once", 2, "ok  ")
        for ruled in done.rulings:
            yield from commentary.lines(table_lines.ruling(ruled))

    def felt(self) -> None:
        """Show the felt, and the player to act."""
        table = self.session.table
        felt = commentary.felt(table, show=self.show)
        if felt != self.felt_shown or "\n" not in felt:
            common.echo(felt)
        self.felt_shown = felt
        if self.session.asks:
            return
        if table.ask and table.players is not None and not table.players.until and not table.plan() and urgent_act(table) is None:
            common.echo(screen_text.line(wording.whose_turn(table), 4, "to act: "))
        elif table.ask and urgent_act(table) is not None and not self.told_to_wait:
            self.told_to_wait = True  # once: from then on the dealer knows whom the table waits for
            common.echo(screen_text.line(WAITING, 4))

    def read(self) -> str | None:
        """Return the next line, typed or piped; None at the end of the input."""
        if self.types:
            try:
                return input(PROMPT)
            except EOFError:
                common.echo()
                return None
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            return None
        common.echo(f"{PROMPT}{line.strip()}")
        return line


@attrs.frozen
class _SlipOnScreen:
    """A slip on the screen, with its finding."""

    found: Finding
    slip: ShownSlip


class OutletStage:
    """A screen that keeps the table in place.

    Output is collected until the next line is read, and then painted all at once. On a screen that is too small it is printed
    instead, until the screen is enlarged.

    Args:
        paper: The outlet that prints, with its session.
    """

    def __init__(self, paper: Scroll) -> None:
        self.paper, self.session, self.at_once = paper, paper.session, paper.at_once
        self.signs = Signs(suits=paper.show is signs)
        self.terminal = Terminal(sys.stdout, colour=in_color(), again=self._again)
        self.answer: list[str] = []
        self.acts: list[str] = []
        self.slips: list[_SlipOnScreen] = []
        self._since: list[tuple[Act, str]] = []
        self._unpainted: list[Callable[[], None]] = []
        self._prompt = PROMPT
        self.types = True

    def __enter__(self) -> Self:
        self.terminal.__enter__()
        if self._large():
            screen_text.COLUMNS.set(answer_room(*self.terminal.size())[0])
        return self

    def __exit__(self, *_: object) -> None:
        self.terminal.__exit__()
        screen_text.COLUMNS.set(0)
        for tell in self._unpainted:  # lines not yet painted are printed above the summary
            tell()
        self._unpainted.clear()

    # -- output ---------------------------------------------------------------------------------------------------

    def say(self, text: str = "") -> None:
        """Add an answer to the pane of answers."""
        self.answer.append(screen_text.unstyled(text))
        self._unpainted.append(lambda: self.paper.say(text))

    def finding(self, shown: Finding, *, short: bool = False) -> None:
        """Add a finding to the pane of answers, without its code."""
        explained = self.session.table.explain(shown)
        rows = [screen_text.line(f"{wording.what_was_wrong(self.session.table, shown)} ({explained.severity})", 2, "! ")]
        if not short:
            rows += [screen_text.line(explained.why, 4, "why: ")] if explained.why else []
            rows += [screen_text.line(explained.remedy, 4, "> ")] if explained.remedy else []
            ruled = [ruling for ruling in self.session.table.rulings if (ruling.act, ruling.code) == (shown.act, shown.code)]
            rows += [screen_text.line(row, 4, hang=2) for row in _ruling(ruled)]
        self.answer += rows
        self._unpainted.append(lambda: self.paper.finding(shown, short=short))

    def done(self, done: Done, *, several: bool = False) -> None:
        """Add an act to the pane of acts, and its findings to the pane of findings."""
        table = self.session.table
        act = (
            done.act if done.act.who != FLOOR else Act.make(FLOOR, done.act.verb, done.act.to[0])
        )  # the others are names of records
        self._since.append((act, wording.doing(table, act, self.paper.show, done.moved)))
        self._unpainted.append(lambda: common.echo_lines(list(self.paper.told(done))))
        if not self.at_once:
            return
        for finding in done.corrected:
            self.slips = [
                attrs.evolve(slip_, slip=attrs.evolve(slip_.slip, right=True))
                if (slip_.found.act, slip_.found.code) == (finding.act, finding.code)
                else slip_
                for slip_ in self.slips
            ]
        for finding in done.findings:
            ruled = [ruling for ruling in done.rulings if (ruling.act, ruling.code) == (finding.act, finding.code)]
            self.slips.append(_SlipOnScreen(finding, _slip(self.session, finding, ruled)))
        for ruling in done.rulings:
            if not any((ruling.act, ruling.code) == (finding.act, finding.code) for finding in done.findings):
                self._ruled_later(ruling)

    def _ruled_later(self, ruled: Ruled) -> None:
        """Add a ruling to the earlier slip that it is about."""
        for number, slip_ in enumerate(self.slips):
            if (slip_.found.act, slip_.found.code) == (ruled.act, ruled.code):
                self.slips[number] = _SlipOnScreen(slip_.found, attrs.evolve(slip_.slip, ruled=tuple(_ruling([ruled]))))

    def together(self) -> None:
        """Leave the acts as they are: they are put together when they are painted."""

    def felt(self) -> None:
        """Have the felt painted with the next line; if nobody may act, print the reason once."""
        table = self.session.table
        if table.ask and urgent_act(table) is not None and not self.paper.told_to_wait:
            self.paper.told_to_wait = True
            self.say(screen_text.line(WAITING, 4))

    # -- the screen -----------------------------------------------------------------------------------------------

    def _large(self) -> bool:
        width, height = self.terminal.size()
        return width >= LEAST[0] and height >= LEAST[1]

    def read(self) -> str | None:
        """Paint the screen, and return the next line that is not empty; None at the end of the input."""
        line: str | None = ""
        while line is not None and not line.strip():
            line = self._read()
        return line

    def _read(self) -> str | None:
        """Paint the screen and return a line; a long answer is shown page by page first, and the line is then empty."""
        if not self._large():
            self.terminal.close()
            screen_text.COLUMNS.set(0)
            for tell in self._unpainted:
                tell()
            self.paper.felt()
            self._clear_painted()
            return self.paper.read()
        self.terminal.open()
        pages = range(0, len(self._long()), self.terminal.size()[1] - 3)
        for at in pages or (0,):
            self._prompt = MORE if pages else PROMPT
            self._paint(at)
            line = self._input()
            if line is None or (line.strip() and not (pages and line.strip().lower() == LEAVE)):
                self._clear_painted()
                return line
            if line.strip():
                break
        if pages:  # all pages have been shown, or left
            self.answer = []
        return ""

    def _input(self) -> str | None:
        try:
            return input(self._prompt)
        except EOFError:
            return None

    def _clear_painted(self) -> None:
        """Forget everything painted, because it has been seen."""
        self._gather()
        self.answer, self._unpainted = [], []
        status = look(self.session.table).status
        if not (status.mends or status.owed or self.session.waits_for_the_floor):
            self.slips = []
        if self._large():
            screen_text.COLUMNS.set(answer_room(*self.terminal.size())[0])

    def _gather(self) -> None:
        if self._since:
            self.acts = [*self.acts[-40:], "; ".join(told_together(self._since))]
            self._since = []

    def _long(self) -> list[str]:
        """Return the lines of an answer that is too long for the pane."""
        rows = [row for text in self.answer for row in text.split("\n")]
        return rows if len(rows) > answer_room(*self.terminal.size())[1] else []

    def _paint(self, at: int = 0) -> None:
        width, height = self.terminal.size()
        rows = self._long()
        if rows:
            game = self.session.table.game.title
            self.terminal.paint(sheet(rows[at : at + height - 3], width, height, game))
            return
        done = (*self.acts, "; ".join(told_together(self._since))) if self._since else tuple(self.acts)
        known = {(finding.act, finding.code) for finding in self.session.table.findings}  # the others have been taken back
        slips = tuple(slip_.slip for slip_ in self.slips if (slip_.found.act, slip_.found.code) in known)
        count = len(self.session.findings()) if self.at_once else 0
        notes = Notes(done, slips, count, tuple(self.answer), whole_by="why")
        scene = look(self.session.table)
        if self.session.asks:
            seats = tuple(attrs.evolve(seat, acts=False, to_call="", to_call_is_all_in=False) for seat in scene.seats)
            scene = attrs.evolve(scene, seats=seats)
        if not self.at_once:  # the status line does not show it before the end either
            scene = attrs.evolve(scene, status=attrs.evolve(scene.status, owed=(), mends=False))
        self.terminal.paint(page(scene, notes, self.signs, width, height))

    def _again(self) -> None:
        """Paint again while a line is typed, because the size has changed or the program was resumed."""
        if not self._large():
            return  # until the line is typed
        self._paint()
        editor = sys.modules.get("readline")
        self.terminal.type(self._prompt + (editor.get_line_buffer() if editor is not None else ""))
        if editor is not None:
            editor.redisplay()

    def complete(self, editor: object) -> None:
        """Show the possible words in the pane while a line is typed."""

        def shown(_begun: str, words: Sequence[str], _longest: int) -> None:
            kept, self.answer = self.answer, [screen_text.line("  ".join(word.strip() for word in words), 0)]
            self._again()
            self.answer = kept

        if hasattr(editor, "set_completion_display_matches_hook"):
            editor.set_completion_display_matches_hook(shown)


# Slips


def _slip(session: Session, finding: Finding, ruled: Sequence[Ruled]) -> ShownSlip:
    """Return a finding for the screen, with the catalogue's words, and the floor's ruling or the remedy.

    Args:
        session: The session.
        finding: The finding.
        ruled: The rulings of the floor so far.
    """
    explained = session.table.explain(finding)
    beside = list(_ruling(ruled)) or ([f"to do: {explained.remedy}"] if explained.remedy else [])
    title = wording.what_was_wrong(session.table, finding)
    return ShownSlip(explained.severity, title, explained.why or "", tuple(explained.cite), tuple(beside), finding.self_corrected)


def _ruling(ruled: Sequence[Ruled]) -> Iterator[str]:
    for part_ in (each for ruling_ in ruled for each in ruling_.ruling.each):
        yield f"floor: {OUTCOMES.get(part_.outcome, part_.outcome.replace('_', ' '))}"
        if part_.say:
            yield f'says: "{part_.say}"'
        for number, step in enumerate(part_.steps, 1):
            yield f"{number}. {step}"
        if part_.because:
            yield f"why: {part_.because}"


# Acts put together


def told_together(acts: Sequence[tuple[Act, str]]) -> list[str]:
    """Return sentences for acts: repeated acts share a sentence, and so do equal acts to several seats.

    Args:
        acts: The acts in order, each with its own sentence.

    >>> burn, deal = Act.parse("d burn"), [Act.parse(f"d deal s{seat}") for seat in (2, 3, 1)]
    >>> told_together([(burn, sentence(burn))] * 10)
    ['the dealer burns 10']
    >>> told_together([(act, sentence(act)) for act in deal * 2])
    ['the dealer deals to seats 2, 3, 1 (2 times)']
    """
    out = []
    for _, group in itertools.groupby(acts, key=lambda pair: _kind(*pair)):
        same = list(group)
        act, text = same[0]
        if len(same) == 1:
            out.append(text)
        elif all(act_ is act for act_, _ in same):
            verb = VERBS[act.who if not act.seat else "s", act.verb]
            counted = verb.count and act.n is None
            one_act = Act.make(act.who, act.verb, *act.to, n=len(same), face=act.face) if counted else None
            out.append(sentence(one_act) if one_act is not None else f"{text} ({len(same)} times)")
        else:
            seats = [act_.to[0][1:] for act_, _ in same]
            once = list(dict.fromkeys(seats))
            times = len(seats) // len(once)
            even = seats == once * times
            text = text.replace(f"seat {seats[0]}", f"seats {', '.join(once if even else seats)}", 1)
            out.append(f"{text} ({times} times)" if even and times > 1 else text)
    return out


def _kind(act: Act, words: str) -> object:
    """Return the key by which acts share a sentence; an act that shows a card shares none."""
    if act.cards or ": " in words:
        return words
    if len(act.to) == 1 and is_seat(act.to[0]):
        return act.who, act.verb, act.n, act.face, act.manner
    return act.text
