"""The judge: what was wrong with an act."""

from dealerkit.judge.findings import Finding

__all__ = ["Finding"]
