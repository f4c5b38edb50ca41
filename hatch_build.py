"""Make `dealerkit/_kept/`: what the first run would else make of the rule files, so that it need not read them all.

The build of the wheel and an installation of the checkout run it (`[tool.hatch.build.targets.wheel.hooks.custom]`); by hand:

    python hatch_build.py

It is made from what lies here now. When a rule file or our code changes later it is not used, until it is made again
(`dealerkit.rules.cache`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent

MAKE = """
from dealerkit.catalogue.store import CatalogueStore
from dealerkit.cli.search import search
from dealerkit.cli.shell.tree import tree
from dealerkit.rulings.complaint import faults_like
from dealerkit.rules import cache
from dealerkit.rules.sets import facts_doc, families, rule_set, rule_sets
from dealerkit.rules.tellings import bounds

cache._UNSURE = 0
CatalogueStore.of().ids()
for name in rule_sets():
    rule_set(name)
facts_doc()
bounds()
for family in ("", *families()):
    faults_like("card", family=family)
search.main(["card"], standalone_mode=False)
tree()
cache.ship(cache.SHIPPED)
"""


def make() -> None:
    """Make the folder anew."""
    with tempfile.TemporaryDirectory() as folder:
        env = {name: value for name, value in os.environ.items() if not name.startswith("DEALERKIT_")}
        env |= {"DEALERKIT_CACHE": folder, "DEALERKIT_HOME": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        env["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, sys.path)])  # a build has what we need on its own path
        subprocess.run([sys.executable, "-c", MAKE], cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words


class Kept(BuildHookInterface):  # type: ignore[type-arg]
    """Makes it at the build of a wheel, and of an editable one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Make it before the files are gathered; what git leaves out is taken in all the same."""
        make()
        build_data["artifacts"].append("/dealerkit/_kept/")


if __name__ == "__main__":
    make()
