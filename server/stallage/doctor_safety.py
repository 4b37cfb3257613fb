"""What `stallage doctor` finds about strangers: what they could take, and who hides them."""

from __future__ import annotations

import asyncpg

from stallage.core.clients import is_trusted_proxy
from stallage.core.db import prepare_connection
from stallage.core.proxies import recent_untrusted_proxies
from stallage.diagnosis import Finding, note, wrong
from stallage.exposure import exposures
from stallage.settings import Settings

CONNECT_SECONDS = 5


async def look_at_safety(settings: Settings, dsn: str) -> list[Finding]:
    """What strangers could take of a public shop, and whether the proxy in front is known."""
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            await prepare_connection(connection)
            found = await exposures(connection, settings)
            proxies = await recent_untrusted_proxies(connection)
        finally:
            await connection.close()
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        # What is wrong with the database is told by whoever looks at it.
        return []
    tell = note if settings.allow_test_shop else wrong
    return [
        *(tell("Public shop", sentence) for sentence in found),
        *(
            _about_proxy(address, is_private)
            for address, is_private in proxies
            if not is_trusted_proxy(address, settings.trusted_proxies)
        ),
    ]


def _about_proxy(address: str, is_private: bool) -> Finding:
    advice = "If it is your proxy, name it in STALLAGE_TRUSTED_PROXIES"
    if is_private:
        return wrong(
            "Proxy",
            f"{address} forwards shoppers and is not trusted. {advice}: until then all of them"
            " count as one client.",
        )
    return note("Proxy", f"{address} sends forwarding headers, which are not believed. {advice}.")
