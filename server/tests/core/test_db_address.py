"""Addresses of databases: TLS to every other host, unless a setting says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from stallage.core.db_address import PlainTextRefused, encrypted_address, hosts_of
from stallage.settings import Settings

LOCAL = (
    "",
    "postgresql:///shop",
    "postgresql://stallage@/shop?host=/run/postgresql&port=5432",
    "postgresql://stallage@%2Frun%2Fpostgresql/shop",
    "postgresql://localhost/shop?sslmode=disable",
    "postgresql://u:p@127.0.0.1:5433/shop?sslmode=disable",
    "postgresql://u:p@[::1]:5433/shop",
)
REMOTE = (
    "postgresql://db/shop",
    "postgres://u:p%40ss@db.example.com:6432/shop?application_name=x",
    "postgresql://[2001:db8::1]:5432/shop",
    "postgresql://127.0.0.1,10.0.0.2:5432/shop",
    "postgresql:///shop?host=10.0.0.2",
)


@pytest.fixture(autouse=True)
def _no_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PGHOST", "PGSSLMODE"):
        monkeypatch.delenv(name, raising=False)


def test_a_local_database_is_reached_as_told() -> None:
    for dsn in LOCAL:
        assert encrypted_address(dsn) == dsn


def test_a_database_on_another_host_is_reached_over_tls() -> None:
    for dsn in REMOTE:
        assert "sslmode=require" in encrypted_address(dsn), dsn
        assert hosts_of(encrypted_address(dsn)) == hosts_of(dsn)
        joint = "&" if "?" in dsn else "?"
        for stronger in ("require", "verify-ca", "verify-full"):
            told = f"{dsn}{joint}sslmode={stronger}"
            assert encrypted_address(told) == told
        for weaker in ("disable", "allow", "prefer"):
            told = f"{dsn}{joint}sslmode={weaker}"
            with pytest.raises(PlainTextRefused, match=weaker):
                encrypted_address(told)
            assert encrypted_address(told, allow_plain_text=True) == told


def test_the_drivers_own_variables_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGHOST", "db.example.com")
    assert encrypted_address("postgresql:///shop").endswith("?sslmode=require")
    monkeypatch.setenv("PGSSLMODE", "verify-full")
    assert encrypted_address("postgresql:///shop") == "postgresql:///shop"
    monkeypatch.setenv("PGSSLMODE", "disable")
    with pytest.raises(PlainTextRefused):
        encrypted_address("postgresql:///shop")


def test_settings_refuse_plain_text_to_another_host(tmp_path: Path) -> None:
    plain = "postgresql://db/shop?sslmode=disable"
    with pytest.raises(ValidationError, match="STALLAGE_DATABASE_PLAIN_TEXT"):
        Settings(data_dir=tmp_path, database_url=plain)
    told = Settings(data_dir=tmp_path, database_url=plain, database_plain_text=True)
    assert told.database_url == plain
    silent = Settings(data_dir=tmp_path, database_url="postgresql://db/shop")
    assert silent.database_url == "postgresql://db/shop?sslmode=require"
