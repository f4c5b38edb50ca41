"""A trainee's progress: right answers, times, weakest and due exercises; on a page and to print."""

from __future__ import annotations

from starlette.responses import Response

from dealerkit.training.cell_names import cell_title, title_of
from dealerkit.training.progress import progress
from dealerkit.training.reports.progress import TraineeReport
from dealerkit.web.drills.pages import printed, said_until
from dealerkit.web.pages import fragment
from dealerkit.web.people import PRACTISE
from dealerkit.web.sittings import training
from dealerkit.web.trainees import trainee_of
from dealerkit.web.visit import Visit, get

MOST_CELLS = 12
"""Most weak cells, and most due cells, that are named."""


def show(visit: Visit) -> Response:
    """Show the progress of the trainee at this browser."""
    trainee = trainee_of(visit)
    with training() as store:
        document = progress(store, trainee)
        weak = store.weakest(trainee, None, MOST_CELLS)
        due = store.due(trainee)
    return visit.page(
        "drills/progress.html",
        trainee=trainee,
        it=document,
        weak=[(cell_title(drill_cell.cell), title_of(drill_cell.drill), drill_cell) for drill_cell in weak],
        due=[
            (cell_title(drill_cell.cell), title_of(drill_cell.drill), said_until(drill_cell.due))
            for drill_cell in due[:MOST_CELLS]
        ],
        told=fragment(TraineeReport(document).document()),
    )


def on_paper(visit: Visit) -> Response:
    """Show the progress on paper, like `dealerkit progress --html`."""
    with training() as store:
        document = progress(store, trainee_of(visit))
    return printed(TraineeReport(document).document())


ROUTES = [
    get("/progress", show, name="progress", may=PRACTISE),
    get("/progress/paper", on_paper, name="progress.paper", may=PRACTISE),
]
