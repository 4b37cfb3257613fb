"""The operators' API of the newsletter."""

from __future__ import annotations

import io

from fastapi import Request, Response

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.runtime import runtime_of
from stallage.newsletter.emails import unsubscribe_url
from stallage.newsletter.formats import write_subscribers
from stallage.newsletter.queries import list_subscribers
from stallage.operators.dependencies import AdminRouter

router = AdminRouter(tag="newsletter")


@router.get(
    "/newsletter/export",
    permission="customers.export",
    step_up=True,
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
)
async def export_subscribers(request: Request) -> Response:
    """Download the confirmed subscribers as CSV in UTF-8: address, date, link to unsubscribe."""
    runtime = runtime_of(request)
    text = io.StringIO(newline="")
    async with runtime.database.transaction() as connection:
        subscribers = await list_subscribers(connection)
        await record(
            connection,
            "newsletter.exported",
            Subject("newsletter", None, "Newsletter"),
            after={"subscribers": len(subscribers)},
        )
    shop_url = runtime.settings.public_url
    rows = (
        (one.email, one.confirmed_at, unsubscribe_url(shop_url, one.token)) for one in subscribers
    )
    write_subscribers(text, rows)
    return Response(
        text.getvalue(),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": 'attachment; filename="newsletter.csv"',
            "Cache-Control": "no-store",
        },
    )
