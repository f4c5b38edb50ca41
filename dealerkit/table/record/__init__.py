"""The record: a header and acts, one a line. Save, resume, undo, branch and replay all work from it.

    # dealerkit record 1
    game: mini-baccarat
    rules: us
    hash: 6f0c...
    seats: 3
    stacks: 5000 5000 5000
    unit: 0.01
    seed: 7
    set decks: 6
    ---
    [00:01] d check rack
    s1 bet player 100  # the red chips

A file may hold several records, each with its own first line. A record is written act by act and flushed each time, so that a
crash loses at most a torn line: a last line without a line end, which is reported and left out. A line that cannot be read ends
its record: the acts before it are kept, and reading continues with the next record of the file.
"""

from dealerkit.table.record.model import FIRST, RULE, Header, Record, RecordLine
from dealerkit.table.record.reader import one_record, parse_line, read_record, read_record_stream, read_records
from dealerkit.table.record.writer import Writer

__all__ = [
    "FIRST",
    "RULE",
    "Header",
    "Record",
    "RecordLine",
    "Writer",
    "one_record",
    "parse_line",
    "read_record",
    "read_record_stream",
    "read_records",
]
