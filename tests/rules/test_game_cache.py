"""Games that are kept for whoever rules on a dispute: the same as if they were read, and never stale."""

from __future__ import annotations

import json

import pytest

from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.rules import files, game_cache, games, loader
from dealerkit.rules.game_cache import kept_game
from dealerkit.rules.games import game


@pytest.fixture
def later(forget, monkeypatch):
    """As if another process began."""
    monkeypatch.setattr(games, "_games", {})
    monkeypatch.setattr(game_cache, "_KNOWN", {})

    def clear() -> None:
        forget()
        games._games.clear()
        game_cache._KNOWN.clear()

    return clear


def no_yaml(monkeypatch) -> None:
    """From here on no rule file may be read, and none has been."""
    monkeypatch.setattr(files, "_read", {})
    monkeypatch.setattr(loader, "read_yaml", lambda source: pytest.fail(f"{source} was read"))


@pytest.mark.parametrize(
    ("name", "rules"),
    [("holdem", None), ("omaha-hilo", "tda"), ("mini-baccarat", None), ("mini-baccarat", "macau"), ("nap", None)],
)
@pytest.mark.sample(1, most=2)
def test_a_game_that_was_kept_is_what_would_be_read(place, later, monkeypatch, name, rules):
    """Data, options, what they allow, rule set, files, title; and no YAML is read for it."""
    fresh = kept_game(name, rules)
    assert fresh is game(name, rules)
    later()
    with monkeypatch.context() as strict:
        no_yaml(strict)
        again = kept_game(name, rules)
        assert kept_game(name, rules) is again
    assert again is not fresh
    assert json.dumps(again.data) == json.dumps(fresh.data)
    assert (again.id, again.family, again.title, again.options, again.choices, again.files) == (
        fresh.id, fresh.family, fresh.title, fresh.options, fresh.choices, fresh.files,
    )  # fmt: skip
    assert again.rules is not None
    assert fresh.rules is not None
    assert again.rules.sha256 == fresh.rules.sha256
    assert again.sha256 == fresh.sha256
    assert again.doc.origin(("procedure",)) == fresh.doc.origin(("procedure",))


def test_a_game_is_read_again_once_a_file_of_it_has_changed(place, later, put, toys):
    """The game's own, or one of its rule set."""
    assert kept_game("toy").options["packs"] == 4
    later()
    base = toys / "rulings" / "base" / "set.yaml"
    base.write_text(base.read_text("utf-8").replace("packs: 4", "packs: 6"), encoding="utf-8")
    later()
    assert kept_game("toy").options["packs"] == 6
    toy = toys / "procedures" / "toys" / "toy.yaml"
    toy.write_text(toy.read_text("utf-8").replace("title: ", "title: Another ", 1), encoding="utf-8")
    assert kept_game("toy").title.startswith("Another ")


def test_what_is_no_game_of_ours_is_not_kept(place, later, put):
    """A procedure by its path is read each time; what cannot be used is told as ever."""
    house = put("mine.yaml", "game: mine\nextends: holdem\ntitle: Mine\n")
    assert kept_game(house).title == kept_game(str(house)).title == "Mine"
    assert not list(place.glob("*mine*"))
    with pytest.raises(UnknownName):
        kept_game("whist")
    with pytest.raises(UnknownName):
        kept_game("holdem", "no-such-set")
    with pytest.raises(RuleFileError):
        kept_game("holdem", "us")
