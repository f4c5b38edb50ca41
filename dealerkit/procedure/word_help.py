"""The description of a word of the rule files, taken from the docstring of the function registered under it."""

from __future__ import annotations


def paragraphs(text: str | None) -> list[str]:
    """Return a docstring's paragraphs before `Returns:`, each on one line."""
    parts = [" ".join(part.split()) for part in (text or "").strip().split("\n\n")]
    # an author of rules asks for the meaning of the word, not for what a function does
    if parts and parts[0].startswith("Return "):
        parts[0] = parts[0].removeprefix("Return ")
        parts[0] = parts[0][0].upper() + parts[0][1:]
    return [part for part in parts if not part.startswith(("Returns:", "Raises:", "Args:"))]


def told(text: str | None) -> str:
    """Return a docstring as the description of a word, without its leading verb.

    >>> told("Plan the burn of cards from the top, one by one.")
    'The burn of cards from the top, one by one.'
    """
    sentences = " ".join(paragraphs(text))
    verb = next((verb for verb in ("Plan ", "Return ", "Yield ") if sentences.startswith(verb)), "")
    rest = sentences.removeprefix(verb)
    return rest[:1].upper() + rest[1:]
