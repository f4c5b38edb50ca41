"""A fingerprint of everything besides the hands that a judgement depends on: dealerkit's code, the installed readers of other
hand formats, and the rules.
"""

from __future__ import annotations

import functools
import hashlib
import platform

from dealerkit import __version__
from dealerkit.hands.readers import versions
from dealerkit.jobs.archive.values import Judging
from dealerkit.rules.data import PACKAGE, data_dir
from dealerkit.rules.sets import rule_set

_JUDGES = ("arithmetic", "facts", "felt", "hands", "judge", "mechanics", "procedure", "rules", "showdown", "table")
"""The rooms of our code that a judgement depends on."""


def fingerprint(how: Judging) -> str:
    """Return a hash in hexadecimal; two machines with the same one judge hands alike.

    Args:
        how: Settings of the judgement.

    Raises:
        UnknownName, RuleFileError: If a rule set that is asked for cannot be used.
    """
    asked = [(str(rules), rule_set(rules).sha256) if rules is not None else ("", "") for rules in (how.rules, how.usual)]
    text = repr([__version__, platform.python_version_tuple()[:2], _contents(), versions(), asked, how.every])
    return hashlib.sha256(text.encode()).hexdigest()


@functools.cache
def _contents() -> str:
    """Return the sum of the rule files' contents, and of the code that judges."""
    digest = hashlib.sha256()
    files = [path for part in _JUDGES for path in (PACKAGE / part).rglob("*.py")]
    named = [("code", PACKAGE, path) for path in files]
    for kind in ("procedures", "rulings"):
        named += [(kind, data_dir(kind), path) for path in data_dir(kind).rglob("*.yaml")]
    for kind, top, path in sorted(named, key=lambda item: (item[0], item[2].relative_to(item[1]).as_posix())):
        digest.update(f"{kind}/{path.relative_to(top).as_posix()}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
