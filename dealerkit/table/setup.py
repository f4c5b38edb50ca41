"""The setup of a table: game, seats, chips and cards, its record's header, and a beginning in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import attrs

from dealerkit.cards import Face
from dealerkit.errors import MissingResult
from dealerkit.facts import FACTS, GameData
from dealerkit.felt import Felt, Layout, written
from dealerkit.files.screen_text import count_of
from dealerkit.mechanics.setup_values import NotGiven
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.compiled_game import CompiledGame
from dealerkit.procedure.entry import open_at
from dealerkit.procedure.mid_game import BadMidGame, MidGame, find_step, lay, put_in
from dealerkit.procedure.setup import BadSetup, game_data, layout, most_seats, stacks_of
from dealerkit.rules.games import Game
from dealerkit.rulings import decide
from dealerkit.table.record import Header


@attrs.frozen(eq=False)
class Setup:
    """The setup of a table.

    Attributes:
        game: The game in force.
        seats: Number of players.
        button: The seat with the button, or the dealing seat, at the beginning; 0 for none.
        seed: Seed of the shuffles; None for unknown cards.
        deck: Known order of the cards after the first shuffle, the top one first; empty if unknown.
        unit: Value of the smallest chip; None for the game's own.
        given: State of the game from which the table began, if that is in the middle; otherwise None.
        stacks: Chips by seat in smallest chips, the house first.
        settings: Values of options, by name.
        selector: Name or path of the rule set; None for the game's own.
        layout: Places for cards and rows for chips on the felt.
    """

    game: Game
    seats: int
    button: int
    seed: int | None
    deck: tuple[Face, ...]
    unit: str | None
    given: MidGame | None
    stacks: tuple[int, ...]
    settings: Mapping[str, object]
    selector: str | None
    layout: Layout

    def felt(self) -> Felt:
        """Return the felt as it lies before the first act."""
        felt = Felt(self.layout, self.stacks, self.seed, self.button)
        felt.deck = list(self.deck)
        if self.deck:
            felt.known = True
            felt.faces = list(self.layout.pack.faces())
        if self.given is not None:
            lay(self.given, felt)
        return felt

    def header(self, **notes: str) -> Header:
        """Return the header of the table's record.

        Args:
            **notes: Further lines: `id`, `dealer`, `table`, `date`, `level`.
        """
        scale = self.layout.scale
        return Header(
            game=self.game.selector,
            rules=self.selector,
            seats=self.seats,
            stacks=tuple(written(Fraction(chips, scale)) for chips in self.stacks[1:]),
            button=self.button or (0 if self.game.data.get("button") else None),
            unit=self.unit,
            seed=self.seed,
            deck=self.deck,
            given=self.given,
            options={
                name: str(value).lower() if isinstance(value, bool) else str(value)
                for name, value in (
                    {name: self.game.options[name] for name in self.game.unrecorded} | dict(self.settings)
                ).items()
            },
            hash=self.game.sha256,
            notes=notes,
        )


def set_up(
    game: Game,
    house: CompiledGame,
    *,
    seats: int | None,
    button: int | None,
    seed: int | None,
    settings: Mapping[str, object],
    stacks: Sequence[object] | None,
    unit: str | None,
    deck: Sequence[Face],
    given: MidGame | None,
    recorded: bool,
    selector: str | None,
) -> Setup:
    """Return the setup of a table from the arguments of `Table`; they are explained there.

    Raises:
        BadSetup: If there are too many or too few seats, or stacks that are not amounts.
    """
    players = game.data["players"]
    most, least = int(players["max"]), int(players["min"])
    seats = most_seats(game, house.program) if seats is None else seats
    if not least <= seats <= most:
        allowed = count_of(most, "seat") if least == most else f"{least} to {count_of(most, 'seat')}"
        msg = f"{game.title} is for {allowed}, not {seats}"
        raise BadSetup(msg)
    left_out = recorded and "sitout" in game.data["felt"].get("freely", ())  # some of the seats may not have been dealt in
    if players.get("all_served") and not left_out and seats > (served := most_seats(game, house.program)):
        msg = f"the pack has cards for {count_of(served, 'player')} of {game.title}, not for {seats}"
        raise BadSetup(msg)
    step = int(players.get("step", 1))
    if (seats - least) % step:
        counts = [str(count) for count in range(least, most + 1, step)]
        msg = f"{game.title} is for {', '.join(counts[:-1])} or {counts[-1]} seats, not {seats}"
        raise BadSetup(msg)
    button = given.button if given is not None and given.button is not None else button
    usual = 0 if game.options.get("button_rule") == "none" else int(game.data.get("button", 0))
    button = usual if button is None else button
    if not 0 <= button <= seats:
        msg = f"the button can't be at seat {button}: the table has {count_of(seats, 'seat')}"
        raise BadSetup(msg)
    laid = layout(game, seats, unit)
    chips = tuple(stacks_of(game, seats, laid.scale, stacks))
    return Setup(game, seats, button, seed, tuple(deck), unit, given, chips, settings, selector, laid)


def data_in_force(game: Game) -> GameData:
    """Return the game's data for facts, planners and mechanics, with the rule set in force."""
    data = game_data(game)
    rules = game.rules
    if rules is not None:
        data.memo["decide"] = lambda fault, facts: decide(rules, fault, facts, options=game.options)
        data.memo["speech"] = rules.speech
    return data


def open_given(work: AgendaBuilder, given: MidGame) -> None:
    """Open the step at which a table in the middle of a game begins.

    Args:
        work: Working copy of an agenda that has not begun.
        given: Description of the table, which names the step.

    Raises:
        BadMidGame: If the table does not reach that step.
    """
    program = work.house.program
    step = find_step(program, given.at)
    try:
        open_at(work, step, lambda now: put_in(given, program, now))
    except NotGiven as error:  # raised by the open step, from the state of the felt
        raise BadMidGame(["mid", *error.key], f"{step.id}: {error}") from None
    except MissingResult as error:
        raise BadMidGame(["done"], f"{step.id}: {error}") from None
    if step not in (work.step, work.players, *work.may):
        unmet = [name for name, fact in FACTS.items() if fact in step.when and not fact(work.now)]
        why = f"; the step needs {' and '.join(unmet)}, so something is missing in `done`" if unmet else ""
        msg = f"there is nothing to do at the step '{step.id}' in the given state{why}"
        raise BadMidGame(["at"], msg)
