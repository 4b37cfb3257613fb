"""Merging two customers: everything moves, an undo restores it, and races leave the ledger whole."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.customers.actions.contacts import find_by_contact
from stallage.orders.actions.claim import claim_guest_orders
from tests.admin import Admin, operator_client
from tests.cart.factory import make_customer, sign_in
from tests.checkout.factory import guest_order, place
from tests.privacy.lives import create_catalog, customer_life, run_timers, words_of
from tests.privacy.test_erasure import after_everything, left
from tests.privacy.traces import everywhere, rows_of_everything
from tests.returns.factory import broken_invariants, buy_and_receive
from tests.shop import Shop
from tests.signin import factory as signin
from tests.stocked_shop import spec, stock_shop
from tests.wallet.factory import fill_wallet

# Tables that only record that a merge and its undo happened, or work that follows from them.
RECORDS = {
    "audit_entries",
    "customer_changes",
    "customer_merges",
    "customer_overviews",
    "ended_sign_ins",
    "idempotency_keys",
    "known_clients",
    "lexicon_state",
    "operator_sessions",
    "operators",
    "pgqueuer",
    "pgqueuer_log",
    "pgqueuer_statistics",
    "sign_ins",
    "wallet_credits",
    "wallet_entries",
    "wallet_movements",
    "wallet_spendings",
    "wallet_transfers",
    "wallets",
}


async def merge(admin: Admin, source_id: int, target_id: int, key: str = "merge") -> Any:
    """Preview and merge; return preview and result."""
    path = f"/customers/{target_id}"
    seen = await admin.get(f"{path}/merge-preview", params={"sourceId": source_id})
    body = {"sourceId": source_id, "version": seen["version"]}
    return seen, await admin.post(f"{path}/merges", key=key, json=body)


async def undo(admin: Admin, target_id: int, merge_id: int, key: str = "undo") -> Any:
    return await admin.post(f"/customers/{target_id}/merges/{merge_id}/undo", key=key)


async def rows(shop: Shop) -> dict[str, set[str]]:
    async with shop.database.reading() as connection:
        found = await rows_of_everything(connection)
    return {table: content for table, content in found.items() if table not in RECORDS}


async def scalar(shop: Shop, sql: str, *values: Any) -> Any:
    async with shop.database.reading() as connection:
        return await connection.fetchval(sql, *values)


async def balance(admin: Admin, customer_id: int) -> int:
    amount: int = (await admin.get(f"/customers/{customer_id}/wallet"))["balance"]["amount"]
    return amount


async def test_two_whole_lives_are_merged_and_separated_exactly(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    first, _ = await customer_life(shop, catalog, words_of("one", "2065550187"), 3)
    second, _ = await customer_life(shop, catalog, words_of("two", "2065550188"), 20)
    before = await rows(shop)
    async with operator_client(shop) as admin:
        profile = await admin.get(f"/customers/{second.id}")
        seen, done = await merge(admin, first.id, second.id)
        assert (seen["orders"], seen["tickets"], seen["reviews"], seen["questions"]) == (2, 2, 1, 1)
        assert seen["wallet"]["amount"] == 2700
        assert {one["kind"] for one in seen["conflicts"]} == {
            "review",
            "wishlist_item",
            "primary_address",
            "newsletter",
            "name",
        }
        assert [one["outcome"] for one in seen["contacts"]] == ["signs_in"]
        merged = await admin.get(f"/customers/{second.id}")
        assert merged["figures"]["orders"] == 4
        assert merged["balance"]["amount"] == 5400
        assert len(merged["addresses"]) == 2
        assert merged["mergedAccounts"][0]["undoUntil"] == done["undoUntil"]
        assert (await admin.get(f"/customers/{first.id}"))["mergedInto"] == second.id
        assert [one["id"] for one in (await admin.get("/customers"))["items"]] == [second.id]
        assert len(await admin.get(f"/customers/{second.id}/reviews")) == 2
        # The source is signed out, and its contact leads to the target.
        assert (await shop.client.get("/customer", headers=first.headers)).status_code == 401
        with clock.shift(timedelta(minutes=5)):
            again = await signin.sign_in(shop, words_of("one", "")["email"])
        assert again.id == second.id
        assert await broken_invariants(shop) == []

        back = await admin.get(f"/customers/{second.id}/merges/{done['mergeId']}/undo")
        assert (back["orders"], back["wallet"]["amount"], back["walletSpent"]["amount"]) == (
            2,
            2700,
            0,
        )
        await undo(admin, second.id, done["mergeId"])
        after = await rows(shop)
        differences = {
            table: (before[table] ^ after[table])
            for table in before
            if before[table] != after[table]
        }
        # Signing in again used a code.
        differences.pop("issued_codes", None)
        differences.pop("limits", None)
        differences.pop("refresh_tokens", None)
        assert differences == {}
        now = await admin.get(f"/customers/{second.id}")
        changing = ("etag", "lastSignInAt", "mergedAccounts")
        assert {k: v for k, v in now.items() if k not in changing} == {
            k: v for k, v in profile.items() if k not in changing
        }
        assert await balance(admin, first.id) == await balance(admin, second.id) == 2700
        assert (
            await admin.error(
                "POST", f"/customers/{second.id}/merges/{done['mergeId']}/undo", key="x"
            )
        )[0] == 404
        with clock.shift(timedelta(minutes=10)):
            assert (await signin.sign_in(shop, words_of("one", "")["email"])).id == first.id
    assert await broken_invariants(shop) == []


async def test_missing_contacts_names_and_tags_are_filled_and_taken_back(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        source = await make_customer(connection, email="mail@example.com")
        target = await make_customer(
            connection, phone="+15035550143", first_name=None, last_name=None
        )
        await connection.execute("UPDATE customers SET tags = '{vip}' WHERE id = $1", source)
    async with operator_client(shop) as admin:
        seen, done = await merge(admin, source, target)
        assert seen["contacts"] == [{"contact": "mail@example.com", "outcome": "moves"}]
        assert (seen["fillsName"], seen["addedTags"]) == (True, ["vip"])
        profile = await admin.get(f"/customers/{target}")
        assert (profile["email"], profile["lastName"], profile["tags"]) == (
            "mail@example.com",
            "Miller",
            ["vip"],
        )
        await undo(admin, target, done["mergeId"])
        profile = await admin.get(f"/customers/{target}")
        assert (profile["email"], profile["lastName"], profile["tags"]) == (None, None, [])
        assert (await admin.get(f"/customers/{source}"))["email"] == "mail@example.com"


async def test_money_that_arrives_at_a_merged_account_moves_on(shop: Shop) -> None:
    """An order that the source paid from its wallet is cancelled after the merge, and undone after."""
    (bowl,) = await stock_shop(shop, spec(price=3000))
    first, second = await sign_in(shop), await sign_in(shop)
    expires = clock.now() + timedelta(days=3)
    async with shop.database.transaction() as connection:
        await fill_wallet(connection, first.id, 5000, expires_at=expires)
        await fill_wallet(connection, first.id, 100)
    body = guest_order([bowl.sku_id], useWallet=True, paymentMethod="cod")
    del body["contact"]
    placed = await shop.output("POST", "/api/orders", json=body, headers=first.headers)
    async with operator_client(shop) as admin:
        left_over = await balance(admin, first.id)
        assert left_over < 5100
        _, done = await merge(admin, first.id, second.id)
        assert await balance(admin, second.id) == left_over
        path = f"/api/orders/{placed['orderId']}/cancel"
        await shop.output("POST", path, headers=second.headers)
        assert await balance(admin, second.id) == 5100
        wallet = await admin.get(f"/customers/{second.id}/wallet")
        assert sum(one["amount"]["amount"] for one in wallet["expiring"]) == 5000
        assert await broken_invariants(shop) == []
        # The customer spends some of it. The rest goes back.
        change = {"direction": "debit", "amount": 4000, "note": "Spent"}
        await admin.post(f"/customers/{second.id}/wallet", key="spent", json=change)
        back = await admin.get(f"/customers/{second.id}/merges/{done['mergeId']}/undo")
        assert (back["wallet"]["amount"], back["walletSpent"]["amount"]) == (1100, 4000)
        await undo(admin, second.id, done["mergeId"])
        assert (await balance(admin, first.id), await balance(admin, second.id)) == (1100, 0)
    assert await broken_invariants(shop) == []


async def test_a_preview_that_is_out_of_date_is_refused(shop: Shop) -> None:
    first, second = await sign_in(shop), await sign_in(shop)
    async with operator_client(shop) as admin:
        path = f"/customers/{second.id}"
        seen = await admin.get(f"{path}/merge-preview", params={"sourceId": first.id})
        async with shop.database.transaction() as connection:
            await fill_wallet(connection, first.id, 100)
        body = {"sourceId": first.id, "version": seen["version"]}
        status, error = await admin.error("POST", f"{path}/merges", key="one", json=body)
        assert (status, error["code"]) == (409, "preview_outdated")
        same = {"sourceId": second.id}
        assert (await admin.error("GET", f"{path}/merge-preview", params=same))[0] == 422
        assert (await admin.error("POST", f"{path}/merges", json=body))[0] == 422
        for role in ("manager", "support", "finance"):
            async with operator_client(shop, role) as other:
                response = await other.request("GET", f"{path}/merge-preview", params=same)
                assert response.status_code == (422 if role == "manager" else 403)


async def test_of_two_merges_at_once_one_wins(shop: Shop) -> None:
    first, second = await sign_in(shop), await sign_in(shop)
    async with shop.database.transaction() as connection:
        await fill_wallet(connection, first.id, 300)
        await fill_wallet(connection, second.id, 500)
    async with operator_client(shop) as admin:
        pairs = ((first.id, second.id), (second.id, first.id), (first.id, second.id))
        previews = [
            await admin.get(f"/customers/{target}/merge-preview", params={"sourceId": source})
            for source, target in pairs
        ]
        answers = await asyncio.gather(
            *(
                admin.request(
                    "POST",
                    f"/customers/{target}/merges",
                    key=f"race{number}",
                    json={"sourceId": source, "version": previews[number]["version"]},
                )
                for number, (source, target) in enumerate(pairs)
            )
        )
        assert sorted(one.status_code for one in answers) == [200, 409, 409]
        (row,) = (await admin.get("/customers"))["items"]
        assert await balance(admin, row["id"]) == 800
    assert await broken_invariants(shop) == []


async def test_orders_placed_during_a_merge_end_up_at_the_target(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(price=3000, stock=50))
    first, second = await sign_in(shop), await sign_in(shop)
    body = guest_order([bowl.sku_id], paymentMethod="cod")
    del body["contact"]
    async with operator_client(shop) as admin:
        orders = [
            shop.client.post("/api/orders", json=body, headers=first.headers) for _ in range(4)
        ]

        async def merge_until_done() -> Any:
            for number in range(20):
                path = f"/customers/{second.id}"
                seen = await admin.get(f"{path}/merge-preview", params={"sourceId": first.id})
                response = await admin.request(
                    "POST",
                    f"{path}/merges",
                    key=f"try{number}",
                    json={"sourceId": first.id, "version": seen["version"]},
                )
                if response.status_code == 200:
                    return response.json()["output"]
            raise AssertionError("no merge")

        done, *answers = await asyncio.gather(merge_until_done(), *orders)
        assert {one.status_code for one in answers} <= {201, 401}
        with clock.shift(timedelta(minutes=15)):
            await run_timers(shop)
        placed = sum(one.status_code == 201 for one in answers)
        assert (
            await scalar(shop, "SELECT count(*) FROM orders WHERE customer_id = $1", second.id)
            == placed
        )
        await undo(admin, second.id, done["mergeId"])
        assert (
            await scalar(shop, "SELECT count(*) FROM orders WHERE customer_id = $1", first.id)
            == placed
        )
    assert await broken_invariants(shop) == []


async def test_what_came_since_stays_with_the_target(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    target = await sign_in(shop)
    async with operator_client(shop) as admin:
        _, done = await merge(admin, bought.shopper.id, target.id)
        # A guest's order under the merged account's contact belongs to the target as well.
        contact = {"email": bought.shopper.email, "firstName": "Ada", "lastName": "Miller"}
        await place(shop, [bought.skus[2]], contact=contact)
        async with shop.database.transaction() as connection:
            assert await find_by_contact(connection, bought.shopper.email, None) == target.id
            await claim_guest_orders(connection, target.id)
        assert (await admin.get(f"/customers/{target.id}"))["figures"]["orders"] == 2
        await undo(admin, target.id, done["mergeId"])
        assert (await admin.get(f"/customers/{target.id}"))["figures"]["orders"] == 1
        assert (await admin.get(f"/customers/{bought.shopper.id}"))["figures"]["orders"] == 1


async def test_merges_are_undone_in_reverse_order(shop: Shop) -> None:
    one, two, three = [await sign_in(shop) for _ in range(3)]
    async with operator_client(shop) as admin:
        _, first = await merge(admin, one.id, two.id, "first")
        _, second = await merge(admin, two.id, three.id, "second")
        status, error = await admin.error(
            "POST", f"/customers/{two.id}/merges/{first['mergeId']}/undo", key="a"
        )
        assert (status, error["code"]) == (409, "merge_undo_over")
        async with shop.database.transaction() as connection:
            assert await find_by_contact(connection, one.email, None) == three.id
        await undo(admin, three.id, second["mergeId"], "b")
        async with shop.database.transaction() as connection:
            assert await find_by_contact(connection, one.email, None) == two.id
        await undo(admin, two.id, first["mergeId"], "c")
        assert len((await admin.get("/customers"))["items"]) == 3


async def test_after_thirty_days_a_merge_stays(shop: Shop) -> None:
    one, two = await sign_in(shop), await sign_in(shop)
    async with operator_client(shop) as admin:
        _, done = await merge(admin, one.id, two.id)
    with clock.shift(timedelta(days=31)):
        async with operator_client(shop) as admin:
            path = f"/customers/{two.id}"
            assert (await admin.get(path))["mergedAccounts"][0]["undoUntil"] is None
            status, error = await admin.error(
                "POST", f"{path}/merges/{done['mergeId']}/undo", key="late"
            )
            assert (status, error["code"]) == (409, "merge_undo_over")
        await run_timers(shop)
        assert await scalar(shop, "SELECT moved FROM customer_merges") == {}


async def test_erasing_the_target_erases_the_merged_account_too(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    first, words = await customer_life(shop, catalog, words_of("cust", "2065550187"), 3)
    second = await sign_in(shop)
    async with operator_client(shop) as admin:
        await merge(admin, first.id, second.id)
        with clock.shift(timedelta(minutes=15)):
            await run_timers(shop)
            async with operator_client(shop) as later:
                await later.post(f"/customers/{second.id}/erasure", json={"customerId": second.id})
            await after_everything(shop)
    # If midnight was in between, the figures of that day have the city, which names no person.
    assert left(await everywhere(shop, words)).keys() <= {"place_days.city"}
    assert await broken_invariants(shop) == []


async def test_every_table_of_a_customer_is_moved_or_stays_for_a_reason(shop: Shop) -> None:
    stays = {
        # The figures and work that follow from the rest.
        "customer_overviews",
        "customer_merges",
        "erasures",
        # Ended by the merge.
        "known_clients",
        "sign_ins",
        # The ledger moves credit by entries.
        "gift_codes",
        "wallet_credits",
        "wallet_entries",
        "wallet_notes",
        "wallet_topups",
        "wallets",
        # The target's own cart stays as it is.
        "cart_gift_cards",
        "cart_lines",
        # A vote for or report of a review counts once for a person.
        "review_reports",
        "review_votes",
        # Accounts merged earlier are pointed to the target.
        "customers",
    }
    moved = {
        "addresses",
        "draft_orders",
        "google_accounts",
        "imported_orders",
        "orders",
        "product_alerts",
        "question_answers",
        "questions",
        "reviews",
        "tickets",
        "uploads",
        "wishlist_items",
        "wishlist_shares",
    }
    async with shop.database.reading() as connection:
        found = await connection.fetch(
            "SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint"
            " WHERE contype = 'f' AND confrelid = 'customers'::regclass"
        )
    assert {row["name"] for row in found} == moved | stays
