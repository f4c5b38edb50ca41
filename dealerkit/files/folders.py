"""The folders of dealerkit's own files on this machine, and making files whole and readable by their owner alone."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path

HOME = "DEALERKIT_HOME"
"""Environment variable with the path of dealerkit's data folder, instead of the platform's."""
JOURNAL = "DEALERKIT_JOURNAL"
"""Environment variable with the path of the journal, or the address of its database."""
CONFIG = "DEALERKIT_CONFIG"
"""Environment variable with the path of the settings file."""


def data_folder() -> Path:
    """Return the folder of the user's data: `DEALERKIT_HOME`, or `dealerkit` in the platform's folder for application data."""
    named = os.environ.get(HOME, "").strip()
    return Path(named) if named else _of_platform(("LOCALAPPDATA", "AppData/Local"), ("XDG_DATA_HOME", ".local/share"))


def _of_platform(windows: tuple[str, str], linux: tuple[str, str]) -> Path:
    """Return the `dealerkit` folder inside one of the platform's standard folders.

    Args:
        windows: Environment variable that names the standard folder on Windows, and the default below the user's home.
        linux: The same on Linux.
    """
    if sys.platform == "darwin" and os.name != "nt":
        return Path.home() / "Library" / "Application Support" / "dealerkit"
    variable, usual = windows if os.name == "nt" else linux
    given = Path(os.environ.get(variable, ""))
    return (given if given.is_absolute() else Path.home() / usual) / "dealerkit"  # the XDG standard ignores relative ones


def journal_path() -> Path:
    """Return the default path of the journal: `DEALERKIT_JOURNAL`, or a file in the user's data folder."""
    named = os.environ.get(JOURNAL, "").strip()
    return Path(named) if named else data_folder() / "journal.db"


def config_path() -> Path:
    """Return the path of the settings file: `DEALERKIT_CONFIG`, or `config.yaml` in `DEALERKIT_HOME`, or in the platform's
    folder for settings.

    The three are tried in this order.
    """
    named = os.environ.get(CONFIG, "").strip()
    if named:
        return Path(named)
    home = os.environ.get(HOME, "").strip()
    return (
        data_folder() if home else _of_platform(("APPDATA", "AppData/Roaming"), ("XDG_CONFIG_HOME", ".config"))
    ) / "config.yaml"


def make_folders(folder: Path) -> None:
    """Make a folder and its missing parents, each accessible to its owner alone; existing folders stay unchanged.

    Raises:
        OSError: If a folder cannot be made.
    """
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    for parent in reversed(missing):
        with contextlib.suppress(FileExistsError):
            parent.mkdir(mode=0o700)


def make_private(path: Path) -> None:
    """Make an empty file for its owner alone, or close an existing one to others.

    Args:
        path: The file, in an existing folder. A file of another user stays unchanged.

    Raises:
        OSError: If it cannot be made.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        with contextlib.suppress(PermissionError):
            path.chmod(0o600)


def put_new(finished: Path, path: Path) -> bool:
    """Move a finished file to its place in one step, once its content is on the disk; an existing file stays.

    Args:
        finished: The file, in the same folder.
        path: The place that it goes to.

    Returns:
        Whether it was moved; False if a file is there already.

    Raises:
        OSError: If it cannot be written.
    """
    with finished.open("rb+") as stream:
        os.fsync(stream.fileno())
    try:
        os.link(finished, path)
    except FileExistsError:
        return False
    except OSError:  # a disk without hard links
        if path.exists():
            return False
        finished.replace(path)
    return True


def is_writable(path: Path) -> bool:
    """Return whether this user may write to an existing file or folder."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode number that identify a file whatever its path; None for a missing file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
