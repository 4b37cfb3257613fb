"""Discovery, order and validation of plug-ins."""

from __future__ import annotations

from pathlib import Path

import pytest

from stallage import __version__
from stallage.features import parts
from stallage.plugins.conflicts import verify_plugins
from stallage.plugins.installed import PluginError, installed_plugins
from stallage.plugins.screens import Screen, screens, screens_of
from tests.plugins.installing import install_package, write_metadata

ROUTES = """
from fastapi import APIRouter
router = APIRouter()

@router.{method}("{path}")
async def call() -> None: ...
"""
SETTINGS = """
from stallage.settings import PluginSettings

class Settings(PluginSettings):
    {name}: int = 1
"""
SCREENS = """
from stallage.plugins.screens import Screen

SCREENS = (
    Screen(
        id="{id}",
        title="Bells",
        path="{path}",
        icon="bell",
        permission="{permission}",
        module="/api/bells/screen.js",
    ),
)
"""


def names() -> list[str]:
    return [plugin.name for plugin in installed_plugins()]


def test_plugins_are_ordered_by_dependency_then_name(site: Path) -> None:
    install_package(site, "bells", {"__init__": 'after = ("whistles", "orders")'})
    install_package(site, "candles", {})
    install_package(site, "whistles", {})
    assert names() == ["candles", "whistles", "bells"]


def test_their_modules_come_after_the_built_in_ones(site: Path) -> None:
    install_package(site, "bells", {"routes": ROUTES.format(method="get", path="/api/bells")})
    verify_plugins()
    assert parts("routes")[-1].__name__ == "acme_bells.routes"
    assert parts("routes")[-2].__name__.startswith("stallage.")


def test_a_disabled_plugin_is_not_even_imported(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_package(site, "bells", {"__init__": "raise RuntimeError"})
    install_package(site, "candles", {})
    monkeypatch.setenv("STALLAGE_DISABLED_FEATURES", "bells, gone")
    assert names() == ["candles"]


def refused(*parts_of_the_sentence: str) -> None:
    """Check that the start fails with a message that contains these parts."""
    with pytest.raises(PluginError) as caught:
        verify_plugins()
    for part in parts_of_the_sentence:
        assert part in str(caught.value)


def test_a_built_in_feature_cannot_be_disabled(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STALLAGE_DISABLED_FEATURES", "orders")
    refused("STALLAGE_DISABLED_FEATURES names orders, which is part of Stallage")


@pytest.mark.parametrize(
    ("modules", "reason"),
    [
        ({"__init__": "import nothing_of_the_kind"}, "No module named 'nothing_of_the_kind'"),
        ({"jobs": "1 / 0"}, "acme_bells.jobs fails to load with ZeroDivisionError"),
        ({"__init__": 'after = "whistles"'}, "is not a tuple of feature names"),
        ({"__init__": 'after = ("whistles",)'}, "it depends on whistles, which is not installed"),
        ({"routes": "router = None"}, "acme_bells.routes has no APIRouter called router"),
        (
            {"routes": ROUTES.format(method="get", path="/api/bell")},
            "GET /api/bell is outside /api/bells",
        ),
        ({"settings": "Settings = 1"}, "no class Settings(PluginSettings)"),
        ({"backoffice": "SCREENS = [1]"}, "is not a tuple of Screen"),
        (
            {
                "backoffice": SCREENS.format(
                    id="orders.all", path="/bells", permission="orders.read"
                )
            },
            "the screen orders.all has a 'orders.all.' outside bells.",
        ),
        (
            {
                "backoffice": SCREENS.format(
                    id="bells.all", path="/orders", permission="orders.read"
                )
            },
            "has a '/orders/' outside /bells/",
        ),
        (
            {"backoffice": SCREENS.format(id="Bells", path="/bells", permission="orders.read")},
            "acme_bells.backoffice fails to load with ValidationError",
        ),
        (
            {"backoffice": SCREENS.format(id="bells.all", path="/bells", permission="bells.read")},
            "needs bells.read, which is no permission of operators.",
        ),
        (
            {"admin_routes": ROUTES.format(method="get", path="/api/admin/v1/orders")},
            "GET /api/admin/v1/orders is outside /api/admin/v1/bells.",
        ),
        ({"jobs": "SAFE_AFTER_RESTORE = (1,)"}, "SAFE_AFTER_RESTORE may only list jobs"),
    ],
)
def test_an_invalid_plugin_stops_the_start(
    site: Path, modules: dict[str, str], reason: str
) -> None:
    install_package(site, "bells", modules)
    refused(
        "The plug-in acme-bells 1.0 (feature bells) cannot be used: ",
        reason,
        "Fix or uninstall it, or set STALLAGE_DISABLED_FEATURES=bells.",
    )


def test_a_plugin_for_another_release(site: Path) -> None:
    install_package(site, "bells", {}, requires=("stallage>=99", "other>=1"))
    refused("acme-bells 1.0", f"it needs Stallage >=99, and this is Stallage {__version__}")


def test_two_plugins_of_one_name(site: Path) -> None:
    install_package(site, "bells", {})
    write_metadata(
        site, "zeta-bells", "2.0", requires=("stallage",), features={"bells": "zeta_bells"}
    )
    (site / "zeta_bells").mkdir()
    (site / "zeta_bells/__init__.py").touch()
    refused("zeta-bells 2.0", "acme-bells 1.0 has a feature of the same name")


@pytest.mark.parametrize("name", ["orders", "health"])
def test_a_name_of_a_stallage_module(site: Path, name: str) -> None:
    install_package(site, name, {})
    refused(f"acme-{name} 1.0", "Stallage has a module of the same name")


def test_an_invalid_name(site: Path) -> None:
    install_package(site, "Bells", {})
    refused("acme-Bells 1.0", "lower-case letters, digits and underscores")


def test_plugins_that_depend_on_each_other(site: Path) -> None:
    install_package(site, "bells", {"__init__": 'after = ("whistles",)'})
    install_package(site, "whistles", {"__init__": 'after = ("bells",)'})
    refused("these features depend on one another in a cycle: bells, whistles")


def test_names_of_which_one_is_a_prefix(site: Path) -> None:
    install_package(site, "bells", {})
    install_package(site, "bells_and_whistles", {})
    refused("acme-bells_and_whistles 1.0", "names of acme-bells 1.0 begin with bells_ as well")


def test_a_duplicate_setting(site: Path) -> None:
    install_package(site, "payment", {"settings": SETTINGS.format(name="provider")})
    refused("acme-payment 1.0", "STALLAGE_PAYMENT_PROVIDER is a setting of Stallage")


def test_a_duplicate_route(site: Path) -> None:
    routes = ROUTES.format(method="get", path="/api/categories")
    install_package(site, "categories", {"routes": routes})
    refused("acme-categories 1.0", "GET /api/categories is a route of Stallage")


def test_a_route_that_a_path_of_stallage_would_hide(site: Path) -> None:
    routes = ROUTES.format(method="get", path="/api/size-guides/popular")
    install_package(site, "size_guides", {"routes": routes})
    refused("GET /api/size-guides/popular is a route of Stallage: /api/size-guides/{slug}")


def test_another_method_of_a_path_is_another_route(site: Path) -> None:
    routes = ROUTES.format(method="delete", path="/api/categories")
    install_package(site, "categories", {"routes": routes})
    verify_plugins()


def test_screens_can_be_read(site: Path) -> None:
    install_package(
        site,
        "bells",
        {"backoffice": SCREENS.format(id="bells.all", path="/bells", permission="orders.read")},
    )
    verify_plugins()
    (screen,) = screens()
    assert (screen.id, screen.title, screen.icon) == ("bells.all", "Bells", "bell")
    assert screens_of("bells") == (screen,)
    assert screens_of("orders") == ()
    assert isinstance(screen, Screen)
