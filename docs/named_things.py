"""What the search box of the site finds by its id: every rule, finding, fault, fact, remedy, outcome and option."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx.domains import Domain, ObjType

from docs import reference_pages


class NamedThings(Domain):
    """The named things of the rule files, each at its row of a page of the reference."""

    name = "rulefile"
    label = "Rule files"
    object_types = {kind: ObjType(kind) for _, kinds, _ in reference_pages.CATALOGUE.values() for kind in kinds}

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield id, shown name, kind, page, target and priority in a search of each thing."""
        for id_, kind, page in reference_pages.named_things():
            yield id_, id_, kind, f"reference/{page}", reference_pages.target(id_), 1
