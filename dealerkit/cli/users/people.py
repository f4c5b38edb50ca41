"""The commands of `dealerkit users` for accounts: add, list, role, password, end-sessions, remove."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import confirm, echo, json_option, report
from dealerkit.cli.users import common
from dealerkit.files.screen_text import line


@click.command("add")
@click.argument("name")
@click.option("--role", required=True, metavar="ROLE", help="Their role: trainee, dealer, floor, manager, auditor.")
@common.password_option
@common.database_option
def add_(name: str, role: str, password_file: Path | None, database: str) -> None:
    """Let NAME sign in, in a ROLE.

    The first user must be a manager; from then on everybody signs in, and tables dealt before belong to that manager. On the
    page *People* a manager can also send a link with which a user chooses a password.

    \b
    dealerkit users add "Ann Lee" --role manager
    """
    with common.people(database) as people:
        first = not people.accounts.exist()
        user = people.accounts.add(common.whoever_types(), name, role, common.password_for(name, password_file))
        echo(line(f"{user.name} may sign in as {people.policy.roles[user.role].title.lower()}.", 0))
        if first:
            echo("From now on everyone signs in, at this machine too.")


@click.command("list")
@json_option
@common.database_option
def list_(as_json: bool, database: str) -> None:
    """List who may sign in, and what each role may do."""
    from dealerkit.web.local_time import when
    from dealerkit.web.people import RIGHTS
    from dealerkit.web.users.reports import UserList

    with common.people(database) as people:
        user = people.accounts.all()
        roles = people.policy.roles
    document = {
        "users": [
            {
                "name": user_.name,
                "role": user_.role,
                "password": user_.has_password,
                "since": when(user_.made),
                "seen": when(user_.seen),
            }
            for user_ in user
        ],
        "roles": {name: [right for right in RIGHTS if right in role.may] for name, role in roles.items()},
    }

    report(UserList(document), as_json)


@click.command("role")
@click.argument("name")
@click.argument("role")
@common.database_option
def role_(name: str, role: str, database: str) -> None:
    """Give NAME another ROLE; their sessions end."""
    with common.people(database) as people:
        user = people.accounts.set_role(common.whoever_types(), people.accounts.named(name).id, role)
        echo(line(f"{user.name} is {people.policy.roles[user.role].title.lower()} now, and must sign in again.", 0))


@click.command("password")
@click.argument("name")
@common.password_option
@common.database_option
def password_(name: str, password_file: Path | None, database: str) -> None:
    """Give NAME a new password; their sessions end."""
    with common.people(database) as people:
        user = people.accounts.named(name)
        given = common.password_for(user.name, password_file)
        people.accounts.set_password(common.whoever_types(), user.id, given)
        echo(line(f"{user.name} has a new password, and must sign in again.", 0))


@click.command("end-sessions")
@click.argument("name")
@common.database_option
def end_sessions_(name: str, database: str) -> None:
    """Sign NAME out everywhere."""
    with common.people(database) as people:
        user = people.accounts.end_sessions(common.whoever_types(), people.accounts.named(name).id)
        echo(line(f"{user.name} is signed out everywhere.", 0))


@click.command("remove")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
@common.database_option
def remove_(name: str, yes: bool, database: str) -> None:
    """Remove the user NAME. Their decisions stay in the journal and in the audit."""
    with common.people(database) as people:
        user = people.accounts.named(name)
        if not yes and not confirm(f"Remove {user.name}?"):
            echo("Nothing was changed.")
            return
        user_ = people.accounts.remove(common.whoever_types(), user.id)
        echo(line(f"{user_.name} can no longer sign in.", 0))
