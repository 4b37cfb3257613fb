"""When a change of settings cannot be taken back, and what becomes of secrets."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.process import open_runtime
from stallage.shop.jobs import purge
from tests.admin import Admin, operator_client
from tests.checkout.factory import place
from tests.setup.test_settings import KEY, change, find, overview
from tests.shop import Shop
from tests.stocked_shop import stock_shop

OLD_KEY = "sk_test_first_key_of_the_shop"


async def newest(admin: Admin, area: str) -> dict[str, Any]:
    """Return the last change of an area."""
    (found, *_) = (await admin.get(f"/settings/changes?area={area}"))["items"]
    return dict(found)


async def undo(admin: Admin, change: dict[str, Any]) -> None:
    await admin.post(f"/settings/changes/{change['id']}/undo")


async def refused(admin: Admin, change: dict[str, Any]) -> dict[str, Any]:
    """Return the error of an undo, which has to leave the settings as they are."""
    version = (await overview(admin))["version"]
    _, error = await admin.error("POST", f"/settings/changes/{change['id']}/undo")
    assert (await overview(admin))["version"] == version
    return error


async def test_a_secret_is_restored_and_never_shown(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await change(admin, stripe_secret_key=OLD_KEY)
        await change(admin, stripe_secret_key=KEY, payment_provider="stripe")
        replaced = await newest(admin, "payments")
        assert replaced["before"] == {"stripe_secret_key": "hidden"}
        assert replaced["after"] == {"stripe_secret_key": "hidden", "payment_provider": "stripe"}
        await undo(admin, replaced)
        key = find(await overview(admin), "stripe_secret_key")
        assert (key["value"], key["endsWith"]) == (None, "shop")
        settings = shop.runtime.own_settings
        async with open_runtime(settings, settings.database_url) as runtime:
            assert runtime.settings.stripe_secret_key.get_secret_value() == OLD_KEY
        async with shop.database.reading() as connection:
            stored = await connection.fetch(
                "SELECT before::text || after::text FROM audit_entries"
                " UNION ALL SELECT before::text || after::text FROM setting_changes"
            )
        texts = str(stored) + str(await admin.get("/settings/changes"))
        assert OLD_KEY not in texts
        assert KEY not in texts
        assert "sealed" not in str(await admin.get("/audit"))


async def test_a_replaced_secret_is_forgotten_after_30_days(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await change(admin, stripe_secret_key=OLD_KEY, guest_checkout=False)
        await change(admin, stripe_secret_key=KEY, payment_provider="stripe")
        replaced = await newest(admin, "payments")
        with clock.shift(timedelta(days=29)):
            await purge(shop.runtime)
        assert (await newest(admin, "payments"))["isRestorable"]
        with clock.shift(timedelta(days=31)):
            await purge(shop.runtime)
        forgotten = await newest(admin, "payments")
        assert (forgotten["isRestorable"], forgotten["before"]) == (False, replaced["before"])
        assert forgotten["after"] == replaced["after"]
        error = await refused(admin, replaced)
        assert (error["code"], error["keys"]) == ("secret_unavailable", ["stripe_secret_key"])
        async with shop.database.reading() as connection:
            left = "SELECT count(*) FROM setting_changes WHERE before::text || after::text LIKE $1"
            assert await connection.fetchval(left, "%sealed%") == 0
        # Other changes of the same age can still be taken back.
        await undo(admin, await newest(admin, "orders"))
        assert find(await overview(admin), "guest_checkout")["value"] is True


async def test_a_secret_of_another_key_has_to_be_entered_again(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await change(admin, twilio_token=OLD_KEY)
        await change(admin, twilio_token=KEY)
        async with shop.database.transaction() as connection:
            # As after the restore of a shop whose key is lost.
            await connection.execute(
                "UPDATE setting_changes SET before = jsonb_set(before, $1, '\"AAAA\"')"
                " WHERE before ? 'twilio_token'",
                ["twilio_token", "sealed"],
            )
        error = await refused(admin, await newest(admin, "sms"))
        assert (error["code"], error["keys"]) == ("secret_unavailable", ["twilio_token"])


async def test_a_later_change_is_not_overwritten(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await change(admin, low_stock=3, tax_number="DE1")
        first = await newest(admin, "general")
        await change(admin, low_stock=4)
        error = await refused(admin, first)
        assert (error["code"], error["keys"]) == ("setting_changed_since", ["low_stock"])
        await undo(admin, await newest(admin, "general"))
        # Now the first one is the last again.
        await undo(admin, first)
        assert find(await overview(admin), "tax_number")["value"] == ""
        error = await refused(admin, first)
        assert error["code"] == "setting_already_undone"


async def test_taking_back_checks_what_a_change_checks(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        await change(admin, currency="CHF")
        changed = await newest(admin, "currency")
        await place(shop, [bowl.sku_id])
        error = await refused(admin, changed)
        assert (error["code"], list(error["fields"])) == ("invalid_fields", ["currency"])
        redirect = await admin.post("/redirects", json={"path": "/a", "target": "/b"})
        await admin.output("DELETE", f"/redirects/{redirect['id']}")
        deleted = await newest(admin, "redirects")
        await admin.post("/redirects", json={"path": "/b", "target": "/a"})
        # Together they would lead round in a circle.
        error = await refused(admin, deleted)
        assert (error["code"], list(error["fields"])) == ("invalid_fields", ["target"])


async def test_a_redirect_whose_address_was_taken_is_not_restored(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        redirect = await admin.post("/redirects", json={"path": "/Old", "target": "/a"})
        await admin.output("DELETE", f"/redirects/{redirect['id']}")
        deleted = await newest(admin, "redirects")
        taken = await admin.post("/redirects", json={"path": "/old", "target": "/b"})
        error = await refused(admin, deleted)
        assert (error["code"], error["keys"]) == ("setting_changed_since", ["/Old"])
        # A change of case alone is taken back.
        headers = {"If-Match": taken["etag"]}
        path = f"/redirects/{taken['id']}"
        await admin.output("PATCH", path, json={"path": "/OLD"}, headers=headers)
        await undo(admin, await newest(admin, "redirects"))
        assert (await admin.get(path))["path"] == "/old"


async def test_a_redirect_to_a_page_that_is_gone_is_not_restored(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        body = {"path": "/bowl-of-old", "target": f"/products/{bowl.slug}"}
        redirect = await admin.post("/redirects", json=body)
        await admin.output("DELETE", f"/redirects/{redirect['id']}")
        async with shop.database.transaction() as connection:
            await connection.execute("DELETE FROM skus WHERE product_id = $1", bowl.id)
            await connection.execute("DELETE FROM products WHERE id = $1", bowl.id)
        error = await refused(admin, await newest(admin, "redirects"))
        assert error["fields"] == {"target": ["The page that it led to is gone."]}


async def test_a_change_of_several_sections_is_one_per_section(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await change(admin, low_stock=3, guest_checkout=False)
        await undo(admin, await newest(admin, "general"))
        assert find(await overview(admin), "guest_checkout")["value"] is False
        await undo(admin, await newest(admin, "orders"))
        assert find(await overview(admin), "guest_checkout")["value"] is True


async def test_taking_back_needs_the_rights_of_a_change(shop: Shop) -> None:
    async with operator_client(shop) as owner:
        await change(owner, low_stock=3)
        await owner.post("/redirects", json={"path": "/old", "target": "/faqs"})
        setting, redirect = [await newest(owner, one) for one in ("general", "redirects")]
        with clock.shift(timedelta(minutes=11)):
            assert (await refused(owner, setting))["code"] == "step_up_required"
    async with operator_client(shop, "content") as editor:
        assert (await editor.error("GET", "/settings/changes?area=general"))[0] == 403
        listed = (await editor.get("/settings/changes"))["items"]
        assert [one["area"] for one in listed] == ["redirects"]
        path = f"/settings/changes/{setting['id']}/undo"
        status, error = await editor.error("POST", path)
        assert (status, error["permission"]) == (403, "settings.edit")
        with clock.shift(timedelta(minutes=11)):
            await undo(editor, redirect)
    async with operator_client(shop, "orders") as packer:
        assert (await packer.get("/settings/changes"))["items"] == []
        path = f"/settings/changes/{redirect['id']}/undo"
        assert (await packer.error("POST", path))[0] == 403


@pytest.mark.parametrize("change_id", [0, 999_999, 2**80])
async def test_unknown_changes(shop: Shop, change_id: int) -> None:
    async with operator_client(shop) as admin:
        status, _ = await admin.error("POST", f"/settings/changes/{change_id}/undo")
        assert status in (404, 422)
        assert (await admin.get("/settings/changes?area=nothing"))["items"] == []
