"""Call-out at the terminal: a patron's line, the dealer's right answer, the mark; saved as marked by a person."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

import attrs

from dealerkit.cli.common import echo, report
from dealerkit.cli.failure import Refusal
from dealerkit.cli.keyboard import Keyboard, Left, Peeked, no_such
from dealerkit.cli.trainee import now, open_store
from dealerkit.files.screen_text import heading, line, style
from dealerkit.rules.data import drills_apart
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import rule_set
from dealerkit.training.answers import Answer, answer_under
from dealerkit.training.callout import Ask, Call, calls
from dealerkit.training.cell_names import slip_title
from dealerkit.training.drills import drill
from dealerkit.training.exercises import NoExercise, at_level
from dealerkit.training.reports.callout import RIGHT, WRONG, CallMark, CalloutReport

if TYPE_CHECKING:
    from dealerkit.training.generators import Setting
    from dealerkit.training.store import TrainingStore

_OF = "callout/"
_LETTERS = "abcdefgh"
_ENTER, _SPACE, _BACK = "\n", " ", "\x7f"
_HELP = (
    "Space or Enter: show the right answer. Then Enter: right, w: wrong, a letter: that slip. "
    "Backspace: change the last mark. q: end."
)


def setting(game: str, level: int, rules: str | None, settings: Mapping[str, str]) -> Setting:
    """Return a game's call-out drill at one of its levels. In a call-out the program speaks the players' lines, and the trainee
    deals real cards.

    Args:
        game: The name of the game, or the path of its file.
        level: The number of the level, from 1.
        rules: The rule set's name or file; None for the game's own.
        settings: Options of the game as typed, by name.

    Raises:
        UnknownName: If there is no such game, level, rule set or option.
        Refusal: If the game has no call-out drill.
    """
    load(game, rules)
    over = rule_set(rules) if rules is not None else None
    known: list[str] = []
    for name in (name for name in drills_apart() if name.startswith(_OF)):
        drill_ = drill(name, over)
        try:
            return at_level(drill_, level, game, rules, settings)
        except NoExercise:
            known += drill_.level(level).games
    msg = f"{game} can't be practised by callout: whose turn it is, or the payout, depends on cards only you can see"
    raise Refusal(msg, hint=f"games for callout: {', '.join(known)}")


class _Table:
    """A sitting: the calls, and the marks given."""

    def __init__(self, where: Setting, keyboard: Keyboard, store: TrainingStore | None, seed: str, trainee: str) -> None:
        self.where, self.keyboard, self.store, self.seed, self.trainee = where, keyboard, store, seed, trainee
        self.marks: list[CallMark] = []
        self.hand = self._kept = 0
        self._session = ""

    def run(self, hands: int | None) -> None:
        """Call out hands until the sitting is stopped, or a number of them is over.

        Raises:
            Left: When the sitting is stopped.
        """
        row, reply = calls(self.where, self.seed), ""
        call: Call | Ask = next(row)
        while True:
            if isinstance(call, Ask):
                reply = self._asked(call)
            else:
                if hands is not None and call.hand > hands:
                    return
                self._called(call)
            call = row.send(reply)

    def _asked(self, ask: Ask) -> str:
        """Ask a question that only the person who deals can answer."""
        keys = "   ".join(key if key == meaning else f"{key} {meaning}" for key, meaning in ask.keys.items())
        echo(err=self.keyboard.err)
        while True:
            echo(f"     {ask.question}   {style(keys, dim=True)}   > ", nl=False, err=self.keyboard.err)
            try:
                typed = self.keyboard.one_key("".join(ask.keys)).text.strip().lower()[:1]
            except Peeked:
                echo(line(_HELP, 5), err=self.keyboard.err)
                continue
            if typed in ask.keys:
                return typed
            echo(line(f"press one of {', '.join(ask.keys)}", 5), err=self.keyboard.err)

    def _called(self, call: Call) -> None:
        """Call out one line, show the right answer, and take the mark."""
        err = self.keyboard.err
        echo(err=err)
        if call.hand != self.hand:
            self.hand = call.hand
            echo(heading(f"{'Coup' if self.where.game.family == 'baccarat' else 'Hand'} {call.hand}"), err=err)
        number = len(self.marks) + 1
        self._say(call, number)
        began = self.keyboard.clock()
        while (key := self._key(_SPACE)) not in (_ENTER, _SPACE):
            if key == _BACK and self.marks:
                self._again()
                self._say(call, number)
                began = self.keyboard.clock()
        taken = round((self.keyboard.clock() - began) * 1000) if self.keyboard.live else None
        for row in call.reveal:
            echo(line(row, 7, "> "), err=err)
        if call.rules:
            echo(line(", ".join(call.rules), 7, "rule: "), err=err)
        self._keep()
        self.marks.append(CallMark(call, number, self._mark(call), taken))

    def _say(self, call: Call, number: int) -> None:
        """Print the patrons' lines."""
        for at, row in enumerate(call.say):
            echo(line(row, 5) if at else line(row, 1, f"{f'{number}.':>3} "), err=self.keyboard.err)

    def _again(self) -> None:
        """Let the last call be marked again."""
        last = self.marks.pop()
        echo(line(f"mark again, {last.number}: {last.call.say[0]}", 5), err=self.keyboard.err)
        self.marks.append(attrs.evolve(last, given=self._mark(last.call)))

    def _mark(self, call: Call) -> str:
        """Read the mark of a call, and return it."""
        err = self.keyboard.err
        slips = dict(zip(_LETTERS, call.codes, strict=False))
        echo(line("Enter right   w wrong", 5), err=err)
        for key, code in slips.items():
            echo(line(slip_title(code), 5, f"{key} "), err=err)
        while True:
            key = self._key("rw" + "".join(slips), "slip")
            if key in (_ENTER, "r"):
                given = RIGHT
            elif key == "w":
                given = WRONG
            elif key in slips:
                given = slips[key]
            else:
                continue
            echo(
                line(style(given if given in (RIGHT, WRONG) else slip_title(given), fg="green" if given == RIGHT else "red"), 5),
                err=err,
            )
            return given

    def _key(self, keys: str, thing: str = "") -> str:
        """Read one of some keys.

        Args:
            keys: The accepted keys.
            thing: The meaning of the keys; empty if they only continue.
        """

        def refuse(key: str) -> None:
            echo(line(no_such(thing, key) if thing else _HELP, 5), err=self.keyboard.err)

        while True:
            try:
                return self.keyboard.raw(keys, refuse=refuse)
            except Peeked:
                echo(line(_HELP, 5), err=self.keyboard.err)

    def _keep(self) -> None:
        """Save the marks that can no longer be changed."""
        if self.store is None:
            return
        for mark in self.marks[self._kept :]:
            if not self._session:
                self._session = self.store.begin("observe", self.trainee, self.where.drill.id)
            self.store.keep(self._answer(mark))
            self._kept += 1

    def end(self) -> None:
        """Save the last mark too."""
        self._keep()

    def _answer(self, mark: CallMark) -> Answer:
        where = self.where
        return answer_under(
            where.game,
            now(),
            session=self._session,
            trainee=self.trainee,
            drill=where.drill.id,
            level=where.level.number,
            cell=mark.call.cell,
            seed=f"{self.seed}/{mark.number}",
            mode="practice",
            given=mark.given,
            expected=RIGHT,
            right=mark.right,
            score="1" if mark.right else "0",
            first_ms=mark.taken_ms,
            total_ms=mark.taken_ms,
            target_ms=round(where.level.target * 1000),
            codes=mark.codes,
            source="marked",
        )


def call_out(
    where: Setting, *, hands: int | None, trainee: str, instructor: str, seed: int | None, kept: bool, as_json: bool
) -> None:
    """Run a call-out: speak the players' lines of hand after hand, show the right answer, and take the marks.

    Args:
        where: The call-out drill at a level, with its game and rules.
        hands: Number of hands to call out; None to go on until the marker quits.
        trainee: Name or code of the dealer; empty for no name.
        instructor: Name of the person who marks; empty if the dealer does.
        seed: The seed; None to draw one.
        kept: Whether marks are saved in the training file.
        as_json: Whether the result is printed as JSON.
    """
    keyboard = Keyboard(err=as_json)
    with ExitStack() as stack:
        store = stack.enter_context(open_store()) if kept else None
        stack.enter_context(keyboard.taken())
        chosen = str(random.randrange(1_000_000) if seed is None else seed)
        table = _Table(where, keyboard, store, chosen, trainee)
        under = f", rules {where.game.rules.name}" if where.game.rules is not None else ""
        title = f"{where.drill.title}, level {where.level.number}: {where.level.title}"
        echo(heading(title), err=keyboard.err)
        echo(line(f"({where.game.title}{under})"), err=keyboard.err)
        echo(line(_HELP), err=keyboard.err)
        try:
            table.run(hands)
        except Left:
            pass
        finally:
            table.end()
    report(CalloutReport(where, table.seed, trainee, instructor, table.marks, kept=table.store is not None), as_json)
