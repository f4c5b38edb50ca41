"""Exams: a paper drawn from a syllabus, taken against the clock, marked, and proved afterwards.

    syllabus   what is asked: strata of drills, walks, weights, the pass mark
    secret     what a school draws its papers from; nobody else can draw them
    exam       a paper whole, with its keys; and what a candidate gets of it: questions and a commitment
    answers    what was answered, line by line, as it is answered
    result     what it came to; anybody who has it can compute it again

Before it is marked nothing that a candidate has tells seed, key or a card to come. After it the seed and all keys stand in the
result, and the commitment on the candidate's paper proves that they were settled beforehand.
"""
