"""The lines that `stallage serve` prints at its start: the shop's address and what to do next."""

from __future__ import annotations

import asyncpg

from stallage import outbox
from stallage.core import clock
from stallage.core.db import prepare_connection
from stallage.invocation import command
from stallage.operators.queries.team import awaits_owner
from stallage.operators.rules.sessions import FIRST_OWNER, first_owner_url
from stallage.readiness import next_steps
from stallage.settings import Settings
from stallage.shop.queries import company_name, shop_settings


async def greeting(settings: Settings, dsn: str, address: str) -> list[str]:
    """Return the lines for a shop that listens at `address`."""
    connection = await asyncpg.connect(dsn)
    try:
        await prepare_connection(connection)
        settings = settings.with_shop(await shop_settings(connection))
        name = await company_name(connection) or settings.shop_name
        steps = await next_steps(connection, settings)
        has_team = not await awaits_owner(connection)
    except asyncpg.UndefinedTableError:
        return [
            f"Stallage listens at {address}",
            f"Next: the database's schema is not current. Run: {command('migrate')}",
        ]
    finally:
        await connection.close()
    # Several addresses may reach this process; links in emails and on payment pages use the public one.
    lines = [f"{name} is at {settings.public_url.rstrip('/')}"]
    if steps:
        step = steps[0]
        lines.append(f"Next: {step.message}" + (f" Run: {step.command}" if step.command else ""))
    else:
        lines.append(f"Next: {command('doctor')} checks everything that a live shop needs.")
    if outbox.is_open(settings):
        lines.append(
            f"Sign-in codes and other messages are at {address}{outbox.path_of(settings.secret())}"
        )
    else:
        lines.append(f"Messages are sent by email as {settings.mail_from}")
    back_office = f"{settings.public_url.rstrip('/')}/backoffice"
    if has_team:
        lines.append(f"The back office is at {back_office}")
    else:
        hours = int(FIRST_OWNER.total_seconds()) // 3600
        link = first_owner_url(settings.public_url, settings.secret(), clock.now())
        lines.append("To set up the shop in the browser, create the owner's account at")
        lines.append(f"  {link}")
        lines.append(f"  The link works once, within {hours} hours. Do not share it.")
    return lines
