"""The roads (scorecards) that a game keeps, read from its file: their names, layouts and marks."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import attrs

from dealerkit.arithmetic.paytable import FEATURES
from dealerkit.arithmetic.roads import IRREGULAR, PLANS, REGULAR, TIE, Road, RoadMark, RoadResult
from dealerkit.errors import Problem, RuleFileError, UnknownName, no_such
from dealerkit.rules.doc import Place
from dealerkit.rules.entries import SignEntry
from dealerkit.rules.games import Game

WINNERS = ("banker", "player", TIE)


@attrs.frozen
class Sign:
    """The sign on a scorecard for a result, or for a dot added to it.

    Attributes:
        letter: Letter that stands for it in text.
        colour: Its colour.
        title: Its meaning: a string, or a map from language tags to strings.
        corner: Corner of the mark in which a dot is set; empty for the mark itself.
    """

    letter: str
    colour: str
    title: object
    corner: str = ""


@attrs.frozen
class KeptRoad:
    """A road (scorecard) that the game keeps.

    Attributes:
        name: Name in the game's file.
        title: Its title: a string, or a map from language tags to strings.
        plan: Its layout, a word of `PLANS`.
        rows: Number of rows.
        columns: Number of columns of an empty form.
        back: Number of columns that a derived road looks back.
        dots: Names of the dots set on it.
        shape: Shape of its marks on paper.
        cite: Ids of its rules.
    """

    name: str
    title: object
    plan: str
    rows: int
    columns: int
    back: int
    dots: tuple[str, ...]
    shape: str
    cite: tuple[str, ...]

    def lay_out(self, results: Sequence[RoadResult]) -> Road:
        """Return the road laid out from the results of a shoe.

        Args:
            results: Results of its coups, in order.
        """
        return PLANS[self.plan](results, self.rows, self.back)


@attrs.frozen(eq=False)
class RoadBook:
    """The roads (scorecards) of a game.

    Attributes:
        per: Repeated section of the procedure, such as the shoe, at whose start the roads are empty.
        marks: The sign for each result, by result.
        dots: The sign for each dot, by name.
        when: For each dot, the features of a coup that it depends on, each with the values for which it is set.
        kept: The roads, in order.
    """

    per: str
    marks: Mapping[str, Sign]
    dots: Mapping[str, Sign]
    when: Mapping[str, Mapping[str, frozenset[object]]]
    kept: tuple[KeptRoad, ...]

    def result(self, features: Mapping[str, object]) -> RoadResult:
        """Return the result of a coup, as the roads keep it.

        Args:
            features: Features of the coup, as from `Coup.features`; unknown ones may be missing or None.
        """
        fits = (
            dot for dot, when in self.when.items() if all(features.get(feature) in answers for feature, answers in when.items())
        )
        return RoadResult(str(features["winner"]), tuple(fits))

    def written(self, road: KeptRoad, mark: RoadMark) -> str:
        """Return a mark as letters: the result, a slash for ties (with their number if there are several), and the dots.

        `B/2b` is a banker win with two ties after it and a dot for a banker pair.

        Args:
            road: The road.
            mark: The mark on it.
        """
        ties = f"/{mark.ties if mark.ties > 1 else ''}" if mark.ties else ""
        dots = "".join(self.dots[dot].letter for dot in mark.dots if dot in road.dots)
        return f"{self.marks[mark.what].letter}{ties}{dots}"

    def grid(self, road: KeptRoad, results: Sequence[RoadResult]) -> list[list[str]]:
        """Return a road in letters, as rows of cells: all its rows, and the columns in use; an empty cell is an empty text.

        Args:
            road: The road.
            results: Results of the shoe, in order.
        """
        laid = road.lay_out(results)
        rows = [[""] * laid.columns for _ in range(road.rows)]
        for mark in laid.marks:
            rows[mark.row][mark.column] = self.written(road, mark)
        return rows

    def read(self, text: str) -> list[RoadResult]:
        """Return the results in a text such as `B Bb Tp P`.

        Raises:
            UnknownName: If a word is not a result.
        """
        results = []
        letters = {self.marks[winner].letter: winner for winner in WINNERS}
        dots = {sign.letter: dot for dot, sign in self.dots.items()}
        for word in text.split():
            winner = letters.get(word[:1])
            if winner is None or not set(word[1:]) <= set(dots):
                known = [*letters, *(f"{letter}{dot}" for letter in letters for dot in dots)]
                raise UnknownName(kind="result", name=word, known=known)
            results.append(RoadResult(winner, tuple(dots[letter] for letter in word[1:])))
        return results


@functools.lru_cache(maxsize=32)
def road_book(game: Game) -> RoadBook | None:
    """Return the roads of a game; None if it keeps none.

    Raises:
        RuleFileError: If they have unknown names; with every problem.
    """
    data = game.data.get("roads")
    if not data or not data.get("kept"):
        return None
    problems: list[Problem] = []
    dots = data.get("dots") or {}
    when = {dot: _when(game, dot, spec["when"], problems) for dot, spec in dots.items()}
    wanted = (*WINNERS, REGULAR, IRREGULAR)
    missing = [name for name in wanted if name not in data["marks"]]
    if missing:
        problems.append(game.doc.problem(("roads", "marks"), f"no mark for {', '.join(missing)}"))
    _told_apart(game, [*(("marks", name) for name in wanted[:3] if name not in missing)], problems)
    _told_apart(game, [("dots", name) for name in dots], problems)
    kept = []
    for name, spec in data["kept"].items():
        for at, dot in enumerate(spec.get("dots") or ()):
            if dot not in dots:
                problems.append(game.doc.problem(("roads", "kept", name, "dots", at), no_such("dot", dot, dots)))
        if (spec["plan"] == "derived") != ("back" in spec):
            what = "`back` and `plan: derived` can only be used together"
            place = ("roads", "kept", name, *(["back"] if "back" in spec else []))
            problems.append(game.doc.problem(place, what, "write both, as `plan: derived` and `back: 1`, or neither"))
        kept.append(
            KeptRoad(
                name=name,
                title=spec.get("title", name.replace("_", " ")),
                plan=spec["plan"],
                rows=spec["rows"],
                columns=spec["columns"],
                back=spec.get("back", 0),
                dots=tuple(spec.get("dots") or ()),
                shape=spec.get("shape", "disc"),
                cite=tuple(spec.get("cite") or ()),
            )
        )
    if problems:
        raise RuleFileError(problems)
    marks = {name: _sign(name, spec) for name, spec in data["marks"].items()}
    return RoadBook(data["per"], marks, {dot: _sign(dot, spec, "top-left") for dot, spec in dots.items()}, when, tuple(kept))


def _sign(name: str, spec: SignEntry, corner: str = "") -> Sign:
    return Sign(spec["letter"], spec["colour"], spec.get("title", name.replace("_", " ")), spec.get("corner", corner))


def _when(game: Game, dot: str, when: Mapping[str, object], problems: list[Problem]) -> dict[str, frozenset[object]]:
    """Return the condition of a dot: features, with the answers that fit."""
    features: dict[str, frozenset[object]] = {}
    for feature, answers in when.items():
        place: Place = ("roads", "dots", dot, "when", feature)
        if feature not in FEATURES:
            problems.append(game.doc.problem(place, no_such("feature of the coup", feature, FEATURES), of_key=True))
            continue
        values = frozenset(answers if isinstance(answers, list) else [answers])
        if not values <= FEATURES[feature]:
            allowed = ", ".join(sorted(str(value).lower() for value in FEATURES[feature]))
            problems.append(game.doc.problem(place, f"'{feature}' can't have this value", f"allowed: {allowed}"))
        features[feature] = values
    return features


def _told_apart(game: Game, places: Sequence[tuple[str, str]], problems: list[Problem]) -> None:
    """Note a problem for each letter with two meanings."""
    seen: dict[str, str] = {}
    for part, name in places:
        letter = game.data["roads"][part][name]["letter"]
        if letter in seen:
            what = f"the letter '{letter}' is already used for '{seen[letter]}'"
            problems.append(game.doc.problem(("roads", part, name, "letter"), what, "choose another letter"))
        seen.setdefault(letter, name)
