"""`stallage tickets`: list, answer and close support tickets."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.operating import in_transaction
from stallage.support.actions import close_as_operator, reply
from stallage.support.queries import open_tickets
from stallage.support.rules import LABELS

TicketId = Annotated[str, typer.Argument(help="Such as ST-4H8W-2KMN.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(help="Support tickets.", no_args_is_help=True)
    commands.command(name="list")(list_tickets)
    commands.command(name="reply")(reply_to)
    commands.command(name="close")(close)
    app.add_typer(commands, name="tickets")


def list_tickets() -> None:
    """Print the tickets that are not closed, longest waiting first."""
    tickets = in_transaction(open_tickets)
    for one in tickets:
        typer.echo(
            f"{one.public_id}  {LABELS[one.status]:<11}"
            f"  {one.updated_at:%Y-%m-%d %H:%M}  {one.contact}  {one.subject}"
        )
        typer.echo(f"  {one.last_by}: {' '.join(one.last_message.split())[:200]}")
    if not tickets:
        typer.echo("No ticket is open.")


def reply_to(ticket_id: TicketId, text: Annotated[str, typer.Argument(help="The answer.")]) -> None:
    """Answer a ticket. The customer gets an email."""
    if not text.strip() or "\x00" in text:
        typer.echo("The answer cannot be blank.", err=True)
        raise typer.Exit(1)
    in_transaction(lambda connection: reply(connection, ticket_id.upper(), text.strip()), NotFound)
    typer.echo(f"Answered {ticket_id.upper()}.")


def close(ticket_id: TicketId) -> None:
    """Close a ticket."""
    in_transaction(lambda connection: close_as_operator(connection, ticket_id.upper()), NotFound)
    typer.echo(f"Closed {ticket_id.upper()}.")
