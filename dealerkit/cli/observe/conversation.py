"""Watching at the terminal: keys for slips, marks at the end, the sheet to be signed, the clock for chips and cards."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from pathlib import Path

from dealerkit.cli.common import echo, note, report
from dealerkit.cli.failure import Refusal
from dealerkit.cli.keyboard import Keyboard, Left, Peeked, no_such
from dealerkit.cli.papers import give
from dealerkit.files.screen_text import heading, line, table
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import rule_set
from dealerkit.training.drills import drill, looked_at
from dealerkit.training.observation import Observation
from dealerkit.training.reports.observation import ObservedHands, TimedTries, named
from dealerkit.training.store import TrainingStore
from dealerkit.training.watching import (
    OfferedSlip,
    commonest,
    keep_hands,
    keep_tries,
    slips_meant,
    slips_of,
    taken_back,
    told,
)

_KEYS = "abcdefghijklmnoprstuvwxyz0123456789"
_OTHER, _UNDO, _PAUSE, _OVER = "/", "\x7f", " ", "\n"
_PACE_FROM = 120
"""Seconds of dealing before a rate is shown."""


def watch(
    selector: str,
    trainee: str,
    instructor: str,
    rules: str | None,
    settings: Mapping[str, str],
    *,
    marks: bool,
    out: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Watch hands of a game.

    Args:
        selector: The name of the game, or the path of its file.
        trainee: The dealer.
        instructor: The watcher.
        rules: The rule set; None for the game's own.
        settings: Options of the game, by name.
        marks: Whether to ask for marks from 1 to 5 at the end.
        out: The file for the sheet that both sign; None for none.
        force: Whether to replace an existing file.
        as_json: Whether to print the result as JSON.

    Raises:
        UnknownName: If there is no such game, rule set or option.
    """
    game = load(selector, rules, settings)
    keyboard = Keyboard(err=as_json)
    known = slips_of(game)
    keys = {key: slip.code for key, slip in zip(_KEYS, commonest(game, known), strict=False)}
    _legend(game, trainee, known, keys, keyboard)
    seen = Observation(keyboard.clock)
    given: dict[str, int] = {}
    with keyboard.taken():
        with contextlib.suppress(Left):
            _watched(seen, keys, known, keyboard)
        what = seen.seen()
        if marks:
            given = _marks(game.family, keyboard)
    if what.times:
        with _store() as store:
            keep_hands(store, game, trainee, what)
    report_ = ObservedHands(told(game, trainee, instructor, what, known, given), game, known, _now().date().isoformat())
    if out is not None:
        give(report_.document(), out, force=force)
    report(report_, as_json)


def _legend(game: Game, trainee: str, known: Mapping[str, OfferedSlip], keys: Mapping[str, str], keyboard: Keyboard) -> None:
    echo(heading(f"Watching {trainee or 'a dealer'}: {game.title}"), err=keyboard.err)
    echo(table([(key, known[code].severity, known[code].title) for key, code in keys.items()]), err=keyboard.err)
    words = "Enter: hand over. Backspace: undo. Space: stop the clock. /: find another slip by words. q: end."
    echo(line(words), err=keyboard.err)


def _watched(seen: Observation, keys: Mapping[str, str], known: Mapping[str, OfferedSlip], keyboard: Keyboard) -> None:
    """Take marks until the instructor stops.

    Raises:
        Left: When the instructor stops.
    """

    def refuse(key: str) -> None:
        echo(line(no_such("slip", key)), err=keyboard.err)

    while True:
        try:
            typed = keyboard.raw("".join(keys) + _OTHER, refuse=refuse)
        except Peeked:
            echo(table([(key, known[code].title) for key, code in keys.items()]), err=keyboard.err)
            continue
        if typed == _OVER:
            seen.hand_over()
            what = seen.seen()
            pace = f", {float(what.pace):.0f} an hour" if what.pace is not None and what.seconds >= _PACE_FROM else ""
            echo(line(f"hand {len(what.times)} over{pace}"), err=keyboard.err)
        elif typed == _UNDO:
            mark = seen.undo()
            gone = f"taken back: {taken_back(mark, known)}" if mark else "nothing to take back"
            echo(line(gone), err=keyboard.err)
        elif typed == _PAUSE:
            seen.pause()
            echo(line("the clock is stopped" if seen.paused else "the clock is running"), err=keyboard.err)
        elif typed == _OTHER:
            code = _by_words(known, keyboard)
            if code:
                _slip(seen, code, known, keyboard)
        else:
            _slip(seen, keys[typed], known, keyboard)


def _slip(seen: Observation, code: str, known: Mapping[str, OfferedSlip], keyboard: Keyboard) -> None:
    seen.slip(code)
    echo(line(named(known[code]), 2, "! "), err=keyboard.err)


def _by_words(known: Mapping[str, OfferedSlip], keyboard: Keyboard) -> str:
    """Find a slip by words; return its key, or empty if none is chosen."""
    echo("  which slip? ", nl=False, err=keyboard.err)
    try:
        words = keyboard.line().text
    except (Left, Peeked):
        return ""
    slips_ = slips_meant(known, words)
    if not slips_:
        echo(line("no slip found; try other words"), err=keyboard.err)
        return ""
    for number, slip in enumerate(slips_, 1):
        echo(line(slip.title, 4, f"{number} "), err=keyboard.err)
    echo("  number, or q: ", nl=False, err=keyboard.err)
    try:
        typed = keyboard.one_key("".join(str(number) for number in range(1, len(slips_) + 1))).text.strip()
    except (Left, Peeked):
        return ""
    return slips_[int(typed) - 1].code if typed.isdecimal() and typed.isascii() and 0 < int(typed) <= len(slips_) else ""


def _marks(family: str, keyboard: Keyboard) -> dict[str, int]:
    """Ask for marks from 1 to 5; Enter leaves one out."""
    given: dict[str, int] = {}
    echo(line("Marks from 1 to 5; Enter skips one, q ends."), err=keyboard.err)
    try:
        for what in looked_at((family,)):
            echo(f"  {what}: ", nl=False, err=keyboard.err)
            typed = keyboard.raw("12345")
            echo(typed.strip(), err=keyboard.err)
            if typed in "12345":
                given[what] = int(typed)
    except (Left, Peeked):
        pass
    return given


def _store() -> TrainingStore:
    from dealerkit.training.store import TrainingStore

    return TrainingStore.open(now=_now, tell=note)


def _now() -> datetime:
    return datetime.now().astimezone()


# -- chips and cards against the clock --


def timed(selector: str, level: int, trainee: str, instructor: str, rules: str | None, *, as_json: bool) -> None:
    """Time a drill on chips or cards; the instructor marks a try right or names the fault.

    Args:
        selector: The id of the drill.
        level: The number of the level.
        trainee: The trainee.
        instructor: The watcher.
        rules: The rule set; None for the usual one.
        as_json: Whether to print the result as JSON.

    Raises:
        UnknownName: If there is no such drill or level.
        Refusal: If the drill is not done by hand.
    """
    drill_ = drill(selector, None if rules is None else rule_set(rules))
    if drill_.kind != "timed":
        msg = f"{drill_.id} is not a drill that an instructor times"
        own = "use: dealerkit drill --from FILE, or dealerkit callout GAME"
        raise Refusal(msg, hint=own if drill_.kind == "own" else f"use: dealerkit drill {drill_.id}")
    chosen = drill_.level(level)
    faults = dict(zip("abcdefghijklmnop", map(str, chosen.told.get("faults", ())), strict=False))
    fails = {str(name): int(count) for name, count in (chosen.told.get("fails") or {}).items()}
    keyboard = Keyboard(err=as_json)
    echo(heading(f"{drill_.title}, level {level}: {chosen.title}"), err=keyboard.err)
    echo(line(str(chosen.told.get("task", drill_.skill))), err=keyboard.err)
    echo(
        line("Space starts and stops the clock. Then Enter if right, or the fault keys and Enter. q ends."),
        err=keyboard.err,
    )
    echo(table(list(faults.items())), err=keyboard.err)
    tries: list[tuple[float, list[str]]] = []
    with keyboard.taken():
        try:
            while True:
                tries.append(_try(keyboard, faults, fails, chosen.target))
        except Left:
            pass
    if tries:
        with _store() as store:
            keep_tries(store, drill_.id, level, chosen.target, trainee, tries)
    report(TimedTries(drill_.id, level, trainee, instructor, tries, chosen.target), as_json)


def _try(keyboard: Keyboard, faults: Mapping[str, str], fails: Mapping[str, int], target: Decimal) -> tuple[float, list[str]]:
    """Time one try; return the seconds and the faults.

    Args:
        keyboard: The keyboard.
        faults: Titles of the faults, by the key that marks them.
        fails: Number of occurrences of a fault, by its title, that fail the try.
        target: Target time, in seconds.

    Raises:
        Left: If the instructor stops.
    """
    _wait(keyboard, "starts")
    began = keyboard.clock()
    echo("  the clock is running ...", err=keyboard.err)
    _wait(keyboard, "stops")
    seconds = keyboard.clock() - began
    over = "" if Decimal(str(seconds)) <= target else f" (target {target})"
    echo(f"  {seconds:.1f} s{over}; faults? ", nl=False, err=keyboard.err)
    faults_: list[str] = []

    def refuse(key: str) -> None:
        echo(f"({no_such('fault', key)}) ", nl=False, err=keyboard.err)

    while (typed := keyboard.raw("".join(faults), refuse=refuse)) != _OVER:
        if typed == _UNDO and faults_:
            faults_.pop()
            echo("(taken back) ", nl=False, err=keyboard.err)
        elif typed in faults:
            faults_.append(faults[typed])
            echo(f"{faults[typed]}; ", nl=False, err=keyboard.err)
    failed = any(faults_.count(name) >= count for name, count in fails.items())
    echo("critical, so the round is failed" if failed else "right" if not faults_ else "", err=keyboard.err)
    return seconds, faults_


def _wait(keyboard: Keyboard, does: str) -> None:
    """Wait for space. At any other key, print that space `starts` or `stops` the clock.

    Raises:
        Left: If the instructor stops.
    """

    def refuse(_key: str = "") -> None:
        echo(line(f"space {does} the clock"), err=keyboard.err)

    while keyboard.raw("", refuse=refuse) != _PAUSE:
        refuse()
