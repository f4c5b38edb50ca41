"""`dealerkit serve`: the table in a browser."""

from __future__ import annotations

import click

from dealerkit.cli.common import echo, note, rules_option
from dealerkit.cli.failure import require_server
from dealerkit.files.screen_text import line


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 lets others in.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 takes any free one.")
@click.option("--name", "hosts", multiple=True, metavar="NAME", help="A name by which others reach this machine; repeatable.")
@click.option("--open", "opens", is_flag=True, help="Open it in the browser of this machine.")
@click.option("--check", "only_look", is_flag=True, help="Check that everything is ready, without starting.")
@click.option(
    "--database",
    envvar="DEALERKIT_DATABASE",
    default="",
    metavar="URL",
    help="Where all data is stored: postgresql://USER@HOST/NAME; else a file in your data folder.",
)
@click.option("--no-guests", is_flag=True, help="Let only people who sign in practise.")
@click.option(
    "--log", default="", metavar="FILE", help="Log errors to this file instead of on screen; at most five files of 5 MB."
)
@rules_option
def serve(
    host: str,
    port: int,
    hosts: tuple[str, ...],
    opens: bool,
    only_look: bool,
    database: str,
    no_guests: bool,
    log: str,
    rules: str | None,
) -> None:
    """Open the table in a browser: deal by hand, drill, rule from a phone.

    At first only this machine can reach the pages, and nobody signs in. Once there are users (`dealerkit users add`), everybody
    signs in, and may do what their role allows. The pages use the same records, results and journal as the other commands. Ctrl-C
    stops it; no saved answer is lost.

    With `--host 0.0.0.0` the whole building can reach it. Put a proxy such as nginx or Caddy in front: for https, since passwords
    cross the building's network, and to handle slow and half-sent requests. The server itself closes a connection after 15 to 30
    seconds without traffic, and allows 500 connections from one address.

    \b
    dealerkit serve --open
    dealerkit serve --check --port 0
    dealerkit serve --host 0.0.0.0 --name tables.example.org
    """
    require_server(("starlette", "uvicorn", "sqlalchemy", "python_multipart"))
    from dealerkit.web.server import check, run
    from dealerkit.web.settings import WebSettings

    settings = WebSettings(host=host, port=port, hosts=hosts, database=database, guests=not no_guests, rules=rules or "", log=log)
    if only_look:
        for row in check(settings):
            echo(line(row, 0))
        return
    run(settings, opens=opens, say=note)
