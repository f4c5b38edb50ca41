"""The guided check of a deck: instructions, and one question at a time (VD-02 to VD-05)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs

from dealerkit.cards import Face
from dealerkit.errors import ActError, RuleFileError
from dealerkit.jobs.deck.check import DeckReport, Find
from dealerkit.jobs.deck.listing import read_list
from dealerkit.jobs.deck.packs import Pack, decks_doc, in_order
from dealerkit.rules.texts import text

NONE = frozenset({"", "no", "none", "nothing", "n", "0", "-", "ok", "fine", "all there"})


@attrs.frozen
class GuideQuestion:
    """A question of the check.

    Attributes:
        step: The step it belongs to.
        deck: Which of several decks is checked, from 1; 0 if there is only one.
        kind: The fault that the answer's cards would have; empty if the question is about a step to do, or the deck as a whole.
        text: The question.
    """

    step: str
    deck: int
    kind: str
    text: str


@attrs.frozen
class GuideStep:
    """A step of the check.

    Attributes:
        name: Its name.
        do: The instruction.
        why: The reason for the instruction.
        cite: The rules it rests on.
    """

    name: str
    do: str
    why: str
    cite: tuple[str, ...]


class Check:
    """A check under way: `question` is the next question, `answer` takes the reply, `report` returns the faults so far.

    A pack of several decks is checked deck by deck: the first question is about the deck as a whole, and details are asked only
    if something is wrong with it.

    Args:
        pack: The pack as it should be.
        used: Whether the pack has been played with, and has to be sorted first (VD-05).
    """

    def __init__(self, pack: Pack, *, used: bool) -> None:
        self.pack = pack
        self.used = used
        self._asked = list(self._questions())
        self._at = 0
        self._answers: list[tuple[GuideQuestion, tuple[Face, ...]]] = []
        self._skipped: list[set[int]] = []
        self._skip: set[int] = set()

    def _questions(self) -> Iterator[GuideQuestion]:
        decks = self.pack.composition.decks
        for deck in range(1, decks + 1) if decks > 1 else (0,):
            for name, step in decks_doc().data["check"].items():
                if step.get("used") and not self.used:
                    continue
                asks = step["asks"]
                if not asks:
                    yield GuideQuestion(name, deck, "", "")
                elif deck:
                    yield GuideQuestion(name, deck, "", "Is anything wrong with the deck?")
                for kind, question in asks.items():
                    yield GuideQuestion(name, deck, kind, text(question))

    def step(self, name: str) -> GuideStep:
        """Return a step by its name."""
        entry = decks_doc().data["check"][name]
        return GuideStep(name, text(entry["do"]), text(entry["why"]), tuple(entry["cite"]))

    @property
    def question(self) -> GuideQuestion | None:
        """The question to ask next; None when the check is done."""
        while self._at < len(self._asked) and self._at in self._skip:
            self._at += 1
        return self._asked[self._at] if self._at < len(self._asked) else None

    @property
    def left(self) -> int:
        """The number of questions left, as far as it is known."""
        return sum(at not in self._skip for at in range(self._at, len(self._asked)))

    def answer(self, answer_text: str) -> None:
        """Take the answer to the present question: the cards with the fault asked about, or an empty text if there are none.

        Raises:
            ActError: If it cannot be read as an answer; the same question remains.
        """
        question = self.question
        assert question is not None
        plain = " ".join(answer_text.casefold().split())
        skip: set[int] = set()
        if question.kind:
            faces = () if plain in NONE else self._cards(answer_text, question.kind)
        else:
            faces = ()
            if question.text and plain in NONE:
                skip = {
                    at
                    for at, asked in enumerate(self._asked)
                    if asked.kind and (asked.step, asked.deck) == (question.step, question.deck)
                }
            elif question.text and plain not in {"yes", "y"}:
                msg = f"'{answer_text.strip()[:40]}' is not an answer; type yes or no"
                raise ActError(msg)
        self._answers.append((question, faces))
        self._skipped.append(skip)
        self._skip |= skip
        self._at += 1

    def _cards(self, answer_text: str, kind: str) -> tuple[Face, ...]:
        try:
            pieces = read_list(answer_text, "answer")
        except RuleFileError as error:
            msg = error.problems[0].message
            raise ActError(msg) from None
        faces = []
        should = self.pack.faces
        strange = {face for question, named in self._answers if question.kind == "foreign" for face in named}
        for piece in pieces:
            if piece.face is None or piece.marks:
                msg = "name the cards, such as: Ah 10d"
                raise ActError(msg)
            if kind == "foreign" and piece.face in should and piece.face.rank is not None:
                msg = f"{piece.face} belongs to this pack; if there is one too many, type back and name it at the question before"
                raise ActError(msg)
            if kind != "foreign" and piece.face not in should and (kind in ("missing", "duplicate") or piece.face not in strange):
                msg = f"{piece.face} is not a card of this pack"
                raise ActError(msg)
            faces.append(piece.face)
        return tuple(faces)

    def back(self) -> bool:
        """Take the last answer back; return whether there was one."""
        if not self._answers:
            return False
        question, _ = self._answers.pop()
        self._skip -= self._skipped.pop()
        self._at = self._asked.index(question)
        return True

    def report(self) -> DeckReport:
        """Return the report of the check so far."""
        should = self.pack.faces
        seen: dict[str, Counter[Face]] = {}
        for question, faces in self._answers:
            if question.kind:
                seen.setdefault(question.kind, Counter()).update(faces)
        missing, extra = seen.get("missing", Counter()), seen.get("duplicate", Counter())
        finds = []
        for kind in decks_doc().data["finds"]:
            for face, number in sorted(seen.get(kind, Counter()).items(), key=lambda pair: in_order(pair[0])):
                have = should[face] - missing[face] + extra[face] if kind in ("missing", "duplicate") else number
                finds.append(Find(kind, face, number, have, should[face]))
        counted = len(self.pack) - sum(missing.values()) + sum(extra.values()) + sum(seen.get("foreign", Counter()).values())
        steps = {question.step for question, _ in self._answers}
        return DeckReport(self.pack, "guided", counted, tuple(finds), faces_seen="faces" in steps, backs_seen="backs" in steps)
