"""Tries settings out: an email, a text message, the storage of pictures."""

from __future__ import annotations

import asyncio
import secrets

import aiosmtplib
import httpx

from stallage.core.mail import Message, create_message_sender
from stallage.core.redaction import hide_passwords
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable, create_sms_provider
from stallage.core.storage import create_storage
from stallage.settings import Settings
from stallage.setup.emails import test_email
from stallage.setup.schemas import SettingsTrial
from stallage.shop.queries import company_name

SECONDS = 30


async def try_email(runtime: Runtime, settings: Settings, to: str) -> SettingsTrial:
    """Send the test email, and wait until the mail server has accepted it."""
    async with runtime.database.reading() as connection:
        name = await company_name(connection) or settings.shop_name
    message = test_email(to, shop_name=name, shop_url=settings.public_url)
    return await _try_message(runtime, settings, message)


async def try_sms(runtime: Runtime, settings: Settings, to: str) -> SettingsTrial:
    """Send a text message."""
    if not to.startswith("+") or not to[1:].isdigit():
        return _failed("Enter a number such as +14155550100.")
    text = f"Test message from {settings.shop_name}."
    message = Message(to=to, subject="", text=text, html="", kind="settings_test")
    return await _try_message(runtime, settings, message)


async def _try_message(runtime: Runtime, settings: Settings, message: Message) -> SettingsTrial:
    sender = create_message_sender(
        settings.smtp_url,
        settings.mail_from,
        settings.data_dir,
        create_sms_provider(settings, runtime.http_client),
    )
    try:
        async with asyncio.timeout(SECONDS):
            await sender.send(message)
    except (
        OSError,
        TimeoutError,
        Undeliverable,
        aiosmtplib.SMTPException,
        httpx.HTTPError,
    ) as error:
        return _failed(_reason(error))
    if sender.uses_outbox(message):
        return SettingsTrial(
            succeeded=True, message="Nothing is sent yet: it was written to the outbox."
        )
    return SettingsTrial(succeeded=True, message=f"Sent to {message.to}.")


async def try_storage(runtime: Runtime, settings: Settings) -> SettingsTrial:
    """Write a file, read it and delete it."""
    content = secrets.token_bytes(16)
    name = f"trial/{content.hex()}.webp"

    def write_and_read() -> bytes | None:
        storage = create_storage(
            settings.storage_url,
            settings.storage_access_key,
            settings.storage_secret_key,
            runtime.settings.data_dir / "media",
        )
        storage.write(name, content, "image/webp")
        try:
            return storage.read(name)
        finally:
            storage.delete([name])

    try:
        async with asyncio.timeout(SECONDS):
            read = await asyncio.to_thread(write_and_read)
    except (OSError, TimeoutError, ValueError) as error:
        return _failed(_reason(error))
    if read != content:
        return _failed("What was written could not be read.")
    place = settings.storage_url.partition("?")[0] or "the data folder"
    return SettingsTrial(succeeded=True, message=f"Wrote, read and deleted a file in {place}.")


def _failed(message: str) -> SettingsTrial:
    return SettingsTrial(succeeded=False, message=message)


def _reason(error: BaseException) -> str:
    """Return why something failed, without passwords."""
    text = hide_passwords(str(error)).strip() or type(error).__name__
    return text if len(text) <= 300 else f"{text[:299]}…"
