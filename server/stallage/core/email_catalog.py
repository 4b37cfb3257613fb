"""The emails that the shop sends, with the texts that operators can change.

Each feature registers its emails in its module `emails`. A text may contain placeholders such as
`{order_number}`; nothing in it is evaluated. Texts without placeholders of their email are invalid, so that
what was checked when it was written can always be rendered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal

from jinja2.filters import do_mark_safe

Audience = Literal["shoppers", "operators"]

SINGLE_LINE = frozenset({"subject", "heading", "button"})
"""Texts that are one line; the others may have several."""
MAX_LINE = 200
MAX_TEXT = 2000
"""Characters."""

SHOP_NAME = {"shop_name": "Name of the shop"}

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Email:
    """An email that the shop sends."""

    name: str
    title: str
    """For operators."""
    when: str
    """When it is sent."""
    sample: Callable[[Any, str], Any]
    """Builds the message with sample data, from the settings and the shop's name."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Name → default text. Empty if operators cannot change it."""
    placeholders: Mapping[str, str] = field(default_factory=dict)
    """Name → what it stands for, besides `shop_name`."""
    audience: Audience = "shoppers"
    required: Mapping[str, str] = field(default_factory=dict)
    """Text → placeholder that it must contain."""

    @property
    def all_placeholders(self) -> Mapping[str, str]:
        """Return all placeholders with what they stand for."""
        return {**SHOP_NAME, **self.placeholders}


_emails: dict[str, Email] = {}


def register(*emails: Email) -> None:
    """Add emails to the catalog. Raises ValueError for a name that another email has."""
    for email in emails:
        if _emails.setdefault(email.name, email) is not email:
            raise ValueError(f"there are two emails named {email.name}")


def registered_emails() -> tuple[Email, ...]:
    """Return all emails, in the order in which they were registered."""
    return tuple(_emails.values())


def find_email(name: str) -> Email | None:
    """Return the email with this name, or None."""
    return _emails.get(name)


def text_problem(email: Email, name: str, text: str) -> str | None:
    """Return what is wrong with an operator's text, as a sentence; None if it is valid."""
    if name not in email.texts:
        return "This email has no such text."
    if not text.strip():
        return "Write a text, or reset it to the default."
    most = MAX_LINE if name in SINGLE_LINE else MAX_TEXT
    if len(text) > most:
        return f"At most {most} characters."
    if any(ord(character) < 32 and character != "\n" for character in text):
        return "It contains control characters."
    if name in SINGLE_LINE and "\n" in text:
        return "It must be a single line."
    for placeholder in _PLACEHOLDER.findall(text):
        if placeholder not in email.all_placeholders:
            return f"{{{placeholder}}} is not a placeholder of this email."
    required = email.required.get(name)
    if required is not None and f"{{{required}}}" not in text:
        return f"It must contain {{{required}}}."
    if "{" in (rest := _PLACEHOLDER.sub("", text)) or "}" in rest:
        return "Braces are only for placeholders, such as {shop_name}."
    return None


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return a text with its placeholders replaced. Raises KeyError for an unknown one."""
    return _PLACEHOLDER.sub(lambda match: values[match[1]], text)


def fill_html(text: str, values: Mapping[str, str]) -> str:
    """Do the same as HTML: everything is escaped, and line breaks stay."""
    safe = {name: escape(value) for name, value in values.items()}
    return do_mark_safe(fill(escape(text), safe).replace("\n", "<br>"))
