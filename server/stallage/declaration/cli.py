"""`stallage apply` and `stallage declare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stallage.core.runtime import Runtime
from stallage.declaration import init
from stallage.declaration.errors import InvalidDeclaration
from stallage.declaration.outcome import Outcome
from stallage.declaration.running import apply_files
from stallage.declaration.writing import Writer, write_shop
from stallage.operating import in_shop
from stallage.settings import SHOP_SETTINGS, Settings


def register(app: typer.Typer) -> None:
    """Add the commands to the `stallage` command."""
    app.command(name="init")(init.init_shop)
    app.command(name="apply")(apply_declared)
    app.command(name="declare")(declare_shop)


def apply_declared(
    path: Annotated[Path, typer.Argument(help="A folder of .toml files and texts, or one .toml.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change without changing it.")
    ] = False,
    prune: Annotated[
        bool,
        typer.Option(
            "--prune",
            help="Remove undeclared delivery methods, carriers, taxes, discounts, size guides, sales,"
            " banners and sections, of kinds that the files declare.",
        ),
    ] = False,
) -> None:
    """Apply a declared shop to the database. If anything is invalid, nothing is changed."""

    async def work(runtime: Runtime) -> Outcome:
        return await apply_files(runtime, path, dry_run=dry_run, prune=prune)

    outcome = in_shop(work, InvalidDeclaration, OSError)
    for line in outcome.lines():
        typer.echo(line)
    settings = next(kind for kind in outcome.kinds if kind.plural == "settings")
    if not settings.is_unchanged and not dry_run:
        typer.echo("Settings take effect at the next start. Restart the shop if it is running.")
        _warn_of_environment()


def _warn_of_environment() -> None:
    """Print the shop settings that the environment overrides."""
    names = [name for name in SHOP_SETTINGS if name in Settings().model_fields_set]
    if names:
        variables = ", ".join(f"STALLAGE_{name.upper()}" for name in names)
        typer.echo(f"Note: the environment overrides these settings of the shop: {variables}")


def declare_shop(
    folder: Annotated[Path, typer.Argument(help="Folder to write to; created if missing.")],
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace files of the same names.")
    ] = False,
) -> None:
    """Export the current shop as files that `stallage apply` reads."""
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir()) and not overwrite):
        typer.echo(f"{folder} is not an empty folder. Use --overwrite to write into it.", err=True)
        raise typer.Exit(1)

    async def work(runtime: Runtime) -> Writer:
        return await write_shop(runtime, folder)

    writer = in_shop(work, OSError)
    typer.echo(f"{folder}: {len(writer.files)} files")
    if writer.missing:
        first = ", ".join(writer.missing[:3])
        typer.echo(f"{len(writer.missing)} pictures have no file: {first}", err=True)
        raise typer.Exit(2)
