"""Out of one store and into another: nothing changed, nothing twice, and what is wrong is told with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealerkit.errors import AnswerError, TrainingError, UnknownName
from dealerkit.training import exchange
from dealerkit.training.answers import Answer
from dealerkit.training.store import TrainingStore

from .conftest import Clock, keep_all
from .test_answers import answers as any_answer

pytestmark = pytest.mark.thorough

WRITE = {"csv": exchange.as_csv, "json": exchange.as_json}


def other(tmp_path: Path, clock: Clock) -> TrainingStore:
    """Another store."""
    return TrainingStore.open(tmp_path / "other" / "training.db", now=clock)


@pytest.fixture
def filled(opened, clock):
    """A store with two people in it."""
    with opened() as store:
        keep_all(store, clock, "+-h", trainee="Ann Lee")
        keep_all(store, clock, "-", trainee="Bo", given="=1+1\r\n'quoted', \"10♥\"", expected="+5", first_ms=None, total_ms=None)
        keep_all(store, clock, "-", trainee="", false_alarm=True, codes=["burn/doubled", "deal/*"], target_ms=None)
        yield store


@pytest.mark.parametrize("form", exchange.FORMATS)
def test_out_and_in_again(filled, tmp_path, clock, form):
    """Every answer and every session arrives as it was; a second time nothing is new."""
    text = WRITE[form](filled)
    with other(tmp_path, clock) as store:
        assert store.take_in(*exchange.read(text, "log")) == 5
        assert list(store.answers()) == list(filled.answers())
        assert store.sessions() == filled.sessions()
        assert store.take_in(*exchange.read(text, "log")) == 0
        assert store.take_in(*exchange.read(WRITE[form](filled), "log")) == 0
        assert len(list(store.answers())) == 5


@settings(max_examples=25, deadline=None)
@given(st.lists(any_answer(), max_size=6), st.sampled_from(exchange.FORMATS))
def test_any_answer_arrives_as_it_was(tmp_path_factory, made, form):
    """Whatever was typed; answers that are alike to the last sign arrive as many times as they were given."""
    folder = tmp_path_factory.mktemp("any")
    clock = Clock()
    with TrainingStore.open(folder / "a.db", now=clock) as one, TrainingStore.open(folder / "b.db", now=clock) as two:
        for answer in made:
            session = one.begin("exam", answer.trainee)
            for _ in range(2):
                one.keep(Answer.from_dict({**answer.as_dict(), "session": session}))
        for _ in range(2):
            two.take_in(*exchange.read(WRITE[form](one), "log"))
            assert sorted(two.answers(), key=str) == sorted(one.answers(), key=str)


def test_what_came_later_is_added(filled, tmp_path, clock, opened):
    """The same trainee on two machines: the second export brings only what is new."""
    with other(tmp_path, clock) as store:
        store.take_in(*exchange.read(exchange.as_csv(filled), "log"))
        session = filled.sessions("Ann Lee")[0].id
        keep_all(filled, clock, "++", trainee="Ann Lee", session=session)
        assert store.take_in(*exchange.read(exchange.as_csv(filled), "log")) == 2
        clock.move(days=30)
        assert {cell.cell for cell in store.due("Ann Lee")} == {"banker 3, third 8"}


def test_of_one_person(filled):
    """Nobody else is in it."""
    text = exchange.as_json(filled, "ann lee")
    assert "Bo" not in text
    assert len(exchange.read(text, "log")[1]) == 3


def test_a_spreadsheet_takes_nothing_for_a_formula(filled):
    """Every such cell has an apostrophe before it."""
    import csv
    import io

    rows = list(csv.reader(io.StringIO(exchange.as_csv(filled), newline="")))
    assert any(cell.startswith("'=1+1") for row in rows for cell in row)
    assert [cell for row in rows for cell in row if cell[:1] in {"=", "+", "-", "@", "\t", "\r"}] == []


def changed(text: str, **fields: object) -> str:
    """A JSON log whose second answer is changed."""
    document = json.loads(text)
    document["answers"][1].update(fields)
    return json.dumps(document)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"score": "2"}, "answer 2: score"),
        ({"at": "yesterday"}, "answer 2: at"),
        ({"session": "elsewhere"}, "answer 2: session"),
        ({"level": "1"}, "answer 2: level"),
        ({"shoe": 6}, "answer 2: shoe"),
    ],
)
def test_a_wrong_answer_in_json_is_told_with_its_number(filled, fields, message):
    """File, number and field."""
    with pytest.raises(TrainingError, match=f"log.json: {message}"):
        exchange.read(changed(exchange.as_json(filled), **fields), "log.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "log:1: these columns are missing: session"),
        ("{", "this is not JSON"),
        ("[" * 100_000, "log:1: these columns"),
        ('{"a": ' + "[" * 100_000, "this is not JSON"),
        ("{}", "this is not a log of answers"),
        ('{"training": {"form": 2}, "sessions": [], "answers": []}', "the log has format 2"),
        ('{"training": {"form": 1}, "sessions": [7], "answers": []}', "session 1: expected a map"),
        ('{"training": {"form": 1}, "sessions": [{"id": "\\ud800"}], "answers": []}', "session 1"),
        ("session,kind\na,drill\n", "columns are missing: label"),
    ],
)
def test_what_is_no_log(text, message):
    """Told as what is wrong with it."""
    with pytest.raises(TrainingError, match=message):
        exchange.read(text, "log")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("drill,,", "lesson,,", "log:2: kind"),
        (",no,0,no,", ",perhaps,0,no,", "log:3: right: 'perhaps' is neither yes nor no"),
        (",2000,2500,5000,", ",2 s,2500,5000,", "log:2: first_ms: '2 s' is not a whole number"),
        ("computed\r\n", "computed,more\r\n", "log:2: the row has 28 cells"),
        ("computed\r\n", '"computed"x\r\n', "log:2: this is not CSV"),
    ],
)
def test_a_wrong_line_of_csv_is_told(filled, old, new, message):
    """File, line and column."""
    text = exchange.as_csv(filled, "Ann Lee")
    assert old in text, text
    with pytest.raises(TrainingError, match=message) as error:
        exchange.read(text.replace(old, new, 1), "log")
    assert str(error.value)


def test_all_or_nothing(filled, tmp_path, clock):
    """A session that is another one here stops everything."""
    with other(tmp_path, clock) as store:
        sessions, answers = exchange.read(exchange.as_json(filled), "log")
        keep_all(store, clock, "+", trainee="Cy")
        store.take_in(sessions[:1], [one for one in answers if one.session == sessions[0].id])
        import attrs

        twisted = [attrs.evolve(sessions[0], label="other"), *sessions[1:]]
        with pytest.raises(AnswerError, match="a different session"):
            store.take_in(twisted, answers)
        assert len(list(store.answers())) == 4
        assert "Bo" not in store.trainees()
        with pytest.raises(AnswerError, match="is missing from the import"):
            store.take_in(sessions[:1], answers)


# Backup


def test_a_copy_is_whole_and_stands_alone(filled, tmp_path, clock):
    """Written while the store is open; read back as it was; one file, for its owner alone."""
    target = tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    filled.copy_to(target)
    assert [one.name for one in target.parent.iterdir()] == ["copy.db"]
    assert target.stat().st_mode & 0o077 == 0
    raw = target.read_bytes()
    with TrainingStore.read(target, now=clock) as copy:
        assert list(copy.answers()) == list(filled.answers())
        with other(tmp_path, clock) as store:
            assert store.take_in(copy.sessions(), copy.answers()) == 5
    assert target.read_bytes() == raw


def test_a_copy_that_cannot_be_written_leaves_what_was_there(filled, tmp_path, monkeypatch):
    """And nothing beside it."""
    target = tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    target.write_text("old", encoding="utf-8")
    with pytest.raises(TrainingError):
        filled.copy_to(tmp_path / "nowhere" / "copy.db")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(TrainingError, match="disk is full"):
        filled.copy_to(target)
    assert [(one.name, one.read_text(encoding="utf-8")) for one in target.parent.iterdir()] == [("copy.db", "old")]


# Forgotten


def bytes_of(path: Path) -> bytes:
    """Everything that lies in the folder of the file."""
    return b"".join(one.read_bytes() for one in path.parent.iterdir())


def test_a_person_who_is_forgotten_leaves_no_trace(opened, path, clock):
    """No byte of the name, of what was typed, or of the session in the file or beside it, while the store is open and after."""
    with opened() as store:
        for number in range(30):
            keep_all(store, clock, "+-" * 5, trainee="Zebediah Quux", given=f"peculiar {number}", cell="only hers")
            keep_all(store, clock, "+-" * 5, trainee="Bo")
        store.due("Zebediah Quux")
        sessions = [one.id for one in store.sessions("Zebediah Quux")]
        before = list(store.answers("Bo"))
        assert b"peculiar" in bytes_of(path)
        gone = store.forget("zebediah  QUUX")
        assert (gone.sessions, gone.answers, gone.mentions, gone.damaged) == (30, 300, 0, ())
        for trace in (b"Quux", b"quux", b"peculiar", b"only hers", *(one.encode() for one in sessions)):
            assert trace not in bytes_of(path)
        assert store.trainees() == ["Bo"]
        assert list(store.answers("Bo")) == before
        keep_all(store, clock, "+", trainee="Bo")
        with pytest.raises(UnknownName, match="Bo"):
            store.forget("Zebediah Quux")
    assert b"Quux" not in bytes_of(path)


def test_where_a_name_stands_besides_is_told(opened, path, clock):
    """A label of somebody else's session, an answer that was typed, a damaged file that was set aside."""
    opened().close()
    path.write_bytes(b"torn")
    with opened() as store:
        keep_all(store, clock, "+", trainee="Zeb Quux")
        store.begin("exam", "Bo", "examiner: ZEB QUUX")
        keep_all(store, clock, "-", trainee="Bo", given="ask Zeb Quux")
        gone = store.forget("Zeb Quux")
        assert gone.mentions == 2
        assert len(gone.damaged) == 1


def test_nobody_else_can_be_taken_away(opened, clock):
    """Being forgotten lifts the guard for that person, in that transaction, alone."""
    with opened() as store:
        keep_all(store, clock, "+", trainee="Ann")
        keep_all(store, clock, "+", trainee="Bo")
        store.forget("Ann")
        import sqlite3

        with pytest.raises(sqlite3.IntegrityError):
            store._file.connection.execute("DELETE FROM answers")
        assert store._file.rows("SELECT * FROM forgetting") == []


def test_a_reader_in_the_way_is_told(opened, path, clock, monkeypatch):
    """Somebody reads in the file: the person is gone, and that unused parts may still hold something is said."""
    import sqlite3

    from dealerkit.files import sqlite_file

    monkeypatch.setattr(sqlite_file, "PAUSE", 0.0)
    with opened() as store:
        keep_all(store, clock, "+", trainee="Ann")
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM answers").fetchall()
        with pytest.raises(TrainingError, match="forget --sweep"):
            store.forget("Ann")
        assert store.trainees() == []
        reader.close()
        store.sweep()
    assert b"Ann" not in bytes_of(path)
