"""The edition of changes since a version, for the notice board: old and new text, effective date and authority."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.rules.games import Game, game
from dealerkit.rules.texts import text
from dealerkit.rulings.differences.authority import base_of
from dealerkit.sheets.context import Context
from dealerkit.sheets.differences import SECTIONS, about_lines, changes
from dealerkit.sheets.document import Block, Document, Heading, Paper, Paragraph, TableBlock, TableCell, cell
from dealerkit.sheets.editions.edition import Edition, EditionOrder
from dealerkit.sheets.house_words import HouseRule
from dealerkit.sheets.model import PrintedDifference
from dealerkit.sheets.voice import EMPTY, Said


def make(order: EditionOrder) -> Document:
    """Make the notice of the changes in each game since `EditionOrder.before`."""
    voice = order.context().voice
    games = voice.join(map(voice.title, order.games))
    return EDITION.document(order, voice.word("changes_title"), what_is_new(order), subtitle=games)


def what_is_new(order: EditionOrder) -> Iterator[Block]:
    """Yield the changes in each game since `EditionOrder.before`, under headings of the first level.

    For several games, changes in more than one come first, printed once under the names of those games; then the changes in
    each game; then games that are no longer dealt, and last the games without changes.
    """
    yield Paragraph(_lead(order), style="lead")
    if len(order.games) == 1:
        after = order.context()
        printed_differences: Sequence[PrintedDifference] = changes(_context_before(order, order.game), after)
        printed_differences = [attrs.evolve(new, source=order.authority(new.source)) for new in printed_differences]
        yield from _sections(after, printed_differences, 1, cited=order.sources != "none")
        own = tuple(_house_rules(order))
        yield from own if printed_differences or own else [_nothing(after, [])]
        return
    contexts = {dealt.id: order.context(dealt) for dealt in order.games}
    new_games = [name for name in contexts if _is_new(order, name)]
    found_in = {
        dealt.id: changes(_context_before(order, dealt), contexts[dealt.id]) for dealt in order.games if dealt.id not in new_games
    }
    voice = order.context().voice
    for names, news in _by_games(found_in):
        titles = voice.join(contexts[name].voice.title() for name in names)
        yield Heading(voice.word("changes_all") if names == tuple(contexts) else titles)
        news = [attrs.evolve(new, source=order.authority(new.source)) for new in news]
        yield from _sections(contexts[names[0]], news, 2, cited=order.sources != "none")
    for name in new_games:
        yield Heading(contexts[name].voice.title())
        yield Paragraph(voice.word("changes_new_game"))
    gone = [voice.title(was) for was in order.before if was.id not in contexts]
    if gone:
        yield Heading(voice.word("changes_gone"))
        yield Paragraph(voice.join(gone))
    yield from _house_rules(order)
    touched = {name for _, *those in _other_house_rules(order) for name in contexts if _concerns(name, *those)}
    if same_still := [contexts[name].voice.title() for name, news in found_in.items() if not news and name not in touched]:
        yield _nothing(order.context(), same_still)


def _context_before(order: EditionOrder, game: Game) -> Context:
    """Return the context of an earlier game, with the house's earlier words, if they are known."""
    known = order.words_before if order.words_before is not None else order.words_of_house
    return attrs.evolve(order, words_of_house=known).context(_before(order, game))


def _other_house_rules(order: EditionOrder) -> Iterator[tuple[HouseRule, HouseRule | None, HouseRule | None]]:
    """Yield the house's own rules that have changed: the rule, its old version and its new one; None for a missing version."""
    if order.words_before is None:
        return
    now, was = ({rule.name: rule for rule in words.rules} for words in (order.words_of_house, order.words_before))
    for name in dict.fromkeys([*now, *was]):
        rule, before = now.get(name), was.get(name)
        named = rule or before
        if named is not None and rule != before and any(_concerns(dealt.id, rule, before) for dealt in order.games):
            yield named, before, rule


def _concerns(game_id: str, *rules: HouseRule | None) -> bool:
    """Return whether any of some rules of the house applies to a game."""
    return any(rule is not None and (not rule.games or game_id in rule.games) for rule in rules)


def _house_rules(order: EditionOrder) -> Iterator[Block]:
    """Yield the changes in the house's own rules without a fault, under their heading."""
    voice = order.context().voice
    rows = [
        [cell(voice.own(named.title)), *(cell(voice.own(side.text) if side else voice.word("nothing")) for side in sides)]
        for named, *sides in _other_house_rules(order)
    ]
    if rows:
        yield Heading(voice.word("house_rules"))
        head = [voice.word(word) for word in ("what", "changes_was", "changes_now")]
        yield TableBlock(head=head, rows=rows, widths=(3.0, 4.0, 4.0), row_heads=True)


def _sections(context: Context, printed_differences: Sequence[PrintedDifference], level: int, *, cited: bool) -> Iterator[Block]:
    """Yield the changes, a table for each section."""
    for section in SECTIONS:
        if news := [new for new in printed_differences if new.part == section]:
            yield Heading(context.voice.word(f"changes_{section}"), level=level)
            yield _table(context, news, cited=cited)


def _nothing(context: Context, games: Sequence[Said]) -> Paragraph:
    """Return the sentence that nothing has changed: at all, or in some games."""
    word = context.voice.word
    return Paragraph(word("changes_none_in", games=context.voice.join(games)) if games else word("changes_none"))


def _by_games(by_game: Mapping[str, Sequence[PrintedDifference]]) -> list[tuple[tuple[str, ...], list[PrintedDifference]]]:
    """Group changes by the games that they are in: changes in the most games first, then in the order of the games."""
    where: dict[PrintedDifference, list[str]] = {}
    for name, news in by_game.items():
        for new in news:
            where.setdefault(new, []).append(name)
    groups: dict[tuple[str, ...], list[PrintedDifference]] = {}
    for new, names in where.items():
        groups.setdefault(tuple(names), []).append(new)
    place = list(by_game).index
    return sorted(groups.items(), key=lambda group: (-len(group[0]), [place(name) for name in group[0]]))


def _lead(order: EditionOrder) -> Said:
    """Return the old version, the effective date and the authority, as far as known."""
    voice, control = order.context().voice, order.control
    pairs = dict.fromkeys(
        (_version(_before(order, dealt)), _version(dealt)) for dealt in order.games if not _is_new(order, dealt.id)
    )
    effective, by = control.effective or _own_text(order.game, "date"), control.approved_by or _own_text(order.game, "house")
    # the base of a set is not named
    parts = [voice.word("changes_since", old=since, new=now) for since, now in pairs if since != now] if order.before else []
    parts += [voice.word("changes_from", date=effective)] if effective else []
    parts += [voice.word("changes_by", who=by)] if by else []
    return voice.join(parts, " ")


def _is_new(order: EditionOrder, name: str) -> bool:
    """Return whether a game was not dealt at all in `EditionOrder.before`."""
    return bool(order.before) and all(was.id != name for was in order.before)


def _before(order: EditionOrder, dealt: Game) -> Game:
    """Return the earlier game: from the order, else under the base of its rule set, else unchanged."""
    if (known := next((was for was in order.before if was.id == dealt.id), None)) is not None:
        return known
    base = base_of(dealt.rules) if dealt.rules is not None else None
    return game(dealt.id, base.path) if base is not None else dealt


def _version(game: Game) -> str:
    """Return the title of a game's rules, with their version if they have one."""
    title, version = _own_text(game, "title"), _own_text(game, "version")
    return f"{title}, {version}" if version else title


def _own_text(game: Game, key: str) -> str:
    """Return a rule set's own text, not its base's."""
    return text(game.rules.doc.data.get(key)) if game.rules is not None else ""


def _table(context: Context, news: Sequence[PrintedDifference], *, cited: bool) -> TableBlock:
    voice = context.voice
    sources = cited and any(new.source for new in news)
    whats = any(new.about for new in news)
    head = [*(["what"] if whats else []), "changes_was", "changes_now", *(["by_what"] if sources else [])]
    rows: list[list[TableCell | Said]] = []
    for new in news:
        about = [cell(*about_lines(voice, new))] if whats else []
        sides = [cell(*(side or (voice.word("nothing"),))) for side in (new.old, new.new)]
        rows.append([*about, *sides, *([new.source or EMPTY] if sources else [])])
    widths = (*((3.0,) if whats else ()), 4.0, 4.0, *((2.0,) if sources else ()))
    return TableBlock(head=[voice.word(word) for word in head], rows=rows, widths=widths, row_heads=whats)


EDITION = Edition(
    name="changes",
    title="What is new",
    reader="dealers, players and floor",
    purpose="For the notice board: changes in one game or all since a version: old rule, new rule, effective date.",
    pages=None,
    paper=Paper(),
    make=make,
    whole=True,
    since="must",
)
