"""Write the company details, the shop's settings and milestones."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.shop.drafts import CompanyDraft
from stallage.shop.queries import StoredSettings, stored_settings

PUT_COMPANY = """
INSERT INTO company_details (name, tagline, email, phone, address, logo, logo_dark, favicon,
    social_links, legal_name, tax_number, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (one) DO UPDATE SET
    name = excluded.name, tagline = excluded.tagline, email = excluded.email,
    phone = excluded.phone, address = excluded.address,
    logo = excluded.logo, logo_dark = excluded.logo_dark, favicon = excluded.favicon,
    social_links = excluded.social_links, legal_name = excluded.legal_name,
    tax_number = excluded.tax_number, updated_at = excluded.updated_at
"""

PUT_SETTING = """
INSERT INTO shop_settings (name, value, changed_at) VALUES ($1, $2, $3)
ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at
WHERE shop_settings.value <> excluded.value
"""
REMOVE_SETTING = "DELETE FROM shop_settings WHERE name = $1"
LOCK_SETTINGS = "SELECT pg_advisory_xact_lock(hashtext('shop_settings'))"

PUT_MILESTONE = """
INSERT INTO milestones (name, happened_at, facts) VALUES ($1, $2, $3)
ON CONFLICT (name) DO UPDATE SET facts = excluded.facts
"""


async def put_company(connection: Connection, draft: CompanyDraft) -> None:
    """Replace the company details."""
    await connection.execute(
        PUT_COMPANY,
        draft.name,
        draft.tagline,
        draft.email,
        draft.phone,
        draft.address,
        draft.logo,
        draft.logo_dark,
        draft.favicon,
        list(draft.social_links),
        draft.legal_name,
        draft.tax_number,
        clock.now(),
    )


async def remove_company(connection: Connection) -> None:
    """Remove the company details, as before they were filled in."""
    await connection.execute("DELETE FROM company_details")


async def put_setting(connection: Connection, name: str, value: object) -> None:
    """Store a validated value of a setting. Running processes apply it within seconds."""
    await connection.execute(PUT_SETTING, name, value, clock.now())


async def remove_setting(connection: Connection, name: str) -> None:
    """Remove the stored value of a setting, which then has its default."""
    await connection.execute(REMOVE_SETTING, name)


async def lock_settings(connection: Connection) -> None:
    """Let other changes of settings wait until the transaction ends."""
    await connection.execute(LOCK_SETTINGS)


async def locked_settings(connection: Connection) -> StoredSettings:
    """Do the same, and return the settings that the shop stores."""
    await lock_settings(connection)
    return await stored_settings(connection)


async def put_milestone(
    connection: Connection, name: str, facts: dict[str, Any], at: datetime | None = None
) -> None:
    """Record a milestone, reached now or `at`. If it is recorded already, only its facts change."""
    await connection.execute(PUT_MILESTONE, name, at or clock.now(), facts)
