"""A process that claims or pays until it is done or killed; it prints each number after the commit."""

from __future__ import annotations

import sys
from pathlib import Path

from dealerkit.errors import Impossible
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.promotions.book import page
from dealerkit.jobs.promotions.claim_form import ToldClaim, read

TOLD = ToldClaim("holdem", "AsAh", "Ad Kh Kc 2c 3d", table="T1", seat=3, dealt="1-6", pot="40")


def main(what: str, path: str, name: str, count: int) -> None:
    """Repeat a transaction a number of times; `hang` stops in the middle of one."""
    with Journal.open(Path(path), write=True) as journal:
        for _ in range(count):
            with page(journal, name) as here:
                if what == "pay":
                    try:
                        here.acts.pay(1)
                        print("paid", flush=True)
                    except Impossible:
                        print("refused", flush=True)
                    continue
                here.acts.claim(read(TOLD, here.run.in_force), {})
                number = here.run.next_claim - 1
                if what == "hang":
                    print("in the middle", flush=True)
                    sys.stdin.read()
            print(number, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
