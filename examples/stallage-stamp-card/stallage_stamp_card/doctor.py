"""Checks of `stallage doctor` on stamp cards."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.diagnosis import Finding, ok
from stallage.settings import Settings
from stallage_stamp_card.queries import all_cards


async def findings(connection: Connection, _settings: Settings) -> list[Finding]:
    """Report how many customers collect stamps."""
    return [ok("Stamp cards", f"{len(await all_cards(connection))} customers collect stamps.")]
