"""The house's printed rules (papers) in the journal: versions put in force, copies posted, copies to collect."""

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
    """A paper, such as a house's rules for players, as it was printed.

    Attributes:
        identity: Edition, document number, version, the two words on its copies, and the hash of its text.
        house: The house's name.
        form: The format of its files.
        files: Name and SHA-256 of each file; if the format is pictures, one for each page.
        games: The games that it is about, with their options in force.
        effective: The day from which it is in force, such as 2026-12-01; empty for today.
        numbers: The number of lines in the house's file of paragraph numbers; 0 for a paper without such numbers.
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
        """Key that is the same for every version of the paper, like `Adopted.paper`."""
        return (self.house, self.identity.doc, self.identity.number, tuple(game.id for game in self.games), self.identity.lang)


@attrs.frozen
class Adopted:
    """A version of a paper that was put in force in the journal.

    Attributes:
        entry: The entry, with the names of people.
        house: The house's name.
        doc: The edition, such as `dealer` or `book`.
        title: The paper's title.
        number: The document's number.
        version: The version.
        words: The two words printed on its copies to recognise them by; may be empty.
        content: The hash of its text.
        games: The ids of its games.
        lang: The language.
        files: The SHA-256 of each file, by name.
        effective: The day from which it is in force; empty if it was in force at once.
    """

    json_names = "house edition=doc games number version words lang effective at=entry.at entry=entry.seq"
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
        """Key that is the same for every version of the paper."""
        return (self.house, self.doc, self.number, self.games, self.lang)

    def holds(self, today: dt.date) -> bool:
        """Return whether it is in force on a day: its effective day has come, or it has none."""
        try:
            return dt.date.fromisoformat(self.effective) <= today
        except ValueError:
            return True


@attrs.frozen
class Copy:
    """A copy that was posted.

    Attributes:
        of: The paper.
        entry: The entry of its posting.
        number: The copy's number.
        place: The place where it hangs.
        collected: The entry of its collection; None while it is out.
    """

    json_names = (
        "place copy=number edition=of.doc games=of.games house=of.house version=of.version words=of.words posted=entry.at "
        "entry=entry.seq"
    )
    of: Adopted
    entry: JournalEntry
    number: str
    place: str
    collected: JournalEntry | None = None


def adopted(journal: Journal) -> list[Adopted]:
    """Return the papers put in force, the oldest first, except those removed for good."""
    papers, names = [], journal.names
    for entry in journal.entries(kinds=("printed",)):
        content = with_names(entry.said, names)
        if not content:
            continue
        files = {str(file["file"]): str(file["sha256"]) for file in content.get("files") or ()}
        named = {name: str(content.get(key, "")) for name, key in _KEYS.items()}
        papers.append(Adopted(entry=entry, games=tuple(content.get("games") or ()), files=files, **named))
    return papers


_KEYS = {
    "house": "house", "doc": "kind", "title": "title", "number": "number", "version": "version", "words": "code",
    "content": "content", "lang": "lang", "effective": "effective",
}  # fmt: skip


def adopt_papers(
    journal: Journal, papers: Sequence[Printed], *, by: str = "", accepted: Callable[[], None] = lambda: None
) -> list[JournalEntry]:
    """Put papers in force in the journal, and store the rules that they were printed from: all of them, or none.

    A paper that is in force already, with the same files, is not entered a second time.

    Args:
        journal: Open for writing.
        papers: The printed papers.
        by: The person who puts them in force; may be empty.
        accepted: Called when all papers are accepted, before the transaction is committed, to write the files. If it fails,
            nothing is put in force.

    Returns:
        The entry of each paper.

    Raises:
        JournalError: If a paper has no version, or the same version with another text, or a later version, was put in force.
    """
    with journal.writing() as writing:
        entries = [_adopt(writing, paper, by) for paper in papers]
        accepted()
        return entries


def check_adoption(known: Sequence[Adopted], printed: Printed, path: str) -> None:
    """Check that a paper can be put in force: a version's text never changes, and versions only go up.

    Args:
        known: The papers that were put in force, the oldest first.
        printed: The paper.
        path: The journal's place, for the message.

    Raises:
        JournalError: If it has no version, or the same version with another text, or a later version, was put in force.
    """
    edition = printed.identity
    if not edition.version:
        hint = 'give the house file an edition, such as document: {edition: "1"}'
        raise JournalError(path, f"this paper has no edition number: {edition.doc}", hint)
    if (other := other_text(known, printed)) is not None:
        what = f"edition {edition.version} of {edition.doc} was adopted on {other.entry.at:%Y-%m-%d} with another text"
        raise JournalError(path, what, "a changed paper gets a new edition: document: {edition: ...}")
    same = [paper for paper in known if paper.paper == printed.paper]
    if not same or same[-1].version == edition.version:
        return
    last, at = same[-1], same[-1].entry.at
    if any(paper.version == edition.version for paper in same) or _is_lower(edition.version, last.version):
        what = f"edition {edition.version} of {edition.doc} is older than edition {last.version}, adopted on {at:%Y-%m-%d}"
        raise JournalError(path, what, "editions go up: give the house file a higher one, such as document: {edition: ...}")


def other_text(known: Iterable[Adopted], printed: Printed) -> Adopted | None:
    """Return the paper that was put in force as the same version with another text; None if there is none."""
    edition = printed.identity
    same = (paper for paper in known if paper.paper == printed.paper and paper.version == edition.version)
    return next((paper for paper in same if paper.content != edition.content), None)


def _is_lower(version: str, other: str) -> bool:
    """Return whether a version is lower than another one, as far as their numbers tell.

    >>> _is_lower("2", "10"), _is_lower("2026-12", "2027-01"), _is_lower("B-3", "B-2"), _is_lower("autumn", "spring")
    (True, True, False, False)
    """
    words = [re.sub(r"[\d\W]+", "", text).casefold() for text in (version, other)]
    first, second = ([int(number) for number in re.findall(r"\d+", text)] for text in (version, other))
    return words[0] == words[1] and first < second


def _adopt(writing: Writing, printed: Printed, by: str) -> JournalEntry:
    edition, known = printed.identity, adopted(writing.journal)
    check_adoption(known, printed, str(writing.journal.path))
    for paper in known:
        same = (paper.paper, paper.version) == (printed.paper, edition.version)
        if same and sorted(paper.files.values()) == sorted(sha256 for _, sha256 in printed.files):
            return paper.entry
    since = moment(printed.effective, writing.zone) if printed.effective else None
    body = {
        "house": printed.house, "kind": edition.doc, "number": edition.number, "version": edition.version, "code": edition.words,
        "numbers": printed.numbers, "content": edition.content, "lang": edition.lang, "title": edition.title, "how": printed.form,
        "effective": printed.effective,
        "files": [{"file": name, "sha256": sha256} for name, sha256 in printed.files],
        "games": {game.id: {"game_kept": keep_game(writing, game, since), "sha256": game.sha256} for game in printed.games},
    }  # fmt: skip
    return writing.add("printed", body | _by(writing, by))


def _by(writing: Writing, by: str) -> dict[str, object]:
    return {"people": [], **by_whom(writing, by, "manager")}


def numbers_of(journal: Journal, house: str) -> int:
    """Return how many lines a house's file of paragraph numbers had when a paper with such numbers was last put in force; 0 if
    never.
    """
    return max((int(paper.entry.said.get("numbers", 0)) for paper in adopted(journal) if paper.house == house), default=0)


def paper_with(journal: Journal, words: str) -> Adopted:
    """Return the paper whose copies bear the given two words; the last one if there are several.

    Raises:
        UnknownName: If no paper has these words.
    """
    by_words = {paper.words.casefold(): paper for paper in adopted(journal) if paper.words}
    key = " ".join(words.casefold().split())
    if key not in by_words:
        allowed = "the file of a paper that was put in force, or the two words at its foot"
        raise UnknownName(kind="paper", name=words, known=by_words, allowed=allowed)
    return by_words[key]


def games_of(journal: Journal, version: str, house: str = "") -> tuple[Game, ...]:
    """Return the games of a house as they were when a version was put in force; if papers differ, as the last of them has it.

    Args:
        journal: An open journal.
        version: The version of the paper.
        house: The name of the house; empty for every house that has that version.

    Raises:
        UnknownName: If there is no such version.
        JournalError: If a stored game is missing, or a later dealerkit wrote it.
    """
    hashes: dict[str, str] = {}
    for paper in _of_version(journal, version, house):
        hashes |= {name: str(game_entry["game_kept"]) for name, game_entry in paper.entry.said["games"].items()}
    return tuple(kept_game(journal, hash_) for hash_ in hashes.values())


def _of_version(journal: Journal, version: str, house: str = "") -> list[Adopted]:
    """Return the papers of a version, or those that bear two words.

    Raises:
        UnknownName: If there are none.
    """
    every = [paper for paper in adopted(journal) if not house or paper.house == house]
    papers = [paper for paper in every if paper.version == version]
    papers = papers or [
        paper for paper in every if paper.words and paper.words.casefold() == " ".join(version.casefold().split())
    ]
    if not papers:
        known, allowed = [paper.version for paper in every], "none: no paper is in force yet"
        raise UnknownName(kind="version of a paper", name=version, known=known, allowed=allowed)
    return papers


def revisions(journal: Journal, house: str, games: Iterable[Game], *, lang: str = "en", now: str = "") -> tuple[Revision, ...]:
    """Return the history for a printed version: the house's earlier versions, and those of its rule sets, in the order of their
    days.

    A version that was put in force long ago is given the history that it had then.

    Args:
        journal: An open journal.
        house: The house's name.
        games: Its games; versions of their rule sets are listed.
        lang: The language in which days are written.
        now: The version that is printed, and left out itself.
    """
    names, titles = journal.names, families()
    own = [paper for paper in adopted(journal) if paper.house == house]
    end = next((paper.entry.seq for paper in own if paper.version == now), None)
    by_edition: dict[tuple[str, str], tuple[str, int, Revision]] = {}
    for paper in own:
        if (end is None or paper.entry.seq < end) and paper.version != now and ("", paper.version) not in by_edition:
            day = paper.effective or f"{paper.entry.at:%Y-%m-%d}"
            by = "; ".join(names.get(who["who"], who["who"]) for who in paper.entry.said.get("people") or ())
            by_edition["", paper.version] = day, paper.entry.seq, Revision(paper.version, printed_day(day, lang), "", by)
    sets = {game.rules.name: game.rules for game in games if game.rules is not None}
    for rules in in_force(journal):
        key = rules.set, rules.version
        present = sets.get(rules.set)
        if present is None or not rules.version or rules.version == version_of(present) or key in by_edition:
            continue
        if end is None or rules.seq < end:
            day, what = f"{rules.at:%Y-%m-%d}", titles.get(present.family or "", "")
            by_edition[key] = day, rules.seq, Revision(rules.version, printed_day(day, lang), what)
    return tuple(revision for _, _, revision in sorted(by_edition.values(), key=lambda row: row[:2]))


# -- copies -----------------------------------------------------------------------------------------------------------------


def post(journal: Journal, of: Adopted, place: str, *, number: str = "", by: str = "", note: str = "") -> JournalEntry:
    """Enter that a copy of a paper was posted.

    Args:
        journal: Open for writing.
        of: The paper.
        place: The place where it hangs.
        number: The copy's number; the next free one if empty.
        by: The person who posted it; may be empty.
        note: A note.

    Raises:
        UnknownName: If the place is empty.
        JournalError: If that copy is out already.
    """
    place = " ".join(place.split())
    if not place:
        raise UnknownName(kind="place", name=place, allowed="a table, a pit, a board")
    with journal.writing() as writing:
        same = [copy for copy in copies(journal) if copy.of.paper == of.paper and copy.of.version == of.version]
        number = number.strip() or str(1 + max((int(copy.number) for copy in same if copy.number.isdecimal()), default=0))
        out = next((copy for copy in same if copy.number == number and copy.collected is None), None)
        if out is not None:
            what = f"copy {number} of {of.doc}, edition {of.version}, is posted already: {out.place}"
            hint = "give the copy another number, or first log that the old copy was collected"
            raise JournalError(str(journal.path), what, hint)
        body = {"of": of.entry.seq, "kind": of.doc, "version": of.version, "code": of.words, "copy": number, "place": place}
        return writing.add("posted", {**body, "text": note, **_by(writing, by)})


def collect(journal: Journal, version: str, number: str, *, by: str = "", note: str = "") -> list[JournalEntry]:
    """Enter that a copy was collected: every copy of a version that has this number and is out.

    Args:
        journal: An open journal.
        version: The version of the paper, or the two words on its copies.
        number: The copy's number.
        by: The person who collected it; may be empty.
        note: A note.

    Returns:
        One entry for each copy that was collected.

    Raises:
        UnknownName: If there is no such version, or no such copy is out.
    """
    with journal.writing() as writing:
        out = recalled(journal, version)
        copies_out = [copy for copy in out if copy.number == number.strip()]
        if not copies_out:
            known, allowed = [copy.number for copy in out], "none: all were collected"
            raise UnknownName(kind=f"copy of edition {version} still out", name=number, known=known, allowed=allowed)
        return [
            writing.add(
                "collected",
                {"of": copy.entry.seq, "kind": copy.of.doc, "version": copy.of.version, "code": copy.of.words,
                 "copy": copy.number, "place": copy.place, "text": note, **_by(writing, by)},
            )
            for copy in copies_out
        ]  # fmt: skip


def copies(journal: Journal) -> list[Copy]:
    """Return every copy that was posted, in the order of the journal."""
    papers = {paper.entry.seq: paper for paper in adopted(journal)}
    posted: dict[int, Copy] = {}
    names = journal.names
    for entry in journal.entries(kinds=("posted", "collected")):
        content = with_names(entry.said, names)
        if entry.kind == "posted" and content.get("of") in papers:
            posted[entry.seq] = Copy(papers[content["of"]], entry, str(content.get("copy", "")), str(content.get("place", "")))
        elif entry.kind == "collected" and content.get("of") in posted:
            posted[content["of"]] = attrs.evolve(posted[content["of"]], collected=entry)
    return list(posted.values())


def recalled(journal: Journal, version: str) -> list[Copy]:
    """Return the posted copies of a version that were not collected yet, sorted by place.

    Args:
        journal: An open journal.
        version: The version, or the two words of a paper.

    Raises:
        UnknownName: If there is no such version.
    """
    wanted = {paper.entry.seq for paper in _of_version(journal, version)}
    out = [copy for copy in copies(journal) if copy.of.entry.seq in wanted and copy.collected is None]
    return sorted(out, key=lambda copy: (copy.place.casefold(), copy.entry.seq))


# -- what a paper is --------------------------------------------------------------------------------------------------------


@attrs.frozen
class FoundPaper:
    """A file that was recognised as a printed paper.

    Attributes:
        state: `adopted` (this very file was put in force), `reprinted` (another file with the text of a paper in force),
            `altered` (it claims to be a version that has another text), `unknown` (dealerkit printed it, but it was never put in
            force), or `foreign` (dealerkit did not print it).
        paper: The paper that it is, or claims to be; None if the journal has no such paper.
        says: The identity printed in the file; None if there is none.
        newer: The later version that is in force instead; None if there is no later one.
        not_yet: Whether the day from which it is in force has not come.
    """

    state: str
    paper: Adopted | None = None
    says: Identity | None = None
    newer: Adopted | None = None
    not_yet: bool = False


def known_paper(journal: Journal | None, sha256: str, says: Identity | None) -> FoundPaper:
    """Return which paper a file is, and whether it is in force today.

    Args:
        journal: An open journal; None if there is none.
        sha256: The file's hash.
        says: The identity printed in it; None if there is none.
    """
    every = adopted(journal) if journal is not None else []
    today = now(journal.settings["zone"]).date() if journal is not None else dt.date.min

    def result(state: str, paper: Adopted) -> FoundPaper:
        later = [
            edition
            for edition in every
            if edition.paper == paper.paper and edition.entry.seq > paper.entry.seq and edition.holds(today)
        ]
        newer = next((edition for edition in reversed(later) if edition.version != paper.version), None)
        return FoundPaper(state, paper, says, newer, not paper.holds(today))

    for edition in every:
        if sha256 in edition.files.values():
            return result("adopted", edition)
    if says is None:
        return FoundPaper("foreign")
    same = [edition for edition in every if edition.content == says.content]
    if same:
        return result("reprinted", same[0])
    named = says.doc, says.title, says.lang, says.number, says.version
    claimed = [
        edition for edition in every if (edition.doc, edition.title, edition.lang, edition.number, edition.version) == named
    ]
    return result("altered", claimed[0]) if claimed else FoundPaper("unknown", says=says)


def papers_log(journal: Journal) -> list[JournalEntry]:
    """Return the entries about papers, the oldest first."""
    return journal.entries(kinds=OF_PAPERS)


def of_paper(kind: str, content: Branch) -> Iterator[tuple[str, str]]:
    """Yield the fields of an entry about a paper, except its text, as pairs of label and value.

    Args:
        kind: The kind of entry, such as `printed`.
        content: The body of the entry.
    """
    yield (
        "paper",
        ", ".join(
            part for part in (str(content.get("kind", "")), *(content.get("games") or ()), str(content.get("house", ""))) if part
        ),
    )
    yield "edition", str(content.get("version", "")) + (f" ({content['code']})" if content.get("code") else "")
    if kind == "printed":
        if content.get("number"):
            yield "number", str(content["number"])
        if content.get("effective"):
            yield "in force from", str(content["effective"])
        for file in content.get("files") or ():
            yield "file", f"{file['file']}, {str(file['sha256'])[:16]}"
    else:
        yield "copy", f"{content.get('copy', '')}: {content.get('place', '')}"
