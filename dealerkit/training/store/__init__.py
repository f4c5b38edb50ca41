"""The training store: trainees, sessions, and the log of answers, to which entries are only ever added.

    with Store.open(now=clock, tell=note) as store:
        session = store.begin("drill", "Ann")
        store.keep(Answer(...))
        store.figures("Ann", "baccarat/third-card-flash", 1)

The disk never stops a trainee. With `tell`, an unwritable file is reported once and the session continues in memory; a damaged
file is reported, set aside and replaced by a new one.
"""

from dealerkit.training.store.sessions import KINDS, TrainingSession
from dealerkit.training.store.store import TrainingStore

__all__ = ["KINDS", "TrainingSession", "TrainingStore"]
