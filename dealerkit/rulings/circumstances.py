"""The conditions of a case in a supervisor's words, without names of facts and without "yes" after a colon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.page_data import page_data
from dealerkit.rules.texts import DEFAULT_LANGUAGE, Said, fill
from dealerkit.rulings.conditions import words
from dealerkit.rulings.facts import Fact, fact_of, known_facts
from dealerkit.rulings.games import values_in_force


def circumstances(lang: str, game: Game, fault: str, when: Mapping[str, object]) -> tuple[Said, ...]:
    """Return the conditions of a case, one text for each fact, such as "The dealer did it" and "One extra card".

    Args:
        lang: Language tag; a condition without words in that language is in English.
        game: The game; values that cannot occur in it are left out.
        fault: The fault, which can have its own wording for a fact.
        when: The conditions: for each fact, by name, its value, a list of values, or a range.
    """
    return tuple(_in_words(lang, game, fact_of(fault, name), wanted) for name, wanted in when.items())


def _in_words(lang: str, game: Game, fact: Fact, wanted: object) -> Said:
    entry, lang = _entry(fact.name, lang)
    if fact.type == "bool":
        texts = entry.get("holds" if wanted else "not")
        return Said(_capital(texts or (fact.title if wanted else _after_no(fact))), lang if texts else DEFAULT_LANGUAGE)
    known: Mapping[str, str] = entry.get("as") or {}
    values = (
        values_in_force(game, fact.name, wanted) if fact.type == "choice" else wanted if isinstance(wanted, list) else [wanted]
    )
    together = ", ".join(map(str, values))
    if together in known:
        return Said(_capital(known[together]), lang)
    alone = [known[str(value)] for value in values if str(value) in known]
    rest = [fact.answer(value) if fact.type == "choice" else words(value) for value in values if str(value) not in known]
    own = fact.title != known_facts()[fact.name].title  # a fault that asks for it in its own way says it in its own way
    is_so = f"{fact.title}: {{it}}" if own else entry.get("is") or f"{fact.title}: {{it}}"
    first, *more = [*alone, *([fill(is_so, {"it": " or ".join(rest)})] if rest else [])]
    return Said(" or ".join([_capital(first), *map(_small, more)]), lang if entry else DEFAULT_LANGUAGE)


def _entry(fact: str, wanted: str) -> tuple[Branch, str]:
    """Return how a fact is told, and in which language."""
    texts = page_data("conditions").get(fact) or {}
    tags = (tag for tag in _tags(wanted) if tag in texts)
    lang = next(tags, DEFAULT_LANGUAGE)
    return texts.get(lang) or {}, lang


def _tags(lang: str) -> Iterator[str]:
    yield from (lang, lang.partition("-")[0], DEFAULT_LANGUAGE)


def _after_no(fact: Fact) -> str:
    """Return the meaning of the answer "no" without that word; the title with "not" if the answer says nothing more."""
    _, comma, rest = fact.answer(value=False).partition("no, ")
    return rest if comma else f"Not so: {fact.title}"


def continued(text: Said) -> Said:
    """Return a condition for the middle of a sentence, without the capital letter of its first word (which is never a name)."""
    return Said(_small(text), text.lang)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
