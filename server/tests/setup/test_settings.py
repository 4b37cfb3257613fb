"""Settings in the back office: shown, changed, tried out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from stallage.process import open_runtime
from stallage.settings import Settings
from stallage.settings.stored import MACHINE_SETTINGS
from stallage.setup.rules.labels import LABELS
from stallage.setup.rules.sections import SECTIONS
from tests.admin import Admin, operator_client
from tests.shop import Shop
from tests.stocked_shop import stock_shop

KEY = "sk_test_4eC39HqLyjWDarjtT1zdp7dc"


async def overview(admin: Admin) -> dict[str, Any]:
    return dict(await admin.output("GET", "/settings"))


async def change(admin: Admin, **values: object) -> dict[str, Any]:
    version = (await overview(admin))["version"]
    changed = await admin.output(
        "PATCH", "/settings", json={"values": values}, headers={"If-Match": f'"{version}"'}
    )
    return dict(changed)


async def refused(admin: Admin, **values: object) -> dict[str, list[str]]:
    version = (await overview(admin))["version"]
    status, error = await admin.error(
        "PATCH", "/settings", json={"values": values}, headers={"If-Match": f'"{version}"'}
    )
    assert status == 422, error
    assert (await overview(admin))["version"] == version
    fields: dict[str, list[str]] = error["fields"]
    return fields


def find(output: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = (
        one for part in output["sections"] for one in part["settings"] if one["name"] == name
    )
    return dict(found)


@pytest.mark.fast
def test_every_setting_is_in_one_section() -> None:
    counted = Counter(name for names in SECTIONS.values() for name in names)
    assert set(counted) == set(Settings.model_fields)
    assert [name for name, count in counted.items() if count > 1] == []
    assert set(LABELS) == set(Settings.model_fields) - MACHINE_SETTINGS


async def test_settings_are_changed_and_taken_back(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        before = find(await overview(admin), "guest_checkout")
        assert (before["value"], before["source"], before["kind"]) == (True, "default", "boolean")
        changed = await change(admin, guest_checkout=False, cart_seconds=86_400)
        guests = find(changed, "guest_checkout")
        assert (guests["value"], guests["source"]) == (False, "shop")
        assert guests["changedAt"] is not None
        assert changed["appliedVersion"] != changed["version"]
        settings = shop.runtime.own_settings
        async with open_runtime(settings, settings.database_url) as runtime:
            assert runtime.settings.guest_checkout is False
            assert runtime.settings_version == changed["version"]
        again = await change(admin, guest_checkout=None)
        assert find(again, "guest_checkout")["source"] == "default"
        assert find(again, "cart_seconds")["value"] == 86_400


async def test_secrets_are_write_only(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        changed = await change(admin, stripe_secret_key=KEY, payment_provider="stripe")
        key = find(changed, "stripe_secret_key")
        assert (key["value"], key["isSet"], key["endsWith"]) == (None, True, "p7dc")
        async with shop.database.reading() as connection:
            row = await connection.fetchrow(
                "SELECT value::text AS value FROM shop_settings WHERE name = 'stripe_secret_key'"
            )
            entry = await connection.fetchrow(
                "SELECT before::text, after::text FROM audit_entries WHERE action = 'settings.changed'"
            )
        assert KEY not in str(row) + str(dict(entry or {}))
        settings = shop.runtime.own_settings
        async with open_runtime(settings, settings.database_url) as runtime:
            assert runtime.settings.stripe_secret_key.get_secret_value() == KEY
        other = settings.model_copy(update={"secret_key": type(settings.smtp_url)("x" * 40)})
        async with open_runtime(other, settings.database_url) as runtime:
            assert runtime.settings.stripe_secret_key.get_secret_value() == ""


async def test_invalid_settings_are_refused_and_change_nothing(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        assert await refused(admin, nothing=1) == {"nothing": ["There is no such setting."]}
        assert set(await refused(admin, time_zone="Mars/Base", currency="ZZZ")) == {
            "time_zone",
            "currency",
        }
        assert set(await refused(admin, otp_seconds="soon")) == {"otp_seconds"}
        assert set(await refused(admin, otp_max_tries=0)) == {"otp_max_tries"}
        assert set(await refused(admin, payment_provider="cheques")) == {"payment_provider"}
        assert set(await refused(admin, sms_provider="twilio")) == {"settings"}
        assert set(await refused(admin, mail_from="nobody")) == {"mail_from"}
        assert set(await refused(admin, storage_url="file:///etc")) == {"storage_url"}
        for machine in ("data_dir", "database_url", "secret_key", "trusted_proxies"):
            assert set(await refused(admin, **{machine: "x"})) == {machine}
        # The tests' settings name the database and the folder, as an environment would.
        own = next(iter(shop.runtime.own_settings.model_fields_set))
        assert "sets it on the server" in (await refused(admin, **{own: "x"}))[own][0]


async def test_an_edit_of_an_old_version_is_refused(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        old = f'"{(await overview(admin))["version"]}"'
        await change(admin, guest_checkout=False)
        body = {"values": {"guest_checkout": True}}
        status, error = await admin.error(
            "PATCH", "/settings", json=body, headers={"If-Match": old}
        )
        assert (status, error["code"]) == (412, "edit_conflict")
        status, error = await admin.error("PATCH", "/settings", json=body)
        assert (status, error["code"]) == (428, "precondition_required")


async def test_the_currency_is_fixed_by_prices_and_orders(shop: Shop) -> None:
    await stock_shop(shop)
    async with operator_client(shop) as admin:
        assert set(await refused(admin, currency="JPY")) == {"currency"}
        assert find(await change(admin, currency="CHF"), "currency")["value"] == "CHF"


async def test_settings_are_tried_before_they_are_saved(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        tried = await admin.output("POST", "/settings/email/test", json={"values": {}})
        assert tried["succeeded"]
        assert "outbox" in tried["message"]
        values = {"smtp_url": "smtp://user:hunter2hunter2@127.0.0.1:1"}
        tried = await admin.output("POST", "/settings/email/test", json={"values": values})
        assert not tried["succeeded"]
        assert "hunter2" not in tried["message"]
        tried = await admin.output("POST", "/settings/storage/test", json={"values": {}})
        assert tried["succeeded"], tried
        tried = await admin.output("POST", "/settings/sms/test", json={"values": {}, "to": "1"})
        assert not tried["succeeded"]
        status, error = await admin.error(
            "POST", "/settings/storage/test", json={"values": {"storage_url": "ftp://x"}}
        )
        assert (status, set(error["fields"])) == (422, {"storage_url"})


async def test_only_those_who_may_see_and_change_settings(shop: Shop) -> None:
    async with operator_client(shop, "orders") as admin:
        assert (await admin.error("GET", "/settings"))[0] == 403
    async with operator_client(shop, "manager") as admin:
        assert (await overview(admin))["sections"]
        status, _error = await admin.error("PATCH", "/settings", json={"values": {"x": 1}})
        assert status == 403
