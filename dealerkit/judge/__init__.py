"""The judge: holds an act against what was expected, and finds what was wrong with it."""

from dealerkit.judge.findings import Finding

__all__ = ["Finding"]
