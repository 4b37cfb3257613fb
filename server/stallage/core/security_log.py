"""The security log: what somebody who looks into an attack wants to know, without personal data.

Each event is a structured log line with `log="security"` and the request's id. Contacts, names,
addresses and codes never stand in one; whom it concerns is said by ids.
"""

from __future__ import annotations

import structlog

log = structlog.get_logger("stallage.security")


def record(event: str, **facts: str | int | bool | None) -> None:
    """Writes down a security event, such as `limit_reached`."""
    log.warning(event, log="security", **facts)
