"""Operators approve, refuse and answer reviews."""

from __future__ import annotations

import asyncio

from tests.admin import operator_client
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.reviews.factory import buy, search, write
from tests.shop import Shop


async def test_a_review_is_refused_with_a_reason_and_published_again(open_shop: OpenShop) -> None:
    async with open_shop(review_moderation=True) as shop:
        purchase = await buy(shop)
        review = await write(shop, purchase, comment="<script>alert(1)</script>")
        assert review["status"] == "waiting"
        async with operator_client(shop, "support") as admin:
            shown = await admin.get(f"/reviews/{review['id']}")
            assert shown["comment"] == "<script>alert(1)</script>"
            path = f"/reviews/{review['id']}"
            status, _error = await admin.error("POST", f"{path}/publish")
            assert status == 428
            refused = await admin.post(
                f"{path}/refuse",
                json={"reason": "No <code>, please."},
                headers={"If-Match": shown["etag"]},
            )
            assert (refused["status"], refused["hiddenReason"]) == ("hidden", "No <code>, please.")
            # The second of two decisions is a conflict.
            status, error = await admin.error(
                "POST", f"{path}/publish", headers={"If-Match": shown["etag"]}
            )
            assert (status, error["current"]["status"]) == (412, "hidden")
            await shop.work()
            email = shop.message("review_refused")
            assert email["to"] == purchase.customer.email
            assert "No &lt;code&gt;, please." in email["html"]
            assert (await search(shop))["total"] == 0
            published = await admin.post(f"{path}/publish", headers={"If-Match": refused["etag"]})
            assert (published["status"], published["hiddenReason"]) == ("published", "")
            assert (await search(shop))["total"] == 1
            replied = await admin.output(
                "PUT",
                f"{path}/reply",
                json={"text": "Thank <you>"},
                headers={"If-Match": published["etag"]},
            )
            assert replied["reply"]["text"] == "Thank <you>"
            assert (await search(shop))["comments"][0]["reply"]["text"] == "Thank <you>"


async def test_reports_ask_for_attention_until_somebody_decides(shop: Shop) -> None:
    purchase = await buy(shop)
    review = await write(shop, purchase)
    reporters = [await someone(shop) for _ in range(3)]
    await asyncio.gather(
        *(
            shop.output(
                "POST",
                f"/api/productcomment/{review['id']}/report",
                json={"reason": "privacy", "comment": "<b>"},
                headers=who.headers,
            )
            for who in reporters
        )
    )
    async with operator_client(shop, "content") as admin:
        (waiting,) = (await admin.get("/reviews"))["items"]
        assert waiting["id"] == str(review["id"])
        shown = await admin.get(f"/reviews/{review['id']}")
        assert [one["reason"] for one in shown["reports"]] == ["privacy"] * 3
        shown = await admin.post(f"/reviews/{review['id']}/dismiss-reports")
        assert (shown["reports"], shown["status"]) == ([], "published")
        assert (await admin.get("/reviews"))["items"] == []
        status, _error = await admin.error("GET", "/reviews/987654")
        assert status == 404
    async with operator_client(shop, "read-only") as reader:
        status, _error = await reader.error("POST", f"/reviews/{review['id']}/dismiss-reports")
        assert status == 403
