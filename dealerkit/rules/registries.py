"""Registries: words that rule files can name, each registered by the module in which its function stands."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator


def modules_of(package: str) -> Iterator[str]:
    """Yield the names of the modules that stand right in a package's folder, in alphabetical order.

    Args:
        package: The package's full name, such as `dealerkit.facts`; it has been imported, or is just being imported.
    """
    folder = importlib.import_module(package).__path__
    for found in pkgutil.iter_modules(folder):
        if not found.ispkg:
            yield found.name


def import_modules(package: str) -> None:
    """Import every module of a package's folder, so that each registers its words: `import_modules(__name__)` in its `__init__`.

    Args:
        package: The package's full name.
    """
    for name in modules_of(package):
        importlib.import_module(f"{package}.{name}")
