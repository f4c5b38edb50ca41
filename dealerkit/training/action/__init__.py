"""The walk as a lesson: questions to the dealer who runs the action, the answers, and the slips in them.

levels      what each level asks, as data, and what patrons do there
question    one question: what is asked, how it is heard, how an act answers it
hearing     what a person types, as words, seats and amounts
betting     pointing, bets and calls said, how much it is
chips       pots counted, who plays for which, change
readings    tabled hands read aloud
errors      what is said when a patron errs
baccarat    totals, third cards, payments, commission, change
lesson      which question is open, what has been answered, what was wrong
    check       names in the levels that there are not
    again       wrong answers, asked again
"""
