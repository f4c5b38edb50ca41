"""`dealerkit sheet` for a house: one edition or all, put in force, posted, called back, known again; and what may go wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner, Result
from freezegun import freeze_time

from dealerkit.cli.main import main
from dealerkit.jobs.journal.papers import games_of
from dealerkit.jobs.journal.rulesets import in_force
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from dealerkit.sheets import editions
from dealerkit.sheets.document import Document, Paper, Paragraph
from dealerkit.sheets.editions import Edition, EditionOrder, dealer, floor
from dealerkit.sheets.house import house
from dealerkit.sheets.numbers import NumberedItem, read_numbers

HOUSE = """
house: Riverside
document: {number: HR-7, edition: "1", effective: 2026-12-01, status: in_force, approved_by: Cy Dunn}
games: {mini-baccarat: us, fan-tan: social}
"""
TODAY = "2026-12-02 12:00:00"
"""The day after that edition has come into force."""
Run = Callable[..., Result]


def card(order: EditionOrder) -> Document:
    """A small edition of one game."""
    return Document("dealer", f"Card: {order.game.title}", (Paragraph("Burn a card."),), order.lang, control=order.control,
                    paper=order.paper or Paper())  # fmt: skip


def book(order: EditionOrder) -> Document:
    """A small edition of all games, with numbers."""
    assert order.numbers is not None
    items = [NumberedItem(one.id, one.title) for one in order.games]
    order.numbers.settle(items)
    blocks = [Paragraph(one.title, number=order.numbers.number(one.id)) for one in order.games]
    gone = [Paragraph(f"withdrawn: {one.text}", number=one.number) for one in order.numbers.withdrawn]
    return Document("book", "The book", (*blocks, *gone), order.lang, control=order.control)


CARD = Edition("dealer", "Step card", "dealers", "Deals by it", 2, Paper(), card)
BOOK = Edition("book", "Rules", "managers", "Looks it up", None, Paper(), book, whole=True, numbered=True, fingerprint=True)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Type a command in a folder with a house, where there are two editions."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_JOURNAL", str(tmp_path / "journal.db"))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    for name in list(editions.EDITIONS):
        monkeypatch.delitem(editions.EDITIONS, name)
    monkeypatch.setitem(editions.EDITIONS, "dealer", CARD)
    monkeypatch.setitem(editions.EDITIONS, "book", BOOK)
    Path("house.yaml").write_text(HOUSE, encoding="utf-8")

    def typed(*words: str, today: str = TODAY) -> Result:
        with freeze_time(today):
            return CliRunner().invoke(main, ["sheet", *words])

    return typed


def good(done: Result) -> str:
    """What was printed by a command that went well."""
    assert done.exit_code == 0, done.output
    return done.output


def text_of(file: Path | str) -> str:
    """What stands in a PDF."""
    return " ".join("\n".join(page.extract_text() for page in pypdf.PdfReader(file).pages).split())


def test_a_new_house_can_be_printed_as_it_stands(run):
    """Begun, looked at by lint, and printed; a file that is there is not written over."""
    good(run("--new-house", "lake-side.yaml"))
    assert "house: Lake side" in Path("lake-side.yaml").read_text(encoding="utf-8")
    assert CliRunner().invoke(main, ["lint", "lake-side.yaml"]).exit_code == 0
    good(run("mini-baccarat", "--house", "lake-side.yaml", "--doc", "dealer", "--out", "card.html"))
    assert "draft" in Path("card.html").read_text(encoding="utf-8")
    again = run("--new-house", "lake-side.yaml")
    assert (again.exit_code, "already exists" in again.output) == (2, True)


def test_every_line_of_a_new_house_can_be_decided(run):
    """With each # taken off, one after the other, the file is still that of a house."""
    good(run("--new-house", "new.yaml"))
    lines = Path("new.yaml").read_text(encoding="utf-8").splitlines()
    Path("templates").mkdir()
    Path("logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    decided = [re.sub(r"^( *)# ", r"\1", one) for one in lines]
    Path("new.yaml").write_text("\n".join(decided) + "\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["lint", "new.yaml"])
    assert done.exit_code == 0, done.output


def test_a_paper_of_a_house_carries_what_its_file_says(run):
    """Name, number, edition and day in PDF and page; the fingerprint only where the edition says so."""
    good(run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", "card.pdf"))
    said = text_of("card.pdf")
    assert all(word in said for word in ("Riverside", "HR-7", "Edition 1", "1 December 2026", "Burn a card."))
    words = re.search(r"1 December 2026 ([a-z]+ [a-z]+) page 1", said)
    assert words
    good(run("house.yaml", "--doc", "book", "--out", "book.pdf"))
    print_of_all = re.findall(r"\b[0-9a-f]{16}\b", text_of("book.pdf"))
    assert len(print_of_all) == 1
    assert not re.findall(r"\b[0-9a-f]{16}\b", said)


def test_a_house_of_several_games_is_asked_which(run):
    """An edition of one game needs one; --rules and --set are the file's business; two houses are one too many."""
    done = run("house.yaml", "--doc", "dealer")
    assert done.exit_code == 2
    assert "dealerkit sheet mini-baccarat --house house.yaml --doc dealer" in done.output
    for words in (["--rules", "us"], ["--set", "decks=6"]):
        done = run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", *words)
        assert (done.exit_code, "set in the house's file" in done.output) == (2, True)
    assert run("holdem", "--house", "house.yaml", "--doc", "dealer").exit_code == 2
    assert "two houses" in run("tda", "--house", "house.yaml", "--doc", "dealer").output


def test_the_rules_that_the_environment_names_are_not_those_of_a_house(run, monkeypatch):
    """DEALERKIT_RULES is for games without a house."""
    monkeypatch.setenv("DEALERKIT_RULES", "tda")
    good(run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", "card.html"))


def test_put_in_force_posted_called_back_and_collected(run):
    """The whole life of a card: adopted, posted twice, superseded, called back, collected; the journal holds."""
    good(run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", "card.pdf", "--adopt", "--by", "Ann Lee"))
    assert "card.pdf is edition 1" in good(run("--verify", "card.pdf"))
    good(run("--posted", "card.pdf", "--place", "Table 7", "--by", "Bo Chen"))
    words = json.loads(good(run("--verify", "card.pdf", "--json")))["paper"]["words"]
    good(run("--posted", words, "--place", "Table 8", "--copy", "B-12"))
    Path("house.yaml").write_text(HOUSE.replace('edition: "1"', 'edition: "2"'), encoding="utf-8")
    good(run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", "card2.pdf", "--adopt"))
    old = run("--verify", "card.pdf")
    assert (old.exit_code, "superseded by edition 2" in old.output) == (1, True)
    out = json.loads(good(run("--recall", "1", "--json")))["copies"]
    assert [(one["place"], one["copy"], one["words"]) for one in out] == [("Table 7", "1", words), ("Table 8", "B-12", words)]
    good(run("--recall", "1", "--out", "list.pdf"))
    assert all(word in text_of("list.pdf") for word in ("Table 7", "Table 8", "B-12", words))
    good(run("--recall", "1", "--collected", "B-12", "--collected", "1"))
    listed = CliRunner().invoke(main, ["journal", "papers"]).output
    assert all(word in listed for word in ("card.pdf", "Ann Lee", "Table 7", words, "a copy of a paper was collected"))
    document = json.loads(CliRunner().invoke(main, ["journal", "papers", "--json"]).output)
    kinds = ["printed", "posted", "posted", "printed", "collected", "collected"]
    assert ([one["what"] for one in document["entries"]], document["out"]) == (kinds, [])
    assert "No copy of edition 1 is out" in good(run("--recall", "1"))
    with Journal.open(Path("journal.db")) as journal:
        assert verify(journal).flaws == ()


@pytest.mark.parametrize("form", ["pdf", "html", "md", "png"])
def test_a_paper_is_known_again_in_every_format(run, form):
    """Adopted: known by its hash. One byte more: told to be another file. Another text under its name: altered."""
    good(run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", f"card.{form}", "--adopt"))
    assert json.loads(run("--verify", f"card.{form}", "--json").output)["state"] == "adopted"
    raw = Path(f"card.{form}").read_bytes()
    Path("more").write_bytes(raw + b"\n")
    assert json.loads(run("--verify", "more", "--json").output)["state"] == "reprinted"
    mark = re.search(rb"content=([0-9a-f]{64})", raw)
    assert mark
    Path("other").write_bytes(raw.replace(mark[1], b"0" * 64))
    done = run("--verify", "other", "--json")
    assert (done.exit_code, json.loads(done.output)["state"]) == (1, "altered")
    Path("none").write_bytes(b"%PDF-1.7 nothing")
    assert json.loads(run("--verify", "none", "--json").output)["state"] == "foreign"


def test_without_a_journal_a_paper_says_what_it_is(run):
    """It is ours, it says which edition; nobody has put it in force here."""
    good(run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", "card.pdf"))
    done = run("--verify", "card.pdf")
    assert done.exit_code == 1
    assert "edition 1" in done.output
    assert "the journal has no record of it" in " ".join(done.output.split())
    assert not Path("journal.db").exists()


def test_the_same_input_gives_the_same_bytes_before_and_after(run):
    """Adopting changes nothing on the paper: printed again, it is the file that was put in force."""
    good(run("house.yaml", "--doc", "book", "--out", "one.pdf", "--adopt"))
    good(run("house.yaml", "--doc", "book", "--out", "two.pdf", "--adopt"))
    assert Path("one.pdf").read_bytes() == Path("two.pdf").read_bytes()
    assert json.loads(good(run("--verify", "two.pdf", "--json")))["in_force"]


def test_what_is_put_in_force_has_an_edition_and_is_no_draft(run):
    """A game without a house, a draft, a changed text under an old edition: refused with 2, nothing written down."""
    assert run("mini-baccarat", "--doc", "dealer", "--out", "card.pdf", "--adopt").exit_code == 2
    Path("draft.yaml").write_text(HOUSE.replace("in_force", "draft"), encoding="utf-8")
    done = run("mini-baccarat", "--house", "draft.yaml", "--doc", "dealer", "--out", "card.pdf", "--adopt")
    assert (done.exit_code, "draft" in done.output, Path("card.pdf").exists()) == (2, True, False)
    done = run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--adopt")
    assert (done.exit_code, "--out" in done.output) == (2, True)
    good(run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", "card.pdf", "--adopt"))
    Path("house.yaml").write_text(HOUSE.replace("HR-7", "HR-7\n, prepared_by: Bo Chen"), encoding="utf-8")
    done = run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", "card.pdf", "--adopt")
    assert (done.exit_code, "with another text" in done.output) == (2, True)


def _with(edition: str, rules: str = "us", **document: str) -> None:
    """Write the house's file with another edition, other rules and other lines of its document."""
    said = HOUSE.replace('edition: "1"', f'edition: "{edition}"').replace("mini-baccarat: us", f"mini-baccarat: {rules}")
    for key, value in document.items():
        said = re.sub(rf"{key}: [^,}}]+", f"{key}: {value}" if value else f"{key}: ''", said)
    Path("house.yaml").write_text(said, encoding="utf-8")


@pytest.fixture
def real_card(run, monkeypatch):
    """The step card as it is printed, whose text hangs on the rules, in the place of the small one."""
    monkeypatch.setitem(editions.EDITIONS, "dealer", dealer.EDITION)


CARD_WORDS = ("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", "card.html")
ALL_WORDS = ("--all", "--house", "house.yaml", "--out", "papers", "--format", "html")


@pytest.mark.usefixtures("real_card")
@pytest.mark.parametrize("words", [CARD_WORDS, ALL_WORDS], ids=["one", "all"])
@pytest.mark.parametrize("edition", ["3", "2"], ids=["other text", "older"])
def test_what_is_refused_is_not_written(run, words, edition):
    """Another text as the same edition, or an older one: the paper in force, the numbers and the journal stay byte for byte."""
    _with("3")
    good(run(*words, "--adopt"))
    kept = {one: one.read_bytes() for one in Path().rglob("*") if one.is_file()}
    _with(edition, "france")
    kept[Path("house.yaml")] = Path("house.yaml").read_bytes()
    done = run(*words, "--adopt")
    assert done.exit_code == 2, done.output
    assert ("with another text" if edition == "3" else "editions go up") in " ".join(done.output.split())
    assert {one: one.read_bytes() for one in Path().rglob("*") if one.is_file() and "journal" not in one.name} == {
        one: raw for one, raw in kept.items() if "journal" not in one.name
    }
    with Journal.open(Path("journal.db")) as journal:
        assert {one.said["version"] for one in journal.entries(kinds=("printed",))} == {"3"}


def test_nothing_is_adopted_where_nothing_can_be_written(run, monkeypatch):
    """The disk is full when the accepted paper is written: the journal does not say that it is in force."""

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("dealerkit.cli.sheet.editions.write_output", full)
        assert run(*CARD_WORDS, "--adopt").exit_code == 2
    with Journal.open(Path("journal.db")) as journal:
        assert journal.entries(kinds=("printed",)) == []
    assert not Path("card.html").exists()
    good(run(*CARD_WORDS, "--adopt"))


@pytest.mark.usefixtures("real_card")
def test_other_rules_under_an_edition_in_force_make_a_draft(run):
    """Printed again without --adopt: the same rules give the same file; others give a draft, which is said."""
    good(run(*CARD_WORDS, "--adopt"))
    adopted = Path("card.html").read_bytes()
    good(run(*CARD_WORDS))
    assert Path("card.html").read_bytes() == adopted
    _with("1", "france")
    done = run(*CARD_WORDS)
    good(done)
    assert "edition 1 was put in force on 2026-12-02 with another text; this is printed as a draft" in " ".join(
        done.stderr.split()
    )
    assert "draft" in Path("card.html").read_text(encoding="utf-8")
    assert json.loads(run("--verify", "card.html", "--json").output)["in_force"] is False
    _with("2", "france")
    good(run(*CARD_WORDS))
    assert "draft" not in Path("card.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("first", "second", "goes"),
    [("5", "2", False), ("9", "10", True), ("10", "9", False), ("B-2", "B-1", False), ("2026-12", "2027-01", True),
     ("spring", "autumn", True)],
)  # fmt: skip
def test_editions_go_up(run, first, second, goes):
    """After edition 5 comes no edition 2, and whoever hangs the newest is not told to collect it; words are in no order."""
    _with(first)
    good(run(*CARD_WORDS, "--adopt"))
    _with(second)
    done = run(*CARD_WORDS, "--adopt")
    assert (done.exit_code, "editions go up" in " ".join(done.output.split())) == (0 if goes else 2, not goes)
    _with(first)
    again = run(*CARD_WORDS, "--adopt")  # what was superseded does not come back, and what is in force stays so
    assert again.exit_code == (2 if goes else 0)


def test_somebody_puts_it_in_force(run):
    """Neither --by nor approved_by: 2, with what to do, and nothing is written. Either of them is who the journal names."""
    _with("1", approved_by="")
    for words in (CARD_WORDS, ALL_WORDS):
        done = run(*words, "--adopt")
        assert (done.exit_code, "--by NAME" in done.output, "approved_by" in done.output) == (2, True, True)
    assert {one.name for one in Path().iterdir()} == {"house.yaml"}
    good(run(*CARD_WORDS, "--adopt", "--by", "Ann Lee"))
    _with("2")
    good(run(*CARD_WORDS, "--adopt"))
    document = json.loads(CliRunner().invoke(main, ["journal", "papers", "--json"]).output)
    assert [[who["who"] for who in one["people"]] for one in document["entries"]] == [["Ann Lee"], ["Cy Dunn"]]


def test_an_edition_holds_from_its_day_on(run):
    """Adopted two weeks before: not yet in force, and the edition before it still is; from its day on it is in its place."""
    good(run(*CARD_WORDS, "--adopt"))
    Path("card.html").rename("first.html")
    _with("2", effective="2026-12-15")
    assert "in force from 15 December 2026" in good(run(*CARD_WORDS, "--adopt"))
    for today, holds in (("2026-12-14 23:00", "first.html"), ("2026-12-15 01:00", "card.html")):
        for file in ("first.html", "card.html"):
            done = run("--verify", file, today=today)
            said = " ".join(done.output.split())
            assert done.exit_code == (0 if file == holds else 1), said
            assert ("not yet in force" in said) == (file == "card.html" != holds)
            assert ("superseded by edition 2" in said) == (file == "first.html" != holds)


WRONG = [
    ["--verify", "gone.pdf"],
    ["--verify", "."],
    ["--verify", "card.pdf", "--recall", "1"],
    ["--place", "Table 7"],
    ["--posted", "card.pdf"],
    ["--collected", "1"],
    ["holdem", "--verify", "house.yaml"],
    ["--all"],
    ["--all", "--house", "house.yaml"],
    ["mini-baccarat", "--all", "--house", "house.yaml", "--out", "papers"],
    ["--house", "gone.yaml", "--doc", "book"],
    ["--house", "gone", "--doc", "book"],
    ["--recall", "1", "--journal", "gone.db"],
    ["--verify", "house.yaml", "--journal", "gone.db"],
    ["mini-baccarat", "--doc", "rules", "--adopt"],
    ["mini-baccarat", "--doc", "dealer", "--templates", "gone"],
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_what_cannot_be_asked(run, words):
    """A clear error and 2; never a traceback."""
    done = run(*words)
    assert done.exit_code == 2, done.output
    assert "Error" in done.output


def test_everything_of_a_house_with_an_index(run):
    """Each edition of each game, and what is of all of them; progress on standard error; an index that leads to every file."""
    done = run("--all", "--house", "house.yaml", "--out", "papers", "--adopt", "--by", "Ann Lee")
    good(done)
    assert [line for line in done.stderr.splitlines() if line.startswith("[")] == [
        "[1/3] papers/book.pdf", "[2/3] papers/mini-baccarat-dealer.pdf", "[3/3] papers/fan-tan-dealer.pdf",
    ]  # fmt: skip
    names = {"book.pdf", "mini-baccarat-dealer.pdf", "fan-tan-dealer.pdf", "index.html"}
    assert {one.name for one in Path("papers").iterdir()} == names
    page = Path("papers/index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'href="([^"]+)"', page)) == names - {"index.html"}
    for name in names - {"index.html"}:
        assert run("--verify", f"papers/{name}").exit_code == 0
    before = {one.name: one.read_bytes() for one in Path("papers").iterdir()}
    good(run("--all", "--house", "house.yaml", "--out", "papers"))
    assert {one.name: one.read_bytes() for one in Path("papers").iterdir()} == before


def test_every_language_of_a_house_is_printed(run):
    """Each language and two side by side: a file for each, and the index says which."""
    Path("house.yaml").write_text(HOUSE + "languages: [en, zh-Hans, en+zh-Hans]\n", encoding="utf-8")
    good(run("--all", "--house", "house.yaml", "--out", "papers", "--format", "html", "--adopt"))
    assert Path("papers/mini-baccarat-dealer-en+zh-Hans.html").exists()
    assert (
        Path("papers/mini-baccarat-dealer-zh-Hans.html").read_text(encoding="utf-8").startswith('<!DOCTYPE html>\n<html lang="zh')
    )
    assert "zh-Hans" in Path("papers/index.html").read_text(encoding="utf-8")


def test_what_was_printed_earlier_is_left_and_told(run):
    """A game that the house deals no longer: its papers are not on the index, and stay where they are."""
    good(run("--all", "--house", "house.yaml", "--out", "papers"))
    Path("papers/notes.txt").write_text("mine", encoding="utf-8")
    Path("house.yaml").write_text(HOUSE.replace(", fan-tan: social", ""), encoding="utf-8")
    done = run("--all", "--house", "house.yaml", "--out", "papers")
    assert "left as they are: fan-tan-dealer.pdf\n" in done.stderr
    assert "fan-tan" not in Path("papers/index.html").read_text(encoding="utf-8")


def test_nothing_of_somebody_else_is_written_over(run):
    """A foreign file in the way: nothing is printed at all, not even what comes before it."""
    folder = Path("papers")
    folder.mkdir()
    folder.joinpath("fan-tan-dealer.pdf").write_bytes(b"%PDF-1.7 mine")
    done = run("--all", "--house", "house.yaml", "--out", "papers")
    assert (done.exit_code, "did not write" in done.output) == (2, True)
    assert [one.name for one in folder.iterdir()] == ["fan-tan-dealer.pdf"]
    good(run("--all", "--house", "house.yaml", "--out", "papers", "--force"))


def test_a_folder_that_leads_elsewhere_is_not_followed(run, tmp_path):
    """The name of a paper that is a link out of the folder."""
    Path("papers").mkdir()
    tmp_path.parent.joinpath("elsewhere.pdf").write_bytes(b"")
    Path("papers/book.pdf").symlink_to(tmp_path.parent / "elsewhere.pdf")
    done = run("--all", "--house", "house.yaml", "--out", "papers")
    assert (done.exit_code, "this link leads out of its folder" in done.output) == (2, True)


def test_a_full_disk_leaves_whole_files_only(run, monkeypatch):
    """The second paper cannot be written: the first is whole, nothing is half; its numbers were kept before it was written."""
    wrote: list[int] = []

    def full(descriptor: int) -> None:
        wrote.append(descriptor)
        if len(wrote) > 2:  # the file of numbers, the book, and then
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    done = run("--all", "--house", "house.yaml", "--out", "papers")
    assert done.exit_code == 2, done.output
    assert "the disk is full" in done.output
    (file,) = Path("papers").iterdir()
    assert file.name == "book.pdf"
    assert text_of(file)
    assert Path("house.numbers.yaml").exists()


@pytest.mark.slow
def test_ctrl_c_leaves_whole_files_and_the_next_run_goes_on(run, tmp_path):
    """Stopped in the middle: 130, every file there is whole; asked again, everything is there."""
    Path("house.yaml").write_text(
        "house: X\ngames: {holdem: tda, mini-baccarat: us, omaha: rrop, razz: rrop}\n", encoding="utf-8"
    )
    words = [sys.executable, "-m", "dealerkit", "sheet", "--all", "--house", "house.yaml", "--out", "papers"]
    running = subprocess.Popen(words, cwd=tmp_path, env={**os.environ}, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not list(Path().glob("papers/*.pdf")) and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=120)
    assert running.returncode == 130, said
    files = list(Path("papers").iterdir())
    assert files
    assert all(one.suffix == ".pdf" and pypdf.PdfReader(one, strict=True).pages[-1].extract_text() for one in files)


def test_numbers_stay_from_edition_to_edition(run):
    """A game that leaves the house is listed as withdrawn, and its number is not given to the one that comes."""
    good(run("house.yaml", "--doc", "book", "--out", "book.html"))
    kept = Path("house.numbers.yaml")
    assert [(one.number, one.key) for one in read_numbers(kept).all] == [("1", "mini-baccarat"), ("2", "fan-tan")]
    changed = HOUSE.replace("fan-tan: social", "nap: social").replace('"1"', '"2"')
    Path("house.yaml").write_text(changed, encoding="utf-8")
    good(run("house.yaml", "--doc", "book", "--out", "book.html"))
    page = Path("book.html").read_text(encoding="utf-8")
    assert "withdrawn: Fan Tan" in page
    assert [(one.number, one.gone) for one in read_numbers(kept).all] == [("1", False), ("2", True), ("3", False)]


@pytest.mark.parametrize("left", [0, 4])
def test_lost_numbers_stop_the_book_once_it_was_put_in_force(run, left):
    """The file is gone, or its last lines are: rules would get the numbers of others, and so it is not printed."""
    good(run("house.yaml", "--doc", "book", "--out", "book.html", "--adopt"))
    kept = Path("house.numbers.yaml")
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(lines[:left]))
    if not left:
        kept.unlink()
    done = run("house.yaml", "--doc", "book", "--out", "book2.html")
    assert (done.exit_code, "rule numbers are missing" in done.output, Path("book2.html").exists()) == (2, True, False)
    kept.write_bytes(b"".join(lines))
    good(run("house.yaml", "--doc", "book", "--out", "book2.html"))


def test_one_game_of_the_book_and_another_language_keep_the_numbers(run):
    """A part has the numbers of the whole, and withdraws nothing; so has the book in Chinese."""
    Path("house.yaml").write_text(HOUSE + "languages: [en, zh-Hans]\n", encoding="utf-8")
    good(run("house.yaml", "--doc", "book", "--out", "book.html"))
    before = Path("house.numbers.yaml").read_bytes()
    good(run("fan-tan", "--house", "house.yaml", "--doc", "book", "--out", "part.html"))
    assert re.search(r">\s*2\s*<", Path("part.html").read_text(encoding="utf-8"))
    good(run("house.yaml", "--doc", "book", "--lang", "zh-Hans", "--out", "chinese.html"))
    assert Path("house.numbers.yaml").read_bytes() == before


def test_a_torn_file_of_numbers_stops_the_book(run):
    """The line is told, the book is not printed, the file is left."""
    good(run("house.yaml", "--doc", "book", "--out", "book.html"))
    kept = Path("house.numbers.yaml")
    torn = kept.read_bytes()[:-20]
    kept.write_bytes(torn)
    done = run("house.yaml", "--doc", "book", "--out", "other.html")
    assert (done.exit_code, "house.numbers.yaml:" in done.output) == (2, True)
    assert (kept.read_bytes(), Path("other.html").exists()) == (torn, False)


def test_rule_sets_beside_are_not_put_in_force(run, monkeypatch):
    """Where an edition tells what another set would rule, the journal keeps the house's own rules and no others."""
    monkeypatch.setitem(editions.EDITIONS, "floor", floor.EDITION)
    house_words = ["mini-baccarat", "--house", "house.yaml", "--doc", "floor", "--out", "floor.html", "--adopt"]
    good(run(*house_words, "--beside", "macau"))
    with Journal.open(Path("journal.db")) as journal:
        assert [one.set for one in in_force(journal)] == ["us"]
        (kept,) = games_of(journal, "1")
        assert kept.rules is not None
        assert kept.rules.name == "us"


def test_a_rule_set_of_ours_keeps_no_numbers(run):
    """A house by the name of a rule set: nothing is written beside our own files."""
    good(run("us", "--doc", "dealer", "--out", "card.html"))
    assert house("us").numbers is None


@pytest.mark.parametrize("form", ["html", "md", "pdf", "typ"])
def test_a_template_with_a_field_that_does_not_exist_fails(run, form):
    """File and line, and 2; the house's own folder is used without being asked for."""
    if form == "typ":
        form, folder_form = "png", "typ"
    else:
        folder_form = {"pdf": "typ"}.get(form, form)
    folder = Path("mine")
    folder.mkdir()
    folder.joinpath(f"paragraph.{folder_form}.j2").write_text(
        "\n\n{{ block.colour }}\n" if folder_form != "typ" else "\n\n<<block.colour>>\n", encoding="utf-8"
    )
    Path("house.yaml").write_text(HOUSE + "templates: mine\n", encoding="utf-8")
    done = run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", f"card.{form}")
    assert done.exit_code == 2, done.output
    assert re.search(rf"mine/paragraph\.{folder_form}\.j2:3", done.output)
    good(run("mini-baccarat", "--doc", "dealer", "--out", f"card.{form}"))
    assert run("mini-baccarat", "--doc", "dealer", "--out", f"card.{form}", "--templates", "mine").exit_code == 2


HOSTILE = "*bold* #let x = 1 $x$ <b>&amp;</b> @ref \"q\" 'q' \\n `c` [l](u) {{ x }} {% x %} <<x>> _u_ ~t~ |p| -- --- 1. x"
LONG = "z" * 10_000
STEERING = "a\u202eb \u200fc \x1b[2Jd \x9bm e"


def house_text(name: str) -> str:
    """A house whose every text is this."""
    said = json.dumps(name)
    return (
        f"house: {said}\naddress: [{said}]\ngames: {{mini-baccarat: us}}\n"
        f"document: {{number: {said}, edition: {said}, status: in_force, prepared_by: {said}, approved_by: {said}, "
        f"signatures: [{said}]}}\n"
    )


@pytest.mark.parametrize("form", ["pdf", "html", "md"])
@pytest.mark.parametrize("name", [HOSTILE, STEERING, LONG], ids=["signs", "steering", "long"])
def test_what_a_house_writes_is_printed_as_it_is(run, form, name):
    """No sign of any format is obeyed, in the head, the foot and the marks; signs that steer are written out."""
    Path("house.yaml").write_text(house_text(name), encoding="utf-8")
    good(run("house.yaml", "--doc", "dealer", "--out", f"card.{form}"))
    raw = Path(f"card.{form}").read_bytes()
    assert not any(sign in raw for sign in (b"\x1b[2J", "\u202e".encode())) or form == "pdf"
    if form == "pdf":
        said = text_of(f"card.{form}").replace(" ", "")
        for part in name.split():
            shown = (
                part.replace("\u202e", "\\u202e").replace("\u200f", "\\u200f").replace("\x1b", "\\x1b").replace("\x9b", "\\x9b")
            )
            assert shown[:40] in said, shown
    elif form == "html":
        page = raw.decode()
        assert "<b>&amp;</b>" not in page
        assert "{{ x }}" in page or name != HOSTILE
    if name == LONG:
        said = text_of("card.pdf") if form == "pdf" else raw.decode()
        assert said.replace(" ", "").count("z" * 10) >= 1000


@pytest.mark.slow
def test_two_that_adopt_at_once_write_one_entry_each(run, tmp_path):
    """Two programs put the same paper in force at the same time: it stands there once, and the chain holds."""
    words = [sys.executable, "-m", "dealerkit", "sheet", "mini-baccarat", "--house", "house.yaml", "--doc", "floor", "--adopt"]
    running = [subprocess.Popen([*words, "--out", f"{at}.html"], cwd=tmp_path, stderr=subprocess.PIPE) for at in range(2)]
    assert [(one.communicate(timeout=200), one.returncode)[1] for one in running] == [0] * 2
    with Journal.open(Path("journal.db")) as journal:
        assert len(journal.entries(kinds=("printed",))) == 1
        assert verify(journal).flaws == ()


def test_a_damaged_journal_does_not_keep_a_house_from_printing(run):
    """It is said, and earlier versions are left out."""
    Path("journal.db").write_bytes(b"no journal")
    done = run("mini-baccarat", "--house", "house.yaml", "--doc", "dealer", "--out", "card.html")
    good(done)
    assert "earlier versions can't be read and are left out" in done.stderr
