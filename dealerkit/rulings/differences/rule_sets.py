"""What differs between two rule sets: rulings, findings and remedies, and the options and steps of the games under them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from dealerkit.rules.doc import Doc, Origin, Place
from dealerkit.rules.first_house_file import games_under
from dealerkit.rules.games import CHOOSES_THE_SET, Game, game, game_doc, games, under
from dealerkit.rules.overlay import Difference, differences
from dealerkit.rules.rule_set import HEAD
from dealerkit.rules.sets import RuleSet, rule_set


def compare(a: str | Path, b: str | Path) -> list[Difference]:
    """Return every leaf in which two rule sets differ, or two games.

    Of games under the sets the place begins with `games` and the game's id.

    Raises:
        UnknownName: If there is no such rule set.
        RuleFileError: If a file cannot be used.
    """
    if a in games() and b in games():
        return differences(game_doc(a)[0], game_doc(b)[0])
    old, new = rule_set(a), rule_set(b)
    found = differences(_own(old), _own(new))
    both = [name for name in games_under(old) if name in games_under(new)]
    found += _options([(game(name, a), game(name, b)) for name in both])
    for name in both:
        place: Place = ("games", name)
        base = game_doc(name)[0]
        found += _below(place, differences(under(base, old), under(base, new)))
    return found


def _options(dealt: Sequence[tuple[Game, Game]]) -> list[Difference]:
    """Return the options in force that differ, game by game; where one differs alike in all games of a family that have it,
    once for the family.
    """
    made: list[Difference] = []
    alike: dict[tuple[str, Place, str, str], list[tuple[str, Difference]]] = {}
    for before, after in dealt:
        for one in differences(_in_force(before), _in_force(after)):
            alike.setdefault((after.family, one.path, str(one.old), str(one.new)), []).append((after.id, one))
    for (family, path, _, _), ones in alike.items():
        having = [after for _, after in dealt if after.family == family and path[0] in after.options]
        if len(ones) > 1 and len(ones) == len(having):
            made += _below(("games", family, "options"), [ones[0][1]])
        else:
            for name, one in ones:
                made += _below(("games", name, "options"), [one])
    return made


def _own(rules: RuleSet) -> Doc:
    """Leave out what says only which set it is, and the options, which are compared as they are in force."""
    left_out = HEAD | {"options", "family", "extends"}
    return rules.doc.with_data({key: value for key, value in rules.doc.data.items() if key not in left_out})


def _in_force(dealt: Game) -> Doc:
    """Return the options of a game with their values; each has the origin of whoever fixed it last."""
    values = {name: value for name, value in dealt.options.items() if name != CHOOSES_THE_SET}

    def locate(place: Place, *, of_key: bool) -> Origin | None:
        if len(place) != 1:
            return None
        rules = dealt.rules
        ours = (
            [rules.doc.locate(("options", whose, *place), of_key=of_key) for whose in (dealt.id, dealt.family)] if rules else []
        )
        fixed = next((origin for origin in ours if origin is not None), None)
        return fixed or dealt.doc.origin(("options", *place, "default"), of_key=of_key)

    return Doc(values, locate)


def _below(place: Place, found: list[Difference]) -> list[Difference]:
    return [attrs.evolve(one, path=place + one.path) for one in found]
