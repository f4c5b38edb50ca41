"""Numbers that never move, whatever comes, goes or is renamed; and the file that keeps them."""

from __future__ import annotations

import errno
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dealerkit.errors import OutputError, RuleFileError
from dealerkit.rules.games import game
from dealerkit.sheets.editions import EditionOrder, book
from dealerkit.sheets.numbers import NumberedItem, NumberedRule, Numbers, kept_numbers, lint_numbers, read_numbers

RULES = [NumberedItem("holdem", "Hold'em"), NumberedItem("holdem/rules", "Rules", "holdem")] + [
    NumberedItem(f"holdem/rule/HR-0{at}", f"Rule {at}.", "holdem/rules") for at in range(1, 5)
]


def settled(items: list[NumberedItem], before: Numbers | None = None, **how: object) -> Numbers:
    """Numbers of items, after those before."""
    made = Numbers(before.all if before is not None else (), **how)  # type: ignore[arg-type]
    made.settle(items)
    return made


def test_numbers_are_given_in_order():
    """Chapters, sections and rules are counted from one, each below its own."""
    made = settled(RULES)
    assert [made.number(one.key) for one in RULES] == ["1", "1.1", "1.1.1", "1.1.2", "1.1.3", "1.1.4"]


def test_a_rule_between_two_others_gets_the_next_number_that_was_never_given():
    """Others keep theirs, and a number that was withdrawn is not given again."""
    first = settled(RULES)
    without = [one for one in RULES if one.key != "holdem/rule/HR-04"]
    second = settled(without, first)
    assert [one.number for one in second.withdrawn] == ["1.1.4"]
    between = [*without[:3], NumberedItem("holdem/rule/HR-01a", "Between.", "holdem/rules"), *without[3:]]
    third = settled(between, second)
    assert third.number("holdem/rule/HR-01a") == "1.1.5"
    assert [third.number(one.key) for one in without] == [first.number(one.key) for one in without]
    with pytest.raises(KeyError):
        third.number("holdem/rule/HR-04")


def test_a_rule_that_comes_back_has_its_number_again():
    """Withdrawn in one edition, restored in the next."""
    first = settled(RULES)
    second = settled(RULES[:-1], first, edition="2")
    assert second.withdrawn[0].withdrawn == "2"
    third = settled(RULES, second)
    assert (third.number("holdem/rule/HR-04"), third.withdrawn) == ("1.1.4", ())


def test_a_renamed_rule_is_known_by_its_text():
    """Another key and the same text: the same number."""
    first = settled(RULES)
    renamed = [*RULES[:-1], NumberedItem("holdem/rule/HR-99", "Rule\n 4.", "holdem/rules")]
    second = settled(renamed, first)
    assert second.number("holdem/rule/HR-99") == "1.1.4"
    assert second.withdrawn == ()


def test_a_renamed_rule_is_known_by_what_the_author_says():
    """Another key and another text, with `was`; a whole game is renamed by one word."""
    first = settled(RULES)
    renamed = [*RULES[:-1], NumberedItem("holdem/rule/HR-99", "Quite another text.", "holdem/rules")]
    assert settled(renamed, first, was={"holdem/rule/HR-99": "holdem/rule/HR-04"}).number("holdem/rule/HR-99") == "1.1.4"
    other = [
        NumberedItem(one.key.replace("holdem", "texas"), one.text + "!", one.under.replace("holdem", "texas")) for one in RULES
    ]
    second = settled(other, first, was={"texas": "holdem"})
    assert [second.number(one.key) for one in other] == [first.number(one.key) for one in RULES]


def test_what_is_said_alike_twice_is_not_guessed_at():
    """Two that are missing with the same text: neither is taken for the new one."""
    twins = [
        *RULES,
        NumberedItem("holdem/rule/A", "Same.", "holdem/rules"),
        NumberedItem("holdem/rule/B", "Same.", "holdem/rules"),
    ]
    first = settled(twins)
    second = settled([*RULES, NumberedItem("holdem/rule/C", "Same.", "holdem/rules")], first)
    assert second.number("holdem/rule/C") == "1.1.7"
    assert [one.number for one in second.withdrawn] == ["1.1.5", "1.1.6"]


def test_a_part_of_the_book_withdraws_nothing_of_the_rest():
    """One game of two printed alone leaves the other in peace."""
    both = [*RULES, NumberedItem("razz", "Razz"), NumberedItem("razz/rules", "Rules", "razz")]
    first = settled(both)
    second = settled([*RULES[:3], NumberedItem("holdem/rule/HR-09", "New.", "holdem/rules")], first, whole=False)
    assert second.withdrawn == ()
    assert (second.number("razz/rules"), second.number("holdem/rule/HR-09")) == ("2.1", "1.1.5")


def test_another_language_changes_no_text():
    """Printed in Chinese, rules keep their numbers and what is known of their texts; a new one gets a number all the same."""
    first = settled(RULES)
    chinese = [NumberedItem(one.key, f"规则 {at}", one.under) for at, one in enumerate(RULES)]
    second = settled([*chinese[:-1], NumberedItem("holdem/rule/HR-09", "规则", "holdem/rules")], first, foreign=True)
    assert [one["given"] for one in second.happened if "given" in one] == ["1.1.5"]
    assert [one.text for one in second.all][:-1] == [one.text for one in first.all]
    assert [one.number for one in second.withdrawn] == ["1.1.4"]
    side_by_side = settled(RULES, first)
    side_by_side.settle(chinese)
    assert side_by_side.happened == []


@pytest.mark.parametrize("items", [[RULES[0], RULES[0]], [RULES[1]], [RULES[0], NumberedItem("x", "", "y")]])
def test_what_cannot_be_numbered(items):
    """A key that stands twice, and one below nothing."""
    with pytest.raises(ValueError, match=r"appears twice|must come before it"):
        settled(items)


@pytest.mark.parametrize("key", ["", "two words", "a//b", "/a", "a/\x1b[2J", "a\u202e"])
def test_what_is_no_key(key):
    """A key is plain words."""
    with pytest.raises(ValueError, match="not a valid rule key"):
        NumberedItem(key)


@pytest.mark.sample(4, most=3)
@pytest.mark.parametrize("seed", range(40))
def test_no_number_ever_moves(seed, tmp_path):
    """Forty random histories of a book: each rule keeps its number, none is given twice, what is gone is listed in the file."""
    rng = random.Random(seed)
    path = tmp_path / "house.numbers.yaml"
    chapters = ["a", "b", "c"]
    rules: list[tuple[int, str, str, str]] = []  # who it is, key, text, chapter
    was_numbered: dict[int, str] = {}
    born = 0
    known_texts: set[str] = set()
    known_keys: set[str] = set()
    for edition in range(1, 13):
        was: dict[str, str] = {}
        for _ in range(rng.randrange(6)):
            move = rng.choice(["insert", "insert", "remove", "rename", "rename-told", "reword", "shuffle", "move"])
            if move == "insert" or not rules:
                born += 1
                chapter = rng.choice(chapters)
                rules.insert(rng.randrange(len(rules) + 1), (born, f"{chapter}/k{born}", f"Text {born} of {seed}.", chapter))
                continue
            at = rng.randrange(len(rules))
            who, key, text, chapter = rules[at]
            if move == "remove":
                del rules[at]
            elif move in {"rename", "rename-told"} and key in known_keys:
                born += 1
                new = f"{chapter}/n{born}"
                if move == "rename-told":
                    was[new] = key
                    text = f"{text} Reworded {born}."
                elif text not in known_texts:
                    continue  # reworded in the same edition: nobody could know it again
                rules[at] = (who, new, text, chapter)
            elif move == "reword" and (key in known_keys or key in was or who not in was_numbered):
                rules[at] = (who, key, f"{text} And {rng.random()}.", chapter)
            elif move == "move":
                rules[at] = (who, key, text, rng.choice(chapters))
            elif move == "shuffle":
                rng.shuffle(rules)
        known_texts, known_keys = {text for _, _, text, _ in rules}, {key for _, key, _, _ in rules}
        items = [NumberedItem(one, one.upper()) for one in chapters] + [
            NumberedItem(key, text, chapter) for _, key, text, chapter in rules
        ]
        with kept_numbers(path, edition=str(edition), was=was) as numbers:
            numbers.settle(items)
        again = read_numbers(path)
        now = {who: again.number(key) for who, key, _, _ in rules}
        assert {who: number for who, number in was_numbered.items() if who in now} == {
            who: number for who, number in now.items() if who in was_numbered
        }
        was_numbered |= now
        assert len(set(was_numbered.values())) == len(was_numbered)
        assert {one.number for one in again.withdrawn} == {number for who, number in was_numbered.items() if who not in now}
        assert again.all == numbers.all


def first_file(folder: Path) -> Path:
    """A file of numbers."""
    path = folder / "house.numbers.yaml"
    with kept_numbers(path, edition="1") as numbers:
        numbers.settle(RULES)
    return path


def test_the_file_is_added_to_and_never_written_anew(tmp_path):
    """A remark of a person, other line ends and other spaces stay; nothing is written where nothing happened."""
    path = first_file(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'\n- {given: "1.1.2"', b'\n# seen by Ann\n- {given: "1.1.2"').rstrip(b"\n"))
    before = path.read_bytes()
    with kept_numbers(path, edition="2") as numbers:
        numbers.settle(RULES)
    assert path.read_bytes() == before
    with kept_numbers(path, edition="2") as numbers:
        numbers.settle(RULES[:-1])
    assert path.read_bytes() == before + b'\n- {withdrawn: "1.1.4", edition: "2"}\n'
    assert list(lint_numbers(path)) == []


def test_lines_that_a_person_moved_in(tmp_path):
    """A list that is indented is added to as it is; one in brackets is refused and left."""
    path = first_file(tmp_path)
    head, _, lines = path.read_text(encoding="utf-8").partition("numbers:\n")
    path.write_text(head + "numbers:\n" + "".join(f"    {line}\n" for line in lines.splitlines()), encoding="utf-8")
    with kept_numbers(path) as numbers:
        numbers.settle(RULES[:-1])
    assert read_numbers(path).withdrawn[0].number == "1.1.4"
    path.write_text('numbers: [{given: "1", to: holdem, hash: 0123456789ab}]\n', encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(RuleFileError, match="nothing can be added"), kept_numbers(path) as numbers:
        numbers.settle(RULES)
    assert path.read_bytes() == before


def test_a_torn_file_is_told_and_left(tmp_path):
    """Cut off anywhere, the file is told with its line, or reads as what it still says; it is never made anew."""
    whole = first_file(tmp_path).read_bytes()
    for end in range(1, len(whole)):
        path = tmp_path / "torn.numbers.yaml"
        path.write_bytes(whole[:end])
        try:
            given = read_numbers(path).all
        except RuleFileError as error:
            places = [one.file for one in error.problems]
        else:
            places = [str(path)]
            assert whole[:end].rstrip().endswith(b"}")
            assert given == read_numbers(tmp_path / "house.numbers.yaml").all[: len(given)]
        assert set(places) == {str(path)}
        assert path.read_bytes() == whole[:end]


WRONG = {
    "twice": ('- {given: "1", to: b, hash: 0123456789ab}', "1 was given before, to a"),
    "key twice": ('- {given: "2", to: a, hash: 0123456789ab}', "a has the number 1 already"),
    "below nothing": ('- {given: "2.1", to: b, hash: 0123456789ab}', "the number 2.1 is under 2, which was never given"),
    "never given": ('- {withdrawn: "2"}', "2 was never given"),
    "not withdrawn": ('- {restored: "1"}', "1 is not withdrawn"),
    "withdrawn twice": ('- {withdrawn: "1"}\n- {withdrawn: "1"}', "1 is withdrawn already"),
    "renamed into another": ('- {given: "2", to: b, hash: 0123456789ab}\n- {renamed: "2", to: a}', "a has the number 1 already"),
    "no number": ("- {withdrawn: one}", "'one' is not a number"),
    "unknown": ('- {taken: "1"}', "numbers[1]"),
}


@pytest.mark.parametrize("what", WRONG)
def test_lines_that_cannot_be(what, tmp_path):
    """Each with file, line and column; the file is not touched."""
    line, expected = WRONG[what]
    path = tmp_path / "x.numbers.yaml"
    path.write_text('numbers:\n- {given: "1", to: a, hash: 0123456789ab}\n' + line + "\n", encoding="utf-8")
    found = list(lint_numbers(path))
    assert any(expected in str(one) for one in found), found
    assert all(one.line >= 3 for one in found)


@pytest.mark.slow
def test_a_house_may_have_many_rules(tmp_path):
    """More lines than a rule file can have values are read and added to."""
    path = tmp_path / "house.numbers.yaml"
    items = [NumberedItem(f"k{at}", f"Rule {at}.") for at in range(25_000)]
    with kept_numbers(path, edition="1") as numbers:
        numbers.settle(items)
    with kept_numbers(path, edition="2") as numbers:
        numbers.settle(items[1:])
    assert [one.number for one in read_numbers(path).withdrawn] == ["1"]


HOSTILE = '3": {\\ \x9b \x1b[2J \u2028 \u202e \x85 \ufeff \U000e0001 \t'


def test_hostile_text_is_only_text(tmp_path):
    """What a rule says may hold anything; the line of its number stays one line that is read back."""
    path = tmp_path / "house.numbers.yaml"
    text = "*#$<@\"'\\ {x}: [y] \u202eback \x1b[2J\r\n\u2028 \ud800" + "z" * 10_000
    with kept_numbers(path, edition=HOSTILE) as numbers:
        numbers.settle([NumberedItem("a", text)])
    assert read_numbers(path).all[0].since == HOSTILE
    with kept_numbers(path) as numbers:
        numbers.settle([NumberedItem("b", text)])
        assert numbers.number("b") == "1"


def test_nothing_is_kept_when_the_printing_fails(tmp_path):
    """A book that could not be printed gives no numbers."""
    path = first_file(tmp_path)
    before = path.read_bytes()

    def print_badly() -> None:
        with kept_numbers(path) as numbers:
            numbers.settle(RULES[:-1])
            numbers.settle([RULES[0], RULES[0]])

    with pytest.raises(ValueError, match="twice"):
        print_badly()
    assert path.read_bytes() == before


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    """No room for the new lines: the old file stands whole, and nothing lies beside it."""
    path = first_file(tmp_path)
    before = path.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"), kept_numbers(path) as numbers:
        numbers.settle(RULES[:-1])
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_somebody_who_writes_meanwhile_is_noticed(tmp_path):
    """A file that changed while the book was printed is not written over."""
    path = first_file(tmp_path)

    def print_slowly() -> None:
        with kept_numbers(path) as numbers:
            numbers.settle(RULES[:-1])
            path.write_bytes(path.read_bytes() + b"# a remark\n")

    with pytest.raises(OutputError, match="someone else"):
        print_slowly()
    assert path.read_bytes().endswith(b"# a remark\n")


def test_two_that_print_at_once_wait_for_each_other(tmp_path):
    """Four programs, each with rules of its own, at the same time: no number is given twice, none is lost."""
    path = tmp_path / "house.numbers.yaml"
    code = """
import sys
from pathlib import Path
from dealerkit.sheets.numbers import NumberedItem, kept_numbers
path, who = Path(sys.argv[1]), sys.argv[2]
for at in range(5):
    with kept_numbers(path) as numbers:
        mine = [NumberedItem(one.key, one.text, one.key.rpartition("/")[0]) for one in numbers.all]
        numbers.settle([NumberedItem("a", "A"), *mine[1:], NumberedItem(f"a/{who}{at}", f"{who} {at}", "a")])
"""
    running = [subprocess.Popen([sys.executable, "-c", code, str(path), who]) for who in "wxyz"]
    deadline = time.monotonic() + 120
    while any(one.poll() is None for one in running) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [one.returncode for one in running] == [0] * 4
    found = read_numbers(path)
    assert sorted(one.key for one in found.all) == sorted(["a", *(f"a/{who}{at}" for who in "wxyz" for at in range(5))])
    assert [one.number for one in found.all] == ["1", *(f"1.{at}" for at in range(1, 21))]


OWN = """set: own
extends: us
title: Our own
faults:
  boxed_card:
    cases:
"""
SEEN = """      seen_by_all:
        before: otherwise
        when: {later_card_drawn: false}
        rule: BI-03
        outcome: card_replaced
        remedies: [RB-13]
        because: A card that lay face up is shown to the table and burned.
        source: {work: own-rules, section: "6.4"}
"""
WORKS = "sources: {own-rules: {title: Our rules, verified: read}}\n"


def test_the_numbers_of_a_book_stay_where_a_ruling_comes_and_goes(tmp_path):
    """A ruling of the house put before the others, then taken out under its own name: no other number of the book moves."""
    known: tuple[NumberedRule, ...] = ()
    numbers: list[dict[str, str]] = []
    gone: list[list[str]] = []
    plainly, shown = "set: own\nextends: us\n", OWN + SEEN.replace("seen_by_all", "shown") + WORKS
    for text in (plainly, OWN + SEEN + WORKS, shown, plainly):
        file = tmp_path / "own.yaml"
        file.write_text(text, encoding="utf-8")
        made = Numbers(known)
        book.EDITION.make(EditionOrder((game("mini-baccarat", file),), numbers=made))
        known = made.all
        numbers.append({one.key: one.number for one in known if not one.gone})
        gone.append([one.number for one in made.withdrawn])
    plain, added, renamed, removed = numbers
    (new,) = added.keys() - plain.keys()
    (again,) = renamed.keys() - plain.keys()
    assert {key: number for key, number in added.items() if key != new} == plain
    assert renamed[again] == added[new]
    assert gone == [[], [], [], [added[new]]]
    assert removed == plain
