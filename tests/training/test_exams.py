"""Exams: what is settled beforehand, what a candidate cannot know, what cannot be changed afterwards."""

from __future__ import annotations

import copy
import itertools
import json
import statistics
from collections import Counter
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealerkit.errors import RuleFileError, TrainingError
from dealerkit.files.plain_data import as_plain
from dealerkit.rules.sets import catalogue
from dealerkit.sheets.formats import render
from dealerkit.training.drills import drill
from dealerkit.training.exams.answer_sheet import AnswerSheet, GivenAnswer, read_answers
from dealerkit.training.exams.exam import Exam, draw
from dealerkit.training.exams.pages import certificate
from dealerkit.training.exams.result import file_text, mark, seated, signature, verify
from dealerkit.training.exams.secret import keyed
from dealerkit.training.exams.syllabus import syllabus, syllabuses
from dealerkit.training.structure import structured
from dealerkit.training.walk.session import Session
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

KEY = b"a school's secret that is long enough, 1"
PLAN = "baccarat-table-test"
PAPERS = 1000 if LONG else 150


def drawn(number: str = "0a1b2c", paper: str = "A", **more: Any) -> Exam:
    """A paper of the test syllabus."""
    return draw(syllabus(PLAN), KEY, candidate="Ann Lee", created="2026-03-02T18:00:00+00:00", number=number, paper=paper, **more)


def right_answers(exam: Exam) -> list[GivenAnswer]:
    """Every question answered right, a minute in."""
    return [
        GivenAnswer(number, given=item.key.answers[0], answer=item.key.answers[0], seconds=60)
        for number, item in enumerate(exam.items, 1)
    ]


def dealt(exam: Exam, name: str = "coups", *, slip: str = "") -> GivenAnswer:
    """A walk dealt by a perfect dealer, or by one who does something else once."""
    (walk,) = (walk for walk in exam.walks if walk.name == name)
    session: Session = seated(walk)
    while session.rounds.done < walk.rounds:
        if session.players_act():
            continue
        act = session.table.next_act()
        assert act is not None
        if slip and session.table.expected.step.endswith("player_card"):
            session.table.push(slip)
            slip = ""
            continue
        session.do(act)
    return GivenAnswer(0, walk=name, given=session.table.record(), seconds=1200)


def test_every_syllabus_can_be_drawn():
    """Each that comes with dealerkit gives a paper, and parallel papers do not ask the same questions."""
    assert syllabuses()
    for name in syllabuses():
        papers = [
            draw(syllabus(name), KEY, candidate="x", created="2026-03-02T18:00:00+00:00", number="1", paper=paper)
            for paper in "AB"
        ]
        assert [papers[0].strata, papers[0].targets] == [papers[1].strata, papers[1].targets]
        if papers[0].items:
            asked = [{str(item.question) for item in paper.items} for paper in papers]
            assert asked[0] != asked[1]


def test_the_same_number_gives_the_same_paper():
    """The secret, the number, the syllabus and the letter make the paper; another secret makes another."""
    assert drawn() == drawn()
    assert drawn().items != drawn(paper="B").items
    other = draw(syllabus(PLAN), KEY + b"2", candidate="Ann Lee", created="2026-03-02T18:00:00+00:00", number="0a1b2c")
    assert other.seed != drawn().seed
    assert other.items != drawn().items


def test_no_answer_is_told_by_those_before_it():
    """Over 200 papers, stratum by stratum: after any answer each answer comes as often as it does at all, within four deviations,
    and how often each comes differs from paper to paper, so that the last is not told by the others.
    """
    came: Counter[tuple[str, str]] = Counter()
    after: Counter[tuple[str, str, str]] = Counter()
    shares: dict[str, set[tuple[tuple[str, int], ...]]] = {}
    for number in range(200):
        exam = drawn(str(number))
        for stratum in dict.fromkeys(exam.strata):
            labels = [item.label for item, of in zip(exam.items, exam.strata, strict=True) if of == stratum]
            came.update((stratum, label) for label in labels[1:])
            after.update((stratum, one, other) for one, other in itertools.pairwise(labels))
            shares.setdefault(stratum, set()).add(tuple(sorted(Counter(labels).items())))
    classes = {stratum: [label for of, label in came if of == stratum] for stratum in shares}
    mixed = [stratum for stratum, labels in classes.items() if len(labels) > 1]
    assert set(mixed) == {"player", "tableau", "close"}
    for stratum in mixed:
        assert len(shares[stratum]) > 2
        whole = sum(came[stratum, label] for label in classes[stratum])
        for one, other in itertools.product(classes[stratum], repeat=2):
            asked = sum(after[stratum, one, each] for each in classes[stratum])
            share = came[stratum, other] / whole
            away = abs(after[stratum, one, other] - asked * share)
            assert away <= 4 * (asked * share * (1 - share)) ** 0.5, (stratum, one, other)


def test_the_candidates_file_tells_nothing():
    """No seed, no key, no working, no cell, no card to come: only the questions and the commitment."""
    exam = drawn()
    own = exam.for_candidate().as_data()
    text = json.dumps(own)
    assert exam.seed not in text
    assert str(exam.walks[0].seed) not in text
    for item in exam.items:
        assert item.seed not in text
        assert item.cell not in text
    names = set(_keys(own))
    assert names.isdisjoint({"key", "answers", "working", "codes", "seed", "cell", "label", "by_answer", "expected"})
    # two exams with other answers to the same questions would look alike: the answer is nowhere in a question of one stratum
    numbers = [item for item in exam.items if item.drill == "baccarat/commission"]
    for item in numbers:
        shown = json.dumps([item.question.show, item.question.ask])
        assert not any(part in shown.split() for part in item.key.answers[0].split(" | "))


def _keys(value: object) -> list[str]:
    if isinstance(value, dict):
        return [name for key, inner in value.items() if key != "choices" for name in (key, *_keys(inner))]
    return [name for inner in value for name in _keys(inner)] if isinstance(value, list) else []


def test_the_seed_cannot_be_guessed_from_what_the_candidate_has():
    """Only with the secret does a number give its seed."""
    exam = drawn()
    plan = syllabus(PLAN)
    public = [exam.id, exam.candidate, exam.made, exam.paper, exam.commitment, plan.sha256, *exam.rules.values()]
    assert exam.seed == keyed(KEY, "exam", exam.id, plan.sha256, exam.paper)
    assert all(keyed(one.encode(), "exam", exam.id, plan.sha256, exam.paper) != exam.seed for one in public)


def test_it_is_kept_whole_and_any_change_is_seen():
    """Written and read it is the same; a changed key, card seed or pass mark does not fit the commitment."""
    exam = drawn()
    again = structured(Exam, json.loads(json.dumps(as_plain(exam))))
    assert again == exam
    for change in ("pass_mark", "seed", "candidate", "title"):
        data = json.loads(json.dumps(as_plain(exam)))
        data[change] += "1"
        assert structured(Exam, data).commitment != exam.commitment
    data = json.loads(json.dumps(as_plain(exam)))
    data["items"][3]["key"]["answers"] = ["stand" if data["items"][3]["key"]["answers"] == ["draw"] else "draw"]
    assert structured(Exam, data).commitment != exam.commitment


def test_a_perfect_candidate_passes_and_it_can_be_proved(tmp_path):
    """All right and dealt without a slip: 100; verified with and without the secret."""
    exam = drawn()
    result = mark(exam, [*right_answers(exam), dealt(exam)], examiner="Bo", marked="2026-03-02T19:00:00+00:00")
    assert (result.written, result.performance, result.score, result.passed) == ("100", "100", "100", True)
    data = json.loads(file_text(result.in_file(KEY)))
    checked = verify(data, tmp_path, code=result.code, commitment=exam.commitment, key=KEY)
    assert (checked.wrong, checked.signed) == ((), True)
    assert verify(data, tmp_path).signed is None
    assert verify(data, tmp_path, key=KEY + b"x").signed is False
    page = render(certificate(result, signature(result, KEY)), "html")[0].decode()
    for told in (result.code, exam.seed, exam.commitment, "Ann Lee", "not who sat the exam"):
        assert told in page


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda made: made["result"].update(score="99"), "score"),
        (lambda made: made["result"]["questions"][0].update(marks="1"), "question 1"),
        (lambda made: made["result"]["answers"][0].update(answer="stand", given="s"), "question 1"),
        (lambda made: made["result"]["answers"][0].update(answer="draw", given="d"), "question 1"),
        (lambda made: made["result"]["walks"][0].update(score="100"), "score"),
        (lambda made: made["result"].update(passed=True), "score"),
        (lambda made: made.update(code="AAAA-BBBB-CCCC-DDDD"), "code"),
        (lambda made: made["result"]["exam"].update(candidate="Somebody Else"), "commitment"),
    ],
)
def test_a_result_that_was_edited_is_seen(change, said, tmp_path):
    """Whatever is changed does not follow from the rest any more."""
    exam = drawn()
    wrong = [GivenAnswer(1, given="x", answer="neither", seconds=5)]
    result = mark(exam, wrong, examiner="", marked="2026-03-02T19:00:00+00:00")
    data = json.loads(file_text(result.in_file(KEY)))
    assert verify(data, tmp_path, key=KEY).wrong == ()
    changed = copy.deepcopy(data)
    change(changed)
    if said == "commitment":
        with pytest.raises(TrainingError, match="commitment"):
            verify(changed, tmp_path, key=KEY)
    else:
        assert any(said in what for what in verify(changed, tmp_path, key=KEY).wrong)


def test_a_critical_finding_fails_the_game():
    """However well the rest went (ledger section 3)."""
    exam = drawn()
    spoiled = dealt(exam, slip="d deal banker")
    result = mark(exam, [*right_answers(exam), spoiled], examiner="", marked="2026-03-02T19:00:00+00:00")
    (walk,) = result.walks
    severities = catalogue().findings.data["findings"]
    assert any(severities.get(code, {}).get("severity") == "critical" for code in walk.codes)
    assert not walk.passed
    assert not result.passed


def test_another_tables_record_is_not_taken():
    """A clean record of other cards, or with what the program dealt left out, is no record of this exam."""
    exam, other = drawn(), drawn("ffffff")
    foreign = dealt(other)
    result = mark(exam, [foreign], examiner="", marked="2026-03-02T19:00:00+00:00")
    assert (result.walks[0].score, result.walks[0].passed) == ("0", False)


def test_a_record_dealt_by_other_rules_is_not_taken():
    """The same cards and the same beginning, but with an option changed in its header: no record of this exam."""
    exam = drawn()
    own = dealt(exam)
    lines = own.given.splitlines()
    head = lines.index("---")
    changed = "\n".join([*lines[:head], "set differential: 100000", *lines[head:]]) + "\n"
    for text, passed in ((own.given, True), (changed, False)):
        given = GivenAnswer(0, walk="coups", given=text, seconds=60)
        result = mark(exam, [given], examiner="", marked="2026-03-02T19:00:00+00:00")
        assert result.walks[0].passed is passed


def test_what_comes_after_the_time_has_no_marks():
    """The clock decides, not the candidate."""
    exam = drawn()
    answers = right_answers(exam)
    late = [GivenAnswer(one.number, given=one.given, answer=one.answer, seconds=60 * exam.minutes + 1) for one in answers]
    result = mark(exam, [*answers[:10], *late[10:]], examiner="", marked="2026-03-02T19:00:00+00:00")
    assert sum(one.marks == "1" for one in result.questions) == 10
    assert all(one.late for one in result.questions[10:])


def test_answers_outlive_a_crash_and_a_clock_that_is_put_back(tmp_path, clock):
    """What was answered stands on the disk; time never runs backwards; a torn last line costs that answer alone."""
    path = tmp_path / "ann.answers.jsonl"
    sheet = AnswerSheet(path, "0a1b2c", "c0ffee", clock)
    clock.move(minutes=10)
    sheet.put(GivenAnswer(1, given="d", answer="draw"))
    clock.move(hours=-2)
    again = AnswerSheet(path, "0a1b2c", "c0ffee", clock)
    assert again.elapsed == timedelta(minutes=10)
    again.put(GivenAnswer(2, given="s", answer="stand"))
    with path.open("a", encoding="utf-8") as stream:
        stream.write('{"number": 3, "gi')
    assert [one.number for one in read_answers(path, "0a1b2c", "c0ffee")] == [1, 2]
    with pytest.raises(TrainingError, match="another exam"):
        AnswerSheet(path, "another", "c0ffee", clock)


@pytest.mark.slow
def test_the_paper_alone_moves_the_score_little():
    """Many papers of one syllabus (1,000 in the long run), a candidate with fixed chances: deviation at most 3 points."""
    plan = syllabus(PLAN)
    chances: dict[str, Fraction] = {}

    def chance(item) -> Fraction:
        key = f"{item.drill} {item.cell}"
        if key not in chances:  # between 60 and 100 per cent, by the cell, harder levels lower
            chances[key] = Fraction(60 + int(keyed(b"skill", key)[:4], 16) % 41 - 4 * (item.level - 1), 100)
        return chances[key]

    scores = []
    for number in range(PAPERS):
        exam = draw(plan, KEY, candidate="x", created="2026-03-02T18:00:00+00:00", number=str(number))
        scores.append(float(100 * sum(map(chance, exam.items)) / len(exam.items)))
    assert statistics.pstdev(scores) <= 3


def test_bots_deal_as_the_paper_says():
    """The players of a walk come from its seed alone: the candidate's machine and the school's see the same."""
    exam = drawn()
    first, second, other = seated(exam.walks[0]), seated(exam.walks[0]), seated(drawn("ffffff").walks[0])
    assert [act.text for act in first.table.log] == [act.text for act in second.table.log]
    assert [act.text for act in first.table.log] != [act.text for act in other.table.log]


def test_a_result_of_an_earlier_dealerkit_keeps_its_code():
    """What came later changes nothing of it: it verifies, and the certificate that was handed out stays true."""
    path = Path(__file__).parent / "data" / "result-1.json"
    checked = verify(json.loads(path.read_text(encoding="utf-8")), path, code="OZXQ-YDQW-JAHS-AB2D")
    assert checked.wrong == ()


def test_a_syllabus_takes_time_and_pass_mark_from_the_drill_of_the_same_exam(tmp_path):
    """They stand in one place; what the syllabus says itself wins, and a drill that is none or no exam is told with its line."""
    told = drill("exam/table-test").doc.data["with"]
    assert (syllabus(PLAN).minutes, syllabus(PLAN).pass_mark) == (told["minutes"], told["pass"])
    mine = tmp_path / "mine.yaml"
    mine.write_text(f"syllabus: mine\nextends: {PLAN}\nminutes: 50\n", encoding="utf-8")
    assert (syllabus(str(mine)).minutes, syllabus(str(mine)).pass_mark) == (50, told["pass"])
    for name, why in (("exam/nothing", "unknown drill:"), ("baccarat/commission", "is not an exam")):
        mine.write_text(f"syllabus: mine\nextends: {PLAN}\nterms: {name}\n", encoding="utf-8")
        with pytest.raises(RuleFileError, match=why) as told_of:
            syllabus(str(mine))
        assert told_of.value.problems[0].line == 3
