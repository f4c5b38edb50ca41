"""A drill whose server is killed: nothing that was acknowledged is lost."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import quiet_port
from tests.web.drill_answers import FLASH, kept

pytestmark = pytest.mark.thorough


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(home: Path) -> None:
    """Killed by -9 while answers are sent: what was acknowledged is kept, once; what is sent again counts once."""
    port = quiet_port()

    def start() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dealerkit", "serve", "--port", str(port)]
        made = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while made.poll() is None:
            with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), 1)):
                return made
            time.sleep(0.05)
        pytest.fail("the server does not start")

    base = f"http://127.0.0.1:{port}"
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    server = start()
    try:
        found = re.search(r'<meta name="token" content="([^"]+)">', opener.open(f"{base}/").read().decode())
        assert found

        def fill(path: str, **said: str) -> Any:
            return opener.open(base + path, urllib.parse.urlencode({"token": found[1], **said}).encode(), timeout=120)

        at = urllib.parse.urlsplit(fill("/drills/begin", drill=FLASH, level="3").url).path.rsplit("/", 1)[0]
        for number in range(1, 7):
            if number % 2:
                killed = threading.Timer(0.01 * number, server.kill)
                killed.start()
                with suppress(OSError, http.client.HTTPException):
                    fill(f"{at}/{number}", a0="d")
                killed.join()
                server.wait()
                server = start()
            assert ' verdict"' in fill(f"{at}/{number}", a0="d").read().decode()
            assert len(kept()) == number
    finally:
        server.kill()
        server.wait()
    assert len({one.seed for one in kept()}) == 6
