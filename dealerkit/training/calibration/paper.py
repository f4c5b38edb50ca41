"""A calibration paper: disputes drawn from the faults of a rule set, sealed with the right answers, and the copy handed out."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import attrs

from dealerkit import __version__
from dealerkit.errors import DealerkitError, TrainingError
from dealerkit.files.plain_data import as_plain
from dealerkit.jobs.cases.files import read_cases, targets
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import game
from dealerkit.rules.rule_set import RuleSet
from dealerkit.rulings import UNDECIDED, Ruling, rule
from dealerkit.training.disputes import granted, item_of, told
from dealerkit.training.drills import calibration, courses
from dealerkit.training.exams.secret import commitment_to, keyed
from dealerkit.training.exercises import NoExercise
from dealerkit.training.files import read_as, read_json
from dealerkit.training.items import Item, Question
from dealerkit.training.replies import OneOfReply, PartsReply
from dealerkit.training.rule_text import rule_text

SEALED, PAPER = "dealerkit calibration, sealed", "dealerkit calibration, paper"
DRILL = "floor/calibration"
"""Id of the drill of these disputes."""
OPEN = "floor_discretion"
"""Outcome of a dispute that the rules leave to the floor, where nobody can be right or wrong."""
_WRONG_FILE = "name the file that `calibrate new` wrote"


@attrs.frozen
class CalibrationHead:
    """The part of a calibration paper that the floor and the manager both have.

    Attributes:
        id: Its number.
        made: The day on which it was drawn, ISO 8601.
        rules: The name of the rule set.
        title: The rule set's title.
        fingerprint: SHA-256 of the rules in force.
        version: The version of dealerkit that drew it.
    """

    id: str
    made: str
    rules: str
    title: str
    fingerprint: str
    version: str


@attrs.frozen
class CalibrationPaper(CalibrationHead):
    """A calibration paper with its keys, the right answers.

    Attributes:
        source: Where the disputes come from: `rulings` or `journal`.
        seed: The seed of the draw, derived from the house's secret.
        words: The texts of the rules that the keys cite, by id.
        items: The disputes with their keys, in order.
    """

    source: str
    seed: str
    words: Mapping[str, str]
    items: tuple[Item, ...]

    @property
    def commitment(self) -> str:
        """The hash of the paper's whole content, keys and seed included. It is printed on the handed-out copy, to prove later
        that nothing was changed.
        """
        return commitment_to(self)

    def sealed(self) -> dict[str, object]:
        """Return the manager's part as plain data for a file; it stays sealed until everybody has answered."""
        return {"what": SEALED, "commitment": self.commitment, "calibration": as_plain(self)}

    def handed_out(self) -> HandedOut:
        """Return the part for everybody: the disputes and the hash that proves them, without keys and seed."""
        questions = tuple(item.question for item in self.items)
        head = {field.name: getattr(self, field.name) for field in attrs.fields(CalibrationHead)}
        return HandedOut(**head, commitment=self.commitment, questions=questions)


def _ruled(_: object, __: attrs.Attribute[tuple[Question, ...]], questions: tuple[Question, ...]) -> None:
    """Refuse a dispute whose reply is not a ruling and a remedy, each from a few choices.

    Raises:
        ValueError: If there is one.
    """
    for number, question in enumerate(questions, 1):
        parts = question.reply.parts if isinstance(question.reply, PartsReply) else ()
        if not parts or not all(isinstance(part, OneOfReply) for _, part in parts):
            msg = f"dispute {number} needs a ruling and a remedy"
            raise ValueError(msg)


@attrs.frozen
class HandedOut(CalibrationHead):
    """A calibration paper as it is handed out.

    Attributes:
        commitment: The hash of the whole paper, keys and seed included.
        questions: The disputes, in order.
    """

    commitment: str
    questions: tuple[Question, ...] = attrs.field(validator=_ruled)

    def as_data(self) -> dict[str, object]:
        """Return the paper as plain data for the file that everybody gets."""
        return {"what": PAPER, **as_plain(self)}


@attrs.frozen
class CalibrationCase:
    """A dispute that can be asked.

    Attributes:
        facts: The facts by name, `fault` among them.
        house: A decision of this house that differs from the rules, in words; empty if there is none.
    """

    facts: Mapping[str, object]
    house: str = ""


def of_rulings(rules: RuleSet) -> list[CalibrationCase]:
    """Return the disputes with which a rule set is tested: its own cases, and those of the sets it extends.

    Raises:
        RuleFileError: If a file of cases cannot be used.
    """
    folders = dict.fromkeys(Path(file).parent / "cases" for file, *_ in rules.files)
    cases = targets([folder for folder in folders if folder.is_dir()])
    return [
        CalibrationCase({name: value for name, value in case.data["facts"].items() if value is not None})
        for case in read_cases(cases, None)
        if case.kind == "facts" and case.data.get("rules") in rules.chain and case.data["facts"].get("fault") in rules.faults
    ]


def draw(
    rules: RuleSet,
    key: bytes,
    cases: Sequence[CalibrationCase],
    count: int | None = None,
    *,
    created: str,
    source: str = "rulings",
    number: str = "",
) -> CalibrationPaper:
    """Draw a calibration paper: as many different faults as possible, and then as many different outcomes.

    Args:
        rules: The rule set in force, which gives the right answers.
        key: The house's secret.
        cases: The disputes to choose from.
        count: The number of disputes; None for the default.
        created: The day, ISO 8601.
        source: Where the disputes come from, `rulings` or `journal`.
        number: The paper's number; empty for a new one.

    Raises:
        NoExercise: If no dispute can be asked.
    """
    number = number or secrets.token_hex(3)
    seed = keyed(key, "calibration", number, rules.sha256)
    rng = Random(seed)
    among = list(_settled(rules, cases))
    if not among:
        msg = f"{rules.name} has no ruling for any of the disputes to choose from"
        raise NoExercise(msg)
    chosen = _spread(among, calibration()["disputes"] if count is None else count, rng)
    items = tuple(
        item_of(rules, ruling, case.house, _shown(case.facts, ruling), DRILL, f"{number}/{at}", rng)
        for at, (case, ruling) in enumerate(chosen, 1)
    )
    return CalibrationPaper(
        id=number,
        made=created,
        rules=rules.name,
        title=rules.title,
        fingerprint=rules.sha256,
        source=source,
        version=__version__,
        seed=seed,
        words=_words(rules, items),
        items=items,
    )


def _settled(rules: RuleSet, cases: Iterable[CalibrationCase]) -> Iterator[tuple[CalibrationCase, Ruling]]:
    """Yield the disputes on which the rules decide, each once."""
    seen = set()
    for case in cases:
        try:
            ruling = rule(case.facts, rules)
        except DealerkitError:
            continue
        shown = tuple(_shown(case.facts, ruling))
        if ruling.outcome not in (UNDECIDED, OPEN) and shown not in seen:
            seen.add(shown)
            yield case, ruling


def _spread(among: Sequence[tuple[CalibrationCase, Ruling]], count: int, rng: Random) -> list[tuple[CalibrationCase, Ruling]]:
    """Choose disputes so that each fault comes once before any repeats, with its least frequent outcome first."""
    by_fault: dict[str, list[tuple[CalibrationCase, Ruling]]] = {}
    for case, ruling in among:
        by_fault.setdefault(ruling.fault, []).append((case, ruling))
    order = sorted(by_fault)
    rng.shuffle(order)
    came: Counter[str] = Counter()
    chosen: list[tuple[CalibrationCase, Ruling]] = []
    while order and len(chosen) < count:
        for fault in list(order):
            rest = by_fault[fault]
            rng.shuffle(rest)
            rest.sort(key=lambda pair: came[pair[1].outcome])
            pair = rest.pop(0)
            came[pair[1].outcome] += 1
            chosen.append(pair)
            if not rest:
                order.remove(fault)
            if len(chosen) == count:
                break
    rng.shuffle(chosen)
    return chosen


def _shown(facts: Mapping[str, object], ruling: Ruling) -> Iterator[str]:
    """Yield a dispute line by line, with the assumptions that decide its ruling."""
    yield from told(facts, ruling.title, played=True)
    yield from told({"fault": "", **granted(ruling)}, played=True)[1:]


def _words(rules: RuleSet, items: Sequence[Item]) -> dict[str, str]:
    """Return the texts of the rules that the keys cite, in the words of a game dealt under them.

    For a rule without a text of its own, the reason of the first ruling that cites it; a rule with neither is left out.
    """
    played = next((course.game for course in courses() if rules.serves(game(course.game).data)), None)
    texts: dict[str, str] = {}
    for item in items:
        under = attrs.evolve(game(played), rules=rules) if played is not None else None
        texts |= {name: words for name in item.key.rules if under is not None and (words := rule_text(under, name))}
        texts.setdefault(item.key.rules[0] if item.key.rules else "", " ".join(item.key.working))
    return {name: words for name, words in texts.items() if name}


# -- files --


def read_paper(path: Path) -> Branch:
    """Return the content of the file of a calibration paper, handed out or sealed, unchecked but for its kind.

    Args:
        path: The file.

    Raises:
        TrainingError: If it is not such a file.
    """
    return read_json(path, (SEALED, PAPER), "this is not a calibration paper", _WRONG_FILE)


@attrs.frozen
class SealedCalibration:
    """The manager's file of a calibration.

    Attributes:
        what: The kind of file, `dealerkit calibration, sealed`.
        commitment: The hash of the paper's content when it was drawn.
        calibration: The paper with its keys.
    """

    what: str
    commitment: str
    calibration: CalibrationPaper


def sealed_paper(path: Path) -> CalibrationPaper:
    """Read a sealed paper, and check by its hash that it was not changed.

    Args:
        path: The manager's file.

    Raises:
        TrainingError: If it is not a sealed paper, or was changed.
    """
    data = read_paper(path)
    if data["what"] != SEALED:
        raise TrainingError(str(path), "this is not the sealed paper", "name the file whose name ends with .sealed.json")
    sealed = read_as(SealedCalibration, data, path, "the paper")
    if sealed.calibration.commitment != sealed.commitment:
        raise TrainingError(str(path), "the paper was changed after it was drawn: it does not match its commitment")
    return sealed.calibration


def handed_out(path: Path) -> HandedOut:
    """Read the paper that is handed out, from its own file or the sealed one.

    Raises:
        TrainingError: If the file is damaged.
    """
    data = read_paper(path)
    if data["what"] == SEALED:
        return sealed_paper(path).handed_out()
    return read_as(HandedOut, {name: value for name, value in data.items() if name != "what"}, path, "the paper")
