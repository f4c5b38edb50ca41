"""The forms of a page, read from its markup, so that tests of all forms include new ones."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import attrs

TYPED = frozenset({"text", "search", "password", "textarea", "tel", "url", "email", "number"})
"""The kinds of fields for typing."""


@attrs.define
class FormField:
    """A field of a form: its name, its kind, its value, its choices, and whether it is sent unchanged."""

    name: str
    kind: str
    value: str = ""
    choices: list[str] = attrs.field(factory=list)
    sent: bool = True

    @property
    def typed(self) -> bool:
        """Whether it is for typing."""
        return self.kind in TYPED


@attrs.define
class PageForm:
    """A form: its address, its method, and its fields."""

    action: str
    method: str
    fields: list[FormField] = attrs.field(factory=list)

    def sent(self) -> dict[str, list[str]]:
        """Return the data that a browser would send unchanged, with its first button."""
        made: dict[str, list[str]] = {}
        for field in self.fields:
            if field.sent and field.kind != "file":
                made.setdefault(field.name, []).append(field.value)
        return made


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[PageForm] = []
        self._form: PageForm | None = None
        self._in: FormField | None = None
        self._buttons = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._form = PageForm(said.get("action", ""), said.get("method", "get").casefold())
            self._buttons = False
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "option":
            if self._in is not None:
                self._in.choices.append(said.get("value", ""))
                if "selected" in said or len(self._in.choices) == 1:
                    self._in.value = said.get("value", "")
        elif tag in {"input", "select", "textarea", "button"} and said.get("name"):
            kind = said.get("type", "text") if tag == "input" else tag
            sent = "disabled" not in said
            if kind in {"checkbox", "radio"}:
                same = [one for one in self._form.fields if one.name == said["name"] and one.kind == kind]
                sent = sent and ("checked" in said or (kind == "radio" and not same))
                if kind == "radio" and "checked" in said:
                    for one in same:
                        one.sent = False
            elif kind == "button":
                sent, self._buttons = sent and not self._buttons, True
            made = FormField(said["name"], kind, said.get("value", "on" if kind == "checkbox" else ""), sent=sent)
            self._form.fields.append(made)
            self._in = made if tag in {"select", "textarea"} else None

    def handle_data(self, data: str) -> None:
        if self._in is not None and self._in.kind == "textarea":
            self._in.value += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag in {"select", "textarea"}:
            self._in = None


def forms_of(markup: str) -> list[PageForm]:
    """Return the forms of a page, in order."""
    reader = _Reader()
    reader.feed(markup)
    return reader.forms


def submit(client: Any, page: Any, action: str, **fields: str) -> Any:
    """Send the first form of a page whose address has this ending, with some fields changed."""
    (form, *_) = [one for one in forms_of(page.text) if one.action.partition("?")[0].endswith(action)]
    given: dict[str, Any] = {**form.sent(), **fields}
    return client.get(form.action, params=given) if form.method == "get" else client.post(form.action, data=given)


def code_shown(page: str) -> str:
    """Return the code on an examiner's page, to begin an exam."""
    found = re.search(r'exam-code">([a-z]+-[0-9]{3})<', page)
    assert found, page
    return found[1]
