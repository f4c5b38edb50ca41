"""Options, equipment, rule book, irregularities, odds and findings of a sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from dealerkit.arithmetic.odds import full_shoe
from dealerkit.arithmetic.odds import odds as count
from dealerkit.rules.coups import coup_rules, has_coups
from dealerkit.rules.games import Game
from dealerkit.rules.options import Option
from dealerkit.rules.overlay import same
from dealerkit.rules.readings import source_of_rule
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import placeholders, without
from dealerkit.rulings import OUTCOMES
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.facts import QUESTION, is_question
from dealerkit.rulings.games import concerns, faults_of, values_here
from dealerkit.rulings.outcome_words import WAITS
from dealerkit.rulings.penalties import ladder_in_short
from dealerkit.sheets.context import Context
from dealerkit.sheets.departures import amounts_in_words, base_of, conditions
from dealerkit.sheets.model import BetRow, Case, Chapter, Fault, FindingRow, Item, Odds, OptionRow, Rule
from dealerkit.sheets.pack import pack_words
from dealerkit.sheets.tables import ROWS
from dealerkit.sheets.voice import EMPTY, Said, human

PACK = "pack"
"""The equipment that the engine itself reads."""


def options(context: Context) -> tuple[OptionRow, ...]:
    """Return every option with the value in force and who decided it."""
    voice, game = context.voice, context.game
    rows = []
    for name, option in game.choices.items():
        value, usual = game.options[name], option.read(option.default)
        departs = not same(value, usual)
        rows.append(
            OptionRow(
                name=name,
                title=voice.say(option.title),
                value=voice.option(name, value),
                raw=str(voice.value(value)) if not isinstance(value, bool) else str(value).lower(),
                usual=voice.option(name, usual),
                allowed=_allowed(context, option),
                rule=option.rule,
                help=voice.say(option.help),
                departs=departs,
                decided=_decided(context, name, value) if departs else EMPTY,
            )
        )
    return tuple(rows)


def _allowed(context: Context, option: Option) -> Said:
    if option.kind == "choice":
        words = [context.voice.option(option.name, value) for value in option.values]
        return context.voice.join(words, "; " if any("," in str(word) for word in words) else ", ")
    if option.kind == "odds":
        return context.voice.word("any_odds")
    if option.boundless:
        return context.voice.word("or_more", low=option.words(option.low))
    return Said(f"{option.words(option.low)} - {option.words(option.high)}")


def _decided(context: Context, name: str, value: object) -> Said:
    """Say who decided an option: the set that fixes it, the farthest one that says the same, or whoever printed the sheet."""
    game = context.game
    fixing: RuleSet | None = None
    rules = game.rules
    while rules is not None:
        fixed = (rules.options.get(game.id) or {}).get(name)
        decides = name == "irregularities" and value in rules.chain
        if not decides and (fixed is None or not same(game.choices[name].read(fixed), value)):
            break
        fixing, rules = rules, base_of(rules)
    if fixing is None:
        return context.voice.word("chosen")
    return context.voice.word("fixed_by", set=context.voice.say(fixing.doc.data.get("title") or fixing.name))


def equipment(context: Context) -> tuple[Item, ...]:
    """Return the equipment: what, how many, and what is said of it."""
    voice = context.voice
    items = []
    for name, spec in context.part("equipment").items():
        number = spec.get("count", spec.get("decks"))
        items.append(
            Item(
                title=voice.say(spec["title"]) if "title" in spec else voice.word("pack") if name == PACK else Said(human(name)),
                count=voice.value(number) if number is not None else voice.value(1),
                text=_described(context, name, spec),
                departure=context.departures.at("game", "equipment", name),
            )
        )
    return tuple(items)


def _described(context: Context, name: str, spec: Mapping[str, Any]) -> Said:
    """What is said of a piece of equipment: the file's own words, the pack in words, or whatever a house notes besides."""
    if "text" in spec:
        return context.voice.say(spec["text"])
    if name == PACK:
        return pack_words(context.game, context.voice)
    rest = {key: value for key, value in spec.items() if key not in ("title", "count", "decks")}
    return context.voice.value(rest) if rest else EMPTY


def rule_book(context: Context) -> tuple[Chapter, ...]:
    """Return the rule book, each rule with what holds here."""
    voice, game = context.voice, context.game
    by_rule: dict[str, list[str]] = {}
    for name, option in game.choices.items():
        by_rule.setdefault(option.rule, []).append(name)
    chapters = []
    own = {rule for chapter in context.part("rules").values() for rule in chapter["rules"]}
    for group, chapter in context.part("rules").items():
        rules = []
        for rule, said in chapter["rules"].items():
            entry: Mapping[str, Any] = said if isinstance(said, Mapping) and "text" in said else {"text": said}
            mentioned = set(placeholders(entry["text"]))
            here = [
                voice.word(
                    "here", what=voice.join([voice.say(game.choices[name].title), voice.option(name, game.options[name])], ": ")
                )
                for name in by_rule.get(rule, ())
                if name not in mentioned
            ]
            if (row := _row(context, entry.get("shows"))) is not None:
                here.append(row)
            departure = context.departures.at("game", "rules", group, "rules", rule)
            rules.append(
                Rule(rule, voice.say(entry["text"]), tuple(here), context.cited.source(source_of_rule(chapter, rule)), departure)
            )
        chapters.append(Chapter(group, voice.say(chapter["title"]), voice.say(chapter.get("note")), tuple(rules)))
    return (*chapters, *_book_of_the_set(context, own))


def _book_of_the_set(context: Context, own: Collection[str]) -> Iterator[Chapter]:
    """Yield the chapters of the rule set's own book that concern the game, without the rules that the game says itself."""
    voice = context.voice
    for group, chapter in (context.game.rules.book if context.game.rules is not None else {}).items():
        if not concerns(context.game, chapter.get("forms")):
            continue
        rules = []
        for rule, said in chapter["rules"].items():
            if rule in own:
                continue
            entry: Mapping[str, Any] = said if isinstance(said, Mapping) and "text" in said else {"text": said}
            departure = context.departures.at("rules", "rules", group, "rules", rule)
            rules.append(Rule(rule, voice.say(entry["text"]), (), context.cited.source(source_of_rule(chapter, rule)), departure))
        if rules:
            yield Chapter(group, voice.say(chapter.get("title") or group), voice.say(chapter.get("note")), tuple(rules))


def _row(context: Context, shows: object) -> Said | None:
    """Say the table row that a rule points at, as `tableau.3`."""
    table, _, row = str(shows or "").partition(".")
    found = context.part("tables").get(table)
    if table not in ROWS or not isinstance(found, Mapping):
        return None
    try:
        return ROWS[table](context.voice, found, row)
    except (KeyError, ValueError):
        return None  # the house has taken that row away


def irregularities(context: Context, *, asked: bool = False, kind: str = "fault") -> tuple[Fault, ...]:
    """Return what the rule set in force rules on, each fault with its cases in order. Faults and cases of another form of the
    game than the one on the sheet are left out.

    Args:
        context: The sheet's game, voice and citations.
        asked: Whether what a supervisor asks to decide between the cases is told too.
        kind: `fault`, or `question` for what is answered though nobody erred.
    """
    rules = context.game.rules
    if rules is None:
        return ()
    made = []
    for name, fault in faults_of(context.game).items():
        if is_question(name) != (kind == QUESTION):
            continue
        cases = tuple(_case(context, rules, name, key, case) for key, case in fault["cases"].items())
        questions = tuple(_questions(rules, name, context.game)) if asked else ()
        made.append(Fault(name, context.voice.say(fault.get("title") or human(name)), cases, questions))
    return tuple(made)


def _questions(rules: RuleSet, fault: str, game: Game) -> Iterator[tuple[Said, str]]:
    """What a supervisor asks, in the order of the cases, with the answers there are."""
    for fact in decision_list(rules, fault, game.options).facts.values():
        values: list[object] = [True, False] if fact.type == "bool" else values_here(game, fact.name, list(fact.values))
        answers = "; ".join(fact.answer(value) for value in values) if values else fact.allowed[0]
        usual = f". Usually: {fact.answer(fact.assume)}" if fact.assume is not None and values else ""
        yield Said(fact.question, "en"), f"{answers}{usual}"


def _case(context: Context, rules: RuleSet, fault: str, name: str, case: Mapping[str, Any]) -> Case:
    voice = context.voice
    word = str(case.get("outcome", ""))
    amounts = amounts_in_words(case.get("amounts") or {})
    more = [
        voice.word(key, what=voice.join(map(voice.say, said), "; ") if key != "amounts" else ", ".join(amounts))
        for key, said in (("amounts", amounts), ("weigh", case.get("weigh")), ("choices", case.get("choices")))
        if said
    ]
    cite = [case.get("rule"), *(case.get("rules") or ())]
    return Case(
        name=name,
        when=tuple(conditions(case, context.game))
        or (voice.word("otherwise" if len(rules.faults[fault]["cases"]) > 1 else "always"),),
        outcome=word,
        ruling=Said(OUTCOMES.get(word, human(word)), "en"),
        say=voice.say(without(case.get("say"), (case.get("amounts") or {}).keys())),
        steps=tuple(_done(context, rules, case)),
        more=tuple(more),
        cite=tuple(dict.fromkeys(str(rule) for rule in cite if rule)),
        because=voice.say(case.get("because")),
        source=context.cited.source(case.get("source")),
        departure=context.departures.at("rules", "faults", fault, "cases", name),
    )


def _done(context: Context, rules: RuleSet, case: Mapping[str, Any]) -> Iterator[tuple[str, Said]]:
    """Yield what the dealer does, each step with its remedy; first what the remedies wait for."""
    for at, remedy in enumerate(case.get("remedies") or ()):
        if at == 0 and "at" in case:
            yield remedy, Said(WAITS[case["at"]], "en")
        yield from _steps(context, rules, remedy)


def _steps(context: Context, rules: RuleSet, remedy: str) -> Iterator[tuple[str, Said]]:
    entry = rules.remedies.get(remedy) or {}
    titles = [step.get("title") for step in (entry.get("steps") or {}).values() if isinstance(step, Mapping)]
    for title in [title for title in titles if title] or [entry.get("title") or remedy]:
        yield remedy, context.voice.say(title)
    if said := ladder_in_short(entry, context.game.options.get("setting")):
        yield remedy, Said(said, "en")


def odds(context: Context) -> Odds | None:
    """Return what each bet that is offered is worth; None in a game without coups.

    Raises:
        RuleFileError: If the tables of the game cannot be used.
    """
    if not has_coups(context.game):
        return None
    rules = coup_rules(context.game)
    pack = context.part("equipment").get("pack") or {}
    found = count(rules, full_shoe(rules.points, int(pack.get("decks", 1))))
    rows = []
    for bet, title in context.bets().items():
        if bet not in found.bets:
            continue
        row = found.bets[bet]
        shares = (Fraction(part, found.total) for part in (row.win, row.lose, row.push))
        wins, loses, pushes = map(percent, shares)
        rows.append(BetRow(bet, title, wins, loses, pushes, percent(row.edge), percent(row.edge_resolved), str(row.edge)))
    return Odds(context.voice.word("odds_note", cards=sum(found.shoe.values())), tuple(rows))


def percent(share: Fraction) -> str:
    """Write a share as a percentage with four decimals, rounded from the exact fraction.

    >>> percent(Fraction(1, 8)), percent(Fraction(-1, 3))
    ('12.5000%', '-33.3333%')
    """
    units = round(abs(share) * 10**6)
    return f"{'-' if share < 0 and units else ''}{units // 10**4}.{units % 10**4:04}%"


def findings(context: Context) -> tuple[FindingRow, ...]:
    """Return the findings that can be drawn in this game, in the order of the catalogue."""
    from dealerkit.hands.codes import codes_of  # the whole engine, and few papers tell of findings

    voice, drawn = context.voice, codes_of(context.game)
    own = {rule for chapter in context.part("rules").values() for rule in chapter["rules"]}
    for fault in faults_of(context.game).values():
        own |= {rule for case in fault["cases"].values() for rule in [case.get("rule"), *(case.get("rules") or ())]}
    rows = []
    for code, entry in context.findings.items():
        if code not in drawn:
            continue
        severity = str(entry.get("severity", "minor"))
        rows.append(
            FindingRow(
                code=code,
                severity=severity,
                severity_title=voice.word(f"severity_{severity}"),
                title=voice.say(entry.get("title")),
                why=voice.say(entry.get("why")),
                remedy=voice.say(entry.get("remedy")),
                cite=tuple(rule for rule in entry.get("cite") or () if rule in own or not own),
                source=context.cited.source(entry.get("source")),
                departure=context.departures.at("rules", "findings", code),
            )
        )
    return tuple(rows)
