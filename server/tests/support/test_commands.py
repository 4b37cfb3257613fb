"""Commands for tickets and reviews."""

from __future__ import annotations

import asyncio

import pytest
import typer
from typer.testing import CliRunner, Result

from stallage.reviews import cli as reviews_cli
from stallage.support import cli as support_cli
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.reviews.factory import buy, search, write
from tests.shop import Shop

COMMANDS = typer.Typer()
support_cli.register(COMMANDS)
reviews_cli.register(COMMANDS)


async def run_with(commands: typer.Typer, shop: Shop, *words: str) -> Result:
    """Run a command against a shop's database."""
    settings = shop.runtime.settings
    result = await asyncio.to_thread(
        CliRunner().invoke,
        commands,
        list(words),
        env={
            "STALLAGE_DATABASE_URL": settings.database_url,
            "STALLAGE_DATA_DIR": str(settings.data_dir),
        },
    )
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


async def run(shop: Shop, *words: str) -> Result:
    return await run_with(COMMANDS, shop, *words)


async def test_list_answer_and_close_a_ticket(shop: Shop) -> None:
    assert "No ticket is open." in (await run(shop, "tickets", "list")).stdout
    ada = await someone(shop)
    ticket = await shop.output(
        "POST",
        "/api/supporttickets",
        json={"subject": "A chip", "description": "In the glaze."},
        headers=ada.headers,
    )
    number = ticket["ticketId"]
    listed = (await run(shop, "tickets", "list")).stdout
    assert number in listed
    assert "customer: In the glaze." in listed
    assert (await run(shop, "tickets", "reply", number.lower(), "A new one comes.")).exit_code == 0
    assert (await run(shop, "tickets", "close", number)).exit_code == 0
    whole = await shop.output("GET", f"/api/supporttickets/{number}", headers=ada.headers)
    assert (whole["label"], whole["messages"][-1]["by"]) == ("Closed", "operator")
    unknown = await run(shop, "tickets", "reply", "ST-NOPE-NOPE", "Hello")
    assert unknown.exit_code == 1
    assert "There is no ticket ST-NOPE-NOPE." in unknown.stderr
    assert (await run(shop, "tickets", "reply", number, "  ")).exit_code == 1


async def test_list_publish_and_hide_a_review(open_shop: OpenShop) -> None:
    async with open_shop(review_moderation=True) as shop:
        one = await buy(shop)
        number = str((await write(shop, one))["id"])
        assert "It pours without a drip." in (await run(shop, "reviews", "list")).stdout
        assert (await run(shop, "reviews", "publish", number)).exit_code == 0
        assert (await search(shop))["total"] == 1
        assert (await run(shop, "reviews", "hide", number)).exit_code == 0
        assert (await search(shop))["total"] == 0
        assert "No review is waiting." in (await run(shop, "reviews", "list")).stdout
        assert (await run(shop, "reviews", "list", "--status", "odd")).exit_code == 1
        unknown = await run(shop, "reviews", "publish", "99999")
        assert unknown.exit_code == 1
        assert "There is no review 99999." in unknown.stderr


@pytest.mark.parametrize("group", ["tickets", "reviews"])
async def test_every_command_has_help(shop: Shop, group: str) -> None:
    shown = await run(shop, group, "--help")
    assert shown.exit_code == 0
    for command in {"tickets": ("list", "reply", "close"), "reviews": ("list", "publish", "hide")}[
        group
    ]:
        assert command in shown.stdout
        explained = await run(shop, group, command, "--help")
        assert (explained.exit_code, "Usage" in explained.stdout) == (0, True)
