"""`stallage operator`: create, list, disable, enable and reset operators."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

import typer

from stallage.core.db import Connection
from stallage.core.errors import ApiError, NotFound
from stallage.core.runtime import Runtime
from stallage.operating import in_shop, in_transaction
from stallage.operators.actions import team
from stallage.operators.drafts import Link
from stallage.operators.queries.accounts import find_by_email
from stallage.operators.queries.team import list_members
from stallage.operators.rules.emails import operator_email
from stallage.operators.rules.permissions import ROLES
from stallage.operators.rules.sessions import LINK, link_url
from stallage.operators.schemas.team import TeamMember

EmailArgument = Annotated[str, typer.Argument(help="The operator's email address.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(help="Manage who can use the back office.", no_args_is_help=True)
    for command in (create, disable, enable, reset):
        commands.command()(command)
    commands.command(name="list")(list_operators)
    app.add_typer(commands, name="operator")


def _print_link(link: Link, public_url: str) -> None:
    typer.echo(link_url(public_url, link.token))
    hours = int(LINK.total_seconds()) // 3600
    typer.echo(f"Open this link within {hours} hours to choose how to sign in. It works once.")


def create(
    email: EmailArgument,
    name: Annotated[str, typer.Option(help="The operator's name.")] = "",
    role: Annotated[
        str, typer.Option(help=f"{', '.join(ROLES)}, or one of the shop's own.")
    ] = "owner",
) -> None:
    """Create an operator and print a one-time link to set up the sign-in.

    For an operator who has not used the first link, print a new one. The old one stops working.
    """

    async def work(runtime: Runtime) -> tuple[Link, str]:
        address = operator_email(email)
        async with runtime.database.transaction() as connection:
            link = await team.create_with_link(
                connection,
                runtime.secret,
                email=address,
                name=name.strip()[:80] or address.partition("@")[0][:80],
                role=role,
            )
        return link, runtime.settings.public_url

    _print_link(*in_shop(work, ApiError))


def reset(email: EmailArgument) -> None:
    """Remove an operator's password, passkeys and authenticator app, and print a link to set up new ones.

    All sessions end, and personal access tokens are revoked.
    """

    async def work(runtime: Runtime) -> tuple[Link, str]:
        async with runtime.database.transaction() as connection:
            operator_id = await _id_of(connection, email)
            link = await team.reset_with_link(connection, runtime.secret, operator_id)
        return link, runtime.settings.public_url

    _print_link(*in_shop(work, ApiError))


def disable(email: EmailArgument) -> None:
    """End an operator's sessions and let them sign in no more."""
    _change(email, lambda connection, found: team.disable(connection, None, found))
    typer.echo(f"{email} is disabled.")


def enable(email: EmailArgument) -> None:
    """Let a disabled operator sign in again."""
    _change(email, lambda connection, found: team.enable(connection, None, found))
    typer.echo(f"{email} is enabled.")


def list_operators() -> None:
    """Print all operators with their roles."""

    async def read(connection: Connection) -> list[TeamMember]:
        return await list_members(connection)

    for member in in_transaction(read):
        last = member.last_signed_in_at
        seen = f"{last:%Y-%m-%d %H:%M} UTC" if last else "never signed in"
        typer.echo(f"{member.email}  {member.name}  {member.role}  {member.status}  {seen}")


def _change(email: str, act: Callable[[Connection, int], Awaitable[TeamMember]]) -> None:
    async def change(connection: Connection) -> TeamMember:
        return await act(connection, await _id_of(connection, email))

    in_transaction(change, ApiError)


async def _id_of(connection: Connection, email: str) -> int:
    found = await find_by_email(connection, email)
    if found is None:
        raise NotFound(f"No operator has the email address {email}.")
    return found.operator_id
