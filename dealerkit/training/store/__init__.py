"""The store of training: trainees, sessions, and the log of answers that is only ever added to.

    with Store.open(now=clock, tell=note) as store:
        session = store.begin("drill", "Ann")
        store.keep(Answer(...))
        store.figures("Ann", "baccarat/third-card-flash", 1)

Who drills is never stopped by the disk: with `tell`, a file that cannot be written is told once and the session goes on in
memory; a damaged one is told and set aside, and another begun.
"""

from dealerkit.training.store.sessions import KINDS, TrainingSession
from dealerkit.training.store.store import TrainingStore

__all__ = ["KINDS", "TrainingSession", "TrainingStore"]
