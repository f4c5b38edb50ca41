"""The name of a dealer's step: its `do` word, together with `what` if the same word has several planners (functions that plan the
step's acts).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping


def with_what(word: str, what: object) -> str:
    """Return a `do` word and its `what` as one name, in the form of a rule file.

    >>> with_what("put_back", "extra")
    'put_back, what: extra'
    """
    return f"{word}, what: {what}"


def do_word(step: Mapping[str, object], known: Collection[str]) -> str:
    """Return the name under which a step's planner is registered: with `what` if the word has several planners.

    Args:
        step: The step, as the rule file has it.
        known: All registered names.

    >>> known = ["check", "burn", "burn, what: street"]
    >>> do_word({"do": "burn", "what": "street"}, known), do_word({"do": "burn", "n": 1}, known)
    ('burn, what: street', 'burn')
    >>> do_word({"do": "check", "what": "rack"}, known)  # a parameter like any other
    'check'
    """
    word = str(step.get("do", ""))
    if "what" not in step:
        return word
    text = with_what(word, step["what"])
    return text if text in known or whats(word, known) else word


def whats(word: str, known: Collection[str]) -> list[str]:
    """Return the values of `what` that a `do` word can have; empty for a word that has no `what`.

    >>> whats("burn", ["check", "burn", "burn, what: street"]), whats("check", ["check"])
    (['street'], [])

    Args:
        word: The `do` word.
        known: All registered names, with `what` for words that have several planners.
    """
    start = with_what(word, "")
    return sorted([name[len(start) :] for name in known if name.startswith(start)])
