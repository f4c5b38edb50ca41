"""The kinds of reply to an exercise: the possible input, and the canonical form of each answer.

    OneOf     a choice, by its key or its word          d          -> draw
    AnyOf     any number of choices, or none            b t        -> banker tie
    Amount    money                                     1,163.75   -> 1163.75
    Amounts   several amounts, in order                 110 105 80 -> 110 105 80
    Chips     chips by their value              100 5 5    -> 1x100 2x5
    Count     a whole number                            7          -> 7
    Cards     cards                                     10h, A♥    -> Th Ah
    Seat      a seat                                    seat 3     -> s3
    Groups    seats in groups                           124 / 2 4  -> 1 2 4 / 2 4
    Order     letters in order                          b a d c    -> b a d c
    Words     words spoken at the table           Raise!     -> raise
    Slips     slips in a record                        23 b, 7 a  -> 7 street/no-tap, 23 burn/doubled
    Parts     several of these, one after the other     play on / 2

Every kind reads typed text (`read`) and has a hint at what can be typed (`hint`). Text that it cannot read raises `Unclear`:
that costs nothing, and the question remains.
"""

from dealerkit.training.replies.choice import AnyOfReply, OneOfReply
from dealerkit.training.replies.money import AmountReply, AmountsReply, ChipsReply, CountReply, in_chips, read_amount, written
from dealerkit.training.replies.parts import PartsReply
from dealerkit.training.replies.reply import LATER, LEAVE, PEEK, SEPARATOR, Choice, Reply, Unclear, choices
from dealerkit.training.replies.seats import CardsReply, GroupsReply, SeatReply
from dealerkit.training.replies.slips import NAMED, SlipsReply
from dealerkit.training.replies.words import OrderReply, WordsReply, said

__all__ = [
    "LATER",
    "LEAVE",
    "NAMED",
    "PEEK",
    "SEPARATOR",
    "AmountReply",
    "AmountsReply",
    "AnyOfReply",
    "CardsReply",
    "ChipsReply",
    "Choice",
    "CountReply",
    "GroupsReply",
    "OneOfReply",
    "OrderReply",
    "PartsReply",
    "Reply",
    "SeatReply",
    "SlipsReply",
    "Unclear",
    "WordsReply",
    "choices",
    "in_chips",
    "read_amount",
    "said",
    "written",
]
