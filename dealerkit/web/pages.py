"""Pages: the templates in `templates/web/`, and what each of them may use."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path

import jinja2
from markupsafe import Markup

from dealerkit import __version__
from dealerkit.rules.data import data_dir


def folder() -> Path:
    """Return the folder of the templates."""
    return data_dir("templates") / "web"


def static_folder() -> Path:
    """Return the folder of what browsers load besides pages: styles, scripts, pictures."""
    return folder() / "static"


@functools.cache
def _environment() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder()),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(static=static, version=__version__)
    return made


@functools.cache
def static(name: str) -> str:
    """Return the address of a style or script; it changes with what is in it, so that browsers may keep it."""
    made = hashlib.sha256((static_folder() / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{made}"


def hidden(name: str, value: str) -> Markup:
    """Return a field of a form that nobody sees.

    Args:
        name: The field's name.
        value: What it says.
    """
    return Markup('<input type="hidden" name="{}" value="{}">').format(name, value)


def page(name: str, values: Mapping[str, object]) -> str:
    """Return a page.

    Args:
        name: The template, as `desk/index.html`.
        values: What the template is told.
    """
    return _environment().get_template(name).render(values)
