"""`stallage doctor` says what is wrong, each thing in a line, and nothing where all is well."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from pydantic import SecretStr

from stallage import doctor
from stallage.doctor import Finding
from stallage.payments import providers
from stallage.settings import Settings
from stallage.shop.rules import takes_online_payments
from tests.conftest import with_database
from tests.core.twilio_stand_in import running_twilio
from tests.shell.client_build import write_build


def wrong(found: list[Finding]) -> list[str]:
    return [one.about for one in found if one.state == "wrong"]


@pytest.fixture
def sound(settings: Settings, tmp_path: Path) -> Settings:
    """Settings of a shop in which nothing is wrong."""
    settings.data_dir.mkdir(mode=0o700)
    return settings.model_copy(update={"client_dir": str(write_build(tmp_path / "client"))})


async def examine(settings: Settings, **changes: object) -> list[str]:
    return wrong(await doctor.look_at_everything(settings.model_copy(update=changes)))


async def test_the_command_ends_well_where_all_is_well(sound: Settings) -> None:
    def run(**changes: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "stallage", "doctor"],
            capture_output=True,
            text=True,
            check=False,
            env={
                **os.environ,
                "STALLAGE_DATABASE_URL": sound.database_url,
                "STALLAGE_DATA_DIR": str(sound.data_dir),
                "STALLAGE_CLIENT_DIR": sound.client_dir,
                **changes,
            },
        )

    well = await asyncio.to_thread(run)
    assert well.returncode == 0, well.stdout
    assert "All is well." in well.stdout
    ill = await asyncio.to_thread(run, STALLAGE_CLIENT_DIR="/nowhere")
    assert ill.returncode == 1
    assert "STALLAGE_CLIENT_DIR has no index.html: /nowhere" in ill.stdout
    unread = await asyncio.to_thread(run, STALLAGE_CURRENCY="dollars", STALLAGE_OTP_SECONDS="-1")
    assert unread.returncode == 1
    assert "STALLAGE_CURRENCY" in unread.stdout
    assert "STALLAGE_OTP_SECONDS" in unread.stdout
    assert "Traceback" not in unread.stderr


async def test_each_setting_that_cannot_be(sound: Settings) -> None:
    assert await examine(sound) == []
    assert await examine(sound, public_url="shop.example") == ["Address"]
    assert await examine(sound, currency="XQQ") == ["Currency"]
    assert await examine(sound, locale="klingon") == ["Language"]
    assert await examine(sound, time_zone="Mars/Base") == ["Time zone"]
    assert await examine(sound, google_client_id="abc") == ["Google"]
    assert await examine(sound, payment_provider="stripe") == ["Payment"]
    live = await examine(sound, payment_gateway_mode=1)
    assert live == ["Address", "Mail", "Payment"]


async def test_a_folder_that_others_may_read(sound: Settings) -> None:
    sound.data_dir.chmod(0o755)
    (sound.data_dir / "secret-key").write_text("a" * 64)
    (sound.data_dir / "secret-key").chmod(0o644)
    assert await examine(sound) == ["Data folder", "Secret key"]


async def test_a_database_that_is_not_there(sound: Settings) -> None:
    assert await examine(sound, database_url="postgresql://127.0.0.1:1/none") == ["Database"]
    assert await examine(sound, database_url="nonsense") == ["Database"]


async def test_a_schema_that_is_not_current(sound: Settings, cluster: str) -> None:
    connection = await asyncpg.connect(sound.database_url)
    await connection.execute("UPDATE alembic_version SET version_num = '0001'")
    await connection.close()
    assert await examine(sound) == ["Schema"]
    fresh = await doctor.look_at_database(with_database(cluster, "template1"))
    assert wrong(fresh)[-1] == "Schema"


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


async def test_who_carries_texts(sound: Settings) -> None:
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
            assert takes_online_payments(changed) is (providers.trouble(changed) is None)
