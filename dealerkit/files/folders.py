"""The folders of our own files on this machine; files are put there whole and for their owner alone."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path

HOME = "DEALERKIT_HOME"
"""Names the folder of our data, instead of the platform's."""
JOURNAL = "DEALERKIT_JOURNAL"
"""Names the journal's file, or its database."""
CONFIG = "DEALERKIT_CONFIG"
"""Names the file of settings."""


def data_folder() -> Path:
    """Return the folder of the user's data: `DEALERKIT_HOME`, or `dealerkit` in the place that the platform has for it."""
    named = os.environ.get(HOME, "").strip()
    return Path(named) if named else _of_platform(("LOCALAPPDATA", "AppData/Local"), ("XDG_DATA_HOME", ".local/share"))


def _of_platform(windows: tuple[str, str], linux: tuple[str, str]) -> Path:
    """Return our folder in the place that the platform has for files of a kind.

    Args:
        windows: The variable that names the place on Windows, and where it is below the user's home if none does.
        linux: The same on Linux.
    """
    if sys.platform == "darwin" and os.name != "nt":
        return Path.home() / "Library" / "Application Support" / "dealerkit"
    variable, usual = windows if os.name == "nt" else linux
    given = Path(os.environ.get(variable, ""))
    return (given if given.is_absolute() else Path.home() / usual) / "dealerkit"  # the standard ignores relative ones


def journal_path() -> Path:
    """Return the default path of the journal: `DEALERKIT_JOURNAL`, or a file in the user's data folder."""
    named = os.environ.get(JOURNAL, "").strip()
    return Path(named) if named else data_folder() / "journal.db"


def config_path() -> Path:
    """Return the path of the settings file: `DEALERKIT_CONFIG`, or `config.yaml` in the platform's place.

    Where `DEALERKIT_HOME` names the folder of our data it lies there, too.
    """
    named = os.environ.get(CONFIG, "").strip()
    if named:
        return Path(named)
    home = os.environ.get(HOME, "").strip()
    return (
        data_folder() if home else _of_platform(("APPDATA", "AppData/Roaming"), ("XDG_CONFIG_HOME", ".config"))
    ) / "config.yaml"


def make_folders(folder: Path) -> None:
    """Make a folder and those above it, each for the owner alone; folders that are there stay as they are.

    Raises:
        OSError: If one cannot be made.
    """
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    for parent in reversed(missing):
        with contextlib.suppress(FileExistsError):
            parent.mkdir(mode=0o700)


def make_private(path: Path) -> None:
    """Make a file for its owner alone: an empty one where there is none; one that is there is closed to others.

    Args:
        path: The file, in a folder that is there. Another's file stays as it is.

    Raises:
        OSError: If it cannot be made.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        with contextlib.suppress(PermissionError):
            path.chmod(0o600)


def put_new(finished: Path, path: Path) -> bool:
    """Move a finished file to its place in one step, after it is on the disk; an existing file stays.

    Args:
        finished: The file, in the same folder.
        path: Its place.

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
    except OSError:  # a disk without links
        if path.exists():
            return False
        finished.replace(path)
    return True


def is_writable(path: Path) -> bool:
    """Return whether we may write to a file or a folder that is there."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
