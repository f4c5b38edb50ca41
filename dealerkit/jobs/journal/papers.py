"""The papers of the house: what was printed and put in force, where its copies are posted, which are to be collected."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from dealerkit.errors import JournalError, UnknownName
from dealerkit.jobs.journal.clock import moment, now
from dealerkit.jobs.journal.docket import by_whom
from dealerkit.jobs.journal.entries import OF_PAPERS, JournalEntry
from dealerkit.jobs.journal.people import with_names
from dealerkit.jobs.journal.rulesets import in_force, keep_game, kept_game, version_of
from dealerkit.jobs.journal.store import Journal, Writing
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.sets import families
from dealerkit.sheets.document import Revision
from dealerkit.sheets.house import printed_day
from dealerkit.sheets.identity import Identity


@attrs.frozen
class Printed:
    """A paper that was printed.

    Attributes:
        identity: Edition, number, version, words and hash of what is read.
        house: The house's name.
        form: The format of its files.
        files: Name and SHA-256 of each file; of pictures one for each page.
        games: The games that it is about, as they are dealt.
        effective: From which day it holds, as 2026-12-01; empty for today.
        numbers: How many lines the file of the house's numbers had; 0 for a paper without numbers.
    """

    identity: Identity
    house: str
    form: str
    files: tuple[tuple[str, str], ...]
    games: tuple[Game, ...]
    effective: str = ""
    numbers: int = 0

    @property
    def paper(self) -> tuple[object, ...]:
        """The identity of the paper, as `Adopted.paper`."""
        return (self.house, self.identity.doc, self.identity.number, tuple(game.id for game in self.games), self.identity.lang)


@attrs.frozen
class Adopted:
    """A paper as the journal has it.

    Attributes:
        entry: The entry, with the names of people.
        house: The house's name.
        doc: The edition: `dealer`, `book`.
        title: The paper's title.
        number: The document's number.
        version: The version.
        words: The two words of its copies; may be empty.
        content: The hash of what is read on it.
        games: The ids of its games.
        lang: The language.
        files: SHA-256 by name.
        effective: From which day it holds; may be empty.
    """

    entry: JournalEntry
    house: str
    doc: str
    title: str
    number: str
    version: str
    words: str
    content: str
    games: tuple[str, ...]
    lang: str
    files: Mapping[str, str]
    effective: str

    @property
    def paper(self) -> tuple[object, ...]:
        """The identity of the paper, the same in every version of it."""
        return (self.house, self.doc, self.number, self.games, self.lang)

    def holds(self, today: dt.date) -> bool:
        """Return whether the day from which it holds has come; what names no day holds at once."""
        try:
            return dt.date.fromisoformat(self.effective) <= today
        except ValueError:
            return True


@attrs.frozen
class Copy:
    """A copy that was posted.

    Attributes:
        of: The paper.
        entry: The entry that says so.
        number: The copy's number.
        place: Where it is posted.
        collected: The entry that says that it was collected; None while it is out.
    """

    of: Adopted
    entry: JournalEntry
    number: str
    place: str
    collected: JournalEntry | None = None


def adopted(journal: Journal) -> list[Adopted]:
    """Return the papers that were put in force, the oldest first; what was removed for good is left out."""
    found, names = [], journal.names
    for entry in journal.entries(kinds=("printed",)):
        said = with_names(entry.said, names)
        if not said:
            continue
        files = {str(one["file"]): str(one["sha256"]) for one in said.get("files") or ()}
        named = {name: str(said.get(key, "")) for name, key in _KEYS.items()}
        found.append(Adopted(entry=entry, games=tuple(said.get("games") or ()), files=files, **named))
    return found


_KEYS = {
    "house": "house", "doc": "kind", "title": "title", "number": "number", "version": "version", "words": "code",
    "content": "content", "lang": "lang", "effective": "effective",
}  # fmt: skip


def adopt_papers(
    journal: Journal, papers: Sequence[Printed], *, by: str = "", accepted: Callable[[], None] = lambda: None
) -> list[JournalEntry]:
    """Put papers into the journal, and keep the rules that they were printed from: all of them, or none.

    A paper that stands there already, file for file, is not written a second time.

    Args:
        journal: Open for writing.
        papers: What was printed.
        by: Who puts them in force; may be empty.
        accepted: Called once all are accepted, before the entries stand: writes the files. If it fails, nothing is adopted.

    Returns:
        The entry of each paper.

    Raises:
        JournalError: If a paper has no version, the same version was adopted with another text, or a later one was adopted.
    """
    with journal.writing() as writing:
        entries = [_adopt(writing, one, by) for one in papers]
        accepted()
        return entries


def check_adoption(known: Sequence[Adopted], one: Printed, path: str) -> None:
    """Look whether a paper can be put in force after those that were: its text is that of its edition, and editions go up.

    Args:
        known: The papers that were put in force, the oldest first.
        one: The paper.
        path: The journal, as it is named to the user.

    Raises:
        JournalError: If it has no version, the same version was adopted with another text, or a later one was adopted.
    """
    said = one.identity
    if not said.version:
        hint = 'give the house file an edition, as document: {edition: "1"}'
        raise JournalError(path, f"this paper has no version: {said.doc}", hint)
    if (other := other_text(known, one)) is not None:
        what = f"edition {said.version} of {said.doc} was adopted on {other.entry.at:%Y-%m-%d} with another text"
        raise JournalError(path, what, "what is changed gets a new edition: document: {edition: ...}")
    same = [paper for paper in known if paper.paper == one.paper]
    if not same or same[-1].version == said.version:
        return
    last = same[-1]
    if any(paper.version == said.version for paper in same) or _is_lower(said.version, last.version):
        what = f"edition {said.version} of {said.doc} is older than edition {last.version}, adopted on {last.entry.at:%Y-%m-%d}"
        raise JournalError(path, what, "editions go up: give the house file a higher one, as document: {edition: ...}")


def other_text(known: Iterable[Adopted], one: Printed) -> Adopted | None:
    """Return the paper that was put in force as the same edition with another text; None if there is none."""
    said = one.identity
    same = (paper for paper in known if paper.paper == one.paper and paper.version == said.version)
    return next((paper for paper in same if paper.content != said.content), None)


def _is_lower(version: str, other: str) -> bool:
    """Return whether a version is lower than another one, as far as their numbers tell.

    >>> _is_lower("2", "10"), _is_lower("2026-12", "2027-01"), _is_lower("B-3", "B-2"), _is_lower("autumn", "spring")
    (True, True, False, False)
    """
    words = [re.sub(r"[\d\W]+", "", one).casefold() for one in (version, other)]
    first, second = ([int(number) for number in re.findall(r"\d+", one)] for one in (version, other))
    return words[0] == words[1] and first < second


def _adopt(writing: Writing, one: Printed, by: str) -> JournalEntry:
    said, known = one.identity, adopted(writing.journal)
    check_adoption(known, one, str(writing.journal.path))
    for paper in known:
        same = (paper.paper, paper.version) == (one.paper, said.version)
        if same and sorted(paper.files.values()) == sorted(sha256 for _, sha256 in one.files):
            return paper.entry
    since = moment(one.effective, writing.zone) if one.effective else None
    body = {
        "house": one.house, "kind": said.doc, "number": said.number, "version": said.version, "code": said.words,
        "numbers": one.numbers, "content": said.content, "lang": said.lang, "title": said.title, "how": one.form,
        "effective": one.effective,
        "files": [{"file": name, "sha256": sha256} for name, sha256 in one.files],
        "games": {game.id: {"game_kept": keep_game(writing, game, since), "sha256": game.sha256} for game in one.games},
    }  # fmt: skip
    return writing.add("printed", body | _by(writing, by))


def _by(writing: Writing, by: str) -> dict[str, object]:
    return {"people": [], **by_whom(writing, by, "manager")}


def numbers_of(journal: Journal, house: str) -> int:
    """Return how many lines the file of a house's numbers had when a paper with numbers was last put in force; 0 for never."""
    return max((int(one.entry.said.get("numbers", 0)) for one in adopted(journal) if one.house == house), default=0)


def paper_with(journal: Journal, words: str) -> Adopted:
    """Return the paper whose copies bear two words, the last one if there are several.

    Raises:
        UnknownName: If none does.
    """
    found = {one.words.casefold(): one for one in adopted(journal) if one.words}
    key = " ".join(words.casefold().split())
    if key not in found:
        allowed = "the file of a paper that was put in force, or the two words at its foot"
        raise UnknownName(kind="paper", name=words, known=found, allowed=allowed)
    return found[key]


def games_of(journal: Journal, version: str, house: str = "") -> tuple[Game, ...]:
    """Return the games of a house as they were when a version was put in force; each as it was printed last.

    Args:
        journal: An open journal.
        version: The version of the paper.
        house: The name of the house; empty for every house that has that version.

    Raises:
        UnknownName: If there is no such version.
        JournalError: If it is not there, or a later dealerkit wrote it.
    """
    hashes: dict[str, str] = {}
    for one in _of_version(journal, version, house):
        hashes |= {name: str(said["game_kept"]) for name, said in one.entry.said["games"].items()}
    return tuple(kept_game(journal, hash_) for hash_ in hashes.values())


def _of_version(journal: Journal, version: str, house: str = "") -> list[Adopted]:
    """Return the papers of a version, or those that bear two words.

    Raises:
        UnknownName: If there are none.
    """
    every = [one for one in adopted(journal) if not house or one.house == house]
    found = [one for one in every if one.version == version]
    found = found or [one for one in every if one.words and one.words.casefold() == " ".join(version.casefold().split())]
    if not found:
        known, allowed = [one.version for one in every], "none: no paper was put in force yet"
        raise UnknownName(kind="version of a paper", name=version, known=known, allowed=allowed)
    return found


def revisions(journal: Journal, house: str, games: Iterable[Game], *, lang: str = "en", now: str = "") -> tuple[Revision, ...]:
    """Return what a house has had in force before a version: its own editions, and the versions of its rule sets, by their days.

    A version that was put in force long ago has the same history today as it had then.

    Args:
        journal: An open journal.
        house: The house's name.
        games: Its games, whose rule sets count.
        lang: The language of the days.
        now: The version that is printed.
    """
    names, titles = journal.names, families()
    own = [one for one in adopted(journal) if one.house == house]
    end = next((one.entry.seq for one in own if one.version == now), None)
    found: dict[tuple[str, str], tuple[str, int, Revision]] = {}
    for one in own:
        if (end is None or one.entry.seq < end) and one.version != now and ("", one.version) not in found:
            day = one.effective or f"{one.entry.at:%Y-%m-%d}"
            by = "; ".join(names.get(who["who"], who["who"]) for who in one.entry.said.get("people") or ())
            found["", one.version] = day, one.entry.seq, Revision(one.version, printed_day(day, lang), "", by)
    sets = {game.rules.name: game.rules for game in games if game.rules is not None}
    for rules in in_force(journal):
        key = rules.set, rules.version
        present = sets.get(rules.set)
        if present is None or not rules.version or rules.version == version_of(present) or key in found:
            continue
        if end is None or rules.seq < end:
            day, what = f"{rules.at:%Y-%m-%d}", titles.get(present.family or "", "")
            found[key] = day, rules.seq, Revision(rules.version, printed_day(day, lang), what)
    return tuple(made for _, _, made in sorted(found.values(), key=lambda one: one[:2]))


# -- copies -----------------------------------------------------------------------------------------------------------------


def post(journal: Journal, of: Adopted, place: str, *, number: str = "", by: str = "", note: str = "") -> JournalEntry:
    """Write down that a copy was posted.

    Args:
        journal: Open for writing.
        of: The paper.
        place: Where.
        number: The copy's number; the next one if empty.
        by: Who posted it; may be empty.
        note: A note.

    Raises:
        UnknownName: If the place is empty.
        JournalError: If that copy is out already.
    """
    place = " ".join(place.split())
    if not place:
        raise UnknownName(kind="place", name=place, allowed="wherever it is posted: a table, a pit, a board")
    with journal.writing() as writing:
        same = [one for one in copies(journal) if one.of.paper == of.paper and one.of.version == of.version]
        number = number.strip() or str(1 + max((int(one.number) for one in same if one.number.isdecimal()), default=0))
        out = next((one for one in same if one.number == number and one.collected is None), None)
        if out is not None:
            what = f"copy {number} of {of.doc}, edition {of.version}, is posted already: {out.place}"
            hint = "give it another number, or say first that it was collected"
            raise JournalError(str(journal.path), what, hint)
        body = {"of": of.entry.seq, "kind": of.doc, "version": of.version, "code": of.words, "copy": number, "place": place}
        return writing.add("posted", {**body, "text": note, **_by(writing, by)})


def collect(journal: Journal, version: str, number: str, *, by: str = "", note: str = "") -> list[JournalEntry]:
    """Write down that a copy was collected: every copy of a version that has this number and is out.

    Args:
        journal: An open journal.
        version: The version that the copy is of.
        number: The copy's number.
        by: Who collected it; may be empty.
        note: A note.

    Returns:
        One entry for each copy that was collected.

    Raises:
        UnknownName: If there is no such version, or no such copy is out.
    """
    with journal.writing() as writing:
        out = recalled(journal, version)
        found = [one for one in out if one.number == number.strip()]
        if not found:
            known, allowed = [one.number for one in out], "none: all were collected"
            raise UnknownName(kind=f"copy of edition {version} still out", name=number, known=known, allowed=allowed)
        return [
            writing.add(
                "collected",
                {"of": one.entry.seq, "kind": one.of.doc, "version": one.of.version, "code": one.of.words, "copy": one.number,
                 "place": one.place, "text": note, **_by(writing, by)},
            )
            for one in found
        ]  # fmt: skip


def copies(journal: Journal) -> list[Copy]:
    """Return every copy that was posted, in the order of the journal."""
    papers = {one.entry.seq: one for one in adopted(journal)}
    found: dict[int, Copy] = {}
    names = journal.names
    for entry in journal.entries(kinds=("posted", "collected")):
        said = with_names(entry.said, names)
        if entry.kind == "posted" and said.get("of") in papers:
            found[entry.seq] = Copy(papers[said["of"]], entry, str(said.get("copy", "")), str(said.get("place", "")))
        elif entry.kind == "collected" and said.get("of") in found:
            found[said["of"]] = attrs.evolve(found[said["of"]], collected=entry)
    return list(found.values())


def recalled(journal: Journal, version: str) -> list[Copy]:
    """Return the copies of a version that are out, by their places.

    Args:
        journal: An open journal.
        version: The version, or the two words of a paper.

    Raises:
        UnknownName: If there is no such version.
    """
    wanted = {one.entry.seq for one in _of_version(journal, version)}
    out = [one for one in copies(journal) if one.of.entry.seq in wanted and one.collected is None]
    return sorted(out, key=lambda one: (one.place.casefold(), one.entry.seq))


# -- what a paper is --------------------------------------------------------------------------------------------------------


@attrs.frozen
class FoundPaper:
    """A file that was recognised as a printed paper.

    Attributes:
        state: `adopted` (this very file), `reprinted` (the text of one that was adopted, in another file), `altered` (it says
            that it is a version whose text is another), `unknown` (one of ours that was never adopted), `foreign`.
        paper: The paper that it is, or says that it is; None if the journal has none such.
        says: What the file says of itself; None if nothing.
        newer: The version of the same paper that is in force in its place; None if it is the last one that holds.
        not_yet: Whether the day from which it holds has not come.
    """

    state: str
    paper: Adopted | None = None
    says: Identity | None = None
    newer: Adopted | None = None
    not_yet: bool = False


def known_paper(journal: Journal | None, sha256: str, says: Identity | None) -> FoundPaper:
    """Return which paper a file is today.

    Args:
        journal: An open journal; None if there is none.
        sha256: The file's hash.
        says: What it says of itself.
    """
    every = adopted(journal) if journal is not None else []
    today = now(journal.settings["zone"]).date() if journal is not None else dt.date.min

    def found(state: str, paper: Adopted) -> FoundPaper:
        later = [one for one in every if one.paper == paper.paper and one.entry.seq > paper.entry.seq and one.holds(today)]
        newer = next((one for one in reversed(later) if one.version != paper.version), None)
        return FoundPaper(state, paper, says, newer, not paper.holds(today))

    for one in every:
        if sha256 in one.files.values():
            return found("adopted", one)
    if says is None:
        return FoundPaper("foreign")
    same = [one for one in every if one.content == says.content]
    if same:
        return found("reprinted", same[0])
    named = says.doc, says.title, says.lang, says.number, says.version
    claimed = [one for one in every if (one.doc, one.title, one.lang, one.number, one.version) == named]
    return found("altered", claimed[0]) if claimed else FoundPaper("unknown", says=says)


def papers_log(journal: Journal) -> list[JournalEntry]:
    """Return the entries about papers, the oldest first."""
    return journal.entries(kinds=OF_PAPERS)


def of_paper(kind: str, said: Branch) -> Iterator[tuple[str, str]]:
    """Yield what an entry about a paper says, without its text: label and text."""
    yield (
        "paper",
        ", ".join(part for part in (str(said.get("kind", "")), *(said.get("games") or ()), str(said.get("house", ""))) if part),
    )
    yield "edition", str(said.get("version", "")) + (f" ({said['code']})" if said.get("code") else "")
    if kind == "printed":
        if said.get("number"):
            yield "number", str(said["number"])
        if said.get("effective"):
            yield "in force from", str(said["effective"])
        for one in said.get("files") or ():
            yield "file", f"{one['file']}, {str(one['sha256'])[:16]}"
    else:
        yield "copy", f"{said.get('copy', '')}: {said.get('place', '')}"
