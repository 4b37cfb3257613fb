"""The ground: migrations, transactions that commit before the answer, the envelope."""

from __future__ import annotations

from tests.shop import Shop


async def test_ready_when_schema_is_current(shop: Shop) -> None:
    assert (await shop.output("GET", "/readyz"))["ok"] is True
    assert await shop.output("GET", "/healthz") == {"ok": True}


async def test_unknown_call_is_refused_in_the_envelope(shop: Shop) -> None:
    status, error = await shop.refusal("POST", "/healthz")
    assert (status, error["code"]) == (405, "method_not_allowed")
