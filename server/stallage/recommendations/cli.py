"""`stallage recommend`."""

from __future__ import annotations

import typer

from stallage.operating import in_shop
from stallage.recommendations.jobs import refresh_all


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="recommend")(recommend)


def recommend() -> None:
    """Compute what is often bought together and popular now. The shop also does so every night."""
    count = in_shop(refresh_all)
    if count is None:
        typer.echo("Another process is already computing recommendations.")
        return
    typer.echo(f"Stored {count:,} recommendations.")
