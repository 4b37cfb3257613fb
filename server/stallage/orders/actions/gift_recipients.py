"""Remove personal data of gift cards from order lines."""

from __future__ import annotations

from collections.abc import Collection

from stallage.core.db import Connection

ANONYMISE = """
    UPDATE order_lines SET gift_card = gift_card || jsonb_build_object('recipient_name', '',
        'recipient_email', '', 'sender_name', '', 'message', '')
    WHERE id = ANY($1::bigint[]) AND gift_card IS NOT NULL
"""


async def anonymise_gift_recipients(connection: Connection, line_ids: Collection[int]) -> None:
    """Delete names, address and message of the gift cards of order lines."""
    await connection.execute(ANONYMISE, list(line_ids))
