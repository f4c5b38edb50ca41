"""A question on a page: hands as drawn cards, records as acts to touch, and a control for each kind of answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from dealerkit.cards import read_cards
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.sheets.drawings.cards import card_name
from dealerkit.training.items import Question
from dealerkit.training.narration import begins_with_act, numbered
from dealerkit.training.replies import Choice, PartsReply, Reply
from dealerkit.web.card_words import CARD, with_cards_apart
from dealerkit.web.visit import Visit

_HAND: Final = re.compile(rf"^(?:(?P<label>\S.*?)\s{{2,}})?(?P<cards>{CARD}(?: {CARD})*)(?:\s{{2,}}(?P<rest>\S.*))?$")
_LETTERED: Final = re.compile(r"^([a-z])  ?(\S.*)$")
_TRAY: Final = re.compile(r"^In the tray: (.*)\.$")
_HEAD: Final = re.compile(r"(seat|coup|main pot|side pot|board|hand) ?\d*([,:]|\s\s| leaves| pays)|\w+ \(")
_WIDE: Final = 66
"""Length from which a line counts as wrapped at the width of a terminal; a next line in lower case then continues it."""


@attrs.frozen
class QuestionPiece:
    """A piece of a line: words or a card.

    Attributes:
        text: The words, or the card's code.
        card: Whether it is a card.
    """

    text: str
    card: bool = False

    @property
    def alt(self) -> str:
        """The name of the card in words, "ace of hearts"."""
        return card_name(read_cards(self.text)[0])


@attrs.frozen
class ShownAct:
    """An act of a record.

    Attributes:
        number: The number of the act, from 1.
        pieces: The sentence, as words and cards.
    """

    number: int
    pieces: tuple[QuestionPiece, ...]

    @property
    def text(self) -> str:
        """The sentence as text."""
        return "".join(piece.text for piece in self.pieces)


@attrs.frozen
class ShownRow:
    """A row of what a question shows before asking: cards, text or the acts of a record.

    Attributes:
        kind: `hand` for cards in a row, `text`, `acts`, or `gap` for an empty line.
        label: The text before the cards.
        pieces: Words and cards.
        acts: The acts of the row.
    """

    kind: str
    label: str = ""
    pieces: tuple[QuestionPiece, ...] = ()
    acts: tuple[ShownAct, ...] = ()


@attrs.frozen
class AnswerControl:
    """The form control of an answer, or of one part of it.

    Attributes:
        kind: The kind of answer, which decides the control.
        name: The field's name.
        label: The title of the part; empty for an answer of one part.
        hint: An example of an answer.
        choices: The choices; empty for other kinds.
        seats: The number of seats to choose from; 0 for other kinds.
        letters: The items to put in order: letter and text.
        many: Number of cards to name; 0 for any.
        none: Whether "none" is an answer.
        chips: The values of the chips in the tray; empty if they are not given.
    """

    kind: str
    name: str
    label: str
    hint: str
    choices: tuple[Choice, ...] = ()
    seats: int = 0
    letters: tuple[tuple[str, str], ...] = ()
    many: int = 0
    none: bool = False
    chips: tuple[str, ...] = ()


@attrs.frozen
class ShownQuestion:
    """A question on a page.

    Attributes:
        rows: The material of the question, row by row.
        ask: The question.
        controls: A control for each part of the answer.
        at_once: Whether touching a choice is the whole answer.
        pad: Whether the answer has numbers.
    """

    rows: tuple[ShownRow, ...]
    ask: tuple[QuestionPiece, ...]
    controls: tuple[AnswerControl, ...]
    at_once: bool
    pad: bool


def shown(question: Question) -> ShownQuestion:
    """Return a question for a page.

    Args:
        question: The question, without its right answer.
    """
    reply = question.reply
    parts = reply.parts if isinstance(reply, PartsReply) else (("", reply),)
    kinds = {part.kind for _, part in parts}
    letters = tuple(lettered(question.show)) if kinds & {"order", "slips"} else ()
    given = without_letters(question.show) if letters else list(question.show)
    tray = next((tray_row[1] for row in question.show if (tray_row := _TRAY.match(row))), "")
    controls = tuple(
        _control(f"a{at}", rules_titled(label), part, letters, tuple(tray.split(", ")) if tray else ())
        for at, (label, part) in enumerate(parts)
    )
    return ShownQuestion(
        rows=tuple(_rows(given, with_acts="slips" in kinds)),
        ask=pieces(question.ask),
        controls=controls,
        at_once=reply.kind == "one_of",
        pad=bool(kinds & {"amount", "amounts", "count", "chips"}),
    )


def in_short(question: Question) -> list[tuple[QuestionPiece, ...]]:
    """Return a question's material as rows of words and cards, for a list of answered questions."""
    rows = [row for row in _plain(question.show) if row.kind != "gap"]
    return [(QuestionPiece(f"{row.label} "), *row.pieces) if row.label else row.pieces for row in rows]


def rules_titled(text: str) -> str:
    """Return a line with the titles of rule sets instead of their names; other lines are unchanged.

    >>> rules_titled("Mini baccarat, rules us, 3 seats")
    'Mini baccarat (Baccarat, American rules), 3 seats'
    >>> rules_titled("ruling, tda")
    'ruling, Poker TDA Rules 2024'
    """
    if (match := _UNDER.search(text)) is not None:
        names = match[1].split(" and ")
        if all(name in rule_sets() for name in names):
            titles = " and ".join(rule_set(name).title for name in names)
            return f"{text[: match.start()]} ({titles}){text[match.end() :]}"
    before, comma, name = text.rpartition(", ")
    return f"{before}{comma}{rule_set(name).title}" if comma and name in rule_sets() else text


_UNDER: Final = re.compile(r", rules ([a-z0-9-]+(?: and [a-z0-9-]+)*)(?![a-z0-9-])")


def answer_of(visit: Visit, question: Question) -> tuple[str, dict[str, str]]:
    """Return the answer in a question's form as it would be typed at a terminal, and the form's fields as they were filled in."""
    names = [f"a{at}" for at in range(len(getattr(question.reply, "parts", ())) or 1)]
    values = [visit.fields(name) for name in names]
    return typed(question, values), {name: " ".join(value) for name, value in zip(names, values, strict=True)}


def typed(question: Question, values: Sequence[Sequence[str]]) -> str:
    """Return the fields of a form as the line that would be typed at a terminal.

    Args:
        question: The question.
        values: The values of the fields for each part of the answer: one text, or the keys of several choices.
    """
    reply = question.reply
    parts = [part for _, part in reply.parts] if isinstance(reply, PartsReply) else [reply]
    texts = []
    for at, part in enumerate(parts):
        given = [piece.strip() for piece in (values[at] if at < len(values) else ())]
        if part.kind == "any_of" and any(given):
            text = " ".join(piece for piece in given if piece)
        else:
            text = given[0] if given else ""
        texts.append(" ".join(text.replace("|", " ").split()) if len(parts) > 1 else " ".join(text.split()))
    return " | ".join(texts)


def pieces(text: str) -> tuple[QuestionPiece, ...]:
    """Return a text as pieces of words and cards.

    >>> pieces("The first card is turned up: As")
    (QuestionPiece(text='The first card is turned up: ', card=False), QuestionPiece(text='As', card=True))
    >>> pieces("As it is")
    (QuestionPiece(text='As it is', card=False),)
    """
    return tuple(QuestionPiece(part, card=is_card) for part, is_card in with_cards_apart(text))


def lettered(rows: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield letter and text of the lines that begin with a letter, with wrapped lines joined."""
    letter, text = "", ""
    for row in rows:
        if choice := _LETTERED.match(row):
            if letter:
                yield letter, text
            letter, text = choice[1], choice[2]
        elif letter and row.startswith("  ") and row.strip():
            text += f" {row.strip()}"
        elif letter:
            yield letter, text
            letter = ""
    if letter:
        yield letter, text


def without_letters(rows: Sequence[str]) -> list[str]:
    """Return the lines without those that `lettered` reads."""
    kept: list[str] = []
    inside = False
    for row in rows:
        inside = bool(_LETTERED.match(row)) or (inside and row.startswith("  ") and bool(row.strip()))
        if not inside:
            kept.append(row)
    return kept


def _rows(given: Sequence[str], *, with_acts: bool) -> Iterator[ShownRow]:
    """Yield the material row by row, with lines joined that were wrapped at a terminal's width."""
    acts = numbered(given) if with_acts else []
    if acts:
        first = next(at for at, row in enumerate(given) if begins_with_act(row))
        last = max(at for at, row in enumerate(given) if begins_with_act(row))
        while last + 1 < len(given) and given[last + 1].startswith("  ") and given[last + 1].strip():
            last += 1
        yield from _plain(given[:first])
        for row in acts:
            yield ShownRow("acts", acts=tuple(ShownAct(act.number, pieces(act.text)) for act in row))
        yield from _plain(given[last + 1 :])
    else:
        yield from _plain(given)


def _plain(given: Sequence[str]) -> Iterator[ShownRow]:
    whole: list[str] = []
    before = ""
    for row in given:
        if whole and before.strip() and row.strip() and _goes_on(before, row):
            whole[-1] += f" {row.strip()}"
        else:
            whole.append(row.rstrip())
        before = row.rstrip()
    while whole and not whole[-1].strip():
        whole.pop()
    for row in map(rules_titled, whole):
        if not row.strip():
            yield ShownRow("gap")
        elif hand := _HAND.match(row.strip()):
            cards = tuple(QuestionPiece(card, card=True) for card in hand["cards"].split())
            rest = (QuestionPiece(f" {hand['rest']}"),) if hand["rest"] else ()
            yield ShownRow("hand", hand["label"] or "", (*cards, *rest))
        else:
            yield ShownRow("text", pieces=pieces(row.strip()))


def _goes_on(before: str, row: str) -> bool:
    """Return whether a line continues one that was wrapped at the width of a terminal."""
    first = row.split(maxsplit=1)[0]
    if len(before) + 1 + len(first) <= _WIDE or first.startswith("(") or _HEAD.match(row.strip()):
        return False
    if _HAND.match(before.strip()) or _HAND.match(row.strip()):
        return False
    if before.count("(") > before.count(")"):
        return True
    return row.startswith("  ") or (first[0].islower() and not before.endswith((".", ":", ";")))


def _control(name: str, label: str, part: Reply, letters: tuple[tuple[str, str], ...], tray: tuple[str, ...]) -> AnswerControl:
    """Return the control for a reply, with its choices, seats or letters.

    Args:
        name: Name of the field.
        label: Title of the part.
        part: The reply.
        letters: Letter and text of the items to put in order.
        tray: Values of the chips in the tray.
    """
    words, many = dict(letters), getattr(part, "many", 0)
    return AnswerControl(
        part.kind,
        name,
        label,
        hint=getattr(part, "like", part.hint),
        choices=getattr(part, "choices", ()),
        seats=getattr(part, "seats", 0),
        letters=tuple((sign, words.get(sign, "")) for sign in getattr(part, "letters", "")),
        many=many,
        none=not many if part.kind == "cards" else getattr(part, "none", False),
        chips=tray if part.kind == "chips" else (),
    )
