"""Results of the checks of `stallage doctor`, and what to do about each subject."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

State: TypeAlias = Literal["ok", "note", "wrong"]
Group: TypeAlias = Literal["selling", "messages", "work", "data", "installation"]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a finding is about."""

    group: Group
    advice: str
    """What to do if something is wrong, for somebody in the back office."""
    screen: str | None = None
    """The path of the screen that mends it; None if only the machine can be changed."""


_SERVER = "Only the server can change this: see the message, then start the shop again."
_SETTINGS = "Change it in the settings, unless the message names a variable of the server."

SUBJECTS: Mapping[str, Subject] = {
    "First sale": Subject("selling", "Complete the step in the message.", "/settings"),
    "Payment": Subject("selling", _SETTINGS, "/settings/payments"),
    "Payments": Subject("selling", "Settle them with the provider.", "/health#payments"),
    "Refunds": Subject("selling", "Open each order and send its refund again.", "/health#payments"),
    "Catalogue": Subject("selling", "Complete the products in the message.", "/products"),
    "Currency": Subject("selling", _SETTINGS, "/settings/general"),
    "Language": Subject("selling", _SETTINGS, "/settings/general"),
    "Time zone": Subject("selling", _SETTINGS, "/settings/general"),
    "Region": Subject("selling", _SETTINGS, "/settings/general"),
    "Mail": Subject("messages", "Check the mail server and send a test.", "/settings/email"),
    "Texts": Subject("messages", "Check the account and send a test.", "/settings/sms"),
    "Google": Subject("messages", _SETTINGS, "/settings/sign-in"),
    "Background work": Subject("work", "Retry or discard failed jobs.", "/health#jobs"),
    "Search": Subject("work", "Build the index again.", "/health#search"),
    "Backup": Subject("data", "Look at the reason, then back up now.", "/health#backups"),
    "Data folder": Subject("data", _SERVER),
    "Disk": Subject("data", "Free space, or move the data to a larger disk.", "/health#disk"),
    "Secret key": Subject("data", _SERVER),
    "Settings": Subject("data", _SERVER),
    "Database": Subject("data", _SERVER),
    "Database TLS": Subject("data", _SERVER),
    "Pooler": Subject("data", _SERVER),
    "Replicas": Subject("data", _SERVER),
    "Schema": Subject("data", _SERVER),
    "Standby": Subject("data", _SERVER),
    "Pictures": Subject("data", "Check the storage and its keys.", "/settings/storage"),
    "Address": Subject("installation", _SERVER),
    "Public shop": Subject("installation", _SERVER),
    "Proxy": Subject("installation", _SERVER),
    "Client": Subject("installation", _SERVER),
    "Hosts": Subject("installation", _SERVER),
    "Traces": Subject("installation", _SERVER),
    "Plug-ins": Subject("installation", _SERVER),
}
OTHER = Subject("installation", _SERVER)
"""For findings of plug-ins."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    state: State
    about: str
    message: str

    @property
    def subject(self) -> Subject:
        """Its group and what to do."""
        return SUBJECTS.get(self.about, OTHER)


def ok(about: str, message: str) -> Finding:
    """A check that passed."""
    return Finding("ok", about, message)


def note(about: str, message: str) -> Finding:
    """Information for the operator that needs no action."""
    return Finding("note", about, message)


def wrong(about: str, message: str) -> Finding:
    """A problem to fix."""
    return Finding("wrong", about, message)
