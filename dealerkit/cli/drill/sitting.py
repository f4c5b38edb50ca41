"""A drill at the terminal: the question, the answer by key or line, the verdict, the progress."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path

import attrs

from dealerkit.cli.common import echo, note, report
from dealerkit.cli.drill.request import Request
from dealerkit.cli.failure import Refusal
from dealerkit.cli.keyboard import Keyboard, Left, Peeked
from dealerkit.cli.questions import put
from dealerkit.cli.trainee import now, open_store
from dealerkit.files.screen_text import heading, line, style, width
from dealerkit.training.drill_choice import drill_row, next_drill, open_level
from dealerkit.training.drill_run import DrillRun, so_far
from dealerkit.training.drills import Drill, courses, drill, drill_ids
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item
from dealerkit.training.replies import LEAVE, PEEK
from dealerkit.training.reports.drills import DrillList
from dealerkit.training.reports.sitting import DrillReport
from dealerkit.training.sitting import BLOCK, Sitting, TakenExercise
from dealerkit.training.store import TrainingStore


def practise(request: Request) -> None:
    """Run the drill that a trainee asked for; without a named drill, the next one in the course that the trainee picks.

    Args:
        request: The trainee's options.

    Raises:
        UnknownName: If there is no such drill, level, game, rule set or option.
        Refusal: If the drill is done under an instructor's eyes instead.
    """
    if request.drill is not None and (drill_ := drill(request.drill, request.rule_set)).kind in ("walked", "exam"):
        _deal(request, drill_)
        return
    keyboard = Keyboard(err=request.as_json)
    with ExitStack() as stack:
        store = stack.enter_context(open_store()) if request.kept else None
        stack.enter_context(keyboard.taken())
        if request.drill is None:
            try:
                request = _of_a_course(keyboard, store, request)
            except Left:
                return
        assert request.drill is not None
        drill_ = drill(request.drill, request.rule_set)
        where = request.at_level(drill_, request.level or open_level(drill_, store, request.trainee))
        request.is_of_questions(where)
        seed = random.randrange(1_000_000) if request.seed is None else request.seed
        talk = DrillTalk(request, where, keyboard, store, str(seed), adaptive=request.seed is None)
        try:
            talk.ask()
        except KeyboardInterrupt:
            talk.over()
            raise
        talk.over()
        if request.as_json:
            report(talk.report(), as_json=True)


def _deal(request: Request, drill_: Drill) -> None:
    """Let the trainee deal a drill that is a walk or an exam."""
    from dealerkit.cli.drill import walks

    level = request.level
    if level is None and request.kept:
        with open_store() as store:
            level = open_level(drill_, store, request.trainee)
    where = request.at_level(drill_, level or next(iter(drill_.levels)))
    if drill_.kind == "exam":
        walks.practise_exam(request, where)
    else:
        walks.practise_walk(request, where, walks.chosen_mode())


def _of_a_course(keyboard: Keyboard, store: TrainingStore | None, request: Request) -> Request:
    """Ask for the game by one key; return the request for the next drill of its course.

    Raises:
        Left: If the trainee leaves.
    """
    offered = [course for course in courses() if request.game in (None, course.game)] or list(courses())
    if len(offered) > 1:
        echo(line("   ".join(f"{style(offer.key, bold=True)}\u00a0{offer.title}" for offer in offered) + f"   {LEAVE} quits", 0))
        while True:
            echo("> ", nl=False, err=keyboard.err)
            try:
                typed = keyboard.one_key("".join(offer.key for offer in offered)).text.strip().lower()
            except Peeked:
                echo(line("press a key to choose the game; the questions start at once"))
                continue
            chosen = next((offer for offer in offered if typed in (offer.key, offer.name, offer.title.lower(), offer.game)), None)
            if chosen is not None:
                break
            echo(line(f"one of {', '.join(offer.key for offer in offered)}"))
    else:
        chosen = offered[0]
    return attrs.evolve(request, drill=next_drill(chosen, store, request.trainee), game=None)


class DrillTalk:
    """A drill at the terminal, from the first question to the summary: it asks, shows the verdicts, and moves up a level."""

    def __init__(
        self,
        request: Request,
        where: Setting,
        keyboard: Keyboard,
        store: TrainingStore | None,
        seed: str,
        *,
        adaptive: bool,
        label: str = "",
        count: int | None = None,
        again: bool = True,
    ) -> None:
        self.again = again
        self.request, self.keyboard, self.store, self.seed, self.adaptive = request, keyboard, store, seed, adaptive
        self.mode = request.mode
        self.run = DrillRun(
            where,
            seed,
            now=now,
            store=store,
            session=store.begin("drill", request.trainee, label or where.drill.id, count) if store is not None else "",
            trainee=request.trainee,
            mode=request.mode,
            clocked=request.clocked and keyboard.live,
            adaptive=adaptive,
            climbs=request.level is None,
        )
        self._head()

    @property
    def sitting(self) -> Sitting:
        """The series of questions at the present level."""
        return self.run.sitting

    def _head(self) -> None:
        """Print the heading of the level."""
        where = self.sitting.where
        under = f", rules {where.game.rules.name}" if where.game.rules is not None else ""
        title, under_it = f"{where.drill.title}, level {where.level.number}: {where.level.title}", f"({where.game.title}{under})"
        beside = len(title) + len(under_it) + 2 <= width()
        for row in line(title, 0).split("\n"):
            self.say(heading(row) + (f"  {under_it}" if beside else ""))
        if not beside:
            self.say(line(under_it))
        look = f"{PEEK} shows the rule, " if self.sitting.help else ""
        self.say(line(f"{look}{LEAVE} quits."))
        if self.mode == "learn":
            self._show_help()

    def say(self, text: str = "") -> None:
        """Print a text."""
        echo(text, err=self.keyboard.err)

    def ask(self) -> None:
        """Ask question after question, until the trainee quits or the requested number is reached."""
        items, asked = self.request.items, 0
        while items is None or asked < items:
            asked += 1
            try:
                taken = self._ask(asked, self.sitting.next(), self.sitting.prepare if asked != items else None)
            except Left:
                break
            self._answered(taken)
            opens = self.run.climbs and self.sitting.opens_next
            if len(self.sitting.taken) % BLOCK == 0 and self.mode != "exam":
                self._block(opens=opens)
            if opens:
                self._next_level()

    def ask_all(self, rows: Iterable[tuple[Setting, Item]], *, until_right: bool = True) -> bool:
        """Ask given exercises; return False if the trainee quit before the end.

        Args:
            rows: The exercises, each with its drill, level and game.
            until_right: Whether an exercise comes back until it is answered right without help.
        """
        queue = list(rows)
        asked = 0
        while queue:
            where, item = queue.pop(0)
            if self.sitting.where is not where and self.run.go_to(where):
                self._head()
            asked += 1
            try:
                taken = self._ask(asked, item)
            except Left:
                return False
            self._answered(taken)
            if until_right and (not taken.right or taken.helped):
                queue.append((where, item))
        return True

    def _next_level(self) -> None:
        number = self.run.level_after
        if number is not None:
            self.say(line(f"At least nine in ten right over the last thirty: level {number} is open.", 0))
            self.run.begin(self.request.at_level(self.sitting.where.drill, number))
            self._head()

    def _ask(self, number: int, item: Item, meanwhile: Callable[[], None] | None = None) -> TakenExercise:
        """Ask an exercise and take its answer.

        Args:
            number: Its number.
            item: The exercise.
            meanwhile: Work to do while the trainee thinks.

        Raises:
            Left: If the trainee leaves.
        """
        answer_ = put(self.keyboard, number, item.question, help_=self._show_help, meanwhile=meanwhile)
        return self.sitting.take(
            item, answer_.typed, answer_.answer, helped=answer_.helped, first_ms=answer_.first_ms, total_ms=answer_.total_ms
        )

    def _show_help(self) -> int:
        """Show the help, and return its number of lines."""
        lines = self.sitting.help
        if not lines:
            self.say(line("no help in an exam" if self.mode == "exam" else "this question has no rule to show", 5))
            return 0
        shown = 0
        for row in lines:
            indent = _HELP + len(row) - len(row.lstrip())
            text = " " * _HELP + row if len(row) + _HELP <= width() else line(row.lstrip(), indent, hang=2)
            self.say(text)
            shown += 1 + text.count("\n")
        return shown

    def _answered(self, taken: TakenExercise) -> None:
        """Print the verdict on an answer, where verdicts are shown at once."""
        verdict = self.run.told(taken)
        if verdict is None:
            return
        time = f"  {verdict.seconds}" if verdict.seconds else ""
        if verdict.right:
            slow = f" (target {verdict.target})" if verdict.target else ""
            self.say(f"     {style('right', fg='green')}{time}{slow}" + ("  (looked up)" if verdict.helped else ""))
            if verdict.run:
                self.say(line(f"{verdict.run} in a row.", 5))
        else:
            marks = f" ({verdict.marks} of the marks)" if verdict.marks else ""
            text = line(f"{verdict.put_right}{marks}{time}", 5, "wrong: ")
            self.say(text.replace("wrong", style("wrong", fg="red"), 1))
        for row in verdict.why:
            self.say(line(row, 5))

    def _block(self, *, opens: bool) -> None:
        """Print the result of the last block of items, and the next step.

        Args:
            opens: Whether the next level is about to begin.
        """
        last = self.sitting.standing(BLOCK)
        if self.mode == "practice":
            for taken in self.sitting.taken[-BLOCK:]:
                if not taken.right:
                    question = taken.item.question
                    self.say(line(f"{(*question.show, question.ask)[0]}: {taken.item.right}", 5, "missed: "))
                    for row in self.run.why(taken):
                        self.say(line(row, 5))
        self.say()
        coming = self.run.comes_next(last, opens=opens) if self.again else ()
        self.say(line(", ".join((so_far(last), *coming)), 0, "-- "))

    def report(self, **more: object) -> DrillReport:
        """Return the report of the drill so far.

        Args:
            more: Further fields for its JSON, by key.
        """
        where, request = self.sitting.where, self.request
        again = ["dealerkit", "drill", where.drill.selector, "--level", str(where.level.number)]
        again += [*(("--game", request.game) if request.game else ()), *(("--rules", request.rules) if request.rules else ())]
        again += [word for name, value in request.settings.items() for word in ("--set", f"{name}={value}")]
        again += ["--seed", self.seed]
        return DrillReport(self.run, again if self.again else (), more)

    def over(self) -> None:
        """Print the result of the drill, and what to practise next."""
        for row in self.report().lines():
            self.say(row)


_HELP = 7
"""Width of the heading before the help, in columns."""


# -- what has changed --


def practise_changes(request: Request, since: str) -> None:
    """Ask the exercises whose right answer differs between an earlier version of the rules and today's.

    Args:
        request: The trainee's options.
        since: The earlier version, by name or path.

    Raises:
        UnknownName, RuleFileError: If a drill or a rule set cannot be used.
        Refusal: If no right answer has changed.
    """
    from dealerkit.training.changes import NOTHING_CHANGED, changed_items
    from dealerkit.training.signoff import label_since

    name = Path(since).stem if since.endswith((".yaml", ".yml")) else since
    names = drill_ids() if request.drill is None else [request.drill]
    rows = list(changed_items(names, request.rules, since, game=request.game, settings=request.settings))
    if not rows:
        raise Refusal(NOTHING_CHANGED.format(since=since), hint="`dealerkit rules diff` shows how the rules themselves differ")
    keyboard = Keyboard(err=request.as_json)
    with ExitStack() as stack:
        store = stack.enter_context(open_store())
        stack.enter_context(keyboard.taken())
        echo(line(f"Questions whose answer was different under {since}: {len(rows)}.", 0), err=keyboard.err)
        guided = attrs.evolve(request, mode="guided")
        label = label_since(name)
        talk = DrillTalk(guided, rows[0][0], keyboard, store, "1", adaptive=False, label=label, count=len(rows))
        try:
            done = talk.ask_all(rows)
        except KeyboardInterrupt:
            talk.over()
            raise
        talk.over()
        who = request.trainee or "no name given"
        words = f"signed off: {who} has every answer right"
        if not done:
            words = f"not signed off: {who} stopped before every answer was right"
        echo(line(f"{words}; dealerkit progress --signoff {name} lists everybody", 3), err=keyboard.err)
        if request.as_json:
            report(talk.report(since=since, changed=len(rows), signed_off=done), as_json=True)


# -- the list --


def show_list(request: Request) -> None:
    """Print the list of drills: the purpose of each, and the trainee's progress in it.

    Args:
        request: The options, with the trainee's name and the rule set.

    Raises:
        UnknownName: If there is no such rule set.
    """
    with open_store() as store:
        rules = request.rule_set
        rows = [drill_row(drill(name, rules), store, request.trainee) for name in drill_ids()]
    report(DrillList({"trainee": request.trainee, "drills": rows}), request.as_json)


def print_paper(request: Request, count: int, out: Path | None) -> None:
    """Write exercises on paper, and their key on a paper of its own.

    Args:
        request: The request; without a level, the first level is used.
        count: The number of exercises.
        out: The paper's file; None for a name made of the drill's name and the seed.

    Raises:
        UnknownName: If there is no such drill, level, game, rule set or option.
        Refusal: If no drill is named, or it is not asked as questions.
        OutputError: If another program's file is there.
    """
    from dealerkit.cli.papers import write_document
    from dealerkit.training.paper import paper

    if request.drill is None:
        msg = "name the drill for the paper, as in: dealerkit drill third-card-flash --sheet 40"
        raise Refusal(msg)
    where = request.at_level(drill(request.drill, request.rule_set), request.level or 1)
    request.is_of_questions(where)
    seed = random.randrange(1_000_000) if request.seed is None else request.seed
    target = out or Path(f"{where.drill.id.rpartition('/')[2]}-{seed}.html")
    paper_ = paper(where, str(seed), count)
    key = target.with_name(f"{target.stem}-key{target.suffix}")
    files = [*write_document(paper_.questions(), target), *write_document(paper_.key(), key)]
    note(f"Wrote {' and '.join(map(str, files))}, copy {paper_.copy}.")
