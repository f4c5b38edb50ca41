"""Texts of an edition that come from no rule set: a file of `templates/`, read once."""

from __future__ import annotations

import functools

from dealerkit.rules.data import data_dir
from dealerkit.rules.entries import Branch
from dealerkit.rules.loader import read_yaml


@functools.cache
def page_data(name: str) -> Branch:
    """Return the data of a file of `templates/`, by its name without suffix; its texts are language maps for `Voice.say`.

    Raises:
        RuleFileError: If the file cannot be used.
    """
    data: Branch = read_yaml(data_dir("templates") / f"{name}.yaml").data
    return data
