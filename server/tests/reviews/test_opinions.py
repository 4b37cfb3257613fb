"""Votes and reports of customers, and replies of the shop."""

from __future__ import annotations

import asyncio
from typing import Any

import typer

from stallage.reviews import cli
from tests.customers.factory import someone
from tests.reviews.factory import buy
from tests.shop import Shop
from tests.support.test_commands import run_with

URL = "/api/productcomment"
COMMANDS = typer.Typer()
cli.register(COMMANDS)


async def write(shop: Shop, **changes: Any) -> tuple[int, dict[str, str]]:
    """Write a review; return its id and the author's headers."""
    one = await buy(shop)
    written = await shop.output(
        "POST", URL, headers=one.customer.headers, json=one.review(**changes)
    )
    return written["id"], one.customer.headers


async def search(shop: Shop, *criteria: dict[str, Any]) -> list[dict[str, Any]]:
    output = await shop.output("POST", f"{URL}/search", json={"criteria": list(criteria)})
    comments: list[dict[str, Any]] = output["comments"]
    return comments


async def test_a_helpful_vote_can_be_removed(shop: Shop) -> None:
    review_id, _ = await write(shop)
    url = f"{URL}/{review_id}/helpful"
    voter, other = await someone(shop), await someone(shop)
    for who in (voter, other):
        await shop.output("POST", url, headers=who.headers)
    answers = await asyncio.gather(
        *(shop.client.delete(url, headers=voter.headers) for _ in range(4))
    )
    assert {answer.status_code for answer in answers} == {200}
    assert (await search(shop))[0]["helpfulCount"] == 1
    assert await shop.output("POST", url, headers=voter.headers) == {"helpfulCount": 2}
    status, _ = await shop.error("DELETE", url)
    assert status == 401
    status, _ = await shop.error("DELETE", f"{URL}/99999/helpful", headers=voter.headers)
    assert status == 404


async def test_a_customer_reports_a_review_once(shop: Shop) -> None:
    review_id, author = await write(shop, comment="Buy my watches.")
    url = f"{URL}/{review_id}/report"
    for who in [await someone(shop), await someone(shop)]:
        body = {"reason": "spam", "comment": "An advertisement"}
        for _ in range(2):
            assert await shop.output("POST", url, headers=who.headers, json=body) is None
        opinions = await shop.output(
            "GET",
            "/api/reviewopinions",
            headers=who.headers,
            params={"reviewIds": f"{review_id},99999"},
        )
        assert opinions == {"helpful": [], "reported": [review_id]}
    assert len(await search(shop)) == 1
    listed = (await run_with(COMMANDS, shop, "reviews", "reported")).stdout
    assert "2 reports (spam)" in listed
    assert "Buy my watches." in listed
    assert "An advertisement" in listed

    status, error = await shop.error("POST", url, headers=author, json={"reason": "spam"})
    assert (status, error["code"]) == (409, "own_report")
    status, error = await shop.error("POST", url, headers=author, json={"reason": "unkind"})
    assert (status, list(error["fields"])) == (422, ["reason"])
    status, _ = await shop.error("POST", url, json={"reason": "spam"})
    assert status == 401


async def test_an_operator_dismisses_reports_or_hides_a_review(shop: Shop) -> None:
    for command, left in (("dismiss", 1), ("hide", 0)):
        review_id, _ = await write(shop)
        url = f"{URL}/{review_id}/report"
        who = await someone(shop)
        await shop.output("POST", url, headers=who.headers, json={"reason": "other"})
        done = await run_with(COMMANDS, shop, "reviews", command, str(review_id))
        assert done.exit_code == 0
        listed = (await run_with(COMMANDS, shop, "reviews", "reported")).stdout
        assert listed == "No review is reported.\n"
        shown = [one["id"] for one in await search(shop)]
        assert shown.count(review_id) == left


async def test_the_shop_adds_and_removes_a_reply(shop: Shop) -> None:
    review_id, author = await write(shop)
    assert (await search(shop))[0]["reply"] is None
    text = "Thank you.\nEnjoy <b>it</b>."
    done = await run_with(COMMANDS, shop, "reviews", "reply", str(review_id), text)
    assert done.exit_code == 0
    reply = (await search(shop))[0]["reply"]
    assert reply["text"] == text
    assert reply["createdAt"].endswith("Z")
    (own,) = await shop.output("GET", URL, headers=author)
    assert own["reply"] == reply
    await run_with(COMMANDS, shop, "reviews", "reply", str(review_id), " ")
    assert (await search(shop))[0]["reply"] is None
    unknown = await run_with(COMMANDS, shop, "reviews", "reply", "99999", text)
    assert unknown.exit_code == 1


async def test_reviews_are_searched_by_text(shop: Shop) -> None:
    dripless, _ = await write(shop, title="No drip", comment="Pours well.")
    _heavy, _ = await write(shop, title="Heavy", comment="100% stoneware.")

    def words(operation: str, *values: str) -> dict[str, Any]:
        return {"key": "text", "operation": operation, "value": list(values)}

    assert [one["id"] for one in await search(shop, words("cn", "DRIP"))] == [dripless]
    assert [one["id"] for one in await search(shop, words("nc", "stoneware"))] == [dripless]
    assert len(await search(shop, words("cn", "100%"))) == 1
    assert await search(shop, words("cn", "_")) == []
    status, error = await shop.error("POST", f"{URL}/search", json={"criteria": [words("gt", "a")]})
    assert (status, list(error["fields"])) == (422, ["criteria.0.operation"])
