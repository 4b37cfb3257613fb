"""`stallage apply` and `stallage declare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stallage.core.runtime import Runtime
from stallage.declaration import init
from stallage.declaration.errors import DeclarationRefused
from stallage.declaration.outcome import Outcome
from stallage.declaration.running import apply_files
from stallage.declaration.writing import Writer, write_shop
from stallage.operating import in_shop
from stallage.settings import SHOP_SETTINGS, Settings


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command(name="init")(init.init_shop)
    app.command(name="apply")(apply_declared)
    app.command(name="declare")(declare_shop)


def apply_declared(
    path: Annotated[Path, typer.Argument(help="A folder of .toml files and texts, or one .toml.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would change and change nothing.")
    ] = False,
    prune: Annotated[
        bool,
        typer.Option(
            "--prune",
            help="Take away delivery methods, taxes, sales, banners and sections that are declared"
            " nowhere, of kinds that the files declare.",
        ),
    ] = False,
) -> None:
    """Puts a declared shop into the database: all of it or, where something is wrong, nothing."""

    async def work(runtime: Runtime) -> Outcome:
        return await apply_files(runtime, path, dry_run=dry_run, prune=prune)

    outcome = in_shop(work, DeclarationRefused, OSError)
    for line in outcome.lines():
        typer.echo(line)
    settings = next(kind for kind in outcome.kinds if kind.plural == "settings")
    if not settings.is_quiet and not dry_run:
        typer.echo("Settings count from the next start: restart a shop that is running.")
        _warn_of_environment()


def _warn_of_environment() -> None:
    """Names shop settings that the environment sets, for it wins over what was applied."""
    names = [name for name in SHOP_SETTINGS if name in Settings().model_fields_set]
    if names:
        said = ", ".join(f"STALLAGE_{name.upper()}" for name in names)
        typer.echo(f"Note: {said} of the environment wins over the shop's own settings.")


def declare_shop(
    folder: Annotated[Path, typer.Argument(help="Where to write; made if it is not there.")],
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace files of the same names.")
    ] = False,
) -> None:
    """Writes the present shop as files that `stallage apply` reads."""
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir()) and not overwrite):
        typer.echo(f"{folder} is not an empty folder. Use --overwrite to write into it.", err=True)
        raise typer.Exit(1)

    async def work(runtime: Runtime) -> Writer:
        return await write_shop(runtime, folder)

    writer = in_shop(work, OSError)
    typer.echo(f"{folder}: {len(writer.files)} files")
    if writer.lost:
        typer.echo(f"{len(writer.lost)} pictures are lost: {', '.join(writer.lost[:3])}", err=True)
        raise typer.Exit(2)
