"""The database's address: encryption and several hosts.

Connections to another host are encrypted unless configured otherwise. An address may name several hosts,
separated by commas, of which one accepts writes at a time.
"""

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


def require_writable(dsn: str) -> str:
    """Return the address, with `target_session_attrs=read-write` if it names several hosts."""
    query = parse_qsl(urlsplit(dsn).query, keep_blank_values=True)
    if len(hosts_of(dsn)) < 2 or "target_session_attrs" in dict(query):
        return dsn
    return _with_query(dsn, [*query, ("target_session_attrs", "read-write")])


def addresses_by_host(dsn: str) -> list[str]:
    """Return an address for each host that an address names; the address itself if it names none."""
    parts = urlsplit(dsn)
    account, at, netloc = parts.netloc.rpartition("@")
    if netloc:
        hosts = netloc.split(",")
        return [urlunsplit(parts._replace(netloc=f"{account}{at}{one}")) for one in hosts]
    query = dict(parse_qsl(parts.query, keep_blank_values=True))
    hosts, ports = (query.get(name, "").split(",") for name in ("host", "port"))
    if len(hosts) < 2:
        return [dsn]
    if len(ports) == 1:
        ports = ports * len(hosts)
    return [
        _with_query(dsn, list((query | {"host": host, "port": port}).items()))
        for host, port in zip(hosts, ports, strict=True)
    ]


def _with_query(dsn: str, query: list[tuple[str, str]]) -> str:
    """Return the address with other parameters. `urlunsplit` would drop the slashes of an empty host."""
    base, _, _ = dsn.partition("?")
    return f"{base}?{urlencode(query, safe='/,')}"


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
        return _with_query(dsn, [*query, ("sslmode", "require")])
    if mode not in ENCRYPTED:
        raise PlainTextNotAllowed(
            f"sslmode={mode} would send customers' data to another host in plain text; use"
            " sslmode=require or verify-full, or set STALLAGE_DATABASE_PLAIN_TEXT=true"
        )
    return dsn
