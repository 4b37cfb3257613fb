"""What must not stand in a shop that strangers can reach: payments in test mode, the demo shop, its codes.

A shop with a public address and one of these lets everybody order and pay with nothing, so it does not
start unless its owner says once that it is meant so.
"""

from __future__ import annotations

import asyncpg

from stallage.core.clients import is_loopback_url
from stallage.core.db import Connection, prepare_connection
from stallage.demo.filling import GIFT_CODES, MILESTONE
from stallage.settings import Settings
from stallage.shop.queries import milestone, shop_settings
from stallage.shop.rules import takes_online_payments
from stallage.wallet.rules import gift_code_hash

PERMISSION = "STALLAGE_ALLOW_TEST_SHOP"

OPEN_CODES = """
SELECT count(*) FROM gift_codes
WHERE code_hash = ANY($1) AND redeemed_at IS NULL AND voided_at IS NULL
    AND (expires_at IS NULL OR expires_at > now())
"""


class UnsafeShop(Exception):
    """The shop would be given away; the text says what and what to do."""


async def exposures(connection: Connection, settings: Settings) -> list[str]:
    """What strangers could take without paying, a sentence each; empty where that is nothing.

    A shop whose address leads to its own machine alone has nothing to fear.
    """
    if is_loopback_url(settings.public_url):
        return []
    found: list[str] = []
    if takes_online_payments(settings) and settings.payment_gateway_mode == 0:
        found.append(
            f"Payments are in test mode ({settings.payment_provider}): everybody can pay with nothing. "
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
            for secret in (settings.secret(), *settings.former_secrets())
            for code in GIFT_CODES
        ]
        if await connection.fetchval(OPEN_CODES, hashes):
            found.append(
                f"The published gift codes of the demo shop are good here ({', '.join(GIFT_CODES)})."
                " Void them: stallage demo --void-codes"
            )
    except asyncpg.UndefinedTableError:
        # The schema has not been made: nothing is sold, and the start says so itself.
        pass
    return found


async def refuse_exposure(connection: Connection, settings: Settings) -> None:
    """Raises UnsafeShop where a public shop gives itself away and nobody has said that it may."""
    if settings.allow_test_shop:
        return
    found = await exposures(connection, settings)
    if found:
        reasons = "\n".join(f"  {sentence}" for sentence in found)
        raise UnsafeShop(
            f"The shop does not start: {settings.public_url} is a public address.\n{reasons}\n"
            f"Where that is meant so, as for a demonstration, set {PERMISSION}=true."
        )


async def refuse_exposed_shop(settings: Settings, dsn: str) -> None:
    """The same for a process that has no pool yet."""
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
