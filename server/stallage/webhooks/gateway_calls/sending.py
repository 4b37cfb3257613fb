"""Sends deliveries: claims one, sends it outside a transaction, and records the outcome."""

from __future__ import annotations

import asyncio
import time
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx
import orjson

from stallage.core import clock
from stallage.core.encryption import decrypt
from stallage.core.guarded_http import GuardedTransport, TargetRefused, TargetUnresolved
from stallage.core.runtime import Runtime
from stallage.core.traced_http import http_transport
from stallage.webhooks.actions import claim, finish, store_payload
from stallage.webhooks.actions.endpoints import purpose_of
from stallage.webhooks.drafts import ClaimedDelivery, Destination, Outcome, RecordedEvent
from stallage.webhooks.queries.deliveries import recorded_event
from stallage.webhooks.queries.payloads import payload_of
from stallage.webhooks.rules.retries import BODY_CHARACTERS, TIMEOUT_SECONDS
from stallage.webhooks.rules.signatures import sign
from stallage.webhooks.rules.topics import VERSION

CONNECTIONS = 20
MAX_RESPONSE_BYTES = 4 * BODY_CHARACTERS


def webhook_client(*, private_addresses: bool) -> httpx.AsyncClient:
    """Return a client that reaches only public addresses, unless private ones are allowed.

    It follows no redirects: a receiver could redirect to the shop's own network.
    """
    limits = httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=0)
    plain = http_transport(limits=limits)
    return httpx.AsyncClient(
        transport=plain if private_addresses else GuardedTransport(plain),
        timeout=TIMEOUT_SECONDS,
        follow_redirects=False,
        trust_env=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
    )


async def _client_of(runtime: Runtime) -> httpx.AsyncClient:
    client: httpx.AsyncClient | None = runtime.services.get("webhooks.client")
    if client is None:
        private = runtime.settings.webhook_private_addresses
        client = runtime.services["webhooks.client"] = webhook_client(private_addresses=private)
        await runtime.resources.enter_async_context(client)
    return client


async def _body(runtime: Runtime, event_id: int) -> bytes:
    """Return the payload of an event; built by the first delivery that sends it."""
    async with runtime.database.transaction() as connection:
        event = await recorded_event(connection, event_id)
        if event.payload is not None:
            return event.payload.encode()
        payload = await payload_of(connection, event)
        text = _message(event, payload.data)
        await store_payload(connection, event_id, text, payload.customer_id)
        return text.encode()


def _message(event: RecordedEvent, data: object) -> str:
    return orjson.dumps(
        {
            "id": event.public_id,
            "type": event.topic,
            "version": VERSION,
            "timestamp": event.happened_at.isoformat(),
            "subject": event.subject,
            "data": data,
        }
    ).decode()


async def _send(
    runtime: Runtime, delivery: ClaimedDelivery, body: bytes, timestamp: int
) -> Outcome:
    secrets = [
        decrypt(runtime.secrets, purpose_of(delivery.endpoint_id), one) for one in delivery.secrets
    ]
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Stallage",
        "Accept-Encoding": "identity",
        "webhook-id": delivery.message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(secrets, delivery.message_id, timestamp, body),
    }
    client = await _client_of(runtime)
    started = time.perf_counter()
    status: int | None = None
    error: str | None = None
    response = ""
    try:
        # The timeout of the client is per step; a slow receiver could take many steps.
        async with (
            asyncio.timeout(TIMEOUT_SECONDS),
            client.stream("POST", delivery.url, content=body, headers=headers) as answered,
        ):
            status = answered.status_code
            response = await _beginning(answered)
    except (TargetRefused, TargetUnresolved) as refused:
        error = f"{refused}."
    except TimeoutError:
        error = f"No response within {TIMEOUT_SECONDS} seconds."
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as failed:
        error = str(failed) or type(failed).__name__
    # A response whose body breaks off or takes too long has arrived all the same.
    if status is not None:
        error = None
    return Outcome(status, error, response, round((time.perf_counter() - started) * 1000))


async def _beginning(response: httpx.Response) -> str:
    """Return the beginning of a response's body, as text without NUL."""
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_raw():
        parts.append(part)
        size += len(part)
        if size >= MAX_RESPONSE_BYTES:
            break
    text = b"".join(parts)[:MAX_RESPONSE_BYTES].decode("utf-8", "replace")
    return text.replace("\x00", "\ufffd")[:BODY_CHARACTERS]


async def deliver(runtime: Runtime, destination: Destination) -> None:
    """Send all that is due about a subject to an endpoint, in order, until one fails."""
    while True:
        async with runtime.database.transaction() as connection:
            delivery = await claim(connection, destination)
        if delivery is None:
            return
        body = await _body(runtime, delivery.event_id)
        tried_at = clock.now()
        outcome = await _send(runtime, delivery, body, int(tried_at.timestamp()))
        async with runtime.database.transaction() as connection:
            if not await finish(connection, delivery, outcome, tried_at):
                return
