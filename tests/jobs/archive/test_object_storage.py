"""An archive in object storage, on a server that answers as S3 does: what is told is what the files on a disk tell."""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import fsspec
import pytest

from tests.hands.test_stars_text import CASH
from tests.jobs.archive.test_cutting import HANDS, MUTANTS, pack
from tests.jobs.archive.test_processes import numbered
from tests.needs import wish

pytestmark = pytest.mark.slow

FILES: Mapping[str, bytes] = {
    "a.phhs.gz": pack(numbered([*HANDS[:9], MUTANTS[2]]), ".gz"),
    "june/large.phhs": numbered([*HANDS * 60, MUTANTS[5], *HANDS * 30]),
    "june/small.phh": HANDS[0].split(b"\n", 1)[1],
    "june/text.txt": CASH.encode() * 60,
    "notes.txt": b"notes of the shift\n",
}


@pytest.fixture(scope="module")
def environment() -> Iterator[dict[str, str]]:
    """The environment variables of whoever uses the server."""
    wish("an S3 server", all(map(importlib.util.find_spec, ("s3fs", "moto", "flask"))))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    known = {
        **{name: value for name, value in os.environ.items() if not name.startswith("AWS_")},
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "eu-west-1",
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_MAX_ATTEMPTS": "1",
    }
    call = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", port]
    with subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            until = time.monotonic() + 120
            while time.monotonic() < until:
                try:
                    urllib.request.urlopen(known["AWS_ENDPOINT_URL"]).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield known
        finally:
            server.kill()


@pytest.fixture(scope="module")
def room(environment) -> dict[str, str]:
    """The same, once there are files."""
    put(environment, FILES)
    return environment


def put(environment: Mapping[str, str], files: Mapping[str, bytes]) -> None:
    """Put files into a bucket."""
    names = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL")
    key, secret, url = (environment[name] for name in names)
    system = fsspec.filesystem("s3", key=key, secret=secret, endpoint_url=url, client_kwargs={"region_name": "eu-west-1"})
    if not system.exists("room"):
        system.mkdir("room")
    for name, body in files.items():
        system.pipe(f"room/2026/{name}", body)


def check(environment: Mapping[str, str], *args: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    call = [sys.executable, "-m", "dealerkit", "check", *map(str, args)]
    return subprocess.run(call, env=environment, capture_output=True, text=True, timeout=300, check=False)


def told(environment: Mapping[str, str], folder: str | Path, *args: str | Path) -> dict[str, Any]:
    """Return what was told of a folder, its files named from the folder on."""
    done = check(environment, folder, "--json", *args)
    assert done.returncode == 1, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.replace(f"{folder}/", ""))
    return found


@pytest.fixture(scope="module")
def due(environment, tmp_path_factory) -> dict[str, Any]:
    """What is told of the same files on a disk."""
    folder = tmp_path_factory.mktemp("room") / "2026"
    for name, body in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(body)
    return told(environment, folder)


@pytest.mark.parametrize("how", [[], ["--jobs", "2"], ["--cluster", "local:2"]], ids=" ".join)
def test_a_folder_in_a_bucket(room, due, how):
    """By one process, by two, on a cluster."""
    assert due["hands"] == 10 + 91 * len(HANDS) - len(HANDS) + 1 + 1 + 60
    assert told(room, "s3://room/2026", *how) == due


def test_gone_on_with(room, due, tmp_path):
    """What was judged is not judged again; a file that is another now is told."""
    kept = tmp_path / "kept"
    assert told(room, "s3://room/2026", "--resume", kept) == due
    size = kept.stat().st_size
    assert told(room, "s3://room/2026", "--resume", kept) == due
    assert kept.stat().st_size == size
    put(room, {"june/large.phhs": FILES["june/large.phhs"].replace(b"p3 f", b"p3 ff", 1)})
    try:
        done = check(room, "s3://room/2026", "--resume", kept, "--statistics")
        assert "june/large.phhs has changed since it was judged" in done.stderr
    finally:
        put(room, {"june/large.phhs": FILES["june/large.phhs"]})


@pytest.mark.parametrize(
    ("address", "change", "why"),
    [
        ("s3://room/nowhere", {}, "there is no file at s3://room/nowhere"),
        ("s3://other/x", {}, "there is no file at s3://other/x"),
        ("s3://room/2026", {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}, "s3://room/2026 cannot be used: Could not connect"),
        ("s3://room/2026", {"AWS_ACCESS_KEY_ID": "", "AWS_CONFIG_FILE": os.devnull}, "Unable to locate credentials"),
    ],
)
def test_what_cannot_be_had(room, address, change, why):
    """Which address it was, and why; exit 2."""
    done = check({**room, **change}, address)
    assert (done.returncode, why in done.stderr) == (2, True), done.stderr
