"""The judge: what was wrong with what came."""

from dealerkit.judge.findings import Finding

__all__ = ["Finding"]
