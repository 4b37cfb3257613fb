"""`stallage tickets`: what an operator does to tickets, from the shell."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.operating import in_transaction
from stallage.support.actions import close_as_operator, reply
from stallage.support.queries import unanswered
from stallage.support.rules import LABELS, Status

TicketId = Annotated[str, typer.Argument(help="Such as ST-4H8W-2KMN.")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    commands = typer.Typer(help="What customers ask.", no_args_is_help=True)
    commands.command(name="list")(list_tickets)
    commands.command(name="reply")(reply_to)
    commands.command(name="close")(close)
    app.add_typer(commands, name="tickets")


def list_tickets() -> None:
    """Prints the tickets that are not closed, the one that waits longest first."""
    rows = in_transaction(unanswered)
    for row in rows:
        typer.echo(
            f"{row['public_id']}  {LABELS[Status(row['status'])]:<11}"
            f"  {row['updated_at']:%Y-%m-%d %H:%M}  {row['asker']}  {row['subject']}"
        )
        typer.echo(f"  {row['by']}: {' '.join(row['message'].split())[:200]}")
    if not rows:
        typer.echo("No ticket is open.")


def reply_to(
    ticket_id: TicketId, text: Annotated[str, typer.Argument(help="What the shop answers.")]
) -> None:
    """Answers a ticket; the customer gets a message."""
    if not text.strip() or "\x00" in text:
        typer.echo("The answer cannot be blank.", err=True)
        raise typer.Exit(1)
    in_transaction(lambda connection: reply(connection, ticket_id.upper(), text.strip()), NotFound)
    typer.echo(f"Answered {ticket_id.upper()}.")


def close(ticket_id: TicketId) -> None:
    """Closes a ticket."""
    in_transaction(lambda connection: close_as_operator(connection, ticket_id.upper()), NotFound)
    typer.echo(f"Closed {ticket_id.upper()}.")
