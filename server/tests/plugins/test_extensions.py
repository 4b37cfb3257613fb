"""Plug-ins in the back office: listed, set, and their screens by permission."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stallage.settings.stored import version_of
from stallage.shop.queries import shop_settings
from tests.admin import Admin, operator_client
from tests.conftest import OpenShop
from tests.plugins.installing import install_package
from tests.shop import Shop

SETTINGS = """
from typing import Annotated, Literal
from pydantic import Field, SecretStr
from stallage.settings import PluginSettings

class Settings(PluginSettings):
    size: Annotated[int, Field(default=10, ge=2, le=100, description="Bells in a row.")]
    tone: Literal["low", "high"] = "low"
    volume: float = 0.5
    token: SecretStr = SecretStr("")
    fixed: str = "none"
"""
BACKOFFICE = """
from stallage.plugins.screens import Screen

SCREENS = (
    Screen(
        id="bells.all", title="Bells", path="/bells", icon="bell",
        permission="customers.read", module="/api/bells/screen.js",
    ),
)
"""
DOCTOR = """
from stallage.diagnosis import ok

async def findings(connection, settings):
    await connection.execute("SELECT * FROM no_such_table")
"""


@pytest.fixture
def bells(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plug-in with settings, a screen and a failing check."""
    modules = {"settings": SETTINGS, "backoffice": BACKOFFICE, "doctor": DOCTOR}
    install_package(site, "bells", modules, requires=("stallage>=0.1,<9",))
    monkeypatch.setenv("STALLAGE_BELLS_FIXED", "by hand")


async def change(admin: Admin, **values: Any) -> Any:
    etag = (await admin.request("GET", "/extensions")).headers["ETag"]
    return await admin.output(
        "PATCH", "/extensions/bells/settings", json={"values": values}, headers={"If-Match": etag}
    )


def by_name(overview: Any) -> dict[str, Any]:
    (bells,) = (one for one in overview["extensions"] if one["name"] == "bells")
    return {setting["name"]: setting for setting in bells["settings"]}


@pytest.mark.usefixtures("bells")
async def test_a_plugin_is_listed_with_what_it_adds(open_shop: OpenShop) -> None:
    async with open_shop() as shop, operator_client(shop) as admin:
        overview = await admin.get("/extensions")
        (found,) = (one for one in overview["extensions"] if one["name"] == "bells")
        assert (found["distribution"], found["version"]) == ("acme-bells", "1.0")
        assert (found["requires"], found["isActive"]) == ("<9,>=0.1", True)
        assert [one["path"] for one in found["screens"]] == ["/bells"]
        assert [one["state"] for one in found["findings"]] == ["wrong"]
        size = by_name(overview)["size"]
        assert (size["kind"], size["minimum"], size["maximum"]) == ("number", 2, 100)
        assert (size["meaning"], size["value"]) == ("Bells in a row.", 10)


@pytest.mark.usefixtures("bells")
async def test_the_version_of_a_plugin_is_shown(open_shop: OpenShop) -> None:
    async with open_shop() as shop, operator_client(shop) as admin:
        (plugin,) = (await admin.get("/health/versions"))["plugins"]
    assert (plugin["name"], plugin["distribution"], plugin["version"]) == (
        "bells",
        "acme-bells",
        "1.0",
    )


@pytest.mark.usefixtures("bells")
async def test_settings_are_stored_and_secrets_are_not_shown(open_shop: OpenShop) -> None:
    async with open_shop() as shop, operator_client(shop) as admin:
        changed = by_name(
            await change(admin, size=12, tone="high", volume="0.75", token="a secret of bells")
        )
        assert (changed["size"]["value"], changed["size"]["source"]) == (12, "shop")
        assert (changed["tone"]["value"], changed["volume"]["value"]) == ("high", "0.75")
        assert (changed["token"]["value"], changed["token"]["endsWith"]) == (None, "ells")
        async with shop.database.reading() as connection:
            stored = await shop_settings(connection)
        assert "a secret of bells" not in str(stored)
        ((kind, own),) = shop.runtime.own_plugin_settings.items()
        settings: Any = own.with_stored(shop.runtime.secrets, stored)
        assert (settings.size, settings.volume) == (12, 0.75)
        assert settings.token.get_secret_value() == "a secret of bells"
        assert kind.stored_name("size") == "bells.size"
        # Processes notice it by the version, and read it when they start again.
        assert version_of(stored) != shop.runtime.settings_version
        (entry, *_) = (await admin.get("/audit"))["items"]
        assert "a secret of bells" not in str(entry)
        back = by_name(await change(admin, size=None))
        assert (back["size"]["value"], back["size"]["source"]) == (10, "default")


@pytest.mark.usefixtures("bells")
async def test_changes_of_settings_are_taken_back(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_shop() as shop, operator_client(shop) as admin:
        await change(admin, size=12, token="the first secret")
        await change(admin, size=20, token="the second secret")
        (newest, first) = (await admin.get("/settings/changes?area=extensions"))["items"]
        assert newest["before"] == {"bells.size": 12, "bells.token": "hidden"}
        assert "secret" not in str(newest)
        await admin.post(f"/settings/changes/{newest['id']}/undo")
        settings = by_name(await admin.get("/extensions"))
        assert (settings["size"]["value"], settings["token"]["endsWith"]) == (12, "cret")
        async with shop.database.reading() as connection:
            stored = await shop_settings(connection)
        (own,) = shop.runtime.own_plugin_settings.values()
        restored: Any = own.with_stored(shop.runtime.secrets, stored)
        assert restored.token.get_secret_value() == "the first secret"
        entry = (await admin.get("/audit"))["items"][0]
        assert (entry["action"], entry["subject"]["label"]) == ("settings.change_undone", "bells")

        monkeypatch.setattr("stallage.extensions.actions.declared_settings", lambda: iter(()))
        status, error = await admin.error("POST", f"/settings/changes/{first['id']}/undo")
        assert (status, list(error["fields"])) == (422, ["bells"])


@pytest.mark.usefixtures("bells")
@pytest.mark.parametrize(
    "values",
    [{"size": 1}, {"size": "many"}, {"tone": "loud"}, {"fixed": "mine"}, {"other": 1}],
)
async def test_invalid_values_are_refused(open_shop: OpenShop, values: dict[str, Any]) -> None:
    async with open_shop() as shop, operator_client(shop) as admin:
        etag = (await admin.request("GET", "/extensions")).headers["ETag"]
        status, error = await admin.error(
            "PATCH",
            "/extensions/bells/settings",
            json={"values": values},
            headers={"If-Match": etag},
        )
        assert (status, error["code"], list(error["fields"])) == (
            422,
            "invalid_fields",
            list(values),
        )


@pytest.mark.usefixtures("bells")
async def test_screens_follow_permissions(open_shop: OpenShop) -> None:
    async with open_shop() as shop:
        async with operator_client(shop, role="catalogue") as admin:
            assert await admin.get("/extensions/screens") == []
            assert (await admin.error("GET", "/extensions"))[0] == 403
        async with operator_client(shop, role="support") as admin:
            assert [one["title"] for one in await admin.get("/extensions/screens")] == ["Bells"]


async def test_settings_of_an_unknown_plugin(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        body = {"values": {"size": 1}}
        status, _ = await admin.error("PATCH", "/extensions/nothing/settings", json=body)
        assert status == 404
