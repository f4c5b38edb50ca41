"""Plain data read by the types of a class: what fits is the value, what does not is told with its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from dealerkit.files.plain_data import as_plain
from dealerkit.training.items import Item, Key, Question
from dealerkit.training.replies import AmountReply, Choice, OneOfReply, PartsReply, Reply
from dealerkit.training.structure import LARGEST, Misfit, between, fraction, instant, structured


@attrs.frozen
class Inner:
    """A value in another."""

    name: str
    share: str = attrs.field(default="1/2", validator=fraction)


@attrs.frozen
class Outer:
    """A value of every type that files have."""

    at: str = attrs.field(validator=instant)
    count: int = attrs.field(validator=between(1, 5))
    inner: tuple[Inner, ...] = ()
    pair: tuple[int, str] = (1, "a")
    many: Mapping[str, int] = attrs.field(factory=dict)
    late: bool | None = None


AT = "2026-03-02T18:00:00+00:00"
WHOLE = {"at": AT, "count": 2}


def test_every_type_is_read():
    """Rows are tuples, maps are maps; what is left out has its default."""
    made = structured(Outer, {**WHOLE, "inner": [{"name": "x"}], "pair": [3, "c"], "many": {"a": 1}, "late": False})
    assert made == Outer(AT, 2, (Inner("x"),), (3, "c"), {"a": 1}, late=False)
    assert structured(Outer, WHOLE) == Outer(AT, 2)
    assert structured(Outer, json.loads(json.dumps(as_plain(made)))) == made


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"count": True}, "top.count: expected a whole number, found true"),
        ({"count": 1.0}, "top.count: expected a whole number, found 1.0"),
        ({"count": 6}, "top: count: expected a number from 1 to 5, found 6"),
        ({"count": LARGEST + 1}, "top.count: the number is too large"),
        ({"at": "2026-03-02T18:00:00"}, "top: at: expected a time such as"),
        ({"at": "\ud800"}, "top.at: the text contains an incomplete character"),
        ({"inner": {}}, "top.inner: expected a list, found a map"),
        ({"inner": [None]}, "top.inner.0: expected a map, found nothing"),
        ({"inner": [{"name": "x"}, {}]}, "top.inner.1.name: the value is missing"),
        ({"inner": [{"name": "x", "share": "1/0"}]}, "top.inner.0: share: expected a number such as"),
        ({"inner": [{"name": "x", "share": "1e9999999"}]}, "top.inner.0: share: expected a number such as"),
        ({"pair": [1]}, "top.pair: expected 2 values, found 1"),
        ({"many": {"a": "1"}}, "top.many.a: expected a whole number, found '1'"),
        ({"late": 0}, "top.late: expected true or false, found 0"),
        ({"more": 1}, "top.more: unknown key"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(change, said):
    """From the top of the document."""
    with pytest.raises(Misfit) as found:
        structured(Outer, {**WHOLE, **change}, ("top",))
    assert str(found.value).startswith(said)


def test_a_class_of_several_kinds_is_the_one_that_the_data_names():
    """Also within itself; another name is told with those that there are."""
    parts = {"kind": "parts", "parts": [["paid", {"kind": "amount"}]], "weights": [2]}
    assert structured(Reply, parts) == PartsReply((("paid", AmountReply()),), (2,))
    with pytest.raises(Misfit, match=r"parts.0.1.kind: expected one of amount, .*, found 'nothing'"):
        structured(Reply, {**parts, "parts": [["paid", {"kind": "nothing"}]]})
    made = Item("a/b", 1, "7", "c", "", Question(("x",), "?", OneOfReply((Choice("d", "draw"),))), Key(("draw",)))
    item: Any = as_plain(made)
    item["question"]["reply"]["choices"][0]["also"] = [5]
    with pytest.raises(Misfit, match=r"question.reply.choices.0.also.0: expected text, found 5"):
        structured(Item, item)
