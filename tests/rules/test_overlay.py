"""One document over another: the five rules, where every leaf came from, and the laws that hold of any two documents."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealerkit.errors import RuleFileError
from dealerkit.rules.differences import differences, leaves, same
from dealerkit.rules.loader import Doc, Origin, read_yaml
from dealerkit.rules.overlay import ORDERED, overlay

BASE = """
title: Base
list: [1, 2]
faults:
  one: {cases: {a: {rule: A}, b: {rule: B}, otherwise: {rule: C}}}
"""


def laid(top: str, base: str = BASE) -> Doc:
    """Lay one text over another."""
    return overlay(read_yaml(("base", base)), read_yaml(("top", top)))


@pytest.mark.parametrize(
    ("top", "path", "value"),
    [
        pytest.param(
            "faults: {one: {cases: {a: {say: x}}}}", ("faults", "one", "cases", "a"), {"rule": "A", "say": "x"}, id="maps-merge"
        ),
        pytest.param("title: Top", ("title",), "Top", id="text-replaces"),
        pytest.param("list: [3]", ("list",), [3], id="lists-replace"),
        pytest.param("title: {en: Top}", ("title",), {"en": "Top"}, id="a-map-replaces-text"),
        pytest.param("faults: 1", ("faults",), 1, id="text-replaces-a-map"),
        pytest.param("title: null", (), {"list": [1, 2], "faults": read_yaml(("base", BASE)).data["faults"]}, id="null-removes"),
    ],
)  # fmt: skip
def test_the_rules_of_merging(top: str, path: tuple[str, ...], value: object) -> None:
    """Maps merge; everything else replaces; null removes."""
    found: Any = laid(top).data
    for key in path:
        found = found[key]
    assert found == value


@pytest.mark.parametrize(
    ("top", "order"),
    [
        ("n: {rule: N}", "a b otherwise n"),
        ("n: {rule: N, before: otherwise}", "a b n otherwise"),
        ("n: {rule: N, after: a}", "a n b otherwise"),
        ("b: {before: a}", "b a otherwise"),
        ("a: {after: otherwise}", "b otherwise a"),
        ("n: {rule: N, before: m}, m: {rule: M, before: a}", "n m a b otherwise"),
        ("n: {rule: N, after: a}, m: {rule: M, after: a}", "a n m b otherwise"),
        ("n: {rule: N, before: b}, m: {rule: M, before: b}", "a n m b otherwise"),
        ("n: {rule: N, before: m}, m: {rule: M, after: n}", "a b otherwise n m"),
        ("a: null, n: {rule: N, before: b}", "n b otherwise"),
    ],
)
def test_entries_are_placed(top: str, order: str) -> None:
    """At the end, or where `before` and `after` say; and the note is gone from the entry."""
    cases = laid(f"faults: {{one: {{cases: {{{top}}}}}}}").data["faults"]["one"]["cases"]
    assert list(cases) == order.split()
    assert all(case.keys() == {"rule"} for case in cases.values())


HAND = "hand: {added_before: c, steps: {a: {do: x}, b: {do: x}, c: {do: x}, d: {do: x}}}"


@pytest.mark.parametrize(
    ("steps", "order"),
    [
        pytest.param("{e: {do: y}, f: {do: y}}", "a b e f c d", id="before-what-the-base-names"),
        pytest.param("{e: {do: y}, f: {do: y, after: d}, g: {do: y}}", "a b e g c d f", id="its-own-place-goes-first"),
        pytest.param("{e: {do: y}, f: {do: y, before: c}}", "a b e f c d", id="as-if-it-said-so"),
        pytest.param("{b: {do: y}, e: {do: y}}", "a b e c d", id="what-is-there-stays"),
        pytest.param("{e: {do: y}, c: null}", "a b d e", id="at-the-end-where-that-is-gone"),
    ],
)
def test_what_a_file_adds_stands_where_the_base_says(steps: str, order: str) -> None:
    """`added_before` of a section is said once in place of `before` in each step; two files one over the other do the same."""
    assert " ".join(laid(f"hand: {{steps: {steps}}}", HAND).data["hand"]["steps"]) == order
    twice = overlay(laid("hand: {steps: {y: {do: z}}}", HAND), read_yaml(("top", "hand: {steps: {z: {do: z}}}")))
    assert " ".join(twice.data["hand"]["steps"]) == "a b y z c d"


def test_a_place_beside_nothing_is_told_all_the_same() -> None:
    """A step that names the entry itself is not passed over where that is gone."""
    with pytest.raises(RuleFileError, match="refers to a name that is not here"):
        laid("hand: {steps: {e: {do: y, before: c}, c: null}}", HAND)


def test_before_is_an_ordinary_key_elsewhere() -> None:
    """Only entries of ordered maps are placed."""
    assert laid("tables: {x: {before: 3}}").data["tables"] == {"x": {"before": 3}}


def test_every_leaf_remembers_its_file() -> None:
    """And its line and column, whichever layer it came from."""
    doc = laid("list: [3]\nfaults:\n  one:\n    cases:\n      b: {rule: X}\n")
    assert doc.where["title",] == Origin("base", 2, 8)
    assert doc.where["list", 0] == Origin("top", 1, 8)
    assert doc.where["faults", "one", "cases", "b", "rule"] == Origin("top", 5, 17)
    assert doc.where["faults", "one", "cases", "a", "rule"] == Origin("base", 5, 27)
    assert doc.keys["list",] == Origin("top", 1, 1)
    assert all(place in doc.where for place in doc.where)


def test_a_part_of_a_document_keeps_its_origins() -> None:
    """Sets hand parts of themselves to games."""
    part = laid("faults: {one: {cases: {b: {rule: X}}}}").at(("faults", "one"))
    assert part.where["cases", "b", "rule"].file == "top"
    assert part.where["cases", "a", "rule"].file == "base"
    with pytest.raises(KeyError):
        part.at(("nothing",))
    with pytest.raises(KeyError):
        part.where["nothing",]


def test_all_problems_are_said_at_once() -> None:
    """Each with the line of the overlay that caused it."""
    with pytest.raises(RuleFileError) as caught:
        laid("gone: null\nfaults:\n  one:\n    cases:\n      n: {before: z}\n      b: {before: b}\n  new: {cases: {x: null}}\n")
    assert [(problem.file, problem.line) for problem in caught.value.problems] == [("top", 1), ("top", 5), ("top", 6), ("top", 7)]


def test_differences_know_order() -> None:
    """The first case that fits wins, so its place is a difference."""
    a, b = read_yaml(("base", BASE)), laid("faults: {one: {cases: {b: {before: a}}}}")
    (one,) = differences(a, b)
    assert (one.kind, one.path, one.old, one.new) == ("moved", ("faults", "one", "cases", "b"), "a", None)


# Laws. Documents as rule files have them: maps of names, with text, numbers, booleans and lists as leaves.

NAMES = st.sampled_from(["a", "b", "c", "d", "cases", "steps", "rules"])
LEAVES = st.one_of(st.integers(0, 3), st.booleans(), st.sampled_from(["x", "y", ""]), st.lists(st.integers(0, 2), max_size=2))
MAPS = st.recursive(
    st.dictionaries(NAMES, LEAVES, max_size=4),
    lambda inner: st.dictionaries(NAMES, st.one_of(LEAVES, inner), max_size=5),
    max_leaves=20,
)


def in_order(value: Any, name: str = "") -> Any:
    """Make the order of ordered maps count when two documents are compared."""
    if isinstance(value, dict):
        pairs = [(key, in_order(inner, key)) for key, inner in value.items()]
        return pairs if name in ORDERED else sorted(pairs, key=lambda pair: pair[0])
    return (type(value).__name__, value)


def as_overlay(a: Doc, b: Doc) -> dict[str, Any]:
    """Write the differences of two documents as an overlay that makes the second of the first."""
    return between(a.data, b.data, "")


def between(a: dict[str, Any], b: dict[str, Any], name: str) -> dict[str, Any]:
    """Do so for one map and what lies in it; `name` is the map's own key."""
    top: dict[str, Any] = {key: None for key in a if key not in b}
    moved = {
        one.path[-1] for one in differences(Doc.of({name: a}), Doc.of({name: b})) if one.kind == "moved" and len(one.path) == 2
    }
    before = None
    kept = [key for key in b if key not in moved]
    for key, value in b.items():
        if isinstance(value, dict):
            entry = between(a[key] if isinstance(a.get(key), dict) else {}, value, key)
            if name in ORDERED and key in moved:
                entry |= {"after": before} if before is not None else {"before": kept[0]}
            if entry or not isinstance(a.get(key), dict):
                top[key] = entry
        elif key not in a or not same(a[key], value):
            top[key] = value
        before = key
    return top


@given(MAPS)
def test_an_empty_overlay_changes_nothing(data: dict[str, Any]) -> None:
    """Identity on the right, and on the left."""
    assert in_order(overlay(Doc.of(data), Doc.of({})).data) == in_order(data)
    assert in_order(overlay(Doc.of({}), Doc.of(data)).data) == in_order(data)


@given(MAPS)
def test_a_document_over_itself_is_itself(data: dict[str, Any]) -> None:
    """And differs from itself in nothing."""
    doc = Doc.of(data)
    assert in_order(overlay(doc, doc).data) == in_order(data)
    assert differences(doc, doc) == []


@given(MAPS, MAPS, MAPS)
def test_laying_is_associative(a: dict[str, Any], b: dict[str, Any], c: dict[str, Any]) -> None:
    """A house over an authority over a base is the same however they are put together, where nothing is removed or placed."""
    one, two, three = Doc.of(a), Doc.of(b), Doc.of(c)
    left, right = overlay(overlay(one, two), three).data, overlay(one, overlay(two, three)).data
    if not any(isinstance(over, dict) is not isinstance(under, dict) for under, over in clashes(a, b, c)):
        assert in_order(left) == in_order(right)


def clashes(*layers: Any) -> list[tuple[Any, Any]]:
    """Pair up the values that different layers have in one place."""
    found = []
    for i, under in enumerate(layers):
        for over in layers[i + 1 :]:
            if isinstance(under, dict) and isinstance(over, dict):
                for key in under.keys() & over.keys():
                    found += [(under[key], over[key]), *clashes(under[key], over[key])]
    return found


@given(MAPS, MAPS)
def test_the_differences_laid_over_the_first_make_the_second(a: dict[str, Any], b: dict[str, Any]) -> None:
    """Nothing is missed, order included."""
    one, two = Doc.of(a), Doc.of(b)
    if any(name in ORDERED and not isinstance(value, dict) for data in (a, b) for name, value in leafy(data)):
        return  # an ordered map holds maps only
    made = overlay(one, Doc.of(as_overlay(one, two)))
    assert in_order(made.data) == in_order(b)
    assert differences(made, two) == []


def leafy(data: Any, name: str = "") -> list[tuple[str, Any]]:
    """Pair every value of a map with the map's name."""
    if not isinstance(data, dict):
        return []
    return [pair for key, value in data.items() for pair in [(name, value), *leafy(value, key)]]


@given(MAPS, MAPS)
def test_differences_are_exactly_the_leaves_that_differ(a: dict[str, Any], b: dict[str, Any]) -> None:
    """Leaf by leaf, and swapped when the documents are."""
    found = [one for one in differences(Doc.of(a), Doc.of(b)) if one.kind != "moved"]
    old, new = dict(leaves(a)), dict(leaves(b))
    for one in found:
        if one.kind == "added":
            assert same(new[one.path], one.new)
        elif one.kind == "removed":
            assert same(old[one.path], one.old)
    paths = {one.path for one in found}
    for path in old.keys() & new.keys():
        assert same(old[path], new[path]) is (path not in paths)
    swapped = [one for one in differences(Doc.of(b), Doc.of(a)) if one.kind != "moved"]
    assert {one.path for one in swapped} == paths


@given(MAPS, MAPS)
def test_every_place_has_an_origin(a: dict[str, Any], b: dict[str, Any]) -> None:
    """In one of the two layers, and in the one whose value stands."""
    doc = overlay(Doc.of(a, "a"), Doc.of(b, "b"))
    top = dict(leaves(b))
    for place, value in leaves(doc.data):
        origin = doc.where[place]
        if place in top and not isinstance(value, dict):
            assert origin.file == "b"


def test_a_citation_of_a_work_replaces_the_one_below_as_a_whole():
    """How far the base's place was read says nothing of the house's; a section alone is still laid over the work."""
    base = Doc.of({"case": {"source": {"work": "book", "section": "1", "verified": "known"}}})
    own = Doc.of({"case": {"source": {"work": "house", "section": "2"}}}, "own.yaml")
    made = overlay(base, own)
    assert made.data == {"case": {"source": {"work": "house", "section": "2"}}}
    assert made.origin(("case", "source")).file == "own.yaml"
    section = overlay(base, Doc.of({"case": {"source": {"section": "3"}}})).data
    assert section == {"case": {"source": {"work": "book", "section": "3", "verified": "known"}}}
