"""The database's address: connections to another host are encrypted unless configured otherwise."""

from __future__ import annotations

import ipaddress
import os
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

ENCRYPTED = ("require", "verify-ca", "verify-full")
"""Values of `sslmode` that never fall back to plain text."""


class PlainTextNotAllowed(ValueError):
    """The address allows an unencrypted connection to another host."""


def hosts_of(dsn: str) -> list[str]:
    """Return the hosts that an address names, or an empty list if it leaves them to the driver."""
    parts = urlsplit(dsn)
    from_query = dict(parse_qsl(parts.query)).get("host", "")
    from_netloc = [_without_port(host) for host in parts.netloc.rpartition("@")[2].split(",")]
    hosts = [host for host in from_netloc if host] or [
        host for host in from_query.split(",") if host
    ]
    return hosts or [host for host in os.environ.get("PGHOST", "").split(",") if host]


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def is_local(host: str) -> bool:
    """Whether a host is this machine: a Unix socket directory or a loopback address."""
    if host.startswith(("/", "@", "%2F", "%2f")) or host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def require_encryption(dsn: str, *, allow_plain_text: bool = False) -> str:
    """Return the address, with `sslmode=require` if it names another host and no `sslmode`.

    `require` encrypts without checking the server's certificate; `verify-full` with `sslrootcert`
    checks it too. Raises PlainTextNotAllowed if the address asks for less than `require`.
    """
    if not dsn or allow_plain_text or all(map(is_local, hosts_of(dsn))):
        return dsn
    parts = urlsplit(dsn)
    query = parse_qsl(parts.query, keep_blank_values=True)
    mode = dict(query).get("sslmode") or os.environ.get("PGSSLMODE", "")
    if not mode:
        return urlunsplit(parts._replace(query=urlencode([*query, ("sslmode", "require")])))
    if mode not in ENCRYPTED:
        raise PlainTextNotAllowed(
            f"sslmode={mode} would send customers' data to another host in plain text; use"
            " sslmode=require or verify-full, or set STALLAGE_DATABASE_PLAIN_TEXT=true"
        )
    return dsn
