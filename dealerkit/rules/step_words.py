"""The word of a dealer's step: `do`, and `what` where one motion is made for several reasons."""

from __future__ import annotations

from collections.abc import Collection, Mapping


def with_what(word: str, what: object) -> str:
    """Return a `do` word with its `what`, written as in a rule file.

    >>> with_what("put_back", "extra")
    'put_back, what: extra'
    """
    return f"{word}, what: {what}"


def do_word(step: Mapping[str, object], known: Collection[str]) -> str:
    """Return the word under which a step's planner is registered: with `what` if it has several.

    Args:
        step: The step, as the rule file says it.
        known: Every registered word.

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
    """Return the values of `what` for a motion; empty for a word without any.

    Args:
        word: Word of the motion.
        known: All `do` words, with `what` where there are several.

    >>> whats("burn", ["check", "burn", "burn, what: street"]), whats("check", ["check"])
    (['street'], [])
    """
    start = with_what(word, "")
    return sorted([name[len(start) :] for name in known if name.startswith(start)])
