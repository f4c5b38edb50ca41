"""Exams: a paper drawn from a syllabus, taken against the clock, marked, and verified afterwards.

syllabus      the questions: groups of questions from one drill (strata), walks, weights, the pass mark
secret        the secret from which a school draws its papers; nobody else can draw them
exam          a whole paper with its keys, and the candidate's part: questions and a commitment (a hash of the whole)
answer_sheet  the answers, line by line as they are given
result        the result; anybody who has it can compute it again

Before marking, a candidate has nothing that reveals the seed, a key or a card to come. Afterwards the result contains the
seed and all keys, and the commitment on the candidate's paper proves that they were fixed beforehand.
"""
