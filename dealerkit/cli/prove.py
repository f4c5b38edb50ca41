"""`dealerkit prove`: properties of a rule set for all possible facts, and counterexamples."""

from __future__ import annotations

import click

from dealerkit.cli.common import json_option, report


@click.command()
@click.argument("sets", metavar="[SET|FILE]...", nargs=-1)
@click.option("--same-as", metavar="SET", help="Also prove that the set rules the same as this one.")
@click.option(
    "--but-for", "only", metavar="RULES", help="With --same-as: the only rules in which it may differ, such as MD-02,MD-13."
)
@json_option
def prove(sets: tuple[str, ...], same_as: str | None, only: str | None, as_json: bool) -> None:
    """Prove a rule set for every combination of facts; without SET, every set that comes with dealerkit.

    \b
    total            every combination of facts has a case, or the floor is told what to weigh
    no dead case     every case applies to some facts
    no clash         for two faults at once, the set says which is ruled on first
    options settle   an option decides the disputes under its `settles`, and no others
    no silence       an option has an effect whatever the other options are, or names the exceptions
    every class      a case of `dealerkit test` proves each class of facts

    If a property fails, facts that break it are shown in plain words. Exit status 1 if anything does not hold.

    \b
    dealerkit prove tda
    dealerkit prove riverside.yaml --same-as rrop --but-for MD-05,BR-32
    """
    from dealerkit.jobs.cases.classes import proofs
    from dealerkit.rules.rule_set import rule_sets

    if only is not None and same_as is None:
        from dealerkit.cli.common import misused

        misused("--but-for needs --same-as; name the set to compare with")
    proof = proofs(sets or rule_sets(), same_as, only.split(",") if only is not None else None)
    report(proof, as_json, failed=not proof.holds)
