"""A school's secret: papers are drawn from it, and certificates are signed with it."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from pathlib import Path

from dealerkit.errors import TrainingError
from dealerkit.files.folders import data_folder, make_folders, put_new
from dealerkit.files.plain_data import as_plain
from dealerkit.training.files import RESTORE

NAMED = "DEALERKIT_SCHOOL_SECRET"
"""Environment variable with the path of the secret, instead of the one in our data folder."""
_LEAST = 32


def secret_path() -> Path:
    """Return the path of the secret's file: `DEALERKIT_SCHOOL_SECRET`, or else a file in the user's data folder."""
    named = os.environ.get(NAMED, "").strip()
    return Path(named) if named else data_folder() / "school.secret"


def has_secret() -> bool:
    """Return whether there is a secret on this machine."""
    return secret_path().is_file()


def secret(*, begin: bool = False) -> bytes:
    """Return the school's secret.

    Args:
        begin: Whether to make a secret, readable by its owner alone, if there is none.

    Raises:
        TrainingError: If there is no secret, or the file is not a secret.
    """
    path = secret_path()
    try:
        if begin and not path.exists():
            _make(path)
        key = path.read_bytes().strip()
    except FileNotFoundError:
        raise TrainingError(
            str(path), "the school's secret is missing", f"`dealerkit exam new` makes one; to use another file, set {NAMED}"
        ) from None
    except OSError as error:
        raise TrainingError(str(path), f"the school's secret cannot be read: {error.strerror}") from None
    if len(key) < _LEAST:
        raise TrainingError(str(path), "the file is too short to be a school's secret", RESTORE)
    return key


def _make(path: Path) -> None:
    make_folders(path.parent)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(secrets.token_hex(32) + "\n")
        put_new(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def keyed(key: bytes, *words: str) -> str:
    """Return a digest of some words, 64 hexadecimal digits, which only a holder of the secret can compute.

    >>> keyed(b"k", "a", "b") == keyed(b"k", "ab")
    False
    """
    text = "\n".join(f"{len(word)}:{word}" for word in words)
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def commitment_to(value: object) -> str:
    """Return the hash that fixes a value, so that a later change shows.

    Args:
        value: Plain data, or a value such as an exam, which is hashed in the form in which its file has it.
    """
    return hashlib.sha256(canonical(as_plain(value))).hexdigest()


def canonical(value: object) -> bytes:
    """Return plain data as bytes for hashing or signing, the same in every version of Python.

    >>> canonical({"b": 1, "a": "é"})
    b'{"a":"\\xc3\\xa9","b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
