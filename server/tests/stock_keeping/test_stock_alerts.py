"""Emails about low stock: each fall is announced once, whatever crashes and however many work on it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.events import publish
from stallage.core.mail import Message
from stallage.operators.actions import create_operator
from stallage.settings import Settings
from stallage.stock_keeping.events import StockAlertDue
from stallage.stock_keeping.jobs import check_low_stock, purge_stock_alerts, send_stock_alert
from tests.admin import Admin, operator_client
from tests.checkout.factory import place
from tests.shop import Shop
from tests.stock_keeping.test_low_levels import make_categories, set_levels
from tests.stocked_shop import spec, stock_shop

NOW = datetime(2026, 11, 23, 15, 42, tzinfo=UTC)
"""10:42 on a Monday in New York."""
MINUTES = timedelta(minutes=5)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The shop is in New York."""
    return settings.model_copy(update={"time_zone": "America/New_York"})


def mails(shop: Shop) -> list[dict[str, Any]]:
    return [one for one in shop.outbox() if one["kind"] == "low_stock"]


def hourly(*recipients: int) -> dict[str, Any]:
    return {"frequency": "hourly", "recipients": list(recipients)}


async def check(shop: Shop) -> None:
    # As two workers whose timers run at the same time, and once more.
    await asyncio.gather(check_low_stock(shop.runtime), check_low_stock(shop.runtime))
    await check_low_stock(shop.runtime)
    await shop.work()


async def change(admin: Admin, sku_id: int, quantity: int) -> None:
    (location,) = (await admin.get("/stock/locations"))["items"]
    body = {"locationId": location["id"], "quantity": quantity, "reason": "correction"}
    key = f"{sku_id}-{quantity}-{clock.now()}"
    await admin.post(f"/stock/skus/{sku_id}/changes", json=body, key=key)


async def test_a_fall_is_announced_once_and_again_after_a_refill(shop: Shop) -> None:
    _, lighting, lamps = await make_categories(shop)
    bowl, lamp, vase = await stock_shop(
        shop,
        spec(stock=6),
        spec("Desk lamp", stock=9, category_ids=[lamps]),
        spec("Vase", stock=2),
    )
    async with operator_client(shop) as admin:
        with clock.freeze(NOW):
            await set_levels(admin, {lighting: 8}, hourly(admin.operator_id))
            # The vase was low before anybody asked for emails.
            await check(shop)
            assert mails(shop) == []
            await place(shop, [bowl.sku_id, lamp.sku_id])
            await check(shop)
        (mail,) = mails(shop)
        (recipient,) = (await admin.get("/stock/low-levels"))["alerts"]["recipients"]
        assert mail["to"] == recipient["email"]
        assert mail["subject"] == "Low stock: 2 items"
        assert mail["data"] == {"skus": [bowl.sku_id, lamp.sku_id], "count": 2}
        assert "5 left, level 5" in mail["text"]
        assert "8 left, level 8, from Lighting" in mail["text"]
        assert f"/backoffice/stock/skus/{lamp.sku_id}" in mail["html"]
        # It falls further and is refilled: no reason for an email.
        with clock.freeze(NOW + timedelta(hours=2)):
            await place(shop, [bowl.sku_id])
            await check(shop)
            await change(admin, bowl.sku_id, 10)
            await check(shop)
            assert len(mails(shop)) == 1
            # And falls again.
            await change(admin, bowl.sku_id, -12)
            await check(shop)
        assert [one["subject"] for one in mails(shop)] == [
            "Low stock: 2 items",
            "Low stock: 1 item",
        ]
        assert mails(shop)[1]["data"]["skus"] == [bowl.sku_id]
        assert (await admin.get("/stock/low-levels"))["alerts"]["lastSentAt"] is not None
        assert vase.sku_id not in mails(shop)[1]["data"]["skus"]


async def test_at_most_one_email_an_hour_or_a_day(shop: Shop) -> None:
    products = await stock_shop(shop, *(spec(f"Bowl {one}", stock=6) for one in range(4)))
    async with operator_client(shop) as admin:
        with clock.freeze(NOW):
            await set_levels(admin, {}, hourly(admin.operator_id))
            await place(shop, [products[0].sku_id])
            await check(shop)
        for minutes, product, sent in ((20, 1, 1), (40, 2, 1), (60, 2, 2)):
            with clock.freeze(NOW + timedelta(minutes=minutes)):
                if minutes < 60:
                    await place(shop, [products[product].sku_id])
                await check(shop)
            assert len(mails(shop)) == sent
        assert mails(shop)[1]["data"]["count"] == 2
        with clock.freeze(NOW + timedelta(hours=3)):
            daily = {"frequency": "daily", "atMinute": 480, "recipients": [admin.operator_id]}
            await set_levels(admin, {}, daily)
            await place(shop, [products[3].sku_id])
            await check(shop)
        assert len(mails(shop)) == 2
        # 8:00 in New York.
        for at in (datetime(2026, 11, 24, 12, 59, tzinfo=UTC), NOW + timedelta(days=1)):
            with clock.freeze(at):
                await check(shop)
        assert [one["data"]["skus"] for one in mails(shop)[2:]] == [[products[3].sku_id]]
        with clock.freeze(NOW + timedelta(days=2)):
            await check(shop)
        assert len(mails(shop)) == 3


async def test_a_change_of_levels_is_no_fall(shop: Shop) -> None:
    decor, _, lamps = await make_categories(shop)
    lamp, bowl, fallen = await stock_shop(
        shop,
        spec("Desk lamp", stock=21, category_ids=[lamps]),
        spec(stock=21),
        spec("Vase", stock=21, category_ids=[lamps]),
    )
    await place(shop, [lamp.sku_id, bowl.sku_id, fallen.sku_id])
    async with operator_client(shop) as admin:
        alerts = hourly(admin.operator_id)
        await set_levels(admin, {decor: 5}, alerts)
        # The vase falls to the old level just before the new one is set.
        await change(admin, fallen.sku_id, -16)
        await set_levels(admin, {decor: 25}, alerts)
        await admin.output(
            "PUT", f"/stock/skus/{bowl.sku_id}/product-low-level", json={"lowAt": 30}
        )
        await check(shop)
        (mail,) = mails(shop)
        assert mail["data"]["skus"] == [fallen.sku_id]
        # So is the shop's level, which is a setting.
        async with shop.database.transaction() as connection:
            await connection.execute("DELETE FROM stock_product_rules")
            await connection.execute("UPDATE stock_alert_settings SET next_at = NULL")
            await connection.execute("DELETE FROM low_skus WHERE sku_id = $1", bowl.sku_id)
            await connection.execute("UPDATE catalogue_state SET low_stock = 20")
        await check(shop)
        assert mails(shop) == [mail]


async def test_new_products_did_not_fall_and_drafts_wait(shop: Shop) -> None:
    (draft,) = await stock_shop(shop, spec(stock=6))
    async with operator_client(shop) as admin:
        await set_levels(admin, {}, hourly(admin.operator_id))
        await stock_shop(shop, spec("New vase", stock=1))
        await place(shop, [draft.sku_id])
        await set_status(shop, draft.id, "draft")
        await check(shop)
        assert mails(shop) == []
        await set_status(shop, draft.id, "active")
        await check(shop)
        assert [one["data"]["skus"] for one in mails(shop)] == [[draft.sku_id]]


async def set_status(shop: Shop, product_id: int, status: str) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE products SET status = $2 WHERE id = $1", product_id, status
        )


async def fall(shop: Shop, admin: Admin, *others: int) -> StockAlertDue:
    """Let an item fall, and queue the alert without sending it."""
    (bowl,) = await stock_shop(shop, spec(stock=6))
    await set_levels(admin, {}, hourly(admin.operator_id, *others))
    await place(shop, [bowl.sku_id])
    await check_low_stock(shop.runtime)
    async with shop.database.reading() as connection:
        alert_id = await connection.fetchval("SELECT max(id) FROM stock_alerts")
    return StockAlertDue(alert_id=alert_id, operator_id=admin.operator_id)


async def test_nobody_gets_it_who_may_not_see_stock_or_wants_none_any_more(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        gone = await create_operator(connection, "gone@example.com", "Gone", "manager")
        moved = await create_operator(connection, "moved@example.com", "Moved", "manager")
    async with operator_client(shop) as admin:
        await fall(shop, admin, gone, moved)
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE operators SET disabled_at = now() WHERE id = $1", gone)
            await connection.execute("UPDATE operators SET role = 'content' WHERE id = $1", moved)
        # Who may not see stock any more can stay in the list, but cannot be added to it.
        await set_levels(admin, {}, hourly(gone, moved))
        await shop.work()
        assert mails(shop) == []
        await set_levels(admin, {}, hourly(admin.operator_id))
        etag = (await admin.get("/stock/low-levels"))["etag"]
        status, error = await admin.error(
            "PUT",
            "/stock/low-levels",
            json={"categories": [], "alerts": hourly(admin.operator_id, moved)},
            headers={"If-Match": etag},
        )
        assert (status, list(error["fields"])) == (422, ["recipients"])


async def test_what_was_refilled_before_the_email_is_left_out(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await fall(shop, admin)
        async with shop.database.reading() as connection:
            sku_id = await connection.fetchval("SELECT sku_id FROM low_skus")
        await change(admin, sku_id, 20)
        await shop.work()
        assert mails(shop) == []


async def test_a_job_that_runs_again_sends_nothing(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        due = await fall(shop, admin)
        await shop.work()
        await send_stock_alert.run(shop.runtime, due)
        assert len(mails(shop)) == 1
        # After a crash between sending and recording, it is the same message to mail programs.
        async with shop.database.transaction() as connection:
            await connection.execute("DELETE FROM stock_alert_emails")
        await send_stock_alert.run(shop.runtime, due)
        first, second = mails(shop)
        assert first["headers"]["Message-ID"] == second["headers"]["Message-ID"]


async def test_a_mail_server_that_fails_is_tried_again(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with operator_client(shop) as admin:
        due = await fall(shop, admin)

        async def fails(_: Message) -> None:
            raise ConnectionResetError

        with monkeypatch.context() as broken:
            broken.setattr(type(shop.runtime.mailer), "send", lambda _, message: fails(message))
            with pytest.raises(ConnectionResetError):
                await send_stock_alert.run(shop.runtime, due)
        await send_stock_alert.run(shop.runtime, due)
        assert len(mails(shop)) == 1


async def test_a_check_that_dies_announces_nothing_and_the_next_one_all(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=6))
    async with operator_client(shop) as admin:
        await set_levels(admin, {}, hourly(admin.operator_id))
        await place(shop, [bowl.sku_id])

        async def dies(*arguments: Any) -> None:
            await publish(*arguments)
            raise ConnectionResetError

        with monkeypatch.context() as broken:
            broken.setattr("stallage.stock_keeping.actions.stock_alerts.publish", dies)
            with pytest.raises(ConnectionResetError):
                await check_low_stock(shop.runtime)
        await shop.work()
        assert mails(shop) == []
        await check(shop)
        assert len(mails(shop)) == 1


async def test_orders_and_checks_at_the_same_time(shop: Shop) -> None:
    products = await stock_shop(shop, *(spec(f"Bowl {one}", stock=6) for one in range(6)))
    async with operator_client(shop) as admin:
        await set_levels(admin, {}, hourly(admin.operator_id))
        ids = [one.sku_id for one in products]
        await asyncio.gather(
            *(place(shop, [one]) for one in ids),
            *(check_low_stock(shop.runtime) for _ in range(6)),
        )
        with clock.freeze(clock.now() + timedelta(hours=2)):
            await check(shop)
    announced = [one for mail in mails(shop) for one in mail["data"]["skus"]]
    assert sorted(announced) == sorted(ids)


async def test_saving_and_checking_at_the_same_time(shop: Shop) -> None:
    decor, *_ = await make_categories(shop)
    (bowl,) = await stock_shop(shop, spec(stock=6, category_ids=[decor]))
    async with operator_client(shop) as admin:
        alerts = hourly(admin.operator_id)
        await set_levels(admin, {}, alerts)
        await place(shop, [bowl.sku_id])
        await asyncio.gather(
            set_levels(admin, {decor: 9}, alerts),
            *(check_low_stock(shop.runtime) for _ in range(4)),
        )
        await check(shop)
        assert [one["data"]["skus"] for one in mails(shop)] == [[bowl.sku_id]]


async def test_old_alerts_are_forgotten_and_their_falls_are_not(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await fall(shop, admin)
        await shop.work()
        with clock.freeze(clock.now() + timedelta(days=61)):
            await purge_stock_alerts(shop.runtime)
            await check(shop)
        assert len(mails(shop)) == 1
        async with shop.database.reading() as connection:
            assert await connection.fetchval("SELECT count(*) FROM stock_alerts") == 0


async def test_its_texts_can_be_changed(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        listed = await admin.get("/content/emails/low_stock")
        assert listed["audience"] == "operators"
        assert listed["editable"]
        texts = {"subject": "Reorder {items} for {shop_name}"}
        preview = await admin.output(
            "POST", "/content/emails/low_stock/preview", json={"texts": texts}, audited=False
        )
        assert preview["subject"].startswith("Reorder 2 items for ")
        assert "level 8, from Lighting" in preview["html"]
        await admin.output(
            "PUT",
            "/content/emails/low_stock",
            json={"texts": texts},
            headers={"If-Match": listed["etag"]},
        )
        await fall(shop, admin)
        await shop.work()
    assert mails(shop)[0]["subject"].startswith("Reorder 1 item for ")
