"""Facts of faults at games for a pot, read off a table."""

from __future__ import annotations

from dealerkit.facts.faults import plain_faults

plain_faults(
    __name__,
    "ante_missing",
    "improper_bet",
    "turned_before_bet",
    "surplus_turned",
    "turn_settled_wrongly",
    "pot_taken_down",
    "hand_not_shown",
    "shown_cards_taken",
    "card_face_down",
    "centre_swapped",
    "action_out_of_place",
    "pot_misawarded",
    "cards_left_out",
    "strike_wrong",
    "pot_not_paid",
    "not_shuffled",
    "declared_apart",
    "addition_missing",
)
plain_faults(__name__, "early_look", first_peek=False)  # a look that no step of the game allowed (MS-23)
