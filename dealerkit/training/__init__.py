"""Training: drills, answers, exams. No terminal here: that is the command's.

A drill is data (`procedures/training/`): what it practises, its levels, its targets, and the name of a generator. A generator
(`generators/`, one file each) makes an exercise from a seed and works its key out of the rules in force, a second time by
another method wherever money or a reading is asked. An exercise (`items`) is one value: shown, asked, judged and kept from it
alone.
"""
