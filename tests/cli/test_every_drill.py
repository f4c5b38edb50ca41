"""A trainee sits down at every drill that is a row of questions, at a terminal of 80 x 24, and at an exam.

What is typed is worked out from the library's own items of the same seed: right by the key, wrong, after a look at the rule.
"""

from __future__ import annotations

import fcntl
import itertools
import os
import pty
import re
import select
import struct
import termios
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pyte
import pytest
from _pytest.mark.structures import ParameterSet

from dealerkit.training.drills import drill, drill_ids
from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators import generator
from dealerkit.training.items import Item
from dealerkit.training.replies import (
    NAMED,
    SEPARATOR,
    AmountsReply,
    AnyOfReply,
    CardsReply,
    Choice,
    GroupsReply,
    OneOfReply,
    OrderReply,
    PartsReply,
    Reply,
    SeatReply,
    SlipsReply,
    Unclear,
)
from dealerkit.training.store import TrainingStore
from tests.cli.forked import forked
from tests.cli.test_drill_walks import perfect
from tests.sampling import daily

pytestmark = pytest.mark.thorough

SEED = 3
COLUMNS, ROWS = 80, 24
OF_QUESTIONS = [name for name in drill_ids() if drill(name).kind in ("asked", "ordered", "ruled", "reviewed", "written")]


def _sittings() -> Iterator[ParameterSet]:
    """Every drill at its first and its highest level; every day at the one or the other."""
    for at, name in enumerate(OF_QUESTIONS):
        levels = sorted({min(drill(name).levels), max(drill(name).levels)})
        yield from daily([(name, level) for level in levels], len(levels), first=at)


IDS = re.compile(r"\bs\d+\b|\?\?|\b[a-z]{3,}/[a-z]{3,}-|\b[a-z]+_[a-z]+\b|\bNone\b(?!:)|Traceback|\{|\}")
"""What only a program says: a seat's or a finding's id, an unknown card of a record, a variable's name."""
PATIENCE = 120.0


class Seen:
    """A command on a terminal of 80 x 24, and everything that the terminal showed."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        env = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "DEALERKIT_HOME": str(folder / "home")}
        env["DEALERKIT_CACHE"] = str(folder.parent / "rules-kept")  # read once for all
        forked().begin(slave, list(args), folder, {**env, "PATH": os.environ["PATH"], "HOME": str(folder)})

    @property
    def text(self) -> str:
        """The screen."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    @property
    def before_cursor(self) -> str:
        """What stands before the cursor."""
        return self.screen.display[self.screen.cursor.y][: self.screen.cursor.x]

    def read(self, until: str) -> bool:
        """Read till the words before the cursor end so; whether they ever did, or the command was over.

        Raises:
            AssertionError: If neither happens.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if select.select([self.master], [], [], 0.02 if re.search(until, self.before_cursor) else 1)[0]:
                try:
                    data = os.read(self.master, 1 << 16)
                except OSError:  # the command is gone
                    return False
                if not data:
                    return False
                self.raw += data
                self._stream.feed(data)
            elif re.search(until, self.before_cursor):
                return True
        msg = f"'{until}' never came:\n{self.text}"
        raise AssertionError(msg)

    def type(self, keys: str) -> None:
        """Hit keys, and see that something comes of it."""
        os.write(self.master, keys.encode())
        assert select.select([self.master], [], [], PATIENCE)[0], self.text

    @property
    def lines(self) -> list[str]:
        """Every line that was sent, however wide."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw.decode()).replace("\r", "").split("\n")

    def close(self) -> None:
        """Hang up."""
        os.close(self.master)


def typed(reply: Reply, answer: str) -> str:
    """What a trainee types for an answer that is written down."""
    if isinstance(reply, OneOfReply):
        return _key(reply.choices, answer)
    if isinstance(reply, AnyOfReply):
        return "".join(_key(reply.choices, word) for word in answer.split(" ")) if answer != reply.NONE else "-"
    if isinstance(reply, SlipsReply) and answer != reply.CLEAN:
        pairs = (slip.split(" ") for slip in answer.split(", "))
        return ", ".join(f"{act} {_key(reply.choices, code)}" for act, code in pairs)
    if isinstance(reply, SeatReply):
        return answer.removeprefix("s")
    return "-" if isinstance(reply, SlipsReply) else answer


def _key(choices: tuple[Choice, ...], word: str) -> str:
    return next(choice.key for choice in choices if choice.word == word)


def other(reply: Reply, answer: str) -> str:
    """An answer of the same kind that is another one."""
    if isinstance(reply, PartsReply):
        parts = answer.split(SEPARATOR)
        return SEPARATOR.join((other(reply.parts[0][1], parts[0]), *parts[1:]))
    if isinstance(reply, (OneOfReply, AnyOfReply)):
        words = [choice.word for choice in reply.choices]
    elif isinstance(reply, SlipsReply):
        words = [f"{act} {reply.choices[0].word}" for act in (1, 2)]
    elif isinstance(reply, CardsReply):
        deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
        words = [" ".join(deck[at : at + max(reply.many, 1)]) for at in (0, 20)]
    elif isinstance(reply, SeatReply):
        words = ["s1", "s2"]
    elif isinstance(reply, GroupsReply):
        words = ["1", "2"]
    elif isinstance(reply, OrderReply):
        words = [" ".join(reply.letters), " ".join(reversed(reply.letters))]
    elif isinstance(reply, AmountsReply):
        words = ["1 2", "2 1"]
    else:
        words = ["1", "2", "hello", "1x5"]
    for word in words:
        try:
            if (read := reply.read(typed(reply, word))) != answer:
                return read
        except Unclear:
            continue
    msg = f"no other answer than {answer} is known for {reply}"
    raise AssertionError(msg)


def wrong(item: Item) -> str:
    """An answer that is not right."""
    reply = item.question.reply
    found = other(reply, item.key.answers[0])
    for _ in range(9):
        if item.judge(found) != 1:
            return found
        found = other(reply, found)
    if isinstance(reply, OneOfReply):
        return next(choice.word for choice in reply.choices if choice.word not in item.key.answers)
    raise AssertionError(item.key)


PROMPT = r"> $"
MORE = r"skips to the question$"


def answer_it(seen: Seen, number: int, item: Item, answer: str, *, peek: bool) -> None:
    """Answer a question that is about to stand on the screen, part by part; see that it stands whole, also after a look."""
    reply, stood = item.question.reply, False
    parts = reply.parts if isinstance(reply, PartsReply) else (("", reply),)
    for part, given in zip((part for _, part in parts), answer.split(SEPARATOR) if len(parts) > 1 else [answer], strict=True):
        paged = False
        while seen.read(f"{PROMPT}|{MORE}") and re.search(MORE, seen.before_cursor):
            paged = True
            seen.type("\r")
        if not stood:
            stood = True
            whole(seen, number, item, paged=paged)
        if peek:
            seen.type("?")
            seen.read(PROMPT)
            assert asked(seen, item), seen.text
            peek = False
        seen.type(typed(part, given) + ("" if part.one_key else "\r"))


def asked(seen: Seen, item: Item) -> bool:
    """Whether the question itself stands on the screen."""
    return " ".join(item.question.ask.split()) in " ".join(seen.text.split())


def whole(seen: Seen, number: int, item: Item, *, paged: bool) -> None:
    """See that a question stands whole on the screen: a long record has been turned page by page, and its last page is there."""
    rows = seen.text.split("\n")
    assert asked(seen, item), seen.text
    if not paged:
        assert any(row.startswith(f"{number}.".rjust(4)) for row in rows), seen.text
    else:
        assert any("Enter shows more" in row for row in rows), seen.text


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "level"), list(_sittings()))
def test_a_trainee_sits_down_at_it(tmp_path: Path, name: str, level: int) -> None:
    """One right, one looked up, one wrong, one right, then `q`: all of it seen on 80 columns, told in figures, and kept."""
    where = setting(name, level)
    items = list(itertools.islice(exercises(where, str(SEED)), 4))
    answers = [wrong(item) if at == 2 else item.key.answers[0] for at, item in enumerate(items)]
    helped = bool(generator(where.drill).help(where))
    seen = Seen(tmp_path, "drill", name, "--level", str(level), "--seed", str(SEED), "--as", "Ann")
    try:
        for number, (item, answer) in enumerate(zip(items, answers, strict=True), 1):
            answer_it(seen, number, item, answer, peek=number == 2)
        while seen.read(f"{PROMPT}|{MORE}") and re.search(MORE, seen.before_cursor):
            seen.type("\r")
        seen.type("q")
        if seen.read("> q$"):  # a line, not a key
            seen.type("\r")
        assert not seen.read("never")
    finally:
        seen.close()
    told = [row for row in seen.lines if "to repeat:" not in row and not row.startswith("    ".ljust(20))]
    assert max(map(len, seen.lines)) <= COLUMNS, max(seen.lines, key=len)
    ids = [found[0] for row in told if (found := IDS.search(row))]
    assert not ids, ids
    right = 3 - helped
    assert re.search(rf"^-- level {level}: {right} of 4 \(\d+ to \d+ %\)", "\n".join(told), re.MULTILINE), seen.text
    parts = items[2].question.reply
    told_right = items[2].right[:20] if not isinstance(parts, PartsReply) or len(parts.parts) <= NAMED else parts.parts[0][0][:20]
    assert f"wrong: {told_right}" in " ".join(" ".join(told).split()), seen.text
    assert "dealerkit progress" in seen.text
    with TrainingStore.open(tmp_path / "home" / "training.db", now=lambda: datetime.now(UTC)) as store:
        kept = list(store.answers("Ann", drill=name))
    assert [(one.level, one.seed, one.expected, one.right, one.helped) for one in kept] == [
        (level, item.seed, item.key.answers[0], at != 2, helped and at == 1) for at, item in enumerate(items)
    ]


def test_an_exam_with_its_hands(tmp_path: Path) -> None:
    """The table test of baccarat: every question by its key, then three coups; nothing is told before the end, and it is kept."""
    made = drill("exam/table-test").level(1)
    strata = [one for one in made.told["questions"].values() if one.get("of", "mini-baccarat") == "mini-baccarat"]
    items: list[Item] = []
    for at, one in enumerate(strata):
        games = drill(one["drill"]).level(one["level"]).games
        where = setting(one["drill"], one["level"], "mini-baccarat" if "mini-baccarat" in games else None, one.get("rules"))
        items += itertools.islice(exercises(where, f"5/{at}"), one["items"])
    args = ("exam/table-test", "--game", "mini-baccarat", "--seed", "5", "--level", "1", "--as", "Ann")
    seen = Seen(tmp_path, "drill", *args)
    try:
        for number, item in enumerate(items, 1):
            answer_it(seen, number, item, item.key.answers[0], peek=False)
        for act in perfect("mini-baccarat", 5, 4, "bets", 3):
            assert seen.read(r"dealer> $"), seen.text
            seen.type(f"{act}\r")
        assert not seen.read("never")
    finally:
        seen.close()
    written = list(itertools.takewhile(lambda row: "coup 1" not in row, seen.lines))  # the hands have a screen of their own
    assert len(written) > 4 * len(items)
    assert max(map(len, written)) <= COLUMNS, max(written, key=len)
    assert f"questions: {len(items)} of {len(items)} right" in seen.text
    assert "result: 100 of 100, passed" in seen.text
    assert not re.search(r"^ +(right|wrong)", "\n".join(written), re.MULTILINE)
    with TrainingStore.open(tmp_path / "home" / "training.db", now=lambda: datetime.now(UTC)) as store:
        (kept,) = store.answers("Ann", drill="exam/table-test")
    assert kept.right
