"""`stallage recommend`."""

from __future__ import annotations

import typer

from stallage.operating import in_shop
from stallage.recommendations.jobs import work_out_pairs


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(name="recommend")(recommend)


def recommend() -> None:
    """Works out what is often bought together now; the shop does so every night."""
    count = in_shop(work_out_pairs)
    if count is None:
        typer.echo("The shop is working it out already.")
        return
    typer.echo(f"{count:,} recommendations are kept.")
