"""The database's address: traffic to another host is encrypted, unless somebody says otherwise."""

from __future__ import annotations

import ipaddress
import os
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

ENCRYPTED = ("require", "verify-ca", "verify-full")
"""Values of `sslmode` that never fall back to plain text."""


class PlainTextRefused(ValueError):
    """The address asks for a connection to another host that may not be encrypted."""


def hosts_of(dsn: str) -> list[str]:
    """The hosts that an address names; none where it leaves them to the driver's defaults."""
    parts = urlsplit(dsn)
    named = dict(parse_qsl(parts.query)).get("host", "")
    listed = [_without_port(one) for one in parts.netloc.rpartition("@")[2].split(",")]
    found = [one for one in listed if one] or [one for one in named.split(",") if one]
    return found or [one for one in os.environ.get("PGHOST", "").split(",") if one]


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def is_local(host: str) -> bool:
    """Whether a host is this machine: a folder of Unix sockets, or a loopback address."""
    if host.startswith(("/", "@", "%2F", "%2f")) or host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def encrypted_address(dsn: str, *, allow_plain_text: bool = False) -> str:
    """The address, with `sslmode=require` where it leads to another host and says nothing of TLS.

    `require` encrypts without looking at who answers; `sslmode=verify-full` with `sslrootcert` does
    both. Raises PlainTextRefused where it asks for less than `require`.
    """
    if not dsn or allow_plain_text or all(map(is_local, hosts_of(dsn))):
        return dsn
    parts = urlsplit(dsn)
    query = parse_qsl(parts.query, keep_blank_values=True)
    mode = dict(query).get("sslmode") or os.environ.get("PGSSLMODE", "")
    if not mode:
        return urlunsplit(parts._replace(query=urlencode([*query, ("sslmode", "require")])))
    if mode not in ENCRYPTED:
        raise PlainTextRefused(
            f"sslmode={mode} would send customers' data to another host in plain text; use"
            " sslmode=require or verify-full, or set STALLAGE_DATABASE_PLAIN_TEXT=true"
        )
    return dsn
