"""`stallage customers`: export and erase a person's data."""

from __future__ import annotations

from typing import Annotated

import orjson
import typer

from stallage.core.errors import InvalidFields
from stallage.core.runtime import Runtime
from stallage.features import parts
from stallage.operating import in_shop
from stallage.signin.actions import contacts
from stallage.signin.actions.codes import parse_contact
from stallage.signin.rules import Contact
from stallage.signin.schemas import ContactInput

ContactArgument = Annotated[str, typer.Argument(help="An email address or a phone number.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(help="Export or erase a person's data.", no_args_is_help=True)
    commands.command(name="export")(export)
    commands.command(name="forget")(forget)
    app.add_typer(commands, name="customers")


def _parse(runtime: Runtime, contact: str) -> Contact:
    form = ContactInput(email=contact) if "@" in contact else ContactInput(phone=contact)
    return parse_contact(form, runtime.settings.phone_country_code)


def export(contact: ContactArgument) -> None:
    """Print everything that is stored about the person with a contact, as JSON."""

    # Commands load no routes, but every section of the export must be registered.
    for kind in ("queries", "routes"):
        parts(kind)

    async def work(runtime: Runtime) -> dict[str, object]:
        async with runtime.database.transaction() as connection:
            return await contacts.export_by_contact(connection, _parse(runtime, contact))

    sections = in_shop(work, InvalidFields)
    typer.echo(orjson.dumps(sections, option=orjson.OPT_INDENT_2, default=str).decode())


def forget(
    contact: ContactArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Skip the confirmation.")] = False,
) -> None:
    """Erase the data of the person with a contact; see docs/privacy.md.

    Make sure first that the request comes from the owner of the contact.
    """
    if not yes:
        typer.confirm(f"Erase everything about {contact}? This cannot be undone.", abort=True)

    async def work(runtime: Runtime) -> None:
        async with runtime.database.transaction() as connection:
            await contacts.forget_by_contact(connection, _parse(runtime, contact))

    in_shop(work, InvalidFields)
    typer.echo("Forgotten. A background job erases the remaining data within minutes.")
