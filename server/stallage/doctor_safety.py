"""Checks of `stallage doctor` on a public shop: test payments, demo data and untrusted proxies."""

from __future__ import annotations

import asyncpg

from stallage.core.clients import is_trusted_proxy
from stallage.core.db import prepare_connection
from stallage.core.proxies import recent_untrusted_proxies
from stallage.diagnosis import Finding, note, wrong
from stallage.exposure import exposures
from stallage.settings import Settings

CONNECT_SECONDS = 5


async def check_safety(settings: Settings, dsn: str) -> list[Finding]:
    """Report what a public shop gives away for free, and proxies that are not trusted."""
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            await prepare_connection(connection)
            found = await exposures(connection, settings)
            proxies = await recent_untrusted_proxies(connection)
        finally:
            await connection.close()
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        # `check_database` reports what is wrong.
        return []
    severity = note if settings.allow_test_shop else wrong
    return [
        *(severity("Public shop", sentence) for sentence in found),
        *(
            _about_proxy(address, is_private)
            for address, is_private in proxies
            if not is_trusted_proxy(address, settings.trusted_proxies)
        ),
    ]


def _about_proxy(address: str, is_private: bool) -> Finding:
    advice = "If it is your proxy, add it to STALLAGE_TRUSTED_PROXIES"
    if is_private:
        return wrong(
            "Proxy",
            f"{address} forwards shoppers and is not trusted. {advice}. Until then all of them"
            " count as one client.",
        )
    return note("Proxy", f"{address} sends forwarding headers, which are ignored. {advice}.")
