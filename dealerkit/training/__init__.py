"""Training: drills, answers, exams. It uses no terminal; the commands do.

A drill is data (`procedures/training/`): the skill, the levels, the targets, and the name of a generator. A generator
(`generators/`, one file each) makes an exercise from a seed and computes its key, the right answer, from the rules in force;
for an amount or the reading of a hand it does so a second time by another method. An exercise (`items`) is one value, from
which it is shown, asked, marked and saved.
"""
