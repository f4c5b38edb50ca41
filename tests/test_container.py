"""The container: what its file says is there, and its commands make a server that answers, in a fresh environment."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.files.folders import HOME
from dealerkit.files.server import DATABASE, ServerPlace, is_server
from dealerkit.web.settings import WebSettings

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "container"


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container's file, each with what it is told."""
    text = re.sub(r"\\\n\s*", "", (FOLDER / "Containerfile").read_text(encoding="utf-8"))
    rows = [row for row in text.splitlines() if row.strip() and not row.startswith("#")]
    return [(row.split(None, 1)[0], row.split(None, 1)[1]) for row in rows]


def told(word: str) -> list[str]:
    """What every instruction of a word is told."""
    return [said for one, said in instructions() if one == word]


def test_what_is_copied_into_it_is_here():
    """All that the wheel is made from is copied, and nothing that is not there; the base can be chosen."""
    copied = [name for said in told("COPY") if not said.startswith("--from") for name in shlex.split(said)[:-1]]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert {"dealerkit", "procedures", "rulings", "templates", "pyproject.toml", "hatch_build.py"} <= set(copied)
    assert set(told("FROM")) == {"${BASE} AS made", "${BASE}"}
    assert "[server,print]" in " ".join(told("RUN"))


def test_it_runs_as_nobody_in_particular_with_a_home_that_stays():
    """Not as root; the data folder is the volume; the port is the one that `serve` takes."""
    (user,) = told("USER")
    assert user not in {"root", "0"}
    assert f"useradd --uid {user} --home-dir /data --create-home" in " ".join(told("RUN"))
    assert told("VOLUME") == ["/data"]
    assert f"{HOME}=/data" in " ".join(told("ENV"))
    assert told("EXPOSE") == [str(WebSettings().port)]


def test_its_commands_are_ours():
    """What it runs, and what looks whether it answers, are commands and options that there are."""
    (entry,), (command,) = told("ENTRYPOINT"), told("CMD")
    (health,) = (said.partition(" CMD ")[2] for said in told("HEALTHCHECK"))
    for words in ([*json.loads(entry), *json.loads(command)], json.loads(health)):
        assert words[0] == "dealerkit"
        result = CliRunner().invoke(main, [*words[1:], "--help"])
        assert result.exit_code == 0, result.output
    assert "--check" in json.loads(health)


def test_the_server_and_its_database_fit(monkeypatch):
    """The compose file names variables that we read, an address that is one, and the same user and database at both."""
    compose = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
    ours, theirs = compose["services"]["dealerkit"], compose["services"]["database"]
    assert (FOLDER / ours["build"]["context"]).resolve() == ROOT
    assert (ROOT / ours["build"]["dockerfile"]).exists()
    url = re.sub(r"\$\{DATABASE_PASSWORD:\?[^}]*\}", "swordfish", ours["environment"][DATABASE])
    assert is_server(url)
    assert str(ServerPlace(url)) == "postgresql://{POSTGRES_USER}@database/{POSTGRES_DB}".format(**theirs["environment"])
    assert ours["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert {one.partition(":")[0] for one in (*ours["volumes"], *theirs["volumes"])} == set(compose["volumes"])
    words = [re.sub(r"\$\{\w+:-(\w+)\}", r"\1", word) for word in ours["command"]]
    assert CliRunner().invoke(main, [*words, "--help"]).exit_code == 0


@pytest.mark.slow
def test_its_commands_make_a_server_that_answers(tmp_path, postgres):
    """Every command of the file, run in folders of the test's own: the server that comes of it answers, on a database server.

    No container is made by it: whether the base, the user and the volume do is seen where there is something that builds one.
    """
    places = {"/src": tmp_path / "src", "/opt": tmp_path / "opt", "/dist": tmp_path / "dist", "/data": tmp_path / "data"}
    for place in places.values():
        place.mkdir()

    def here(said: str) -> str:
        return re.sub(r"(?<![\w.])/(src|opt|dist|data)\b", lambda at: str(places["/" + at[1]]), said)

    env = {name: value for name, value in os.environ.items() if not name.startswith("DEALERKIT_")}
    for word, said in instructions():
        if word == "COPY" and not said.startswith("--from"):
            *names, to = shlex.split(said)
            for name in names:
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, places["/src"] / to, ignore=shutil.ignore_patterns("__pycache__", "_kept"))
                else:
                    shutil.copy(ROOT / name, places["/src"] / to)
        elif word == "ENV":
            env |= dict(one.split("=", 1) for one in shlex.split(here(said).replace("$PATH", env["PATH"])))
        elif word == "RUN" and not said.startswith("useradd"):
            said = here(said).replace("python3 -m venv", f"{sys.executable} -m venv")
            subprocess.run(["bash", "-c", said], cwd=places["/src"], env=env, check=True, timeout=900)
    env[DATABASE] = postgres.empty()
    program = str(places["/opt"] / "dealerkit" / "bin" / "dealerkit")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = ["--port", str(free.getsockname()[1])]
    command = [program, *json.loads(told("CMD")[0]), *port]
    health = [program, *json.loads(told("HEALTHCHECK")[0].partition(" CMD ")[2])[1:], *port]
    with subprocess.Popen(command, cwd=places["/data"], env=env, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            assert "is open at" in server.stderr.readline()
            for _ in range(20):
                asked = subprocess.run(
                    health, cwd=places["/data"], env=env, capture_output=True, text=True, timeout=60, check=False
                )
                if "and answers" in asked.stdout:
                    break
                time.sleep(0.5)
            assert asked.returncode == 0
            assert "and answers" in asked.stdout
        finally:
            server.terminate()
    assert not (places["/data"] / "web.db").exists()
