"""Steps written as variations of other steps: `river_burn: {like: turn_burn}` inherits that step's data and has only the
differences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.errors import Problem, RuleFileError, no_such
from dealerkit.rules.code_tables import opened, tables_of
from dealerkit.rules.doc import Doc, Origin, Place, has

LIKE = "like"


def spelled_out(doc: Doc) -> Doc:
    """Return a procedure in which every step is complete, without `like`.

    Raises:
        RuleFileError: If a step is like a missing one, or like itself, even indirectly; with all such problems.

    >>> steps = {"a": {"do": "tap", "say": "Tap"}, "b": {"like": "a", "say": "Tap again"}}
    >>> spelled_out(Doc.of({"procedure": steps})).data["procedure"]["b"]
    {'do': 'tap', 'say': 'Tap again'}
    """
    root = doc.data.get("procedure") if isinstance(doc.data, dict) else None
    steps = dict(_steps(root, ("procedure",)))
    alike = {place: str(spec[LIKE]) for place, spec in steps.items() if LIKE in spec}
    if not alike:
        return doc
    work = _SpelledSteps(doc, steps, alike)
    data = {**doc.data, "procedure": work.rebuilt(root, ("procedure",))}
    if work.problems:
        raise RuleFileError(work.problems)
    return Doc(data, work.locate)


def _steps(node: object, place: Place) -> Iterator[tuple[Place, dict[str, object]]]:
    """Yield every step with its place: those in `procedure` and in any `steps`."""
    if not isinstance(node, dict):
        return
    for name, spec in node.items():
        if isinstance(spec, dict):
            yield (*place, name), spec
            if "steps" in spec:
                yield from _steps(spec["steps"], (*place, name, "steps"))


class _SpelledSteps:
    """The steps of one document, completed from the steps that they are like."""

    def __init__(self, doc: Doc, steps: dict[Place, dict[str, object]], alike: dict[Place, str]) -> None:
        self.doc, self.steps, self.alike = doc, steps, alike
        self.by_name = {str(place[-1]): place for place in steps}
        self.problems: list[Problem] = []
        self.models: dict[Place, Place] = {}
        for place, name in alike.items():
            self._follow(place, name)

    def _follow(self, place: Place, name: object) -> None:
        """Note the step that a step is like; or note a problem if that is missing, or the steps form a circle."""
        model = self.by_name.get(str(name))
        if model is None:
            self.problems.append(self.doc.problem((*place, LIKE), no_such("step", str(name), self.by_name)))
            return
        seen = {place}
        at: Place | None = model
        while at is not None:
            if at in seen:
                self.problems.append(
                    self.doc.problem((*place, LIKE), f"the steps under `like` copy each other in a circle, back to '{place[-1]}'")
                )
                return
            seen.add(at)
            at = self.by_name.get(str(self.alike[at])) if at in self.alike else None
        self.models[place] = model

    def rebuilt(self, node: object, place: Place) -> object:
        """Return a part of the procedure with every step complete."""
        if not isinstance(node, dict):
            return node
        steps = {}
        for name, spec in node.items():
            here = (*place, name)
            full = self._full(here) if here in self.steps else spec
            if isinstance(full, dict) and "steps" in full:
                full = {**full, "steps": self.rebuilt(full["steps"], (*here, "steps"))}
            steps[name] = full
        return steps

    def _full(self, place: Place) -> dict[str, object]:
        own = {key: value for key, value in self.steps[place].items() if key != LIKE}
        model = self.models.get(place)
        return own if model is None else _laid_over(self._full(model), own, tables_of(self.doc.data))

    def locate(self, place: Place, *, of_key: bool) -> Origin | None:
        """Return the origin of a part of a step: in the step itself, or else in the step that it is like."""
        origin = self.doc.locate(place, of_key=of_key)
        if origin is not None and has(self.doc.data, place):
            return origin
        for length in range(len(place), 0, -1):
            model = self.models.get(place[:length])
            if model is not None:
                return self.locate((*model, *place[length:]), of_key=of_key)
        return origin


def _laid_over(base: dict[str, object], top: dict[str, object], tables: Mapping[str, object]) -> dict[str, object]:
    """Return one value laid over another: maps merge, null removes, everything else replaces."""
    entry = dict(base)
    for key, value in top.items():
        below = opened(key, entry.get(key), value, tables)
        if value is None:
            entry.pop(key, None)
        elif isinstance(value, dict) and isinstance(below, dict):
            entry[key] = _laid_over(below, value, tables)
        else:
            entry[key] = value
    return entry
