"""`dealerkit walk`: a person deals, and every slip is shown, at once or at the end."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from dealerkit.cli.common import echo, misused, note, rules_option, set_option
from dealerkit.cli.screen_signs import card_print
from dealerkit.cli.trainee import YOURSELF, trainee_option
from dealerkit.cli.walk.conversation import Conversation
from dealerkit.cli.walk.help_modes import PracticeHelp
from dealerkit.errors import RecordError
from dealerkit.files.screen_text import count_of, heading, line
from dealerkit.table.bots import Players, players_named
from dealerkit.table.record import Writer
from dealerkit.training.help_modes import AT_ONCE, MODES
from dealerkit.training.walk import commentary, opening, wording
from dealerkit.training.walk.opening import seated
from dealerkit.training.walk.session import Session, open_record

if TYPE_CHECKING:
    from dealerkit.training.action.levels import WalkLevel
    from dealerkit.training.walk.code import Plan


@click.command()
@click.argument("game", required=False)
@click.option("--seed", type=click.IntRange(0), help="Seed for shuffles and players: the same seed deals the same cards.")
@click.option("--seats", type=click.IntRange(1), help="Players at the table. Default: as many as the game takes, up to 3.")
@rules_option
@set_option
@click.option(
    "--bettors",
    "--players",
    metavar="bots|none|FILE",
    help="Who plays: bots, nobody (you say what players do), or a file of players' actions, one a line. Default: bots; in a "
    "one-player game, you.",
)
@click.option("--coups", "--hands", "hands", type=click.IntRange(1), default=None, help="Stop after this many hands.")
@click.option(
    "--at",
    "step",
    metavar="STEP",
    help="Start at this step or part, such as flop, draw or showdown; a perfect dealer deals up to there.",
)
@click.option(
    "--level",
    type=click.IntRange(1),
    help="Questions while you deal: 1 point to the player to act and say the bet, 2 calls and amounts, 3 count and give "
    "change, 4 read every tabled hand, with players who make mistakes. Poker and baccarat.",
)
@click.option(
    "--help-mode",
    "mode",
    type=click.Choice(MODES),
    help="How much help you get. Default: guided. learn: each step announced first; guided: slips shown at once; "
    "practice: slips shown after each hand; exam: none, and unclear words are confirmed first",
)
@click.option("--findings", type=click.Choice(["now", "end"]), help="When slips are shown, in learn and guided. Default: now.")
@click.option("--menu", "menus", is_flag=True, help="Pick actions by number, from right and wrong ones, instead of typing them.")
@click.option(
    "--record", type=click.Path(path_type=Path), help="Where to save the record. Default: a file here, named after game and seed."
)
@click.option("--no-record", is_flag=True, help="Save no record and no progress.")
@trainee_option(YOURSELF)
@click.option(
    "--code", metavar="CODE", help="Repeat another walk, with the same cards, players and slips; its code is printed at the end."
)
@click.option("--resume", type=click.Path(path_type=Path), help="Continue a record.")
@click.option("--plain", is_flag=True, help="Plain scrolling lines, with letters for suits, for any screen.")
def walk(
    game: str | None,
    seed: int | None,
    seats: int | None,
    rules: str | None,
    settings: dict[str, str],
    bettors: str | None,
    hands: int | None,
    step: str | None,
    level: int | None,
    mode: str | None,
    findings: str | None,
    menus: bool,
    record: Path | None,
    no_record: bool,
    trainee: str,
    code: str | None,
    resume: Path | None,
    plain: bool,
) -> None:
    """Deal GAME yourself: say what you do, and see what was wrong.

    Say it as at the table: no more bets, card for the player, pay s3 95; deal the round, burn and turn, push the pot to seat 3.
    `help` lists what you can say, `hint` shows the next step, `undo` takes back your last action, `quit` stops. Every action is
    saved in a record as it happens: however you stop, continue with --resume. Exit status 1 if there were slips. Without GAME,
    choose one with a single key.

    \b
    dealerkit walk mini-baccarat --seed 7
    dealerkit walk mini-baccarat --at deal --coups 3 --menu
    dealerkit walk stud7 --at fourth --hands 1
    dealerkit walk holdem --level 1
    """
    if code is not None:
        if any(given is not None for given in (game, seed, seats, bettors, step, level, resume)) or settings or _typed("rules"):
            others = "GAME, --seed, --seats, --rules, --set, --players, --at, --level and --resume"
            misused(f"--code sets the whole walk: leave out {others}")
        plan = _planned(code)
        game, rules, settings, seats, seed = plan.game, plan.rules, dict(plan.settings), plan.seats, plan.seed
        bettors, step, mode = "bots" if plan.bots else "none", plan.step or None, mode or plan.mode
        level = plan.level or None
    mode = mode or "guided"
    if findings is not None and mode in ("practice", "exam"):
        when = "after each hand" if mode == "practice" else "at the end"
        misused(f"--help-mode {mode} shows slips {when}: leave out --findings")
    if menus and mode == "exam":
        misused("there is no menu in an exam: leave out --menu or --help-mode exam")
    at_once = mode in AT_ONCE and findings != "end"
    chosen = resume is None and game is None
    if chosen:
        from dealerkit.cli.walk.game_choice import choose

        game = choose()
        if game is None:
            return
        level = level or opening.first_level(game, rules, settings)
    if resume is not None:
        if record is not None or no_record or seed is not None or seats is not None or settings or level is not None:
            fixed = "--record, --no-record, --seed, --seats, --level and --set"
            misused(f"--resume continues a record as it was started; leave out {fixed}")
        session, code_ = _resumed(resume, game, bettors or "bots"), ""
        bettors = bettors or "bots"
    else:
        assert game is not None
        level_ = None
        if level is not None:
            level_, settings, bettors = _level(game, rules, settings, level, bettors)
        bettors = bettors or _who_plays(game, rules, settings)
        seed = random.randrange(1_000_000) if seed is None else seed
        session = seated(game, rules, settings, seats=seats, seed=seed, bettors=bettors, step=step, level_=level_)
        code_ = _code(session, rules, settings, bettors, step, mode, level or 0)
        step = None
        if not no_record:
            notes = {"level": str(level)} if level is not None else {}
            session.writer, elsewhere = open_record(session.table, record, **notes)
            if elsewhere:
                note(f"note: you may not save files in this folder; the record is saved in {session.writer.path}")
    with _kept(session, bettors):
        if step is not None:
            session.go_to(step)
        talk = hold(session, mode, rounds=hands or 0, at_once=at_once, menus=menus, plain=plain, names_first=chosen or level == 1)
    sum_up(session, talk)
    if session.writer is not None:
        echo(line(str(session.writer.path), 2, "record: "))
        echo(line(f"continue with: {_resume_command(session, bettors)}", 2, "> "))
    if code_:
        no_code = code_.startswith("no ")
        echo(line(code_ if no_code else f"to deal the same again: dealerkit walk --code {code_}", 2, "" if no_code else "> "))
    from dealerkit.cli.walk.results import keep_and_try_again

    keep_and_try_again(session, talk, trainee=trainee, kept=not no_record, seed="" if code_.startswith("no ") else code_)
    if session.findings() or session.taken_back:
        raise click.exceptions.Exit(1)


def hold(
    session: Session,
    mode: str,
    *,
    rounds: int = 0,
    until: str = "",
    at_once: bool | None = None,
    menus: bool = False,
    plain: bool = False,
    names_first: bool = False,
) -> Conversation:
    """Hold the conversation of a walk to its end.

    Args:
        session: The walk, with its table ready.
        mode: The help mode.
        rounds: Number of rounds to deal; 0 for no end.
        until: Id of the step to stop before, once a round was dealt; empty for none.
        at_once: Whether slips are shown at once; None for the default of the mode.
        menus: Whether each prompt offers a menu of acts.
        plain: Whether lines scroll even on a terminal that could keep the table in place.
        names_first: Whether the first step is named at the start.
    """
    talk = Conversation(
        session,
        at_once=mode in AT_ONCE if at_once is None else at_once,
        menus=menus,
        show=card_print(plain=plain),
        hands=rounds,
        until=until,
        plain=plain,
        mode=mode,
        names_first=names_first,
    )
    _greet(session, mode)
    talk.run()
    return talk


def _typed(name: str) -> bool:
    """Return whether an option was typed, and does not come from the environment or its default."""
    return click.get_current_context().get_parameter_source(name) == ParameterSource.COMMANDLINE


def _planned(code: str) -> Plan:
    """Return the plan of a walk code, with a note if the rules have changed since.

    Raises:
        BadCode: If it is not a walk code.
    """
    from dealerkit.training.walk.code import decode

    plan_ = decode(code)
    if not plan_.same:
        note("note: this code was made under different rules; same cards, but the right answers may differ")
    return plan_.plan


def _code(
    session: Session, rules: str | None, settings: Mapping[str, str], bettors: str, step: str | None, mode: str, level: int
) -> str:
    """Return the code of a walk, or a sentence that begins with `no` and says why it has none."""
    from dealerkit.training.walk.code import NoCode, Plan, encode

    table = session.table
    if bettors not in ("bots", "none"):
        return "no code: players from a file cannot be shared by code"
    plan = Plan(
        game=table.game.selector,
        rules=rules,
        settings=dict(settings),
        seats=table.seats,
        seed=table.setup.seed or 0,
        level=level,
        mode=mode,
        step=step or "",
        bots=bettors == "bots",
    )
    try:
        return encode(plan, table.game.sha256)
    except NoCode as error:
        return f"no code: {error}"


def _who_plays(game: str, rules: str | None, settings: dict[str, str]) -> str:
    """Return the default players: bots, or the dealer in a game for one player."""
    from dealerkit.rules.games import game as load

    return "none" if int(load(game, rules, settings).data["players"]["max"]) == 1 else "bots"


def _level(
    game: str, rules: str | None, settings: dict[str, str], number: int, bettors: str | None
) -> tuple[WalkLevel, dict[str, str], str]:
    """Return a level, the options of its table, and its players: bots that wait for the dealer's words."""
    from dealerkit.rules.games import game as load

    if bettors == "none":
        misused("--level uses its own players, who wait for you and ask; leave out --bettors")
    level_, settings = opening.settings_of(load(game, rules, settings), number, settings)
    return level_, settings, bettors or "bots"


def _resumed(path: Path, game: str | None, bettors: str) -> Session:
    """Return a session that continues a record.

    Raises:
        RecordError: If it cannot be read, or is of another game.
    """
    players = players_named(bettors)
    writer, kept = Writer.resume(path)
    with ExitStack() as stack:
        stack.callback(writer.close)  # except for a complete record
        if kept.torn:
            note(f"note: {kept.torn_words}")
        if game is not None and game != kept.header.game:
            raise RecordError(str(path), 0, f"this is a record of {kept.header.game}, not of {game}", "leave out the game")
        number = kept.header.notes.get("level")
        watching = opening.going_on(number, players) if number else None
        session = Session.resumed(kept, players, writer, watching)
        if isinstance(session.watch, Players):
            session.players = session.watch
        stack.pop_all()
    if kept.header.hash and kept.header.hash != session.table.game.sha256:
        note("note: the rules have changed since this record was started; it continues under today's rules")
    return session


@contextmanager
def _kept(session: Session, bettors: str) -> Iterator[None]:
    """Context that closes the record at the end; after Ctrl-C it prints the command to continue."""
    try:
        yield
    except KeyboardInterrupt:
        if session.writer is not None:
            note(f"\nThe record is saved. Continue with: {_resume_command(session, bettors)}")
        raise
    finally:
        if session.writer is not None:
            session.writer.close()


def _resume_command(session: Session, bettors: str) -> str:
    assert session.writer is not None
    words = ["dealerkit", "walk", "--resume", str(session.writer.path)]
    if bettors != "bots":
        words += ["--bettors", bettors]
    return shlex.join(words)


def _greet(session: Session, mode: str) -> None:
    table = session.table
    under = f", rules {table.game.rules.name}" if table.game.rules is not None else ""
    seed = f", seed {table.setup.seed}" if table.setup.seed is not None else ""
    echo(heading(f"{table.game.title}: {wording.many_seats(table.seats)}{under}{seed}"))
    echo(line(f"You deal{' and play' if table.seats == 1 else ''}. Say what you do, as at the table."))
    look = "" if mode == "exam" else " hint shows the next step,"
    echo(line(f"help lists what you can say,{look} quit stops."))
    if session.writer is not None:
        echo(line(str(session.writer.path), 2, "record: "))
    if table.log:
        done = "The first act is" if len(table.log) == 1 else f"The first {len(table.log)} acts are"
        echo(line(f"{done} done; take it from here."))
    echo()


def sum_up(session: Session, talk: Conversation) -> None:
    """Print the summary of a walk: acts, slips, score and pace."""
    table, score = session.table, session.score()
    echo()
    echo(heading("Summary"))
    shown, back = (talk.help.told, talk.help.told_back) if isinstance(talk.help, PracticeHelp) else (0, 0)
    if not talk.at_once:
        for slip in session.findings():
            if slip.act > shown:
                echo(commentary.finding(table, slip))
        for _, slip in session.taken_back[back:]:
            echo(line(f"taken back: {wording.what_was_wrong(table, slip)}", 2))
    acts = f"{score.steps} of yours"
    if session.undone:
        acts += f", taken back {count_of(session.undone, 'time')}" if session.undone > 1 else ", taken back once"
    if talk.hints:
        acts += f", {talk.hints} hints" if talk.hints > 1 else ", 1 hint"
    if talk.unclear:
        acts += f", {count_of(talk.unclear, 'line')} repeated or confirmed, not counted as slips"
    echo(line(acts, 2, "acts: "))
    word = wording.round_word(table)
    echo(
        line(
            wording.severities(score.severities) + (", including those taken back" * bool(session.taken_back)),
            2,
            "slips: ",
        )
    )
    if rounds := wording.by_round(score, word):
        echo(line(rounds, 4))
    echo(line(wording.score_told(session), 2, "score: " if session.markable else ""))
    if session.pace is not None:
        echo(line(wording.pace_words(session), 2, "pace: "))
