"""`stallage doctor` prints one line per problem, and none for a healthy shop."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import asyncpg
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from pydantic import SecretStr

from stallage import doctor
from stallage.diagnosis import Finding
from stallage.payments.rules.providers import usable_providers
from stallage.settings import Settings
from stallage.shop.rules.capabilities import takes_online_payments
from tests import command
from tests.command import CommandResult, run_command
from tests.conftest import with_database
from tests.core.twilio_stand_in import running_twilio
from tests.shell.client_build import write_build


def wrong(found: list[Finding]) -> list[str]:
    return [one.about for one in found if one.state == "wrong"]


@pytest.fixture
def sound(settings: Settings, tmp_path: Path) -> Settings:
    """Settings of a shop without problems."""
    settings.data_dir.mkdir(mode=0o700)
    return settings.model_copy(update={"client_dir": str(write_build(tmp_path / "client"))})


async def examine(settings: Settings, **changes: object) -> list[str]:
    return wrong(await doctor.run_checks(settings.model_copy(update=changes)))


async def test_the_command_succeeds_without_problems(sound: Settings) -> None:
    async def run(**changes: str) -> CommandResult:
        environment = {
            **os.environ,
            "STALLAGE_DATABASE_URL": sound.database_url,
            "STALLAGE_DATA_DIR": str(sound.data_dir),
            "STALLAGE_CLIENT_DIR": sound.client_dir,
            **changes,
        }
        return await run_command(("doctor",), environment)

    healthy = await run()
    assert healthy.status == 0, healthy.output
    assert "No problems found." in healthy.output
    unhealthy = await run(STALLAGE_CLIENT_DIR="/nowhere")
    assert unhealthy.status == 1
    assert "STALLAGE_CLIENT_DIR has no index.html: /nowhere" in unhealthy.output
    invalid = await run(STALLAGE_CURRENCY="dollars", STALLAGE_OTP_SECONDS="-1")
    assert invalid.status == 1
    assert "STALLAGE_CURRENCY" in invalid.output
    assert "STALLAGE_OTP_SECONDS" in invalid.output
    assert "Traceback" not in invalid.errors


async def test_each_invalid_setting(sound: Settings) -> None:
    assert await examine(sound) == []
    assert await examine(sound, public_url="shop.example") == ["Address", "Public shop"]
    assert await examine(sound, currency="XQQ") == ["Currency"]
    assert await examine(sound, locale="klingon") == ["Language"]
    assert await examine(sound, time_zone="Mars/Base") == ["Time zone"]
    assert await examine(sound, google_client_id="abc") == ["Google"]
    assert await examine(sound, payment_provider="stripe") == ["Payment"]
    live = await examine(sound, payment_gateway_mode=1)
    assert live == ["Address", "Mail", "Payment"]


async def test_a_folder_that_others_can_read(sound: Settings) -> None:
    sound.data_dir.chmod(0o755)
    (sound.data_dir / "secret-key").write_text("a" * 64)
    (sound.data_dir / "secret-key").chmod(0o644)
    (sound.data_dir / "settings.env").touch(mode=0o644)
    assert await examine(sound) == ["Data folder", "Secret key", "Settings"]


async def test_an_unreachable_database(sound: Settings) -> None:
    assert await examine(sound, database_url="postgresql://127.0.0.1:1/none") == ["Database"]
    assert await examine(sound, database_url="nonsense") == ["Database"]


async def test_a_schema_that_is_not_current(sound: Settings, cluster: str) -> None:
    connection = await asyncpg.connect(sound.database_url)
    await connection.execute("DELETE FROM alembic_version")
    await connection.close()
    assert await examine(sound) == ["Schema"]
    fresh = await doctor.check_database(with_database(cluster, "template1"))
    assert wrong(fresh)[-1] == "Schema"


CATALOGUE = (
    "Handle,Title,Body (HTML),Type,Status,Variant Price,Image Src",
    "a,Belt,<p>Oak-tanned</p>,ACCESSORIES,active,1,https://x.invalid/1.jpg",
    "b,Coat,<p>Warm</p>,Apparel,active,1,https://x.invalid/2.jpg",
    "c,Scarf,<p>Soft</p>,Apparel & Accessories,active,1,https://x.invalid/3.jpg",
    "d,Hidden,,Apparels,draft,1,",
)


async def notes_on_catalogue(settings: Settings, tmp_path: Path, *rows: str) -> list[str]:
    """Import these rows and return the lines about the catalogue."""
    path = tmp_path / "catalogue.csv"
    path.write_text("\n".join(rows))
    assert (await command.run_stallage(settings, "import", path)).status == 0
    return await lines_on_catalogue(settings)


async def lines_on_catalogue(settings: Settings) -> list[str]:
    result = await command.run_stallage(settings, "doctor")
    return [
        " ".join(line.split()) for line in result.output.splitlines() if "Catalogue" in line.split()
    ]


async def test_categories_that_may_mean_the_same(sound: Settings, tmp_path: Path) -> None:
    assert await notes_on_catalogue(sound, tmp_path, *CATALOGUE) == [
        "note Catalogue 2 pairs of categories may mean the same:"
        " “ACCESSORIES” and “Apparel & Accessories”; “Apparel” and “Apparel & Accessories”."
        " Where they do, keep one of the two in the columns Product category, Collection and Type,"
        " and import the file again."
    ]
    one_title = [row.replace("ACCESSORIES", "Apparel & Accessories") for row in CATALOGUE]
    one_title = [row.replace(",Apparel,", ",Apparel & Accessories,") for row in one_title]
    assert await notes_on_catalogue(sound, tmp_path, *one_title) == [
        "ok Catalogue 3 products on sale, with pictures and descriptions"
    ]


async def test_products_without_picture_or_description(sound: Settings, tmp_path: Path) -> None:
    bare = [f"p{number},Plate {number},<p> &nbsp;</p>,Plates,,1," for number in range(7)]
    assert await notes_on_catalogue(sound, tmp_path, CATALOGUE[0], CATALOGUE[1], *bare) == [
        "note Catalogue 7 products on sale have no picture: “Plate 0”, “Plate 1”, “Plate 2”,"
        " “Plate 3”, “Plate 4” and 2 more. Give each the address of one in the column Product"
        " image URL, and import the file again.",
        "note Catalogue 7 products on sale have no description: “Plate 0”, “Plate 1”, “Plate 2”,"
        " “Plate 3”, “Plate 4” and 2 more. Fill in the column Description, and import the file"
        " again.",
    ]
    connection = await asyncpg.connect(sound.database_url)
    await connection.execute("UPDATE product_images SET state = 'failed'")
    await connection.execute(
        "UPDATE products SET description_html = CASE slug WHEN 'p0' THEN repeat('x', 300)"
        " WHEN 'p1' THEN '<p><img src=\"/media/a.webp\"></p>' ELSE description_html END,"
        " popularity = CASE slug WHEN 'p6' THEN 9 ELSE 0 END"
    )
    await connection.close()
    pictures, descriptions = await lines_on_catalogue(sound)
    assert "8 products on sale have no picture: “Plate 6”, “Belt”, “Plate 0”" in pictures
    assert "5 products on sale have no description: “Plate 6”, “Plate 2”" in descriptions


async def test_catalogue_findings_are_notes(sound: Settings, tmp_path: Path) -> None:
    await notes_on_catalogue(sound, tmp_path, CATALOGUE[0], "z,Plate,,Plates,active,1,")
    found = await doctor.run_checks(sound)
    assert "Catalogue" not in wrong(found)
    sentences = [one.message for one in found if one.about == "Catalogue"]
    assert sentences[0].startswith("1 product on sale has no picture: “Plate”.")


async def test_a_search_server_that_is_away(sound: Settings) -> None:
    url = SecretStr("http://127.0.0.1:9/shop")
    assert await examine(sound, opensearch_url=url) == ["Search"]


async def test_a_mail_server(sound: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    url = SecretStr(f"smtp://127.0.0.1:{port}")
    assert await examine(sound, smtp_url=url) == ["Mail"]
    controller = Controller(Sink(), hostname="127.0.0.1", port=port)
    controller.start()
    try:
        assert await examine(sound, smtp_url=url) == []
    finally:
        controller.stop()


async def test_a_provider_of_text_messages(sound: Settings) -> None:
    with running_twilio() as twilio:
        assert await examine(sound, **twilio.settings()) == []
        stranger = twilio.settings() | {"twilio_token": SecretStr("x" * 32)}
        assert await examine(sound, **stranger) == ["Texts"]
        gone = twilio.settings()
    assert await examine(sound, **gone) == ["Texts"]


def test_the_shop_offers_online_payment_where_it_can_be_taken(settings: Settings) -> None:
    for provider in ("sandbox", "stripe", "razorpay"):
        for mode in (0, 1):
            changed = settings.model_copy(
                update={"payment_provider": provider, "payment_gateway_mode": mode}
            )
            assert takes_online_payments(changed) is (provider in usable_providers(changed))
