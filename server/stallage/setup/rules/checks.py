"""Checks of new values beyond their type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from email.utils import parseaddr
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale, UnknownLocaleError
from babel.numbers import get_currency_name
from pydantic import ValidationError

SETTINGS = "settings"
"""The field of an error that concerns several settings."""


def _zone(value: str) -> str | None:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "Choose a time zone such as Europe/Berlin."
    return None


def _locale(value: str) -> str | None:
    try:
        Locale.parse(value, sep="-")
    except (UnknownLocaleError, ValueError, TypeError):
        return "Enter a language and region such as en-US."
    return None


def _country(value: str) -> str | None:
    known = value.isascii() and value in Locale("en").territories and value not in ("EU", "UN")
    return None if known else "Enter a country code such as US."


def _currency(value: str) -> str | None:
    known = get_currency_name(value, locale="en") != value
    return None if known else "Enter a currency code such as USD."


def _sender(value: str) -> str | None:
    address = parseaddr(value)[1]
    name, at, host = address.rpartition("@")
    plain = bool(name and at and host) and not any(one in value for one in "\r\n")
    return None if plain else "Enter an email address such as shop@example.com."


def _base_url(value: str) -> str | None:
    if not value:
        return None
    parts = urlsplit(value)
    known = parts.scheme in ("http", "https") and bool(parts.hostname)
    return None if known else "Enter an address such as https://cdn.example.com."


def _storage(value: str) -> str | None:
    if not value:
        return None
    parts = urlsplit(value)
    known = parts.scheme == "s3" and bool(parts.hostname)
    return None if known else "Enter an address such as s3://bucket/folder?region=eu-central-1."


CHECKS: Mapping[str, Callable[[str], str | None]] = {
    "time_zone": _zone,
    "locale": _locale,
    "country": _country,
    "currency": _currency,
    "mail_from": _sender,
    "cdn_endpoint": _base_url,
    "cdn_fallback_endpoint": _base_url,
    "storage_url": _storage,
}
"""Setting → a function that returns what is wrong with a text, or None."""


def problems_of(values: Mapping[str, object]) -> dict[str, list[str]]:
    """Return what is wrong with new values, by setting."""
    found: dict[str, list[str]] = {}
    for name, check in CHECKS.items():
        value = values.get(name)
        problem = check(value) if isinstance(value, str) else None
        if problem is not None:
            found[name] = [problem]
    return found


def errors_of(error: ValidationError) -> dict[str, list[str]]:
    """Return the errors of invalid settings, by setting. None contains a value."""
    found: dict[str, list[str]] = {}
    for one in error.errors(include_input=False, include_url=False, include_context=False):
        name = str(one["loc"][0]) if one["loc"] else SETTINGS
        text = one["msg"].removeprefix("Value error, ")
        found.setdefault(name, []).append(text[:1].upper() + text[1:].rstrip(".") + ".")
    return found
