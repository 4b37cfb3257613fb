"""A customer's profile: what it shows, edits with ETags, wallet, sign-ins, export and erasure."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.customers.queries import stored_customer
from tests.admin import Admin, operator_client
from tests.cart.factory import sign_in
from tests.privacy.lives import create_catalog, customer_life, words_of
from tests.privacy.test_erasure import after_everything, left
from tests.privacy.traces import everywhere
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.signin import factory as signin
from tests.wallet.factory import fill_wallet


async def edit(
    admin: Admin, customer_id: int, etag: str | None, changes: dict[str, Any]
) -> tuple[int, Any]:
    """Send a change; return the status and the output or error."""
    response = await admin.request(
        "PATCH",
        f"/customers/{customer_id}",
        json=changes,
        headers={} if etag is None else {"If-Match": etag},
    )
    body = response.json()
    return response.status_code, body["output"] or body["error"]


async def test_the_profile_shows_everything_about_a_customer(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    who, words = await customer_life(shop, catalog, words_of("cust", "2065550187"), 3)
    async with operator_client(shop) as admin:
        path = f"/customers/{who.id}"
        profile = await admin.get(path)
        assert profile["firstName"] == words["first_name"]
        assert profile["figures"]["orders"] == 2
        assert profile["newsletter"]["status"] == "subscribed"
        assert profile["balance"]["amount"] == 2700
        assert profile["signInMethods"] == ["email"]
        assert [one["city"] for one in profile["addresses"]] == [words["city"]]
        orders = await admin.get(f"{path}/orders", params={"limit": 1})
        assert orders["count"] == {"value": 2, "exact": True}
        older = await admin.get(f"{path}/orders", params={"cursor": orders["nextCursor"]})
        assert older["items"][0]["items"] == 1
        spent = sum(one["total"]["amount"] for one in orders["items"] + older["items"])
        assert profile["figures"]["spent"]["amount"] == spent
        assert {one["subject"] for one in await admin.get(f"{path}/tickets")} == {
            words["ticket"],
            words["contact_form"],
        }
        (review,) = await admin.get(f"{path}/reviews")
        assert (review["title"], review["rating"]) == (words["headline"], 5)
        (card,) = await admin.get(f"{path}/gift-cards")
        assert card["recipientName"] == words["recipient"]
        wallet = await admin.get(f"{path}/wallet")
        assert [one["amount"]["amount"] for one in wallet["entries"]["items"]] == [2000, 700]
        (sign_in,) = await admin.get(f"{path}/sign-ins")
        assert sign_in["name"]
        # Each list needs the right of its area.
        async with operator_client(shop, "finance") as finance:
            assert (await finance.error("GET", f"{path}/tickets"))[0] == 403
            await finance.get(f"{path}/orders")
        for missing in ("/customers/99999", "/customers/99999/orders", "/customers/99999/wallet"):
            assert (await admin.error("GET", missing))[0] == 404


async def test_a_concurrent_edit_is_a_conflict(shop: Shop) -> None:
    who = await sign_in(shop)
    async with operator_client(shop) as admin:
        etag = (await admin.get(f"/customers/{who.id}"))["etag"]
        assert (await edit(admin, who.id, None, {"firstName": "Eve"}))[0] == 428
        status, profile = await edit(
            admin, who.id, etag, {"firstName": "Eve", "tags": ["b", "A", "a"]}
        )
        assert (status, profile["firstName"], profile["tags"]) == (200, "Eve", ["a", "b"])
        assert profile["lastName"] == "Miller"
        status, error = await edit(admin, who.id, etag, {"firstName": "Zoe"})
        assert (status, error["code"], error["current"]["firstName"]) == (
            412,
            "edit_conflict",
            "Eve",
        )
        new = profile["etag"]
        both = await asyncio.gather(
            edit(admin, who.id, new, {"firstName": "One"}),
            edit(admin, who.id, new, {"firstName": "Two"}),
        )
        assert sorted(status for status, _ in both) == [200, 412]
        status, error = await edit(admin, who.id, "*", {"dob": "2999-01-01"})
        assert status == 412


async def test_a_changed_contact_informs_the_customer_and_ends_the_sign_ins(shop: Shop) -> None:
    who = await signin.sign_in(shop, "old@example.com")
    other = await sign_in(shop, email="taken@example.com")
    async with operator_client(shop) as admin:
        etag = (await admin.get(f"/customers/{who.id}"))["etag"]
        status, error = await edit(admin, who.id, etag, {"email": "Taken@example.com"})
        assert (status, error["code"], error["customerId"]) == (409, "contact_in_use", other.id)
        assert (await edit(admin, who.id, etag, {"email": None}))[1]["code"] == "last_contact"
        status, error = await edit(admin, who.id, etag, {"email": "nonsense", "phone": "12"})
        assert (status, set(error["fields"])) == (422, {"email", "phone"})
        status, profile = await edit(
            admin, who.id, etag, {"email": "new@example.com", "phone": "5035550143"}
        )
        assert (status, profile["email"], profile["phone"]) == (
            200,
            "new@example.com",
            "+15035550143",
        )
        assert (await shop.client.get("/customer", headers=who.headers)).status_code == 401
        await shop.work()
        assert {"old@example.com", "new@example.com"} <= {one["to"] for one in shop.outbox()}
    async with shop.database.reading() as connection:
        after = await connection.fetchval(
            "SELECT after FROM audit_entries WHERE action = 'customer.changed'"
        )
    # The audit log outlives an erasure.
    assert "example.com" not in str(after)


async def test_a_wallet_is_credited_and_debited_once_and_never_below_zero(shop: Shop) -> None:
    who = await sign_in(shop)
    async with operator_client(shop) as admin:
        path = f"/customers/{who.id}/wallet"
        credit = {"direction": "credit", "amount": 1500, "note": "Late parcel", "balance": 0}
        seen = await admin.get(f"{path}/preview", params={"direction": "credit", "amount": 1500})
        assert (seen["before"]["amount"], seen["after"]["amount"]) == (0, 1500)
        assert (await admin.error("POST", path, json=credit))[0] == 422
        for _ in range(2):
            changed = await admin.post(path, key="one", json=credit)
            assert changed["balance"]["amount"] == 1500
        assert (await admin.error("POST", path, key="two", json=credit))[1][
            "code"
        ] == "preview_outdated"
        debit = {"direction": "debit", "amount": 1501, "note": "Correction"}
        status, error = await admin.error("POST", path, key="three", json=debit)
        assert (status, error["code"], error["balance"]) == (409, "balance_too_low", 1500)
        half = {"direction": "debit", "amount": 1000, "note": "Correction"}
        both = await asyncio.gather(
            *(admin.request("POST", path, key=key, json=half) for key in ("four", "five"))
        )
        assert sorted(one.status_code for one in both) == [200, 409]
        entries = (await admin.get(path))["entries"]["items"]
        assert [(one["amount"]["amount"], one["note"]) for one in entries] == [
            (-1000, "Correction"),
            (1500, "Late parcel"),
        ]
        bad = {"direction": "credit", "amount": 100, "note": "x" * 9, "expiresOn": "2020-01-01"}
        assert (await admin.error("POST", path, key="six", json=bad))[0] == 422
        async with operator_client(shop, "support") as support:
            assert (await support.error("POST", path, key="seven", json=credit))[0] == 403
        large = {"direction": "credit", "amount": 20_000, "note": "Prize"}
        with clock.shift(timedelta(minutes=30)):
            status, error = await admin.error("POST", path, key="eight", json=large)
            assert (status, error["code"]) == (403, "step_up_required")
            await admin.post(path, key="nine", json={**large, "amount": 10_000})
    # The customer sees the entries, but not the notes.
    statement = await shop.output("GET", "/api/wallet", headers=who.headers)
    assert "Late parcel" not in str(statement)
    assert await broken_invariants(shop) == []


async def test_signing_a_customer_out_takes_effect_at_once(shop: Shop) -> None:
    who = await signin.sign_in(shop, "ada@example.com")
    async with operator_client(shop) as admin:
        await admin.output("DELETE", f"/customers/{who.id}/sign-ins")
        assert (await shop.client.get("/customer", headers=who.headers)).status_code == 401
        assert await admin.get(f"/customers/{who.id}/sign-ins") == []
        async with operator_client(shop, "read-only") as reader:
            assert (await reader.error("DELETE", f"/customers/{who.id}/sign-ins"))[0] == 403


async def test_an_erasure_says_what_goes_and_leaves_nothing(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    who, words = await customer_life(shop, catalog, words_of("cust", "2065550187"), 3)
    async with operator_client(shop) as admin:
        path = f"/customers/{who.id}"
        etag = (await admin.get(path))["etag"]
        await edit(admin, who.id, etag, {"firstName": words["first_name"] + "x"})
        await admin.post(
            f"{path}/wallet",
            key="note",
            json={"direction": "credit", "amount": 1, "note": words["reason"]},
        )
        await admin.get("/customers", params={"q": words["first_name"]})
        seen = await admin.get(f"{path}/erasure")
        assert (seen["retainedOrders"], seen["tickets"], seen["retainedReviews"]) == (2, 2, 1)
        assert seen["retainedInvoices"] == 2
        assert seen["walletBalance"]["amount"] == 2701
        exported = await admin.get(f"{path}/personal-data")
        assert exported["customer"]["email"] == words["email"]
        wrong = {"customerId": who.id + 1}
        assert (await admin.error("POST", f"{path}/erasure", json=wrong))[0] == 422
        async with operator_client(shop, "support") as support:
            assert (await support.error("POST", f"{path}/erasure", json=wrong))[0] == 403
        with clock.shift(timedelta(minutes=5)):
            await admin.post(f"{path}/erasure", json={"customerId": who.id})
            await after_everything(shop)
            assert (await admin.error("GET", path))[0] == 404
        assert (await admin.get("/customers"))["items"] == []
    assert left(await everywhere(shop, words)) == {}
    assert await broken_invariants(shop) == []


async def test_an_old_proof_of_identity_is_not_enough_to_erase(shop: Shop) -> None:
    who = await sign_in(shop)
    async with operator_client(shop) as admin:
        with clock.shift(timedelta(minutes=30)):
            for method, path in (
                ("POST", f"/customers/{who.id}/erasure"),
                ("GET", f"/customers/{who.id}/personal-data"),
                ("GET", "/customers/export"),
            ):
                status, error = await admin.error(method, path)
                assert (status, error["code"]) == (403, "step_up_required"), path
    async with shop.database.reading() as connection:
        assert await stored_customer(connection, who.id) is not None


async def test_a_credit_can_expire(shop: Shop) -> None:
    who = await sign_in(shop)
    async with shop.database.transaction() as connection:
        await fill_wallet(connection, who.id, 100)
    async with operator_client(shop) as admin:
        path = f"/customers/{who.id}/wallet"
        day = (clock.now() + timedelta(days=2)).date().isoformat()
        body = {"direction": "credit", "amount": 50, "note": "Sorry", "expiresOn": day}
        await admin.post(path, key="one", json=body)
        wallet = await admin.get(path)
        assert [one["amount"]["amount"] for one in wallet["expiring"]] == [50]
        with clock.shift(timedelta(days=4)):
            async with operator_client(shop) as later:
                assert (await later.get(path))["balance"]["amount"] == 100
