"""Rule it: the slip found, then ruled on, then put right."""

from __future__ import annotations

from dealerkit.training.generators.find_slip import RuleIt

GENERATOR = RuleIt()
