"""The walk as a lesson: questions to the dealer who runs the action, the answers, and the slips in them.

levels      the questions and the patrons' mistakes of each level, as data
question    one question: its text, its reader of answers, the acts that answer it
keyed_answer  a typed line as words, seats and amounts
betting     pointing, announced bets and calls, amounts to call
chips       counting pots, the contestants of each, change
readings    reading tabled hands aloud
errors      the dealer's words on a patron's mistake
relief      disputes for the floor, and handing over to the next dealer
baccarat    totals, third cards, payments, commission, change
lesson      the open question, the answers, the slips in them
check       unknown names in the levels
repeats     wrong answers, asked again
"""
