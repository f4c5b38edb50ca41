"""Draws: the replacement cards, the cards added to an exhausted stub, and the ruling on an irregular draw."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.games.poker.facts.draws import had_from, heaps_in_order, made_up_of, most_drawn
from dealerkit.rulings import decide
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import AnyOfReply, Choice, CountReply, OneOfReply, PartsReply, Reply, choices

BURNS, FOLDED, RUNNING, MUCK = "burns", "folded", "discards", "muck"
_NUMBERS = ("first", "second", "third")
_LEAST = 2
"""Fewest cards of a stub that needs no cards added before the burn."""
_POOL_CODES = ("draw/own-discards-returned",)
_LAST_CODES = ("draw/last-card-used", "draw/own-discards-returned")


@attrs.frozen
class DrawReplacementsSituation:
    """A draw to ask about. A field that the question does not need is 0 or empty.

    Attributes:
        kind: The cell it was drawn for.
        players: The number of live players.
        seat: The seat that draws.
        held: The number of that player's cards before the draw.
        aside: The number of cards discarded, or to be discarded.
        draw: The number of the draw, from 1.
        heaps: Number of cards in each heap out of play: `burns`, `folded`, `first` for the discards of the first draw, and so
            on.
        stub: The number of cards left after the burn.
        asked: Seat and number of cards still due, for each player who draws, in order.
        facts: Name and value of each fact of an irregular draw, for the ruling.
    """

    kind: str
    players: int = 0
    seat: int = 0
    held: int = 0
    aside: int = 0
    draw: int = 1
    heaps: tuple[tuple[str, int], ...] = ()
    stub: int = 0
    asked: tuple[tuple[int, int], ...] = ()
    facts: tuple[tuple[str, object], ...] = ()


class Replacements(Generator[DrawReplacementsSituation]):
    """Exercises on the cards to give in a draw.

    A cell, the unit that comes back after a wrong answer, is a kind of draw, such as `lays 2 aside` or a draw that runs
    short.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the kinds of draw that the level asks about; for a question of ruling, each with the ruling as its class."""
        asked = setting.told("ask")
        if asked == "number":
            limited = min(most_drawn(setting.game.options, players) for players in (2, 8)) < _size(setting)
            most = max(most_drawn(setting.game.options, players) for players in (2, 8))
            within = [f"lays {number} aside" for number in range(1, min(most, _size(setting)) + 1)]
            return dict.fromkeys(["stands pat", *within, "short of a card", *(["over the limit"] if limited else [])], "")
        draws = [name for name, _ in zip(_NUMBERS, range(int(setting.told("draws", 3))), strict=False)]
        if asked == "pool":
            later = {f"the {name} draw, nobody folded": "" for name in draws[1:]}  # too few cards are out of play in the first
            return {f"the {name} draw, hands folded": "" for name in draws} | later
        if asked == "short":
            return {f"the {name} draw runs short": "" for name in draws} | {"the last card would complete it": ""}
        return {name: ruled[1] for name in setting.told("faults") if (ruled := _ruled(setting, name)) is not None}

    def draw(self, setting: Setting, cell: str, rng: Random) -> DrawReplacementsSituation | None:
        """Return a draw of the cell's kind; None if the rules in force do not allow it."""
        asked, size = setting.told("ask"), _size(setting)
        seat = rng.randint(1, 8)
        if asked == "number":
            players = rng.randint(2, 8)
            most = most_drawn(setting.game.options, players)
            held = size - 1 if cell.startswith("short") else size
            over = cell.startswith("over")
            if over and most >= size:
                return None
            if over:
                aside = rng.randint(most + 1, size)
            elif held < size:
                aside = rng.randint(0, min(most, held) - 1)
            else:
                aside = 0 if cell == "stands pat" else int(cell.split()[1])
            if not over and aside > most:
                return None
            return DrawReplacementsSituation(cell, players, seat, held, aside)
        if asked == "ruling":
            return DrawReplacementsSituation(
                cell, rng.randint(3, 6), seat, aside=rng.randint(1, 3), facts=tuple(setting.told("faults")[cell].items())
            )
        return _running(setting, cell, rng)

    def question(self, setting: Setting, given: DrawReplacementsSituation) -> Question:
        """Ask for the number of cards, for the heaps to be shuffled in, for both, or for the ruling."""
        title, asked = setting.game.title, setting.told("ask")
        if asked == "number":
            does = f"discards {given.aside}" if given.aside else "stands pat"
            shown = (
                f"{title}: {count_of(given.players, 'player')} are in.",
                f"Seat {given.seat} has {count_of(given.held, 'card')} and {does}.",
            )
            numbers = OneOfReply(choices([str(number) for number in range(_size(setting) + 1)], "012345"[: _size(setting) + 1]))
            return Question(shown, f"How many cards does seat {given.seat} get?", numbers)
        if asked == "ruling":
            what = setting.told("told")[given.kind].format(seat=given.seat, aside=given.aside, other=given.aside + 1)
            return Question((f"{title}.", what), "What is the ruling?", OneOfReply(_outcomes(setting, given.kind)))
        lines = [f"{title}, the {_NUMBERS[given.draw - 1]} draw.", "Out of play:"]
        lines += [f"  {key}  {_heap(setting, name)}: {many}" for key, name, many in _keyed(given)]
        heaps = AnyOfReply(tuple(Choice(key, name, _heap(setting, name)) for key, name, _ in _keyed(given)))
        if asked == "pool":
            lines.append(
                f"The stub has only its bottom card left, and seat {given.asked[0][0]} is still owed {given.asked[0][1]}."
            )
            return Question(tuple(lines), "What is shuffled with the bottom card?", heaps)
        lines.append(f"A card has been burned; the stub has {given.stub}. Cards still to deal:")
        lines.append("  " + ", ".join(f"seat {seat} {many}" for seat, many in given.asked))
        out: tuple[str, Reply] = (
            "cards dealt before the stub is rebuilt",
            CountReply("a number; all of them if the stub is enough"),
        )
        return Question(
            tuple(lines),
            "How many cards are dealt first, and what is the stub rebuilt from?",
            PartsReply((out, ("made up of", heaps))),
        )

    def key(self, setting: Setting, given: DrawReplacementsSituation) -> Key:
        """Return the right answer, computed by the facts of the procedure or by the rule set."""
        options, asked = setting.game.options, setting.told("ask")
        if asked == "number":
            most, size = most_drawn(options, given.players), _size(setting)
            aside = min(given.aside, most)
            lines = [f"With {count_of(given.players, 'player')} in, {count_of(most, 'card')} may be drawn."]
            if given.held < size:
                lines.append(f"The hand is a card short, and is filled to {size} on the draw.")
            keeps = given.held - aside
            lines.append(f"Seat {given.seat} keeps {keeps} and is dealt up to {size}: {size - keeps}.")
            rules = setting.cited("a full hand" if given.held == size else "a card short")
            return Key((str(size - keeps),), rules, tuple(lines), ("draw/wrong-number-drawn",))
        if asked == "ruling":
            ruled = _ruled(setting, given.kind)
            assert ruled is not None
            ruling, word = ruled
            return Key(
                (word,), tuple(dict.fromkeys((ruling[0], *ruling[1]))), (ruling[2],), tuple(setting.told("codes")[given.kind])
            )
        last = options.get("bottom_card") == "completes_the_draw"
        due = sum(many for _, many in given.asked)
        had = had_from(given.stub, due, last_card=last)
        names = _taken(setting, given, due - had) if had < due else []
        pool = " ".join(name for _, name, _ in _keyed(given) if name in names) or AnyOfReply.NONE
        heaps = dict(given.heaps)
        lines = []
        if asked == "short":
            lines.append(f"{count_of(due, 'card')} needed, the stub has {given.stub}" + _bottom(given.stub, due, last=last))
        if names:
            total = 1 + sum(heaps[name] for name in names)
            lines.append(
                f"Shuffled with the bottom card: {', '.join(_heap(setting, name) for name in names)}; {count_of(total, 'card')}."
            )
            if RUNNING not in names:
                lines.append("This draw's discards stay out: no player may be dealt back a discard.")
        rules = setting.cited("the stub made up")
        answer = pool if asked == "pool" else PartsReply.join((str(had), pool))
        return Key((answer,), rules, tuple(lines), _POOL_CODES if asked == "pool" else _LAST_CODES)

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the house's options for draws."""
        options, choices_ = setting.game.options, setting.game.answers()
        return (
            f"maximum cards in a draw: {options['max_draw']}",
            f"with {options['few_players']} players or fewer: {options['max_draw_few']}",
            f"the bottom card of the stub {choices_.get('bottom_card', options['bottom_card'])}",
            f"made up of: {choices_.get('reshuffle_pool', options['reshuffle_pool'])}",
        )


def _size(setting: Setting) -> int:
    return int(setting.game.data["showdown"]["hand"])


def _keyed(given: DrawReplacementsSituation) -> list[tuple[str, str, int]]:
    """Return the existing heaps, each with its key."""
    return [(key, name, many) for key, (name, many) in zip("abcdef", given.heaps, strict=False)]


def _heap(setting: Setting, name: str) -> str:
    return str(setting.told("heaps")[name])


def _place(name: str) -> str:
    """Return the place of a heap: the discards of earlier draws are in the muck."""
    return name if name in (BURNS, RUNNING) else MUCK


def _taken(setting: Setting, given: DrawReplacementsSituation, due: int) -> list[str]:
    """Return the heaps that are shuffled into the last card of the stub, so that it can give the cards due."""
    options = setting.game.options
    lying: dict[str, int] = {}
    for name, many in given.heaps:
        lying[_place(name)] = lying.get(_place(name), 0) + many
    order = heaps_in_order(options, BURNS, MUCK, RUNNING)
    places = made_up_of(lying, order, 1, due, last_card=options.get("bottom_card") == "completes_the_draw")
    return [name for name, _ in given.heaps if _place(name) in places]


def _bottom(stub: int, due: int, *, last: bool) -> str:
    if last and stub == due:
        return ": its bottom card completes the draw and is dealt."
    return "; its bottom card is not dealt." if due >= stub else ", which is enough for everyone."


def _running(setting: Setting, cell: str, rng: Random) -> DrawReplacementsSituation | None:
    """Return a draw in which the stub runs out, with the cards that are out of play by then."""
    size, completes = _size(setting), cell.startswith("the last card")
    draw = rng.randint(1, int(setting.told("draws", 3))) if completes else 1 + _NUMBERS.index(cell.split()[1])
    folded = rng.randint(1, 3) if not cell.endswith("nobody folded") else 0
    seats = sorted(rng.sample(range(1, 7), rng.randint(2, 3)))
    heaps = [(BURNS, draw), *([(FOLDED, folded * size)] if folded else [])]
    heaps += [(_NUMBERS[at], rng.randint(4, 9)) for at in range(draw - 1)]
    asked = tuple((seat, rng.randint(1, 3)) for seat in seats)
    heaps.append((RUNNING, sum(many for _, many in asked) + rng.randint(0, 3)))
    due = sum(many for _, many in asked)
    if setting.told("ask") == "pool":
        asked, stub = ((seats[-1], rng.randint(2, 3)),), 1
        due = asked[0][1]
    else:
        if due <= _LEAST and not completes:
            return None
        stub = due if completes else rng.randint(_LEAST, due - 1)
    out_of_play = sum(many for name, many in heaps if name != RUNNING)
    if 1 + out_of_play <= due:
        return None  # no ledger says what to do then
    rng.shuffle(heaps)
    return DrawReplacementsSituation(cell, draw=draw, heaps=tuple(heaps), stub=stub, asked=asked)


Told = tuple[str, tuple[str, ...], str]
"""A ruling's rule, the other rules it cites, and its reason."""


def _outcomes(setting: Setting, kind: str) -> tuple[Choice, ...]:
    return tuple(Choice(key, word, label) for word, (key, label) in setting.told("outcomes")[setting.told("group")[kind]].items())


def _ruled(setting: Setting, kind: str) -> tuple[Told, str] | None:
    """Return the rule set's ruling on an irregular draw, and its outcome; None if it has none."""
    facts: dict[str, Any] = dict(setting.told("faults")[kind])
    options, group = setting.game.options, setting.told("group")[kind]
    for by in setting.told("by_option", {}).get(kind, ()):
        if str(options.get(by["option"])) == by["value"]:
            return (by["rule"], (), by["because"]), by["outcome"]
    if setting.game.rules is None:
        return None
    fault = facts.pop("fault")
    if "form" in facts:
        facts["form"] = setting.game.data["showdown"]["kind"]
    ruling = decide(setting.game.rules, fault, facts, options)
    words: Mapping[str, str] = setting.told("comes_to")[group]
    if ruling.outcome not in words:
        return None
    return (ruling.rules[0], tuple(ruling.rules[1:]), ruling.because), words[ruling.outcome]


GENERATOR = Replacements()
