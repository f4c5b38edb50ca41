"""Two judges compared: the same acts, slips and undos at tables of all games, with a comparison after every act.

Speed and order may change, judgements may not. One checkout deals, the other deals the same with the same dice, and after each
act both print findings and rulings, and everything due, asked, owed and required. At the first difference, the acts up to it
are printed, with both outputs.

    python bench/differential.py OTHER [--acts N] [--games G,G] [--rules R,R] [--seed N] [--deep]

`OTHER` is another checkout's folder, or a commit of this one. `--acts` is the number of acts at each table; `--deep` takes back
whole hands as well as single acts.
"""

from __future__ import annotations

import argparse
import io
import itertools
import os
import random
import re
import subprocess
import sys
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

_NOWHERE = re.compile(r" at 0x[0-9a-f]+")
"""Memory addresses, which are no difference."""

Telling = tuple[str, str]
"""An act, and the state of a table after it."""


def state_of(table: object) -> str:
    """Return the whole state of a table: findings, rulings, step, plan, moves, debts, duties, rounds and felt."""
    import dealerkit as dk

    assert isinstance(table, dk.Table)
    agenda = table.agenda
    books, round_ = agenda.books, agenda.round
    last = table.findings[-1] if table.findings else None
    ruled = table.rulings[-1] if table.rulings else None
    parts = (
        (len(table.findings), last.code if last else "", str(last.act) if last else "", str(last) if last else ""),
        (len(table.rulings), str(ruled.ruling) if ruled else ""),
        (agenda.step.path if agenda.step else "", agenda.players.path if agenda.players else ""),
        [act.text for act in table.plan()],
        {seat: {move: _NOWHERE.sub("", str(allowed)) for move, allowed in moves.items()} for seat, moves in table.ask.items()},
        [act.text for act in table.owed],
        [(debt.step.path, [act.text for act in debt.acts], debt.finding, debt.deadline) for debt in books.debts],
        [(pending.duty.id, pending.owner) for pending in books.duties],
        [step.id for step in books.may],
        (sorted(books.credit), sorted(books.right), sorted(books.mended)),
        (round_.begun, round_.laps, dict(round_.rounds), dict(round_.marks), dict(round_.ended)),
        {place: tuple(cards) for place, cards in table.felt.places.items()},
        {row: tuple(chips) for row, chips in table.felt.rows.items()},
    )
    return repr(parts)


def dealt(game: str, rules: str, seed: int, acts: int, *, deep: bool) -> Iterator[Telling]:
    """Deal at one table: mostly the due act, now and then a slip or an undo."""
    import dealerkit as dk
    from dealerkit.errors import DealerkitError, Impossible
    from dealerkit.table.bots.chance import random_legal

    rng = random.Random(f"{game}/{rules}/{seed}")
    table = dk.Table(game, rules or None, seed=seed)
    seen: list[str] = []
    yield "", state_of(table)
    for _ in range(acts):
        dice = rng.random()
        if dice < 0.02 and table.log:
            back = rng.randint(1, min(len(table.log), 400 if deep and dice < 0.002 else 6))
            for _ in range(back):
                table.pop()
            yield f"back {back}", state_of(table)
            continue
        act: object = None
        if dice < 0.06 and seen:
            act = rng.choice(seen)  # any act that was right at some other moment
        elif dice < 0.08 and len(table.plan()) > 1:
            act = rng.choice(table.plan())
        elif table.ask and not table.plan() and not table.owed and dice < 0.9:
            seat = rng.choice(sorted(table.ask))
            act = random_legal(table, seat, table.ask[seat], rng) if seat != "d" else None
        if act is None:
            act = table.next_act()
        if act is None:
            return
        text = str(act)
        try:
            table.push(text)
        except Impossible as error:
            yield f"{text} (impossible)", str(error)
            continue
        except DealerkitError as error:
            yield f"{text} ({type(error).__name__})", str(error)
            continue
        if dice >= 0.08 and len(seen) < 400:
            seen.append(text)
        yield text, state_of(table)


def tell(args: argparse.Namespace) -> None:
    """Print a line for each act: table, act and a hash of the state; or the whole state for the one table of `--verbose`."""
    from dealerkit.rules.games import game, games
    from dealerkit.rules.sets import rule_set, rule_sets

    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", write_through=False)
    for name in filter(None, args.games.split(",")) if args.games else games():
        sets = [rules for rules in rule_sets() if rule_set(rules).family == game(name).family] or [""]
        for rules in sets:
            if args.rules and rules not in args.rules.split(","):
                continue
            out.write(f"# {name} {rules}\n")
            for act, telling in dealt(name, rules, args.seed, args.acts, deep=args.deep):
                out.write(f"{act}\t{telling if args.verbose else zlib.crc32(telling.encode())}\n")
    out.flush()


def checkout(other: str, folder: Path) -> Path:
    """Return the folder of the other judge: a path, or a commit checked out to a scratch folder."""
    if Path(other, "dealerkit").is_dir():
        return Path(other).resolve()
    packed = subprocess.run(["git", "archive", other], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def start(root: Path, args: argparse.Namespace, *more: str) -> subprocess.Popen[str]:
    """Start one judge."""
    call = [sys.executable, __file__, "--tell", "--acts", str(args.acts), "--seed", str(args.seed)]
    call += ["--games", args.games, "--rules", args.rules, *(["--deep"] if args.deep else []), *more]
    paths = {**os.environ, "PYTHONPATH": str(root), "PYTHONHASHSEED": "0"}
    return subprocess.Popen(call, cwd=root, env=paths, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def compare(root: Path, other: Path, args: argparse.Namespace) -> int:
    """Compare two judges line by line; return 1 if they differ."""
    ours, theirs = start(root, args), start(other, args)
    assert ours.stdout is not None
    assert theirs.stdout is not None
    table, tables, acts, parted = "", 0, 0, []
    for mine, its in itertools.zip_longest(ours.stdout, theirs.stdout, fillvalue=""):
        if mine.startswith("#"):
            table, tables = mine[2:].strip(), tables + 1
        acts += 1
        if mine != its:
            parted.append(table)
            break
    for judge in (ours, theirs):
        judge.kill() if parted else None
        judge.stdout.close() if judge.stdout is not None else None
        judge.wait()
    failed = not parted and (ours.returncode or theirs.returncode)
    print(f"differential: {acts - tables} acts at {tables} tables, {len(parted)} tables differ (goal 0)")
    if parted:
        show(root, other, args, parted[0])
    return int(bool(parted) or bool(failed) or not tables)


def show(root: Path, other: Path, args: argparse.Namespace, table: str) -> None:
    """Print the acts of a table up to the first difference of two judges, and the state of each there."""
    game, _, rules = table.partition(" ")
    args.games, args.rules = game, rules
    ours, theirs = start(root, args, "--verbose"), start(other, args, "--verbose")
    assert ours.stdout is not None
    assert theirs.stdout is not None
    print(f"  {table}, seed {args.seed}:")
    acts: list[str] = []
    for mine, its in itertools.zip_longest(ours.stdout, theirs.stdout, fillvalue="(nothing)\n"):
        acts.append(mine.partition("\t")[0])
        if mine != its:
            print("  " + " | ".join(acts[-25:]))
            print(f"  this one: {mine.strip()}\n  other:    {its.strip()}")
            break
    for judge in (ours, theirs):
        judge.kill()
        judge.wait()


def main() -> int:
    """Compare; return 1 if the two differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", nargs="?", default="HEAD", help="another checkout's folder, or a commit")
    parser.add_argument("--acts", type=int, default=8000, help="acts at each table")
    parser.add_argument("--games", default="", help="only these games")
    parser.add_argument("--rules", default="", help="only these rule sets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deep", action="store_true", help="also take back whole hands")
    parser.add_argument("--tell", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--verbose", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.tell:
        tell(args)
        return 0
    with tempfile.TemporaryDirectory() as name:
        return compare(ROOT, checkout(args.other, Path(name)), args)


if __name__ == "__main__":
    raise SystemExit(main())
