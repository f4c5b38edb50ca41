"""Hand signals at a box: the player's decision, or the dealer's duty to ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import attrs

from dealerkit.cards import Face
from dealerkit.facts.rounds import steps_in
from dealerkit.games.pit.facts.boxes import BoxHand, BoxRound
from dealerkit.rules.doc import branch
from dealerkit.rules.games import Game
from dealerkit.rules.texts import text
from dealerkit.sheets.voice import human
from dealerkit.training.coups import from_the_shoe, packs_of
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.generators.box_hands import boxes_in_force
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import OneOfReply, choices

ASK = "ask"
ALIKE, UNLIKE, SIGNAL, WORD = "signal and word", "signal and another word", "signal alone", "word alone"
_ROUNDS = 300


@attrs.frozen
class BoxSignalsSituation:
    """A player's hand signal and words, to be understood by the dealer.

    Attributes:
        cards: The hand.
        up: The dealer's upcard.
        signal: The decision that the signal stands for; empty without a signal.
        said: The decision that the words stand for; empty without words.
        phrase: The words themselves.
    """

    cards: tuple[str, ...]
    up: str
    signal: str
    said: str
    phrase: str


class BoxSignals(Generator[BoxSignalsSituation]):
    """Exercises on hand signals.

    A cell, the unit that comes back after a wrong answer, is a decision and how it is made known: by signal, by word, or by
    both at odds. The class is the decision, or that the dealer has to ask.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return each decision that the rules in force allow, with each way of making it known that the level has."""
        known = self._words(setting)
        return {
            f"{word.replace('_', ' ')}: {way}": ASK if way in (UNLIKE, WORD) else word
            for word in known
            for way in setting.told("ways", [SIGNAL])
        }

    def _words(self, setting: Setting) -> list[str]:
        """Return the decisions of the level that have a signal and can be open under the options in force."""
        data = branch(setting.game.data, "words")
        words = boxes_in_force(setting.game).words
        return [
            name for name in setting.told("words", ()) if name in words and words[name].open and "signal" in branch(data, name)
        ]

    def draw(self, setting: Setting, cell: str, rng: Random) -> BoxSignalsSituation | None:
        """Draw cards until the player may make the cell's decision; None if this attempt gave none."""
        name, _, way = cell.partition(": ")
        signal, data = name.replace(" ", "_"), branch(setting.game.data, "words")
        used = signal
        if way == UNLIKE:
            used = rng.choice([word for word in self._words(setting) if word != signal])
        phrases, sign = branch(data, used).get("phrases"), _sign(setting.game, used)
        spoken = [str(phrase) for phrase in phrases if not _shows(str(phrase), sign)] if isinstance(phrases, Sequence) else []
        phrase = rng.choice([used.replace("_", " "), *spoken])
        for _ in range(_ROUNDS):
            cards = from_the_shoe(rng, packs_of(setting.game), rng.choice((2, 2, 3)) + 1)
            hand = cards[:-1]
            if {signal, used} <= self._open(setting, hand, cards[-1]):
                call = "" if way == SIGNAL else used
                return BoxSignalsSituation(hand, cards[-1], "" if way == WORD else signal, call, phrase)
        return None

    def _open(self, setting: Setting, cards: tuple[str, ...], up: str) -> set[str]:
        """Return the decisions that a hand has against the dealer's upcard."""
        round_ = BoxRound(boxes_in_force(setting.game), [BoxHand(1, cards=[*range(len(cards))])])
        round_.up = len(cards)
        round_.faces = dict(enumerate(map(Face.read, (*cards, up))))
        hand = round_.hands[0]
        if round_.is_done(hand):
            return set()
        return {word.name for word in round_.words_open(hand)}

    def question(self, setting: Setting, given: BoxSignalsSituation) -> Question:
        """Show the hand, and the player's signal and words; ask for the decision."""
        shown = [f"The hand  {' '.join(given.cards)}", f"Dealer    {given.up}"]
        shown.append(f"Signal: {_sign(setting.game, given.signal)}." if given.signal else "No signal.")
        if given.said:
            shown.append(f"The player: {given.phrase}.")
        words = {word: word.replace("_", " ") for word in self._words(setting)}
        keys = "".join("u" if word == "surrender" else "p" if word == "split" else word[0] for word in words)
        return Question(tuple(shown), "What do you do?", OneOfReply(choices({**words, ASK: "ask the player"}, f"{keys}a")))

    def key(self, setting: Setting, given: BoxSignalsSituation) -> Key:
        """Return the decision that the signal stands for.

        Without a signal, or if the words contradict it, the right answer is that the dealer asks (BJ-61 to BJ-63).
        """
        codes = setting.told("codes", {})
        if not given.signal:
            line = "A word is not a signal: ask for the signal before you deal."
            return Key((ASK,), setting.cited("word"), (line,), tuple(codes["word"]))
        if given.said and given.said != given.signal:
            line = f"The hand shows {human(given.signal)} and the word says {human(given.said)}: ask before you deal."
            return Key((ASK,), setting.cited("unlike"), (line,), tuple(codes["unlike"]))
        line = f"That is the signal to {human(given.signal)}."
        return Key((given.signal,), setting.cited("signal"), (line,), tuple(codes["signal"]))

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the signals of the level."""
        return tuple(f"{human(word)}: {_sign(setting.game, word)}" for word in self._words(setting))


def _sign(game: Game, word: str) -> str:
    """Return the sign for a decision; if players hold their cards, the sign made with the cards (BJ-61, BJ-62)."""
    entry = branch(branch(game.data, "words"), word)
    steps = (step for _, step in steps_in(branch(game.data, "procedure")) if step.get("do") == "deal_boxes")
    closed = [step["closed"] for step in steps if "closed" in step]
    held = any(all(game.options.get(option) in values for option, values in styles.items()) for styles in closed)
    return text(entry["signal_in_hand"] if held and "signal_in_hand" in entry else entry["signal"])


def _shows(phrase: str, signal: str) -> bool:
    """Return whether a phrase describes the signal itself, like "taps for a card", so that nobody would say it aloud.

    >>> _shows("taps for a card", "a finger taps the felt"), _shows("wants a card", "a finger taps the felt")
    (True, False)
    """
    begins = {word[:_STEM] for word in signal.split() if len(word) >= _STEM}
    return any(word[:_STEM] in begins for word in phrase.split())


_STEM = 4
"""Number of letters that two forms of a word share."""


GENERATOR = BoxSignals()
