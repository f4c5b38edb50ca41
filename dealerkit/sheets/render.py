"""Sheets as Markdown and as HTML."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable

import jinja2
from markupsafe import Markup, escape

from dealerkit.errors import UnknownName
from dealerkit.files.printable import printable
from dealerkit.rules.data import data_dir
from dealerkit.rules.texts import fill
from dealerkit.sheets.drawings.roads import road
from dealerkit.sheets.model import Cell, Departure, Sheet, Source
from dealerkit.sheets.roads import Drawn, ScoreSheet
from dealerkit.sheets.voice import Said, fixed_words

FORMATS = ("md", "html")

SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
AT_THE_START = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+=#])")


class Markdown(str):
    """Text that is Markdown already."""

    __slots__ = ()


def markdown(text: object) -> Markdown:
    """Write a text so that Markdown shows it as it is, whatever is in it.

    >>> print(markdown("*Riverside* <script> | [a](b)"), markdown("3. card"), markdown("0.05"))
    \\*Riverside\\* &lt;script&gt; \\| \\[a\\](b) 3\\. card 0.05
    """
    if isinstance(text, Markdown):
        return text
    said = printable(" ".join(str(text).split())).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    said = SPECIAL.sub(r"\\\1", said)
    return Markdown(AT_THE_START.sub(lambda at: f"{at[1]}\\{at[2]}" if at[1] else f"\\{at[3]}", said))


def html(text: object, lang: str = "") -> Markup:
    """Write a text as HTML, naming its language where that is not the page's."""
    own = text.lang if isinstance(text, Said) else ""
    said = text if isinstance(text, Markup) else printable(str(text))
    return Markup('<span lang="{}">{}</span>').format(own, said) if own and own != lang else escape(said)


def render(sheet: Sheet, form: str) -> str:
    """Return a sheet as text.

    Args:
        sheet: The sheet.
        form: One of `FORMATS`.

    Raises:
        UnknownName: If there is no such format.
    """
    if form not in FORMATS:
        kind = "format of sheets"
        raise UnknownName(kind, form, FORMATS)
    anchors = frozenset(sheet.anchors())

    def cites(ids: Iterable[str]) -> str:
        return _cites(ids, anchors, form)

    return _filled("sheet", form, sheet, cites=cites, first=_First())


def render_score(sheet: ScoreSheet, form: str) -> str:
    """Return a score sheet as text; `form` is one of `FORMATS`."""

    def picture(drawn: Drawn) -> Markup:
        return Markup(road(drawn, sheet.lang).svg)  # noqa: S704 - a drawing escapes what it is told

    return _filled("roads", form, sheet, picture=picture)


def _filled(template: str, form: str, sheet: Sheet | ScoreSheet, **more: object) -> str:
    """Fill a template with a sheet, and with the words of its language."""
    words = fixed_words()

    def word(key: str, **values: object) -> Said:
        return Said(fill(words[key][sheet.lang], values), sheet.lang)

    made = environment(form).get_template(f"{template}.{form}.j2")
    return made.render(sheet=sheet, word=word, t=lambda said: html(said, sheet.lang), **more).rstrip("\n") + "\n"


class _First:
    """Says once of each name that it has not been seen before: an id stands once on a page."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def __call__(self, name: str) -> bool:
        new = name not in self.seen
        self.seen.add(name)
        return new


def _cites(ids: Iterable[str], anchors: frozenset[str], form: str) -> str:
    """List rule ids; in HTML those that stand on the page are links to it."""
    if form == "md":
        return Markdown(", ".join(markdown(one) for one in ids))
    link, plain = Markup('<a class="id" href="#{0}">{0}</a>'), Markup('<span class="id">{0}</span>')
    return Markup(", ").join((link if one in anchors else plain).format(one) for one in ids)


@functools.cache
def environment(form: str) -> jinja2.Environment:
    """Return the templates of a format, one of `FORMATS`: what they print is escaped, and a name that is missing stops."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_dir("templates")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=jinja2.select_autoescape(("html.j2",)),
        # Jinja cannot escape Markdown by itself: there everything that a template prints goes through `markdown`.
        finalize=_finalize if form == "md" else readable,
    )
    filters: dict[str, Callable[..., object]] = {
        "cell": _cell,
        "marked": _marked,
        "raw": Markdown,
        "bar": _bar,
        "sign": _sign,
        "cited": _cited,
    }
    environment.filters.update(filters)
    return environment


def readable(value: object) -> object:
    """Return what a template prints, without signs that a screen would obey."""
    if isinstance(value, Markup):
        return Markup(printable(value))  # noqa: S704 - it was markup before
    return printable(value) if isinstance(value, str) else value


def _finalize(value: object) -> object:
    return "" if value is None else Markdown(printable(markdown(value)))


def _cell(cell: Cell) -> Markdown:
    """Write a cell of a table in Markdown: bold where it draws, with what it was where a house has changed it."""
    said = markdown(cell.text)
    if cell.kind in ("head", "draws") and said:
        said = Markdown(f"**{said}**")
    return Markdown(f"{said} ← {markdown(cell.was)}") if cell.was is not None else said


def _bar(columns: int) -> Markdown:
    return Markdown("|" + " --- |" * columns)


def _sign(source: Source | None) -> Markdown:
    """Write the sign of a reading of ours in Markdown; nothing behind what is cited."""
    return Markdown(f" {source.mark}") if source is not None and not source.cites else Markdown()


def _cited(source: Source | None, before: str = "", after: str = "") -> Markdown:
    """Write a citation in Markdown, with its sign; nothing of a reading of ours."""
    return Markdown(f"{before}{markdown(source.text)}{source.mark}{after}") if source is not None and source.cites else Markdown()


def _marked(departure: Departure | None) -> Markdown:
    """Write the mark of a departure in Markdown; nothing where there is none."""
    return Markdown(f" **[{markdown(departure.kind_title)}]**") if departure is not None else Markdown("")
