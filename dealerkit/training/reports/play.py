"""Reports of `dealerkit play`: the end of every hand, each seat's winnings, and the solution of each solitaire deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from dealerkit.facts.ending import game_over, winners
from dealerkit.facts.partners import members, sides
from dealerkit.felt import is_seat, sentence, spoken
from dealerkit.files.plain_data import as_plain, fields
from dealerkit.games.social.golf.bots import Solution
from dealerkit.sheets.document import Block, Heading, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport
from dealerkit.table.table import Table
from dealerkit.training.phrases import seats
from dealerkit.training.walk import commentary, wording
from dealerkit.training.walk.ending import last_with_chips, pot_name
from dealerkit.training.walk.felt_text import letters
from dealerkit.training.walk.hands import WalkedHand


@attrs.frozen
class SolvedDeal:
    """A solitaire deal with its solution.

    Attributes:
        solution: Whether the deal can be cleared, the best score, and a sequence of plays that reaches it.
    """

    json_names = (
        "piles=solution.piles start=solution.top stock=solution.stock cleared=solution.solved.cleared "
        "score=solution.solved.score ways=solution.solved.ways line=solution.line"
    )
    solution: Solution

    def told(self, number: int) -> Iterator[Block]:
        """Yield the solution in words.

        Args:
            number: The number of the deal, from 1.
        """
        yield Remark(f"starts on {letters(self.solution.top)}", f"deal {number}: ")
        yield TableBlock((), [(spoken(name), " ".join(map(letters, cards))) for name, cards in self.solution.piles.items()])
        yield Remark(" ".join(map(letters, self.solution.stock)) or "-", "stock: ", inset=4)
        yield Remark(verdict(self.solution), inset=4)
        yield Remark(_groups(self.solution), "one way: ", inset=4)


@attrs.frozen
class PlayReport(DocumentReport[Table]):
    """The report of hands that were dealt unattended.

    Attributes:
        data: The table after the last hand.
        hands: The hands.
        bots: The kind of automatic players.
        solved: The solved deals, if a solitaire was to be solved; else None.
        record: The file of the record; None if there is none.
    """

    hands: Sequence[WalkedHand]
    bots: str
    solved: Sequence[SolvedDeal] | None = None
    record: Path | None = None

    def as_json(self) -> dict[str, object]:
        """Return the hands as plain data."""
        table, dealt = self.data, self.hands
        money = table.felt.money
        document: dict[str, object] = {
            **fields(self, "game=data.game.id", "rules=data.game.rules.name", "seed=data.setup.seed", "seats=data.seats", "bots"),
            "hands": [
                {
                    **fields(hand, "hand=number", "cards", "outcome"),
                    "acts": [hand.first, hand.last],
                    **_ending_json(table, hand),
                    "net": _net(table, hand.net),
                    **({"scored": scored} if (scored := _scored(table, hand)) else {}),
                    "pot": money(hand.pot),
                    "slips": [
                        {**fields(slip, "act=number", "kind=slip.kind", "made=slip.act", "due"), "found": list(hand.found(slip))}
                        for slip in hand.planted
                    ],
                    "findings": [wording.finding_json(table, finding) for finding in hand.findings],
                }
                for hand in dealt
            ],
            "net": _net(table, _total(table, dealt)),
            "over": f"s{last_with_chips(table)}" if last_with_chips(table) else None,
            **_result(table),
            "stacks": {f"s{seat}": money(table.felt.rows["stack"][seat]) for seat in range(1, table.seats + 1)},
        }
        if self.solved is not None:
            document["solved"] = as_plain(self.solved)
        return document

    def title(self) -> str:
        """Return the game."""
        table = self.data
        under = f", rules {table.game.rules.name}" if table.game.rules is not None else ""
        return f"{table.game.title}: {wording.many_seats(table.seats)}{under}, seed {table.setup.seed}, players {self.bots}"

    def told(self) -> Iterator[Block]:
        """Yield each solved deal, each hand, and the totals."""
        table, dealt, result = self.data, self.hands, _result(self.data)
        for number, solution in enumerate(self.solved or (), 1):
            yield from solution.told(number)
        word = wording.round_word(table)
        for hand in dealt:
            yield from _hand(table, hand, word)
        if (seat := last_with_chips(table)) and dealt:
            yield Remark(f"The game is over: seat {seat} has all the chips.")
        elif result.get("winners") and table.seats == 1:
            yield Remark("The game is over.")
        elif result.get("winners"):
            won = [int(seat[1:]) for seat in result["winners"]]
            yield Remark(f"The game is over: {seats(won)} {'have' if len(won) > 1 else 'has'} won.")
        if any(result.get("score", {}).values()):
            yield Heading("Score")
            boxes = result["score"]
            rows = [(_name(table, int(seat[1:])), *(row[seat] for row in boxes.values())) for seat in next(iter(boxes.values()))]
            yield TableBlock(("seat", *boxes), rows)
        if with_chips(table):
            yield from _settlement(table, dealt)
        if self.record is not None:
            yield Remark(str(self.record), "record: ")


def _result(table: Table) -> dict[str, Any]:
    """Return the score and the winner of a game played for a score; empty for others."""
    if "wins" not in table.game.data:
        return {}
    money, now = table.felt.money, table.now
    played = sides(now) if "partners" in table.game.data else table.seats
    return {
        "score": {box: {f"s{seat}": money(row[seat]) for seat in range(1, played + 1)} for box, row in table.felt.marks.items()},
        "winners": [f"s{seat}" for first in winners(now) for seat in members(now, first)] if game_over(now) else None,
    }


def _ending_json(table: Table, hand: WalkedHand) -> dict[str, object]:
    """Return the shown hands and the pots won, for games with pots; empty for others."""
    ending, money = hand.ending, table.felt.money
    if ending is None or not (ending.won or ending.shown):
        return {}
    return {
        "shown": [
            {"seat": f"s{hand_.seat}", **fields(hand_, "cards", "high?", "low?", "whole")} for hand_ in ending.shown.values()
        ],
        "mucked": [f"s{seat}" for seat in ending.mucked],
        "won": [{"seat": f"s{share.seat}", "pot": share.pot, "amount": money(share.amount)} for share in ending.won],
        "taken": {name: money(amount) for name, amount in ending.taken.items()},
    }


def _total(table: Table, dealt: Sequence[WalkedHand]) -> tuple[int, ...]:
    return tuple(sum(hand.net[seat] for hand in dealt) for seat in range(table.seats + 1))


def _net(table: Table, net: tuple[int, ...]) -> dict[str, str]:
    return {("house" if seat == 0 else f"s{seat}"): _signed(table, amount) for seat, amount in enumerate(net) if seat or amount}


def _signed(table: Table, amount: int) -> str:
    return f"-{table.felt.money(-amount)}" if amount < 0 else table.felt.money(amount)


def with_chips(table: Table) -> bool:
    """Return whether any chips are in play at this table."""
    return any(any(row) for row in table.felt.rows.values())


def _settlement(table: Table, dealt: Sequence[WalkedHand]) -> Iterator[Block]:
    yield Heading("Settlement")
    rows = [
        (f"s{seat}" if seat else "house", _signed(table, amount), table.felt.money(table.felt.rows["stack"][seat]))
        for seat, amount in enumerate(_total(table, dealt))
        if seat or amount
    ]
    yield TableBlock(("seat", "won", "has"), rows)


def _scored(table: Table, hand: WalkedHand) -> dict[str, dict[str, str]]:
    """Return `{box: {seat: points}}`; empty for games without a score that wins."""
    if "wins" not in table.game.data:
        return {}
    marked = {box: {_name(table, seat): _signed(table, n) for seat, n in enumerate(row) if n} for box, row in hand.scored.items()}
    return {box: row for box, row in marked.items() if row}


def _name(table: Table, seat: int) -> str:
    """Return a seat, or a side with a common score, as `s1+s3`."""
    return "+".join(f"s{member}" for member in members(table.now, seat)) if "partners" in table.game.data else f"s{seat}"


def _hand(table: Table, hand: WalkedHand, word: str) -> Iterator[Block]:
    cards = "; ".join(f"{name if is_seat(name) else spoken(name)} {' '.join(faces)}" for name, faces in hand.cards.items())
    ending = list(_ending(table, hand))
    acts_told = "" if ending else ", ".join(sentence(act).removeprefix("the dealer ") for act in hand.outcome)
    net = ", ".join(f"{name} {amount}" for name, amount in _net(table, hand.net).items() if amount != "0")
    pot = f"pot {table.felt.money(hand.pot)}" if hand.pot else ""
    scores = _scored(table, hand)
    scored = "; ".join(f"{box} {', '.join(f'{seat} {n}' for seat, n in row.items())}" for box, row in scores.items())
    nothing = "" if scores or not with_chips(table) else "nothing won or lost"
    parts = [part for part in (cards, acts_told, scored, net or nothing, pot) if part] or ["nothing to count"]
    yield Remark("; ".join(parts), f"{word} {hand.number}: ")
    yield from ending
    for slip in hand.planted:
        due = wording.to_dealer(sentence(slip.due))
        yield Remark(f"action {slip.number}: {sentence(slip.slip.act)}; due: {due}", "planted: ", inset=4)
        if slip in hand.missed:
            yield Remark("this slip was not found", inset=4)
    for finding in hand.findings:
        yield from commentary.finding_blocks(table, finding, indent=6, short=True, to_you=False)


def _ending(table: Table, hand: WalkedHand) -> Iterator[Block]:
    """Yield the shown hands, the winner of each pot, and the house's take."""
    ending = hand.ending
    if ending is None or not (ending.won or ending.shown):
        return
    for hand_ in ending.shown.values():
        hand_words = hand_.name if hand_.whole else "not the whole hand" if ending.contested else "as openers"
        yield Remark(f"seat {hand_.seat} shows {' '.join(hand_.cards)}{f': {hand_words}' if hand_words else ''}", inset=4)
    if ending.mucked:
        throw = "muck" if len(ending.mucked) > 1 else "mucks"
        yield Remark(f"{seats(ending.mucked)} {throw} without showing", inset=4)
    alone = all(share.pot == "pot" for share in ending.won)
    for pot in dict.fromkeys(share.pot for share in ending.won):
        got = [f"seat {share.seat} {table.felt.money(share.amount)}" for share in ending.won if share.pot == pot]
        uncalled = "" if ending.contested else ", everyone else has folded"
        yield Remark(f"{', '.join(got)}{uncalled}", f"{pot_name(pot, alone=alone)}: ", inset=4)
    if ending.taken:
        yield Remark(", ".join(f"{name} {table.felt.money(amount)}" for name, amount in ending.taken.items()), inset=4)


def _groups(solution: Solution) -> str:
    """Return the cards of a solution in order of play, in a group for each card turned from the stock."""
    groups = [[letters(solution.top)]]
    for act in solution.line:
        name = " ".join(face.name for face in act.cards if face is not None)
        if act.verb == "turn":
            groups.append([name])
        else:
            groups[-1].append(name)
    return " / ".join(" ".join(cards) for cards in groups)


def verdict(solution: Solution) -> str:
    """Return in words whether a deal can be cleared, the best score, and the number of ways."""
    solved = solution.solved
    count = solved.ways
    many = "in more ways than were counted" if count is None else "in one way" if count == 1 else f"in {count} ways"
    if solved.cleared:
        bonus = f", for a score of {solved.score}" if solved.score else ""
        return f"The deal can be cleared{bonus}, {many}."
    return f"The deal can't be cleared: at best {solved.score} card{'s are' if solved.score > 1 else ' is'} left, {many}."
