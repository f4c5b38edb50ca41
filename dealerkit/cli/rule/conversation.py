"""The conversation that settles a dispute: the story, then one plain question after another, up to the ruling."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from dealerkit.cli.common import echo
from dealerkit.errors import BetsError, Contradiction, DealerkitError, UnknownName
from dealerkit.felt.numbers import is_whole
from dealerkit.files.screen_text import heading, line, table
from dealerkit.rules.game_cache import kept_game
from dealerkit.rules.games import Game
from dealerkit.rules.sets import families, rule_set
from dealerkit.rulings import Fact, Fault, known_faults
from dealerkit.rulings.contradictions import refuse
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.facts import fact_of
from dealerkit.rulings.games import families_of, game_facts, rules_for
from dealerkit.rulings.reports.offer import SEARCH
from dealerkit.rulings.story import (
    AS_TOLD,
    NEAREST,
    NOTHING,
    THESE,
    TWO,
    WHICH_GAME,
    Offer,
    dealt_as_told,
    fault_named,
    offer,
)
from dealerkit.rulings.story_facts import facts_in

NOT_KNOWN = frozenset({"?", "don't know", "dont know", "i don't know", "i dont know", "dunno", "idk", "no idea", "not sure"})
NOT_KNOWN |= {"nobody knows", "not known", "unknown", "skip"}
BACK = frozenset({"back", "b", "undo"})
STOP = frozenset({"quit", "q", "stop", "exit"})
NONE = frozenset({"0", "none", "none of these", "no", "n"})
NONE_OF_THESE = (
    "Then say it in other words. If there is no rule for it, the floor decides; `dealerkit search WORDS` searches "
    "everything, and `dealerkit journal open` logs the decision."
)


ARGUES = frozenset({"argues", "argue", "argued"})

RULED = "you have a ruling; the last questions only fill in seats and amounts. Type quit to skip them"
HELP = (
    "a number or a word; ? if it can't be established; back undoes the last answer; "
    "argues WORDS notes a player's argument; quit stops"
)


class Stopped(Exception):
    """Raised when the person stops answering."""


def hear(prompt: str, *, err: bool = False) -> str:
    """Read an answer.

    Args:
        prompt: The prompt.
        err: Whether to ask on standard error, because standard output is for another program.

    Raises:
        Stopped: At the end of the input, or if the person asks to stop.
    """
    echo(prompt, nl=False, err=err)
    typed = sys.stdin.readline()
    if not typed:
        echo(err=err)
        raise Stopped
    typed = " ".join(typed.split())
    if typed.casefold() in STOP:
        raise Stopped
    return typed


def ask_family(only: Sequence[str] = ()) -> tuple[str, Game | None]:
    """Ask which game is being dealt.

    Args:
        only: The families of games that rule differently on the known fault; empty if the fault is not known yet.

    Returns:
        The family, and the game if one is named, else None. An empty family means that it does not matter.

    Raises:
        Stopped: If the person stops answering.
    """
    known = {name: title for name, title in families().items() if not only or name in only}
    matters = "" if only else "; Enter if it does not matter"
    echo(line(f"{WHICH_GAME} A number, or the game's name{matters}.", 0))
    echo(table([(f"{number}.", title) for number, title in enumerate(known.values(), 1)], indent=2))
    while True:
        typed = hear("> ")
        if not typed and not only:
            return "", None
        if is_whole(typed) and 1 <= int(typed) <= len(known):
            return list(known)[int(typed) - 1], None
        word = typed.casefold().replace("'", "").replace(" ", "-")
        if word in known:
            return word, None
        try:
            game_ = kept_game(word)
        except (DealerkitError, OSError):
            echo(line(f"unknown game: '{typed[:40]}'; a number from 1 to {len(known)}, or the name of a game", 2))
            continue
        if game_.family in known:
            return game_.family, game_
        echo(line(f"{game_.title} has no rule on it; type a number from 1 to {len(known)}, or the name of a game", 2))


def ask_fault(rules: Sequence[str], text: str = "", game: Game | None = None, family: str = "") -> tuple[str, str]:
    """Ask what happened, in the words of the table, and let the person confirm which fault it is.

    Args:
        rules: The rule sets to rule under; faults without a ruling in any of them are not offered. Empty for all.
        text: The story so far.
        game: The game; faults that cannot happen in it are not offered. None if it is not known.
        family: The family of games, if no game is named.

    Returns:
        The fault's name, and the person's own words for it.

    Raises:
        Stopped: If the person stops answering.
    """
    if not text:
        echo("What happened? Say it in your own words, such as: card off the table")
    while True:
        text = text or hear("> ")
        if not text:
            continue
        if meant := fault_named(text, rules, game, family):
            return meant, text

        offer_ = offer(text, rules, game, family)
        story_, text = text, ""
        if offer_.gap:
            echo(line(offer_.gap))
        if not offer_.faults:
            echo(line(f"{NOTHING}; {SEARCH}"))
            continue
        if offer_.two:
            echo(line(TWO))
        chosen, text = _choose(offer_)
        if chosen is not None:
            return chosen.name, story_


def _choose(offer_: Offer) -> tuple[Fault | None, str]:
    """Let the person pick one of the faults that may be meant; return it, or None and the person's new words."""
    echo(NEAREST if offer_.gap else THESE if len(offer_.faults) > 1 else "Is this what happened?")
    for number, fault in enumerate(offer_.faults, 1):
        echo(line(fault.title, 5, f"{number}  "))
        for text in offer_.apart(fault):
            echo(line(text, 8))
    echo(line("none of these", 5, "0  "))
    while True:
        reply = hear("a number, or say it in other words > ")
        if reply.casefold() in BACK:
            return None, ""
        if reply.casefold() in NONE:
            echo(line(NONE_OF_THESE))
            return None, ""
        if reply and not is_whole(reply):
            return None, reply
        if reply and 1 <= int(reply) <= len(offer_.faults):
            return offer_.faults[int(reply) - 1], ""


def ask_facts(desk: Desk) -> bool:
    """Ask for missing facts until the rule sets can rule, or no question is left.

    Once they can rule, seats and amounts that the ruling would name are asked for; a person who stops then still gets the
    ruling.

    Args:
        desk: The dispute, with its fault, the known facts and the rule sets.

    Returns:
        False if the person goes back beyond the first question, else True.

    Raises:
        Stopped: If the person stops answering while nothing can be ruled.
    """
    if desk.question() is not None:
        echo(line(f"({HELP})", 2))
    shown = False
    while (fact := desk.question()) is not None:
        ruled = not desk.needs and all(ruling.decided for ruling in desk.rulings)
        if ruled and not shown:
            echo(line(f"({RULED})", 2))
            shown = True
        echo(line(fact.question, 2, f"{desk.asked + 1}. "))
        options = desk.offered(fact)
        if options:
            echo(table([(f"{number}", meaning) for number, (_, meaning) in enumerate(options, 1)], indent=5))
        try:
            if not _answer(desk, fact, options):
                return False
        except Stopped:
            if not ruled:
                raise
            return True
    return True


def _answer(desk: Desk, fact: Fact, options: Sequence[tuple[object, str]]) -> bool:
    """Read one of the possible answers, or go back; return False if there is nothing to go back to."""
    while True:
        reply = hear("   > ")
        word = reply.casefold()
        if word in BACK:
            return desk.back() is not None
        if word in NOT_KNOWN:
            desk.answer(fact.name, None)
            return True
        if not reply:
            continue
        if (argued := _argued(reply)) is not None:
            argument = desk.argue(argued)
            why = f"{argument.because} ({argument.rule})" if argument.rule else argument.because
            echo(line(f"Noted: {why}." if argument.fact else f"Noted; it doesn't affect the ruling: {why}.", 5))
            continue
        value: object = reply
        if options and is_whole(reply) and 1 <= int(reply) <= len(options):
            value = options[int(reply) - 1][0]
        elif options:
            meant = [known for known, meaning in options if meaning.casefold().startswith(word) or str(known).casefold() == word]
            value = meant[0] if len(meant) == 1 else reply
        try:
            desk.answer(fact.name, value)
        except UnknownName:
            wanted = f"1 to {len(options)}" if options else fact.allowed[0]
            echo(line(f"'{reply}' is not one of the answers: {wanted}, ? or back.", 5))
            continue
        except BetsError as wrong:
            echo(line(f"column {wrong.column}: {wrong.message}" + (f"; {wrong.hint}" if wrong.hint else ""), 5))
            continue
        except Contradiction as wrong:
            echo(line(desk.contradicted(wrong, fact), 5))
            continue
        return True


def _argued(reply: str) -> str | None:
    """Return a player's argument from a reply that begins with the word for one; None for any other reply."""
    first, _, rest = reply.partition(" ")
    return rest.strip() or None if first.casefold().rstrip(":,") in ARGUES else None


def conversation(
    named: str | None,
    rules: Sequence[str],
    facts: dict[str, object],
    game: Game | None = None,
    options: Mapping[str, object] | None = None,
) -> Desk:
    """Lead a person through a dispute, up to the point where it can be ruled on.

    The game is asked for first, unless it or a rule set is given, the story names it, or the fault is named exactly.

    Args:
        named: The fault's name or the story; None to ask for it.
        rules: The rule sets to rule under; empty to choose by fault and game.
        facts: The known facts, by name.
        game: The game, if it is known.
        options: The game's options, by name; None for those in force.

    Returns:
        The dispute with all its answers, ready to be ruled on.

    Raises:
        Stopped: If the person stops answering.
    """
    text, family = named or "", ""
    if game is None and not rules and not (text and fault_named(text, rules)):
        family, game = dealt_as_told(text)
        if game is not None:
            echo(line(f"{AS_TOLD.format(game.title)}; --game names another.", 0))
        elif not family:
            family, game = ask_family()
    while True:
        if game is not None and game.rules is not None:
            rules, facts = rules or (game.rules.name,), {**game_facts(game, at_table=False), **facts}
        fault, told_words = ask_fault(rules, text, game, family)
        if not rules and not rules_for(fault, family):
            family, game = ask_family(families_of(fault))
            text = fault
            continue
        refuse(fault, facts)
        in_force = {**(game.options if game is not None else {}), **(options or {})}
        chosen = list(rules) or [rules_for(fault, family)]
        facts_ = facts_in(told_words, fault, [rule_set(name) for name in chosen]).without(facts)
        desk = Desk(fault, chosen, facts, in_force or None, facts_.asked)
        for name, value in facts_.known.items():
            desk.answer(name, value)
        echo(heading(known_faults()[fault].title if fault in known_faults() else fault))
        if facts_.known:
            echo(line(facts_.line, 2))
        if ask_facts(desk):
            if desk.unknown:
                titles = [fact_of(fault, name).title for name in desk.unknown]
                echo(line("; ".join(titles), 2, "can't be established: "))
            echo()
            return desk
        text = ""  # back beyond the first question: another fault
