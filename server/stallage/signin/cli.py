"""`stallage customers`: what an operator does about a person's data, from the shell."""

from __future__ import annotations

from typing import Annotated

import orjson
import typer

from stallage.core.errors import InvalidFields
from stallage.core.runtime import Runtime
from stallage.features import parts
from stallage.operating import in_shop
from stallage.signin.actions import contacts
from stallage.signin.actions.codes import contact_of
from stallage.signin.rules import Contact
from stallage.signin.schemas import ContactInput

ContactGiven = Annotated[str, typer.Argument(help="An e-mail address or a phone number.")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    commands = typer.Typer(help="What is held about a person.", no_args_is_help=True)
    commands.command(name="export")(export)
    commands.command(name="forget")(forget)
    app.add_typer(commands, name="customers")


def _contact(runtime: Runtime, given: str) -> Contact:
    asked = ContactInput(email=given) if "@" in given else ContactInput(phone=given)
    return contact_of(asked, runtime.settings.phone_country_code)


def export(contact: ContactGiven) -> None:
    """Prints everything that is held under a contact, as JSON."""

    # Every section must be known; a command loads no routes.
    parts("queries")

    async def work(runtime: Runtime) -> dict[str, object]:
        async with runtime.database.transaction() as connection:
            return await contacts.everything_held(connection, _contact(runtime, contact))

    held = in_shop(work, InvalidFields)
    typer.echo(orjson.dumps(held, option=orjson.OPT_INDENT_2, default=str).decode())


def forget(
    contact: ContactGiven,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask back.")] = False,
) -> None:
    """Forgets whoever has a contact, as the person could themselves; see docs/privacy.md.

    Make sure first that the person who asks is the one whose contact it is.
    """
    if not yes:
        typer.confirm(f"Erase everything about {contact}? This cannot be undone.", abort=True)

    async def work(runtime: Runtime) -> None:
        async with runtime.database.transaction() as connection:
            await contacts.forget_whoever_has(connection, _contact(runtime, contact))

    in_shop(work, InvalidFields)
    typer.echo("Forgotten. The background work erases what the features hold.")
