"""Checks of `stallage doctor` on the services that the shop uses: mail, texts, pictures, payment."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

import aiosmtplib
import httpx

from stallage import tracing
from stallage.core.storage import create_storage
from stallage.diagnosis import Finding, note, ok, wrong
from stallage.settings import Settings
from stallage.shell.client import Client, missing_build_advice
from stallage.shop.rules.capabilities import payment_problem

CONNECT_SECONDS = 5


async def check_mail(settings: Settings) -> Finding:
    """Connect to the mail server and log in."""
    url = settings.smtp_url.get_secret_value()
    if not url:
        live = settings.payment_gateway_mode == 1
        message = f"No mail server is configured; messages go to {settings.data_dir / 'outbox'}."
        return wrong("Mail", message) if live else note("Mail", message)
    parts = urlsplit(url)
    client = aiosmtplib.SMTP(
        hostname=parts.hostname or "localhost",
        port=parts.port or (465 if parts.scheme == "smtps" else 587),
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        use_tls=parts.scheme == "smtps",
        timeout=CONNECT_SECONDS,
    )
    try:
        await client.connect()
        await client.quit()
    except (aiosmtplib.SMTPException, OSError, ValueError) as error:
        return wrong("Mail", f"{parts.hostname} does not accept mail: {error}")
    return ok("Mail", f"{parts.hostname}, as {settings.mail_from}")


async def check_texts(settings: Settings) -> Finding:
    """Log in to the provider of text messages."""
    if settings.sms_provider != "twilio":
        return note("Texts", "No provider is configured; codes are sent by email only.")
    account = settings.twilio_account
    try:
        async with httpx.AsyncClient(timeout=CONNECT_SECONDS, trust_env=False) as client:
            response = await client.get(
                f"{settings.twilio_url.rstrip('/')}/2010-04-01/Accounts/{account}.json",
                auth=(account, settings.twilio_token.get_secret_value()),
            )
    except httpx.HTTPError as error:
        return wrong("Texts", f"Twilio cannot be reached: {error!r}")
    if response.status_code != 200:
        return wrong("Texts", f"Twilio answers {response.status_code} to account {account}.")
    return ok("Texts", f"Twilio, as {settings.twilio_sender}")


async def check_storage(settings: Settings) -> Finding:
    """Check that the storage of pictures can be reached with the configured keys."""
    if not settings.storage_url:
        return ok("Pictures", "They are stored in the data folder.")
    try:
        storage = create_storage(
            settings.storage_url,
            settings.storage_access_key,
            settings.storage_secret_key,
            settings.data_dir,
        )
        await asyncio.to_thread(storage.has, "doctor")
    except (OSError, ValueError) as error:
        return wrong("Pictures", str(error))
    return ok("Pictures", settings.storage_url.partition("?")[0])


def check_services(settings: Settings) -> Iterator[Finding]:
    """Check the payment provider, sign-in with Google and the built client."""
    provider = settings.payment_provider
    problem = None if provider == "none" else payment_problem(settings, provider)
    if problem is not None:
        yield wrong("Payment", f"{problem} Shoppers are offered no online payment.")
    else:
        mode = "live" if settings.payment_gateway_mode == 1 else "test"
        yield ok("Payment", _payment_text(settings, mode))
    if not settings.google_client_id:
        yield note("Google", "Sign-in with Google is off: STALLAGE_GOOGLE_CLIENT_ID is not set.")
    elif not settings.google_client_secret.get_secret_value():
        yield wrong("Google", "The code flow needs STALLAGE_GOOGLE_CLIENT_SECRET.")
    else:
        yield ok("Google", "Sign-in with Google is on.")
    if tracing.is_requested():
        obstacle = tracing.problem()
        yield wrong("Traces", obstacle) if obstacle else ok("Traces", "Processes send them.")
    if Client().build(settings.client_dir) is None:
        yield wrong("Client", missing_build_advice(settings.client_dir))
    else:
        yield ok("Client", "It has been built.")


def _payment_text(settings: Settings, mode: str) -> str:
    online = settings.payment_provider
    message = "No online payment" if online == "none" else f"{online}, {mode} mode"
    return f"{message}; cash on delivery" if settings.cash_on_delivery else message
