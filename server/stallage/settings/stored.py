"""Which settings the shop can store in its database, and how it stores secrets.

A setting of the machine is read before the database is open, names a folder or an address of the machine,
or protects it. It comes from the environment or from `settings.env` only, so that nobody who may change
the shop's settings can weaken the machine that runs it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from stallage.core.encryption import Undecipherable, decrypt, encrypt

MACHINE_SETTINGS = frozenset(
    {
        "abuse_limits",
        "allow_test_shop",
        "answer_seconds",
        "backup_folder",
        "body_bytes_per_second",
        "client_dir",
        "data_dir",
        "cdn_purge_header",
        "cdn_purge_url",
        "database_plain_text",
        "database_pool_size",
        "database_pooler_url",
        "database_replica_url",
        "database_url",
        "disabled_features",
        "fetch_private_addresses",
        "google_certs_url",
        "google_token_url",
        "google_tokeninfo_url",
        "graceful_stop_seconds",
        "header_seconds",
        "idle_transaction_seconds",
        "keep_alive_seconds",
        "log_format",
        "log_level",
        "max_connections",
        "max_connections_per_network",
        "metrics_token",
        "opensearch_url",
        "postgresql_programs",
        "previous_secret_keys",
        "public_read_percent",
        "page_cache_mb",
        "part_cache_mb",
        "public_statement_seconds",
        "public_url",
        "razorpay_api_url",
        "renderers",
        "response_cache_mb",
        "search_seconds",
        "secret_key",
        "service_worker",
        "statement_seconds",
        "stripe_api_url",
        "trusted_proxies",
        "twilio_url",
        "webhook_private_addresses",
    }
)

SHOWN_CHARACTERS = 4
"""So many of the last characters of a secret are shown, if it is long enough not to be guessed by them."""
MIN_CHARACTERS_TO_SHOW = 12


def is_secret(field: FieldInfo) -> bool:
    """Whether a setting is write-only."""
    return field.annotation is SecretStr


def seal(secret: bytes, name: str, value: str) -> dict[str, str]:
    """Return a secret setting as the database stores it: encrypted, with its last characters."""
    sealed = encrypt(secret, _purpose(name), value.encode())
    end = value[-SHOWN_CHARACTERS:] if len(value) >= MIN_CHARACTERS_TO_SHOW else ""
    return {"sealed": base64.b64encode(sealed).decode(), "end": end}


def unseal(secrets: Sequence[bytes], name: str, stored: object) -> str | None:
    """Return the value of a stored secret; None if none of the shop's keys encrypted it."""
    if not isinstance(stored, dict) or "sealed" not in stored:
        return None
    try:
        return decrypt(secrets, _purpose(name), base64.b64decode(stored["sealed"])).decode()
    except (Undecipherable, ValueError):
        return None


def version_of(stored: Mapping[str, Any]) -> str:
    """Return a short hash of all stored settings. Processes compare it to notice a change."""
    content = orjson.dumps(stored, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(content).hexdigest()[:16]


def _purpose(name: str) -> str:
    return f"setting:{name}"
