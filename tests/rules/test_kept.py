"""What is kept of rule files between two runs: the same as if they were read, never stale, and never in the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dealerkit.errors import RuleFileError
from dealerkit.rules import cache, files, loader, sets
from dealerkit.rules.sets import facts_doc, rule_set
from dealerkit.rulings import rule

HOUSE = """set: harbour
title: Harbour Club
extends: rrop
options: {holdem: {rake_percent: 5}}
faults:
  boxed_card: {cases: {otherwise: {say: "Next card, please.", source: {work: roberts-rules, section: "1", verified: read}}}}
"""


@pytest.fixture
def house(tmp_path):
    """A house's own file."""
    file = tmp_path / "harbour.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    return file


def no_yaml(monkeypatch) -> None:
    """From here on no rule file may be read, and none has been."""
    monkeypatch.setattr(files, "_read", {})
    monkeypatch.setattr(loader, "read_yaml", lambda source: pytest.fail(f"{source} was read"))


@pytest.mark.parametrize("name", ["us", "tda", "cedar-room", "social"])
@pytest.mark.sample(1, most=2)
def test_what_was_kept_is_what_would_be_read(place, monkeypatch, name, forget):
    """Data, layers over procedures, chain, files, hash; and no YAML is read for it."""
    fresh = rule_set(name)
    forget()
    with monkeypatch.context() as strict:
        no_yaml(strict)
        again = rule_set(name)
    assert again is not fresh
    assert (again.name, again.title, again.chain, again.family, again.files) == (
        fresh.name, fresh.title, fresh.chain, fresh.family, fresh.files,
    )  # fmt: skip
    assert json.dumps(again.doc.data) == json.dumps(fresh.doc.data)
    assert [layer.data for layer in again.layers] == [layer.data for layer in fresh.layers]
    assert again.sha256 == fresh.sha256


def test_a_ruling_needs_no_yaml_the_second_time(place, monkeypatch, forget):
    """Facts and rule set come from what was kept."""
    first = rule({"fault": "boxed_card"}, "rrop")
    forget()
    no_yaml(monkeypatch)
    assert rule({"fault": "boxed_card"}, "rrop") == first


def test_where_things_are_written_is_still_known(place, house, forget):
    """Line and column of what was kept, from the files themselves."""
    fresh = rule_set(house)
    at = ("faults", "boxed_card", "cases", "otherwise", "say")
    there = fresh.doc.origin(at)
    forget()
    again = rule_set(house)
    assert again.doc.origin(at) == there
    assert there.line == 6
    assert again.doc.origin(("faults", "card_exposed")) == fresh.doc.origin(("faults", "card_exposed"))
    assert facts_doc().origin(("facts", "form")).line > 0


def test_a_changed_file_is_read_again(place, house, forget):
    """Even where its size and its time are what they were."""
    was = house.stat()
    assert rule({"fault": "boxed_card"}, house).say == "Next card, please."
    house.write_text(HOUSE.replace("Next card, please.", "Card next, please."), encoding="utf-8")
    os.utime(house, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert (house.stat().st_size, house.stat().st_mtime_ns) == (was.st_size, was.st_mtime_ns)
    forget()
    assert rule({"fault": "boxed_card"}, house).say == "Card next, please."


def test_a_file_that_comes_or_goes_is_noticed(place, tmp_path, forget):
    """A set that is a folder: what lies in it counts."""
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "set.yaml").write_text("set: club\ntitle: Club\nextends: rrop\n", encoding="utf-8")
    assert not rule_set(folder).options.get("holdem")
    (folder / "options.yaml").write_text("options: {holdem: {rake_percent: 4}}\n", encoding="utf-8")
    forget()
    assert rule_set(folder).options["holdem"] == {"rake_percent": 4}
    (folder / "options.yaml").unlink()
    forget()
    assert not rule_set(folder).options.get("holdem")


def test_what_changed_a_moment_ago_is_not_kept(place, house, monkeypatch):
    """It could change once more and bear the same time."""
    monkeypatch.setattr(cache, "_UNSURE", 3_600_000_000_000)
    rule_set(house)
    assert not list(place.glob("*.json"))


def test_a_broken_set_is_not_kept(place, house, forget):
    """Its errors are told again."""
    house.write_text(HOUSE.replace("rake_percent: 5", "rake_percent: [5]").replace("faults:", "fautls:"), encoding="utf-8")
    for _ in range(2):
        forget()
        with pytest.raises(RuleFileError):
            rule_set(house)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: b"",
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw.replace(b"Next card", b"Last card"),
        lambda raw: raw[:-1] + b"]",
        lambda raw: b"\x00\xff" + raw,
        lambda raw: b"[]\n" + raw,
        lambda raw: b"{}\n{}",
        lambda raw: b"[" * 100_000 + raw,
        lambda raw: raw.replace(b'"made by"', b'"made of"', 1),
    ],
)
def test_a_spoilt_file_is_made_anew_without_a_word(place, house, spoil, capfd, forget):
    """Torn, turned over, or of another program."""
    rule_set(house)
    whole = {file: file.read_bytes() for file in place.glob("*.json")}
    assert whole
    for file, raw in whole.items():
        file.write_bytes(spoil(raw))
    forget()
    assert rule({"fault": "boxed_card"}, house).say == "Next card, please."
    assert {file: file.read_bytes().partition(b"\n")[2] for file in whole} == {
        file: raw.partition(b"\n")[2] for file, raw in whole.items()
    }
    assert capfd.readouterr() == ("", "")


def test_other_code_makes_it_anew(place, house, monkeypatch, forget):
    """A newer dealerkit does not use what an older one made."""
    rule_set(house)
    forget()
    monkeypatch.setattr(cache, "_made_by", lambda: ["another", 0])
    assert cache.kept(sets._kept_name(house, house)) is None
    assert rule_set(house).name == "harbour"


@pytest.mark.parametrize("said", ["off", "0", "No"])
def test_it_can_be_done_without(house, monkeypatch, tmp_path, said, forget):
    """Nothing is written then."""
    monkeypatch.setenv("DEALERKIT_CACHE", said)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(cache, "_UNSURE", 0)
    forget()
    rule_set(house)
    assert cache.folder() is None
    assert not (tmp_path / "home").exists()


def test_a_home_that_cannot_be_written_is_no_trouble(house, monkeypatch, tmp_path, forget):
    """Where a folder should be there is a file."""
    (tmp_path / "home").write_text("", encoding="utf-8")
    monkeypatch.delenv("DEALERKIT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(cache, "_UNSURE", 0)
    forget()
    assert cache.folder() == tmp_path / "home" / "dealerkit"
    assert rule_set(house).name == "harbour"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.folder() == tmp_path / "home" / ".cache" / "dealerkit"


def test_several_at_once_do_not_spoil_it(place, house):
    """Writers and readers side by side: whoever reads sees the whole or nothing."""
    name, made = "set together", {"data": list(range(5000))}
    seen: list[object] = []

    def work() -> None:
        for _ in range(20):
            cache.keep(name, [files.stamp(house)], made)
            seen.append(cache.kept(name))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one in (made, None) for one in seen)
    assert cache.kept(name) == made
    assert not list(place.glob("*.part"))


def test_the_folder_does_not_grow_without_end(place, house):
    """The oldest go."""
    for number in range(cache._MOST[cache.JSON] + 5):
        cache.keep(f"set {number}", [files.stamp(house)], number)
    assert len(list(place.glob("*.json"))) == cache._MOST[cache.JSON]


@pytest.mark.thorough
def test_the_command_starts_without_yaml_the_second_time(tmp_path):
    """As a whole process, from JSON facts, the rule set chosen by what happened."""
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps({"fault": "card_exposed", "deck_position": 2, "acts": ["fold"]}), encoding="utf-8")
    program = (
        "import sys, atexit; from dealerkit.rules import cache; cache._UNSURE = 0; cache.SHIPPED = cache.SHIPPED / 'none'\n"
        "from dealerkit.cli.main import main\n"
        "atexit.register(lambda: print('yaml' in sys.modules, file=sys.stderr)); main(prog_name='dealerkit')"
    )
    env = {**os.environ, "DEALERKIT_CACHE": str(tmp_path / "cache")}
    args = [sys.executable, "-c", program, "rule", "--json", "--facts", str(facts)]
    first, second = (subprocess.run(args, env=env, check=True, capture_output=True, text=True) for _ in range(2))
    assert first.stdout == second.stdout
    assert json.loads(second.stdout)["rulings"][0]["outcome"] == "misdeal"
    assert (first.stderr.strip(), second.stderr.strip()) == ("True", "False")


@pytest.mark.parametrize(
    "text", ['{"fault": "stuck_cards", "order_certain": {"a": 1}}', '{"fault": "x", "fault": "y"}', "[1]", "{"]
)
def test_json_that_is_not_plain_is_told_with_its_place(tmp_path, text):
    """By the strict reader."""
    from dealerkit.cli.rule.dispute import facts_given

    file = tmp_path / "facts.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RuleFileError):
        facts_given(file, ())


def test_json_is_read_as_the_strict_reader_would(tmp_path):
    """Money stays exact, words stay words."""
    from dealerkit.cli.rule.dispute import facts_given

    same = {}
    for name in ("facts.json", "facts.yaml"):
        file = Path(tmp_path / name)
        file.write_text(
            '{"late_amount": 0.10, "count": 2, "side": "no", "face_seen": true, "acts": ["fold", "call"]}', encoding="utf-8"
        )
        same[name] = facts_given(file, ())
    assert same["facts.json"] == same["facts.yaml"]
