"""Sources of settings: the environment, the data folder's file, the shop, the default."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from stallage.core.db import Database
from stallage.process import open_runtime
from stallage.settings import SETTINGS_FILE, SHOP_SETTINGS, Settings
from stallage.shop.actions import put_setting
from tests.command import run_stallage


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STALLAGE_DATA_DIR", str(tmp_path))
    (tmp_path / SETTINGS_FILE).write_text("STALLAGE_OTP_SECONDS=60\nSTALLAGE_CURRENCY=EUR\nX=1\n")
    monkeypatch.setenv("STALLAGE_CURRENCY", "CHF")
    settings = Settings()
    assert (settings.otp_seconds, settings.currency) == (60, "CHF")


def test_an_invalid_settings_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_text("STALLAGE_OTP_SECONDS=soon\n")
    with pytest.raises(ValidationError, match="otp_seconds"):
        Settings(data_dir=tmp_path)


def test_the_shop_counts_where_nothing_else_is_set() -> None:
    own = Settings(currency="CHF")
    stored = {"currency": "EUR", "country": "DE", "log_level": "debug", "unknown": 2}
    changed = own.with_shop(stored)
    assert (changed.currency, changed.country, changed.log_level) == ("CHF", "DE", "info")
    with pytest.raises(ValidationError):
        own.with_shop({"country": "Germany"})


def test_shop_settings_are_settings() -> None:
    assert set(SHOP_SETTINGS) <= Settings.model_fields.keys()


async def test_a_process_reads_them_when_it_starts(database: Database, settings: Settings) -> None:
    async with database.transaction() as connection:
        await put_setting(connection, "currency", "EUR")
        await put_setting(connection, "cash_on_delivery", False)
    async with open_runtime(settings, settings.database_url) as runtime:
        assert runtime.currency.code == "EUR"
        assert runtime.settings.cash_on_delivery is False


async def test_the_command_names_each_source(database: Database, settings: Settings) -> None:
    async with database.transaction() as connection:
        await put_setting(connection, "country", "DE")
    settings.data_dir.mkdir(mode=0o700, exist_ok=True)
    (settings.data_dir / SETTINGS_FILE).write_text("STALLAGE_OTP_SECONDS=60\n")
    result = await run_stallage(settings, "settings")
    for line in (
        "STALLAGE_COUNTRY=DE  (shop)",
        "STALLAGE_OTP_SECONDS=60  (settings.env)",
        "STALLAGE_CURRENCY=USD  (default)",
        f"STALLAGE_DATA_DIR={settings.data_dir}  (environment)",
    ):
        assert line in result.output
