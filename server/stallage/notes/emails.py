"""The email about a mention."""

from __future__ import annotations

from pathlib import Path

from stallage.core.email_catalog import Email, register
from stallage.core.email_templates import render_email
from stallage.core.mail import Message
from stallage.notes.drafts import MentionToEmail
from stallage.notes.rules import page_url

TEMPLATES = Path(__file__).with_name("templates")


def mention_email(mention: MentionToEmail, *, shop_name: str, shop_url: str) -> Message:
    """Return the email that tells an operator about a mention."""
    return render_email(
        TEMPLATES,
        "mention",
        to=mention.email,
        subject=f"{mention.author_name} mentioned you: {mention.subject_label}",
        kind="note_mention",
        shop_name=shop_name,
        shop_url=shop_url,
        data={"subject": mention.subject_key},
        mention=mention,
        address=page_url(shop_url, mention.subject_kind, mention.subject_key),
    )


register(
    Email(
        "note_mention",
        "Mention in a note",
        "When an operator mentions another one in a note.",
        sample=lambda settings, shop_name: mention_email(
            MentionToEmail(
                "operator@example.com",
                "Robin",
                "order",
                "SO-7K2M-9QXD",
                "SO-7K2M-9QXD",
                "@Alex please call the customer.",
            ),
            shop_name=shop_name,
            shop_url=settings.public_url,
        ),
        audience="operators",
    )
)
