"""Pages: the templates in `templates/web/`, and their functions and filters."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

import jinja2
from markupsafe import Markup

from dealerkit import __version__
from dealerkit.rules.data import data_dir
from dealerkit.sheets.document import Document
from dealerkit.sheets.formats.html import Html
from dealerkit.web.card_words import suited


def folder() -> Path:
    """Return the folder of the templates."""
    return data_dir("templates") / "web"


def static_folder() -> Path:
    """Return the folder of styles, scripts and pictures."""
    return folder() / "static"


@functools.cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder()),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(static=static, version=__version__)
    environment.filters.update(command=command, sentence=sentence, suited=suited)
    return environment


def fragment(document: Document) -> Markup:
    """Return a document as HTML for embedding in a page, without its title."""
    return Markup(Html(folder() / "blocks").fragment(document))  # noqa: S704 - the templates escape its content


def command(line: str) -> Markup:
    """Return a terminal command as HTML that wraps between words only, never within `--option`.

    Args:
        line: The command, such as `dealerkit serve --host 0.0.0.0`.
    """
    words = Markup(" ").join(Markup('<span class="whole">{}</span>').format(word) for word in line.split())
    return Markup("<code>{}</code>").format(words)


def sentence(text: str) -> Markup:
    """Return a message as a sentence: with a capital first, a full stop last, and text in backticks as a command.

    Args:
        text: The message of an error.

    >>> sentence("there is no such table here; open another")
    Markup('There is no such table here; open another.')
    """
    parts = _BACKTICKS.split(text)
    parts[0] = parts[0][:1].upper() + parts[0][1:]
    marked = Markup("").join(command(part) if at % 2 else Markup.escape(part) for at, part in enumerate(parts))
    return marked if text.endswith((".", "!", "?", ":")) else marked + "."


_BACKTICKS = re.compile(r"`([^`\n]+)`")


@functools.cache
def static(name: str) -> str:
    """Return the address of a style or script with a hash of its content, so that browsers may cache it."""
    digest = hashlib.sha256((static_folder() / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{digest}"


def hidden(name: str, value: str) -> Markup:
    """Return a hidden field of a form.

    Args:
        name: The field's name.
        value: The value of the field.
    """
    return Markup('<input type="hidden" name="{}" value="{}">').format(name, value)


def page(name: str, values: Mapping[str, object]) -> str:
    """Return a page.

    Args:
        name: The template, such as `desk/index.html`.
        values: The template's variables.
    """
    return _environment().get_template(name).render(values)
