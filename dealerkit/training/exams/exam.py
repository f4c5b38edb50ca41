"""An exam's paper: drawn from a school's secret, sealed with its keys, and the candidate's part of it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import attrs

from dealerkit import __version__
from dealerkit.errors import TrainingError
from dealerkit.files.plain_data import as_plain
from dealerkit.files.screen_text import count_of
from dealerkit.rules.games import game
from dealerkit.rules.sets import rule_set
from dealerkit.training.drills import drill
from dealerkit.training.exams.secret import commitment_to, keyed
from dealerkit.training.exams.syllabus import MOST_MINUTES, MOST_ROUNDS, MOST_SEATS, Stratum, Syllabus
from dealerkit.training.exercises import NoExercise, at_level, exercise
from dealerkit.training.files import read_as, read_json
from dealerkit.training.generators import Setting, generator
from dealerkit.training.items import Item, Question
from dealerkit.training.replies import Reply
from dealerkit.training.structure import between, fraction, instant

SEALED, PAPER, RESULT = "dealerkit exam, sealed", "dealerkit exam, paper", "dealerkit exam, result"
_TRIES = 50


@attrs.frozen
class Walk:
    """Hands that a candidate deals at a table.

    Attributes:
        name: Their name in the syllabus.
        game: The id of the game.
        rules: The rule set; empty for the game's own.
        options: Options of the game, as text.
        seats: The number of players.
        rounds: The number of hands or coups.
        at: Id of the step at which the candidate takes over; empty for the beginning.
        seed: The seed of cards and players.
        fingerprint: SHA-256 of the rules in force.
    """

    name: str
    game: str
    rules: str
    options: Mapping[str, str]
    seats: int = attrs.field(validator=between(1, MOST_SEATS))
    rounds: int = attrs.field(validator=between(1, MOST_ROUNDS))
    at: str
    seed: int
    fingerprint: str


@attrs.frozen
class ExamHead:
    """The part of an exam paper that candidate and school both have.

    Attributes:
        id: Its number.
        syllabus: The name of the syllabus.
        title: Its title.
        paper: `A`, `B` ...: parallel papers have the same kinds of questions, but other questions.
        candidate: The candidate's name.
        made: Time when it was drawn, ISO 8601.
        minutes: The time limit in minutes.
        pass_mark: Least per cent of a pass.
        rules: The SHA-256 of each game's rules in force, by game.
        version: The version of dealerkit that drew it.
    """

    id: str
    syllabus: str
    title: str
    paper: str
    candidate: str
    made: str = attrs.field(validator=instant)
    minutes: int = attrs.field(validator=between(1, MOST_MINUTES))
    pass_mark: str = attrs.field(validator=fraction)
    rules: Mapping[str, str]
    version: str


@attrs.frozen
class Exam(ExamHead):
    """An exam paper with its keys, the right answers.

    Attributes:
        weights: Weights of the questions and of the hands.
        majors: Most major findings with which the hands of a game are passed; None for any number.
        seed: The seed of the draw, derived from the school's secret.
        items: The questions with their keys, in order.
        strata: The name of the stratum (the syllabus's group of questions) that each question belongs to.
        targets: The target time of each question, in seconds.
        walks: The hands to deal.
    """

    weights: tuple[int, int]
    majors: int | None
    seed: str
    items: tuple[Item, ...]
    strata: tuple[str, ...]
    targets: tuple[str, ...]
    walks: tuple[Walk, ...]

    def __attrs_post_init__(self) -> None:
        """Refuse a question without a stratum or target.

        Raises:
            ValueError: If their numbers differ.
        """
        if not len(self.items) == len(self.strata) == len(self.targets):
            msg = (
                f"{count_of(len(self.items), 'item')}, {len(self.strata)} strata and {len(self.targets)} targets: each needs one"
            )
            raise ValueError(msg)

    @property
    def commitment(self) -> str:
        """The hash of questions, keys, seed and cards. It is printed on the candidate's paper, to prove later that nothing was
        changed.
        """
        return commitment_to(self)

    def sealed(self) -> dict[str, object]:
        """Return the school's part as plain data for a file; it stays sealed until the exam is marked."""
        return {"what": SEALED, "commitment": self.commitment, "exam": as_plain(self)}

    def for_candidate(self) -> CandidatePaper:
        """Return the part that a candidate may have before marking: the questions and the hash, without keys, seed or cards."""
        return CandidatePaper(
            **{field.name: getattr(self, field.name) for field in attrs.fields(ExamHead)},
            commitment=self.commitment,
            questions=tuple(
                PaperQuestion(stratum, target, item.question.show, item.question.ask, item.question.reply)
                for item, stratum, target in zip(self.items, self.strata, self.targets, strict=True)
            ),
            walks=tuple(PaperWalk(walk.name, walk.game, walk.rounds) for walk in self.walks),
        )


@attrs.frozen
class PaperQuestion:
    """A question of a paper, without its key.

    Attributes:
        stratum: The name of the group of questions in the syllabus that it belongs to.
        target: Its target time, in seconds.
        show: The material, line by line.
        ask: The question, one line.
        reply: The kind of reply.
    """

    stratum: str
    target: str
    show: tuple[str, ...]
    ask: str
    reply: Reply

    @property
    def question(self) -> Question:
        """The question in the form in which it is asked on screen and paper."""
        return Question(self.show, self.ask, self.reply)


@attrs.frozen
class PaperWalk:
    """Hands for a candidate to deal, without anything that gives away the cards.

    Attributes:
        name: Their name in the syllabus.
        game: The id of the game.
        rounds: The number of hands or coups.
    """

    name: str
    game: str
    rounds: int = attrs.field(validator=between(1, MOST_ROUNDS))


@attrs.frozen
class CandidatePaper(ExamHead):
    """The candidate's part of an exam, before marking.

    Attributes:
        commitment: The hash of questions, keys, seed and cards.
        questions: The questions, in order.
        walks: The hands.
    """

    commitment: str
    questions: tuple[PaperQuestion, ...]
    walks: tuple[PaperWalk, ...]

    @property
    def asked(self) -> tuple[Question, ...]:
        """The questions in the form in which they are asked on screen and paper."""
        return tuple(each.question for each in self.questions)

    def as_data(self) -> dict[str, object]:
        """Return the paper as plain data for the candidate's file."""
        return {"what": PAPER, **as_plain(self)}


def draw(
    plan: Syllabus,
    key: bytes,
    *,
    candidate: str,
    created: str,
    paper: str = "A",
    rules: str | Path | None = None,
    settings: Mapping[str, str] | None = None,
    number: str = "",
) -> Exam:
    """Draw an exam paper for a candidate.

    Args:
        plan: The syllabus.
        key: The school's secret.
        candidate: The candidate's name.
        created: The present time, ISO 8601.
        paper: The letter of the paper, if there are several in parallel.
        rules: The rule set of the house; None for each game's own.
        settings: Options of the games.
        number: Number of the exam; empty for a new one.

    Raises:
        UnknownName, RuleFileError: If a drill, a game or a rule set cannot be used.
        NoExercise: If a group of questions in the syllabus has nothing to ask under these rules.
    """
    number = number or secrets.token_hex(6)
    seed = keyed(key, "exam", number, plan.sha256, paper)
    over = rule_set(rules) if rules is not None else None
    items: list[Item] = []
    strata, targets, prints = [], [], {}
    for stratum in plan.strata:
        where = at_level(drill(stratum.drill, over), stratum.level, stratum.game or None, rules, settings)
        prints[where.game.id] = where.game.sha256
        for item in _of_stratum(where, stratum, f"{seed}:{stratum.name}", {item_.question for item_ in items}):
            items.append(item)
            strata.append(stratum.name)
            targets.append(str(where.level.target))
    walks = []
    for part in plan.walks:
        serves = over is not None and over.serves(game(part.game).data)
        made_game = game(part.game, rules if serves else None, settings if serves else None)
        prints[made_game.id] = made_game.sha256
        own = int(hashlib.sha256(f"{seed}:{part.name}".encode()).hexdigest()[:12], 16)
        chosen, options = (str(rules), dict(settings or {})) if serves else ("", {})
        of = (part.name, part.game, chosen, options, part.seats, part.rounds, part.at)
        walks.append(Walk(*of, seed=own, fingerprint=made_game.sha256))
    return Exam(
        id=number,
        syllabus=plan.name,
        title=plan.title,
        paper=paper,
        candidate=candidate,
        made=created,
        minutes=plan.minutes,
        pass_mark=str(plan.pass_mark),
        weights=(plan.written_weight if items else 0, plan.performance_weight if walks else 0),
        majors=plan.majors,
        rules=prints,
        version=__version__,
        seed=seed,
        items=tuple(items),
        strata=tuple(strata),
        targets=tuple(targets),
        walks=tuple(walks),
    )


def _of_stratum(where: Setting, stratum: Stratum, seed: str, asked: set[Question]) -> Iterator[Item]:
    """Yield the questions of a stratum; none is repeated while there are others.

    The class of each answer is drawn independently, so that earlier answers reveal nothing about the next; the cells of a class
    come in a random order.
    """
    maker, rng = generator(where.drill), Random(seed)
    classes: dict[str, list[str]] = {}
    for cell, label in maker.cells(where).items():
        classes.setdefault(label, []).append(cell)
    if not classes:
        msg = f"the part '{stratum.name}' ({stratum.drill}, level {stratum.level}) has no questions under these rules"
        raise NoExercise(msg)
    rows = {label: _without_end(cells, rng) for label, cells in sorted(classes.items())}
    for number in range(stratum.items):
        for label in rng.sample(list(rows), len(rows)):  # the drawn class first, the others if it has nothing new to ask
            for again in range(_TRIES):
                item = exercise(where, f"{seed}/{number}.{again}", next(rows[label]), maker)
                if item.question not in asked:
                    break
            if item.question not in asked:
                break
        asked.add(item.question)
        yield item


def _without_end(cells: Sequence[str], rng: Random) -> Iterator[str]:
    """Yield cells without end in random order, each once before any repeats."""
    while True:
        yield from rng.sample(cells, len(cells))


# -- files --


def read_exam(path: Path) -> dict[str, object]:
    """Return the content of a file of an exam (paper, sealed paper or result), unchecked but for its kind.

    Args:
        path: The file.

    Raises:
        TrainingError: If it is not a file of an exam.
    """
    return read_json(path, (SEALED, PAPER, RESULT), "this is not a file of an exam", "name the file that `exam new` wrote")


@attrs.frozen
class SealedFile:
    """The school's file of an exam.

    Attributes:
        what: The kind of file, `dealerkit exam, sealed`.
        commitment: The hash of the exam when it was drawn.
        exam: The exam with its keys.
    """

    what: str
    commitment: str
    exam: Exam


def sealed_exam(path: Path) -> Exam:
    """Read a sealed exam, and check by its hash that it was not changed.

    Args:
        path: The school's file.

    Raises:
        TrainingError: If it is not a sealed exam, or was changed.
    """
    data = read_exam(path)
    if data["what"] != SEALED:
        raise TrainingError(str(path), "this is not the sealed exam", "name the school's file, whose name ends with .sealed.json")
    sealed = read_as(SealedFile, data, path, "the exam")
    return committed(sealed.exam, sealed.commitment, path)


def committed(exam: Exam, commitment: str, path: Path) -> Exam:
    """Return an exam, after checking that its hash is the one printed on the candidate's paper.

    Args:
        exam: The exam.
        commitment: The hash to compare.
        path: The exam's file, for the message.

    Raises:
        TrainingError: If the hashes differ.
    """
    if exam.commitment != commitment:
        raise TrainingError(str(path), "the exam was changed after it was drawn: it does not match its commitment")
    return exam


def candidate_paper(path: Path) -> CandidatePaper:
    """Read the candidate's part of an exam.

    Args:
        path: The candidate's file or the sealed one.

    Raises:
        TrainingError: If it is not a paper, or was changed.
    """
    data = read_exam(path)
    if data["what"] == SEALED:
        return sealed_exam(path).for_candidate()
    if data["what"] != PAPER:
        raise TrainingError(str(path), "this is not a paper of an exam", "name the file that `exam new` wrote for the candidate")
    return read_as(CandidatePaper, {name: value for name, value in data.items() if name != "what"}, path, "the paper")
