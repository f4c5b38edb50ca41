"""Call every command of an installed dealerkit once, from a folder that is not the checkout.

Run by `.ci/run` with the Python of an environment that holds only the wheel and its typesetter. It needs nothing beside them,
and leaves with 1 if a command fails, says nothing, or shows a traceback.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

# Each command at least once: arguments, what is typed to it, exit codes that are right, words that its output must hold.
Call = tuple[list[str], str, set[int], str]

CALLS: list[Call] = [
    (["--version"], "", {0}, "dealerkit"),
    (["--help"], "", {0}, "A first command to try"),
    (["demo"], "", {0}, "coup/paid-before-losers-taken"),
    (["games"], "", {0}, "mini-baccarat"),
    (["games", "mini-baccarat", "--set", "decks=6"], "", {0}, "decks = 6"),
    (["walk", "mini-baccarat", "--seed", "7", "--at", "deal"], "card for the player\nhint\nquit\n", {0}, "Summary"),
    (["progress", "--class", "--html", "class.html"], "", {0}, "class.html"),
    (["progress", "export", "answers.csv"], "", {0}, "answers.csv"),
    (["progress", "import", "answers.csv"], "", {0}, "0 of them new"),
    (["play", "mini-baccarat", "--seed", "7", "--hands", "2", "--record", "clean.txt"], "", {0}, "Settlement"),
    (["play", "mini-baccarat", "--seed", "7", "--slips", "3", "--record", "slips.txt"], "", {0, 1}, "Settlement"),
    (["drill", "third-card-flash", "--level", "2", "--seed", "3", "--no-record"], "d\nq\n", {0}, "wrong: stand"),
    (["exam", "list"], "", {0}, "baccarat-table-test"),
    (["calibrate", "new", "--rules", "us"], "", {0}, "20 disputes"),
    (["callout", "holdem", "--seed", "3", "--no-record"], "\n\nq\n", {0}, "1 of 1"),
    (["observe", "mini-baccarat", "--no-marks"], "f\n\nq\n", {0}, "1 critical"),
    (["serve", "--check", "--port", "0"], "", {0}, "Everything is ready"),
    (["users", "list"], "", {0}, "No users yet"),
    (["play", "nap", "--seed", "7"], "", {0}, "Nap"),
    (["check", "clean.txt"], "", {0}, ""),
    (["check", "clean.txt", "slips.txt", "--json"], "", {1}, '"findings"'),
    (["check", "slips.txt", "--out", "slips.html", "--out", "slips.parquet", "--fail-on", "never"], "", {0}, "findings in"),
    (["replay", "clean.txt", "--at", "21"], "", {0}, "after action 21"),
    (["plant", "--game", "holdem", "--fault", "burn/doubled", "--seed", "7"], "", {0}, "burn/doubled"),
    (["play", "holdem", "--seed", "7", "--record", "evening.txt"], "", {0}, "Settlement"),
    (["convert", "evening.txt", "evening.phhs"], "", {0}, "evening.phhs: 5 hands"),
    (["round", "war", "9h", "Tc", "--seat", "1: main 10", "--json"], "", {0}, '"net": "-10"'),
    (["coup", "7h", "Ks", "Th", "6c", "--bet", "player=100", "--json"], "", {0}, '"winner": "player"'),
    (["showdown", "draw", "--hand", "Ann=AhAdAsKcKd", "--hand", "Bo=KhKs7c7d2c", "--pot", "30"], "", {0}, "aces full of kings"),
    (["rule", "boxed_card", "--rules", "us", "--rules", "macau"], "", {0}, "BI-03"),
    (["deck", "verify", "--count", "51", "--count", "hearts=12"], "", {1}, "VD-05"),
    (["deck", "packs"], "", {0}, "shoe-eight"),
    (["cut", "10", "20", "30"], "", {0}, "one cut of 8"),
    (["draw", "jack", "Ann", "Bo", "--seed", "7"], "", {0}, "DE-07"),
    (["journal", "begin", "--journal", "j.db", "--zone", "UTC"], "", {0}, "Started"),
    (["journal", "open", "boxed_card", "--rules", "us", "--journal", "j.db", "--floor", "Ann Lee"], "", {0}, "opened"),
    (["journal", "report", "1", "--journal", "j.db"], "", {0}, "Signatures"),
    (["journal", "verify", "--journal", "j.db"], "", {0}, "ok"),
    (["jackpot", "list"], "", {0}, "bad-beat"),
    (["jackpot", "open", "high-hand-night", "--journal", "j.db"], "", {0}, "is open"),
    (["jackpot", "claim", "high-hand-night", "--hole", "AsAh", "--board", "AdKhKc2c3d", "--journal", "j.db"], "", {0}, "HH-04"),
    (["jackpot", "status", "--wall", "wall.html", "--journal", "j.db"], "", {0}, "wall.html"),
    (["sheet", "bad-beat", "--doc", "promotion"], "", {0}, "# Bad Beat Jackpot"),
    (["explain", "coup/paid-before-losers-taken"], "", {0}, "BA-64"),
    (["search", "late", "bet"], "", {0}, "late_bet"),
    (["odds", "mini-baccarat"], "", {0}, "2 292 252 566 437 888"),
    (["simulate", "mini-baccarat", "--rounds", "9000", "--seed", "7", "--out", "bulk"], "", {0}, "9 000 coups"),
    (["sheet", "mini-baccarat", "--out", "house-rules.html"], "", {0}, "house-rules.html"),
    (["odds", "draw", "--set", "wild=2"], "", {0}, "royal flush"),
    (["sheet", "mini-baccarat", "--doc", "roads"], "", {0}, "# Score sheet"),
    (["sheet", "mini-baccarat", "--format", "md"], "", {0}, "# Mini baccarat for players"),
    (["rules", "list"], "", {0}, "france"),
    (["rules", "new", "riverside", "--from", "us"], "", {0}, "riverside.yaml"),
    (["rules", "diff", "us", "france"], "", {0}, "differences"),
    (["lint", "riverside.yaml"], "", {0}, "ok"),
    (["new", "game", "three-tricks"], "", {0}, "python -m unittest"),
    (["new", "rules", "harbour"], "", {0}, "rules diff us"),
    (["new", "drill", "table-manners"], "", {0}, "drill ./table-manners.yaml"),
    (["new", "reader", "corner-club"], "", {0}, "pip install"),
    (["config", "set", "rules", "riverside.yaml"], "", {0}, "riverside.yaml (saved in"),
    (["config", "unset", "rules"], "", {0}, "default rules removed"),
    (["completion", "show", "bash"], "", {0}, "complete -F"),
    (["lint"], "", {0}, "ok"),
    (["prove", "macau"], "", {0}, "Every case applies to some facts."),
    (["test"], "", {0}, "cases"),
]

EDITIONS = ("player", "wall", "rates", "dealer", "floor", "incident", "book", "control")
PAPERS: list[Call] = [
    (["sheet", game, "--doc", name, "--out", f"{game}-{name}.pdf"], "", {0}, f"{game}-{name}.pdf")
    for game in ("mini-baccarat", "holdem")
    for name in EDITIONS
]
"""Printed by the typesetter (`[print]`) with the fonts that came with the wheel, and no others."""


def called(words: list[str], typed: str) -> subprocess.CompletedProcess[str]:
    """Run one command as a user does, with plain letters and no settings of ours."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("DEALERKIT_", "PYTHON"))}
    env["FONTCONFIG_FILE"] = os.devnull  # no font of this machine helps out
    env["DEALERKIT_HOME"] = str(Path.cwd() / "home")  # nobody's own figures
    program = Path(sys.executable).with_name("dealerkit")
    return subprocess.run([program, *words], input=typed, capture_output=True, text=True, encoding="utf-8", env=env, check=False)


def wrong(call: Call) -> str:
    """Run one call; return what is wrong with what came, or nothing."""
    words, typed, codes, expected = call
    done = called(words, typed)
    if done.returncode not in codes:
        return f"left with {done.returncode}, not {codes}: {done.stderr or done.stdout}"
    if "Traceback" in done.stdout + done.stderr:
        return f"showed a traceback: {done.stderr}"
    if expected not in done.stdout + done.stderr:
        return f"'{expected}' is not in what it printed: {done.stdout}{done.stderr}"
    paper = Path(words[-1])
    if paper.suffix == ".pdf" and not paper.read_bytes().startswith(b"%PDF-"):
        return "what it wrote is no PDF"
    if "--json" in words:
        json.loads(done.stdout)
    return ""


def of_its_own(python: str) -> str:
    """Run the tests of each folder that `dealerkit new` has made; return what is wrong with what came, or nothing."""
    for words, *_ in CALLS:
        if words[0] == "new":
            call = [python, "-m", "unittest"]
            done = subprocess.run(call, cwd=words[2], capture_output=True, text=True, encoding="utf-8", check=False)
            if done.returncode or "OK" not in done.stderr:
                return f"the tests in {words[2]} fail: {done.stdout}{done.stderr}"
    call = [python, "-m", "pip", "install", "--quiet", "--no-deps", "./corner-club"]
    done = subprocess.run(call, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        return f"the reader cannot be installed: {done.stdout}{done.stderr}"
    return wrong((["check", "corner-club/hands"], "", {1}, "2 findings in 5 hands"))


def main() -> int:
    """Run every call; return how many went wrong, at most 1."""
    import dealerkit
    from dealerkit.cli.main import COMMANDS

    home = Path(dealerkit.__file__).parent
    if not (home / "_data" / "procedures").is_dir() or Path.cwd() in home.parents:
        print(f"this is not an installed wheel: {home}")
        return 1
    failures = 0
    for call in CALLS + PAPERS:
        trouble = wrong(call)
        failures += bool(trouble)
        print(f"{'!! ' if trouble else 'ok '} dealerkit {' '.join(call[0])}{'   ' + trouble if trouble else ''}")
    trouble = of_its_own(sys.executable)
    failures += bool(trouble)
    print(f"{'!! ' if trouble else 'ok '} the folders of dealerkit new{'   ' + trouble if trouble else ''}")
    never = set(COMMANDS) - {call[0][0] for call in CALLS}
    if never:
        print(f"!!  never called: {', '.join(sorted(never))}")
    print(f"{len(CALLS + PAPERS)} calls from {Path.cwd()}, {failures} failed")
    return int(bool(failures or never))


if __name__ == "__main__":
    raise SystemExit(main())
