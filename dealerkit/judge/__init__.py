"""The judge: compares an act with the acts expected, and drafts findings on slips."""

from dealerkit.judge.findings import Finding

__all__ = ["Finding"]
