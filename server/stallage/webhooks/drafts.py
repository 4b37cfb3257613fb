"""Values that actions and queries of webhooks pass on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.core.json_types import JsonObject


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened, to be recorded for the endpoints that subscribe to it."""

    topic: str
    subject: str
    """Such as `order:17`."""
    reference: JsonObject
    """Ids that the payload is built from."""


@dataclass(frozen=True, slots=True)
class Destination:
    """An endpoint, and a subject whose deliveries to it keep their order."""

    endpoint_id: int
    subject: str


@dataclass(frozen=True, slots=True)
class ClaimedDelivery:
    """A delivery that this worker sends now."""

    id: int
    endpoint_id: int
    event_id: int
    message_id: str
    tries: int
    """This one included."""
    created_at: datetime
    url: str
    secrets: list[bytes]
    """Encrypted; the current one first."""
    failures: int
    """Of the endpoint, in a row, before this attempt."""


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event as it was recorded."""

    id: int
    public_id: str
    topic: str
    subject: str
    reference: JsonObject
    payload: str | None
    happened_at: datetime


@dataclass(frozen=True, slots=True)
class Payload:
    """The content of a message."""

    data: JsonObject
    customer_id: int | None
    """Of the customer that it is about."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt."""

    status: int | None
    error: str | None
    response: str
    milliseconds: int


@dataclass(frozen=True, slots=True)
class NewEndpoint:
    """An endpoint with its secret, which is shown once."""

    id: int
    secret: str
