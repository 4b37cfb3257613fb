"""Passwords, keys and codes appear neither on a terminal nor in a log, at any level."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Literal

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr, ValidationError

from stallage.core import logs
from stallage.core.redaction import hide_passwords
from stallage.settings import Settings
from tests.command import run_stallage
from tests.conftest import OpenShop

PASSWORD = "pass-w0rd-of-the-database"


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_log_line_holds_no_secret(
    capsys: pytest.CaptureFixture[str], form: Literal["json", "console"]
) -> None:
    logs.configure(form, "debug")
    log = structlog.get_logger("test")
    secret = "s3cret-Value-0123456789"
    log.debug(
        "everything",
        otp="123456",
        password=secret,
        access_token=secret,
        headers={"Authorization": f"Bearer {secret}", "X": [f"token={secret}"]},
        url=f"postgresql://user:{secret}@db.example/shop",
        path=f"/unsubscribe/{secret}",
        error=ConnectionError(f"smtp://user:{secret}@mail.example"),
        key_id="rzp_visible",
    )
    try:
        raise ConnectionError(f"cannot reach postgresql://user:{secret}@db.example/shop")
    except ConnectionError:
        log.exception("failed")
    logging.getLogger("library").warning("Authorization: Bearer %s", secret)
    log = capsys.readouterr().err
    assert secret not in log
    assert "123456," not in log
    assert "otp=123456" not in log
    assert "db.example/shop" in log
    assert "ConnectionError" in log
    assert "library" in log or "Authorization" in log


@pytest.mark.parametrize("name", ["httpx", "httpcore", "aiosmtplib", "botocore", "uvicorn", "PIL"])
def test_libraries_write_no_requests_at_debug(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    logs.configure("json", "debug")
    for level in (logging.DEBUG, logging.INFO):
        logging.getLogger(f"{name}.client").log(level, "a header, a body")
    assert capsys.readouterr().err == ""


async def test_codes_and_tokens_of_a_sign_in_are_in_no_log(
    open_shop: OpenShop, capsys: pytest.CaptureFixture[str]
) -> None:
    for mode in (0, 1):
        async with open_shop(payment_gateway_mode=mode, payment_provider="none") as shop:
            logs.configure("json", "debug")
            who = {"email": f"ada{mode}@example.com"}
            await shop.output("POST", "/auth/otp/request", json=who)
            await shop.work()
            # The code is in the outbox.
            code = shop.message("otp")["data"]["otp"]
            signed_in = await shop.output("POST", "/auth/otp/validate", json={**who, "otp": code})
            log = capsys.readouterr().err
            assert "code_is_in_the_outbox" in log
            assert not re.search(rf"\b{code}\b", log)
            for token in re.findall(r"[\w-]{30,}", str(signed_in)):
                assert token not in log


async def test_the_settings_command_hides_passwords(settings: Settings, tmp_path: Path) -> None:
    tmp_path.joinpath("data").mkdir(exist_ok=True)
    (tmp_path / "data" / "settings.env").write_text(
        f"STALLAGE_SMTP_URL=smtp://ada:{PASSWORD}@mail.example:587\n"
        f"STALLAGE_STORAGE_URL=s3://key:{PASSWORD}@bucket/prefix?region=eu\n"
        f"STALLAGE_CDN_ENDPOINT=https://user:{PASSWORD}@cdn.example\n"
        f"STALLAGE_PREVIOUS_SECRET_KEYS={PASSWORD}{PASSWORD}\n"
    )
    result = await run_stallage(settings, "settings")
    assert result.status == 0
    assert PASSWORD not in result.output + result.errors
    assert "STALLAGE_STORAGE_URL=s3://key:***@bucket/prefix?region=eu" in result.output
    assert "STALLAGE_CDN_ENDPOINT=https://user:***@cdn.example" in result.output


@pytest.mark.parametrize("command", ["migrate", "settings", "doctor", "serve"])
@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ada:{PASSWORD}@127.0.0.1:1/shop",
        f"postgresql://ada:{PASSWORD}/x@127.0.0.1:1/shop",
        f"postgresql://ada:{PASSWORD}@x@127.0.0.1:1/shop",
        f"postgresql://127.0.0.1:1/shop?user=ada&password={PASSWORD}",
        f"mysql://ada:{PASSWORD}@127.0.0.1:1/shop",
    ],
)
async def test_an_unreachable_database_is_reported_without_its_password(
    tmp_path: Path, command: str, address: str
) -> None:
    settings = Settings(data_dir=tmp_path / "data").model_copy(update={"database_url": address})
    result = await run_stallage(settings, command)
    assert result.status == 1
    assert PASSWORD not in result.output + result.errors
    assert result.output + result.errors


def test_an_invalid_setting_is_reported_without_its_value() -> None:
    for wrong in (
        {"secret_key": SecretStr("too-short")},
        {"database_url": "postgresql://ada:too-short/x@host/db"},
        {"smtp_url": SecretStr("smtp://ada:too-short/x@host")},
    ):
        with pytest.raises(ValidationError) as error:
            Settings(**wrong)
        assert "too-short" not in str(error.value)


@given(
    st.text(st.characters(categories=["L", "N"]), min_size=8),
    st.sampled_from(["postgresql", "smtp", "smtps", "s3", "https"]),
)
def test_any_password_of_an_address_is_hidden(password: str, scheme: str) -> None:
    secret = f"<{password}>".strip("<>") + "Zq9"
    text = hide_passwords(f"see {scheme}://user:{secret}@host.example/x, please")
    assert secret not in text
    assert "host.example/x, please" in text


def test_an_address_without_a_password_is_unchanged() -> None:
    for text in (
        "http://127.0.0.1:8000/cart",
        "https://shop.example/products/a-long-handmade-mug-of-clay",
        "mail to ada@example.com: refused",
        "/media/ab/0123456789abcdef0123456789abcdef.webp",
        "postgresql://user@host/db",
    ):
        assert hide_passwords(text) == text
