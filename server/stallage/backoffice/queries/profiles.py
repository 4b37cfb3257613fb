"""A customer's profile as an operator sees it."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from stallage.backoffice.rules.merging import UNDO
from stallage.backoffice.schemas.profiles import (
    CustomerProfile,
    Figures,
    MergedAccount,
    NewsletterConsent,
    SignInMethod,
)
from stallage.core import clock
from stallage.core.db import Connection, Record, required
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.customers.queries import StoredCustomer, stored_customer
from stallage.customers.schemas import Gender
from stallage.orders.rules import CANCELLED
from stallage.wallet.queries import balance_of

_ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

FIGURES = f"""
SELECT count(*) FILTER (WHERE o.status NOT IN ({_ENDED})) AS orders,
    count(*) FILTER (WHERE o.status IN ({_ENDED})) AS cancelled,
    coalesce(sum(t.spent), 0)::bigint AS spent,
    min(o.placed_at) AS first_at, max(o.placed_at) AS last_at
FROM orders_view o
LEFT JOIN LATERAL (
    SELECT sum(t.amount - t.released - t.given_back) AS spent FROM order_tenders_view t
    WHERE t.order_id = o.id AND t.owner_id = o.owner_id AND t.state = 'taken'
) t ON true
WHERE o.customer_id = $1
"""

CONTACT_STATE = """
SELECT
    (SELECT s.status FROM newsletter_subscribers_view s WHERE lower(s.email) = lower($2)) AS status,
    (SELECT CASE s.status WHEN 'subscribed' THEN s.confirmed_at WHEN 'unsubscribed' THEN s.ended_at END
        FROM newsletter_subscribers_view s WHERE lower(s.email) = lower($2)) AS since,
    EXISTS (SELECT FROM google_accounts_view g WHERE g.customer_id = $1) AS google,
    (SELECT max(s.last_used_at) FROM sign_ins_view s WHERE s.customer_id = $1) AS last_sign_in_at
"""

MERGED = """
SELECT m.id, m.source_id, m.merged_at, m.operator, c.first_name, c.last_name, c.email, c.phone,
    m.moved ->> 'email' AS moved_email, m.moved ->> 'phone' AS moved_phone,
    m.moved <> '{}' AND NOT EXISTS (
        SELECT FROM customer_merges later
        WHERE later.source_id = m.target_id AND later.undone_at IS NULL
    ) AS can_undo
FROM customer_merges m JOIN customers_view c ON c.id = m.source_id
WHERE m.target_id = $1 AND m.undone_at IS NULL
ORDER BY m.id DESC LIMIT 50
"""


async def require_customer(connection: Connection, customer_id: int) -> StoredCustomer:
    """Return a customer. Raises NotFound if there is none or it was erased."""
    stored = await stored_customer(connection, customer_id)
    if stored is None:
        raise NotFound("There is no such customer.")
    return stored


def _figures(row: Record, currency: Currency) -> Figures:
    return Figures.model_construct(
        orders=row["orders"],
        cancelled_orders=row["cancelled"],
        spent=currency.money(row["spent"]),
        average_order=currency.money(row["spent"] // row["orders"]) if row["orders"] else None,
        first_order_at=row["first_at"],
        last_order_at=row["last_at"],
    )


def _merged(row: Record, now: datetime) -> MergedAccount:
    undo_until = row["merged_at"] + UNDO
    return MergedAccount.model_construct(
        merge_id=row["id"],
        customer_id=row["source_id"],
        name=" ".join(part for part in (row["first_name"], row["last_name"]) if part),
        email=row["email"] or row["moved_email"],
        phone=row["phone"] or row["moved_phone"],
        merged_at=row["merged_at"],
        operator=row["operator"],
        undo_until=undo_until if row["can_undo"] and undo_until > now else None,
    )


async def read_profile(
    connection: Connection, customer_id: int, currency: Currency
) -> CustomerProfile:
    """Return a customer's profile. Raises NotFound."""
    stored = await require_customer(connection, customer_id)
    return await profile_of(connection, stored, currency)


async def profile_of(
    connection: Connection, stored: StoredCustomer, currency: Currency
) -> CustomerProfile:
    """Return the profile of a customer who was read already."""
    figures = required(await connection.fetchrow(FIGURES, stored.id))
    state = required(await connection.fetchrow(CONTACT_STATE, stored.id, stored.email))
    merged = await connection.fetch(MERGED, stored.id)
    methods: list[SignInMethod] = []
    if stored.email:
        methods.append("email")
    if stored.phone:
        methods.append("phone")
    if state["google"]:
        methods.append("google")
    return CustomerProfile.model_construct(
        id=stored.id,
        first_name=stored.first_name,
        last_name=stored.last_name,
        email=stored.email,
        phone=stored.phone,
        dob=stored.dob,
        gender=cast("Gender | None", stored.gender),
        tags=stored.tags,
        created_at=stored.created_at,
        addresses=stored.addresses,
        figures=_figures(figures, currency),
        newsletter=NewsletterConsent.model_construct(
            status=state["status"] or "none", since=state["since"]
        ),
        balance=currency.money(await balance_of(connection, stored.id)),
        sign_in_methods=methods,
        last_sign_in_at=state["last_sign_in_at"],
        merged_accounts=[_merged(row, clock.now()) for row in merged],
        merged_into=stored.merged_into,
        etag=stored.etag,
    )
