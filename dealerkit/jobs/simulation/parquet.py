"""The results of runs in Parquet files; a folder can hold those of many runs, to be queried together.

The files of a run are named after it, so that the same run writes the same files again. A file gets its name only when it is
complete.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from dealerkit import __version__
from dealerkit.jobs.simulation.coups import CoupDealer, CoupPlan, CoupTotals
from dealerkit.jobs.simulation.hands import HandPlan, HandRow
from dealerkit.jobs.simulation.shoes import NONE, CoupIds

_ROWS = (np.ndarray, list, pa.Array)
Columns = Mapping[str, object]
"""Name of a column -> its values: an array, a list, or one value for every row."""


def run_name(plan: CoupPlan | HandPlan) -> str:
    """Return the name of a run: game, seed, and a few letters of a hash over all other settings.

    Args:
        plan: The plan of the run.
    """
    text = repr(sorted(attrs.asdict(plan).items()))
    return f"{Path(plan.game).stem}-{plan.seed}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


class ResultFiles:
    """The files of a run. Call `keep` when everything is written, or nothing stays.

    Args:
        folder: The folder, created if missing.
        plan: The plan of the run.

    Raises:
        OSError: If the folder cannot be made.
    """

    def __init__(self, folder: Path, plan: CoupPlan | HandPlan) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.run = folder, run_name(plan)
        self._open: dict[str, tuple[pq.ParquetWriter, Path]] = {}
        self.written: list[Path] = []

    def write(self, kind: str, columns: Columns) -> None:
        """Add rows to one of the files.

        Args:
            kind: The kind of rows: `bets`, `shoes`, `coups`, `hands`, `seats`.
            columns: The rows, column by column.

        Raises:
            OSError: If they cannot be written.
        """
        many = max(len(values) for values in columns.values() if isinstance(values, _ROWS))
        arrays = {name: values if isinstance(values, _ROWS) else [values] * many for name, values in columns.items()}
        table = pa.table({"run": pa.array([self.run] * many).dictionary_encode(), **arrays})
        if kind not in self._open:
            part = self.folder / f".{self.run}-{kind}.{os.getpid()}.part"
            schema = table.schema.with_metadata({b"dealerkit": __version__.encode()})
            self._open[kind] = pq.ParquetWriter(part, schema, compression="zstd"), part
        self._open[kind][0].write_table(table.replace_schema_metadata(self._open[kind][0].schema.metadata))

    def coups(self, dealer: CoupDealer, ids: CoupIds, before: int, *, each: bool) -> None:
        """Write the shoes of a block.

        Args:
            dealer: The dealer of the shoes.
            ids: The coups of the block.
            before: The number of shoes of the run before this block.
            each: Whether to write every coup as well.

        Raises:
            OSError: If they cannot be written.
        """
        self.write("shoes", shoe_columns(dealer, ids, before))
        if each:
            self.write("coups", coup_columns(dealer, ids, before))

    def bets(self, dealer: CoupDealer, totals: CoupTotals) -> None:
        """Write the results of a run's bets.

        Raises:
            OSError: If it cannot be written.
        """
        self.write("bets", bet_columns(dealer, totals))

    def hands(self, rows: Sequence[HandRow], scale: int) -> None:
        """Write a row for each hand, and a row for each seat's winnings in it.

        Args:
            rows: The hands.
            scale: The number of smallest chips in a unit of money.

        Raises:
            OSError: If they cannot be written.
        """
        if rows:
            self.write("hands", hand_columns(rows, scale))
            self.write("seats", seat_columns(rows, scale))

    def keep(self) -> None:
        """Close the files and give them their names.

        Raises:
            OSError: If they cannot be written to their ends.
        """
        for kind, (writer, part) in self._open.items():
            writer.close()
            whole = self.folder / f"{self.run}-{kind}.parquet"
            part.replace(whole)
            self.written.append(whole)
        self._open.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for writer, part in self._open.values():
            with contextlib.suppress(OSError, pa.ArrowException):
                writer.close()
            with contextlib.suppress(OSError):
                part.unlink()


def shoe_columns(dealer: CoupDealer, ids: CoupIds, before: int) -> Columns:
    """Return the shoes of a block as columns, one row for each shoe: number of coups, winners, net of each bet.

    Args:
        dealer: The dealer of the shoes.
        ids: The ids of the block's coups, one row for each shoe.
        before: The number of shoes of the run before this block.
    """
    rows = dealer.rows(ids)
    unit = float(dealer.rules.unit)
    return {
        "shoe": np.arange(before + 1, before + 1 + len(rows.coups)),
        "coups": rows.coups.astype(np.int16),
        **{f"won_{side}": won.astype(np.int16) for side, won in rows.won.items()},
        **{f"net_{bet}": net * unit for bet, net in rows.net.items()},
    }


def coup_columns(dealer: CoupDealer, ids: CoupIds, before: int) -> Columns:
    """Return the coups of a block as columns, one row for each coup: its shoe and place in it, totals, cards and winner.

    Args:
        dealer: The dealer of the shoes.
        ids: The ids of the block's coups, one row for each shoe.
        before: The number of shoes of the run before this block.
    """
    rows = dealer.rows(ids).ids
    shoe, place = np.nonzero(rows != NONE)
    coup = rows[shoe, place]
    coups = dealer.shoe.table.coups

    def of(name: str) -> list[int]:
        return [int(getattr(row, name)) for row in coups]

    small = {
        name: np.array(of(name), np.int8).take(coup) for name in ("player_total", "banker_total", "player_cards", "banker_cards")
    }
    pairs = {name: np.array([bool(getattr(row, name)) for row in coups]).take(coup) for name in ("player_pair", "banker_pair")}
    winner = pa.DictionaryArray.from_arrays(pa.array(dealer.shoe.table.winners.take(coup)), ["player", "banker", "tie"])
    return {"shoe": shoe + before + 1, "coup": (place + 1).astype(np.int16), **small, **pairs, "winner": winner}


def bet_columns(dealer: CoupDealer, totals: CoupTotals) -> Columns:
    """Return the bets of a whole run as columns, one row for each bet: stake, coups, net, hold and its standard error.

    Args:
        dealer: The dealer of the shoes.
        totals: The totals of the run.
    """
    plan, unit = dealer.plan, float(dealer.rules.unit)
    bets = list(totals.takings)
    all_takings = list(totals.takings.values())
    return {
        "game": dealer.game.id,
        "seed": plan.seed,
        "bet": bets,
        "stake": [plan.stakes[bet] * unit for bet in bets],
        "coups": [bet_takings.coups for bet_takings in all_takings],
        "shoes": [bet_takings.shoes for bet_takings in all_takings],
        "net": [bet_takings.net * unit for bet_takings in all_takings],
        "hold": [float(bet_takings.hold(plan.stakes[bet])) for bet, bet_takings in totals.takings.items()],
        "error": [bet_takings.error(plan.stakes[bet]) for bet, bet_takings in totals.takings.items()],
        "sessions": [totals.sessions[bet].count for bet in bets],
        "broke": [totals.sessions[bet].broke for bet in bets],
        "ahead": [totals.sessions[bet].ahead for bet in bets],
    }


def hand_columns(rows: Sequence[HandRow], scale: int) -> Columns:
    """Return hands as columns, one row for each hand: table, acts, pot, winner, the house's take.

    Args:
        rows: The hands, one or more.
        scale: Smallest chips in one unit of money.
    """
    return {
        "table": [row.table for row in rows],
        "hand": [row.hand for row in rows],
        "acts": [row.acts for row in rows],
        "pot": [row.pot / scale for row in rows],
        "contested": [row.contested for row in rows],
        "winners": pa.array([list(row.winners) for row in rows], pa.list_(pa.int16())),
        "house": [row.net[0] / scale for row in rows],
        "findings": pa.array([list(row.findings) for row in rows], pa.list_(pa.string())),
    }


def seat_columns(rows: Iterable[HandRow], scale: int) -> Columns:
    """Return hands as columns, one row for each seat in each hand: its winnings and its score.

    Args:
        rows: The hands, one or more.
        scale: Smallest chips in one unit of money.
    """
    rows_ = list(_seats(rows, scale))
    return {name: [row[at] for row in rows_] for at, name in enumerate(("table", "hand", "seat", "net", "scored"))}


def _seats(rows: Iterable[HandRow], scale: int) -> Iterator[tuple[int, int, int, float, float]]:
    for row in rows:
        for seat in range(1, len(row.net)):
            yield row.table, row.hand, seat, row.net[seat] / scale, row.scored[seat] / scale
