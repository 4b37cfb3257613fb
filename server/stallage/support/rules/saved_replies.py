"""Placeholders of saved replies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

PLACEHOLDERS: Final = {
    "first_name": "The customer's first name",
    "customer_name": "The customer's full name",
    "order_number": "The order of the ticket",
    "ticket_number": "The ticket",
    "operator_name": "Your name",
    "shop_name": "The shop",
}
"""What a saved reply may contain as `{name}`."""

FALLBACKS: Final = {
    "first_name": "there",
    "customer_name": "customer",
    "order_number": "your order",
}
"""Used where a ticket has no such value, so that "Hi {first_name}" still reads well."""

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def unknown_placeholders(text: str) -> list[str]:
    """Return the placeholders of a text that do not exist."""
    return sorted(set(_PLACEHOLDER.findall(text)) - PLACEHOLDERS.keys())


def fill_in(text: str, values: Mapping[str, str]) -> str:
    """Replace the placeholders of a text.

    Values are inserted as they are and not searched again, so a customer called `{order_number}` stays
    that. The result is plain text: whoever shows it as HTML escapes it.
    """

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name not in PLACEHOLDERS:
            return match[0]
        return values.get(name) or FALLBACKS.get(name, "")

    return _PLACEHOLDER.sub(value, text)
