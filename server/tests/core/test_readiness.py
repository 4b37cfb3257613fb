"""Readiness and liveness, and the envelope of a wrong method."""

from __future__ import annotations

from tests.shop import Shop


async def test_ready_when_schema_is_current(shop: Shop) -> None:
    assert (await shop.output("GET", "/readyz"))["ok"] is True
    assert await shop.output("GET", "/healthz") == {"ok": True}


async def test_a_wrong_method_gets_an_error_in_the_envelope(shop: Shop) -> None:
    status, error = await shop.error("POST", "/healthz")
    assert (status, error["code"]) == (405, "method_not_allowed")
