"""Renders emails with the shop's own texts, for sending and for previews."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.content.queries.email_texts import own_texts
from stallage.core.db import Connection
from stallage.core.email_catalog import Email
from stallage.core.mail import Message
from stallage.settings import Settings


def sample_message(
    email: Email, settings: Settings, shop_name: str, texts: Mapping[str, str]
) -> Message:
    """Render an email with sample data and these texts of the shop."""
    message: Message = email.sample(settings, shop_name)
    return message.with_texts(texts)


async def with_own_texts(connection: Connection, settings: Settings, message: Message) -> Message:
    """Return a message as it will be sent, with the shop's own texts."""
    if message.source is None:
        return message
    return message.with_texts(await own_texts(connection, message.source.email, settings.locale))
