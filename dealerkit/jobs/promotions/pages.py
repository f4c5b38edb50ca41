"""Documents about promotions: a policy as a printed text, and the page for a screen on the wall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from fractions import Fraction

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.jobs.promotions.files import clauses
from dealerkit.jobs.promotions.policy import BEATEN, Policy
from dealerkit.jobs.promotions.summary import Summary
from dealerkit.jobs.promotions.windows import WEEK
from dealerkit.jobs.promotions.words import asked, settled
from dealerkit.rules.doc import get, has
from dealerkit.rules.entries import Branch
from dealerkit.rules.rankings import form
from dealerkit.rules.sets import catalogue
from dealerkit.rules.texts import fill, text
from dealerkit.sheets.document import Block, Control, Document, Heading, Listing, Paper, Paragraph, TableBlock, Words, strong
from dealerkit.sheets.drawings.cards import cards
from dealerkit.sheets.drawings.drawing import Drawing
from dealerkit.sheets.editions.figures import figure
from dealerkit.sheets.locales import number

LANG = "en"
"""The language in which policies are printed."""
DAYS = dict(zip(WEEK, ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"), strict=True))


@attrs.frozen
class Clause:
    """A sentence of a printed policy.

    Attributes:
        title: Its title; may be empty.
        text: The sentence.
        open: Whether it says that the policy leaves this point open.
    """

    title: str
    text: str
    open: bool = False

    def line(self) -> Words:
        """Return the clause as a line, its title first; an open one in bold."""
        sentence = strong(self.text) if self.open else self.text
        title = (strong(f"{self.title}."), " ") if self.title else ()
        return (*title, sentence)


def printed(policy: Policy) -> Document:
    """Return a policy as a document to print."""
    data = policy.doc.data
    facts = [(label, text(data.get(key))) for label, key in (("Version", "version"), ("Date", "date")) if key in data]
    sections: dict[str, list[Words]] = {
        "How the prize is won": [clause.line() for clause in _conditions(policy)],
        "Settled in advance": [clause.line() for clause in _settled(policy)],
        "Before a prize is awarded": list(_verification(policy)),
        "The fund": list(_fund(policy)),
        "Law, tax and house": [clause.line() for clause in _notices(policy)],
    }
    return Document(
        "promotion",
        policy.title,
        [
            TableBlock([], [*facts, ("Fingerprint", policy.sha256)], widths=(1, 4)),
            *(block for title, lines in sections.items() if lines for block in (Heading(title), Listing(lines))),
            Paragraph("The fingerprint identifies the policy that decides claims.", "small"),
        ],
        subtitle=text(data.get("summary")),
        control=Control(house=text(data.get("house"))),
    )


def _words(name: str, **values: object) -> str:
    return fill(text(clauses().data["words"][name]), values)


def _sheet(name: str, key: str = "sheet", **values: object) -> Clause:
    entry = asked()[name]
    return Clause(text(entry["title"]), fill(text(entry[key]), values))


def _conditions(policy: Policy) -> Iterator[Clause]:
    """Yield the clauses that a claim is asked, as far as the policy has them, in the order in which they are asked."""
    beaten = policy.goes_by == BEATEN
    yield _sheet("showdown")
    yield _sheet("game", games=", ".join(form(game).title for game in policy.games))
    if policy.tables:
        yield _sheet("table", tables=", ".join(policy.tables))
    yield _sheet("window", window=_window(policy))
    if policy.contribution is not None:
        yield _sheet("contribution", amount=_money(policy, policy.contribution), covers=_words(policy.covers))
    if policy.dealt_in:
        yield _sheet("dealt_in", least=policy.dealt_in)
    if policy.pot:
        yield _sheet("pot", least=_money(policy, policy.pot))
    if policy.pot_in_big_blinds:
        yield _sheet("pot_in_big_blinds", least=policy.pot_in_big_blinds)
    if policy.at_least[0]:
        yield _sheet("hand", "beaten_sheet" if beaten else "sheet", least=policy.at_least[1])
    for lower in policy.falls:
        yield _sheet("hand", "falls_sheet", amount=_money(policy, lower.fund), least=lower.name)
    if beaten:
        value, least = policy.winner_at_least
        yield _sheet("beaten_by", "sheet" if value else "any_sheet", least=least)
    if policy.own_cards:
        yield _sheet("own_cards", "beaten_sheet" if beaten else "sheet", count=policy.own_cards)
    if policy.pair_for_four:
        yield _sheet("pair_for_four")
    if policy.kicker_plays:
        yield _sheet("kicker")
    if policy.flopped:
        yield _sheet("flopped", games=", ".join(form(game).title for game in policy.flopped))
    if policy.sole_winner:
        yield _sheet("sole_winner")
    if "room" in policy.shares:
        yield _sheet("room")
    if policy.void_on:
        yield _sheet("irregularities", codes="; ".join(_void(code) for code in policy.void_on))
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
    return count_of(count, unit)


def _settled(policy: Policy) -> Iterator[Clause]:
    """Yield the settled points of the policy, and the open ones: a sheet without those is not whole. HH-10, HH-11"""
    for name, entry in settled().items():
        place = tuple(str(entry["key"]).split("."))
        chosen = str(get(policy.doc.data, place)) if has(policy.doc.data, place) else str(entry.get("default", ""))
        if name == "leaver" and policy.present == "no":
            continue
        if not chosen:
            yield Clause(text(entry["title"]), f"Not settled: {text(entry['unset'])}.", open=True)
        elif chosen in entry.get("values", {}):
            yield Clause(text(entry["title"]), text(entry["values"][chosen]))


def _verification(policy: Policy) -> Iterator[str]:
    for step in policy.steps:
        yield step.text + (f" (For a prize of {_money(policy, step.least)} or more.)" if step.least else "")


def _fund(policy: Policy) -> Iterator[str]:
    if policy.seed:
        yield _words("seed", amount=_money(policy, policy.seed))
    if policy.each_window:
        yield _words("each_window", amount=_money(policy, policy.each_window))
    if policy.contribution is not None:
        yield _words("contribution", amount=_money(policy, policy.contribution), covers=_words(policy.covers))
    if policy.reserve:
        yield _words("drop")
        yield _words("reserve", part=_part(policy.reserve))
    yield from (
        _won(policy, "by_hand", prize_hand.prize, hand=prize_hand.name[:1].upper() + prize_hand.name[1:])
        for prize_hand in policy.by_hand
    )
    yield _won(policy, "rest" if policy.by_hand else "prize", policy.prize)
    if policy.places:
        yield _words("places", parts=", ".join(_part(part) for part in policy.places))
    if len(policy.shares) > 1:
        yield from (_words(f"share_{role}", part=_part(part)) for role, part in policy.shares.items())
    yield _words("apart")


def _won(policy: Policy, name: str, prize: Fraction | int, **values: object) -> str:
    """Return the sentence about the part of the fund that is won.

    Args:
        policy: The policy.
        name: `prize`; `by_hand` of a hand, and `rest` of all others then.
        prize: A share of the fund, or the most chips.
        **values: The values of further `{name}`s in the sentence.
    """
    if isinstance(prize, int):
        return _words(f"{name}_most", amount=_money(policy, prize), **values)
    whole = name if name == "by_hand" else f"{name}_all"
    return _words(whole, **values) if prize == 1 else _words(f"{name}_part", part=_part(prize), **values)


def _part(part: Fraction) -> str:
    written_down = f"{part.numerator}/{part.denominator}"
    return text(clauses().data["parts"].get(written_down, written_down))


def _void(code: str) -> str:
    """Return the text of a finding, or of a family of findings, that makes a prize void."""
    family, _, rest = code.partition("/")
    if rest == "*":
        return text(asked()["irregularities"]["families"].get(family, family))
    title = text(catalogue().findings.data["findings"].get(code, {}).get("title", code))
    return title[:1].lower() + title[1:]


def _money(policy: Policy, chips: int) -> str:
    """Return an amount for print, with its thousands grouped."""
    return number(policy.money(chips), LANG)


def _notices(policy: Policy) -> Iterator[Clause]:
    notices: Branch = policy.doc.data.get("notices") or {}
    if "law" in notices:
        yield Clause("Law", text(notices["law"]))
    if "tax" in notices:
        yield Clause("Tax", text(notices["tax"]))
    for notice in notices.get("house", ()):
        yield Clause("", text(notice))


CARD = 22
"""How wide a card is on a screen, in millimetres."""
SCREEN = Paper(landscape=True, points=22)


def wall_page(promotions: Sequence[Summary], *, names: bool, every: int) -> Document:
    """Return the page with all promotions for a screen on the wall; it reloads itself.

    Args:
        promotions: Their states, from `dealerkit.jobs.promotions.summary.status`, with names in place of pseudonyms.
        names: Whether to show players' names.
        every: Seconds until it reloads itself.
    """
    shown = [board(board_, names=names) for board_ in promotions if board_["open"]]
    title = ", ".join(board_.title for board_ in shown) or "No promotion is running"
    blocks = [block for board_ in shown for block in _blocks(board_)]
    return Document("promotions", title, blocks, paper=SCREEN, headed=not shown, running=False, reload=every)


@attrs.frozen
class BoardHolder:
    """The holder of a prize on a wall.

    Attributes:
        name: The hand in words, with its cards.
        cards: The cards, drawn.
        where: Table, seat and, where names are shown, the player.
        at: The time at which the hand counted, to the second.
        verified: Whether the claim is verified.
    """

    name: str
    cards: Drawing
    where: str
    at: str
    verified: bool


@attrs.frozen
class Board:
    """A promotion on a wall.

    Attributes:
        title: Its title.
        house: The house; may be empty.
        prize: The present prize; empty while no window is running.
        until: When the window ends, or the next begins.
        holders: The holders of the prize.
        now: The time of this state, to the second.
    """

    title: str
    house: str | None
    prize: str
    until: str
    holders: tuple[BoardHolder, ...]
    now: str


def board(summary_: Summary, *, names: bool) -> Board:
    """Return the board of a promotion for a wall.

    Args:
        summary_: Its status, from `dealerkit.jobs.promotions.summary.status`.
        names: Whether to show players' names.
    """
    window, now = summary_["window"], summary_["now"][11:19]
    if window is None:
        until = f"the next window begins at {summary_['next'][11:16]}" if summary_["next"] else "no window is running"
        return Board(summary_["title"], summary_["house"], "", until, (), now)
    begun = f"since {window['from'][:10]} {window['from'][11:16]}"
    until = "won, to be settled" if window["over"] else f"until {window['until'][11:16]}" if window["until"] else begun
    holders = tuple(_holder(claim, names=names) for claim in window["holders"])
    return Board(summary_["title"], summary_["house"], window["prize"], until, holders, now)


def _holder(claim: Summary, *, names: bool) -> BoardHolder:
    table, seat = claim["table"], claim["seat"]
    where = [
        f"Table {table}" if table else "",
        f"{'seat' if table else 'Seat'} {seat}" if seat else "",
        (claim["who"] or "") if names else "",
    ]
    drawn, verified = cards(claim["cards"], width=CARD), claim["verdict"] != "pending"
    return BoardHolder(claim["name"], drawn, ", ".join(filter(None, where)), claim["counted"][11:19], verified)


def _blocks(board_: Board) -> Iterator[Block]:
    """Yield the state of a promotion: its prize, until when, and its holders."""
    yield Heading(board_.title)
    if board_.house:
        yield Paragraph(board_.house, "small")
    if board_.prize:
        yield Paragraph([strong(board_.prize), f", {board_.until}"], "lead")
    else:
        yield Paragraph(f"{board_.until[:1].upper()}{board_.until[1:]}.")
    for holder in board_.holders:
        yield Paragraph([strong(holder.name)], "lead")
        yield figure(holder.cards, holder.cards.width)
        yield Paragraph(f"{holder.where} at {holder.at}" + ("" if holder.verified else "; not yet verified"))
    if board_.prize and not board_.holders:
        yield Paragraph("Not won yet.")
    yield Paragraph(f"as of {board_.now}", "small")
