"""The operators' API of tickets, saved replies and held emails."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired, check_match
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.shop.queries import company
from stallage.support import actions
from stallage.support.errors import AlreadyDecided, NameTaken
from stallage.support.queries import operating as queries
from stallage.support.rules import State
from stallage.support.schemas.operating import (
    Assignee,
    EmailAccepted,
    FilledReply,
    HeldEmail,
    OperatorTicket,
    ReplyInput,
    SavedReplies,
    SavedReply,
    SavedReplyInput,
    TicketPatch,
)

router = AdminRouter(tag="support")

TicketId = Annotated[str, Path(alias="ticketId", max_length=32, examples=["ST-4H8W-2KMN"])]
ReplyId = Annotated[int, Path(alias="replyId", ge=1, le=MAX_ID)]
EmailId = Annotated[int, Path(alias="emailId", ge=1, le=MAX_ID)]
CONFLICTS = (PreconditionRequired, EditConflict)


def _shown(response: Response, ticket: OperatorTicket) -> Answer[OperatorTicket]:
    response.headers["ETag"] = ticket.etag
    return answer(ticket)


@router.get(
    "/tickets/{ticketId}",
    permission="support.read",
    response_model=Answer[OperatorTicket],
    responses=error_responses(NotFound),
)
async def get_ticket(
    ticket_id: TicketId, connection: Reading, response: Response
) -> Answer[OperatorTicket]:
    """A ticket with its messages."""
    return _shown(response, await queries.operator_ticket(connection, ticket_id))


@router.post(
    "/tickets/{ticketId}/replies",
    permission="support.reply",
    status_code=201,
    response_model=Answer[OperatorTicket],
    responses=error_responses(NotFound, *CONFLICTS),
)
async def reply_to_ticket(
    ticket_id: TicketId,
    body: ReplyInput,
    connection: Transaction,
    response: Response,
    if_match: IfMatch = None,
) -> Answer[OperatorTicket]:
    """Answer a ticket; the customer gets an email.

    `If-Match` makes sure that nobody has written or changed anything since the ticket was read.
    """
    locked = await actions.lock_any(connection, ticket_id)
    current = await queries.operator_ticket(connection, ticket_id)
    check_match(if_match, current.etag, current)
    await actions.reply_to(connection, locked, body.message, state=State(body.state))
    return _shown(response, await queries.operator_ticket(connection, ticket_id))


@router.patch(
    "/tickets/{ticketId}",
    permission="support.reply",
    response_model=Answer[OperatorTicket],
    responses=error_responses(NotFound, *CONFLICTS),
)
async def change_ticket(
    ticket_id: TicketId,
    body: TicketPatch,
    connection: Transaction,
    response: Response,
    if_match: IfMatch = None,
) -> Answer[OperatorTicket]:
    """Change state, assignment, priority, tags or the order of a ticket."""
    locked = await actions.lock_any(connection, ticket_id)
    current = await queries.operator_ticket(connection, ticket_id)
    check_match(if_match, current.etag, current)
    await actions.change_ticket(connection, locked, _changed(current, body))
    return _shown(response, await queries.operator_ticket(connection, ticket_id))


def _changed(current: OperatorTicket, body: TicketPatch) -> actions.TicketChange:
    given = body.model_fields_set
    assignee = None if current.assignee is None else current.assignee.id
    return actions.TicketChange(
        state=State(body.state or current.state),
        assigned_to=body.assignee_id if "assignee_id" in given else assignee,
        priority=current.priority if body.priority is None else body.priority,
        tags=current.tags if body.tags is None else body.tags,
        order_id=body.order_id if "order_id" in given else current.order_id,
    )


@router.get(
    "/tickets/{ticketId}/saved-replies",
    permission="support.reply",
    response_model=Answer[list[FilledReply]],
    responses=error_responses(NotFound),
)
async def list_filled_replies(
    request: Request, ticket_id: TicketId, operator: CurrentOperator, connection: Reading
) -> Answer[list[FilledReply]]:
    """The saved replies with the values of a ticket in place of their placeholders."""
    shop = await company(connection, runtime_of(request).settings)
    return answer(
        await queries.filled_replies(
            connection, ticket_id, operator_name=operator.name, shop_name=shop.company_name
        )
    )


@router.get("/support/assignees", permission="support.read", response_model=Answer[list[Assignee]])
async def list_assignees(connection: Reading) -> Answer[list[Assignee]]:
    """The team members who may answer tickets."""
    return answer(await queries.assignees(connection))


@router.get(
    "/support/saved-replies", permission="support.read", response_model=Answer[SavedReplies]
)
async def list_saved_replies(connection: Reading) -> Answer[SavedReplies]:
    """The saved replies with their placeholders."""
    return answer(await queries.saved_replies(connection))


@router.post(
    "/support/saved-replies",
    permission="support.reply",
    status_code=201,
    response_model=Answer[SavedReply],
    responses=error_responses(NameTaken),
)
async def add_saved_reply(body: SavedReplyInput, connection: Transaction) -> Answer[SavedReply]:
    """Add a saved reply."""
    reply_id = await actions.add_saved_reply(connection, body.name, body.text)
    return answer(await queries.saved_reply(connection, reply_id))


@router.put(
    "/support/saved-replies/{replyId}",
    permission="support.reply",
    response_model=Answer[SavedReply],
    responses=error_responses(NotFound, NameTaken, *CONFLICTS),
)
async def change_saved_reply(
    reply_id: ReplyId, body: SavedReplyInput, connection: Transaction, if_match: IfMatch = None
) -> Answer[SavedReply]:
    """Change a saved reply."""
    await actions.lock_saved_reply(connection, reply_id)
    current = await queries.saved_reply(connection, reply_id)
    check_match(if_match, current.etag, current)
    await actions.change_saved_reply(connection, reply_id, body.name, body.text)
    return answer(await queries.saved_reply(connection, reply_id))


@router.delete(
    "/support/saved-replies/{replyId}",
    permission="support.reply",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def delete_saved_reply(reply_id: ReplyId, connection: Transaction) -> Answer[None]:
    """Delete a saved reply."""
    await actions.delete_saved_reply(connection, reply_id)
    return answer(None)


@router.get(
    "/support/held-emails", permission="support.read", response_model=Answer[list[HeldEmail]]
)
async def list_held_emails(connection: Reading) -> Answer[list[HeldEmail]]:
    """Received emails that wait for a decision, newest first."""
    return answer(await queries.held_emails(connection))


@router.post(
    "/support/held-emails/{emailId}/accept",
    permission="support.reply",
    response_model=Answer[EmailAccepted],
    responses=error_responses(NotFound, AlreadyDecided),
)
async def accept_email(email_id: EmailId, connection: Transaction) -> Answer[EmailAccepted]:
    """Add a held email to its ticket, or open a ticket for its sender."""
    return answer(EmailAccepted(ticket_id=await actions.accept_email(connection, email_id)))


@router.post(
    "/support/held-emails/{emailId}/refuse",
    permission="support.reply",
    response_model=Answer[None],
    responses=error_responses(NotFound, AlreadyDecided),
)
async def refuse_email(email_id: EmailId, connection: Transaction) -> Answer[None]:
    """Drop a held email."""
    await actions.refuse_email(connection, email_id)
    return answer(None)
