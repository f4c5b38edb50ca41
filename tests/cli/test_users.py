"""`dealerkit users`: who may sign in, and what was done; passwords come from a terminal, a file or a pipe, and stand nowhere."""

from __future__ import annotations

import json

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.web.storage.schema import AUDIT
from dealerkit.web.storage.store import Store

WORDS = "three words apart"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Call the command in a data folder of its own: `run(words, input)` gives exit code and what was printed."""
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DEALERKIT_DATABASE", raising=False)
    monkeypatch.chdir(tmp_path)

    def call(*words, piped=""):
        done = CliRunner().invoke(main, ["users", *words], input=piped)
        return done.exit_code, done.output

    return call


@pytest.fixture
def ann(run, tmp_path):
    """Somebody who may let others in."""
    (tmp_path / "password").write_text(f"{WORDS}\nanother line\n")
    assert run("add", "Ann Lee", "--role", "manager", "--password-file", "password")[0] == 0
    return run


def test_the_first_is_a_manager(run):
    """No users yet is told; a floor supervisor alone could let nobody in."""
    assert "No users yet" in run("list")[1]
    code, said = run("add", "Bo Chan", "--role", "floor", "--password-file", "-", piped=f"{WORDS}\n")
    assert (code, "give them the role manager" in said) == (2, True)
    code, said = run("add", "Ann Lee", "--role", "manager", "--password-file", "-", piped=f"{WORDS}\n")
    assert (code, "From now on everyone signs in" in said) == (0, True)


def test_a_password_is_not_typed_where_others_see_it(ann):
    """Without a terminal it is asked how; from nothing it is none."""
    code, said = ann("add", "Bo Chan", "--role", "floor")
    assert (code, "--password-file" in said) == (2, True)
    for piped in ("", "\n", "\xff"):
        code, said = ann("add", "Bo Chan", "--role", "floor", "--password-file", "-", piped=piped.encode("latin-1"))
        assert code == 2
    assert ann("add", "Bo Chan", "--role", "floor", "--password-file", "nowhere")[0] == 2
    assert ann("add", "Bo Chan", "--role", "floor", "--password-file", "-", piped="short\n")[0] == 2
    assert len(json.loads(ann("list", "--json")[1])["users"]) == 1


def test_who_there_is_is_changed(ann):
    """Role, password, sessions, removal; the last who can let others in stays, and whom nobody knows is told."""
    assert ann("add", "Bo Chan", "--role", "floor", "--password-file", "-", piped=f"{WORDS}\n")[0] == 0
    assert ann("role", "bo  CHAN", "dealer") == (0, "Bo Chan is dealer now, and must sign in again.\n")
    assert ann("role", "Bo Chan", "king")[0] == 2
    assert ann("password", "Bo Chan", "--password-file", "-", piped="four other words\n")[0] == 0
    assert ann("end-sessions", "Bo Chan") == (0, "Bo Chan is signed out everywhere.\n")
    assert "the last user who can add others" in ann("remove", "Ann Lee", "--yes")[1]
    assert "Nothing was changed" in ann("remove", "Bo Chan", piped="n\n")[1]
    assert ann("remove", "Bo Chan", "--yes") == (0, "Bo Chan can no longer sign in.\n")
    code, said = ann("role", "Bo Chan", "floor")
    assert (code, "unknown user" in said) == (2, True)


def test_what_was_done_is_read_and_taken_along(ann, tmp_path):
    """With who typed it; a line that was changed ends the command with 1; nothing that is told is a password."""
    code, said = ann("audit")
    assert (code, "1 line, unchanged" in said) == (0, True)
    (line,) = json.loads(ann("audit", "--json")[1])["lines"]
    assert (line["did"], line["what"], line["may"], line["address"]) == ("added", "Ann Lee as manager", "admit", "this machine")
    assert ann("audit", "--as", "csv")[1].startswith("number,at,who")
    assert json.loads(ann("audit", "--as", "jsonl")[1])["number"] == 1
    assert "No actions" in ann("audit", "--who", "Bo")[1]
    store = Store()
    with store.begin() as connection:
        connection.execute(sa.update(AUDIT).values(what="Eve as manager"))
    store.close()
    code, said = ann("audit")
    assert (code, "The log is damaged" in said) == (1, True)
    assert WORDS not in said
