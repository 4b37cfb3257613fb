"""Clients that keep sending refused requests are slowed down; other clients are not."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from stallage.core import rejection_throttle
from stallage.core.rejection_throttle import MAX_REJECTIONS, WINDOW_SECONDS, RejectionThrottle
from stallage.newsletter.rules import SUBSCRIPTIONS
from tests.conftest import OpenShop

PAUSE = 0.0123
A, B = 1, 2
PROXY: dict[str, Any] = {"trusted_proxies": ("127.0.0.0/8",)}


async def test_a_repeatedly_refused_request_is_refused_after_a_pause_without_being_read(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []
    original = asyncio.sleep

    async def record_pause(seconds: float) -> None:
        if seconds == PAUSE:
            paused.append(seconds)
        await original(seconds)

    monkeypatch.setattr("stallage.core.http.PAUSE_SECONDS", PAUSE)
    monkeypatch.setattr(asyncio, "sleep", record_pause)
    async with open_shop(**PROXY) as shop:

        async def subscribe(body: dict[str, str], address: str = "203.0.113.9") -> int:
            response = await shop.client.post(
                "/api/newsletter", json=body, headers={"X-Forwarded-For": address}
            )
            return int(response.status_code)

        for number in range(SUBSCRIPTIONS.times):
            assert await subscribe({"email": f"a{number}@example.com"}) == 201
        for _ in range(MAX_REJECTIONS):
            assert await subscribe({"email": "b@example.com"}) == 429
        assert paused == []
        # The body is not read any more: this one would get a 422.
        assert await subscribe({"email": "no address"}) == 429
        assert len(paused) == 1
        assert await subscribe({"email": "no address"}, "203.0.113.10") == 422
        listed = await shop.client.get("/api/products", headers={"X-Forwarded-For": "203.0.113.9"})
        assert listed.status_code == 200
        assert len(paused) == 1


def test_rejections_expire_and_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    throttle = RejectionThrottle()
    for _ in range(MAX_REJECTIONS):
        assert not throttle.should_pause(A)
        throttle.record_rejection(A)
    assert throttle.should_pause(A)
    assert not throttle.should_pause(B)
    now += WINDOW_SECONDS - 1
    assert throttle.should_pause(A)
    now += WINDOW_SECONDS + 1
    assert not throttle.should_pause(A)
    assert not throttle
    monkeypatch.setattr(rejection_throttle, "MAX_KEYS", 10)
    for number in range(50):
        throttle.record_rejection(number)
        assert len(throttle._rejections) <= 10
