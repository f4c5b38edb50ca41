"""Pseudonyms of players: the same for a person under the same key, and not reversible without it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path

from dealerkit.errors import OutputError
from dealerkit.files.output import write_output
from dealerkit.files.screen_text import count_of

_FEWEST = 16
"""Bytes of a key that cannot be guessed."""


class Pseudonyms:
    """Makes pseudonyms with a key.

    Args:
        key: The house's secret.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._known: dict[str, str] = {}

    def of(self, name: str) -> str:
        """Return the pseudonym of a name; an empty name stays empty.

        >>> Pseudonyms(b"sixteen or more!").of("Ann") == Pseudonyms(b"sixteen or more!").of("Ann")
        True
        """
        if not name:
            return ""
        known = self._known.get(name)
        if known is None:
            digest = hmac.new(self._key, name.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
            known = f"p-{digest[:12]}"
            if len(self._known) >= 1 << 16:  # an archive has more players than need be remembered
                self._known.clear()
            self._known[name] = known
        return known


def read_key(path: Path) -> tuple[Pseudonyms, bool]:
    """Read the key from its file, or create one there that only its owner can read.

    Args:
        path: The file.

    Returns:
        The maker of pseudonyms with this key, and whether the key was created just now.

    Raises:
        OutputError: If it is too short to be a key.
        OSError: If it cannot be read or made.
    """
    if not path.exists():
        key = secrets.token_hex(32).encode() + b"\n"
        write_output(path, key, private=True)
        return Pseudonyms(key.strip()), True
    key = path.read_bytes().strip()
    if len(key) < _FEWEST:
        hint = "name a new file; dealerkit then writes a key to it"
        raise OutputError(
            str(path), f"this key has only {count_of(len(key), 'character')}; a safe key has at least {_FEWEST}", hint
        )
    return Pseudonyms(key), False
