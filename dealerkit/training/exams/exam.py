"""An exam's paper: drawn from a school's secret, sealed with its keys, and what a candidate gets of it."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import attrs

from dealerkit import __version__
from dealerkit.errors import TrainingError
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import game
from dealerkit.rules.sets import rule_set
from dealerkit.training.drills import drill
from dealerkit.training.exams.secret import canonical, keyed
from dealerkit.training.exams.syllabus import Stratum, Syllabus
from dealerkit.training.exercises import DroppedExercise, NoExercise, at_level, exercise
from dealerkit.training.files import json_value
from dealerkit.training.generators import Setting, generator
from dealerkit.training.items import Item, Question

SEALED, PAPER = "dealerkit exam, sealed", "dealerkit exam, paper"
_TRIES = 50


@attrs.frozen
class Walk:
    """Hands that a candidate deals.

    Attributes:
        name: What they are called in the syllabus.
        game: The game.
        rules: The rule set; empty for the game's own.
        options: Options of the game.
        seats: How many play.
        rounds: How many hands or coups.
        at: The step at which the candidate takes over.
        seed: What the cards and the players come from.
        fingerprint: Of the rules in force.
    """

    name: str
    game: str
    rules: str
    options: Mapping[str, str]
    seats: int
    rounds: int
    at: str
    seed: int
    fingerprint: str


@attrs.frozen
class Exam:
    """A paper, whole.

    Attributes:
        id: Its number.
        syllabus: The syllabus.
        title: What it is called.
        paper: `A`, `B` ...: parallel papers ask the same strata, and not the same questions.
        candidate: Who takes it.
        made: When it was drawn, ISO 8601.
        minutes: How long it may take.
        pass_mark: Per cent from which it is passed.
        weights: Weights of the questions and of the hands.
        majors: How many major findings a walk may have; None for any number.
        rules: The rule set, and the fingerprint of each game's rules in force.
        version: The dealerkit that drew it.
        seed: What it was drawn from; derived from the school's secret.
        items: The questions with their keys, in order.
        strata: The stratum of each.
        targets: The target of each, in seconds.
        walks: The hands.
    """

    id: str
    syllabus: str
    title: str
    paper: str
    candidate: str
    made: str
    minutes: int
    pass_mark: str
    weights: tuple[int, int]
    majors: int | None
    rules: Mapping[str, str]
    version: str
    seed: str
    items: tuple[Item, ...]
    strata: tuple[str, ...]
    targets: tuple[str, ...]
    walks: tuple[Walk, ...]

    @property
    def commitment(self) -> str:
        """The commitment on the candidate's paper: the hash of everything that is settled, questions, keys, seed and cards."""
        return hashlib.sha256(canonical(self.as_data())).hexdigest()

    def as_data(self) -> dict[str, object]:
        """Return it as plain data."""
        made = attrs.asdict(self, recurse=False)
        made["items"] = [item.as_data() for item in self.items]
        made["walks"] = [attrs.asdict(walk) for walk in self.walks]
        data: dict[str, object] = json_value(made)
        return data

    @classmethod
    def from_data(cls, data: Branch) -> Exam:
        """Return an exam that was written by `as_data`.

        Raises:
            KeyError, TypeError, ValueError: If it is none.
        """
        fields = {field.name: data[field.name] for field in attrs.fields(cls)}
        fields["items"] = tuple(Item.from_data(item) for item in data["items"])
        fields["walks"] = tuple(Walk(**walk) for walk in data["walks"])
        fields |= {name: tuple(data[name]) for name in ("weights", "strata", "targets")}
        return cls(**fields)

    def sealed(self) -> dict[str, object]:
        """Return what the school keeps until it is marked."""
        return {"what": SEALED, "commitment": self.commitment, "exam": self.as_data()}

    def for_candidate(self) -> dict[str, object]:
        """Return what a candidate may have before: questions, no key, no seed, no card to come, and the commitment."""
        questions = [
            {"stratum": stratum, "target": target, **item.question.as_data()}
            for item, stratum, target in zip(self.items, self.strata, self.targets, strict=True)
        ]
        walks = [{"name": walk.name, "game": walk.game, "rounds": walk.rounds} for walk in self.walks]
        told = ("id", "syllabus", "title", "paper", "candidate", "made", "minutes", "pass_mark", "version")
        return {
            "what": PAPER,
            "commitment": self.commitment,
            **{name: getattr(self, name) for name in told},
            "rules": dict(self.rules),
            "questions": questions,
            "walks": walks,
        }


def draw(
    plan: Syllabus,
    key: bytes,
    *,
    candidate: str,
    made: str,
    paper: str = "A",
    rules: str | Path | None = None,
    settings: Mapping[str, str] | None = None,
    number: str = "",
    dropped: Callable[[DroppedExercise], None] | None = None,
) -> Exam:
    """Draw a paper.

    Args:
        plan: What it asks.
        key: The school's secret.
        candidate: Who takes it.
        made: When, ISO 8601.
        paper: Which of several parallel papers.
        rules: The rule set of the house; None for each game's own.
        settings: Options of the games.
        number: Its number; empty for a new one.
        dropped: Is told of exercises whose two keys differ.

    Raises:
        UnknownName, RuleFileError: If a drill, a game or a rule set cannot be used.
        NoExercise: If a stratum has nothing to ask under these rules.
    """
    number = number or secrets.token_hex(6)
    seed = keyed(key, "exam", number, plan.sha256, paper)
    over = rule_set(rules) if rules is not None else None
    items: list[Item] = []
    strata, targets, prints = [], [], {}
    for stratum in plan.strata:
        where = at_level(drill(stratum.drill, over), stratum.level, stratum.game or None, rules, settings)
        prints[where.game.id] = where.game.sha256
        for item in _of_stratum(where, stratum, f"{seed}:{stratum.name}", {one.question for one in items}, dropped):
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
        made=made,
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


def _of_stratum(
    where: Setting, stratum: Stratum, seed: str, asked: set[Question], dropped: Callable[[DroppedExercise], None] | None
) -> Iterator[Item]:
    """Yield the questions of a stratum, none twice as long as there is another.

    The class of each answer is drawn by itself, so that whoever knows the answers of before knows nothing of the next; of a class
    the cells come in a drawn order.
    """
    made, rng = generator(where.drill), Random(seed)
    classes: dict[str, list[str]] = {}
    for cell, label in made.cells(where).items():
        classes.setdefault(label, []).append(cell)
    if not classes:
        msg = f"{stratum.name} of the syllabus ({stratum.drill}, level {stratum.level}) has nothing to ask under these rules"
        raise NoExercise(msg)
    rows = {label: _without_end(cells, rng) for label, cells in sorted(classes.items())}
    for number in range(stratum.items):
        for label in rng.sample(list(rows), len(rows)):  # the first that is drawn, the others where it has nothing new to ask
            for again in range(_TRIES):
                item = exercise(where, f"{seed}/{number}.{again}", next(rows[label]), dropped, made)
                if item.question not in asked:
                    break
            if item.question not in asked:
                break
        asked.add(item.question)
        yield item


def _without_end(cells: Sequence[str], rng: Random) -> Iterator[str]:
    """Yield cells in a drawn order, each once before any comes again, and then in another order."""
    while True:
        yield from rng.sample(cells, len(cells))


# -- files --


def read_exam(path: Path) -> dict[str, object]:
    """Read a file of an exam.

    Raises:
        TrainingError: If it is none.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TrainingError(str(path), f"it cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise TrainingError(str(path), f"this is no file of an exam: {error}", "name the file that `exam new` wrote") from None
    if not isinstance(data, dict) or not str(data.get("what", "")).startswith("dealerkit exam"):
        raise TrainingError(str(path), "this is no file of an exam", "name the file that `exam new` wrote")
    return data


def sealed_exam(path: Path) -> Exam:
    """Read a sealed exam, and see that it is what its commitment says.

    Raises:
        TrainingError: If it is none, or has been changed.
    """
    data = read_exam(path)
    if data["what"] != SEALED:
        raise TrainingError(str(path), "this is not the sealed exam", "name the school's file, whose name ends with .sealed.json")
    return opened(data, path)


def opened(data: Branch, path: Path) -> Exam:
    """Return the exam in a file's data.

    Raises:
        TrainingError: If it is none, or is not what its commitment says.
    """
    try:
        made = Exam.from_data(data["exam"])
        kept = str(data["commitment"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise TrainingError(str(path), f"part of the exam is missing or torn: {type(error).__name__}") from None
    if made.commitment != kept:
        raise TrainingError(str(path), "the exam is not what it was when it was drawn: its commitment does not fit")
    return made


def questions(data: Branch, path: Path) -> list[Question]:
    """Return the questions of a paper that is handed out, of an exam or of a calibration.

    Raises:
        TrainingError: If it is torn.
    """
    try:
        return [Question.from_data(one) for one in data["questions"]]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise TrainingError(str(path), f"part of the paper is missing or torn: {type(error).__name__}") from None
