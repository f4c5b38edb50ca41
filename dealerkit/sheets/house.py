"""A house (a casino or card room): the details on its papers, and its games, each with its rule set and options.

A house is one YAML file for all its games. A rule set that names its house (`house:`) is also a house, for the games of its
family.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from dealerkit.errors import DealerkitError, Problem, RuleFileError, UnfitRuleSet, UnknownName, no_such
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Doc, Place, parts
from dealerkit.rules.entries import Branch, Text
from dealerkit.rules.files import is_path, read_file
from dealerkit.rules.games import Game, game, games, games_under
from dealerkit.rules.schema import objections, sound
from dealerkit.rules.sets import facts_under, find_set, rule_set, rule_sets
from dealerkit.rules.texts import DEFAULT_LANGUAGE, fill, text
from dealerkit.sheets import fonts
from dealerkit.sheets.document import Control, Paper, Revision
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.languages import PRINTED
from dealerkit.sheets.house_words import NO_WORDS, READERS, USUAL_READERS, Currency, HouseRule, HouseSentence, HouseWords
from dealerkit.sheets.logo import Logo, LogoError, read_logo
from dealerkit.sheets.numbers import read_numbers
from dealerkit.sheets.parts import rule_book
from dealerkit.sheets.procedure import procedure
from dealerkit.sheets.voice import fixed_words

NUMBERS = ".numbers.yaml"
"""Ending of the file of a house's numbers, beside the house's own."""
SENTENCES = frozenset({"player", "dealer", "floor"})
"""The editions that together print every sentence that a house can replace, except steps and rules."""
DRAFT, IN_FORCE = "draft", "in_force"


@attrs.frozen(eq=False)
class House:
    """A house.

    Attributes:
        path: Its file.
        title: Its name: a text, or a map of texts by language; empty if it has none.
        games: Its games, with rule sets and options in force, in the order in which they are printed.
        address: Its address, line by line.
        logo: Its logo; None if it has none.
        number: The number of the document.
        edition: The edition.
        effective: The effective date, as written in the file.
        status: `draft`, `in_force` or `superseded`; empty for a rule set.
        prepared_by: The name of its preparer.
        approved_by: The name of its approver.
        signatures: The roles that must sign its papers, in order.
        size: The paper size; empty for each edition's own.
        large: Whether it uses large print.
        languages: The languages; the first is the house's own.
        sources: Where sources are printed, as in `EditionOrder.sources`.
        templates: The folder of its own templates; None if it has none.
        words: Its own rules and wording.
        helpline: A text with the helpline for guests; empty for none.
        was: The previous keys of renamed rules, by current key.
    """

    path: Path
    title: object
    games: tuple[Game, ...]
    address: tuple[str, ...] = ()
    logo: Logo | None = None
    number: str = ""
    edition: str = ""
    effective: str = ""
    status: str = ""
    prepared_by: str = ""
    approved_by: str = ""
    signatures: tuple[str, ...] = ()
    size: str = ""
    large: bool = False
    languages: tuple[str, ...] = (DEFAULT_LANGUAGE,)
    sources: str = "notes"
    templates: Path | None = None
    words: HouseWords = NO_WORDS
    helpline: Text = ""
    was: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def name(self) -> str:
        """Its name in its own language."""
        return text(self.title, self.languages[0].partition("+")[0])

    @property
    def numbers(self) -> Path | None:
        """The path of the file with its rules' permanent numbers; None for a rule set that comes with dealerkit."""
        if data_dir("rulings") in self.path.absolute().parents:
            return None
        stem = self.path.stem if self.path.name != "set.yaml" else self.path.parent.name
        return self.path.parent / f"{stem}{NUMBERS}"

    def game(self, name: str) -> Game:
        """Return one of its games.

        Raises:
            UnknownName: If the house does not deal it.
        """
        dealt = next((dealt for dealt in self.games if dealt.id == name), None)
        if dealt is None:
            known = [dealt.id for dealt in self.games]
            raise UnknownName(kind=f"game of {self.name or self.path.name}", name=name, known=known)
        return dealt

    def control(
        self, lang: str = "", *, revisions: Iterable[Revision] = (), fingerprint: str = "", edition: str | None = None
    ) -> Control:
        """Return the house's name, version, dates and signatures for a document.

        Args:
            lang: The language; empty for the house's own.
            revisions: The versions before it.
            fingerprint: The printed part of the hash of the rules; empty for none.
            edition: An edition other than the file's.
        """
        printed = (lang or self.languages[0]).split("+")
        lang = printed[0]
        return Control(
            house=text(self.title, lang),
            address=self.address,
            logo=self.logo.raw if self.logo is not None else b"",
            logo_type=self.logo.kind if self.logo is not None else "svg",
            number=self.number,
            edition=self.edition if edition is None else edition,
            effective=printed_day(self.effective, lang),
            status=text(fixed_words()[f"status_{self.status}"], lang) if self.status else "",
            prepared_by=self.prepared_by,
            approved_by=self.approved_by,
            signatures=self.signatures,
            revisions=tuple(revisions),
            fingerprint=fingerprint,
            helpline=" \u00b7 ".join(filter(None, dict.fromkeys(text(self.helpline, part) for part in printed))),
        )

    def paper(self, paper: Paper) -> Paper:
        """Return the paper of an edition with this house's settings.

        A house's size replaces sheets of about that size; a poster stays a poster and a booklet a booklet.
        """
        sheets = {"a4", "letter", "legal"}
        size = self.size if self.size and (paper.size in sheets) == (self.size in sheets) else paper.size
        return attrs.evolve(paper, size=size, large=paper.large or self.large)


def printed_day(date_text: str, lang: str = DEFAULT_LANGUAGE) -> str:
    """Return a day in the format of a language; a text that is not a day is returned unchanged.

    >>> printed_day("2026-12-01"), printed_day("2026-12-01", "zh-Hans"), printed_day("spring 2026")
    ('1 December 2026', '2026年12月1日', 'spring 2026')
    """
    try:
        day = dt.date.fromisoformat(date_text)
    except ValueError:
        return date_text
    words = fixed_words()
    months = str(text(words["months"], lang)).split()
    return fill(text(words["day"], lang), {"day": day.day, "month": months[day.month - 1], "year": day.year})


def is_house(selector: str | Path) -> bool:
    """Return whether a selector (a name or a path) means a house or a rule set, rather than a game.

    Raises:
        RuleFileError: If it is a file that cannot be read.
    """
    if not is_path(selector):
        return selector in rule_sets() and selector not in games()
    path = Path(selector)
    if path.is_dir():
        return (path / "set.yaml").is_file()
    return bool(
        isinstance(data := read_file(path).data, dict)
        and (data.keys() & {"set"} or ("house" in data and "promotion" not in data))
    )


def house(selector: str | Path) -> House:
    """Return a house, by its file; or a rule set as a house for the games of its family, by name or path.

    Raises:
        UnknownName: If there is no such rule set.
        RuleFileError: If a file cannot be used; the error lists every problem in the house's own file.
    """
    if not is_path(selector) or Path(selector).is_dir():
        return _of_rules(selector)
    doc = read_file(Path(selector))
    if isinstance(doc.data, dict) and "set" in doc.data:
        return _of_rules(selector)
    if isinstance(doc.data, dict) and "house" not in doc.data:
        hint = "begin the file with `house: NAME`; `dealerkit sheet --new-house FILE` writes one to fill in"
        raise RuleFileError([doc.problem((), "this is not a house's file", hint)])
    return _HouseReading(Path(selector), doc).whole()


def _of_rules(selector: str | Path) -> House:
    """Return a rule set as a house.

    Raises:
        RuleFileError: If it is a set for no game.
    """
    rules = rule_set(selector)
    data = rules.doc.data
    where = find_set(selector)
    dealt = tuple(game(name, selector) for name in games_under(rules))
    if not dealt:
        hint = "name a rule set that has a `family`, or write a house's file: dealerkit sheet --new-house FILE"
        raise RuleFileError([rules.doc.problem((), "this rule set doesn't belong to any game", hint)])
    return House(
        path=where,
        title=data.get("house", ""),
        games=dealt,
        edition=text(data.get("version")),
        effective=text(data.get("date")),
    )


def house_remarks(path: Path) -> Iterator[Problem]:
    """Yield the problems of a house's file that show only in PDF and PNG: characters that the fonts lack.

    Raises:
        RuleFileError: If the file cannot be read.
    """
    doc = read_file(path)
    for place, value in _printed_texts(doc.data):
        if lacking := fonts.missing(value):
            hint = "use other characters, or print HTML or Markdown instead of PDF or PNG"
            yield doc.problem(place, fonts.told(lacking), hint)


def _printed_texts(data: object) -> Iterator[tuple[Place, str]]:
    """Yield every text of a house's file that is on its papers, and its place."""
    if isinstance(data, Mapping):
        for key in ("house", "address", "document", "house_rules", "text", "currency", "helpline"):
            yield from ((place, part) for place, part in parts(data.get(key), (key,)) if isinstance(part, str))


class _HouseReading:
    """The reading of one file, which collects all problems."""

    def __init__(self, path: Path, doc: Doc) -> None:
        against = objections(doc, "house")
        self.path, self.doc = path, doc
        self.data = sound(doc.data, (place for place, *_ in against))  # the rest is checked too: one run reports everything
        self.folder = path.parent
        self.problems = list({doc.problem(place, text, hint, of_key=of_key) for place, of_key, text, hint in against})

    def wrong(self, place: Place, message: str, hint: str = "", *, of_key: bool = False) -> None:
        self.problems.append(self.doc.problem(place, message, hint, of_key=of_key))

    def whole(self) -> House:
        if not isinstance(self.data, Mapping):
            raise RuleFileError(self.problems)
        data: Branch = self.data
        branch: Branch = data.get("document", {})
        paper: Branch = data.get("paper", {})
        address = data.get("address", ())
        house = House(
            path=self.path,
            title=data.get("house", ""),
            games=self.dealt(),
            address=tuple(address.splitlines() if isinstance(address, str) else address),
            logo=self.logo(),
            number=str(branch.get("number", "")),
            edition=str(branch.get("edition", "")),
            effective=self.day(branch.get("effective")),
            status=str(branch.get("status", DRAFT)),
            prepared_by=str(branch.get("prepared_by", "")),
            approved_by=str(branch.get("approved_by", "")),
            signatures=tuple(branch.get("signatures", ())),
            size=str(paper.get("size", "")),
            large=bool(paper.get("large", False)),
            languages=self.languages(data.get("languages", (DEFAULT_LANGUAGE,))),
            sources=str(data.get("sources", "notes")),
            templates=self.templates(),
            helpline=data.get("helpline", ""),
            was=dict(data.get("was", {})),
        )
        house = attrs.evolve(house, words=self.words(house))
        if "house" in data and not text(house.title).strip():
            self.wrong(("house",), "the house has no name", "write the text as printed")
        if house.status == IN_FORCE and "edition" not in (self.doc.data.get("document") or {}):
            hint = 'write an edition, such as edition: "1"; posted copies are recalled by edition'
            self.wrong(("document", "status"), "`status: in_force` needs an edition", hint)
        if self.problems:
            raise RuleFileError(self.problems)
        return house

    def day(self, text: str | None) -> str:
        if text is not None:
            try:
                dt.date.fromisoformat(text)
            except ValueError:
                self.wrong(("document", "effective"), f"{text} is not a date", "write year, month and day, such as 2026-12-01")
        return text or ""

    def languages(self, texts: Sequence[str]) -> tuple[str, ...]:
        for at, lang in enumerate(texts):
            if lang is None:
                continue  # reported already
            if lang not in PRINTED:
                self.wrong(("languages", at), no_such("language of sheets", lang, PRINTED))
            elif lang in texts[:at]:
                self.wrong(("languages", at), f"the language {lang} appears twice", "remove one of them")
        return tuple(texts)

    def words(self, house: House) -> HouseWords:
        """Return the house's own words; words that are never printed are a problem.

        Args:
            house: The house, with its games.
        """
        known = list(self.data.get("games", {}))
        rules = [
            HouseRule(
                name,
                self.filled(("house_rules", name, "title"), rule.get("title")),
                self.filled(("house_rules", name, "text"), rule.get("text")),
                self.names(("house_rules", name, "readers"), rule, "edition with rules of a house", READERS) or USUAL_READERS,
                self.names(("house_rules", name, "games"), rule, "game of this house", known),
            )
            for name, rule in self.data.get("house_rules", {}).items()
        ]
        sentences = {}
        for name, given in self.data.get("text", {}).items():
            whole: Branch = given if isinstance(given, Mapping) and "text" in given else {"text": given}
            place: Place = ("text", name) if whole is not given else ("text", name, "text")
            games_ = self.names(("text", name, "games"), whole, "game of this house", known)
            sentences[str(name)] = HouseSentence(self.filled(place, whole["text"]), games_)
        money: Branch = self.data.get("currency", {})
        if money:
            self.filled(("currency", "symbol"), money.get("symbol"))
        if "helpline" in self.data:
            self.filled(("helpline",), house.helpline)
        currency = Currency(str(money.get("symbol", "")).strip(), money.get("place", "before")) if money else None
        words = HouseWords(tuple(rules), sentences, currency)
        if sentences and all(problem.path.startswith(("house_rules", "text", "currency")) for problem in self.problems):
            self.in_place(house, words)
        return words

    def filled(self, place: Place, text: Text | None) -> Text:
        """Return a printed text; a text without a word is a problem."""
        if text is not None and not all(text.strip() for text in (text.values() if isinstance(text, Mapping) else [text])):
            self.wrong(place, "the text is empty", "write the text as printed, or remove the key")
        return text or ""

    def names(self, place: Place, branch: Branch, kind: str, known: Sequence[str]) -> tuple[str, ...]:
        """Return the names of a list in the file, each of which must be known; none if there is no such list."""
        listed = branch.get(str(place[-1]), ()) or ()
        for at, entry in enumerate(listed):
            if entry is not None and entry not in known:
                self.wrong((*place, at), no_such(kind, entry, known))
        return tuple(entry for entry in listed if entry in known)

    def in_place(self, house: House, words: HouseWords) -> None:
        """Check that each sentence of the house replaces a printed one."""
        for dealt in house.games:
            order = EditionOrder((dealt,), words_of_house=words)
            rule_book(order.context())
            procedure(order.context())
            for name in EDITIONS.keys() & SENTENCES:
                if EDITIONS[name].offered(dealt):
                    with facts_under(dealt.rules):
                        EDITIONS[name].make(order)
        numbers = house.numbers
        try:
            clauses = (
                {numbered.number for numbered in read_numbers(numbers).all if not numbered.gone} if numbers is not None else set()
            )
        except RuleFileError as error:
            self.problems += error.problems
            return
        for name, sentence in words.sentences.items():
            printed = [words.printed.get(dealt.id, set()) for dealt in house.games if dealt.id in (sentence.games or (dealt.id,))]
            known = sorted(clauses.union(*printed))
            if name not in known:
                self.wrong(("text", name), no_such("printed sentence", name, known), of_key=True)

    def logo(self) -> Logo | None:
        if "logo" not in self.data:
            return None
        try:
            return read_logo(self.data["logo"], self.folder)
        except LogoError as error:
            self.wrong(("logo",), f"{self.data['logo']}: {error.message}", error.hint)
        return None

    def templates(self) -> Path | None:
        if "templates" not in self.data:
            return None
        folder = self.folder / str(self.data["templates"])
        if not folder.is_dir():
            self.wrong(
                ("templates",), f"there is no folder {self.data['templates']}", "write a path relative to the house's file"
            )
        return folder

    def dealt(self) -> tuple[Game, ...]:
        """Return the games; a game that cannot be dealt with its settings is a problem."""
        if self.doc.data.get("games") == {}:
            self.wrong(
                ("games",),
                "no game is listed under `games`",
                "write games such as games: {mini-baccarat: us}; `dealerkit games` lists them",
            )
        return tuple(filter(None, (self.dealt_game(name, rule_set) for name, rule_set in self.data.get("games", {}).items())))

    def dealt_game(self, name: str, value: str | Branch) -> Game | None:
        place: Place = ("games", name)
        if name not in games():
            self.wrong(place, no_such("game", name, games()), of_key=True)
            return None
        rules, options = (value, {}) if isinstance(value, str) else (value.get("rules"), value.get("options", {}))
        at = place if isinstance(value, str) else (*place, "rules")
        chosen: str | Path | None = self.folder / rules if rules is not None and is_path(rules) else rules
        try:
            plain = game(name, chosen)
        except UnknownName as error:
            self.wrong(at, str(error), "write a name from `dealerkit rules list`, or a path relative to this file")
            return None
        except UnfitRuleSet as error:
            self.wrong(at, error.problems[0].message, error.problems[0].hint)
            return None
        except RuleFileError as error:
            files = {str(self.path), str(self.doc.origin(()).file)}
            self.problems += [problem for problem in error.problems if problem.file not in files and problem.line]
            whole = next((f": {problem.file}: {problem.message}" for problem in error.problems if not problem.line), "")
            self.wrong(at if rules is not None else place, f"the game cannot be dealt under this rule set{whole}")
            return None
        try:
            return game(name, chosen, options, written=(self.doc, (*place, "options"))) if options else plain
        except RuleFileError as error:
            self.problems += error.problems
        except DealerkitError as error:
            self.wrong((*place, "options"), str(error))
        return None
