"""Database addresses: TLS to every other host unless configured otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from stallage.core.db_address import (
    PlainTextNotAllowed,
    addresses_by_host,
    hosts_of,
    require_encryption,
    require_writable,
)
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


def test_a_local_address_is_unchanged() -> None:
    for dsn in LOCAL:
        assert require_encryption(dsn) == dsn


def test_another_host_requires_tls() -> None:
    for dsn in REMOTE:
        assert "sslmode=require" in require_encryption(dsn), dsn
        assert hosts_of(require_encryption(dsn)) == hosts_of(dsn)
        separator = "&" if "?" in dsn else "?"
        for stronger in ("require", "verify-ca", "verify-full"):
            with_mode = f"{dsn}{separator}sslmode={stronger}"
            assert require_encryption(with_mode) == with_mode
        for weaker in ("disable", "allow", "prefer"):
            with_mode = f"{dsn}{separator}sslmode={weaker}"
            with pytest.raises(PlainTextNotAllowed, match=weaker):
                require_encryption(with_mode)
            assert require_encryption(with_mode, allow_plain_text=True) == with_mode


def test_libpq_environment_variables_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGHOST", "db.example.com")
    assert require_encryption("postgresql:///shop").endswith("?sslmode=require")
    monkeypatch.setenv("PGSSLMODE", "verify-full")
    assert require_encryption("postgresql:///shop") == "postgresql:///shop"
    monkeypatch.setenv("PGSSLMODE", "disable")
    with pytest.raises(PlainTextNotAllowed):
        require_encryption("postgresql:///shop")


def test_settings_refuse_plain_text_to_another_host(tmp_path: Path) -> None:
    plain = "postgresql://db/shop?sslmode=disable"
    with pytest.raises(ValidationError, match="STALLAGE_DATABASE_PLAIN_TEXT"):
        Settings(data_dir=tmp_path, database_url=plain)
    allowed = Settings(data_dir=tmp_path, database_url=plain, database_plain_text=True)
    assert allowed.database_url == plain
    default = Settings(data_dir=tmp_path, database_url="postgresql://db/shop")
    assert default.database_url == "postgresql://db/shop?sslmode=require"


def test_one_of_several_hosts_has_to_accept_writes() -> None:
    several = "postgresql://u:p@db1:5432,db2/shop?sslmode=require"
    assert require_writable(several) == f"{several}&target_session_attrs=read-write"
    for dsn in ("postgresql://db/shop", f"{several}&target_session_attrs=any", *LOCAL):
        assert require_writable(dsn) == dsn


@pytest.mark.parametrize(
    ("dsn", "expected"),
    [
        (
            "postgresql://u:p@db1:5432,db2/shop?a=b",
            ["postgresql://u:p@db1:5432/shop?a=b", "postgresql://u:p@db2/shop?a=b"],
        ),
        (
            "postgresql:///shop?host=/run/a,/run/b&port=1,2",
            ["postgresql:///shop?host=/run/a&port=1", "postgresql:///shop?host=/run/b&port=2"],
        ),
        (
            "postgresql:///shop?host=db1,db2&port=5433",
            ["postgresql:///shop?host=db1&port=5433", "postgresql:///shop?host=db2&port=5433"],
        ),
        ("postgresql:///shop?host=db1", ["postgresql:///shop?host=db1"]),
        ("postgresql:///shop", ["postgresql:///shop"]),
    ],
)
def test_an_address_is_split_by_host(dsn: str, expected: list[str]) -> None:
    assert addresses_by_host(dsn) == expected


def test_a_password_that_would_be_read_as_a_port_is_rejected_for_each_host() -> None:
    with pytest.raises(ValidationError, match="%2F"):
        Settings(database_url="postgresql://u:p/ss@db1:5432,db2/shop")
