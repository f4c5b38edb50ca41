"""The words of a ruling, and what each means: words alone, so that whoever only prints them loads nothing else."""

from __future__ import annotations

from collections.abc import Mapping

ANSWER = "answer"
"""The outcome of a question: nobody erred, so nothing is undone; the amounts or a seat are the ruling."""

UNDECIDED = "undecided"
"""No outcome yet: a fact is missing."""

DOUBT = {
    "part": "read in part",
    "second_hand": "known at second hand",
    "known": "the text was not seen",
    "ours": "no text speaks of it",
}
"""How far a place was read, in a few words, to stand behind its citation; nothing where it was."""

OUTCOMES: Mapping[str, str] = {
    "misdeal": "Misdeal: the deal is void and is dealt again",
    "void_hand": "Void: all bets go back to whoever made them",
    "play_on": "Play goes on; what has been done stands",
    "card_replaced": "The card is replaced by another",
    "card_plays": "The card plays",
    "card_does_not_play": "The card does not play",
    "hand_dead": "The hand is dead",
    "hand_live": "The hand is live",
    "board_redealt": "Board cards are dealt again",
    "board_stands": "The board stands",
    "corrected": "The mistake is put right in place",
    "action_binding": "The action is binding",
    "action_not_binding": "The action does not count; the money goes back to where it was",
    "call": "It is a call",
    "check": "It is a check",
    "raise": "It is a raise",
    "bet": "It is a bet",
    "raise_allowed": "A raise is allowed",
    "raise_not_allowed": "A raise is not allowed",
    "complete_allowed": "Completing the bet is allowed",
    "pot_awarded": "The pot is awarded",
    "pot_split": "The pot is split",
    "complaint_upheld": "The complaint is upheld",
    "complaint_rejected": "The complaint is rejected",
    "not_eligible": "Not eligible",
    "eligible": "Eligible",
    ANSWER: "The answer; nothing has to be undone",
    "penalty": "The hand is not touched; the player is warned or penalised",
    "floor_discretion": "The floor decides",
    UNDECIDED: "Not decided yet: a fact is missing",
}
"""Every word that an outcome can be, and what it means in words."""

WAITS = {
    "end_of_round": "Play this betting round to its end",
    "betting_over": "Play the hand on until the betting is over",
}
"""What comes before the remedies of a case that are not carried out at once, by its `at`."""
