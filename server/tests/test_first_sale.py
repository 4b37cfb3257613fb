"""From an empty folder to the first sale with the README's commands, and `stallage init`."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr

from stallage import doctor
from stallage.declaration.init import store_secrets
from stallage.settings import Settings
from tests.command import run_stallage
from tests.conftest import OpenShop
from tests.first_sale import Walk, commands, order_something
from tests.products.factory import make_product
from tests.shop import Shop

pytestmark = pytest.mark.slow

CATALOGUE = """\
Handle,Title,Body (HTML),Variant SKU,Variant Price,Variant Inventory Qty,Published
bowl,Bowl,<p>A bowl.</p>,B-1,18.00,5,true
"""
INIT = ("init", "--name", "ACME", "--country", "US", "--currency", "USD")


async def test_the_readme_leads_to_the_first_sale(tmp_path: Path) -> None:
    walk = Walk(tmp_path)
    (tmp_path / "products.csv").write_text(CATALOGUE)
    init, import_products, serve = commands()
    output = await walk.run(init)
    assert "There is nothing to buy yet." in output
    assert "1 created" in await walk.run(import_products)
    async with walk.serving(serve) as (client, lines):
        port = client.base_url.port
        assert f"is at http://127.0.0.1:{port}" in lines[0]
        assert lines[1].startswith("Next: ")
        outbox = lines[2].rpartition(" ")[2]
        assert outbox.startswith(f"http://127.0.0.1:{port}/outbox/")
        assert (await client.get(outbox)).status_code == 200
        order = await order_something(client)
        assert order["total"] == {"amount": 2300, "currency": "USD"}


async def test_each_missing_step_is_listed(open_shop: OpenShop, settings: Settings) -> None:
    async with open_shop() as shop:
        assert await codes(shop) == ["no_delivery", "no_products"]
        async with shop.database.transaction() as connection:
            product = await make_product(connection, status="draft")
        assert await codes(shop) == ["no_delivery", "nothing_on_sale"]
        async with shop.database.transaction() as connection:
            await make_product(connection, slug="gone", stock=0)
        assert await codes(shop) == ["no_delivery", "nothing_in_stock"]
        async with shop.database.transaction() as connection:
            await make_product(connection, slug="vase")
        assert await codes(shop) == ["no_delivery"]
        result = await run_stallage(
            settings, *INIT, "--yes", "--file", settings.data_dir / "shop.toml"
        )
        assert result.status == 0, result.errors
        assert await codes(shop) == []
        assert product.id
    unpaid = {"cash_on_delivery": False, "payment_provider": "none"}
    async with open_shop(**unpaid) as shop:
        assert await codes(shop) == ["no_payment"]


async def codes(shop: Shop) -> list[str]:
    found = await shop.output("GET", "/api/shop/next-steps")
    return [step["code"] for step in found["steps"]]


@pytest.mark.parametrize(
    "headers", [{"X-Forwarded-For": "10.0.0.1"}, {"Host": "shop.example"}, {"Via": "1.1 proxy"}]
)
async def test_other_machines_get_no_steps(shop: Shop, headers: dict[str, str]) -> None:
    output = await shop.output("GET", "/api/shop/next-steps", headers=headers)
    assert output["steps"] == []


async def test_doctor_reports_why_nobody_can_order(settings: Settings) -> None:
    async def about_sales() -> list[tuple[str, str]]:
        found = await doctor.run_checks(settings)
        return [(one.state, one.message) for one in found if one.about == "First sale"]

    states = [state for state, _ in await about_sales()]
    assert states == ["note", "note"]
    from_file = settings.data_dir / "p.csv"
    settings.data_dir.mkdir(mode=0o700, exist_ok=True)
    from_file.write_text(CATALOGUE)
    await run_stallage(settings, "import", from_file)
    found = await about_sales()
    assert ("wrong", "Nobody in US can order: no delivery method. Run: stallage init") in found
    await run_stallage(settings, *INIT, "--yes", "--file", settings.data_dir / "shop.toml")
    assert await about_sales() == [("ok", "Shoppers in US can order.")]


async def test_init_uses_defaults_of_a_country(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "shop.toml"
    result = await run_stallage(
        settings, "init", "--name", "Töpferei “Mühle”", "--country", "de", "--yes", "--file", file
    )
    assert result.status == 0, result.errors
    text = file.read_text()
    for line in ('currency = "EUR"', 'time_zone = "Europe/Berlin"', "rate = 19", "included = true"):
        assert line in text
    assert 'name = "Töpferei “Mühle”"' in text
    again = await run_stallage(settings, "init", "--yes", "--file", file)
    assert (again.status, "already exists" in again.errors) == (1, True)
    other = await run_stallage(settings, "init", "--yes", "--file", tmp_path / "other.toml")
    assert (other.status, "“Töpferei “Mühle””" in other.errors) == (1, True)
    assert not (tmp_path / "other.toml").exists()
    assert file.read_text() == text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--country", "Germany"), "must be a country of ISO 3166-1"),
        (("--currency", "EURO"), "must be a currency of ISO 4217"),
        (("--time-zone", "Mars/Base"), "must be a time zone"),
        (("--delivery", "Standard"), "must be a name and a number such as"),
        (("--delivery", "Standard=cheap"), "must be a name and a number such as"),
        (("--delivery", "Standard=-5"), "must be a name and a number such as"),
        (("--currency", "JPY", "--delivery", "Standard=5.50"), "JPY has 0 decimals"),
        (("--tax", "19"), "must be a name and a number such as"),
        (("--payment", "paypal"), "paypal"),
    ],
)
async def test_init_refuses_invalid_values(
    settings: Settings, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    file = tmp_path / "shop.toml"
    refused = await run_stallage(settings, "init", "--yes", "--file", file, *words)
    assert refused.status != 0
    assert message in refused.errors
    assert not file.exists()


async def test_init_leaves_no_file_that_cannot_be_applied(
    settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "shop.toml"
    words = ("init", "--yes", "--country", "US", "--file", file, "--name", "Two\nlines")
    refused = await run_stallage(settings, *words)
    assert (refused.status, "company.name must be a single line" in refused.errors) == (1, True)
    assert not file.exists()
    file.write_text("# Mine.\n")
    assert (await run_stallage(settings, *words, "--overwrite")).status == 1
    assert file.read_text() == "# Mine.\n"


async def test_init_asks_for_missing_options(tmp_path: Path) -> None:
    walk = Walk(tmp_path)
    answers = ("Ada's Mugs", "AT", "", "", "n", "VAT=20", "Post=4.50", "y", "none", "", "")
    output = await walk.run(["./stallage", "init"], "".join(f"{answer}\n" for answer in answers))
    assert "Name of the shop" in output
    text = (tmp_path / "shop.toml").read_text()
    for line in ('name = "Ada\'s Mugs"', 'currency = "EUR"', "included = false", "price = 4.50"):
        assert line in text


async def test_init_without_an_answer_writes_nothing(settings: Settings, tmp_path: Path) -> None:
    result = await run_stallage(
        settings, "init", "--name", "ACME", "--file", tmp_path / "shop.toml"
    )
    assert (result.status, "with options and --yes" in result.errors) == (1, True)
    assert not (tmp_path / "shop.toml").exists()


def test_secrets_are_stored_in_a_private_file(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    url = "smtp://ada:pa'ss\\wo$rd%231@mail.example:587"
    key = "sk_test_1 #1"
    file = store_secrets(folder, {"smtp_url": url, "stripe_secret_key": key})
    assert file is not None
    assert (file.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    read = Settings(data_dir=folder)
    assert read.smtp_url.get_secret_value() == url
    assert read.stripe_secret_key == SecretStr(key)
    store_secrets(folder, {"stripe_secret_key": "sk_test_2"})
    read = Settings(data_dir=folder)
    assert read.stripe_secret_key == SecretStr("sk_test_2")
    assert read.smtp_url.get_secret_value() == url
    assert store_secrets(folder, {}) is None
