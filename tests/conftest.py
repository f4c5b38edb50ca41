"""What holds for every test."""

from __future__ import annotations

import os
import signal

os.environ["DEALERKIT_CACHE"] = "off"  # a test reads what lies there now, and leaves nothing in anybody's home

# A shell without job control starts what runs in its background deaf to Ctrl-C, and children inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)
