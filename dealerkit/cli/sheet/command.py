"""`dealerkit sheet`: the house rules in print, an edition for each kind of reader, from the same data as the engine's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click
from click.core import ParameterSource

from dealerkit.cli.common import bad_value, force_option, json_option, misused, note, report, rules_option, set_option
from dealerkit.cli.sheet.editions import PAPERS, EditionList, HousePapers, Wish, form_of, listed, press, press_document
from dealerkit.cli.sheet.options import Keeping, keeping_options
from dealerkit.errors import UnknownName
from dealerkit.files.output import write_new
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.sheets.editions import EDITIONS
from dealerkit.sheets.editions.languages import PRINTED
from dealerkit.sheets.formats import FORMATS

if TYPE_CHECKING:
    from dealerkit.cli.sheet.editions import ReadyPaper, Written
    from dealerkit.cli.sheet.house import Adoption, Deliver
    from dealerkit.sheets.editions.edition import Scored
    from dealerkit.sheets.house import House

PLAYER, CONTROL, SCORE, PROMOTION = "player", "control", "score", "promotion"
FORMER: Mapping[str, str] = {"rules": "book", "faults": "floor", "tableau": "wall", "roads": SCORE}
"""Present names of editions, by the former names of sheets."""


@click.command()
@click.argument("game", required=False)
@click.option(
    "--doc",
    metavar="DOC",
    help="Which edition; `dealerkit sheet` alone lists them. Also: promotion (a high-hand or bad-beat policy: name it "
    "instead of GAME). Default: player.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="The format. Default: from the ending of --out; without --out, PDF at a terminal and md in a pipe.",
)
@click.option(
    "--lang",
    type=click.Choice(PRINTED),
    help="The language, or English with another beside it; untranslated text is marked. Default: the house's first, or en.",
)
@click.option("--paper", type=click.Choice(PAPERS), help="Paper size. Default: the edition's own.")
@click.option("--landscape/--portrait", default=None, help="Page orientation. Default: the edition's own.")
@click.option("--large", is_flag=True, help="Large print.")
@click.option("--booklet", is_flag=True, help="Print a PDF booklet, two pages a side, to fold and staple.")
@click.option(
    "--sources",
    type=click.Choice(["none", "notes", "inline"]),
    help="Where to print sources: nowhere, at the end, or with each rule. Default: the house's choice, or notes.",
)
@click.option("--regulator", metavar="NAME", default="", help="With --doc control: the regulator, such as florida.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write.")
@click.option("--record", type=click.Path(path_type=Path), help="With --doc score: the record of the shoes to print.")
@click.option("--hand", metavar="ID", help="Which record of that file: its ID or number. Default: the last.")
@keeping_options
@force_option
@rules_option
@set_option
@json_option
def sheet(
    game: str | None,
    doc: str | None,
    form: str | None,
    lang: str | None,
    paper: str | None,
    landscape: bool | None,
    large: bool,
    booklet: bool,
    sources: str | None,
    regulator: str,
    out: Path | None,
    record: Path | None,
    hand: str | None,
    force: bool,
    rules: str | None,
    settings: dict[str, str],
    as_json: bool,
    **kept: Any,
) -> None:
    """Print the house rules of GAME in an edition for each reader; without GAME, list the editions.

    Everything is taken from the rule set in force. At a terminal, the edition is saved as a file in your current folder.

    \b
    dealerkit sheet
    dealerkit sheet mini-baccarat
    dealerkit sheet holdem --rules tda --doc dealer --out dealer.pdf
    dealerkit sheet holdem --doc player --paper letter --large --out player.html
    dealerkit sheet mini-baccarat --rules france --doc book --out rules.html
    dealerkit sheet mini-baccarat --doc score --record shoe.txt --out shoe.html
    dealerkit sheet holdem --doc floor --beside tda --beside wsop-live --booklet --out floor.pdf
    dealerkit sheet holdem --rules cedar-room --doc changes --since rrop --out new.pdf
    dealerkit sheet bad-beat --doc promotion --out bad-beat.html
    dealerkit sheet holdem --doc control --regulator florida --out filing.pdf

    A house is one file for all its games, with its name, logo, document number and edition. Its papers can be put in force,
    posted, recalled and verified: the journal saves the hash of each file and the place of each copy.

    \b
    dealerkit sheet --new-house riverside.yaml
    dealerkit sheet holdem --house riverside.yaml --doc dealer --out dealer.pdf --adopt --by "Ann Lee"
    dealerkit sheet --posted dealer.pdf --place "Table 7"
    dealerkit sheet --verify dealer.pdf
    dealerkit sheet --recall 1
    dealerkit sheet --all --house riverside.yaml --out papers
    """
    keeping = _without_idle_house(Keeping(**kept), game, doc, settings)
    wish = Wish(
        form, out, force, as_json, keeping.templates, lang, paper, landscape, large, sources, regulator,
        keeping.since, keeping.where, keeping.beside, booklet,
    )  # fmt: skip
    if keeping.apart:
        _apart(keeping, game, wish)
        return
    if game is None and keeping.house_file is None:
        if doc is not None or out is not None or keeping.adopting or keeping.everything:
            why = "Missing argument 'GAME'. `dealerkit games` lists the games; a house is named with --house FILE"
            misused(why)
        report(EditionList({"editions": list(listed())}), as_json)
        return
    if doc is not None and doc in FORMER:
        note(f"note: `{doc}` is now called `{FORMER[doc]}`")
        doc = FORMER[doc]
    if (record is not None or hand is not None) and doc != SCORE:
        bad_value(f"a record is printed on the score sheet: add --doc {SCORE}", "--record" if record is not None else "--hand")
    if hand is not None and record is None:
        misused("--hand picks a record in a file: add --record FILE")
    if regulator and doc != CONTROL:
        bad_value(f"--regulator needs the regulator's document: add --doc {CONTROL}", "--regulator")
    from dealerkit.cli.sheet import house

    if booklet and (keeping.everything or form_of(form, out) != "pdf"):
        misused("--booklet prints one edition as a PDF: add --out NAME.pdf")
    of, game = house.chosen(game, keeping.house_file)
    if of is not None:
        _settled_by_house(settings)
    if keeping.everything:
        _everything(of, game, doc, keeping, wish)
        return
    doc = doc or PLAYER
    _belongs(doc, keeping)
    if doc == PROMOTION and of is None:
        _promotion(str(game), wish)
        return
    if record is not None:
        if of is not None:
            misused("a record has its own rules: leave out the house")
        from dealerkit.cli.sheet.other_papers import scored_of

        played, scored = scored_of(str(game), rules, settings, record, hand)
    else:
        played, scored = None, None
    _edition(of, game, doc, keeping, wish, lambda: played or load(str(game), rules, settings), scored)


def _belongs(doc: str, keeping: Keeping) -> None:
    """Check that `--beside` and `--since` are used only with editions that compare rule sets or show changes.

    Raises:
        UsageError: If they are used with another edition.
    """
    if keeping.beside and not (doc in EDITIONS and EDITIONS[doc].beside):
        misused(f"--beside needs --doc {', '.join(name for name, edition_ in EDITIONS.items() if edition_.beside)}")
    if keeping.since is not None and not (doc in EDITIONS and EDITIONS[doc].since):
        misused(f"--since needs --doc {', '.join(name for name, edition_ in EDITIONS.items() if edition_.since)}")


def _promotion(name: str, wish: Wish) -> None:
    """Print the policy of a promotion."""
    from dealerkit.cli.sheet.other_papers import promotion_of

    policy = promotion_of(name)
    pressed = press_document(attrs.evolve(policy, paper=wish.laid(policy.paper)), wish)
    report(pressed.write(wish, Path(name).stem), wish.quiet)


def _without_idle_house(keeping: Keeping, game: str | None, doc: str | None, settings: dict[str, str]) -> Keeping:
    """Drop the default house if the options ask for other rules, another house, or a paper that houses do not have."""
    source = click.get_current_context().get_parameter_source
    if keeping.house_file is None or source("house_file") is ParameterSource.COMMANDLINE:
        return keeping
    of_itself = keeping.apart or settings or doc == PROMOTION or source("rules") is ParameterSource.COMMANDLINE
    if game is None:
        of_itself = of_itself or not (keeping.everything or doc is not None)
    elif not of_itself:
        from dealerkit.sheets.house import house, is_house

        of_itself = is_house(game)
        if not of_itself and game not in (dealt := [game_.id for game_ in house(keeping.house_file).games]):
            note(f"note: the house of {keeping.house_file} deals {', '.join(dealt)}; {game} is printed without the house")
            of_itself = True
    return attrs.evolve(keeping, house_file=None) if of_itself else keeping


def _apart(keeping: Keeping, game: str | None, wish: Wish) -> None:
    """Run the options that print no edition, such as `--verify`."""
    from dealerkit.cli.sheet import papers

    as_json = wish.quiet
    if game is not None or keeping.everything or keeping.adopting or keeping.house_file is not None:
        misused(f"{keeping.apart} is printed on its own, without game or house")
    if wish.out is not None and (keeping.recall is None or keeping.collected):
        misused(f"{'--collected' if keeping.collected else keeping.apart} can't be used with --out")
    if keeping.new_house is not None:
        _new_house(keeping.new_house)
    elif keeping.verify is not None:
        papers.verify(keeping.verify, keeping.where, as_json=as_json)
    elif keeping.posted is not None:
        place = keeping.place or ""
        papers.post(keeping.posted, place, keeping.copy, keeping.by, keeping.where, as_json=as_json)
    elif keeping.collected:
        papers.collected(str(keeping.recall), keeping.collected, keeping.by, keeping.where, as_json=as_json)
    else:
        papers.recall(str(keeping.recall), wish)


def _new_house(file: Path) -> None:
    from dealerkit.sheets.new_house import new_house

    try:
        write_new(file, new_house(file.stem.replace("-", " ").replace("_", " ").capitalize()))
    except FileExistsError:
        misused(f"{file} already exists; choose another name")
    note(f"Wrote {file}. Fill it in, then: dealerkit sheet --all --house {file} --out FOLDER")


def _settled_by_house(settings: dict[str, str]) -> None:
    """Refuse options whose value the house's file decides.

    Raises:
        UsageError: If rules or options are given beside a house.
    """
    typed = click.get_current_context().get_parameter_source("rules") is ParameterSource.COMMANDLINE
    if typed or settings:
        misused(f"{'--rules' if typed else '--set'} is set in the house's file; change it there")


def _everything(of: House | None, game: str | None, doc: str | None, keeping: Keeping, wish: Wish) -> None:
    """Print all papers of a house."""
    from dealerkit.cli.sheet import house, papers

    if of is None or game is not None or doc is not None or wish.out is None:
        misused("--all prints everything for a house: dealerkit sheet --all --house FILE --out FOLDER")
    if keeping.adopting:
        papers.may_adopt(of, keeping.by)
    before = papers.before(of, wish.lang or of.languages[0], keeping.where)
    put: list[dict[str, Any]] = []
    papers_ = house.print_all(of, wish.out, wish, before, _adoption(of, keeping, put))
    report(HousePapers(of.name, wish.out / house.INDEX, papers_, put), wish.quiet)


def _adoption(of: House, keeping: Keeping, put: list[dict[str, Any]]) -> Adoption | None:
    """Return the function that puts papers of a house in force and appends the journal's rows to `put`; None if that is not
    asked for.
    """
    if not keeping.adopting:
        return None
    from dealerkit.cli.sheet import papers

    def adopt(ready: Sequence[ReadyPaper], deliver: Deliver) -> list[Written]:
        written, rows = papers.adopt(of, ready, deliver, keeping.by, keeping.where)
        put.extend(rows)
        return written

    return adopt


def _edition(
    of: House | None,
    game: str | None,
    doc: str,
    keeping: Keeping,
    wish: Wish,
    play: Callable[[], Game],
    scored: Scored | None,
) -> None:
    """Print one edition, of a house or of a game by itself.

    Raises:
        UnknownName: If there is no such edition; the message lists the existing ones.
    """
    if doc not in EDITIONS:
        those = of.games if of is not None else (play(),)
        known = [edition_.name for edition_ in EDITIONS.values() if any(map(edition_.offered, those))]
        raise UnknownName(kind=f"edition of {', '.join(game_.id for game_ in those)}", name=doc, whole=known)
    put: list[dict[str, Any]] = []
    if of is not None or keeping.adopting:
        paper_, put = _edition_of_house(of, game, doc, keeping, wish)
    else:
        from dealerkit.cli.sheet.versions import asked_for

        asked = asked_for(doc, (play(),), wish, wish.lang or "en", wish.sources or "notes")
        paper_ = press(doc, attrs.evolve(asked, scored=scored), wish).write(wish)
    report(attrs.evolve(paper_, adopted=put if keeping.adopting else None), wish.quiet)


def _edition_of_house(
    of: House | None, game: str | None, doc: str, keeping: Keeping, wish: Wish
) -> tuple[Written, list[dict[str, Any]]]:
    """Print one edition of a house; return it, and the journal's rows of the papers put in force."""
    from dealerkit.cli.sheet import house, papers

    if keeping.adopting:
        papers.may_adopt(of, keeping.by)
        if wish.out is None:
            misused("a paper put in force has to be saved as a file: add --out FILE")
    assert of is not None  # only a house's own paper is put in force
    before = papers.before(of, wish.lang or of.languages[0], keeping.where)
    put: list[dict[str, Any]] = []
    return house.print_one(of, doc, game, wish, before, _adoption(of, keeping, put)), put
