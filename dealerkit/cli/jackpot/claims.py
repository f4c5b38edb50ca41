"""The commands of `dealerkit jackpot` about claims: claim, confirm, leave."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import click

from dealerkit.cli.common import bad_value, hand_option, json_option, misused, note, report, set_option
from dealerkit.cli.jackpot import common
from dealerkit.cli.journal.common import by_option, on_journal
from dealerkit.cli.journal_place import journal_option
from dealerkit.felt.numbers import is_whole
from dealerkit.jobs.journal.clock import moment, now, zone_here
from dealerkit.jobs.journal.places import JournalPlace, journal_place
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.promotions import claim_findings, summary
from dealerkit.jobs.promotions.book import Memory, Page, runs
from dealerkit.jobs.promotions.claim_form import ToldClaim, read
from dealerkit.jobs.promotions.claim_record import recorded
from dealerkit.jobs.promotions.policy import Policy, policy
from dealerkit.jobs.promotions.reports import ClaimReport, LeaveNote
from dealerkit.jobs.promotions.run import Body

OF_THE_HAND = {
    "--game": "game", "--hole": "hole", "--board": "board", "--shown": "hands", "--dealt-in": "dealt", "--players": "players",
    "--pot": "pot", "--uncalled": "uncalled", "--big-blind": "big_blind", "--no-showdown": "shown_down", "--set": "settings",
}  # fmt: skip
"""The options that a record answers itself, by the fields of a claim's form."""


@attrs.frozen
class TypedClaim:
    """A claim to a prize as it was typed on the command line.

    Attributes:
        form: The fields of the claim that options fill in.
        talk: `warned` if players who talked about the promotion were warned, `unreported` if it was not reported; None if
            nobody talked.
        record: A record file to read the hand from; None without one.
        hand: The ID or number of the record in that file; None for the last.
        act: Number of the act at which the hand was shown; None for the last time the seat showed cards.
    """

    form: ToldClaim
    talk: str | None
    record: Path | None
    hand: str | None
    act: int | None

    @property
    def of_the_hand(self) -> list[str]:
        """The typed options that describe the hand; with a record they are refused, because the record has them."""
        nothing = ToldClaim("", "")
        return [option for option, name in OF_THE_HAND.items() if getattr(self.form, name) != getattr(nothing, name)]


def _shown(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[int, str]:
    hands: dict[int, str] = {}
    for text in given:
        seat, sign, cards = text.partition("=")
        if not (sign and is_whole(seat.strip()) and 0 < int(seat) <= 40 and cards.strip()):
            bad_value(f"'{text}' is not SEAT=CARDS, as in --shown 4=9d9c")
        if int(seat) in hands:
            bad_value(f"seat {int(seat)} is named twice")
        hands[int(seat)] = cards
    return hands


def _room(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[str, str] | None:
    tables: dict[str, str] = {}
    for text in given:
        table, sign, seats_ = (part.strip() for part in text.partition("="))
        if not (sign and table and seats_):
            bad_value(f"'{text}' is not TABLE=SEATS, as in --room T2=1-6,8")
        if table in tables:
            bad_value(f"table {table} is named twice")
        tables[table] = seats_
    return tables or None


@click.command("claim")
@click.argument("name", metavar="PROMOTION")
@click.option("--game", metavar="GAME", default="", help="The game. Default: the first game in the promotion.")
@click.option("--hole", metavar="CARDS", default="", help="The player's own cards, such as AsAh.")
@click.option("--board", metavar="CARDS", default="", help="The community cards, such as 'Ad Kh Kc 2c 3d'.")
@click.option(
    "--shown",
    "hands",
    metavar="SEAT=CARDS",
    multiple=True,
    callback=_shown,
    help="Another hand that was shown down; repeat it for more.",
)
@common.place_options
@click.option("--dealt-in", "dealt", metavar="SEATS", help="The seats that were dealt in, such as 1-6,8.")
@click.option("--players", type=click.IntRange(1, 40), help="Number of players dealt in, if the seats are not known.")
@click.option("--pot", metavar="AMOUNT", help="The size of the pot.")
@click.option("--uncalled", metavar="AMOUNT", help="The uncalled part of the pot.")
@click.option("--big-blind", metavar="AMOUNT", help="The big blind of the game, if the pot is measured in big blinds.")
@click.option(
    "--room",
    metavar="TABLE=SEATS",
    multiple=True,
    callback=_room,
    help="Seats with cards at another table, such as T2=1-6,8, if the room shares the prize; repeatable.",
)
@click.option("--no-showdown", "shown_down", is_flag=True, flag_value=False, default=True, help="The hand was not shown down.")
@click.option("--finding", "codes", metavar="CODE", multiple=True, help="A finding in the hand, such as burn/doubled.")
@click.option(
    "--talk",
    type=click.Choice(("warned", "unreported")),
    help="Players talked about the promotion: were they warned, or was it not reported?",
)
@set_option
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Take the hand from a record, with its findings.")
@hand_option
@click.option(
    "--act", type=click.IntRange(1), help="Number of the act at which the hand was shown. Default: the seat's last showdown."
)
@click.option(
    "--at",
    metavar="TIME",
    help="The time that counts under the policy: when the hand was tabled or started. Default: now, if tabled.",
)
@click.option("--entered-for", metavar="TIME", help="The time window the hand was entered for, to compare.")
@click.option("--yes", "right", metavar="STEP", multiple=True, help="A verification step already done, or all.")
@click.option("--dry-run", "tried", is_flag=True, help="Judge the claim without saving anything, now or for another time.")
@by_option
@journal_option
@json_option
def claim_(
    name: str, player: str, table: str | None, seat: int | None, at: str | None, entered_for: str | None,
    right: tuple[str, ...], tried: bool, by: str, where: JournalPlace | None, as_json: bool, talk: str | None,
    record: Path | None, hand: str | None, act: int | None, **typed: Any,
) -> None:  # fmt: skip
    """Claim the prize for a hand: every clause of the policy is checked and logged, met or not.

    A claim is valid when the answer to every clause is yes. An unanswered clause, and the verification, stay open; `confirm`
    answers them. A claim that cannot be true is refused and not saved: one with the same card twice, or for a seat that was not
    dealt in. Exit status 1 if the answer to a clause is no, or there is a finding against the person who entered the claim.

    \b
    dealerkit jackpot claim high-hand-hourly --hole AsAh --board "Ad Kh Kc 2c 3d" --table T1 --seat 3 --dealt-in 1-6 --pot 40
    dealerkit jackpot claim bad-beat --hole 8s8h --board "8d 8c 9s 9h 2c" --shown 4=9d9c --seat 3 --dealt-in 1-6 --pot 40
    dealerkit jackpot claim high-hand-hourly --record evening.rec --seat 3
    dealerkit jackpot claim high-hand-hourly --hole AsAh --board "Ad Kh Kc 2c 3d" --at "2026-03-01 14:05" --dry-run
    """
    form = ToldClaim(table=table, seat=seat, who=player or None, talk=talk is not None, **typed)
    typed_claim = TypedClaim(form, talk, record, hand, act)
    _complete(typed_claim)
    if tried and not _was_opened(where, name):
        document = _judged(name, typed_claim, at, entered_for, right)
        report(ClaimReport(document), as_json)
        note(f"note: {name} is not open here; judged as if it were, and nothing was saved")
        _leave_with(document)
        return
    with Journal.open(where, write=True) as journal, common.page_of(journal, name, tried=tried) as here:
        form_, more = _claim_form(here.run.in_force, typed_claim)
        form_ = attrs.evolve(form_, who=here.who(player) or None)
        time = common.time_said(at, here.run, journal)
        if tried and time is not None:
            here.suppose(time)
        if entered_for is not None:
            entered = common.time_said(entered_for, here.run, journal)
            assert entered is not None
            more["findings"] += claim_findings.wrong_window(here.run, here.acts.time(time), entered)
        event = here.acts.claim(read(form_, here.run.in_force), {**more, **here.by(by)}, time)
        number = here.run.next_claim - 1
        if right:
            here.acts.confirm(number, right, (), (), "", here.by(by))
        assert event.said is not None
        document = _claim_document(journal, here, number) | ({"dry_run": True} if tried else {})
    report(ClaimReport(document), as_json)
    if tried:
        note("note: trial only; nothing was saved")
    _leave_with(document)


def _claim_document(journal: Journal, here: Page, number: int) -> dict[str, Any]:
    document_: dict[str, Any] = journal.named({"promotion": here.run.name, **summary.claim(here.run, here.run.claims[number])})
    return document_


def _leave_with(document: dict[str, object]) -> None:
    if document["verdict"] == "refused" or document["findings"]:
        raise click.exceptions.Exit(1)


def _complete(typed_claim: TypedClaim) -> None:
    if typed_claim.record is None:
        for option, given in (("--hand", typed_claim.hand), ("--act", typed_claim.act)):
            if given is not None:
                misused(f"{option} chooses a hand in a record: add --record FILE")
        if not typed_claim.form.hole:
            misused("no hand given; --hole AsAh names the player's own cards, --record FILE takes them from a record")
        return
    if typed_claim.form.seat is None:
        misused("add --seat N: whose hand in the record is claimed")
    if typed_claim.of_the_hand:
        misused(f"{' and '.join(typed_claim.of_the_hand)}: the record already has that")


def _was_opened(where: JournalPlace | None, name: str) -> bool:
    """Return whether the journal has a promotion; False if there is no journal yet."""
    place = where or journal_place()
    if isinstance(place, Path) and not place.exists():
        return False
    with Journal.open(place) as journal:
        return name in runs(journal)


def _judged(name: str, typed_claim: TypedClaim, at: str | None, entered_for: str | None, right: Sequence[str]) -> dict[str, Any]:
    """Judge a claim by the policy alone, as if the promotion had been opened at the time that decides.

    Args:
        name: The promotion's name, or the path of its policy.
        typed_claim: The claim as typed.
        at: The time that decides, as it was typed; now if nobody says.
        entered_for: The time for which it was entered on the list; None if nobody says.
        right: The steps of the verification that are done.

    Raises:
        UnknownName: If there is no such policy.
        ActError: If the hand is impossible.
    """
    policy_, zone = policy(name), zone_here()
    time = moment(at, zone) if at is not None else now(zone)
    book = Memory(policy_, zone, time)
    book.acts.open(policy_, "tried", zone)
    form_, more = _claim_form(policy_, typed_claim)
    if entered_for is not None:
        more["findings"] += claim_findings.wrong_window(book.run, time, moment(entered_for, zone))
    book.acts.claim(read(form_, policy_), more, time if at is not None else None)
    if right:
        book.acts.confirm(1, right, (), (), "", {})
    return {"promotion": policy_.name, **summary.claim(book.run, book.run.claims[1]), "dry_run": True}


def _claim_form(policy_: Policy, typed_claim: TypedClaim) -> tuple[ToldClaim, Body]:
    """Return the claim's form from the options and the record, and the further fields of its event."""
    form, more = typed_claim.form, Body(findings=[])
    if typed_claim.talk == "unreported":
        more["findings"] += claim_findings.talk_let_pass()
    if typed_claim.record is None:
        return attrs.evolve(form, game=form.game or policy_.games[0]), more
    assert form.seat is not None
    taken = recorded(typed_claim.record, form.seat, typed_claim.hand, typed_claim.act)
    more["findings"] += claim_findings.not_reported(taken.codes, form.codes)
    more["record"] = {"file": typed_claim.record.name, "acts": list(taken.acts), "text": taken.text}
    codes, table = tuple(dict.fromkeys((*taken.codes, *form.codes))), form.table or taken.told.table
    return attrs.evolve(taken.told, room=form.room, who=form.who, table=table, codes=codes, talk=form.talk), more


@click.command("confirm")
@click.argument("name", metavar="PROMOTION")
@click.argument("number", metavar="CLAIM", type=click.IntRange(1))
@click.option("--yes", "right", metavar="CLAUSE", multiple=True, help="Confirm this: a verification step, all, or a clause.")
@click.option("--no", "wrong", metavar="CLAUSE", multiple=True, help="Deny this; floor for a refusal. Needs --reason.")
@click.option("--waive", "waived", metavar="STEP", multiple=True, help="Waive this step. Needs --reason.")
@click.option("--reason", metavar="TEXT", default="", help="Why.")
@by_option
@on_journal(write=True)
def confirm_(
    journal: Journal, name: str, number: int, right: Sequence[str], wrong: Sequence[str], waived: Sequence[str], reason: str,
    by: str, as_json: bool,
) -> None:  # fmt: skip
    """Answer the open questions of a CLAIM: verification steps, or a missing fact.

    Exit status 1 if this refuses the claim, or there is a finding against the person who waived a step.

    \b
    dealerkit jackpot confirm bad-beat 1 --yes recording --yes burns --by "Ann Lee"
    dealerkit jackpot confirm bad-beat 1 --no floor --reason "they played together"
    """
    with common.page_of(journal, name) as here:
        here.acts.confirm(number, right, wrong, waived, reason, here.by(by))
    document = _claim_document(journal, here, number)
    report(ClaimReport(document), as_json)
    _leave_with(document)


@click.command("leave")
@click.argument("name", metavar="PROMOTION")
@common.place_options
@click.option("--back", is_flag=True, help="The player is back.")
@common.at_option
@journal_option
@json_option
def leave_(
    name: str,
    player: str,
    table: str | None,
    seat: int | None,
    back: bool,
    at: str | None,
    where: JournalPlace | None,
    as_json: bool,
) -> None:
    """Log that a player with a claim has left or is back; the policy decides what happens to the claim."""
    if not player and not (table and seat):
        misused("name the player with --player NAME, or with --table and --seat")
    with Journal.open(where, write=True) as journal:
        with common.page_of(journal, name) as here:
            time = common.time_said(at, here.run, journal)
            event = here.acts.leave(here.who(player), table or "", seat or 0, back=back, at=time)
        assert event.said is not None
        document = {
            "promotion": name, "entry": event.seq, "claims": event.said["claims"], "back": back,
            "at": summary.local(event.said["time"], here.run),
        }  # fmt: skip

    report(LeaveNote(document), as_json)
