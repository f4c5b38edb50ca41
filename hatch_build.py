"""Make `dealerkit/_kept/`: what the first run would else make of the rule files, so that it need not read them all.

The build of the wheel and an installation of the checkout run it (`[tool.hatch.build.targets.wheel.hooks.custom]`); by hand:

    python hatch_build.py

It is made from what lies here now. When a rule file or our code changes later it is not used, until it is made again
(`dealerkit.rules.cache`).

With `DEALERKIT_COMPILED=1` the wheel also gets machine code for the modules that pyproject.toml names under `compiled`: mypyc
makes it of the same source, which stays beside it. Such a wheel is for one Python on one system (docs/releasing.md).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent

COMPILED = "DEALERKIT_COMPILED"
"""The environment variable that asks for a compiled wheel, by 1."""

COMPILERS = ["mypy[mypyc]>=2.0", "setuptools>=65"]
"""What compiles; a C compiler has to be there too."""

COMPILE = """
import sys
from mypyc.build import mypycify
from setuptools import setup

modules = mypycify(
    ["--strict", "--ignore-missing-imports", "--follow-imports=silent", "--explicit-package-bases", *sys.argv[1:]],
    group_name="dealerkit",
)
setup(name="dealerkit", packages=[], ext_modules=modules, script_args=["--quiet", "build_ext", "--build-lib", "made"])
"""

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


def is_compiled_wanted() -> bool:
    """Whether the wheel is to have machine code.

    Raises:
        ValueError: If the variable says neither yes nor no.
    """
    said = os.environ.get(COMPILED, "0")
    if said not in {"", "0", "1"}:
        msg = f"{COMPILED} is {said}: it is 1 for a compiled wheel, 0 for the usual one"
        raise ValueError(msg)
    return said == "1"


def compile_modules(modules: Sequence[str], folder: Path) -> dict[str, str]:
    """Compile modules of the package, away from the checkout, which stays as it is.

    Args:
        modules: Their files, relative to the checkout.
        folder: An empty folder for all that is made.

    Returns:
        Each file of machine code, and its place in the wheel.
    """
    shutil.copytree(ROOT / "dealerkit", folder / "dealerkit", ignore=shutil.ignore_patterns("_data", "_kept", "__pycache__"))
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.run([sys.executable, "-c", COMPILE, *modules], cwd=folder, env=env, check=True)  # noqa: S603 - our own words
    made = folder / "made"
    return {str(path): path.relative_to(made).as_posix() for path in sorted(made.rglob("*")) if path.is_file()}


class Kept(BuildHookInterface):  # type: ignore[type-arg]
    """Makes it at the build of a wheel, and of an editable one; a checkout runs as it is, nothing compiled."""

    def dependencies(self) -> list[str]:
        """What this build needs besides what every build does."""
        return COMPILERS if is_compiled_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make it before the files are gathered; what git leaves out is taken in all the same."""
        make()
        build_data["artifacts"].append("/dealerkit/_kept/")
        if is_compiled_wanted() and version == "standard":
            self.folder = tempfile.mkdtemp()
            build_data["force_include"].update(compile_modules(self.config["compiled"], Path(self.folder)))
            build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what was made on the way."""
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)


if __name__ == "__main__":
    make()
