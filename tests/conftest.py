"""What holds for every test."""

from __future__ import annotations

import signal

# A shell without job control starts what runs in its background deaf to Ctrl-C, and children inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)
