"""Routes of tickets: look one up, and give one back. Thousands look theirs up: it needs no statement."""

from __future__ import annotations

from fastapi import APIRouter, Request

from stallage.core import clock
from stallage.core.db import Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.runtime import runtime_of
from stallage.waiting_line.actions import leave
from stallage.waiting_line.cache.lines import waiting_lines_of
from stallage.waiting_line.rules.tickets import Ticket, read_ticket
from stallage.waiting_line.schemas import LinePlace, LineTicketInput

router = APIRouter(tags=["checkout"])


def _ticket(request: Request, body: LineTicketInput) -> Ticket:
    """Raises NotFound if the shop did not give this ticket, or long ago."""
    ticket = read_ticket(runtime_of(request).secrets, body.ticket, clock.now())
    if ticket is None:
        raise NotFound("This place in line is no longer valid.")
    return ticket


@router.post("/api/checkout/line", responses=error_responses(NotFound))
async def show_place(body: LineTicketInput, request: Request) -> Answer[LinePlace]:
    """Where a ticket is in its line. `pollSeconds` says when to look again."""
    ticket = _ticket(request, body)
    return answer(waiting_lines_of(runtime_of(request)).place(ticket))


@router.post("/api/checkout/line/leave", responses=error_responses(NotFound))
async def leave_line(
    body: LineTicketInput, request: Request, connection: Transaction
) -> Answer[None]:
    """Gives a ticket back. Those behind it move up."""
    await leave(connection, _ticket(request, body))
    return answer(None)
