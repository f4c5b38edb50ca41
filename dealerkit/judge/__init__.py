"""The judge: what was wrong with what came."""

from dealerkit.judge.duties import Minder
from dealerkit.judge.findings import Finding
from dealerkit.judge.judge import Judge

__all__ = ["Finding", "Judge", "Minder"]
