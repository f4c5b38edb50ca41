"""The record: a header and acts, one a line. Save, resume, undo, branch and replay all come from it.

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

A file may hold several records, each with its own first line. It is written act by act and flushed each time, so that a
crash loses nothing but the line it tore; a last line without a line end is torn: it is reported and left out. A line that
cannot be read ends its record: what stands before it is kept, and the next record of the file is read again.
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
