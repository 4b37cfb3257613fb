"""Arguments of the actions of stock."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LocationDraft:
    """A location as it should be."""

    name: str
    address: str = ""
    priority: int = 0
    """Units leave the location with the lowest number first."""


@dataclass(frozen=True, slots=True)
class LockedLocation:
    """A location, locked until the transaction ends."""

    id: int
    name: str
    address: str
    priority: int
    is_default: bool
    active: bool
