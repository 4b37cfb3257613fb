"""`stallage tickets`: list, answer and close support tickets. `stallage support`: receive emails."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from stallage.core.errors import NotFound
from stallage.core.runtime import Runtime
from stallage.operating import in_shop, in_transaction
from stallage.support.actions import Receipt, close_as_operator, receive_email, reply
from stallage.support.formats.received_email import read_email
from stallage.support.queries import open_tickets
from stallage.support.rules import LABELS
from stallage.support.rules.inbound import MAX_PIPED_BYTES, find_ticket, message_key

TicketId = Annotated[str, typer.Argument(help="Such as ST-4H8W-2KMN.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(help="Support tickets.", no_args_is_help=True)
    commands.command(name="list")(list_tickets)
    commands.command(name="reply")(reply_to)
    commands.command(name="close")(close)
    app.add_typer(commands, name="tickets")
    support = typer.Typer(help="Emails that answer tickets.", no_args_is_help=True)
    support.command(name="receive-mail")(receive_mail)
    app.add_typer(support, name="support")


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


def receive_mail() -> None:
    """Receive an email from standard input, as a mail server's pipe delivers it (RFC 5322)."""
    raw = sys.stdin.buffer.read(MAX_PIPED_BYTES)
    if not raw.strip():
        typer.echo("There is no email on standard input.", err=True)
        raise typer.Exit(1)
    email = read_email(raw)

    async def receive(runtime: Runtime) -> Receipt:
        async with runtime.database.transaction() as connection:
            return await receive_email(
                connection,
                email,
                message_key(email.message_id, raw),
                find_ticket(runtime.secrets, email.routing),
            )

    receipt = in_shop(receive)
    ticket = f" {receipt.ticket_id}" if receipt.ticket_id else ""
    repeated = " (received before)" if receipt.repeated else ""
    typer.echo(f"{receipt.reason}{ticket}{repeated}")
