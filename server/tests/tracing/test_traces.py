"""Traces of real processes, as a receiver gets them."""

from __future__ import annotations

import json
import signal
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from stallage.settings import Settings
from tests.checkout.factory import ADDRESS, guest_order
from tests.conftest import OpenShop
from tests.core.fake_smtp_server import open_smtp_server
from tests.processes import Log, free_port, stallage, wait_until_ready
from tests.stocked_shop import stock_shop
from tests.tracing.receiver import Receiver, attributes_of, trace_receiver
from tests.waiting import until

pytestmark = pytest.mark.slow

PRODUCTS = "GET /api/products/{slug}"
TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT_ID = "00f067aa0ba902b7"
TRACEPARENT = {"traceparent": f"00-{TRACE_ID}-{PARENT_ID}-01"}


@asynccontextmanager
async def traced_shop(
    settings: Settings, *words: str, **variables: str
) -> AsyncIterator[tuple[httpx.AsyncClient, Log]]:
    """Serve with these variables."""
    port = free_port()
    async with (
        stallage(settings, "serve", "--port", str(port), *words, **variables) as process,
        aclosing(await wait_until_ready(port)) as client,
    ):
        log = Log(process)
        try:
            yield client, log
        finally:
            process.send_signal(signal.SIGTERM)
            await process.wait()


async def sku_of_bowl(open_shop: OpenShop) -> int:
    """Stock a shop with a bowl; return its id."""
    async with open_shop() as shop:
        [bowl] = await stock_shop(shop)
        sku_id: int = bowl.sku_id
        return sku_id


def below(root: Span, spans: list[Span]) -> list[Span]:
    """Return the spans below one, at any depth."""
    found = [span for span in spans if span.parent_span_id == root.span_id]
    return found + [span for one in found for span in below(one, spans)]


async def test_a_trace_leads_from_the_order_to_its_email(
    settings: Settings, open_shop: OpenShop, tmp_path: Path
) -> None:
    sku_id = await sku_of_bowl(open_shop)
    order = guest_order([sku_id])
    email = order["contact"]["email"]
    with trace_receiver() as receiver, open_smtp_server(tmp_path, "none") as mail:
        smtp = f"smtp://127.0.0.1:{mail.port}"
        variables = receiver.variables(STALLAGE_SMTP_URL=smtp)
        async with traced_shop(settings, "--workers", "2", **variables) as (client, _):
            response = await client.post("/api/orders?utm=Zebra", json=order)
            assert response.status_code == 201, response.text
            placed = response.json()["output"]

            def mail_call() -> Span | None:
                roots = {span.trace_id for span in receiver.named("POST /api/orders")}
                sent = receiver.named("SMTP 127.0.0.1")
                return next((span for span in sent if span.trace_id in roots), None)

            await until(mail_call)
        spans = receiver.spans()
    [root] = [span for span in spans if span.name == "POST /api/orders"]
    assert root.kind == Span.SPAN_KIND_SERVER
    assert attributes_of(root) == {
        "http.request.method": "POST",
        "http.route": "/api/orders",
        "http.response.status_code": 201,
    }
    names = {span.name for span in below(root, spans)}
    assert {"BEGIN", "COMMIT", "INSERT orders", "SMTP 127.0.0.1"} <= names
    statement = next(span for span in spans if span.name == "INSERT orders")
    described = attributes_of(statement)
    assert described["db.system.name"] == "postgresql"
    assert "$1" in str(described["db.query.text"])
    job = next(one for one in below(root, spans) if one.name.startswith("process "))
    assert job.kind == Span.SPAN_KIND_CONSUMER
    assert {one["service.name"] for one in receiver.resources()} == {"stallage"}
    assert receiver.paths == {"/v1/traces"}
    sent = b"".join(receiver.bodies).lower()
    personal = [
        *(str(value) for value in ADDRESS.values() if len(str(value)) > 2),
        *(email, "Zebra", placed["key"], placed["orderId"], "127.0.0.1:"),
    ]
    for text in personal:
        assert text.lower().encode() not in sent, text


async def test_only_trusted_proxies_continue_their_traces(settings: Settings) -> None:
    with trace_receiver() as receiver:
        for trusted in ("", "127.0.0.1"):
            variables = receiver.variables(STALLAGE_TRUSTED_PROXIES=trusted)
            async with traced_shop(settings, **variables) as (client, _):
                await client.get("/api/products/none", headers=TRACEPARENT)
        own, continued = receiver.named(PRODUCTS)
    assert own.trace_id.hex() != TRACE_ID
    assert own.parent_span_id == b""
    assert continued.trace_id.hex() == TRACE_ID
    assert continued.parent_span_id.hex() == PARENT_ID


async def test_log_lines_have_the_ids(settings: Settings) -> None:
    with trace_receiver() as receiver:
        async with traced_shop(settings, **receiver.variables()) as (client, log):
            await client.get("/api/products/none")
        [span] = receiver.named(PRODUCTS)
    lines = [json.loads(one) for one in (await log.whole()).splitlines() if one.startswith("{")]
    [line] = [one for one in lines if one.get("path") == "/api/products/none"]
    assert line["trace_id"] == span.trace_id.hex()
    assert line["span_id"] == span.span_id.hex()


async def test_the_sampler_is_the_standard_one(settings: Settings) -> None:
    with trace_receiver() as receiver:
        variables = receiver.variables(
            OTEL_TRACES_SAMPLER="parentbased_traceidratio",
            OTEL_TRACES_SAMPLER_ARG="0",
            STALLAGE_TRUSTED_PROXIES="127.0.0.1",
        )
        async with traced_shop(settings, **variables) as (client, _):
            for _ in range(20):
                await client.get("/api/products/none")
            # A proxy that samples decides for the shop.
            await client.get("/api/products/none", headers=TRACEPARENT)
        found = receiver.named(PRODUCTS)
    assert [span.trace_id.hex() for span in found] == [TRACE_ID]


async def test_requests_of_one_connection_are_traces_of_their_own(settings: Settings) -> None:
    with trace_receiver() as receiver:
        async with traced_shop(settings, **receiver.variables()) as (client, _):
            for _ in range(3):
                await client.get("/api/products/none")
        found = receiver.named(PRODUCTS)
    assert len({span.trace_id for span in found}) == 3
    assert {span.parent_span_id for span in found} == {b""}


async def _places_orders(
    client: httpx.AsyncClient, log: Log, sku_id: int, count: int
) -> list[dict[str, Any]]:
    answers = []
    for _ in range(count):
        response = await client.post("/api/orders", json=guest_order([sku_id]))
        assert response.status_code == 201, response.text
        answers.append(response.json())
    await until(lambda: log.count("traces_not_sent") == 1)
    return answers


async def test_a_receiver_that_is_away_is_logged_once(
    settings: Settings, open_shop: OpenShop
) -> None:
    sku_id = await sku_of_bowl(open_shop)
    away = Receiver(f"http://127.0.0.1:{free_port()}")
    # What does not fit into the queue is lost.
    variables = away.variables(OTEL_BSP_MAX_QUEUE_SIZE="50", OTEL_BSP_MAX_EXPORT_BATCH_SIZE="10")
    variables |= {"OTEL_EXPORTER_OTLP_TIMEOUT": "1"}
    async with traced_shop(settings, **variables) as (client, log):
        assert len(await _places_orders(client, log, sku_id, 3)) == 3
    assert (await log.whole()).count('"event": "traces_not_sent"') == 1


async def test_a_receiver_that_does_not_answer_stops_nothing(
    settings: Settings, open_shop: OpenShop
) -> None:
    sku_id = await sku_of_bowl(open_shop)
    with trace_receiver(slow=True) as receiver:
        variables = receiver.variables(OTEL_EXPORTER_OTLP_TIMEOUT="1")
        async with traced_shop(settings, **variables) as (client, log):
            assert len(await _places_orders(client, log, sku_id, 3)) == 3
        assert receiver.bodies


async def test_wrong_variables_do_not_keep_a_shop_from_opening(settings: Settings) -> None:
    for variables in (
        {"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
        # Smaller than a batch.
        {"OTEL_BSP_MAX_QUEUE_SIZE": "10"},
    ):
        given = Receiver("http://127.0.0.1:9").variables(**variables)
        async with traced_shop(settings, **given) as (client, log):
            assert (await client.get("/api/products/none")).status_code == 404
        assert "traces_not_s" in await log.whole(), variables
