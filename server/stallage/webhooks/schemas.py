"""Requests and responses of webhooks."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from stallage.core.schemas import Input, Line, Output
from stallage.webhooks.rules.topics import ALL, TOPICS

DeliveryState = Literal["waiting", "delivered", "failed"]


def _require_web_address(url: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise PydanticCustomError("url", "is not valid.") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise PydanticCustomError("url", "must begin with https://.")
    if parts.username or parts.password:
        raise PydanticCustomError("url", "cannot contain a user name or password.")
    if any(character.isspace() for character in url):
        raise PydanticCustomError("url", "is not valid.")
    return url


def _require_topic(topic: str) -> str:
    if topic != ALL and topic not in TOPICS:
        raise PydanticCustomError("topic", "is not valid.")
    return topic


Url = Annotated[Line, Field(min_length=8, max_length=2000), AfterValidator(_require_web_address)]
Topic = Annotated[Line, AfterValidator(_require_topic)]
Topics = Annotated[list[Topic], Field(min_length=1, max_length=100)]
Description = Annotated[Line, Field(max_length=200)]


class EndpointInput(Input):
    """A new webhook."""

    url: Url
    description: Description = ""
    topics: Topics = Field(description="`*` subscribes to every topic.")


class EndpointChanges(Input):
    """Changes of a webhook. Fields that are absent stay as they are."""

    url: Url | None = None
    description: Description | None = None
    topics: Topics | None = None
    enabled: bool | None = None


class Endpoint(Output):
    """A webhook."""

    id: int
    url: str
    description: str
    topics: list[str]
    enabled: bool
    failing_since: datetime | None = Field(description="Null if the last attempt succeeded.")
    paused_until: datetime | None = Field(
        description="After several failures, the whole webhook is tried again then."
    )
    waiting: int = Field(description="Deliveries that wait; counted up to 10,000.")
    last_status: int | None = Field(description="Of the last response.")
    last_tried_at: datetime | None
    previous_secret_until: datetime | None = Field(
        description="Until then messages are signed with the previous secret too."
    )
    created_at: datetime
    updated_at: datetime
    etag: str


class EndpointList(Output):
    """All webhooks."""

    items: list[Endpoint]


class CreatedEndpoint(Output):
    """A new webhook with its secret, which is not shown again."""

    endpoint: Endpoint
    secret: str


class NewSecret(Output):
    """The new secret of a webhook, which is not shown again."""

    secret: str
    previous_valid_until: datetime


class TopicDescription(Output):
    """A topic that webhooks can subscribe to."""

    name: str
    description: str


class TopicList(Output):
    """All topics."""

    version: str = Field(description="Of the payloads.")
    items: list[TopicDescription]


class Delivery(Output):
    """A message to a webhook."""

    id: int
    endpoint_id: int
    message_id: str
    topic: str
    subject: str
    state: DeliveryState
    tries: int
    last_status: int | None
    last_error: str | None
    next_try_at: datetime | None
    happened_at: datetime
    finished_at: datetime | None


class Attempt(Output):
    """A request of a delivery."""

    tried_at: datetime
    status: int | None = Field(description="Null if there was no response.")
    error: str | None
    response: str = Field(description="The first 2,000 characters of the body.")
    milliseconds: int


class DeliveryDetails(Delivery):
    """A message to a webhook with what was sent and answered."""

    payload: str | None = Field(description="Null before the first try, and once it is erased.")
    attempts: list[Attempt] = Field(description="The last 50, newest first.")


class TestSent(Output):
    """A test message was written."""

    delivery_id: int
