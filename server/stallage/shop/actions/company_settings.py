"""The company details as an area of settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.shop.actions import put_company, remove_company
from stallage.shop.actions.setting_changes import SettingsArea, register_area
from stallage.shop.drafts import CompanyDraft
from stallage.shop.queries import COMPANY
from stallage.shop.schemas.company import CompanySettings

_NAMES = {
    "name": "name",
    "legalName": "legal_name",
    "tagline": "tagline",
    "email": "email",
    "phone": "phone",
    "taxNumber": "tax_number",
    "address": "address",
    "logo": "logo",
    "logoDark": "logo_dark",
    "favicon": "favicon",
    "socialLinks": "social_links",
}
"""Key → field of `CompanyDraft`."""


async def _read(connection: Connection) -> JsonObject:
    row = await connection.fetchrow(COMPANY)
    if row is None:
        return {}
    return {key: row[column] for key, column in _NAMES.items()}


async def _write(connection: Connection, values: Mapping[str, Any]) -> None:
    if not values:
        await remove_company(connection)
        return
    fields = {column: values[key] for key, column in _NAMES.items() if key in values}
    links = tuple(fields.pop("social_links", ()))
    await put_company(connection, CompanyDraft(**fields, social_links=links))


async def _to_schema(_connection: Connection, values: JsonObject) -> CompanySettings:
    return company_settings(values)


def company_settings(values: Mapping[str, Any]) -> CompanySettings:
    """The company details of these values; empty until they are filled in."""
    defaults: JsonObject = dict.fromkeys(_NAMES, "") | {
        "address": None,
        "logo": None,
        "logoDark": None,
        "favicon": None,
        "socialLinks": [],
    }
    return CompanySettings.model_construct(
        **{_NAMES[key]: value for key, value in {**defaults, **values}.items()}
    )


COMPANY_AREA = register_area(SettingsArea("company", _read, _write, _to_schema))
