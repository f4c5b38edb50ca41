"""How Sphinx builds the site: `sphinx-build -W docs build/site`. The reference is made from the code first."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from dealerkit import __version__
from docs import reference_pages
from docs.named_things import NamedThings

project = "dealerkit"
author = "the dealerkit authors"
copyright = author  # noqa: A001 - Sphinx's name for it
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = f"dealerkit {__version__}"
html_theme_options = {"navigation_with_keys": True}
html_copy_source = False
html_show_sphinx = False

myst_heading_anchors = 4
# A table of a CSV file has no colours in Pygments, and what is quoted from the middle of a YAML file is no file of its own.
# Rooms have classes of their own with equal names; a signature that names one without its module is not linked.
suppress_warnings = ["misc.highlighting_failure", "ref.python"]

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": False}
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_custom_sections = [("Source", "notes_style")]


def setup(app: Any) -> None:
    """Make the reference before the pages are looked for; docstrings are read as plain text with words in backticks."""
    app.add_domain(NamedThings)
    app.connect("builder-inited", lambda app: reference_pages.write(Path(app.srcdir) / "reference"))
    app.connect("autodoc-process-docstring", reference_pages.plain_docstring, priority=100)
