"""Reads the shop's own texts of emails."""

from __future__ import annotations

from stallage.content.schemas.emails import EmailDetails, EmailPlaceholder, EmailRow, EmailTextField
from stallage.core.db import Connection, Record
from stallage.core.email_catalog import SINGLE_LINE, Email, find_email, registered_emails
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of

OWN = "SELECT texts, updated_at, updated_by FROM email_texts WHERE email = $1 AND locale = $2"
ALL = "SELECT email, texts, updated_at, updated_by FROM email_texts WHERE locale = $1"
NAMES = {
    "subject": "Subject",
    "heading": "Heading",
    "intro": "Text",
    "button": "Button",
    "closing": "Closing text",
    "foot": "Footer",
}
"""Names of texts for operators."""


async def own_texts(connection: Connection, email: str, locale: str) -> dict[str, str]:
    """Return the shop's own texts of an email; empty if it has none."""
    row = await connection.fetchrow(OWN, email, locale)
    return {} if row is None else dict(row["texts"])


def known_email(name: str) -> Email:
    """Return an email of the catalog. Raises NotFound."""
    email = find_email(name)
    if email is None:
        raise NotFound
    return email


def _row(email: Email, stored: Record | None) -> EmailRow:
    return EmailRow(
        name=email.name,
        title=email.title,
        when=email.when,
        audience=email.audience,
        editable=bool(email.texts),
        changed=stored is not None and bool(stored["texts"]),
        updated_at=None if stored is None else stored["updated_at"],
        updated_by="" if stored is None else stored["updated_by"],
    )


async def all_emails(connection: Connection, locale: str) -> list[EmailRow]:
    """Return all emails that the shop sends."""
    stored = {row["email"]: row for row in await connection.fetch(ALL, locale)}
    return [_row(email, stored.get(email.name)) for email in registered_emails()]


async def email_details(connection: Connection, name: str, locale: str) -> EmailDetails:
    """Return an email with its texts. Raises NotFound."""
    email = known_email(name)
    stored = await connection.fetchrow(OWN, name, locale)
    own = {} if stored is None else stored["texts"]
    return EmailDetails(
        **dict(_row(email, stored)),
        locale=locale,
        texts=[
            EmailTextField(
                name=text,
                label=NAMES.get(text, text.capitalize()),
                default=default,
                own=own.get(text),
                single_line=text in SINGLE_LINE,
            )
            for text, default in email.texts.items()
        ],
        placeholders=[
            EmailPlaceholder(name=one, description=description)
            for one, description in email.all_placeholders.items()
        ],
        etag=etag_of(name, locale, sorted(own.items())),
    )
