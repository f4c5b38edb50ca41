"""The sign-off of a new version of the rules: the trainees who answered every changed item correctly, and the time."""

from __future__ import annotations

import attrs

from dealerkit.training.store import TrainingSession, TrainingStore


def label_since(version: str) -> str:
    """Return the label under which a session on the changes since a version is saved.

    Args:
        version: The earlier version of the rules.

    >>> label_since(" 2026.1 ")
    'since 2026.1'
    """
    return f"since {version.strip()}"


@attrs.frozen
class SignedRules:
    """A rule set under which somebody signed off: its name, and the hash of its content at the time."""

    name: str
    sha256: str


@attrs.frozen
class Signoff:
    """A trainee's progress in the drill on the changes since a version of the rules.

    Attributes:
        trainee: Name or code.
        passed: Time of the right answer to the last missing exercise, as the log writes times; None while one is missing.
        right: The number of right answers without help, in the best session.
        items: The number of exercises.
        rules: The rule sets under which the answers were given.
        session: Id of the session.
    """

    trainee: str
    passed: str | None
    right: int
    items: int
    rules: tuple[SignedRules, ...]
    session: str


def signoffs(store: TrainingStore, version: str) -> list[Signoff]:
    """Return the progress of everybody who began the drill on the changes since a version, in order of their
    names.

    A trainee passes by answering, within one session, each of its exercises correctly and without help, at the first or a
    later attempt. A session begun without a number of exercises has as many as were asked.

    Args:
        store: An open store.
        version: The version of the rules before the changes, as in the drill's label, such as `2026.1`.
    """
    best: dict[str, Signoff] = {}
    for session in store.sessions(label=label_since(version)):
        standing = _of(store, session)
        known = best.get(standing.trainee)
        if known is None or (not known.passed and (bool(standing.passed), standing.right) > (False, known.right)):
            best[standing.trainee] = standing
    return sorted(best.values(), key=lambda signoff: signoff.trainee.casefold())


def _of(store: TrainingStore, session: TrainingSession) -> Signoff:
    answers = list(store.answers(session=session.id, source="computed"))
    right: dict[str, str] = {}
    for answer in answers:
        if answer.counts:
            right.setdefault(f"{answer.drill} {answer.level} {answer.seed}", answer.at)
    asked = {f"{answer.drill} {answer.level} {answer.seed}" for answer in answers}
    items = len(asked) if session.items is None else session.items
    done = len(right) >= items and asked <= right.keys()
    passed = max(right.values(), default=session.at) if done and (answers or session.items == 0) else None
    rules = tuple(SignedRules(*pair) for pair in sorted({(answer.rules, answer.fingerprint) for answer in answers}))
    return Signoff(session.trainee, passed, len(right), items, rules, session.id)
