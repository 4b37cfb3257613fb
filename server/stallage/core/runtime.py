"""What a process holds while it lives, handed to requests, jobs and commands."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import httpx

from stallage.core.db import Database
from stallage.core.ended import EndedSignIns
from stallage.core.mail import PostOffice
from stallage.core.media import Media
from stallage.core.money import Currency
from stallage.settings import Settings


@dataclass(frozen=True)
class Runtime:
    """The process's settings, database and doors to the outside."""

    settings: Settings
    secret: bytes
    """Signs tokens and codes."""
    former_secrets: tuple[bytes, ...]
    """What signed before; still believed, newest first."""
    database: Database
    mailer: PostOffice
    media: Media
    outside: httpx.AsyncClient
    """For calls to other services, with timeouts; never used while a transaction is open."""
    ended: EndedSignIns
    """Sign-ins whose access tokens are not believed any more."""
    kept: dict[str, Any]
    """What features keep for the process's life, such as the open search index, by feature name."""
    resources: AsyncExitStack
    """What features open on first need is entered here, and closed with the process."""

    @property
    def secrets(self) -> tuple[bytes, ...]:
        """Whose signatures are believed, the present one first."""
        return (self.secret, *self.former_secrets)

    @property
    def currency(self) -> Currency:
        """The shop's currency."""
        return Currency.of(self.settings.currency)
