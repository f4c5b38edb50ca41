"""Texts for printed editions that belong to no rule set: files of `templates/`, each read once."""

from __future__ import annotations

import functools

from dealerkit.rules.data import data_dir
from dealerkit.rules.entries import Branch
from dealerkit.rules.loader import read_yaml


@functools.cache
def page_data(name: str) -> Branch:
    """Return the data of a file of `templates/`. Its texts are maps from language tags to strings, for `Voice.say`.

    Args:
        name: Name of the file, without suffix.

    Raises:
        RuleFileError: If the file cannot be used.
    """
    data: Branch = read_yaml(data_dir("templates") / f"{name}.yaml").data
    return data
