"""Finding the slip in a record of a dealer who sometimes slips; and the floor's ruling on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from random import Random

import attrs

from dealerkit.catalogue.findings import known_findings
from dealerkit.errors import Impossible
from dealerkit.felt import DEALER, Act
from dealerkit.hands.codes import codes_of
from dealerkit.judge import Finding
from dealerkit.judge.severity import line_of
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.rules.texts import text
from dealerkit.rulings import UNDECIDED, Ruling
from dealerkit.table.table import Table
from dealerkit.training.deals import Deal, Seating, deal, seating, sit
from dealerkit.training.disputes import among_four, one_of, said_outcome, said_remedy
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.narration import heading, lines, tell, wrapped
from dealerkit.training.planted_slips import wrong_acts
from dealerkit.training.replies import Choice, PartsReply, SlipsReply

CLEAN = "clean"
_KEYS = "abcdefgh"
_APART, _BEHIND = 3, 4
"""Fewest acts between two slips, and after the last one unless the round ends before."""
_PLACES = 12
"""Most places tried for a slip."""
_FAR = ("action/", "street/", "burn/", "coup/no-more")
"""Slips by which the dealer may run far ahead: a card, or bringing in the bets, before the betting is over."""
_NEVER = ("step", "play", "record")
"""Families of findings without a title of their own."""


@attrs.frozen(eq=False)
class FindSlipSituation:
    """A record, with or without slips.

    Attributes:
        game: The game and its rules.
        seating: The table: seats, stacks, button and seed.
        first: Number of acts before the part that is shown.
        acts: Every act.
        planted: Act number and code of each slip, in order.
        offered: Codes of the faults to choose from, in the order of their letters.
        told: Group of the slip, if the trainee is told it; else empty.
        ruling: The ruling on the slip, if it is asked for; else None.
        remedies: The remedies to choose from, by title.
        outcomes: The rulings to choose from.
    """

    game: Game
    seating: Seating
    first: int
    acts: tuple[Act, ...]
    planted: tuple[tuple[int, str], ...]
    offered: tuple[str, ...]
    told: str = ""
    ruling: Ruling | None = None
    outcomes: tuple[str, ...] = ()
    remedies: tuple[str, ...] = ()


def at_act(given: FindSlipSituation, act: int) -> Table:
    """Return the table of a record after an act, without its findings.

    Args:
        given: The record.
        act: Number of acts; limited to those of the record, and at least those before the part that is shown.
    """
    upto = min(max(act, given.first), len(given.acts))
    return Deal(given.game, given.seating, given.acts, given.first).table(upto)


class FindSlip(Generator[FindSlipSituation]):
    """Exercises on finding the slip in a record.

    A cell, the unit that comes back after a wrong answer, is `clean` (no slip) or a group of slips; all are drawn equally
    often.

    Under `with:` a level has `families` (groups with their patterns of codes), `counts` (cells by number of slips instead of
    groups), `clean` (whether there are records without a slip), `slips` (least and most number of slips), `family_told`
    (whether the trainee is told the group), `faults` (number of faults to choose from), `elsewhere` (rule sets or options,
    under one of which one of the slips is not a slip), `seats`, `stacks` and `rounds`. `ruled: true` also asks for ruling and
    remedy of a single slip on which the rule set in force rules at once.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return `clean` and every group of slips that can happen in the game; each is a class of its own."""
        known = _codes(setting)
        groups = [name for name in setting.told("families", {}) if any(_group(setting, code) == name for code in known)]
        groups = list(setting.told("counts", groups))
        names = [*([CLEAN] if setting.told("clean") else []), *groups]
        return {name: "" if bool(setting.told("ruled")) else name for name in names}

    def draw(self, setting: Setting, cell: str, rng: Random) -> FindSlipSituation | None:
        """Deal a round and plant slips of the cell's group; None if a slip causes no finding, or another finding appears."""
        deal_ = deal(setting.game, seating(setting.game, setting.level.told, rng), int(setting.told("rounds", 1)))
        if deal_ is None:
            return None
        counts, ruled = setting.told("counts", {}), bool(setting.told("ruled"))
        low, high = counts.get(cell) or setting.told("slips", (1, 1))
        wanted = 0 if cell == CLEAN else rng.randint(int(low), int(high))
        acts, planted, ruling = _with_slips(setting, deal_, "" if counts else cell, wanted, rng, ruled=ruled)
        ruling = ruling if ruled else None
        if len(planted) < max(int(low), 1 if wanted else 0) * bool(wanted) or (ruled and ruling is None):
            return None
        if wanted and setting.told("elsewhere") and not _only_here(setting, deal_, acts, planted):
            return None
        codes = [finding for _, finding in planted]
        family = cell if setting.told("family_told") else ""
        offered = _offered(setting, codes, family, rng)
        if len(offered) < 3:
            return None
        outcomes, remedies = _picks(setting.game, ruling, rng) if ruling is not None else ((), ())
        return FindSlipSituation(
            deal_.game,
            deal_.seating,
            deal_.first,
            acts,
            planted,
            offered,
            family,
            ruling,
            outcomes,
            remedies,
        )

    def question(self, setting: Setting, given: FindSlipSituation) -> Question:
        """Show the record and the faults to choose from."""
        table = Deal(given.game, given.seating, given.acts, given.first).table(given.first)
        head = heading(given.game, table)
        shown = [head, *_posted(setting), *lines(tell(table, given.acts[given.first :])), ""]
        if given.told:
            shown.append(f"The slip is about: {given.told}.")
        for key, code in zip(_KEYS, given.offered, strict=False):
            shown += wrapped(f"{key}  {_title(given.game, code)}", 75, "   ")
        faults = tuple(Choice(key, code, _title(given.game, code)) for key, code in zip(_KEYS, given.offered, strict=False))
        reply = SlipsReply(faults, len(given.acts))
        if given.ruling is None:
            return Question(tuple(shown), "Which action was a slip, and which slip was it? Or is the hand clean?", reply)
        parts = (("action and slip", reply), ("ruling", one_of(given.outcomes)), ("remedy", one_of(given.remedies)))
        return Question(
            tuple(shown),
            "Which action was which slip, what is the ruling, and what does the dealer do?",
            PartsReply(parts, (2, 1, 1)),
        )

    def key(self, setting: Setting, given: FindSlipSituation) -> Key:
        """Return the planted slips, and the ruling if it is asked."""
        answer = SlipsReply.write((act, code) for act, code in given.planted)
        rules = [rule for _, code in given.planted for rule in line_of(known_findings(given.game), code).get("cite") or ()]
        working = [f"Action {act}: {_title(given.game, code)}." for act, code in given.planted]
        codes = tuple(dict.fromkeys(code for _, code in given.planted))
        if given.ruling is not None:
            ruling = given.ruling
            answer = PartsReply.join([answer, said_outcome(ruling), said_remedy(given.game.rules, ruling)])
            rules = [*ruling.rules, *rules]
            working.append(ruling.because or ruling.say)
        elif codes:
            working.append(str(text(line_of(known_findings(given.game), codes[0]).get("why", ""))))
        if not given.planted:
            working = ["Every action was right; naming a slip is a false alarm."]
        kept = tuple(line for text_ in working if text_ for line in wrapped(text_, 75, ""))
        return Key((answer,), tuple(dict.fromkeys(rules))[:4] or setting.drill.cite, kept, codes or setting.drill.codes[:1])


def _codes(setting: Setting) -> list[str]:
    return sorted(code for code in codes_of(setting.game) if code.partition("/")[0] not in _NEVER)


def _group(setting: Setting, code: str) -> str:
    """Return the group of a code: the first with a matching pattern; empty if there is none."""
    groups = setting.told("families", {}).items()
    return next((name for name, patterns in groups if any(fnmatchcase(code, pattern) for pattern in patterns)), "")


def _title(game: Game, code: str) -> str:
    return str(text(line_of(known_findings(game), code).get("title", code)))


def _offered(setting: Setting, codes: Sequence[str], group: str, rng: Random) -> tuple[str, ...]:
    """Return the faults to choose from: the right ones and others, from the shown group if there is one."""
    others = [
        code for code in _codes(setting) if code not in codes and _group(setting, code) and group in ("", _group(setting, code))
    ]
    rng.shuffle(others)
    offered = [*dict.fromkeys(codes), *others][: max(int(setting.told("faults", 5)), len(set(codes)) + 1)]
    offered.sort(key=lambda code: _title(setting.game, code))
    return tuple(offered)


def _picks(game: Game, ruling: Ruling, rng: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rulings and the remedies to choose from, the right ones among them."""
    known = game.rules.faults if game.rules is not None else {}
    outcomes = sorted({str(case["outcome"]).replace("_", " ") for fault in known.values() for case in fault["cases"].values()})
    remedies = sorted({text(remedy["title"]) for remedy in (game.rules.remedies if game.rules is not None else {}).values()})
    return among_four(said_outcome(ruling), outcomes, rng), among_four(said_remedy(game.rules, ruling), remedies, rng)


def _with_slips(
    setting: Setting, deal_: Deal, group: str, wanted: int, rng: Random, *, ruled: bool
) -> tuple[tuple[Act, ...], tuple[tuple[int, str], ...], Ruling | None]:
    """Plant slips in a round one after the other; the dealer continues as if nothing had happened, as long as nothing else is
    found.

    Args:
        setting: The drill at a level.
        deal_: The dealt round.
        group: The group of slips; empty for any.
        wanted: Number of slips.
        rng: The random source.
        ruled: Whether each must be a slip with a ruling.

    Returns:
        The acts; act and code of each slip; and the ruling, if asked for.
    """
    acts, planted, ruling = deal_.acts, list[tuple[int, str]](), None
    after = deal_.first
    for _ in range(wanted):
        slip = _one_more(setting, deal_, acts, after, planted, group if not planted else "", rng, ruled=ruled)
        if slip is None:
            break
        acts, finding, ruling = slip
        planted.append((finding.act, finding.code))
        after = finding.act + _APART
    if not planted and not wanted:
        return _cut_short(deal_, rng), (), None
    return acts, tuple(planted), ruling


def _cut_short(deal_: Deal, rng: Random) -> tuple[Act, ...]:
    """Return the acts of a clean record, sometimes cut short, so that a short record is no clue."""
    whole = len(deal_.acts)
    return deal_.acts if rng.random() < 0.5 else deal_.acts[: rng.randint(deal_.first + (whole - deal_.first) // 2, whole)]


def _one_more(
    setting: Setting,
    deal_: Deal,
    acts: tuple[Act, ...],
    after: int,
    before: Sequence[tuple[int, str]],
    group: str,
    rng: Random,
    *,
    ruled: bool,
) -> tuple[tuple[Act, ...], Finding, Ruling | None] | None:
    """Plant another slip in a record; return acts, finding and ruling, or None if there is no place for it.

    Args:
        setting: The drill at a level.
        deal_: The dealt hand.
        acts: The record so far.
        after: Number of acts before the first possible place.
        before: The slips already in it, act and code.
        group: The group of slips to choose from; empty for any.
        rng: The random source.
        ruled: Whether it must be a slip with a ruling.
    """
    places = [at for at in range(after, len(acts)) if acts[at].who == DEALER]
    rng.shuffle(places)
    for at in places[:_PLACES]:
        table = Deal(deal_.game, deal_.seating, acts, deal_.first).table(at)
        wrong = list(wrong_acts(table, acts, at).items())
        rng.shuffle(wrong)
        for act, far in wrong:
            try:
                verdict = table.judge(act)
            except Impossible:
                continue
            code = verdict.findings[0].code if len(verdict.findings) == 1 else ""
            of = _group(setting, code) if code and code.partition("/")[0] not in _NEVER else ""
            if not of or of != (group or of) or (far and not code.startswith(_FAR)):
                continue
            ruling = verdict.rulings[-1].ruling if verdict.rulings else None
            if ruled and (ruling is None or ruling.outcome == UNDECIDED):
                continue
            record = _gone_on(deal_, acts, at, act, len(before) + 1)
            if record is not None:
                return record, verdict.findings[0], ruling
            break
    return None


def _gone_on(deal_: Deal, acts: tuple[Act, ...], at: int, wrong: Act, slips: int) -> tuple[Act, ...] | None:
    """Continue a record after a slip as if nothing had happened, up to the next possible finding; return None if that comes too
    soon.

    Args:
        deal_: The dealt round.
        acts: The acts before the slip.
        at: Number of acts before the slip.
        wrong: The slip.
        slips: Number of slips with this one.
    """
    best: tuple[Act, ...] = ()
    for resume in (at + 1, at, at + 2):
        table = Deal(deal_.game, deal_.seating, acts, deal_.first).table(at)
        table.push(wrong)
        reached = True
        for act in acts[resume:]:
            length = len(table.log)
            try:
                table.push(act)
            except Impossible:
                reached = False
                break
            if len(table.findings) > slips:
                del table.log[length:]  # the table is not used any more
                reached = False
                break
        if len(table.log) > len(best):
            best = tuple(table.log)
        if reached:
            break
    behind = min(_BEHIND, max(0, len(acts) - at - 2))
    return best if len(best) - at - 1 >= behind else None


def _otherwise(setting: Setting, other: str | Mapping[str, object]) -> Game:
    """Return the game under another rule set, or with other options."""
    game = setting.game
    if isinstance(other, str):
        return load(game.id, other)
    options = {name: str(value) for name, value in game.options.items()}
    return load(game.id, game.rules.name if game.rules is not None else None, {**options, **other})


def _posted(setting: Setting) -> list[str]:
    """Return the house's options that decide whether an act is a slip."""
    names = dict.fromkeys(name for name_ in setting.told("elsewhere", ()) if not isinstance(name_, str) for name in name_)
    options, known = setting.game.options, setting.game.data.get("options") or {}
    words = {"True": "yes", "False": "no"}
    return [f"{text(known[name]['title'])}: {words.get(str(options[name]), options[name])}" for name in names]


def _only_here(setting: Setting, deal_: Deal, acts: Sequence[Act], planted: Sequence[tuple[int, str]]) -> bool:
    """Return whether one of the slips is not a slip under another rule set."""
    for other in setting.told("elsewhere"):
        table = sit(_otherwise(setting, other), deal_.seating)
        try:
            for act in acts:
                table.push(act)
        except Impossible:
            continue
        there = [(finding.act, finding.code) for finding in table.findings]
        if any(slip not in there for slip in planted):
            return True
    return False


GENERATOR = FindSlip()
