"""Archives of recorded hands, checked.

    for chunk in judged([Path("archive")]):
        for hand in chunk.hands:
            print(hand.file, hand.name, [flaw.code for flaw in hand.findings])

`chunks` cuts the sources, `judging` judges a chunk and knows of nothing else, with the same result on any machine.
"""

from dealerkit.jobs.archive.run import judged
from dealerkit.jobs.archive.values import ChunkJudged, HandJudged, Judging

__all__ = ["ChunkJudged", "HandJudged", "Judging", "judged"]
