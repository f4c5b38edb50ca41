"""The schema of a citation in a rule file, and of the works that are cited."""

from __future__ import annotations

from dealerkit.rules.schemas.words import NUMBER_OR_TEXT, STRING, TEXT, VERIFIED, Json, closed, either, said, some

SECTIONS: Json = some(STRING) | {"description": "the sections of the work, with ranges of numbers: 1-71, RP-1-22, Misdeals"}
LANGUAGES: Json = {"pattern": "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$", "description": "a language such as en or zh-Hans"}
WHOLE_SOURCE = closed(
    {"work": said(STRING, "a name under `sources:`; write source: {work: ...} at the top of the file for all of it")},
    verified=VERIFIED,
    section=NUMBER_OR_TEXT,
    note=TEXT,
)
WRITTEN_SOURCE = said(
    either(STRING, {"type": "integer"}, {key: value for key, value in WHOLE_SOURCE.items() if key != "required"}),
    "The source: a section alone, or a map without `work`, means the work named at the top of the file.",
)
"""Shape of a citation as written in a file; `dealerkit.rules.default_source` completes it before it is checked."""
SOURCE_OF_FILE = said(WHOLE_SOURCE, "The source of every finding and case of this file that has no `source` of its own.")
