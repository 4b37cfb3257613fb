"""The resources of a process, passed to requests, jobs and commands."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
from starlette.requests import HTTPConnection

from stallage.core.db import Database
from stallage.core.mail import MessageSender
from stallage.core.media import Media
from stallage.core.money import Currency
from stallage.core.revoked_sessions import RevokedSessions
from stallage.settings import PluginSettings, Settings

S = TypeVar("S", bound=PluginSettings)


@dataclass(frozen=True)
class Runtime:
    """The settings, database connections and clients of a process."""

    settings: Settings
    own_settings: Settings
    """The settings without those that the shop stores in its database."""
    settings_version: str
    """The version of the stored settings, see `settings.stored.version_of`."""
    secret: bytes
    """Signs tokens and codes."""
    previous_secrets: tuple[bytes, ...]
    """Earlier secrets whose signatures are still accepted, newest first."""
    database: Database
    mailer: MessageSender
    media: Media
    http_client: httpx.AsyncClient
    """For calls to other services, with timeouts. Never use it while a transaction is open."""
    revoked_sessions: RevokedSessions
    """Sign-ins whose access tokens are no longer accepted."""
    services: dict[str, Any]
    """Long-lived objects of features by name, such as the open search index."""
    resources: AsyncExitStack
    """Features enter what they open on demand here; it is closed when the process ends."""
    plugin_settings: Mapping[type[PluginSettings], PluginSettings]
    own_plugin_settings: Mapping[type[PluginSettings], PluginSettings]
    """The same without those that the shop stores in its database."""

    def settings_of(self, kind: type[S]) -> S:
        """The settings of a plug-in, by its `Settings` class."""
        found = self.plugin_settings[kind]
        assert isinstance(found, kind)  # noqa: S101 - read by its own class
        return found

    @property
    def secrets(self) -> tuple[bytes, ...]:
        """All secrets whose signatures are accepted, the current one first."""
        return (self.secret, *self.previous_secrets)

    @property
    def currency(self) -> Currency:
        """The shop's currency."""
        return Currency.of(self.settings.currency)


def runtime_of(request: HTTPConnection) -> Runtime:
    """Return the runtime of the process that handles this request."""
    runtime: Runtime = request.app.state.runtime
    return runtime
