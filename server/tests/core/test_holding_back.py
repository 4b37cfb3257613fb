"""Whoever is refused again and again waits; nobody else does."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from stallage.core import holding_back
from stallage.core.holding_back import REFUSALS, WINDOW_SECONDS, HoldingBack
from stallage.newsletter.rules import SUBSCRIPTIONS
from tests.conftest import OpenShop

PAUSE = 0.0123
A, B = 1, 2
PROXY: dict[str, Any] = {"trusted_proxies": ("127.0.0.0/8",)}


async def test_a_client_that_asks_on_is_answered_after_a_pause_unread(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []
    sleep = asyncio.sleep

    async def counted(seconds: float) -> None:
        if seconds == PAUSE:
            paused.append(seconds)
        await sleep(seconds)

    monkeypatch.setattr("stallage.core.http.PAUSE_SECONDS", PAUSE)
    monkeypatch.setattr(asyncio, "sleep", counted)
    async with open_shop(**PROXY) as shop:

        async def subscribe(body: dict[str, str], address: str = "203.0.113.9") -> int:
            response = await shop.client.post(
                "/api/newsletter", json=body, headers={"X-Forwarded-For": address}
            )
            return int(response.status_code)

        for number in range(SUBSCRIPTIONS.times):
            assert await subscribe({"email": f"a{number}@example.com"}) == 201
        for _ in range(REFUSALS):
            assert await subscribe({"email": "b@example.com"}) == 429
        assert paused == []
        # Nobody reads the body any more: this one would be refused for its field.
        assert await subscribe({"email": "no address"}) == 429
        assert len(paused) == 1
        assert await subscribe({"email": "no address"}, "203.0.113.10") == 422
        listed = await shop.client.get("/api/products", headers={"X-Forwarded-For": "203.0.113.9"})
        assert listed.status_code == 200
        assert len(paused) == 1


def test_it_ends_and_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    calls = HoldingBack()
    for _ in range(REFUSALS):
        assert not calls.holds(A)
        calls.note_refusal(A)
    assert calls.holds(A)
    assert not calls.holds(B)
    now += WINDOW_SECONDS - 1
    assert calls.holds(A)
    now += WINDOW_SECONDS + 1
    assert not calls.holds(A)
    assert not calls
    monkeypatch.setattr(holding_back, "CALLS", 10)
    for number in range(50):
        calls.note_refusal(number)
        assert len(calls._calls) <= 10
