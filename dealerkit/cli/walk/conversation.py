"""The conversation of `dealerkit walk`: the dealer types an act, and sees its result."""

from __future__ import annotations

import contextlib
import importlib
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from dealerkit.cli.walk import lesson
from dealerkit.cli.walk.help_modes import help_for
from dealerkit.cli.walk.outlets import outlet
from dealerkit.errors import ActError, Impossible
from dealerkit.felt import Act
from dealerkit.felt.numbers import is_whole
from dealerkit.felt.verbs import sentence
from dealerkit.files import screen_text
from dealerkit.files.output import write_new
from dealerkit.games.baccarat.scorecard import scorecard
from dealerkit.procedure.steps import DealerStep
from dealerkit.rules.road_book import road_book
from dealerkit.table.record import read_record
from dealerkit.table.reports import RoadsReport
from dealerkit.table.scene import look, told
from dealerkit.training.walk import commentary, ellipsis, table_lines, wording
from dealerkit.training.walk.felt_text import Print
from dealerkit.training.walk.session import Session
from dealerkit.training.walk.slips import menu
from dealerkit.training.walk.talk import Talk

COMMANDS: dict[str, tuple[tuple[str, ...], str]] = {
    "hint": (("h",), "what to do now, why, and by which rule"),
    "why": ((), "why the last slip matters, or the reason for the next step"),
    "menu": (("?", "m"), "pick an action by number; one is right"),
    "undo": (("u",), "take back your last action"),
    "show": (("table", "felt"), "the felt, with everyone's chips; show table puts it in words"),
    "roads": (("scorecard",), "the roads of the shoe, in games that keep them"),
    "findings": (("slips",), "the slips so far"),
    "save": ((), "where the record is; save FILE saves a copy"),
    "quit": (("q", "exit", "bye", "stop"), "stop here; the record is saved"),
    "help": ((), "this"),
}

ALWAYS = ("floor", "kill", "turn", "move", "allin", "clock", "introduce", "rebuild")
"""Verbs that a dealer may need in any game without a step for them; `help` lists those with phrases."""

_SHOWN = ("show", "roads", "findings", "menu", "hint", "help")
"""Commands that may follow "show": show roads."""

_WORDS = {word: name for name, (others, _) in COMMANDS.items() for word in (name, *others)}


class Conversation:
    """The conversation of a walk: the dealer types acts and commands, and sees their results.

    Args:
        session: The session at the table.
        at_once: Whether findings are shown at once, or at the end.
        menus: Whether each prompt offers a menu of acts.
        show: Prints a card: in letters, or with its suit symbol.
        hands: Number of rounds to deal; 0 for no end.
        plain: Whether lines scroll even on a terminal that could keep the table in place.
        mode: The help mode: `learn`, `guided`, `practice` or `exam`.
        names_first: Whether the first step is named at the start.
        until: Id of the step to stop before, once a round was dealt; empty for none.

    Attributes:
        hints: Number of hints that the dealer asked for.
        helped: For each completed round, whether the next step was asked for or shown in it.
        unclear: Number of lines that had to be repeated or confirmed, which costs nothing. Counted in an exam.
    """

    def __init__(
        self,
        session: Session,
        *,
        at_once: bool,
        menus: bool,
        show: Print,
        hands: int,
        plain: bool = False,
        mode: str = "guided",
        names_first: bool = False,
        until: str = "",
    ) -> None:
        self.session, self.at_once, self.menus, self.show, self.hands = session, at_once, menus, show, hands
        self.mode, self.unclear, self.names_first, self.until = mode, 0, names_first, until
        self.help = help_for(self, mode)
        self.helped: list[bool] = []
        self._told_before = 0
        self.talk = Talk.of(session.table.game)
        self.hints = 0
        self.choices: tuple[tuple[Act, ...], ...] = ()
        self.lesson: Any = session.watch
        self.out = outlet(session, at_once=at_once, show=show, plain=plain)

    # -- the loop -------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Converse until the rounds are dealt, the dealer quits, or the input ends."""
        with self.out:
            self._complete()
            self.players()
            self._felt()
            while not self._over():
                if self.menus and not self.choices:
                    self.on_menu()
                if self.lesson is not None:
                    lesson.ask(self, self.lesson)
                self.help.before()
                line = self.out.read()
                if line is None or not self.take(line):
                    break

    def _over(self) -> bool:
        if self.session.dealt(self.hands, self.until):
            return True
        if self.session.over and not self.session.holds:
            self.out.say(wording.OVER)
            return True
        return False

    def take(self, line: str) -> bool:
        """Carry out a typed line: an act, an answer or a command; return False if the dealer quits or the walk is over."""
        words = line.strip().split()
        if not words or words[0].startswith("#"):
            return True
        command = _WORDS.get(words[0].lower())
        if [word.lower() for word in words] == ["show", "table"]:
            self.on_told()
            return True
        if command == "show" and len(words) == 2 and _WORDS.get(words[1].lower()) in _SHOWN:
            command, words = _WORDS[words[1].lower()], words[1:]
        if command == "quit" and len(words) == 1:
            return False
        if command in self.help.barred:
            self.out.say(screen_text.line("not in an exam"))
            return True
        if command is not None and (len(words) == 1 or command == "save"):
            getattr(self, f"on_{command}")(*([line.strip()] if command == "save" else ()))
            return True
        if len(words) == 1 and is_whole(words[0]) and self.choices:
            self._pick(int(words[0]))
            return True
        self.choices = ()
        if self.lesson is not None:
            left = lesson.answered(self, self.lesson, line.strip())
            if left is None:
                return True
            line = left
        talk_ = self.help.heard(line, self.talk.hear(line, self.session.table))
        if talk_ is None:
            return True
        if self.lesson is not None and self.lesson.open is not None and talk_.unsure:
            lesson.again(self)
        elif talk_.acts:
            if talk_.guessed:
                more = f", and {len(talk_.acts) - 1} more" if len(talk_.acts) > 1 else ""
                self.out.say(screen_text.line(f"I take that as: {self.talk.said(talk_.acts[0])}{more}", 4))
            self.acts(talk_.acts)
        else:
            self.out.say(screen_text.line(talk_.asks))
            self._offer(talk_.choices)
        return True

    def _offer(self, choices: Sequence[tuple[Act, ...]]) -> None:
        self.choices = tuple(choices)
        for number, acts in enumerate(self.choices, 1):
            self.out.say(screen_text.line(", ".join(self.in_words(act) for act in acts), 4, f"{number}  "))
        if self.choices:
            self.out.say(screen_text.line("Type its number, or say it in other words.", 4))

    def in_words(self, act: Act) -> str:
        """Return a dealer's act as the phrase to say at this table, or an act of a player or the floor as a sentence."""
        return self.talk.said(act, self.session.table) if act.who == "d" else wording.said_at(self.session.table, act)

    def _pick(self, number: int) -> None:
        if not 1 <= number <= len(self.choices):
            self.out.say(screen_text.line(f"there are {len(self.choices)}; type a number from 1 to {len(self.choices)}"))
            return
        acts, self.choices = self.choices[number - 1], ()
        self.acts(acts)

    # -- acts -----------------------------------------------------------------------------------------------------

    def names_the_answer(self) -> bool:
        """Print the answer to the open question, for a beginner; return whether a question is open."""
        return self.lesson is not None and bool(lesson.hint(self, self.lesson, unasked=True))

    def _felt(self) -> None:
        """Show the felt, and the right answer after a wrong one."""
        self.out.felt()
        if self.lesson is not None:
            lesson.tell(self, self.lesson)

    def acts(self, acts: Sequence[Act], *, goes_on: bool = False) -> None:
        """Carry out acts, print their results, let the players act, and show the felt.

        Args:
            acts: The acts, in order.
            goes_on: Whether the rest of the same line comes next, so that the felt is shown only after that.
        """
        ended = False
        for number, act in enumerate(acts):
            against = self.session.bars(act)
            if against is not None:
                self.out.together()
                self._say(commentary.lines(table_lines.refused(self.session.table, against)))
                return
            try:
                done = self.session.say(act, goes_on=number > 0)
            except (Impossible, ActError) as error:
                self.out.together()
                self.out.say(screen_text.line(f"That can't be done: {wording.impossible(error)}"))
                return
            self.out.done(done, several=len(acts) > 1)
            ended = ended or done.round_over
        self.out.together()
        if ended:
            self.helped.append(self.mode == "learn" or self.menus or self.hints > self._told_before)
            self._told_before = self.hints
            self.help.round_over()
        if not (self.hands and self.session.rounds.done >= self.hands):
            self.players()
        if not goes_on:
            self._felt()

    def players(self) -> None:
        """Let the players act now."""
        try:
            for done in self.session.players_act():
                self.out.done(done)
        except Impossible as error:
            self.out.say(screen_text.line(f"The players can't continue: {error}. Type undo, or say what they do.", 2, "! "))

    def _say(self, rows: Iterable[str]) -> None:
        for row in rows:
            self.out.say(row)

    # -- commands -------------------------------------------------------------------------------------------------

    def on_hint(self) -> None:
        """Print the next step."""
        self.hints += 1
        if self.lesson is not None and lesson.hint(self, self.lesson):
            return
        self._say(commentary.lines(table_lines.hint(self.session.table, self.talk)))

    def on_why(self) -> None:
        """Print the reason why the last slip matters, or else why the next step is done."""
        table, slips = self.session.table, self.session.findings()
        if not slips or not self.at_once:
            self._say(commentary.lines(table_lines.why_now(table)))
            return
        self.out.finding(slips[-1])
        self._say(commentary.rules(table, table.explain(slips[-1]).cite))

    def on_menu(self) -> None:
        """Offer a menu of acts."""
        table = self.session.table
        acts = menu(table, table.setup.seed)
        if not acts and table.ask:
            moves = [(seat, move) for seat, mine in table.ask.items() for move, allowed in mine.items() if None in allowed]
            self._offer([(Act.make(seat, *move.split()),) for seat, move in moves[:9]])
            return
        if not acts:
            self.out.say(screen_text.line("no action to choose from now; type hint"))
            return
        self.choices = tuple((act,) for act in acts)
        for number, act in enumerate(acts, 1):
            self.out.say(screen_text.line(sentence(act).removeprefix("the dealer "), 4, f"{number}  "))

    def on_undo(self) -> None:
        """Take back the last act."""
        self.choices = ()
        taken = self.session.undo()
        if not taken:
            self.out.say(screen_text.line(wording.NOTHING_DONE))
            return
        del self.helped[len(self.session.times) :]
        self.out.say(
            screen_text.line("taken back: " + "; ".join(wording.said_at(self.session.table, act) for act in reversed(taken)))
        )
        self.players()
        self._felt()

    def on_show(self) -> None:
        """Show the felt with everybody's chips."""
        self.out.say(commentary.felt(self.session.table, show=self.show, stacks=True))

    def on_told(self) -> None:
        """Describe the table in sentences."""
        for sentence_of_it in told(look(self.session.table)):
            self.out.say(screen_text.line(sentence_of_it, hang=2))

    def on_roads(self) -> None:
        """Show the roads of the shoe."""
        table = self.session.table
        card = scorecard(read_record(table.record()))
        if card is None:
            self.out.say(screen_text.line(f"{table.game.title} has no roads"))
            return
        for text in RoadsReport(table.game, card.book, card.shoes).lines():
            self.out.say(text)

    def on_findings(self) -> None:
        """Print the findings so far."""
        if not self.at_once:
            self.out.say(screen_text.line(f"slips are shown at the end{self.help.when}"))
            return
        slips = self.session.findings()
        if not slips:
            self.out.say(screen_text.line("no slips so far", 2, "ok  "))
        for slip in slips:
            self.out.finding(slip, short=True)

    def on_save(self, line: str) -> None:
        """Print the path of the record, or write a copy of it to the file that the line names.

        Args:
            line: The line as typed: `save`, or `save FILE`.
        """
        try:
            words = shlex.split(line)[1:]
        except ValueError:
            words = line.split()[1:]
        writer = self.session.writer
        if words:
            path = Path(words[0])
            try:
                write_new(path, self.session.table.record())
            except FileExistsError:
                self.out.say(screen_text.line(f"{path}: a file with this name already exists; choose another name"))
                return
            except OSError as error:
                self.out.say(screen_text.line(f"{path}: can't be saved: {error.strerror or error}"))
                return
            except ValueError:
                self.out.say(screen_text.line("a file name can't contain a zero byte; choose another name"))
                return
            self.out.say(screen_text.line(f"a copy is in {path}", 2, "ok  "))
        elif writer is not None:
            self.out.say(screen_text.line(f"every act is already saved in {writer.path}", 2, "ok  "))
        else:
            self.out.say(screen_text.line("no record is saved; save FILE saves one"))

    def on_help(self) -> None:
        """Print the words and phrases that can be typed."""
        table = self.session.table
        self.out.say(
            screen_text.line("Say what you do, as you would at the table. Short words and small misspellings are understood.")
        )
        spoken: dict[str, str] = {}
        used = {verb for step in table.house.program.walk() if isinstance(step, DealerStep) for verb in step.verbs}
        for phrase in self.talk.phrases:
            if phrase.act[0] in ellipsis.WHOLE or ";" in phrase.act:
                if ellipsis.has(table, phrase.act):
                    spoken.setdefault(" ".join(phrase.act), self.talk.shown(phrase, table))
            elif phrase.act[0] == "s1" or (phrase.act[0] == "d" and (phrase.act[1] in used or phrase.act[1] in ALWAYS)):
                spoken.setdefault(" ".join(phrase.act[:2]), self.talk.shown(phrase, table))
        for row in _columns(
            [words for _, words in sorted(spoken.items(), key=lambda item: (self._place_in_a_hand(item[0]), item[1]))]
        ):
            self.out.say(f"    {row}")
        written = ", ".join(act.text for act in self._acts_of_the_game())
        self.out.say(
            screen_text.line(f"You can also type the short form of an action{f': {written}' if written else ''}. Other commands:")
        )
        none = self.help.barred | (frozenset() if road_book(table.game) is not None else {"roads"})
        kept = {name: meaning for name, (_, meaning) in COMMANDS.items() if name not in none}
        self.out.say(screen_text.table(kept.items(), indent=4))

    def _place_in_a_hand(self, act: str) -> int:
        """Return the index of the first step that uses an act; a larger one than any step's if none does."""
        steps = [step for step in self.session.table.house.program.walk() if isinstance(step, DealerStep)]
        who, word = act.split()[:2]
        if who == "s1":
            return len(steps) + 1
        asked = (at for at, step in enumerate(steps) if step.id in word.split("|") or word.rstrip(";") in step.verbs)
        return next(asked, len(steps))

    def _acts_of_the_game(self) -> list[Act]:
        """Return the dealer's last act and a player's, in the notation of records, as examples; the next step may be a
        question.
        """
        log = self.session.table.log
        last = (next((act for act in reversed(log) if bool(act.seat) is played), None) for played in (False, True))
        return [act for act in last if act is not None]

    # -- a terminal -----------------------------------------------------------------------------------------------

    def _complete(self) -> None:
        """Switch on word completion by the Tab key, if the terminal's library can do it."""
        if not self.out.types:
            return
        editor: Any = None
        with contextlib.suppress(ImportError):
            editor = importlib.import_module("readline")
        if editor is not None:
            candidates: list[str] = []

            def complete(begun: str, state: int) -> str | None:
                if state == 0:
                    before = editor.get_line_buffer()[: editor.get_begidx()].split()
                    words = self.talk.completions(before, begun, self.session.table)
                    commands = [name for name in COMMANDS if name.startswith(begun)] if not before else []
                    candidates[:] = [f"{word} " for word in [*words, *commands]]
                return candidates[state] if state < len(candidates) else None

            editor.set_completer_delims(" ")
            editor.set_completer(complete)
            editor.parse_and_bind("bind ^I rl_complete" if "libedit" in (editor.__doc__ or "") else "tab: complete")
            self.out.complete(editor)


def _columns(words: Sequence[str]) -> Iterator[str]:
    """Yield short texts side by side, in lines."""
    wide = max(map(screen_text.cells, words), default=0) + 3
    count = max(1, (screen_text.width() - 4) // wide)
    for at in range(0, len(words), count):
        yield "".join(f"{word}{' ' * (wide - screen_text.cells(word))}" for word in words[at : at + count]).rstrip()
