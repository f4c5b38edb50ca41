"""Who has passed the drill of a version's changes, and when."""

from __future__ import annotations

from dealerkit.training.signoff import SignedRules, label_since, signoffs

from .conftest import answer


def drilled(store, clock, who: str, seeds: str, items: int | None = 3, version: str = "2026.1", **fields) -> None:
    """A sitting: each sign is an item; capital letters are answered rightly, small ones wrongly."""
    session = store.begin("drill", who, label_since(version), items)
    for seed in seeds:
        clock.move(seconds=10)
        said = {"seed": f"7/{seed.lower()}", "right": seed.isupper(), **fields}
        store.keep(answer(clock.at, session=session, trainee=who, **said))


def passed(store, version: str = "2026.1") -> dict[str, tuple[bool, int, int]]:
    """By name: passed, right, items."""
    return {one.trainee: (bool(one.passed), one.right, one.items) for one in signoffs(store, version)}


def test_every_item_right_in_one_sitting(opened, clock):
    """At the first attempt or a later one; not with help, not in halves, not by another version."""
    with opened() as store:
        drilled(store, clock, "First Time", "ABC")
        drilled(store, clock, "Second Time", "AbCB")
        drilled(store, clock, "Unfinished", "AB")
        drilled(store, clock, "Helped", "ABC", helped=True)
        drilled(store, clock, "By Hand", "ABC", source="marked")
        drilled(store, clock, "In Halves", "AB")
        drilled(store, clock, "In Halves", "C")
        drilled(store, clock, "Other Version", "ABC", version="2025.9")
        drilled(store, clock, "Same Item", "AAA")
        assert passed(store) == {
            "By Hand": (False, 0, 3),
            "First Time": (True, 3, 3),
            "Helped": (False, 0, 3),
            "In Halves": (False, 2, 3),
            "Same Item": (False, 1, 3),
            "Second Time": (True, 3, 3),
            "Unfinished": (False, 2, 3),
        }
        assert passed(store, "2025.9") == {"Other Version": (True, 3, 3)}
        assert passed(store, "1999") == {}


def test_the_first_time_it_was_passed_stands(opened, clock):
    """Who passed and tries again has passed when he did; the rules that were in force are told."""
    with opened() as store:
        drilled(store, clock, "Ann", "ABc")
        drilled(store, clock, "Ann", "ABC")
        then = clock.at
        clock.move(days=3)
        drilled(store, clock, "Ann", "ABC")
        (found,) = signoffs(store, "2026.1")
        assert found.passed == "2026-03-02T18:01:00.000Z"
        assert then.isoformat().startswith("2026-03-02T18:01:00")
        assert found.rules == (SignedRules("us", "ab" * 32),)


def test_without_a_number_of_items_those_that_were_asked_count(opened, clock):
    """All of them right, and one at least."""
    with opened() as store:
        drilled(store, clock, "All", "AB", None)
        drilled(store, clock, "Not All", "Ab", None)
        drilled(store, clock, "None", "", None)
        drilled(store, clock, "Nothing Changed", "", 0)
        assert {name: done for name, (done, *_) in passed(store).items()} == {
            "All": True,
            "Not All": False,
            "None": False,
            "Nothing Changed": True,
        }
