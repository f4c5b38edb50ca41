"""A policy in writing, and the page for a screen on the wall: from the templates, with what a person has typed escaped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from fractions import Fraction
from typing import Any

import attrs

from dealerkit import __version__
from dealerkit.journal.report import environment
from dealerkit.promotions.files import clauses
from dealerkit.promotions.policy import BEATEN, Policy
from dealerkit.promotions.windows import WEEK
from dealerkit.promotions.words import asked, settled
from dealerkit.rules.doc import get, has
from dealerkit.rules.rankings import form
from dealerkit.rules.texts import fill, text
from dealerkit.sheets.render import FORMATS, markdown

DAYS = dict(zip(WEEK, ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"), strict=True))


@attrs.frozen
class Line:
    """One sentence of a printed policy.

    Attributes:
        title: What it is about; may be empty.
        text: The sentence.
        cite: What it rests on.
        open: Whether it says that the policy leaves something open.
    """

    title: str
    text: str
    cite: tuple[str, ...] = ()
    open: bool = False


@attrs.frozen
class Section:
    """A part of a printed policy."""

    title: str
    lines: tuple[Line, ...]


@attrs.frozen
class Printed:
    """A policy in writing.

    Attributes:
        title: Its title.
        house: The house; may be empty.
        summary: It in a sentence; may be empty.
        facts: Version, date, fingerprint: label and value.
        sections: The parts.
        program: What printed it.
    """

    title: str
    house: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    program: str


def printed(policy: Policy) -> Printed:
    """Put a policy in writing."""
    data = policy.doc.data
    facts = [(label, text(data.get(key))) for label, key in (("Version", "version"), ("Date", "date")) if key in data]
    sections = [
        Section("How the prize is won", tuple(_conditions(policy))),
        Section("Settled beforehand", tuple(_settled(policy))),
        Section("Before a prize is awarded", tuple(Line("", step) for step in _verification(policy))),
        Section("The fund", tuple(Line("", one) for one in _fund(policy))),
        Section("Law, tax and house", tuple(_notices(policy))),
    ]
    return Printed(
        policy.title,
        text(data.get("house")),
        text(data.get("summary")),
        (*facts, ("Fingerprint", policy.sha256)),
        tuple(section for section in sections if section.lines),
        f"dealerkit {__version__}",
    )


def _words(name: str, **values: object) -> str:
    return fill(text(clauses().data["words"][name]), values)


def _sheet(name: str, key: str = "sheet", **values: object) -> Line:
    entry = asked()[name]
    return Line(text(entry["title"]), fill(text(entry[key]), values), tuple(entry.get("cite", ())))


def _conditions(policy: Policy) -> Iterator[Line]:
    """The clauses that a claim is asked, as far as the policy has them, in the order in which they are asked."""
    beaten = policy.goes_by == BEATEN
    yield _sheet("showdown")
    yield _sheet("game", games=", ".join(form(game).title for game in policy.games))
    if policy.tables:
        yield _sheet("table", tables=", ".join(policy.tables))
    yield _sheet("window", window=_window(policy))
    if policy.contribution is not None:
        yield _sheet("contribution", amount=policy.money(policy.contribution), covers=_words(policy.covers))
    if policy.dealt_in:
        yield _sheet("dealt_in", least=policy.dealt_in)
    if policy.pot:
        yield _sheet("pot", least=policy.money(policy.pot))
    if policy.at_least[0]:
        yield _sheet("hand", "beaten_sheet" if beaten else "sheet", least=policy.at_least[1])
    if beaten:
        value, least = policy.winner_at_least
        yield _sheet("beaten_by", "sheet" if value else "any_sheet", least=least)
    if policy.own_cards:
        yield _sheet("own_cards", "beaten_sheet" if beaten else "sheet", count=policy.own_cards)
    if policy.pair_for_four:
        yield _sheet("pair_for_four")
    if policy.void_on:
        yield _sheet("irregularities", codes=", ".join(one.replace("/*", " (any)") for one in policy.void_on))
    if policy.no_talk:
        yield _sheet("talk")


def _window(policy: Policy) -> str:
    if policy.hours is None:
        return _words(policy.kind, length=_length(policy.length) if policy.length is not None else "")
    hours = policy.hours
    days = ", ".join(DAYS[WEEK[day]] for day in sorted(hours.days))
    values = {
        "days": _words("days", days=days) if days else "",
        "from": hours.begin.strftime("%H:%M"),
        "until": (hours.end or hours.begin).strftime("%H:%M"),
        "length": _length(hours.length) if hours.length is not None else "",
    }
    return _words("fixed_whole" if hours.length is None else "fixed", **values)


def _length(length: timedelta) -> str:
    minutes = int(length.total_seconds()) // 60
    count, unit = (minutes // 60, "hour") if minutes % 60 == 0 else (minutes, "minute")
    return f"{count} {unit}{'s' * (count != 1)}"


def _settled(policy: Policy) -> Iterator[Line]:
    """What the policy settles, and what it leaves open: a sheet that does not say so is not whole. HH-10, HH-11"""
    for name, entry in settled().items():
        place = tuple(str(entry["key"]).split("."))
        cite = tuple(entry.get("cite", ()))
        said = str(get(policy.doc.data, place)) if has(policy.doc.data, place) else str(entry.get("default", ""))
        if name == "leaver" and policy.present == "no":
            continue
        if not said:
            yield Line(text(entry["title"]), f"Not settled: {text(entry['unset'])}.", cite, open=True)
        elif said in entry.get("values", {}):
            yield Line(text(entry["title"]), text(entry["values"][said]), cite)


def _verification(policy: Policy) -> Iterator[str]:
    for step in policy.steps:
        yield step.text + (f" (For a prize of {policy.money(step.least)} or more.)" if step.least else "")


def _fund(policy: Policy) -> Iterator[str]:
    money = policy.money
    if policy.seed:
        yield _words("seed", amount=money(policy.seed))
    if policy.each_window:
        yield _words("each_window", amount=money(policy.each_window))
    if policy.contribution is not None:
        yield _words("contribution", amount=money(policy.contribution), covers=_words(policy.covers))
    if policy.reserve:
        yield _words("drop")
        yield _words("reserve", part=_part(policy.reserve))
    if isinstance(policy.prize, int):
        yield _words("prize_most", amount=money(policy.prize))
    else:
        yield _words("prize_all") if policy.prize == 1 else _words("prize_part", part=_part(policy.prize))
    if len(policy.shares) > 1:
        yield from (_words(f"share_{role}", part=_part(part)) for role, part in policy.shares.items())
    yield _words("apart")


def _part(part: Fraction) -> str:
    return f"{part.numerator}/{part.denominator}"


def _notices(policy: Policy) -> Iterator[Line]:
    notices: Mapping[str, Any] = policy.doc.data.get("notices") or {}
    if "law" in notices:
        yield Line("Law", text(notices["law"]), tuple(settled()["law"].get("cite", ())))
    if "tax" in notices:
        yield Line("Tax", text(notices["tax"]))
    for one in notices.get("house", ()):
        yield Line("", text(one))


def sheet(made: Printed, form_: str) -> str:
    """Return a printed policy as Markdown or HTML; `form_` is one of `FORMATS`."""
    assert form_ in FORMATS
    return environment().get_template(f"promotion.{form_}.j2").render(sheet=made, m=markdown).rstrip("\n") + "\n"


def wall_page(promotions: Sequence[Mapping[str, Any]], *, names: bool, every: int) -> str:
    """Return the page for a screen on the wall; it loads itself anew.

    Args:
        promotions: How they stand, as `dealerkit.promotions.telling.status` says it, with names for pseudonyms.
        names: Whether players' names are on it.
        every: Seconds until it loads itself anew.
    """
    shown = [one for one in promotions if one["open"]]
    template = environment().get_template("wall.html.j2")
    return template.render(promotions=shown, names=names, every=every, program=f"dealerkit {__version__}").rstrip("\n") + "\n"
