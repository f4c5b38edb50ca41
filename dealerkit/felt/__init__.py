"""Acts, places and chips: everything that *can* happen. Only physics refuses."""

from dealerkit.felt.acts import DEALER, FLOOR, Act, is_seat, seat_number
from dealerkit.felt.felt import ALL, BOTTOM_CUT, SPARE_CUT, Felt, Layout, PlaceSpec
from dealerkit.felt.numbers import Number, is_whole, read_number, written
from dealerkit.felt.verbs import VERBS, Verb, sentence, spoken

__all__ = [
    "ALL",
    "BOTTOM_CUT",
    "DEALER",
    "FLOOR",
    "SPARE_CUT",
    "VERBS",
    "Act",
    "Felt",
    "Layout",
    "Number",
    "PlaceSpec",
    "Verb",
    "is_seat",
    "is_whole",
    "read_number",
    "seat_number",
    "sentence",
    "spoken",
    "written",
]
