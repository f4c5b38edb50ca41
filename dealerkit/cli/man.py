"""`dealerkit man`: manual pages, made from the commands."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import echo_exactly, force_option, misused, note
from dealerkit.cli.roff import PROGRAM, below, page, pages
from dealerkit.errors import OutputError, check_name
from dealerkit.files.output import write_output


@click.command()
@click.argument("words", metavar="[COMMAND]...", nargs=-1)
@click.option(
    "--out", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path), help="Write the pages of all commands into it."
)
@force_option
@click.pass_context
def man(ctx: click.Context, words: tuple[str, ...], out: Path | None, force: bool) -> None:
    """Print the manual page of COMMAND, or write those of all commands for `man`.

    \b
    dealerkit man walk | man -l -
    dealerkit man --out ~/.local/share/man/man1      after that: man dealerkit-walk
    """
    root = ctx.find_root()
    if out is not None:
        if words:
            misused("--out writes the pages of all commands; leave COMMAND out")
        _write(root, out, force=force)
        return
    here, path = click.Context(root.command, info_name=PROGRAM), [PROGRAM]
    for word in words:
        known = dict(below(here))
        check_name(f"command of {' '.join(path)}", word, known)
        path.append(word)
        here = click.Context(known[word], info_name=word, parent=here)
    echo_exactly(page(here, path))


def _write(root: click.Context, out: Path, *, force: bool) -> None:
    """Write every page.

    Raises:
        OutputError: If a file stands there that is none of our pages.
    """
    made = dict(pages(root.command))
    for name in made:
        file = out / name
        if file.exists() and not force and f'"{PROGRAM} '.encode() not in file.read_bytes()[:200]:
            raise OutputError(str(file), "there is a file here already that dealerkit did not write", "--force replaces it")
    out.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        write_output(out / name, text, force=True)
    note(f"Wrote {len(made)} pages into {out}.")
