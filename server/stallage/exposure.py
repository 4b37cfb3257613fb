"""Refuses to start a public shop with test payments, demo products or the demo's gift codes.

With a public address and one of these, everybody could order without paying. The owner can allow it
with a setting.
"""

from __future__ import annotations

import asyncpg

from stallage.core.clients import is_loopback_url
from stallage.core.db import Connection, prepare_connection
from stallage.demo.filling import GIFT_CODES, MILESTONE
from stallage.settings import Settings
from stallage.shop.queries import milestone, shop_settings
from stallage.shop.rules.capabilities import takes_online_payments
from stallage.wallet.rules import gift_code_hash

PERMISSION = "STALLAGE_ALLOW_TEST_SHOP"

OPEN_CODES = """
SELECT count(*) FROM gift_codes
WHERE code_hash = ANY($1) AND redeemed_at IS NULL AND voided_at IS NULL
    AND (expires_at IS NULL OR expires_at > now())
"""


class UnsafeShop(Exception):
    """A public shop would give away products; the text names the reason and the fix."""


async def exposures(connection: Connection, settings: Settings) -> list[str]:
    """Return what visitors could take without paying, one sentence each.

    A shop whose address is a loopback address has none.
    """
    if is_loopback_url(settings.public_url):
        return []
    found: list[str] = []
    if takes_online_payments(settings) and settings.payment_gateway_mode == 0:
        found.append(
            f"Payments are in test mode ({settings.payment_provider}): orders are not really paid. "
            "Set up a payment provider and STALLAGE_PAYMENT_GATEWAY_MODE=1, "
            "or STALLAGE_PAYMENT_PROVIDER=none."
        )
    try:
        if await milestone(connection, MILESTONE) is not None:
            found.append(
                "This is the demo shop: its products do not exist. Use a database of its own."
            )
        hashes = [
            gift_code_hash(secret, code)
            for secret in (settings.secret(), *settings.previous_secrets())
            for code in GIFT_CODES
        ]
        if await connection.fetchval(OPEN_CODES, hashes):
            found.append(
                f"The published gift codes of the demo shop are valid here ({', '.join(GIFT_CODES)})."
                " Void them: stallage demo --void-codes"
            )
    except asyncpg.UndefinedTableError:
        # Without a schema nothing can be sold, and the start reports it.
        pass
    return found


async def refuse_exposure(connection: Connection, settings: Settings) -> None:
    """Raise UnsafeShop for `exposures` that the owner has not allowed."""
    if settings.allow_test_shop:
        return
    found = await exposures(connection, settings)
    if found:
        reasons = "\n".join(f"  {sentence}" for sentence in found)
        raise UnsafeShop(
            f"The shop does not start: {settings.public_url} is a public address.\n{reasons}\n"
            f"If this is intended, for example for a demonstration, set {PERMISSION}=true."
        )


async def refuse_exposed_shop(settings: Settings, dsn: str) -> None:
    """Do the same in a process without a connection pool."""
    connection = await asyncpg.connect(dsn)
    try:
        await prepare_connection(connection)
        try:
            declared = await shop_settings(connection)
        except asyncpg.UndefinedTableError:
            return
        await refuse_exposure(connection, settings.with_shop(declared))
    finally:
        await connection.close()
