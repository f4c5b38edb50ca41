"""Duties: acts that oblige the dealer to another act by a certain time. Compiled from the game's `duties`.

A step says what comes next; a duty says what must follow *if* something happens: a string bet must be stopped before the next
player acts, and a card exposed in the shuffle needs a wash before a card is dealt. A duty without a cure is a slip as soon as it
comes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

import attrs

from dealerkit.facts import Fact, Situation
from dealerkit.facts.decisions import comes_to, ruling_on
from dealerkit.facts.faults import DISPUTES, FAULTS
from dealerkit.facts.hands import ACTIONS
from dealerkit.facts.situation import ONLY_OF, REMARKED, SLIPPED, UNASKED, GameData, can_hold
from dealerkit.felt import VERBS, Act
from dealerkit.felt.verbs import verbs_that
from dealerkit.procedure.planners import DO, Do
from dealerkit.procedure.steps import OTHERWISE, Compiler, chosen
from dealerkit.rules.doc import Place
from dealerkit.rules.entries import Branch, DutyEntry

MONEY = frozenset({*ACTIONS, "put"})
"""Players' verbs in a betting round."""

HANDLING = verbs_that("handles")

_GROUPS = {"action": MONEY, "handle": HANDLING}
"""Words of the rule files for groups of verbs."""

_VERBS = frozenset(verb for _, verb in VERBS)

_WHO = ("d", "f", "s", "owner", "turn", "others")
"""Actors that a rule file can name in a duty's acts, as in `Pattern.who`."""


@attrs.frozen
class Pattern:
    """A kind of act: by actor, verb and target.

    Attributes:
        who: `d`, `f`, or `s` for any seat; `owner` for the seat whose act brought the duty, `turn` for the seat that was to act
            then, `others` for any other seat's act.
        verbs: The verbs; empty for any.
        to: First target; empty for any; `same` for the first target of the act that brought the duty, `owner` for the seat whose
            act brought it.
    """

    who: str
    verbs: frozenset[str]
    to: str

    def fits(self, act: Act, owner: str, turn: frozenset[str], place: str = "") -> bool:
        """Return whether an act is of this kind.

        Args:
            act: The act.
            owner: Actor whose act brought the duty: `d`, or a seat such as `s3`.
            turn: Seats that were to act when the duty came.
            place: First target of the act that brought the duty.
        """
        if self.verbs and act.verb not in self.verbs:
            return False
        named = {"same": place, "owner": owner}.get(self.to, self.to)
        if self.to and (not act.to or act.to[0] != named):
            return False
        if self.who in ("d", "f"):
            return act.who == self.who
        if not act.seat:
            return False
        if self.who == "owner":
            return act.who == owner
        if self.who == "turn":
            return act.who in turn
        return self.who == "s" or act.who != owner


Rulings = tuple[tuple[str, tuple[str, ...]], ...]
"""Faults, each with outcomes, groups of outcomes (`ends`, `stands`) or remedies."""

RULED_OTHERWISE = "ruled_otherwise"
"""Value of a duty's `by`: its time ends once the rule set in force no longer gives the ruling in `ruled`."""


@attrs.frozen(eq=False)
class Duty:
    """One duty.

    Attributes:
        id: Name of the duty.
        on: Verbs of the acts that may bring it, each with facts of which one must hold; no facts if it always comes.
        when: Further facts that must hold.
        cures: Acts that settle it: any of them, or all with `all_of`.
        all_of: Whether every cure is needed; together with `done`, whether only its facts settle it.
        before: Acts that end its time.
        codes: Code of the finding; or a map of facts to codes, with `otherwise`.
        say: Sentence on the act that is due.
        cite: Ids of the rules that it rests on.
        unplanned: Whether only an unasked act brings it.
        outcome: Whether it forbids a state of the felt: judged by `dealerkit.judge.duties.outcomes`, before the steps.
        done: Facts of which any settles it, besides its cures.
        by: Facts of which any ends its time, besides `before`.
        severity: Severity of its finding; empty for the catalogue's.
        ruled: Faults, each with outcomes or remedies: the duty comes only if the rule set's ruling on each of these faults has
            one of them.
        unless: Faults, each with outcomes or remedies: the duty does not come if the ruling on one of these faults has one of
            them.
        asks: Planner of the acts that settle it, if a verb and a place do not describe them; None otherwise.
    """

    id: str
    on: Mapping[str, tuple[Fact, ...]]
    when: tuple[Fact, ...]
    cures: tuple[Pattern, ...]
    all_of: bool
    before: tuple[Pattern, ...]
    codes: object
    say: str
    cite: tuple[str, ...]
    unplanned: bool
    outcome: bool = False
    done: tuple[Fact, ...] = ()
    by: tuple[Fact, ...] = ()
    severity: str = ""
    ruled: Rulings = ()
    unless: Rulings = ()
    asks: Do | None = None

    @property
    def waits(self) -> bool:
        """Whether there is time to settle it; otherwise it is a slip at once."""
        return bool(self.cures or self.done)

    def may_come(self, verb: str, game: GameData, absent: frozenset[str]) -> bool:
        """Return whether an act with this verb can bring the duty at all, in this game with its options.

        Args:
            verb: The act's verb.
            game: The game with its options.
            absent: Oddities that the act does not have: `UNASKED` if something asked for it.
        """
        if self.unplanned and UNASKED in absent:
            return False
        facts = self.on[verb]
        fitting = [fact for fact in facts if ONLY_OF.get(fact) not in absent and can_hold(fact.__name__, game)]
        return (bool(fitting) or not facts) and all(
            ONLY_OF.get(fact) not in absent and can_hold(fact.__name__, game) for fact in self.when
        )

    def comes(self, now: Situation, act: Act) -> bool:
        """Return whether the last act brings the duty. The caller has made sure that acts with its verb can."""
        facts = self.on[act.verb]
        for fact in facts:  # loops, because several duties are tested after every act; the rarest facts come first
            if fact(now):
                break
        else:
            if facts:
                return False
        return all(fact(now) for fact in self.when) and self.is_ruled(now)

    def is_ruled(self, now: Situation) -> bool:
        """Return whether the rule set's present ruling meets `ruled` and `unless`."""
        if not all(comes_to(ruling_on(now, fault), words) for fault, words in self.ruled):
            return False
        return not any(comes_to(ruling_on(now, fault), words) for fault, words in self.unless)

    def code(self, now: Situation) -> str:
        """Return the code of the finding that is due if the duty is neglected now."""
        if not isinstance(self.codes, Mapping):
            return str(self.codes)
        return str(chosen(self.codes, now))


@attrs.frozen(eq=False)
class Pending:
    """An open duty.

    Attributes:
        duty: The duty.
        code: Code of its finding.
        owner: The seat, or `d`, whose act brought it.
        turn: Seats that were to act then.
        left: The acts still needed to settle it, if all of several are needed.
        place: First target of the act that brought it.
    """

    duty: Duty
    code: str
    owner: str
    turn: frozenset[str]
    left: tuple[Pattern, ...]
    place: str = ""

    @property
    def by_place(self) -> bool:
        """Whether its cure is an act at the same place, so that another act that is due at that place does not settle it."""
        return any(cure.to == "same" for cure in self.left)

    def after(self, act: Act) -> Pending | None:
        """Return the duty that remains after `act`, or None if the act settles it."""
        done = [cure for cure in self.left if cure.fits(act, self.owner, self.turn, self.place)]
        if not done:
            return self
        if self.duty.done and self.duty.all_of:
            return attrs.evolve(self)  # the act may be one of several that are needed; the facts in `done` say when all are done
        left = tuple(cure for cure in self.left if cure not in done)
        return attrs.evolve(self, left=left) if self.duty.all_of and left else None

    def is_late(self, act: Act) -> bool:
        """Return whether the duty is overdue once this act is done."""
        return any(end.fits(act, self.owner, self.turn, self.place) for end in self.duty.before)


Watch = Mapping[str, tuple[Duty, ...]]
"""Duties, by the verbs that may bring them."""


def duties(data: Branch, compiler: Compiler, say: Callable[[object], str] = str) -> Watch:
    """Compile the duties of a game, by the verbs that bring them.

    Args:
        data: The game's data.
        compiler: Compiler that finds facts by name.
        say: Function that fills the options in force into a text.

    Raises:
        RuleFileError: With every problem in them.
    """
    by_verb: dict[str, list[Duty]] = {}
    for name, spec in (data.get("duties") or {}).items():
        duty = _duty(name, spec, compiler, say)
        for verb in duty.on:
            by_verb.setdefault(verb, []).append(duty)
    compiler.finish()
    return {verb: tuple(those) for verb, those in by_verb.items()}


Likely = Mapping[tuple[str, bool, bool], tuple[Duty, ...]]
"""Duties that may come, by verb, whether the act was asked for, and whether the felt remarked on it."""


def likely(watch: Watch, game: GameData) -> Likely:
    """Return the duties that each kind of act may bring, so that no other duty need be tested after it.

    Args:
        watch: Duties, by the verbs that may bring them.
        game: The game in force.

    Returns:
        Duties by three things: the act's verb, whether it was due or asked for, and whether the felt made a remark on it.
    """
    return {
        (verb, planned, remarked): those
        for planned in (False, True)
        for remarked in (False, True)
        for verb, those in _that_may_come(watch, game, {UNASKED: planned, REMARKED: not remarked}).items()
    }


def loud(watch: Watch, game: GameData) -> tuple[Watch, Watch]:
    """Return the duties that an ordinary act may bring although it was due or asked for.

    Args:
        watch: Duties, by the verbs that may bring them.
        game: The game in force.

    Returns:
        Two maps of duties by verb: for a round without a slip so far, and for a round after a slip.
    """
    due = {UNASKED: True, REMARKED: True}
    return _that_may_come(watch, game, {**due, SLIPPED: True}), _that_may_come(watch, game, due)


def _that_may_come(watch: Watch, game: GameData, absent: Mapping[str, bool]) -> Watch:
    """Return the duties that can come while some oddities are absent, without verbs that bring none."""
    lacking = frozenset(oddity for oddity, is_absent in absent.items() if is_absent)
    coming = {verb: tuple(duty for duty in those if duty.may_come(verb, game, lacking)) for verb, those in watch.items()}
    return {verb: those for verb, those in coming.items() if those}


def verbs_minded(watch: Watch) -> frozenset[str]:
    """Return the dealer's verbs that bring or settle duties. Duties that forbid a state of the felt are left out, since they are
    tested after other acts too.
    """
    spoken = {verb for verb, those in watch.items() if not all(duty.outcome for duty in those)}
    cures = (verb for those in watch.values() for duty in those for cure in duty.cures if cure.who == "d" for verb in cure.verbs)
    return frozenset({*spoken, *cures})


def _duty(name: str, spec: DutyEntry, compiler: Compiler, say: Callable[[object], str]) -> Duty:
    place = ("duties", name)
    on = {}
    for verbs, facts in spec["on"].items():
        for verb in verbs.split():
            if verb not in _VERBS:
                compiler.unknown("verb", verb, _VERBS, (*place, "on", verbs))
            on[verb] = compiler.facts([] if facts == "always" else facts, (*place, "on", verbs))
    codes = spec["code"]
    ruled = _rulings(spec.get("ruled") or {}, compiler, (*place, "ruled"))
    unless = _rulings(spec.get("unless") or {}, compiler, (*place, "unless"))
    by = [spec["by"]] if isinstance(spec.get("by"), str) else list(spec.get("by") or ())
    ended = compiler.facts([fact for fact in by if fact != RULED_OTHERWISE], (*place, "by"))
    if RULED_OTHERWISE in by:
        ended = (*ended, lambda now: any(comes_to(ruling_on(now, fault), words) is False for fault, words in ruled))
    if isinstance(codes, Mapping):
        for fact in codes:
            if fact != OTHERWISE:
                compiler.facts(fact, (*place, "code", fact))
    asks = spec.get("asks", "")
    if asks and asks not in DO:
        compiler.unknown("'do' word", asks, DO, (*place, "asks"))
    return Duty(
        id=name,
        on=on,
        when=compiler.facts(spec.get("if"), (*place, "if")),
        cures=_patterns(spec.get("do", ()), compiler, (*place, "do")),
        all_of=bool(spec.get("all")),
        before=_patterns(spec.get("before", ()), compiler, (*place, "before")),
        codes=codes,
        say=say(spec.get("say", "")),
        cite=tuple(spec.get("cite", ())),
        unplanned=bool(spec.get("unplanned")),
        outcome=bool(spec.get("outcome")),
        done=compiler.facts(spec.get("done"), (*place, "done")),
        by=ended,
        severity=str(spec.get("severity", "")),
        ruled=ruled,
        unless=unless,
        asks=DO.get(asks),
    )


def _rulings(words_by_fault: Mapping[str, str | Sequence[str]], compiler: Compiler, place: tuple[str, ...]) -> Rulings:
    for fault in words_by_fault:
        if fault not in DISPUTES and fault not in FAULTS:
            compiler.unknown("fault seen at the table", fault, {*DISPUTES, *FAULTS}, (*place, fault))
    return tuple((fault, tuple([words] if isinstance(words, str) else words)) for fault, words in words_by_fault.items())


def _patterns(texts: Sequence[str], compiler: Compiler, place: Place) -> tuple[Pattern, ...]:
    """Return the acts in a `do` or `before`, as patterns; unknown actors and verbs are noted as problems."""
    for at, text in enumerate(texts):
        who, named = _words(text)[:2]
        if who not in _WHO:
            compiler.unknown("actor of a duty", who, _WHO, (*place, at))
        for verb in named:
            if verb not in _VERBS and verb not in _GROUPS:
                compiler.unknown("verb", verb, {*_GROUPS, *_VERBS}, (*place, at))
    return tuple(map(_pattern, texts))


def _words(text: str) -> tuple[str, list[str], str]:
    """Return the parts of an act in a `do` or `before`, as written: actor, verbs, target."""
    who, verbs, to = (*text.split(), "", "")[:3]
    return who, verbs.split("|") if verbs else [], to


@functools.lru_cache(maxsize=1024)  # the same few texts are read for every game and every value of its options
def _pattern(text: str) -> Pattern:
    who, named, to = _words(text)
    return Pattern(who, frozenset().union(*(_GROUPS.get(verb, frozenset({verb})) for verb in named)), to)
