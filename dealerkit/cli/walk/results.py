"""The results of a walk: saved for progress and schedule, and its slips asked again from the table just before each."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import ExitStack

from dealerkit.cli.common import echo
from dealerkit.cli.keyboard import Keyboard, Left, Peeked
from dealerkit.cli.questions import put
from dealerkit.cli.trainee import now, open_store
from dealerkit.cli.walk.conversation import Conversation
from dealerkit.files.screen_text import count_of, line, style
from dealerkit.training.items import Item
from dealerkit.training.phrases import SAVED
from dealerkit.training.replies import LEAVE
from dealerkit.training.rule_text import rule_text
from dealerkit.training.walk.session import Session
from dealerkit.training.walk_results import MOST_AGAIN, MOST_DUE, SLIPS, WALK, WalkKeeper, again, come_back


def keep_and_try_again(
    session: Session,
    talk: Conversation,
    *,
    trainee: str,
    kept: bool,
    drill: str = WALK,
    level: int = 1,
    seed: str = "",
    paced: bool = False,
) -> None:
    """Save a walk in the training file, and offer to deal its slips again; in an exam nothing is offered.

    Args:
        session: The walk.
        talk: The finished conversation.
        trainee: The trainee's name or code; may be empty.
        kept: Whether it is saved.
        drill: The drill that its rounds are saved under.
        level: The drill's level.
        seed: The code or seed with which it can be repeated; empty for the table's seed.
        paced: Whether a round that was dealt too slowly counts as wrong.
    """
    slips = any(slip.act > session.here for slip in session.findings()) or bool(session.taken_back)
    if not slips and not session.times:
        return
    keyboard = Keyboard()
    with ExitStack() as stack:
        if kept:
            store = stack.enter_context(open_store())
            sitting = store.begin("walk", trainee, drill)
            seed = seed or str(session.table.setup.seed)
            keeper = WalkKeeper(store, sitting, trainee, talk.mode, now, seed, drill=drill, level=level, paced=paced)
            keeper.keep(session, talk.helped)
            if not store.lost:
                echo(line(SAVED, 2))
            if talk.mode != "exam" and keyboard.live:
                codes = {finding.code for finding in session.findings()}
                due = [cell.cell for cell in store.today(trainee, SLIPS) if cell.cell not in codes]
                if slips or due:
                    _try_again(session, keyboard, keeper, due[:MOST_DUE], seed)


def _try_again(session: Session, keyboard: Keyboard, keeper: WalkKeeper, due: Sequence[str], seed: str) -> None:
    """For each slip, show the table just before it, ask for the step, and show rule and working; then for older slips that are
    due.
    """
    with ExitStack() as stack:
        stack.enter_context(keyboard.taken())
        slips = any(finding.act > session.here for finding in session.findings()) or bool(session.taken_back)
        older = f"{count_of(len(due), 'older slip')}" if due else ""
        what = " and ".join(part for part in ("these slips" if slips else "", older) if part)
        echo(line(f"{style('t', bold=True)}: practise {what}; {LEAVE}: quit", 0))
        echo("> ", nl=False)
        try:
            keyboard.one_key("t")
        except (Left, Peeked):
            return
        number = right = 0
        for item in itertools.chain(itertools.islice(again(session), MOST_AGAIN), come_back(session, due, seed)):
            number += 1
            try:
                taken = put(keyboard, number, item.question, help_=None)
            except Left:
                number -= 1
                break
            good = item.judge(taken.answer) == 1
            keeper.again(session, item, taken.typed, taken.answer)
            right += good
            echo(f"     {style('right', fg='green') if good else style('wrong', fg='red') + f': {item.right}'}")
            _explain(session, item)
        if number:
            echo(line(f"{right} of {number} right this time", 0, "-- "))
        else:
            echo(line("none of these can be practised as one step"))


def _explain(session: Session, item: Item) -> None:
    """Print the working and the rule of an exercise."""
    for step in item.key.working:
        echo(line(step, 5))
    rule_words = next(
        (candidate for candidate in (rule_text(session.table.game, rule) for rule in item.key.rules) if candidate), ""
    )
    ids = ", ".join(item.key.rules)
    if ids:
        echo(line(f"Rule: {rule_words} ({ids})" if rule_words else f"Rule {ids}", 5))
