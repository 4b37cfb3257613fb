"""The session of an operator."""

from __future__ import annotations

from tests.admin import operator_client
from tests.shop import Shop


async def test_a_session_says_who_is_signed_in(shop: Shop) -> None:
    async with operator_client(shop, "support") as admin:
        session = await admin.get("/session")
    assert session["role"] == "support"
    assert session["csrfToken"] == admin.csrf
    assert "refunds.pay" not in session["permissions"]


async def test_without_a_session_every_call_is_refused(shop: Shop) -> None:
    assert (await shop.error("GET", "/api/admin/v1/session"))[0] == 401
