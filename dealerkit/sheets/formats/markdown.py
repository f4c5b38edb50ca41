"""A document as Markdown: for a wiki, a mail, or a reader of Markdown. Pictures are replaced by descriptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import ClassVar
from urllib.parse import quote

from dealerkit.files.printable import printable
from dealerkit.sheets.document import Document, Line, TableBlock
from dealerkit.sheets.formats.press import Press, columns_of

SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
AT_THE_START = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+=#])")


class MarkdownText(str):
    """A text that is Markdown already and is not escaped again."""

    __slots__ = ()


def markdown(text: object) -> MarkdownText:
    """Return any text escaped, so that Markdown shows it unchanged.

    >>> print(markdown("*Riverside* <script> | [a](b)"), markdown("3. card"), markdown("0.05"))
    \\*Riverside\\* &lt;script&gt; \\| \\[a\\](b) 3\\. card 0.05
    """
    if isinstance(text, MarkdownText):
        return text
    sentence = printable(" ".join(str(text).split())).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    sentence = SPECIAL.sub(r"\\\1", sentence)
    return MarkdownText(AT_THE_START.sub(lambda at: f"{at[1]}\\{at[2]}" if at[1] else f"\\{at[3]}", sentence))


class Markdown(Press):
    """The press (printer of documents in one format) for Markdown."""

    form: ClassVar[str] = "md"

    def syntax(self) -> Mapping[str, object]:
        """Return Jinja's settings for escaping: every output of a template goes through the function `markdown`."""
        return {"autoescape": False, "finalize": _written}

    def filters(self) -> Mapping[str, Callable[..., object]]:
        """Return the template filters; text that is Markdown already is not escaped again."""
        return {"raw": MarkdownText, "e": _attribute}

    def markup(self, text: str) -> str:
        """Return a text as Markdown."""
        return MarkdownText(text)

    def runs(self, words: Line, lang: str) -> str:  # noqa: ARG002 - Markdown names no languages
        """Return a line with its links and emphasis."""
        pieces = []
        for run in words:
            text: str = _inline(run.text)
            if run.strong and text.strip():
                text = f"**{text.strip()}**"
                text = run.text[: len(run.text) - len(run.text.lstrip())] + text + (" " if run.text[-1:].isspace() else "")
            if run.goes_to:
                text = f"[{text}](#{run.goes_to})"
            if run.file:
                text = f"[{text}]({quote(run.file)})"
            pieces.append((" / " if run.second else "") + text)
        return MarkdownText("".join(pieces))

    def hung(self, cells: list[str], indent: int) -> str:
        """Return blocks under a number, with their later lines indented so that they stay in the list item."""
        lines = "\n\n".join(cell for cell in cells if cell).split("\n")
        return MarkdownText("\n".join(" " * indent + line if line and at else line for at, line in enumerate(lines)))

    def table(self, block: TableBlock, document: Document) -> Mapping[str, object]:  # noqa: ARG002 - of any paper
        """Return the template variables for a table: rows with a value for each column, since Markdown has no spanning cells."""
        head, *rows = columns_of(block)
        return {"head": head or [None] * block.columns, "rows": rows}


def _inline(text: str) -> str:
    """Return a run escaped, with the white space at its ends unchanged."""
    before = " " if text[:1].isspace() else ""
    after = " " if len(text) > 1 and text[-1:].isspace() else ""
    return before + markdown(text) + after


def _written(value: object) -> object:
    return "" if value is None else MarkdownText(printable(markdown(value)))


def _attribute(value: object) -> str:
    return "".join(sign for sign in str(value) if sign.isalnum() or sign in "-_.")
