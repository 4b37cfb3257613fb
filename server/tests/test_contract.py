"""Test all operations of the OpenAPI document with schemathesis, as a customer and as a guest.

Every operation gets its examples, the edges of its schema, and random input from a fixed seed. Each
response must match a declared one and must not be a 5xx. Input that violates the schema must be
refused, and so must customers' operations without a token.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from schemathesis.config import (
    ChecksConfig,
    CoveragePhaseConfig,
    GenerationConfig,
    PhasesConfig,
    PositiveDataAcceptanceConfig,
    SchemathesisConfig,
    StatefulPhaseConfig,
)
from schemathesis.engine import Status, events, from_schema

from tests.fuzz_strings import INTERNALS, requires_customer
from tests.products.factory import make_product
from tests.reviews.factory import buy, write
from tests.shop import Shop

SEED = 20_260_309
RANDOM_INPUTS = 4

EXCEPTIONS = {
    (
        "POST /auth/google",
        "not_a_server_error",
    ): "A shop without sign-in by Google answers 503.",
    ("POST /auth/loggedInUserDetails", "negative_data_rejection"): "It answers 200 to everything.",
    # Separate paths in the document, but also values of a parameter: /api/carts/guest is also line `guest`.
    ("POST /api/carts/guest", "allow_header_conformance"): "DELETE /api/carts/{line_id} is there.",
    ("POST /api/orders/search", "allow_header_conformance"): "GET /api/orders/{orderId} is there.",
    ("POST /api/products/search", "allow_header_conformance"): "GET /api/products/{slug} is there.",
    (
        "POST /api/productcomment/search",
        "allow_header_conformance",
    ): "PUT /api/productcomment/{reviewId} is there.",
    (
        "GET /api/productcomment/standing",
        "allow_header_conformance",
    ): "PUT /api/productcomment/{reviewId} is there.",
    ("POST /api/orders/lookup", "allow_header_conformance"): "GET /api/orders/{orderId} is there.",
}
"""Intended differences from what schemathesis expects, with reasons."""


def _config(url: str, headers: dict[str, str]) -> SchemathesisConfig:
    config = SchemathesisConfig(seed=SEED)
    project = config.projects.default
    project.base_url = url
    project.headers = headers
    project.continue_on_failure = True
    project.generation = GenerationConfig(
        max_examples=RANDOM_INPUTS, deterministic=True, no_shrink=True, database="none"
    )
    project.phases = PhasesConfig(
        # Other methods are also paths of their own: DELETE /api/carts/guest asks for line `guest`.
        coverage=CoveragePhaseConfig(unexpected_methods={"patch", "options"}),
        # The document has no links.
        stateful=StatefulPhaseConfig(enabled=False),
    )
    project.checks = ChecksConfig(
        # A schema cannot express "one of two fields", or the address fields of each country.
        positive_data_acceptance=PositiveDataAcceptanceConfig(enabled=False),
    )
    return config


def _problems(event: events.ScenarioFinished) -> Iterator[str]:
    """Yield the failed checks of one operation, with a request that reproduces them."""
    recorder = event.recorder
    for case_id, checks in recorder.checks.items():
        for check in checks:
            if check.status is Status.SUCCESS or (recorder.label, check.name) in EXCEPTIONS:
                continue
            info = check.failure_info
            failure = "" if info is None else f"{info.failure}\n{info.code_sample[:1000]}"
            answer = recorder.interactions[case_id].response
            body = b"" if answer is None else answer.content[:500]
            yield f"{recorder.label}: {check.name}: {failure}\n{body!r}"
    for interaction in recorder.interactions.values():
        body = b"" if interaction.response is None else interaction.response.content
        if INTERNALS.search(body.decode(errors="replace")):
            yield f"{recorder.label} reveals internals: {body[:500]!r}"


@schemathesis.serializer("message/rfc822")
def _email(_context: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


def _run(
    document: dict[str, Any],
    url: str,
    headers: dict[str, str],
    chosen: Callable[[dict[str, Any]], bool],
) -> tuple[int, list[str]]:
    """Return the number of requests and the problems. Blocking."""
    schema = schemathesis.openapi.from_dict(document, config=_config(url, headers)).include(
        lambda context: chosen(context.operation.definition.raw)
    )
    sent = 0
    problems: list[str] = []
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            sent += len(event.recorder.interactions)
            problems += _problems(event)
        elif isinstance(event, events.NonFatalError):
            problems.append(f"{event.label}: {event.value!r}")
        elif isinstance(event, events.FatalError):
            raise event.exception
    return sent, problems


@pytest.mark.long
@pytest.mark.parametrize("as_customer", [True, False], ids=["customer", "guest"])
async def test_every_answer_is_one_that_the_document_declares(
    shop: Shop, as_customer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Hundreds of responses are 429, and each would come after a pause.
    monkeypatch.setattr("stallage.core.http.PAUSE_SECONDS", 0)
    # Otherwise, requests looks for a proxy among all environment variables, twice per request.
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    one = await buy(shop)
    await write(shop, one)
    async with shop.database.transaction() as connection:
        more = await make_product(connection, "Pitcher", slug="pitcher")
    await shop.output(
        "POST",
        "/api/carts",
        json={"skuId": more.sku_id, "quantity": 2},
        headers=one.customer.headers,
    )
    document = (await shop.client.get("/openapi.json")).json()
    sent, problems = await asyncio.to_thread(
        _run,
        document,
        shop.url,
        one.customer.headers if as_customer else {},
        lambda declared: requires_customer(declared) == as_customer,
    )
    assert sent > 500
    assert not problems, "\n\n".join(dict.fromkeys(problems))
