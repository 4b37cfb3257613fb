"""Tickets, questions, searches and visits of the sample orders."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from stallage.core.actor import acting
from stallage.core.runtime import Runtime
from stallage.customers.actions.contacts import get_or_create_by_email
from stallage.customers.actions.profile import fill_names
from stallage.demo.trade.steps import SHOP, Person, Schedule
from stallage.questions.actions import answer_as_shop, ask
from stallage.support.actions import (
    close_as_operator,
    open_guest_ticket,
    open_ticket_for,
    reply,
)
from stallage.support.schemas import TicketInput

NEWEST_ORDER = """
    SELECT public_id, customer_id FROM orders
    WHERE customer_id IS NOT NULL ORDER BY customer_id = $1 DESC, id DESC LIMIT 1
"""
"""Of a customer, or of another one if they have not bought anything yet."""
ANSWERED_AFTER = timedelta(hours=5)


def schedule_conversations(
    runtime: Runtime, schedule: Schedule, file: dict[str, Any], now: datetime
) -> None:
    """Schedule the messages of `trade.toml`, and the shop's answers."""
    people = [Person.of(entry) for entry in file["person"] if entry["account"]]
    for number, entry in enumerate(file["ticket"]):
        at = now - timedelta(days=entry["days"])
        schedule(at, partial(_open_ticket, runtime, schedule, people[number], entry, at))
    for entry in file["guest_ticket"]:
        schedule(now - timedelta(days=entry["days"]), partial(_open_guest_ticket, runtime, entry))
    for number, entry in enumerate(file["question"]):
        at = now - timedelta(days=entry["days"])
        schedule(at, partial(_ask, runtime, schedule, people[-1 - number], entry, at))


async def _customer(connection: Any, person: Person) -> int:
    customer_id = await get_or_create_by_email(connection, person.email)
    await fill_names(connection, customer_id, person.first_name, person.last_name)
    return customer_id


async def _open_ticket(
    runtime: Runtime, schedule: Schedule, person: Person, entry: dict[str, Any], at: datetime
) -> None:
    async with runtime.database.transaction() as connection:
        customer_id = await _customer(connection, person)
        order = None
        if "order" in entry and (row := await connection.fetchrow(NEWEST_ORDER, customer_id)):
            order, customer_id = row
        ticket = TicketInput(subject=entry["subject"], description=entry["message"], order_id=order)
        public_id = await open_ticket_for(connection, customer_id, ticket)

    async def answer() -> None:
        async with runtime.database.transaction() as connection:
            with acting(SHOP):
                await reply(connection, public_id, entry["answer"])
                if entry.get("close"):
                    await close_as_operator(connection, public_id)

    if "answer" in entry:
        schedule(at + ANSWERED_AFTER, answer)


async def _open_guest_ticket(runtime: Runtime, entry: dict[str, Any]) -> None:
    async with runtime.database.transaction() as connection:
        await open_guest_ticket(
            connection,
            name=entry["name"],
            email=entry["email"],
            subject=entry["subject"],
            message=entry["message"],
        )


async def _ask(
    runtime: Runtime, schedule: Schedule, person: Person, entry: dict[str, Any], at: datetime
) -> None:
    async with runtime.database.transaction() as connection:
        customer_id = await _customer(connection, person)
        question_id = await ask(connection, customer_id, entry["product"], entry["question"])

    async def answer() -> None:
        async with runtime.database.transaction() as connection:
            with acting(SHOP):
                await answer_as_shop(connection, question_id, entry["answer"])

    if "answer" in entry:
        schedule(at + ANSWERED_AFTER, answer)
